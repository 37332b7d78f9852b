//! The sample study: a made-up world of tools, tasks and agents, played from a seed (all synthetic).
//!
//! [`generate`] writes the files of a study through a [`Sink`], an episode at a time; the study that is built
//! into the program is [`builtin`], generated from [`TASKS`] and [`SEED`].
//!
//! Nothing here reads a clock or a file. The registries are mined by `contract` from the clean calls of the
//! baseline arm, and the receipts of the advisory arm are `receipt`'s, by the fold that never saw the task.

mod agent;
mod calendar;
mod episode;
mod fault;
mod monitor;
mod readme;
mod sink;
mod task;
mod tool;
mod truth;
mod world;

pub use fault::Persistence;
pub use sink::{Files, Sink};
pub use truth::{PairTruth, Reaction, Struck, Truth, Turn};

use std::collections::BTreeSet;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use self::agent::{Event, MODELS};
use self::episode::{ARMS, Played, Setting};
use self::monitor::{CleanCalls, FOLDS, Monitor};
use self::task::Task;
use crate::domain::ids::{EpisodeId, ModelName, ToolName};
use crate::domain::json::Json;
use crate::domain::registry::Input;
use crate::format::record::Header;
use crate::format::registry;
use crate::recovery::{self, Substitutes, next_actions};

/// How many tasks the built-in study has.
pub const TASKS: usize = 120;
/// The seed of the built-in study.
pub const SEED: u64 = 12;
/// The registries are mined from so many tasks at most, the first ones, however large the study is.
pub const MINED_TASKS: usize = 400;

/// Plays a study of so many tasks and writes its files: `tools.json`, `recovery.json`, `study.jsonl` with both
/// arms, `registries/fold-0.json` …, `registries/whole.json` and `README.md`. The same tasks and seed give the same bytes.
pub fn generate<S: Sink>(tasks: usize, seed: u64, sink: &mut S) -> Result<Truth, S::Error> {
    let tools = tools_file();
    let substitutes = recovery::build(&tools, None).unwrap_or_default();
    whole(sink, "tools.json", &format!("{tools}\n"))?;
    whole(sink, "recovery.json", &format!("{}\n", substitutes.to_json()))?;

    let mut monitor = mined(tasks, seed, substitutes);
    let mut truth = Truth { tasks, ..Truth::default() };
    let mut digest = Sha256::new();
    sink.begin(LEDGER)?;
    let header = Header { study: Some(STUDY.into()), ..Header::default() };
    let mut text = format!("{}\n", header.to_json());
    for task in 0..tasks {
        pair_up(Task::new(seed, task), &monitor, &mut truth, &mut text);
        digest.update(text.as_bytes());
        sink.write(text.as_bytes())?;
        text.clear();
    }
    digest.update(text.as_bytes());
    sink.write(text.as_bytes())?;
    sink.end()?;

    let sha256 = hex(&digest.finalize());
    let folds = monitor.registries.iter_mut().enumerate();
    let folds = folds.map(|(fold, registry)| (fold_name(fold), registry));
    for (name, registry) in folds.chain([(WHOLE.to_owned(), &mut monitor.whole)]) {
        registry.source.inputs = vec![Input::new(LEDGER, sha256.as_str())];
        whole(sink, &name, &registry::print(registry))?;
    }
    whole(sink, "README.md", &readme::text(&truth, seed))?;
    Ok(truth)
}

/// The names of all files, as [`generate`] writes them.
pub fn names() -> impl Iterator<Item = String> {
    let folds = (0..FOLDS).map(fold_name);
    let first = ["tools.json", "recovery.json", LEDGER].map(str::to_owned);
    first.into_iter().chain(folds).chain([WHOLE, "README.md"].map(str::to_owned))
}

fn fold_name(fold: usize) -> String {
    format!("registries/fold-{fold}.json")
}

fn hex(digest: &[u8]) -> String {
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing into a String cannot fail.
        write!(text, "{byte:02x}").ok();
        text
    })
}

/// The name of the ledger.
pub const LEDGER: &str = "study.jsonl";
/// The study that its header names.
pub const STUDY: &str = "vidimus sample (synthetic)";
/// The name of the registry of all tasks.
const WHOLE: &str = "registries/whole.json";

