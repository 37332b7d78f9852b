//! The whole way on real traces, against right answers that another implementation computed.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

#[path = "common/agreement.rs"]
mod agreement;
mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use common::{stdout_of, vidimus};
use vidimus::domain::call::Call;
use vidimus::domain::ids::ToolName;
use vidimus::domain::json::{Json, Number, Object, read, read_bytes};
use vidimus::files::FoundFile;
use vidimus::study::{Against, Ledger, Unwatched};

struct Corpus {
    airline: PathBuf,
    answers: PathBuf,
    orders: PathBuf,
}

fn corpus() -> Option<Corpus> {
    let root = common::corpus()?;
    Some(Corpus {
        airline: root.join("data/taubench/gpt-4o-airline.json"),
        answers: root.join("conformance/airline"),
        orders: root.join("data/schemas/taubench-retail-db-orders.json"),
    })
}

fn file(path: &Path) -> Json {
    read_bytes(&std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))).unwrap().value
}

/// What SPEC 4 fixes of a registry: its tools, without evidence.
fn contracts(registry: &Json) -> Json {
    let mut tools = registry.get("tools").unwrap().clone();
    let Json::Object(members) = &mut tools else { panic!("tools are an object") };
    for (_, tool) in members.iter_mut() {
        let Json::Object(tool) = tool else { panic!("a tool is an object") };
        let Some(Json::Array(invariants)) = tool.get_mut("invariants") else { panic!("there are invariants") };
        for invariant in invariants {
            let Json::Object(invariant) = invariant else { panic!("an invariant is an object") };
            invariant.remove("evidence");
        }
    }
    tools
}

#[test]
fn mine_gives_the_airline_registry_and_its_folds() {
    let Some(corpus) = corpus() else { return };
    let mined = read(&stdout_of(vidimus().arg("mine").arg(&corpus.airline), 0)).unwrap().value;
    assert!(contracts(&mined) == contracts(&file(&corpus.answers.join("registry.json"))), "the registry differs");
    let folder = tempfile::tempdir().unwrap();
    vidimus().arg("mine").arg(&corpus.airline).args(["--folds", "5", "-o"]).arg(folder.path()).assert().code(0);
    for index in 0..5 {
        let name = format!("fold-{index}.json");
        let same = contracts(&file(&folder.path().join(&name))) == contracts(&file(&corpus.answers.join(&name)));
        assert!(same, "{name} differs");
    }
}

#[test]
fn check_fires_on_the_airline_calls_that_are_listed() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().unwrap();
    vidimus().arg("mine").arg(&corpus.airline).args(["--folds", "5", "-o"]).arg(folder.path()).assert().code(0);
    // With our own folds, which name what they hold out, and with folds that name nothing.
    for folds in [folder.path(), &corpus.answers] {
        let check = vidimus().arg("check").arg(&corpus.airline).args(["--format", "json", "--crossfit"]).arg(folds);
        let found = read(&stdout_of(check, 1)).unwrap().value;
        let count = |key: &str| found.get(key).unwrap().to_string();
        assert_eq!((count("calls"), count("fired")), ("1164".into(), "76".into()));
        assert_eq!(count("by_code"), r#"{"explicit_error":73,"unseen_category":3}"#);
        let listed = file(&corpus.answers.join("firings.json"));
        let listed = listed.get("firings").unwrap().as_array().unwrap().iter().map(|firing| -> Json {
            let of = |key: &str| firing.get(key).unwrap().clone();
            Object::new()
                .with("episode", format!("gpt-4o-airline:{}", of("index")))
                .with("task", of("task"))
                .with("step", of("step"))
                .with("tool", of("tool"))
                .with("violations", of("violations"))
                .into()
        });
        let found = found.get("firings").unwrap().as_array().unwrap().iter().map(|firing| -> Json {
            let mut firing = firing.as_object().unwrap().clone();
            let violations = firing.get("violations").unwrap().as_array().unwrap().iter();
            let short =
                violations.map(|it| Json::from(["code", "path"].map(|key| it.get(key).unwrap().clone()).to_vec()));
            let short: Vec<Json> = short.collect();
            firing.insert("violations", short);
            firing.into()
        });
        assert_eq!(found.collect::<Vec<_>>(), listed.collect::<Vec<_>>());
    }
}

