//! The sample study: it is what it promises, and its files are what the generator writes.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

#[path = "common/agreement.rs"]
mod agreement;
mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use vidimus::contract::Checker;
use vidimus::domain::call::Call;
use vidimus::domain::class::Class;
use vidimus::domain::episode::{Episode, Outcome, Record};
use vidimus::domain::ids::{Arm, EpisodeId, TaskId, ToolName};
use vidimus::domain::invariant::Expected;
use vidimus::domain::json::{self, Json};
use vidimus::domain::registry::Registry;
use vidimus::files::FoundFile;
use vidimus::format::record::{Line, read_line};
use vidimus::format::registry;
use vidimus::receipt::{ReceiptSchema, receipt};
use vidimus::recovery::{NextAction, Substitutes, classify_next};
use vidimus::sample::{self, Files, Persistence, Reaction, Truth};
use vidimus::study::{Against, Ledger, MineRequest, Unwatched, mine};

fn generated(tasks: usize, seed: u64) -> (BTreeMap<String, Vec<u8>>, Truth) {
    let mut files = Files::default();
    let Ok(truth) = sample::generate(tasks, seed, &mut files);
    (files.into_files(), truth)
}

/// The built-in study, made once for all tests.
fn study() -> &'static (BTreeMap<String, Vec<u8>>, Truth) {
    static STUDY: OnceLock<(BTreeMap<String, Vec<u8>>, Truth)> = OnceLock::new();
    STUDY.get_or_init(|| generated(sample::TASKS, sample::SEED))
}

/// An episode as the ledger tells it.
struct Told {
    head: Episode,
    calls: Vec<Call>,
    messages: Vec<(String, String)>,
    outcome: Option<Outcome>,
}

impl Told {
    fn completed(&self) -> bool {
        self.outcome.as_ref().unwrap().completed.unwrap()
    }
    fn is(&self, arm: &str) -> bool {
        self.head.arm == Some(Arm::from(arm))
    }
    fn perturbation(&self) -> &str {
        self.head.stratum.as_deref().unwrap().split_once('/').unwrap().1
    }
}

fn told() -> &'static BTreeMap<EpisodeId, Told> {
    static TOLD: OnceLock<BTreeMap<EpisodeId, Told>> = OnceLock::new();
    TOLD.get_or_init(|| {
        let mut episodes: BTreeMap<EpisodeId, Told> = BTreeMap::new();
        for line in study().0["study.jsonl"].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let (line, notes) = read_line(line).unwrap();
            assert!(notes.is_empty());
            let Line::Record(record) = line else { continue };
            let id = record.episode().clone();
            if let Record::Episode(head) = record {
                let told = Told { head, calls: Vec::new(), messages: Vec::new(), outcome: None };
                assert!(episodes.insert(id, told).is_none(), "each episode once");
                continue;
            }
            let told = episodes.get_mut(&id).unwrap();
            match record {
                Record::Call(call) => told.calls.push(*call),
                Record::Message(message) => told.messages.push((message.role, message.text)),
                Record::Outcome(outcome) => told.outcome = Some(outcome),
                Record::Episode(_) => {}
            }
        }
        episodes
    })
}

fn registries() -> Vec<Registry> {
    let files = &study().0;
    (0..5).map(|fold| registry::parse(&files[&format!("registries/fold-{fold}.json")]).unwrap().0).collect()
}

fn substitutes() -> Substitutes {
    Substitutes::from_json(&json::read_bytes(&study().0["recovery.json"]).unwrap().value).unwrap()
}

fn names_below(folder: &Path, prefix: &str, names: &mut BTreeMap<String, PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() {
            names_below(&entry.path(), &format!("{name}/"), names);
        } else {
            names.insert(name, entry.path());
        }
    }
}

/// The files of `sample-data/` are made again, to the byte. If a change of the generator is meant:
/// `vidimus sample -o sample-data`.
#[test]
fn sample_data_is_what_the_generator_writes() {
    let files = &study().0;
    let mut stand = BTreeMap::new();
    names_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data"), "", &mut stand);
    assert_eq!(stand.keys().collect::<Vec<_>>(), files.keys().collect::<Vec<_>>());
    for (name, path) in stand {
        assert!(std::fs::read(path).unwrap() == files[&name], "{name} differs");
    }
    for (name, bytes) in sample::builtin() {
        assert!(files[*name] == *bytes, "{name} differs");
    }
    assert!(files.values().map(Vec::len).sum::<usize>() < 2_000_000);
}