fn whole<S: Sink>(sink: &mut S, name: &str, text: &str) -> Result<(), S::Error> {
    sink.begin(name)?;
    sink.write(text.as_bytes())?;
    sink.end()
}

/// All tools as a list of declarations, one a line.
fn tools_file() -> Json {
    Json::Array(world::tools().map(tool::Tool::declaration).collect())
}

/// The monitor, mined from the clean calls of the baseline arm.
fn mined(tasks: usize, seed: u64, substitutes: Substitutes) -> Monitor {
    let ids: BTreeSet<_> = (0..tasks).map(|task| Task::new(seed, task).id()).collect();
    let fold_of = Monitor::deal(&ids);
    let mut calls = CleanCalls::new();
    for task in (0..tasks.min(MINED_TASKS)).map(|task| Task::new(seed, task)) {
        let fold = fold_of.get(&task.id()).copied().unwrap_or_default();
        let advertised = task.advertised();
        for (place, model) in MODELS.iter().enumerate() {
            let setting = Setting { task, model, advertised: &advertised };
            if setting.plan(place).is_some() {
                continue;
            }
            for event in setting.play(None, None).events {
                if let Event::Call(made) = event {
                    calls.entry(made.tool.id()).or_default().push((fold, *made));
                }
            }
        }
    }
    Monitor::mine(fold_of, &calls, substitutes)
}

/// Plays one task with both models in both arms.
fn pair_up(task: Task, monitor: &Monitor, truth: &mut Truth, text: &mut String) {
    let advertised = task.advertised();
    for (place, model) in MODELS.iter().enumerate() {
        let setting = Setting { task, model, advertised: &advertised };
        let plan = setting.plan(place);
        let played = [setting.play(plan, None), setting.play(plan, Some(monitor))];
        for (arm, played) in ARMS.iter().zip(&played) {
            for record in setting.records(arm, plan, played) {
                text.push_str(&record.to_json().to_string());
                text.push('\n');
            }
            count(played, truth);
        }
        let episodes: [EpisodeId; 2] = ARMS.map(|arm| setting.id(arm));
        let [baseline, advisory] = played;
        // An advisory episode may have ended over a false receipt before the fault came.
        let fault = plan.zip(baseline.struck).map(|(plan, (tool, spot))| Struck {
            tool: ToolName::from(tool),
            kind: spot.kind.name(),
            persistence: plan.persistence,
        });
        truth.pairs.push(PairTruth {
            task: task.id(),
            model: ModelName::from(model.name),
            stratum: setting.stratum(plan),
            episodes,
            fault,
            completed: [baseline.completed, advisory.completed],
            turns: advisory.turns,
        });
    }
}

fn count(played: &Played, truth: &mut Truth) {
    truth.episodes += 1;
    let made: Vec<_> = played
        .events
        .iter()
        .filter_map(|event| if let Event::Call(made) = event { Some(made) } else { None })
        .collect();
    truth.calls += made.len() as u64;
    let names: Vec<ToolName> = made.iter().map(|made| made.tool.id()).collect();
    let steps: Vec<_> = names
        .iter()
        .zip(&made)
        .map(|(name, made)| (name, made.receipt.as_ref().map(|_| made.recovery.as_slice())))
        .collect();
    for (step, action) in steps.iter().zip(next_actions(&steps)) {
        let (Some(recovery), Some(action)) = (step.1, action) else { continue };
        truth.receipts += 1;
        truth.receipts_with_choice += u64::from(recovery.len() > 1);
        truth.count(action);
    }
}

/// The files of the built-in study, by name: what vidimus opens when it is given no path.
#[must_use]
pub fn builtin() -> &'static [(&'static str, &'static [u8])] {
    &[
        (LEDGER, include_bytes!("../sample-data/study.jsonl")),
        ("registries/fold-0.json", include_bytes!("../sample-data/registries/fold-0.json")),
        ("registries/fold-1.json", include_bytes!("../sample-data/registries/fold-1.json")),
        ("registries/fold-2.json", include_bytes!("../sample-data/registries/fold-2.json")),
        ("registries/fold-3.json", include_bytes!("../sample-data/registries/fold-3.json")),
        ("registries/fold-4.json", include_bytes!("../sample-data/registries/fold-4.json")),
        (WHOLE, include_bytes!("../sample-data/registries/whole.json")),
        ("recovery.json", include_bytes!("../sample-data/recovery.json")),
    ]
}