/// The clean rate of an audit is what a check counts, and its recall hangs on nothing but the seed.
#[test]
fn an_audit_of_the_airline_file_counts_what_check_counts() {
    let Some(corpus) = corpus() else { return };
    let against = || {
        ["--format", "json", "--crossfit"]
            .map(std::ffi::OsString::from)
            .into_iter()
            .chain([corpus.answers.clone().into()])
    };
    let run = |command: &str, seed: &[&str]| {
        stdout_of(vidimus().arg(command).arg(&corpus.airline).args(against()).args(seed), i32::from(command == "check"))
    };
    let checked = read(&run("check", &[])).unwrap().value;
    let text = run("audit", &["--seed", "7"]);
    let audit = read(&text).unwrap().value;
    let clean = audit.get("clean").unwrap();
    assert_eq!(clean.get("outcomes"), checked.get("calls"));
    let receipts = clean.get("receipts").unwrap();
    assert_eq!((receipts.get("of"), receipts.get("hits")), (checked.get("checked"), checked.get("fired")));
    let codes = clean.get("by_code").and_then(Json::as_object).unwrap().iter();
    let violations: Object = codes.map(|(code, count)| (code, count.get("violations").unwrap().clone())).collect();
    assert_eq!(Some(&Json::from(violations)), checked.get("by_code"));
    assert_eq!(clean.get("is_held_out"), Some(&Json::from(true)));
    assert_eq!(run("audit", &["--seed", "7"]), text);
    assert_ne!(run("audit", &["--seed", "8"]), text);
}

/// The decisions are in the audit: as many receipts as of a check against folds that were really edited. Fold 1 alone
/// breaks on basic economy, on three clean calls (76 receipts without the decisions).
#[test]
fn an_audit_with_decisions_is_one_of_folds_that_were_edited() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (whole, folds) = (folder.path().join("registry.json"), folder.path().join("folds"));
    vidimus().arg("mine").arg(&corpus.airline).arg("-o").arg(&whole).assert().code(0);
    vidimus().arg("mine").arg(&corpus.airline).args(["--folds", "5", "-o"]).arg(&folds).assert().code(0);
    let rules = file(&whole);
    let rules = rules.get("tools").and_then(|it| it.get("book_reservation")?.get("invariants")?.as_array()).unwrap();
    let is_cabin = |rule: &&Json| {
        let is = |key: &str, value: &str| rule.get(key).and_then(Json::as_str) == Some(value);
        is("class", "category") && is("path", "cabin")
    };
    let id = rules.iter().find(is_cabin).and_then(|rule| rule.get("id")?.as_str()).unwrap();
    let edit = vidimus().arg("review").arg(&whole).args(["--edit", id, "--to", "business", "--author", "ada"]);
    edit.assert().code(1);
    let journal = folder.path().join("registry.json.review.jsonl");
    let audit =
        vidimus().arg("audit").arg(&corpus.airline).arg("--crossfit").arg(&folds).arg("--journal").arg(&journal);
    let audit = read(&stdout_of(audit.args(["--format", "json", "--faults", "type_flip"]), 0)).unwrap().value;
    let hits = |of: &Json, key: &str| of.get(key).and_then(|it| it.get("hits")).cloned();
    let clean = audit.get("clean").unwrap();
    let number = |it: u64| Some(Json::from(it));
    assert_eq!((hits(clean, "receipts"), hits(clean, "other_receipts")), (number(73), number(0)));
    let before = audit.get("decisions").and_then(|it| it.get("without")).unwrap();
    assert_eq!((hits(before, "receipts"), hits(before, "other_receipts")), (number(76), number(3)));
    for fold in 0..5 {
        let path = folds.join(format!("fold-{fold}.json"));
        let mut registry = file(&path);
        let values = vec![Json::from("basic_economy"), Json::from("business"), Json::from("economy")];
        edit_rule(&mut registry, id, &Json::from(values));
        std::fs::write(&path, registry.to_string()).unwrap();
    }
    let check = vidimus().arg("check").arg(&corpus.airline).args(["--format", "json", "--crossfit"]).arg(&folds);
    let checked = read(&stdout_of(check, 1)).unwrap().value;
    assert_eq!(checked.get("fired"), Some(&Json::from(73u64)));
}

/// Puts another expectation into a rule of a registry file.
fn edit_rule(value: &mut Json, id: &str, expected: &Json) {
    match value {
        Json::Object(object) if object.get("id").and_then(Json::as_str) == Some(id) => {
            object.insert("expected", expected.clone());
        }
        Json::Object(object) => object.iter_mut().for_each(|(_, value)| edit_rule(value, id, expected)),
        Json::Array(list) => list.iter_mut().for_each(|value| edit_rule(value, id, expected)),
        _ => {}
    }
}