#[test]
fn another_seed_is_another_study() {
    let (one, other) = (generated(8, 1).0, generated(8, 2).0);
    assert_ne!(one["study.jsonl"], other["study.jsonl"]);
    assert_eq!(one["tools.json"], other["tools.json"]);
    assert!(generated(0, 1).1.pairs.is_empty());
}

/// The command writes the same files, into a folder that it makes.
#[test]
fn the_command_writes_a_study() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/study");
    let said = common::stderr_of(common::vidimus().args(["sample", "--tasks", "6", "--seed", "7", "-o"]).arg(&out), 0);
    assert!(said.contains("6 tasks, 24 episodes") && said.contains("made up"), "{said}");
    let mut stand = BTreeMap::new();
    names_below(&out, "", &mut stand);
    let stand: BTreeMap<_, _> = stand.into_iter().map(|(name, path)| (name, std::fs::read(path).unwrap())).collect();
    assert!(stand == generated(6, 7).0);
}

/// The registries are those that the command line mines from the ledger.
#[test]
fn registries_are_mined_from_the_clean_baseline_episodes() {
    let ledger = study().0["study.jsonl"].as_slice();
    let mined = |folds| {
        let request = MineRequest { arm: Some(Arm::from("baseline")), folds, ..MineRequest::default() };
        let file = FoundFile::in_memory("study.jsonl", ledger.into());
        mine(vec![file], &request, &Unwatched).unwrap().registries
    };
    for (fold, mined) in mined(Some(5)).iter().enumerate() {
        assert!(registry::print(mined).as_bytes() == study().0[&format!("registries/fold-{fold}.json")], "fold {fold}");
    }
    let whole = mined(None);
    assert_eq!(whole.len(), 1);
    assert!(registry::print(&whole[0]).as_bytes() == study().0["registries/whole.json"]);
}

#[test]
fn the_world_has_what_it_promises() {
    let tools = json::read_bytes(&study().0["tools.json"]).unwrap().value;
    let tools = tools.as_array().unwrap();
    let of = |key: &str| tools.iter().map(|tool| tool.get(key).unwrap().as_str().unwrap()).collect::<BTreeSet<_>>();
    assert!(of("name").len() >= 24 && of("name").len() == tools.len() && of("domain").len() >= 4);
    let declared: usize =
        tools.iter().filter(|tool| !tool.get("substitutes").unwrap().as_array().unwrap().is_empty()).count();
    assert_eq!(substitutes().tools.len(), declared);
    assert!(substitutes().tools.values().flatten().all(|name| of("name").contains(name.as_str())));
    assert!(declared >= 20);

    let told: Vec<&Told> = told().values().collect();
    let count =
        |of: &dyn Fn(&Told) -> Option<String>| told.iter().filter_map(|told| of(told)).collect::<BTreeSet<_>>().len();
    assert!(count(&|told| Some(told.head.task.as_ref()?.to_string())) >= 60);
    assert_eq!(count(&|told| Some(told.head.arm.as_ref()?.to_string())), 2);
    assert_eq!(count(&|told| Some(told.head.model.as_ref()?.to_string())), 2);
    assert_eq!(count(&|told| told.head.stratum.clone()), 9);
    let called: BTreeSet<&str> = told.iter().flat_map(|told| &told.calls).map(|call| call.tool.as_str()).collect();
    assert_eq!(called, of("name"), "every tool is used");
    for told in &told {
        let advertised = told.head.tools.as_ref().unwrap();
        assert!(
            told.calls.iter().all(|call| advertised.contains(&call.tool) && call.at.is_some() && call.ms.is_some())
        );
        assert!(told.calls.is_sorted_by(|a, b| a.at < b.at));
        let roles = (told.messages.first().unwrap().0.as_str(), told.messages.last().unwrap().0.as_str());
        assert_eq!(roles, ("user", "assistant"));
        assert!(told.outcome.as_ref().unwrap().usage.is_some());
    }
}

