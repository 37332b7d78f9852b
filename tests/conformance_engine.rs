//! The engine against right answers that another implementation computed (`$VIDIMUS_CORPUS/conformance`).
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use vidimus::contract::{Checker, MineOptions, Observation, Prepared, folds_of, mine_prepared, mine_tool};
use vidimus::domain::ids::{TaskId, ToolName};
use vidimus::domain::invariant::Expected;
use vidimus::domain::json::{Json, Object, read};
use vidimus::domain::registry::ToolContract;
use vidimus::domain::violation::Violation;
use vidimus::statistics::{Rate, break_even, mcnemar, p_text, points_between, points_text, sign_flip};

/// What SPEC 4 fixes of a contract, and nothing else.
fn contract_json(contract: &ToolContract) -> Json {
    let invariants: Vec<Json> = contract
        .invariants
        .iter()
        .map(|invariant| {
            let mut object = Object::new()
                .with("id", invariant.id.as_str())
                .with("class", invariant.class.name())
                .with("path", invariant.path.to_string())
                .with("support", invariant.support);
            let texts = |texts: &[String]| Json::from(texts.to_vec());
            let expected = match &invariant.expected {
                Expected::Nothing => Json::Null,
                Expected::Fields(names) | Expected::Values(names) => texts(names),
                Expected::Types(types) => texts(&types.iter().map(ToString::to_string).collect::<Vec<_>>()),
                Expected::Argument(path) | Expected::Later(path) => Json::from(path.as_str()),
                Expected::Relation(relation) => Json::from(relation.y.to_string()),
            };
            object.insert("expected", expected);
            if let Expected::Relation(relation) = &invariant.expected {
                object.insert("a", relation.a);
                object.insert("b", relation.b);
                if let Some(when) = &relation.when {
                    let guard = Object::new().with("path", when.path.as_str()).with("in", texts(&when.values));
                    object.insert("when", guard);
                }
            }
            Json::from(object)
        })
        .collect();
    let maps: Vec<Json> = contract.maps.iter().map(|path| Json::from(path.as_str())).collect();
    Object::new()
        .with("calls", contract.calls)
        .with("set_aside", contract.set_aside)
        .with("samples", contract.samples)
        .with("maps", maps)
        .with("invariants", invariants)
        .into()
}

/// Says in a few lines how two contracts differ.
fn assert_same(name: &str, found: &Json, expected: &Json) {
    if found == expected {
        return;
    }
    let lines = |contract: &Json| -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (key, value) in contract.as_object().unwrap().iter() {
            match value.as_array() {
                Some(items) if key == "invariants" => lines.extend(items.iter().map(sorted_text)),
                _ => lines.push(format!("{key}: {value}")),
            }
        }
        lines
    };
    let (found, expected) = (lines(found), lines(expected));
    let extra = found.iter().filter(|line| !expected.contains(line)).map(|line| format!("\n  found    {line}"));
    let missing = expected.iter().filter(|line| !found.contains(line)).map(|line| format!("\n  expected {line}"));
    let lines: String = extra.chain(missing).collect();
    panic!("{name}: the contracts differ, or their order does:{lines}");
}

fn sorted_text(value: &Json) -> String {
    let members: BTreeMap<&str, String> =
        value.as_object().unwrap().iter().map(|(key, value)| (key, value.to_string())).collect();
    format!("{members:?}")
}

fn codes(violations: &[Violation]) -> Json {
    let rows = violations.iter().map(|one| Json::from(vec![one.code().to_owned(), one.path.clone()]));
    rows.collect::<Vec<_>>().into()
}

fn observations(calls: &[Json]) -> Vec<Observation<'_>> {
    calls
        .iter()
        .map(|call| {
            let [arguments, result] = call.as_array().unwrap() else { panic!("a call is [arguments, result]") };
            Observation { arguments, result }
        })
        .collect()
}