#[test]
fn the_conservation_law_of_the_retail_database_is_told_in_words() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().unwrap();
    let registry = folder.path().join("orders.json");
    let mine = vidimus().args(["mine", "--tool", "get_order_details", "--records"]).arg(&corpus.orders);
    mine.arg("-o").arg(&registry).assert().code(0);
    let list = vidimus().arg("registries").arg(&registry).args(["--filter", "class:affine", "--format", "json"]);
    let list = stdout_of(list, 0);
    let told = "the sum of items[].price equals the sum of payment_history[].amount";
    assert!(list.contains(told), "{list}");
}

#[test]
fn an_imported_trace_checks_like_the_file_itself() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("gpt-4o-airline.jsonl");
    vidimus().arg("import").arg(&corpus.airline).arg("-o").arg(&ledger).assert().code(0);
    let check = |path: &Path| {
        let check = vidimus().arg("check").arg(path).args(["--format", "json", "--registry"]);
        stdout_of(check.arg(corpus.answers.join("registry.json")), 1)
    };
    assert_eq!(check(&ledger), check(&corpus.airline));
}

/// A ledger of the same calls with the results of each tool dealt round by one: whatever depends on the arguments
/// breaks, and every seventh result loses or gains a field.
fn shuffled(ledger: &Ledger) -> String {
    let mut results: BTreeMap<ToolName, Vec<Json>> = BTreeMap::new();
    let calls: Vec<Call> = ledger.index.calls().iter().map(|entry| ledger.call(entry).unwrap()).collect();
    for call in calls.iter().filter(|call| call.result.is_some()) {
        results.entry(call.tool.clone()).or_default().push(call.result.clone().unwrap());
    }
    let mut out = String::from("{\"format\":\"vidimus.ledger/1\",\"study\":\"shuffled\"}\n");
    for (number, call) in calls.iter().filter(|call| call.result.is_some()).enumerate() {
        let of_tool = results.get_mut(&call.tool).unwrap();
        let last = of_tool.pop().unwrap();
        let mut result = last.as_result().into_owned();
        of_tool.insert(0, last);
        let task = ledger.index.episodes()[ledger.index.find(&call.episode).unwrap()].task_or_id();
        if let Json::Object(object) = &mut result {
            let names: Vec<String> = object.iter().map(|(name, _)| name.to_owned()).collect();
            match number % 7 {
                0 => drop(names.get(number / 7 % names.len().max(1)).and_then(|name| object.remove(name))),
                1 => object.insert("note", Json::from("new")),
                2 => object.insert("error", Json::from("it failed")),
                3 => {
                    for name in names {
                        let value = match object.get(&name) {
                            Some(Json::Number(_)) => Json::from(-1.0),
                            Some(Json::String(_)) => Json::from("another"),
                            _ => continue,
                        };
                        object.insert(&*name, value);
                    }
                }
                _ => {}
            }
        }
        let episode = format!("{}-shuffled", call.episode);
        if call.episode != calls[number.saturating_sub(1)].episode || number == 0 {
            let header = Object::new().with("kind", "episode").with("episode", &*episode).with("task", task.as_str());
            writeln!(out, "{}", Json::from(header)).unwrap();
        }
        let line = Object::new()
            .with("kind", "call")
            .with("episode", episode)
            .with("tool", call.tool.as_str())
            .with("arguments", call.arguments.clone())
            .with("result", result);
        writeln!(out, "{}", Json::from(line)).unwrap();
    }
    out
}

/// What the review shows of a rule before it is rejected or edited is what a check of the changed registry finds.
#[test]
fn previews_agree_with_a_check_of_the_changed_registry() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mine = || {
        let mut mine = vidimus();
        mine = mine.arg("mine").arg(&corpus.airline);
        mine
    };
    mine().arg("-o").arg(folder.path().join("registry.json")).assert().code(0);
    mine().args(["--folds", "5", "-o"]).arg(folder.path().join("folds")).assert().code(0);
    let open = |path: &Path| Ledger::open(FoundFile::look(path).unwrap(), &Unwatched).unwrap();
    let airline = open(&corpus.airline);
    let mixed = folder.path().join("shuffled.jsonl");
    std::fs::write(&mixed, shuffled(&airline)).unwrap();
    let ledgers = [airline, open(&mixed)];
    let whole = Against::registry(&folder.path().join("registry.json")).unwrap().deal(&ledgers);
    let folds = Against::crossfit(&folder.path().join("folds")).unwrap().deal(&ledgers);
    for chosen in [whole, folds] {
        let compared = agreement::compare(&ledgers, &chosen);
        let rules = chosen.against.registries().map(|named| named.registry.invariant_count()).max().unwrap();
        assert!(compared.previews >= rules && compared.with_change > rules / 2, "{compared:?}");
        assert!(compared.with_gain > 10 && compared.with_other > 10, "{compared:?}");
    }
}