#[test]
fn every_class_is_mined_in_every_fold_and_so_is_a_conservation_law() {
    for registry in registries() {
        let rules = || registry.tools.values().flat_map(|tool| &tool.invariants);
        let classes: BTreeSet<Class> = rules().map(|rule| rule.class).collect();
        assert_eq!(classes.into_iter().collect::<Vec<_>>(), Class::all().collect::<Vec<_>>());
        let law = registry.tools[&ToolName::from("get_order")].invariants.iter().any(|rule| {
            let Expected::Relation(relation) = &rule.expected else { return false };
            rule.path.to_string() == "sum(items[].line_total)"
                && relation.y.to_string() == "sum(payments[].amount)"
                && relation.when.as_ref().is_some_and(|when| {
                    // An order that was cancelled has been paid back.
                    when.path.as_str() == "status" && !when.values.contains(&"cancelled".to_owned())
                })
        });
        assert!(law);
        assert!(registry.tools.values().any(|tool| !tool.maps.is_empty()), "a map-like object");
    }
    let has_errors = |registry: &Registry| registry.tools.values().any(|tool| tool.set_aside > 0);
    assert!(registries().iter().any(has_errors), "a tool with explicit errors");
}

/// The receipts stand where the fold that never saw the task finds a violation, and nowhere else.
#[test]
fn receipts_are_those_of_the_held_out_fold() {
    let (registries, substitutes) = (registries(), substitutes());
    let fold_of: BTreeMap<&TaskId, &Registry> = registries
        .iter()
        .flat_map(|registry| registry.source.held_out.iter().map(move |task| (task, registry)))
        .collect();
    assert_eq!(fold_of.len(), sample::TASKS);
    let (mut delivered, mut schemas) = (0, BTreeSet::new());
    for told in told().values() {
        let registry = fold_of[told.head.task.as_ref().unwrap()];
        let model = told.head.model.as_ref().unwrap();
        let schema = if model.as_str() == "quill-2" { ReceiptSchema::V1 } else { ReceiptSchema::V2 };
        for call in &told.calls {
            let violations = registry.tools.get(&call.tool).map_or_else(Vec::new, |contract| {
                Checker::new(&call.tool, contract).check(&call.arguments, call.result.as_ref().unwrap())
            });
            let recovery = substitutes.recovery_tools(&call.tool, told.head.tools.as_deref());
            let due = receipt(schema, &call.tool, &violations, &recovery, "").filter(|_| told.is("advisory"));
            assert_eq!(due.as_ref().map(Json::to_string), call.receipt.as_ref().map(Json::to_string));
            delivered += u64::from(due.is_some());
            schemas.extend(due.map(|_| schema));
        }
    }
    assert_eq!((delivered, schemas.len()), (study().1.receipts, 2));
}

#[test]
fn agents_do_all_four_things_after_a_receipt() {
    let mut counts = [0; 4];
    for told in told().values() {
        for (step, call) in told.calls.iter().enumerate() {
            let Some(receipt) = &call.receipt else { continue };
            let listed = receipt.get("admissible_recovery_tools").unwrap().as_array().unwrap();
            let listed: Vec<ToolName> = listed.iter().map(|name| ToolName::from(name.as_str().unwrap())).collect();
            let next = told.calls.get(step + 1).map(|call| &call.tool);
            let action = classify_next(&call.tool, &listed, next);
            counts[NextAction::ALL.iter().position(|known| *known == action).unwrap()] += 1;
        }
    }
    assert_eq!(counts, study().1.next_actions);
    assert!(counts.iter().all(|count| *count >= 10), "{counts:?}");
}

