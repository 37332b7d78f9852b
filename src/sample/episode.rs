//! One episode, played and written down as the records of a ledger.

use super::agent::{Agent, Event, Made, Model, Plan};
use super::calendar::moment;
use super::fault::{Persistence, Spot};
use super::monitor::Monitor;
use super::task::{Findings, Task};
use super::truth::Turn;
use crate::domain::call::Call;
use crate::domain::episode::{Episode, Message, Outcome, Record};
use crate::domain::ids::{Arm, EpisodeId, ModelName, ToolName};
use crate::domain::json::Object;

/// The arms, in the order in which they are written.
pub(super) const ARMS: [&str; 2] = ["baseline", "advisory"];

/// An episode that has been played.
pub(super) struct Played {
    pub(super) events: Vec<Event>,
    pub(super) turns: Vec<Turn>,
    pub(super) struck: Option<(&'static str, Spot)>,
    pub(super) breakable: Vec<usize>,
    pub(super) completed: bool,
    answer: String,
}

/// One task of one model.
#[derive(Clone, Copy)]
pub(super) struct Setting<'s> {
    pub(super) task: Task,
    pub(super) model: &'static Model,
    pub(super) advertised: &'s [ToolName],
}

impl Setting<'_> {
    /// Plays the task with a fault, or without; `monitor` in the advisory arm alone.
    pub(super) fn play(&self, plan: Option<Plan>, monitor: Option<&Monitor>) -> Played {
        let monitor = monitor.map(|monitor| (monitor, monitor.fold(&self.task.id())));
        let mut agent = Agent::new(self.task.day, self.model, plan, monitor, self.advertised);
        let found = self.task.work(&mut agent);
        let mut oracle = Agent::oracle(self.task.day, self.model, self.advertised);
        let is_right = found == self.task.work(&mut oracle);
        let slips = agent.slips();
        let answer = if agent.has_given_up() {
            "I could not verify this and would rather not give you an answer.".to_owned()
        } else {
            answer(&found, slips)
        };
        Played {
            completed: is_right && !slips && !agent.has_given_up(),
            struck: agent.struck(),
            answer,
            events: agent.events,
            turns: agent.turns,
            breakable: agent.breakable,
        }
    }

    /// Which fault strikes: none in P0, which each task has with one of the two models.
    pub(super) fn plan(&self, model: usize) -> Option<Plan> {
        let task = self.task.day.task;
        if (task / 4 + task % 4 + model).is_multiple_of(2) {
            return None;
        }
        let breakable = self.play(None, None).breakable;
        let mut rng = self.task.day.fact("plan", self.model.name);
        let persistence = if rng.percent(45) { Persistence::Persistent } else { Persistence::Transient };
        let need = *breakable.get(rng.place(breakable.len()))?;
        Some(Plan { need, persistence })
    }

    /// The id of the episode in one arm.
    pub(super) fn id(&self, arm: &str) -> EpisodeId {
        EpisodeId::from(format!("{}/{}/{arm}", self.task.id(), self.model.name))
    }

    /// The stratum under a plan.
    pub(super) fn stratum(&self, plan: Option<Plan>) -> String {
        let perturbation = match plan.map(|plan| plan.persistence) {
            None => 0,
            Some(Persistence::Transient) => 1,
            Some(Persistence::Persistent) => 2,
        };
        format!("C{}/P{perturbation}", self.task.level())
    }

    /// The records of an episode.
    pub(super) fn records(&self, arm: &str, plan: Option<Plan>, played: &Played) -> Vec<Record> {
        let id = self.id(arm);
        let say = |role: &str, text: String| {
            Record::Message(Message { episode: id.clone(), role: role.into(), text, extra: Object::new() })
        };
        let mut records = vec![
            Record::Episode(Episode {
                id: id.clone(),
                task: Some(self.task.id()),
                arm: Some(Arm::from(arm)),
                model: Some(ModelName::from(self.model.name)),
                trial: Some(0),
                stratum: Some(self.stratum(plan)),
                tools: Some(self.advertised.to_vec()),
                extra: Object::new(),
            }),
            say("user", self.task.prompt()),
        ];
        let mut clock = self.task.day.fact("clock", self.model.name);
        let mut seconds = 30_000 + clock.between(0, 20_000);
        let (mut read, mut written) = (640, 25);
        for event in &played.events {
            match event {
                Event::Remark(text) => records.push(say("assistant", text.clone())),
                Event::Call(made) => {
                    let at = moment(self.task.day.number(), seconds);
                    let tenths = clock.between(380, 9_400);
                    seconds += 2 + tenths / 9_000 + clock.between(1, 9);
                    read += length(made);
                    written += 40;
                    records.push(Record::Call(Box::new(Call {
                        episode: id.clone(),
                        tool: made.tool.id(),
                        arguments: made.arguments.clone(),
                        result: Some(made.result.clone()),
                        receipt: made.receipt.clone(),
                        fault: made.fault.clone(),
                        at: Some(at),
                        ms: Some(f64::from(tenths) / 10.0),
                        extra: Object::new(),
                    })));
                }
            }
        }
        records.push(say("assistant", played.answer.clone()));
        let usage = Object::new().with("input_tokens", i64::from(read)).with("output_tokens", i64::from(written));
        // Three and fifteen made-up dollars a million tokens.
        let usage = usage.with("cost_usd", f64::from(read * 3 + written * 15) / 1_000_000.0);
        records.push(Record::Outcome(Outcome {
            episode: id,
            completed: Some(played.completed),
            score: Some(f64::from(u8::from(played.completed))),
            usage: Some(usage),
            extra: Object::new(),
        }));
        records
    }
}

/// About how many tokens a call adds to what the model has to read.
fn length(made: &Made) -> i32 {
    let receipt = made.receipt.as_ref().map_or(0, |receipt| receipt.to_string().len());
    i32::try_from((made.result.to_string().len() + receipt) / 4).unwrap_or(i32::MAX / 2)
}

/// The final answer, in one sentence; one part is lost where the agent misreads its notes.
fn answer(found: &Findings, slips: bool) -> String {
    let parts: Vec<String> = found
        .iter()
        .skip(usize::from(slips && found.len() > 1))
        .map(|(name, value)| format!("{name}: {}", value.as_deref().unwrap_or("not available")))
        .collect();
    if slips && found.len() < 2 { "Here is what you asked for.".to_owned() } else { format!("{}.", parts.join("; ")) }
}
