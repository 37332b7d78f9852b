use super::*;
use crate::contract::Checker;
use crate::domain::ids::{Step, ToolName};
use crate::domain::json::{Json, read};
use crate::format::registry;
use crate::pair::{PairOutcome, Run};

/// Two relations of `a`, so that the second is told only without the first; a category, a type and no explicit error.
const REGISTRY: &str = r#"{"format":"vidimus.registry/1","source":{"kind":"traces","inputs":[]},"tools":{"get":{
 "calls":9,"set_aside":0,"samples":9,"maps":[],"invariants":[
 {"id":"err","class":"no_error","path":"$","support":9,"expected":null},
 {"id":"obj","class":"stable_type","path":"$","support":9,"expected":["object"]},
 {"id":"cat","class":"category","path":"s","support":9,"expected":["x","y"]},
 {"id":"ab","class":"affine","path":"a","support":9,"expected":"b","a":1.0,"b":0.0},
 {"id":"ac","class":"affine","path":"a","support":9,"expected":"c","a":1.0,"b":0.0}]}}}"#;

const RESULTS: [(&str, bool); 5] = [
    (r#"{"s":"x","a":1,"b":1,"c":1}"#, false),
    (r#"{"s":"z","a":1,"b":1,"c":1}"#, false),
    (r#"{"s":"x","a":1,"b":2,"c":3}"#, true),
    (r#""Error: no""#, false),
    (r#"{"s":"z","a":1,"b":1,"c":2}"#, false),
];

/// Each result is the only call of its episode; episodes 0 to 3 are the tasks p, q in two arms, 4 is alone.
struct World {
    table: Table,
    episodes: Episodes,
}

fn registry() -> Registry {
    registry::parse(REGISTRY.as_bytes()).unwrap().0
}

fn at(episode: u32, tool: &ToolName, is_faulted: bool) -> At<'_> {
    let spot = Spot { ledger: 7, episode, step: Step(0) };
    At { spot, judge: 0, tool, is_faulted, is_clean: !is_faulted, is_held_out: episode != 1 }
}

fn world() -> World {
    let (registry, tool) = (registry(), ToolName::from("get"));
    let checker = Checker::new(&tool, &registry.tools[&tool]);
    let mut table = Table::new([&registry].into_iter());
    let mut list = Vec::new();
    for (episode, (result, is_faulted)) in (0u32..).zip(RESULTS) {
        let look = Look::new(&checker, &Json::Null, &read(result).unwrap().value);
        table.add(at(episode, &tool, is_faulted), &look);
        let (task, arm) =
            [("p", "advisory"), ("p", "baseline"), ("q", "baseline"), ("q", "advisory"), ("r", "baseline")]
                [episode as usize];
        let completed = Some(arm == "advisory" && task == "p");
        let run = Run { arm: Some(arm.into()), completed, ..Run::bare(task.into()) };
        list.push(Episode { ledger: 7, episode, is_clean: !is_faulted, run });
    }
    World { table, episodes: Episodes::new(list) }
}

impl World {
    fn preview(&self, changes: &Changes) -> Preview {
        let (edits, mut again, tool) = (Edits::new(&self.table, changes), Again::default(), ToolName::from("get"));
        for (episode, (result, is_faulted)) in (0u32..).zip(RESULTS) {
            let found = edits.look(&tool, &Json::Null, &read(result).unwrap().value);
            again.add(&self.table, at(episode, &tool, is_faulted), found);
        }
        Preview::new(&self.table, changes, &edits, &again, &self.episodes)
    }

    fn without(&self, ids: &[&str]) -> Preview {
        self.preview(&ids.iter().map(|id| (InvariantId::from(*id), None)).collect())
    }
}

/// Episode, change, standing, rules after.
fn told(preview: &Preview) -> Vec<(u32, Change, Standing, String)> {
    let after = |call: &Changed| call.after.iter().map(InvariantId::as_str).collect::<Vec<_>>().join(" ");
    preview.calls.iter().map(|call| (call.spot.episode, call.change, call.standing, after(call))).collect()
}

#[test]
fn a_rejected_rule_takes_its_receipts_with_it_and_shows_what_it_hid() {
    let world = world();
    assert_eq!(
        told(&world.without(&["cat"])),
        [(1, Change::Lost, Standing::Clean, String::new()), (4, Change::Other, Standing::Clean, "ac".into())]
    );
    assert_eq!(told(&world.without(&["ab"])), [(2, Change::Other, Standing::Faulted, "ac".into())], "ac was hidden");
    assert_eq!(told(&world.without(&["ac"])), [(4, Change::Other, Standing::Clean, "cat".into())]);
    let both = world.without(&["ab", "ac"]);
    assert_eq!(both.of(Change::Lost, Standing::Faulted).count(), 1, "nothing else catches the fault");
    assert_eq!(told(&world.without(&["err"])), [(3, Change::Other, Standing::Clean, "obj".into())]);
    assert_eq!(told(&world.without(&["err", "obj"])), [(3, Change::Lost, Standing::Clean, String::new())]);
    assert_eq!(told(&world.without(&["obj"])), [], "the error is told, and nothing else of it");
    assert_eq!(world.without(&["unknown"]), Preview { looked_at: 5, pair_count: 2, ..Preview::default() });
}

/// The registry under review allows `z`, too; the rule of the fold that judges does not.
#[test]
fn the_rule_of_a_fold_and_the_rule_under_review_are_told_apart() {
    let (fold, tool) = (registry(), ToolName::from("get"));
    let own = registry::parse(REGISTRY.replace(r#"["x","y"]"#, r#"["x","y","z"]"#).as_bytes()).unwrap().0;
    let (checker, own) = (Checker::new(&tool, &fold.tools[&tool]), Checker::new(&tool, &own.tools[&tool]));
    let mut table = Table::new([&fold].into_iter());
    for (episode, (result, is_faulted)) in (0u32..).zip(RESULTS) {
        let look = Look::beside(&checker, Some(&own), &Json::Null, &read(result).unwrap().value);
        table.add(at(episode, &tool, is_faulted), &look);
    }
    let told = |table: &Table, id: &str| -> Vec<(u32, String, Option<bool>)> {
        let fires = table.fires_of(&id.into());
        fires.into_iter().map(|fire| (fire.spot.episode, fire.seen.to_string(), fire.own)).collect()
    };
    assert_eq!(told(&table, "cat"), [(1, "s is z".into(), Some(false)), (4, "s is z".into(), Some(false))]);
    assert_eq!(
        told(&table, "ac").iter().map(|(episode, _, own)| (*episode, *own)).collect::<Vec<_>>(),
        [(2, Some(true)), (4, Some(true))]
    );
    let firing = table.firing(&"cat".into());
    assert_eq!((firing.clean.fires, firing.clean.allowed, firing.held_out.allowed), (2, 2, 1));
    table.forget(8);
    assert_eq!(told(&table, "cat").len(), 2, "another ledger");
    assert_eq!(table.fire_of(&"ab".into(), told_spot(2)).unwrap().own, Some(true));
}

fn told_spot(episode: u32) -> Spot {
    Spot { ledger: 7, episode, step: Step(0) }
}

#[test]
fn an_edited_rule_is_looked_at_anew() {
    let world = world();
    let edited = |id: &str, values: &[&str]| {
        let registry = registry();
        let rules = &registry.tools[&ToolName::from("get")].invariants;
        let mut rule = rules.iter().find(|rule| rule.id.as_str() == id).unwrap().clone();
        rule.expected =
            crate::domain::invariant::Expected::Values(values.iter().map(|value| (*value).to_owned()).collect());
        Changes::from([(rule.id.clone(), Some(rule))])
    };
    let lost = (1, Change::Lost, Standing::Clean, String::new());
    let other = |after: &str| (4, Change::Other, Standing::Clean, after.to_owned());
    assert_eq!(told(&world.preview(&edited("cat", &["x", "y", "z"]))), [lost, other("ac")]);
    let narrowed = world.preview(&edited("cat", &["y"]));
    assert_eq!(narrowed.calls[0].change, Change::Gained, "{narrowed:?}");
    assert_eq!(narrowed.calls[0].spot.episode, 0, "a call on which nothing was broken");
    let spots: Vec<u32> = narrowed.calls.iter().map(|call| call.spot.episode).collect();
    assert_eq!(spots, [0, 1, 2, 4], "the receipts that stay expect another set");
    let edits = Edits::new(&world.table, &edited("cat", &["y"]));
    assert_eq!(edits.tools().map(ToolName::as_str).collect::<Vec<_>>(), ["get"]);
}

#[test]
fn touched_pairs_are_told_by_their_outcome() {
    let preview = world().without(&["cat"]);
    let pairs: Vec<_> = preview.pairs.iter().map(|pair| (pair.outcome, pair.spots.len())).collect();
    assert_eq!((pairs, preview.pair_count), (vec![(PairOutcome::Win, 1)], 2));
    let preview = world().without(&["cat", "ab", "ac", "err", "obj"]);
    let pairs: Vec<_> = preview.pairs.iter().map(|pair| (pair.outcome, pair.spots.len())).collect();
    assert_eq!(pairs, [(PairOutcome::Win, 1), (PairOutcome::Tie, 2)]);
}

#[test]
fn firings_count_each_rule_by_itself_on_clean_calls() {
    let table = world().table;
    let firing = |id: &str| {
        let Firing { clean, held_out } = table.firing(&id.into());
        ((clean.fires, clean.reached), (held_out.fires, held_out.reached))
    };
    assert_eq!(firing("cat"), ((2, 3), (1, 2)), "the error was not looked at; episode 1 was seen before");
    assert_eq!(firing("err"), ((1, 4), (1, 3)));
    assert_eq!(firing("ac"), ((1, 3), (1, 2)));
    let fires = |id: &str| -> Vec<(u32, bool)> {
        table.fires_of(&id.into()).iter().map(|fire| (fire.spot.episode, fire.is_reported)).collect()
    };
    assert_eq!(fires("ac"), [(2, false), (4, true)], "on the first, ab says it before");
    assert_eq!(fires("obj"), [(3, false)], "the error stops it");
}

#[test]
fn a_ledger_can_be_forgotten_and_added_again() {
    let World { mut table, episodes } = world();
    let (tool, checker_of) = (ToolName::from("get"), registry());
    let checker = Checker::new(&tool, &checker_of.tools[&tool]);
    let look = Look::new(&checker, &Json::Null, &read(RESULTS[1].0).unwrap().value);
    let spot = Spot { ledger: 8, episode: 0, step: Step(3) };
    table.add(At { spot, ..at(0, &tool, false) }, &look);
    assert_eq!((table.looked_at(), table.firing(&"cat".into()).clean.fires), (6, 3));
    table.forget(7);
    assert_eq!((table.looked_at(), table.firing(&"cat".into()).clean.fires), (1, 1));
    let changes = Changes::from([("cat".into(), None)]);
    let preview = Preview::new(&table, &changes, &Edits::default(), &Again::default(), &episodes);
    assert_eq!(preview.calls.iter().map(|call| call.spot).collect::<Vec<_>>(), [spot]);
}

#[test]
fn changes_are_found_between_two_registries() {
    let before = registry();
    let mut after = before.clone();
    let rules = &mut after.tools.get_mut(&ToolName::from("get")).unwrap().invariants;
    rules.remove(4);
    rules[1].support = 3;
    rules[2].expected = crate::domain::invariant::Expected::Values(vec!["x".into()]);
    let changes = changes_between(&before, &after);
    let kinds: Vec<_> = changes.iter().map(|(id, change)| (id.as_str(), change.is_some())).collect();
    assert_eq!(kinds, [("ac", false), ("cat", true)]);
}