/// One broken call, or every call of the tool from the first one on; none in P0.
#[test]
fn faults_last_as_long_as_their_labels_say() {
    let mut seen = BTreeSet::new();
    for told in told().values() {
        let first = told.calls.iter().position(|call| call.fault.is_some());
        let Some(first) = first else {
            // Unless a false receipt ended the episode before.
            assert!(told.perturbation() == "P0" || told.calls.iter().any(|call| call.receipt.is_some()));
            continue;
        };
        let broken = &told.calls[first];
        let label = broken.fault.as_ref().unwrap();
        let [kind, persistence] = ["type", "persistence"].map(|key| label.get(key).unwrap().as_str().unwrap());
        let later = || told.calls.iter().skip(first + 1);
        match (told.perturbation(), persistence) {
            ("P1", "transient") => assert!(later().all(|call| call.fault.is_none())),
            ("P2", "persistent") => {
                let is_marked = |call: &Call| call.fault.is_some() == (call.tool == broken.tool);
                assert!(later().all(is_marked));
            }
            other => assert_eq!(other, ("P1", "transient"), "a stratum and its faults"),
        }
        seen.extend([kind, persistence]);
    }
    let all = [
        "missing_field",
        "persistent",
        "plausible_value",
        "scaled_value",
        "sentinel_value",
        "stale_answer",
        "swapped_dates",
        "transient",
        "unknown_category",
        "wrong_entity",
        "wrong_type",
    ];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all);
}

/// Both arms tell the same story until the first receipt, and the whole of it if there is none.
#[test]
fn the_arms_of_a_pair_share_their_past() {
    for pair in &study().1.pairs {
        let [baseline, advisory] = pair.episodes.each_ref().map(|id| &told()[id]);
        assert!(baseline.is("baseline") && advisory.is("advisory"));
        assert_eq!(pair.completed, [baseline.completed(), advisory.completed()]);
        let receipt = advisory.calls.iter().position(|call| call.receipt.is_some());
        let shared = receipt.map_or(advisory.calls.len(), |step| step + 1);
        for (one, other) in baseline.calls.iter().zip(&advisory.calls).take(shared) {
            let told = |call: &Call| {
                (
                    call.tool.clone(),
                    call.arguments.to_string(),
                    call.result.clone().unwrap().to_string(),
                    call.at.clone(),
                )
            };
            assert_eq!(told(one), told(other));
        }
        if receipt.is_none() {
            assert_eq!(baseline.calls.len(), advisory.calls.len());
            assert_eq!(baseline.completed(), advisory.completed());
            assert_eq!(baseline.messages, advisory.messages);
        }
        assert_eq!(pair.turns.is_empty(), receipt.is_none());
    }
}

#[test]
fn pairs_are_won_and_lost_for_reasons() {
    let truth = &study().1;
    let (mut wins, mut losses, mut harms, mut alarms) = (0, 0, 0, 0);
    for pair in &truth.pairs {
        if pair.is_win() {
            wins += 1;
            assert!(pair.fault.is_some(), "only what broke can be rescued");
            let rescuer = pair.rescued_by().unwrap();
            assert!(told()[&pair.episodes[1]].calls.iter().any(|call| call.tool == *rescuer && call.fault.is_none()));
        }
        if pair.is_loss() {
            losses += 1;
            assert!(pair.lost_by().is_some_and(|reaction| reaction != Reaction::Listed), "{pair:?}");
        }
        harms += usize::from(pair.is_loss() && pair.fault.is_none());
        alarms += usize::from(pair.is_false_alarm());
    }
    assert!(
        wins > 2 * losses && losses > 2 && harms > 0 && (2..20).contains(&alarms),
        "{wins} {losses} {harms} {alarms}"
    );
    let lasting = |persistence| {
        truth.pairs.iter().any(|pair| pair.is_win() && pair.fault.as_ref().unwrap().persistence == persistence)
    };
    assert!(lasting(Persistence::Transient) && lasting(Persistence::Persistent));
}

/// What the review shows of a rule before it is rejected or edited is what a check of the changed registries finds,
/// on calls with and without faults.
#[test]
fn previews_agree_with_a_check_of_the_changed_registries() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data");
    let ledgers = [Ledger::open(FoundFile::look(&data.join("study.jsonl")).unwrap(), &Unwatched).unwrap()];
    let chosen = Against::crossfit(&data.join("registries")).unwrap().deal(&ledgers);
    let compared = agreement::compare(&ledgers, &chosen);
    assert!(compared.previews > 300 && compared.with_change > 50, "{compared:?}");
    assert!(compared.with_gain > 10 && compared.with_other > 10, "{compared:?}");
}