#[test]
fn the_small_cases_agree() {
    let Some(corpus) = common::corpus() else { return };
    let tool = ToolName::from("t");
    let text = common::text_of(&corpus.join("conformance/cases.jsonl"));
    let mut cases = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let case = read(line).unwrap().value;
        let (input, expect) = (case.get("input").unwrap(), case.get("expect").unwrap());
        let name = input.get("name").unwrap().as_str().unwrap();
        let calls = observations(input.get("calls").unwrap().as_array().unwrap());
        let contract = mine_tool(&tool, &calls, &MineOptions::default());
        assert_same(name, &contract_json(&contract), expect.get("tool").unwrap());
        let checker = Checker::new(&tool, &contract);
        let checks = observations(input.get("checks").unwrap().as_array().unwrap());
        let found: Vec<Json> = checks.iter().map(|call| codes(&checker.check(call.arguments, call.result))).collect();
        assert_eq!(Json::from(found), *expect.get("checks").unwrap(), "{name}: checks");
        cases += 1;
    }
    assert!(cases > 300, "only {cases} cases");
}

/// One call of a tau-bench episode.
struct Call {
    tool: ToolName,
    arguments: Json,
    result: Json,
}

/// The calls of each episode of a tau-bench file, paired by the id of the call; the task beside them.
fn episodes(path: &Path) -> Vec<(TaskId, Vec<Call>)> {
    let file = read(&common::text_of(path)).unwrap().value;
    let episodes = file.as_array().unwrap().iter();
    episodes
        .map(|episode| {
            let mut asked: HashMap<String, Json> = HashMap::new();
            let mut calls = Vec::new();
            for message in episode.get("traj").unwrap().as_array().unwrap() {
                for call in message.get("tool_calls").and_then(Json::as_array).unwrap_or_default() {
                    let id = call.get("id").unwrap().as_str().unwrap().to_owned();
                    asked.insert(id, call.get("function").unwrap().clone());
                }
                if message.get("role").and_then(Json::as_str) == Some("tool") {
                    let id = message.get("tool_call_id").unwrap().as_str().unwrap();
                    let function = asked.get(id);
                    let name = function.unwrap_or(message).get("name").unwrap().as_str().unwrap();
                    let arguments = function.and_then(|function| function.get("arguments")).cloned();
                    calls.push(Call {
                        tool: name.into(),
                        arguments: arguments.unwrap_or_default(),
                        result: message.get("content").unwrap().clone(),
                    });
                }
            }
            (TaskId::from(episode.get("task_id").unwrap().to_string()), calls)
        })
        .collect()
}

/// The contracts of all tools of some episodes.
fn mine<'e>(episodes: impl Iterator<Item = &'e Vec<Call>>) -> BTreeMap<ToolName, ToolContract> {
    let mut by_tool: BTreeMap<&ToolName, Vec<Prepared<'_>>> = BTreeMap::new();
    for call in episodes.flatten() {
        let observation = Observation { arguments: &call.arguments, result: &call.result };
        by_tool.entry(&call.tool).or_default().push(Prepared::new(observation));
    }
    let options = MineOptions::default();
    by_tool.into_iter().map(|(tool, calls)| (tool.clone(), mine_prepared(tool, &calls, &options))).collect()
}

fn assert_is_registry(contracts: &BTreeMap<ToolName, ToolContract>, path: &Path) {
    let expected = read(&common::text_of(path)).unwrap().value;
    let tools = expected.get("tools").unwrap().as_object().unwrap();
    let names: Vec<&str> = contracts.keys().map(ToolName::as_str).collect();
    let mut expected_names: Vec<&str> = tools.iter().map(|(name, _)| name).collect();
    expected_names.sort_unstable();
    assert_eq!(names, expected_names, "{}", path.display());
    for (tool, contract) in contracts {
        assert_same(tool.as_str(), &contract_json(contract), tools.get(tool.as_str()).unwrap());
    }
}

