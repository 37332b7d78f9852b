//! The agent: asks for what it needs, reads what comes back, and does one of several things after a receipt.
//!
//! Every choice it makes is drawn from the seed, the task, the model and the need, never from the arm: both
//! arms share their past up to the first receipt.

use super::fault::{Persistence, Spot};
use super::monitor::Monitor;
use super::tool::Tool;
use super::truth::{Reaction, Turn};
use super::world::{self, Day};
use crate::domain::ids::ToolName;
use crate::domain::json::{Json, Object};
use crate::rng::{Rng, key};

/// A model and its habits after a receipt, in percent; what is left over gives up.
#[derive(Debug)]
pub(super) struct Model {
    /// Its name.
    pub(super) name: &'static str,
    /// Takes a listed tool.
    pub(super) listed: i32,
    /// Calls the same tool again.
    pub(super) retry: i32,
    /// Looks somewhere else first.
    pub(super) detour: i32,
    /// Goes on as if nothing were.
    pub(super) ignore: i32,
    /// How often it misreads what it has seen, however it was delivered.
    pub(super) slips: i32,
}

/// The two models of the study.
pub(super) const MODELS: [Model; 2] = [
    Model { name: "quill-2", listed: 62, retry: 13, detour: 8, ignore: 10, slips: 4 },
    Model { name: "heron-mini", listed: 44, retry: 20, detour: 11, ignore: 16, slips: 9 },
];

/// When and how a fault strikes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// The need whose first call breaks.
    pub(super) need: usize,
    /// How long it lasts.
    pub(super) persistence: Persistence,
}

/// What happens in an episode, in order.
#[derive(Debug)]
pub(super) enum Event {
    /// The agent says something.
    Remark(String),
    /// The agent calls a tool.
    Call(Box<Made>),
}

/// A call that was made.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) tool: &'static Tool,
    pub(super) arguments: Json,
    pub(super) result: Json,
    pub(super) receipt: Option<Json>,
    pub(super) recovery: Vec<ToolName>,
    pub(super) fault: Option<Object>,
}