/// Trial 0 of the airline file against trial 1, worked out by reading the trajectories: the task, its cell, the first
/// difference (step and kind) and where the two meet again (steps of both, and for how many calls).
type Worked = (&'static str, &'static str, Option<(u64, &'static str)>, Option<(u64, u64, u64)>);

const WORKED: [Worked; 12] = [
    // The user is looked up before the two searches or after them; then they book with other payments.
    ("0", "neither", Some((0, "order")), None),
    // Trial 0 calls nothing at all.
    ("1", "win", Some((0, "only_second")), None),
    // Both think, of other things, and then book other flights; trial 0 calculates before.
    ("6", "loss", Some((3, "arguments")), None),
    // The same two look-ups; then trial 1 hands over to a human, trial 0 ends.
    ("12", "both", Some((2, "only_second")), None),
    // Trial 1 looks up the user and two other reservations first, then both try the same change.
    ("15", "neither", Some((0, "only_second")), Some((0, 3, 2))),
    // Trial 1 tries two payment methods that are refused before the one that trial 0 takes at once.
    ("20", "both", Some((2, "only_second")), Some((2, 5, 1))),
    // Trial 1 cancels the first reservation, trial 0 does not; both look at the next one.
    ("26", "loss", Some((1, "only_second")), Some((1, 2, 1))),
    // Eight look-ups alike; trial 0 hands over, trial 1 cancels two reservations.
    ("30", "win", Some((8, "tool")), None),
    // Trial 0 thinks first; two look-ups alike; then the change comes before the other look-ups or after them.
    ("34", "both", Some((2, "only_first")), Some((3, 2, 2))),
    // One look-up.
    ("35", "both", None, None),
    // Trial 1 opens a reservation more before the one that both open.
    ("46", "win", Some((1, "only_second")), Some((1, 2, 1))),
    // The same two look-ups; then trial 0 thinks and sends a certificate, trial 1 ends.
    ("45", "loss", Some((2, "only_first")), None),
];

#[test]
fn airline_trials_are_paired_and_braided_as_worked_out_by_hand() {
    let Some(corpus) = corpus() else { return };
    let arms = ["--arm-field", "trial", "--arms", "0,1", "--format", "json"];
    let pairs = read(&stdout_of(vidimus().arg("pairs").arg(&corpus.airline).args(arms), 0)).unwrap().value;
    let count = |key: &str| pairs.get(key).and_then(Json::as_number).and_then(Number::as_u64).unwrap();
    let counts = ["both", "wins", "losses", "neither", "unknown", "other_arms"].map(count);
    // Rewards of the file, counted by another program.
    assert_eq!(counts, [12, 10, 9, 19, 0, 100]);
    assert_eq!(pairs.get("unmatched").unwrap().as_array().unwrap().len(), 0);
    assert_eq!(pairs.get("duplicates").unwrap().as_array().unwrap().len(), 0);
    let rows = pairs.get("pairs").unwrap().as_array().unwrap();
    assert_eq!(rows.len(), 50);
    for (task, cell, parting, meeting) in WORKED {
        let row = rows.iter().find(|row| row.get("task").and_then(Json::as_str) == Some(task)).unwrap();
        assert_eq!(row.get("cell").unwrap().as_str(), Some(cell), "task {task}");
        let found = row.get("step").unwrap().as_number().and_then(Number::as_u64);
        let kind = row.get("kind").unwrap().as_str().unwrap();
        assert_eq!(found.map(|step| (step, kind)), parting, "task {task}");
        assert!(parting.is_some() || kind == "same", "task {task}");
        let braid = vidimus().arg("braid").arg(&corpus.airline).arg(task).args(arms).output().unwrap();
        let braid = read_bytes(&braid.stdout).unwrap().value;
        let met = braid.get("meeting").unwrap();
        let number = |key: &str| met.get(key).and_then(Json::as_number).and_then(Number::as_u64);
        let met = number("first").zip(number("second")).zip(number("calls")).map(|((a, b), calls)| (a, b, calls));
        assert_eq!(met, meeting, "task {task}");
    }
}