#[test]
fn the_airline_registry_its_folds_and_their_firings_agree() {
    let Some(corpus) = common::corpus() else { return };
    let answers = corpus.join("conformance/airline");
    let episodes = episodes(&corpus.join("data/taubench/gpt-4o-airline.json"));
    assert_eq!(episodes.len(), 200);
    let whole = mine(episodes.iter().map(|(_, calls)| calls));
    assert_is_registry(&whole, &answers.join("registry.json"));
    assert_eq!(whole.values().map(|tool| tool.invariants.len()).sum::<usize>(), 462);

    let tasks: BTreeSet<TaskId> = episodes.iter().map(|(task, _)| task.clone()).collect();
    let folds = folds_of(&tasks, 5);
    let checkers: Vec<BTreeMap<ToolName, Checker>> = (0..5)
        .map(|fold| {
            let kept = episodes.iter().filter(|(task, _)| folds.get(task) != Some(&fold));
            let contracts = mine(kept.map(|(_, calls)| calls));
            assert_is_registry(&contracts, &answers.join(format!("fold-{fold}.json")));
            contracts.iter().map(|(tool, contract)| (tool.clone(), Checker::new(tool, contract))).collect()
        })
        .collect();

    let mut firings: Vec<Json> = Vec::new();
    for (index, (task, calls)) in episodes.iter().enumerate() {
        let fold = folds.get(task).copied().unwrap();
        for (step, call) in calls.iter().enumerate() {
            let checker = checkers.get(fold).and_then(|checkers| checkers.get(&call.tool));
            let violations = checker.map(|checker| checker.check(&call.arguments, &call.result)).unwrap_or_default();
            if !violations.is_empty() {
                firings.push(
                    Object::new()
                        .with("index", index)
                        .with("task", task.as_str())
                        .with("fold", fold)
                        .with("step", step)
                        .with("tool", call.tool.as_str())
                        .with("violations", codes(&violations))
                        .into(),
                );
            }
        }
    }
    let expected = read(&common::text_of(&answers.join("firings.json"))).unwrap().value;
    let without_trial = |firing: &Json| {
        let mut firing = firing.as_object().unwrap().clone();
        firing.remove("trial");
        Json::from(firing)
    };
    let expected: Vec<Json> = expected.get("firings").unwrap().as_array().unwrap().iter().map(without_trial).collect();
    assert_eq!(firings.len(), 76);
    assert_eq!(firings, expected);
}

/// The paper's conservation law: what the items of an order cost is what was paid for it, unless the order was
/// cancelled, returned or exchanged since.
#[test]
fn the_retail_database_obeys_its_conservation_law() {
    let Some(corpus) = common::corpus() else { return };
    let file = read(&common::text_of(&corpus.join("data/schemas/taubench-retail-db-orders.json"))).unwrap().value;
    let none = Json::Null;
    let orders = file.as_object().unwrap().iter();
    let records: Vec<_> = orders.map(|(_, order)| Observation { arguments: &none, result: order }).collect();
    assert_eq!(records.len(), 1000);
    let contract = mine_tool(&ToolName::from("get_order_details"), &records, &MineOptions::default());
    let law = contract.invariants.iter().find(|one| one.path.to_string() == "sum(items[].price)").unwrap();
    let Expected::Relation(relation) = &law.expected else { panic!("{law:?}") };
    assert_eq!((relation.y.to_string(), relation.a, relation.b), ("sum(payment_history[].amount)".into(), 1.0, 0.0));
    let guard = relation.when.as_ref().unwrap();
    assert_eq!(
        (guard.path.as_str(), &guard.values[..]),
        ("status", &["delivered", "pending", "processed"].map(String::from)[..])
    );
}

/// The rows of one list of the published counts.
fn rows<'j>(file: &'j Json, name: &str) -> &'j [Json] {
    file.get(name).unwrap().as_array().unwrap()
}

fn number(value: &Json) -> f64 {
    value.to_string().parse().unwrap()
}

fn count(value: &Json) -> u64 {
    value.to_string().parse().unwrap()
}

fn rate(value: &Json) -> Rate {
    let [hits, of] = value.as_array().unwrap() else { panic!("{value} is no rate") };
    Rate { hits: count(hits), of: count(of) }
}

