//! What keys do, on the program without its threads: scripts such as `3 <enter> n`, then a look at the state.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

#[path = "common/desk.rs"]
mod desk;

#[path = "keys/around.rs"]
mod around;
#[path = "keys/blind.rs"]
mod blind;
#[path = "keys/contracts.rs"]
mod contracts;
#[path = "keys/empty.rs"]
mod empty;
#[path = "keys/episodes.rs"]
mod episodes;
#[path = "keys/everywhere.rs"]
mod everywhere;
#[path = "keys/follow.rs"]
mod follow;
#[path = "keys/judging.rs"]
mod judging;
#[path = "keys/labelling.rs"]
mod labelling;
#[path = "keys/lists.rs"]
mod lists;
#[path = "keys/looks.rs"]
mod looks;
#[path = "keys/mouse.rs"]
mod mouse;
#[path = "keys/moving.rs"]
mod moving;
#[path = "keys/others.rs"]
mod others;
#[path = "keys/output.rs"]
mod output;
#[path = "keys/pairs.rs"]
mod pairs;
#[path = "keys/panels.rs"]
mod panels;
#[path = "keys/places.rs"]
mod places;
#[path = "keys/random.rs"]
mod random;
#[path = "keys/registries.rs"]
mod registries;
#[path = "keys/reload.rs"]
mod reload;
#[path = "keys/renew.rs"]
mod renew;
#[path = "keys/review.rs"]
mod review;
#[path = "keys/search.rs"]
mod search;
#[path = "keys/stepper.rs"]
mod stepper;
#[path = "keys/study.rs"]
mod studying;
#[path = "keys/symptoms.rs"]
mod symptoms;
#[path = "keys/taint.rs"]
mod taint;
#[path = "keys/tour.rs"]
mod tour;
#[path = "keys/why.rs"]
mod why;
#[path = "keys/windows.rs"]
mod windows;

use std::fmt::Write;

use desk::Desk;
use vidimus::app::data::{LedgerId, RegistryId};
use vidimus::app::msg::Msg;

const LEDGER: LedgerId = LedgerId(1);
const REGISTRY: RegistryId = RegistryId(2);

/// Eight episodes `e0`…`e7` of tasks `t0`…`t7`. Episode n has n + 2 calls, in turn of `get` and `set`; `price` is the
/// step, but −1 at step 1 of odd episodes, where a receipt was delivered too. Even episodes are of arm `clean` and
/// completed, odd ones of arm `advisory` and not.
fn study() -> String {
    let mut text = String::from("{\"format\":\"vidimus.ledger/1\",\"study\":\"made up\"}\n");
    for n in 0..8 {
        text += &episode(&format!("e{n}"), n);
    }
    text
}

fn episode(id: &str, n: usize) -> String {
    let mut text = head(id, &format!("t{n}"), if n.is_multiple_of(2) { "clean" } else { "advisory" });
    for step in 0..n + 2 {
        let faulty = n % 2 == 1 && step == 1;
        text += &call(id, if step.is_multiple_of(2) { "get" } else { "set" }, if faulty { -1 } else { 1 }, faulty);
    }
    text + &outcome(id, n.is_multiple_of(2))
}

fn head(id: &str, task: &str, arm: &str) -> String {
    format!(
        "{{\"kind\":\"episode\",\"episode\":\"{id}\",\"task\":\"{task}\",\"arm\":\"{arm}\",\"model\":\"m\",\"trial\":0}}\n"
    )
}

fn call(id: &str, tool: &str, price: i32, has_receipt: bool) -> String {
    let receipt = if has_receipt { ",\"receipt\":\"something is wrong\"" } else { "" };
    let result = format!("{{\"price\":{price},\"unit\":\"EUR\",\"deep\":{{\"a\":[1,2]}}}}");
    format!(
        "{{\"kind\":\"call\",\"episode\":\"{id}\",\"tool\":\"{tool}\",\"arguments\":{{\"q\":\"x\"}},\"result\":{result}{receipt}}}\n"
    )
}

fn outcome(id: &str, completed: bool) -> String {
    format!("{{\"kind\":\"outcome\",\"episode\":\"{id}\",\"completed\":{completed}}}\n")
}

/// Class, path and what is expected.
type Rule = (&'static str, &'static str, &'static str);

/// A registry of tools and their rules.
fn registry(tools: &[(&str, &[Rule])]) -> String {
    registry_of("{\"kind\":\"traces\"}", tools)
}

fn registry_of(source: &str, tools: &[(&str, &[Rule])]) -> String {
    let mut text = format!("{{\"format\":\"vidimus.registry/1\",\"source\":{source},\"tools\":{{");
    for (at, (tool, rules)) in tools.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        write!(text, "{comma}\"{tool}\":{{\"calls\":20,\"set_aside\":0,\"samples\":20,\"maps\":[],\"invariants\":[")
            .unwrap();
        for (at, (class, path, expected)) in rules.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            write!(text, "{comma}{{\"class\":\"{class}\",\"path\":\"{path}\",\"support\":20,\"expected\":{expected}}}")
                .unwrap();
        }
        text += "]}";
    }
    text + "}}"
}

const POSITIVE: Rule = ("positive", "price", "null");
const UNIT: Rule = ("category", "unit", "[\"EUR\",\"USD\"]");
const UNIT_WIDER: Rule = ("category", "unit", "[\"CHF\",\"EUR\",\"USD\"]");
const UNIT_NARROW: Rule = ("category", "unit", "[\"USD\"]");
const REQUIRED: Rule = ("known_fields", "$", "[\"deep\",\"price\",\"unit\"]");

/// `get` and `set`, each with three rules; only `positive` fires, on step 1 of each odd episode.
fn rules() -> String {
    registry(&[("get", &[REQUIRED, UNIT, POSITIVE]), ("set", &[REQUIRED, UNIT, POSITIVE])])
}

/// The study and its registry, open, with the episodes on screen.
fn open() -> Desk {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 30));
    desk.read_registry(REGISTRY, "rules.json", rules().as_bytes());
    desk.open_ledger(LEDGER, "study.jsonl", &study());
    desk.tell(Msg::Found(Vec::new()));
    desk
}

/// The episode under the cursor of the list.
fn episode_at(desk: &Desk) -> String {
    let row = desk.app.episodes.list.selected().unwrap();
    desk.app.data.ledger(row.ledger).unwrap().index.episodes()[row.place].id.to_string()
}

/// The open episode and the step under the cursor.
fn step_at(desk: &Desk) -> (String, usize) {
    let stepper = desk.app.stepper.as_ref().unwrap();
    let index = &desk.app.data.ledger(stepper.episode.ledger).unwrap().index;
    let episode = &index.episodes()[stepper.episode.place];
    let place = *stepper.calls.selected().unwrap();
    assert_eq!(episode.calls[stepper.calls.place()], place);
    (episode.id.to_string(), stepper.calls.place())
}

/// Tool and class of the rule under the cursor of the registries screen.
fn rule_at(desk: &Desk) -> (String, String) {
    let rule = desk.app.registries.rule().unwrap();
    let class = desk.app.data.rule(desk.app.registry.unwrap(), &rule).unwrap().class;
    (rule.tool.to_string(), class.to_string())
}