/// Something the agent must know.
pub(super) struct Need<'n> {
    /// The tools that can tell, the usual one first.
    pub(super) tools: &'n [&'static str],
    /// What to ask them.
    pub(super) about: &'n [&'n str],
    /// Where else one could look, without being told.
    pub(super) aside: (&'static str, &'n [&'n str]),
}

/// The agent in one episode.
pub(super) struct Agent<'e> {
    day: Day,
    model: &'static Model,
    plan: Option<Plan>,
    monitor: Option<&'e Monitor>,
    fold: usize,
    advertised: &'e [ToolName],
    is_oracle: bool,
    /// What the fault broke, once it has struck.
    struck: Option<(&'static str, Spot)>,
    needs: usize,
    has_given_up: bool,
    pub(super) events: Vec<Event>,
    pub(super) turns: Vec<Turn>,
    /// The needs at which a fault can strike.
    pub(super) breakable: Vec<usize>,
}

/// What came back, as the agent sees it.
struct Seen {
    value: Option<String>,
    /// The tool says itself that it cannot answer.
    is_refusal: bool,
    has_receipt: bool,
    recovery: Vec<ToolName>,
}

impl<'e> Agent<'e> {
    /// An agent before its first call; `monitor` is there in the advisory arm alone, with the fold that
    /// never saw the task.
    pub(super) fn new(
        day: Day,
        model: &'static Model,
        plan: Option<Plan>,
        monitor: Option<(&'e Monitor, usize)>,
        advertised: &'e [ToolName],
    ) -> Self {
        let (monitor, fold) = monitor.map_or((None, 0), |(monitor, fold)| (Some(monitor), fold));
        let (events, turns, breakable) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            day,
            model,
            plan,
            monitor,
            fold,
            advertised,
            is_oracle: false,
            struck: None,
            needs: 0,
            has_given_up: false,
            events,
            turns,
            breakable,
        }
    }

    /// One that asks the usual tools, which nothing breaks: what it finds is right.
    pub(super) fn oracle(day: Day, model: &'static Model, advertised: &'e [ToolName]) -> Self {
        Self { is_oracle: true, ..Self::new(day, model, None, None, advertised) }
    }

    /// Whether it ended the episode without an answer.
    pub(super) fn has_given_up(&self) -> bool {
        self.has_given_up
    }

    /// The tool and the spot of the fault, if it has struck.
    pub(super) fn struck(&self) -> Option<(&'static str, Spot)> {
        self.struck
    }

    /// A stream for one choice.
    pub(super) fn choice(&self, topic: &str, number: usize) -> Rng {
        let keys = [self.day.task as u64, key(self.model.name), key(topic), number as u64];
        Rng::of(self.day.seed, &keys)
    }

    /// Whether the agent misreads its own notes in this task.
    pub(super) fn slips(&self) -> bool {
        self.choice("slip", 0).percent(self.model.slips)
    }

    /// Finds something out; nothing if it could not, or has given up before.
    pub(super) fn find(&mut self, need: &Need<'_>) -> Option<String> {
        if self.has_given_up {
            return None;
        }
        let number = self.needs;
        self.needs += 1;
        let choices: Vec<&'static Tool> = need
            .tools
            .iter()
            .filter(|name| self.advertised.iter().any(|tool| tool.as_str() == **name))
            .filter_map(|name| world::tool(name))
            .collect();
        let usual = *choices.first()?;
        let mut rng = self.choice("tool", number);
        let tool = if rng.percent(68) || self.is_oracle { usual } else { rng.pick(&choices) };
        if self.spot(tool, need.about, number).is_some() {
            self.breakable.push(number);
        }
        if rng.percent(25) {
            self.remark(rng.pick(&["Let me look that up.", "Next I need one more figure.", "Checking that now."]));
        }
        let seen = self.call(tool, need.about, number);
        if seen.has_receipt {
            return self.react(tool, need, number, seen);
        }
        let looks_odd = seen.value.as_deref().is_none_or(|value| matches!(value, "-1" | "N/A"));
        if !looks_odd {
            return seen.value;
        }
        // Some broken answers show without any monitor.
        let other = choices.iter().find(|other| other.name != tool.name).copied();
        match (self.choice("odd", number).between(0, 99), other) {
            (0..25, _) if !seen.is_refusal => {
                self.remark("That does not look right, I will ask once more.");
                self.call(tool, need.about, number).value
            }
            (drawn, Some(other)) if drawn < 42 || seen.is_refusal => {
                self.remark("That does not look right, I will ask elsewhere.");
                self.call(other, need.about, number).value
            }
            _ => seen.value,
        }
    }

    fn remark(&mut self, text: &str) {
        self.events.push(Event::Remark(text.to_owned()));
    }

    /// What the agent does about a receipt.
    fn react(&mut self, tool: &'static Tool, need: &Need<'_>, number: usize, seen: Seen) -> Option<String> {
        let mut rng = self.choice("receipt", number);
        let [listed, retry, detour] = [self.model.listed, self.model.retry, self.model.detour];
        let ignore = self.model.ignore;
        let drawn = rng.between(0, 99);
        let bounds = [listed, listed + retry, listed + retry + detour, listed + retry + detour + ignore];
        let reaction = match bounds.iter().position(|bound| drawn < *bound) {
            Some(0) => Reaction::Listed,
            Some(1) => Reaction::Retried,
            Some(2) => Reaction::Detour,
            Some(_) => Reaction::Ignored,
            None => Reaction::GaveUp,
        };
        let listed = listed_tool(&seen.recovery, &mut rng);
        let reaction = if reaction == Reaction::Listed && listed.is_none() { Reaction::Ignored } else { reaction };
        let mut turn = Turn { tool: tool.id(), reaction, took: None };
        let value = match reaction {
            Reaction::Listed => {
                self.remark("The result is flagged as inconsistent; I will use another source.");
                self.take(listed, need, number, &mut turn).or(seen.value)
            }
            Reaction::Retried => {
                self.remark("The result is flagged; I will try the same source again.");
                let again = self.call(tool, need.about, number);
                if again.has_receipt && rng.percent(60) {
                    self.take(listed, need, number, &mut turn).or(again.value)
                } else {
                    turn.took = Some(tool.id());
                    again.value
                }
            }
            Reaction::Detour => {
                let (aside, about) = need.aside;
                if let Some(aside) = world::tool(aside) {
                    self.call(aside, about, number);
                }
                let goes_back = rng.percent(50);
                let found = if goes_back { self.take(listed, need, number, &mut turn) } else { None };
                found.or(seen.value)
            }
            Reaction::Ignored => seen.value,
            Reaction::GaveUp => {
                self.has_given_up = true;
                None
            }
        };
        self.turns.push(turn);
        value
    }

    fn take(
        &mut self,
        listed: Option<&'static Tool>,
        need: &Need<'_>,
        number: usize,
        turn: &mut Turn,
    ) -> Option<String> {
        let listed = listed?;
        turn.took = Some(listed.id());
        self.call(listed, need.about, number).value
    }

    /// Calls a tool: the world answers, a fault may strike, the monitor may speak.
    fn call(&mut self, tool: &'static Tool, about: &[&str], number: usize) -> Seen {
        let arguments = tool.arguments(about);
        let clean = (tool.answer)(self.day, about);
        let broken = self.broken(tool, about, number);
        let fault = broken.as_ref().map(|(_, label)| label.clone());
        let result = broken.map_or(clean, |(result, _)| result);
        let mut recovery = Vec::new();
        let receipt = self.monitor.and_then(|monitor| {
            recovery = monitor.recovery_tools(&tool.id(), self.advertised);
            monitor.receipt(self.fold, self.model.name, &tool.id(), &arguments, &result, &recovery)
        });
        let seen = Seen {
            value: (tool.read)(&result),
            is_refusal: result.get("error").is_some(),
            has_receipt: receipt.is_some(),
            recovery: if receipt.is_some() { recovery.clone() } else { Vec::new() },
        };
        self.events.push(Event::Call(Box::new(Made { tool, arguments, result, receipt, recovery, fault })));
        seen
    }

    /// The broken answer and its label, if the fault is in force.
    fn broken(&mut self, tool: &'static Tool, about: &[&str], number: usize) -> Option<(Json, Object)> {
        let plan = self.plan?;
        let spot = match self.struck {
            Some((name, spot)) => (plan.persistence == Persistence::Persistent && name == tool.name).then_some(spot)?,
            None if number == plan.need => self.spot(tool, about, number)?,
            None => return None,
        };
        self.struck = Some((tool.name, spot));
        Some((spot.broken_answer(tool, self.day, about), spot.label(plan.persistence)))
    }

    /// The spot at which an answer would break; nothing where no way to break would change it.
    fn spot(&self, tool: &'static Tool, about: &[&str], number: usize) -> Option<Spot> {
        let first = self.choice("fault", number).place(tool.faults.len());
        let clean = (tool.answer)(self.day, about);
        let mut spots = tool.faults.iter().cycle().skip(first).take(tool.faults.len());
        spots.find(|spot| spot.broken_answer(tool, self.day, about) != clean).copied()
    }
}

/// One of the listed tools, mostly the first.
fn listed_tool(recovery: &[ToolName], rng: &mut Rng) -> Option<&'static Tool> {
    let name = if rng.percent(70) { recovery.first() } else { recovery.get(rng.place(recovery.len())) };
    world::tool(name?.as_str())
}