/// What the paper published; where it printed fewer decimals than the program does, `value` rounded to as many.
fn assert_published(text: &str, value: f64, published: &str) {
    let places = published.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let rounded = format!("{value:.places$}");
    let is_published = text == published || rounded == published || rounded.strip_prefix('0') == Some(published);
    assert!(is_published, "{text} and {rounded}, not {published}");
}

/// SPEC 9: the published counts.
#[test]
fn the_tests_on_pairs_are_those_of_the_paper() {
    let Some(corpus) = common::corpus() else { return };
    let file = read(&common::text_of(&corpus.join("conformance/statistics.json"))).unwrap().value;
    for row in rows(&file, "mcnemar") {
        let p = mcnemar(count(row.get("wins").unwrap()), count(row.get("losses").unwrap()));
        match row.get("p").unwrap() {
            Json::Null => assert_eq!(p, None, "{row}"),
            right => {
                assert_eq!(p, Some(number(right)), "{row}");
                let published = row.get("published").unwrap().as_str().unwrap();
                // The article rounds this one p to two digits, and .267 and .625 to three.
                if published != ".42" {
                    assert_eq!(p_text(number(right)), published);
                }
                assert_published(&p_text(number(right)), number(right), published);
            }
        }
    }
    for row in rows(&file, "sign_flip") {
        let differences: Vec<i64> = rows(row, "differences").iter().map(|d| d.to_string().parse().unwrap()).collect();
        let (p, right) = (sign_flip(&differences).unwrap(), number(row.get("p").unwrap()));
        assert!((p - right).abs() <= 1e-12 * right, "{differences:?}: {p}, not {right}");
    }
}

/// SPEC 9: the published shares and what is made of them.
#[test]
fn the_rates_and_effects_are_those_of_the_paper() {
    let Some(corpus) = common::corpus() else { return };
    let file = read(&common::text_of(&corpus.join("conformance/statistics.json"))).unwrap().value;
    for row in rows(&file, "rates") {
        let rate = Rate { hits: count(row.get("k").unwrap()), of: count(row.get("n").unwrap()) };
        match row.get("percent").unwrap().as_str() {
            Some(right) => assert_eq!(rate.percent(), format!("{right}%")),
            None => assert_eq!((rate.share(), rate.percent()), (None, "–".to_owned())),
        }
    }
    for row in rows(&file, "difference_points") {
        let points = points_between(rate(row.get("first").unwrap()), rate(row.get("second").unwrap())).unwrap();
        assert_eq!(points_text(points), format!("+{}", row.get("points").unwrap().as_str().unwrap()));
    }
    let models = file.get("models").unwrap();
    let of = count(models.get("pairs").unwrap());
    let completed = models.get("completed").unwrap().as_object().unwrap();
    let (mut first, mut second) = (Rate::default(), Rate::default());
    for (model, arms) in completed.iter().take(4) {
        let [before, after] = arms.as_array().unwrap() else { panic!("{model}: two arms") };
        first += Rate { hits: count(before), of };
        second += Rate { hits: count(after), of };
    }
    // Four models are the study of the paper; the fifth is its replication.
    assert_eq!((first.percent(), second.percent()), ("10.9%".to_owned(), "28.1%".to_owned()));
    let recovery = file.get("recovery").unwrap();
    let of = count(recovery.get("receipts").unwrap());
    let percents = recovery.get("percent").unwrap().as_object().unwrap();
    // Only percents are published: there is one whole number of receipts for each, and together they are all of them.
    let counts: Vec<Vec<u64>> = percents
        .iter()
        .map(|(_, right)| {
            let right = format!("{}%", right.as_str().unwrap());
            (0..=of).filter(|hits| Rate { hits: *hits, of }.percent() == right).collect()
        })
        .collect();
    assert!(counts.iter().all(|hits| hits.len() == 1), "{counts:?}");
    assert_eq!(counts.iter().flatten().sum::<u64>(), of);
    for row in rows(&file, "break_even") {
        let (fault, clean) = (number(row.get("fault_points").unwrap()), number(row.get("clean_points").unwrap()));
        let least = break_even(fault, clean).least().unwrap();
        assert_published(&least.to_string(), least, row.get("pi").unwrap().as_str().unwrap());
    }
}
