//! The numbers of a study: made-up ledgers with the paper's published counts, a small one worked by hand, and the sample
//! study against what its generator knows.

use std::collections::BTreeMap;
use std::fmt::Write;

use vidimus::recovery::NextAction;
use vidimus::sample;

use super::*;

/// A ledger that is being made up.
#[derive(Default)]
struct Made {
    lines: String,
    episodes: usize,
}

impl Made {
    /// An episode without calls.
    fn run(&mut self, task: &str, model: &str, stratum: &str, arm: &str, completed: bool) {
        self.with_calls(task, model, stratum, arm, completed, &[]);
    }

    /// An episode with these calls, each the rest of its record.
    fn with_calls(&mut self, task: &str, model: &str, stratum: &str, arm: &str, completed: bool, calls: &[String]) {
        let id = self.episodes;
        self.episodes += 1;
        let head = format!(
            r#"{{"kind":"episode","episode":"e{id}","task":"{task}","model":"{model}","stratum":"{stratum}","arm":"{arm}","trial":0}}"#
        );
        writeln!(self.lines, "{head}").unwrap();
        for call in calls {
            writeln!(self.lines, r#"{{"kind":"call","episode":"e{id}",{call}}}"#).unwrap();
        }
        writeln!(self.lines, r#"{{"kind":"outcome","episode":"e{id}","completed":{completed}}}"#).unwrap();
    }

    fn pair(&mut self, task: &str, model: &str, stratum: &str, [first, second]: [bool; 2]) {
        self.run(task, model, stratum, "baseline", first);
        self.run(task, model, stratum, "advisory", second);
    }

    /// What `vidimus study` prints of it.
    fn study(&self, flags: &[&str]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("made.jsonl");
        fs::write(&file, format!("{{\"format\":\"vidimus.ledger/1\"}}\n{}", self.lines)).unwrap();
        stdout_of(vidimus().arg("study").arg(&file).args(["--resamples", "2000"]).args(flags), 0)
    }

    fn json(&self) -> Json {
        json(&self.study(&["--format", "json"]))
    }
}

fn published() -> Option<Json> {
    let corpus = common::corpus()?;
    Some(json(&common::text_of(&corpus.join("conformance/statistics.json"))))
}

fn list<'a>(file: &'a Json, key: &str) -> &'a [Json] {
    get(file, &[key]).as_array().unwrap()
}

fn number(value: &Json) -> f64 {
    value.as_number().unwrap_or_else(|| panic!("{value} is no number")).double()
}

fn count(value: &Json) -> u64 {
    value.as_number().and_then(vidimus::domain::json::Number::as_u64).unwrap_or_else(|| panic!("{value} is no count"))
}

/// The line of a model and a stratum in the JSON.
fn line<'a>(study: &'a Json, model: Option<&str>, stratum: Option<&str>) -> &'a Json {
    let is = |line: &Json, key: &str, wanted: Option<&str>| line.get(key).and_then(Json::as_str) == wanted;
    let lines = list(study, "paired");
    let found = lines.iter().find(|line| is(line, "model", model) && is(line, "stratum", stratum));
    found.unwrap_or_else(|| panic!("{model:?} {stratum:?}"))
}

/// The line of the text that begins with a name, as words.
fn words_of<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name).filter(|rest| rest.starts_with("  ")));
    rest.unwrap_or_else(|| panic!("{name} in {text}")).split_whitespace().collect()
}

/// Each published pair of counts is a model of its own, in one ledger.
#[test]
fn published_wins_and_losses_have_their_p_in_text_and_json() {
    let Some(file) = published() else { return };
    let mut made = Made::default();
    for (place, row) in list(&file, "mcnemar").iter().enumerate() {
        let (wins, losses) = (count(get(row, &["wins"])), count(get(row, &["losses"])));
        for task in 0..wins + losses {
            made.pair(&format!("t{task}"), &format!("case-{place:02}"), "s", [task >= wins, task < wins]);
        }
        made.pair("tie", &format!("case-{place:02}"), "s", [true, true]);
    }
    let (study, text) = (made.json(), made.study(&[]));
    for (place, row) in list(&file, "mcnemar").iter().enumerate() {
        let name = format!("case-{place:02}");
        let line = line(&study, Some(&name), None);
        assert_eq!((get(line, &["wins"]), get(line, &["losses"])), (get(row, &["wins"]), get(row, &["losses"])));
        let printed = *words_of(&text, &name).iter().rev().nth(1).unwrap();
        match get(row, &["published"]).as_str() {
            None => assert_eq!((get(line, &["mcnemar_p"]), printed), (&Json::Null, "–"), "{name}"),
            Some(published) => {
                assert!((number(get(line, &["mcnemar_p"])) - number(get(row, &["p"]))).abs() < 1e-14, "{name}");
                // The paper prints two digits of one of them.
                assert!(printed.starts_with(published), "{name}: {printed} and not {published}");
            }
        }
    }
}

/// 35 of 320 and 90 of 320 are the four models of the paper, 80 pairs each; `MiniMax` is a study of its own.
#[test]
fn published_completions_come_out() {
    let Some(file) = published() else { return };
    let pairs = count(get(&file, &["models", "pairs"]));
    let mut made = Made::default();
    let models = get(&file, &["models", "completed"]).as_object().unwrap();
    for (model, completed) in models.iter().filter(|(model, _)| *model != "MiniMax M3") {
        let [first, second] = [0, 1].map(|place| count(&completed.as_array().unwrap()[place]));
        for task in 0..pairs {
            made.pair(&format!("t{task}"), model, "s", [task < first, task < second]);
        }
    }
    let (study, text) = (made.json(), made.study(&[]));
    let whole = line(&study, None, None);
    assert_eq!(count(get(whole, &["pairs"])), 320);
    assert_eq!((count(get(whole, &["first_completed"])), count(get(whole, &["second_completed"]))), (35, 90));
    assert_eq!(get(whole, &["delta_points"]).to_string(), "17.1875");
    for told in ["35 of 320 (10.9%)", "90 of 320 (28.1%)", "+17.2 points", "320 pairs on 80 tasks of 4 models"] {
        assert!(text.contains(told), "{told} in {text}");
    }
    for (model, completed) in models.iter().filter(|(model, _)| *model != "MiniMax M3") {
        let line = line(&study, Some(model), None);
        let both = Json::from(vec![get(line, &["first_completed"]).clone(), get(line, &["second_completed"]).clone()]);
        assert_eq!(&both, completed, "{model}");
    }
}

/// A difference of a task is made by as many models as it takes.
#[test]
fn published_sign_flips_come_out() {
    let Some(file) = published() else { return };
    let mut made = Made::default();
    for (place, row) in list(&file, "sign_flip").iter().enumerate() {
        for (task, difference) in list(row, "differences").iter().enumerate() {
            let difference = difference.as_number().unwrap().as_i64().unwrap();
            for model in 0..4 {
                let is_moved = model < difference.abs();
                let outcome = [is_moved && difference < 0, is_moved && difference > 0];
                made.pair(&format!("c{place}-{task}"), &format!("m{model}"), &format!("case-{place}"), outcome);
            }
        }
    }
    let study = made.json();
    for (place, row) in list(&file, "sign_flip").iter().enumerate() {
        let p = number(get(line(&study, None, Some(&format!("case-{place}"))), &["sign_flip_p"]));
        assert!((p - number(get(row, &["p"]))).abs() < 1e-12, "{place}: {p}");
    }
}

fn receipt(listed: &[&str]) -> String {
    let listed = listed.iter().map(|tool| format!("\"{tool}\"")).collect::<Vec<_>>().join(",");
    let violations = r#"[{"code":"nonpositive_value","detail":"nominally positive field price is not positive"}]"#;
    let receipt =
        format!(r#"{{"status":"inconsistent","violations":{violations},"admissible_recovery_tools":[{listed}]}}"#);
    format!(r#""tool":"a","arguments":{{}},"result":{{"price":-1}},"receipt":{receipt}"#)
}

/// 484 receipts of which 443 leave a choice; the whole numbers are the only ones whose shares are as published.
#[test]
fn published_recovery_actions_and_choices_come_out() {
    let Some(file) = published() else { return };
    let mut made = Made::default();
    let next = [("listed", 235, Some("b")), ("other", 162, Some("z")), ("retry", 68, Some("a")), ("none", 19, None)];
    let mut place = 0;
    for (_, receipts, next) in next {
        for _ in 0..receipts {
            let listed: &[&str] = if place < 443 { &["b", "c"] } else { &["b"] };
            let mut calls = vec![receipt(listed)];
            calls.extend(next.map(|tool| format!(r#""tool":"{tool}","arguments":{{}},"result":1"#)));
            made.with_calls(&format!("t{place}"), "m", "s", "advisory", true, &calls);
            place += 1;
        }
    }
    let (study, text) = (made.json(), made.study(&[]));
    let recovery = get(&study, &["recovery"]);
    assert_eq!(get(recovery, &["receipts"]), get(&file, &["recovery", "receipts"]));
    for (action, receipts, _) in next {
        assert_eq!(count(get(recovery, &[action])), receipts, "{action}");
        let percent = get(&file, &["recovery", "percent", action]).as_str().unwrap();
        assert!(text.contains(&format!("{receipts} of 484 ({percent}%)")), "{action} {percent} in {text}");
    }
    assert_eq!(count(get(recovery, &["choice", "at_least_two"])), 443);
    assert!(text.contains("receipts that list two tools or more: 443 of 484 (91.5%)"), "{text}");
    // One arm alone: nothing is paired, and nothing is said to be 0 or 100 %.
    assert_eq!(list(&study, "paired"), []);
    assert_eq!(get(&study, &["prr"]), &Json::Null);
    assert!(text.contains("advisory: no episode counts as broken, so this is undefined (0 of 0)"), "{text}");
}

/// Recovery given a perturbation: 35 of 76 and 34 of 75.
#[test]
fn published_recovery_rates_come_out() {
    let Some(file) = published() else { return };
    let mut made = Made::default();
    let fault = [r#""tool":"a","result":1,"fault":{"type":"sign_flip"}"#.to_owned()];
    for (arm, completed, perturbed) in [("baseline", 35, 76), ("advisory", 34, 75)] {
        for task in 0..perturbed {
            made.with_calls(&format!("t{task}"), "m", "s", arm, task < completed, &fault);
        }
        made.run("clean", "m", "s", arm, true);
    }
    let (study, text) = (made.json(), made.study(&[]));
    let mut seen = 0;
    for row in list(&file, "rates") {
        let arm = match count(get(row, &["k"])) {
            35 if count(get(row, &["n"])) == 76 => "baseline",
            34 => "advisory",
            _ => continue,
        };
        let rate = get(&study, &["prr", "by_arm", arm]);
        assert_eq!((get(rate, &["hits"]), get(rate, &["of"])), (get(row, &["k"]), get(row, &["n"])));
        let percent = get(row, &["percent"]).as_str().unwrap();
        assert!(text.contains(&format!("{arm}: {} of {} ({percent}%)", get(row, &["k"]), get(row, &["n"]))), "{text}");
        seen += 1;
    }
    assert_eq!(seen, 2);
}

/// 11.25 points are 9 of 80 pairs, −5.26 are 1 of 19; 17.2 are 55 of 320.
#[test]
fn published_break_evens_come_out() {
    let Some(file) = published() else { return };
    for (row, (won, perturbed), (lost, clean), told) in [
        (0, (9, 80), (1, 19), "the net effect is not negative from π = 0.32"),
        (1, (55, 320), (0, 19), "the net effect is not negative for every π"),
    ] {
        let mut made = Made::default();
        let fault = [r#""tool":"a","result":1,"fault":{"type":"sign_flip"}"#.to_owned()];
        for task in 0..perturbed {
            made.with_calls(&format!("p{task}"), "m", "s", "baseline", false, &fault);
            made.with_calls(&format!("p{task}"), "m", "s", "advisory", task < won, &fault);
        }
        for task in 0..clean {
            made.pair(&format!("c{task}"), "m", "s", [true, task >= lost]);
        }
        let row = &list(&file, "break_even")[row];
        let pi = number(get(&made.json(), &["break_even", "pi"]));
        let wanted: f64 = get(row, &["pi"]).as_str().unwrap().parse().unwrap();
        assert!((pi - wanted).abs() < 0.005, "{pi} and not {wanted}");
        let text = made.study(&[]);
        assert!(text.contains(told), "{told} in {text}");
    }
}

/// Without labels the strata can say what is clean; the net effect is told at any prevalence.
#[test]
fn strata_can_stand_for_labels() {
    let mut made = Made::default();
    for task in 0..4 {
        made.pair(&format!("p{task}"), "m", "C1/P2", [false, task < 2]);
        made.pair(&format!("c{task}"), "m", "C1/P0", [true, task >= 1]);
    }
    let none = json(&made.study(&["--format", "json"]));
    assert_eq!(get(&none, &["break_even", "pi"]), &Json::Null, "without labels nothing is perturbed");
    let told = json(&made.study(&["--format", "json", "--clean", "stratum:*P0", "--prevalence", "0.2"]));
    // +50 and −25 points: 25 / 75; at a fifth 0.2 · 50 − 0.8 · 25.
    assert!((number(get(&told, &["break_even", "pi"])) - 1.0 / 3.0).abs() < 1e-12);
    assert!((number(get(&told, &["break_even", "net", "points"])) + 10.0).abs() < 1e-12);
    assert_eq!(count(get(&told, &["prr", "by_arm", "advisory", "hits"])), 2);
}

#[test]
fn one_more_loss_is_told_on_demand() {
    let mut made = Made::default();
    for task in 0..12 {
        made.pair(&format!("t{task:02}"), "m", "s", [task >= 10, task < 10]);
    }
    assert!(!made.study(&[]).contains("one more loss"));
    let text = made.study(&["--sensitivity"]);
    assert!(text.contains("one more loss would move p from .039 to .092"), "{text}");
}

#[test]
fn the_seed_is_recorded_and_repeats_the_numbers() {
    let mut made = Made::default();
    for task in 0..20 {
        made.pair(&format!("t{task:02}"), "m", "s", [task % 5 == 0, task % 3 == 0]);
    }
    let of = |seed: &str| made.study(&["--format", "json", "--seed", seed]);
    assert_eq!(of("7"), of("7"));
    let study = json(&of("7"));
    let bootstrap = get(line(&study, None, None), &["bootstrap"]);
    assert_eq!((count(get(bootstrap, &["seed"])), count(get(bootstrap, &["resamples"]))), (7, 2000));
}

#[test]
fn swapping_the_arms_swaps_wins_and_losses() {
    let mut made = Made::default();
    for task in 0..9 {
        made.pair(&format!("t{task}"), "m", "s", [task < 2, task > 3]);
    }
    let [one, other] =
        ["baseline,advisory", "advisory,baseline"].map(|arms| json(&made.study(&["--format", "json", "--arms", arms])));
    let [one, other] = [&one, &other].map(|study| line(study, None, None));
    assert_eq!((count(get(one, &["wins"])), count(get(one, &["losses"]))), (5, 2));
    assert_eq!((count(get(other, &["wins"])), count(get(other, &["losses"]))), (2, 5));
    assert_eq!(
        get(one, &["delta_points"]).to_string(),
        format!("-{}", get(other, &["delta_points"])).replace("--", "")
    );
    assert_eq!(get(one, &["mcnemar_p"]), get(other, &["mcnemar_p"]));
    let ends = |line: &Json| ["low", "high"].map(|end| number(get(line, &["bootstrap", end])));
    let ([low, high], [other_low, other_high]) = (ends(one), ends(other));
    assert_eq!((low, high), (-other_high, -other_low));
}

#[test]
fn different_studies_are_pooled_on_demand_only() {
    let study = Study::new();
    let [one, two] = ["one", "two"].map(|name| {
        let path = study.at(&format!("{name}.jsonl"));
        let mut made = Made::default();
        made.pair("t", "m", "s", [false, true]);
        fs::write(&path, format!("{{\"format\":\"vidimus.ledger/1\",\"study\":\"{name}\"}}\n{}", made.lines)).unwrap();
        path
    });
    let said = stderr_of(vidimus().arg("study").args([&one, &two]), 2);
    assert!(said.contains("study one (2 episodes); study two (2 episodes)") && said.contains("--pool"), "{said}");
    stdout_of(vidimus().arg("study").args([&one, &two]).arg("--pool"), 0);
}

#[test]
fn wrong_arms_and_fields_are_told_with_those_that_there_are() {
    let study = Study::new();
    let said = |flags: &[&str]| stderr_of(vidimus().arg("study").arg(study.at("clean.jsonl")).args(flags), 2);
    assert!(said(&["--arms", "baseline,nope"]).contains("baseline (4)"));
    assert!(said(&["--arms", "baseline"]).contains("two different arms"));
    assert!(said(&["--arm-field", "colour"]).contains("no episode has a field \"colour\""));
    assert!(said(&["--filter", "arm:nope"]).contains(" episodes passes the filter; `vidimus episodes`"));
    assert!(said(&["--arm-field", "task"]).contains("the arms of a study cannot be its tasks"));
}

/// 2 wins and 1 loss: p = 2 · (1 + 3) / 2^3. The episode of the third arm is in no number.
#[test]
fn what_may_be_noise_is_no_finding_and_other_arms_are_told() {
    let mut made = Made::default();
    for (task, completed) in [("a", [false, true]), ("b", [false, true]), ("c", [true, false])] {
        made.pair(task, "m", "s", completed);
    }
    made.run("a", "m", "s", "third", true);
    let text = made.study(&[]);
    assert!(text.contains("advisory against baseline: no difference beyond noise (+33.3 points, p = 1"), "{text}");
    assert!(!text.contains("completes more"), "{text}");
    // Without a fault label nobody knows that nothing was broken.
    assert!(text.contains("All pairs count as clean, as no fault label or filter says otherwise"), "{text}");
    assert!(text.contains("1 episode is in other arms (third)"), "{text}");
    assert_eq!(count(get(&made.json(), &["other_arms", "third"])), 1);
}

/// What lies in the folder judges as it does when it is named, and as on screen.
#[test]
fn folds_among_the_files_judge_as_if_they_were_named() {
    let mut files = sample::Files::default();
    let Ok(_) = sample::generate(40, 5, &mut files);
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files.into_files() {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let replayed = |more: &[&std::ffi::OsStr]| {
        let command = vidimus().arg("study").args(["--format", "json", "--resamples", "100"]).args(more);
        get(&json(&stdout_of(command, 0)), &["replayed"]).to_string()
    };
    let (ledger, folds) = (folder.path().join("study.jsonl"), folder.path().join("registries"));
    // Every call is judged, or it is said why not.
    let text = stdout_of(vidimus().args(["study", "--resamples", "100"]).arg(folder.path()), 0);
    let whole =
        json(&stdout_of(vidimus().args(["study", "--resamples", "100", "--format", "json"]).arg(folder.path()), 0));
    let left = get(&whole, &["replayed", "not_judged", "no_contract", "calls"]);
    let all = count(get(&whole, &["firing", "calls"]));
    assert_eq!(count(get(&whole, &["replayed", "calls"])) + count(left), all);
    let said = format!(
        "{} of {all} calls not judged, as the registry that judges the episode has no contract for the tool: ",
        count(left)
    );
    assert!(count(left) > 0 && text.contains(&said), "{said}\n{text}");
    let named = replayed(&[ledger.as_os_str(), "--crossfit".as_ref(), folds.as_os_str()]);
    assert!(named.contains("fold-4.json"), "{named}");
    assert_eq!(replayed(&[folder.path().as_os_str()]), named);
    assert_eq!(replayed(&[ledger.as_os_str()]), "null");
}

/// What the generator counted while it played.
#[test]
fn the_sample_study_is_counted_as_it_was_played() {
    let mut files = sample::Files::default();
    let Ok(truth) = sample::generate(40, 5, &mut files);
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("study.jsonl");
    fs::write(&ledger, &files.into_files()["study.jsonl"]).unwrap();
    let command = vidimus().arg("study").arg(&ledger).args(["--format", "json", "--resamples", "500"]);
    let study = json(&stdout_of(command, 0));
    let recovery = get(&study, &["recovery"]);
    assert_eq!(count(get(recovery, &["receipts"])), truth.receipts);
    assert_eq!(count(get(recovery, &["choice", "at_least_two"])), truth.receipts_with_choice);
    for (action, receipts) in NextAction::ALL.iter().zip(truth.next_actions) {
        assert_eq!(count(get(recovery, &[action.name()])), receipts, "{action:?}");
    }
    assert_eq!(count(get(&study, &["firing", "calls"])), truth.calls);
    assert_eq!(count(get(&study, &["firing", "fired"])), truth.receipts);
    let mut by_model: BTreeMap<(Option<&str>, Option<&str>), [u64; 3]> = BTreeMap::new();
    for pair in &truth.pairs {
        let (model, stratum) = (Some(pair.model.as_str()), Some(pair.stratum.as_str()));
        for key in [(None, None), (model, None), (None, stratum), (model, stratum)] {
            let counts = by_model.entry(key).or_default();
            for (count, is_one) in counts.iter_mut().zip([true, pair.is_win(), pair.is_loss()]) {
                *count += u64::from(is_one);
            }
        }
    }
    assert_eq!(list(&study, "paired").len(), by_model.len());
    for ((model, stratum), counts) in by_model {
        let line = line(&study, model, stratum);
        assert_eq!(["pairs", "wins", "losses"].map(|key| count(get(line, &[key]))), counts, "{model:?} {stratum:?}");
    }
    let struck = truth.pairs.iter().filter(|pair| pair.fault.is_some());
    let baseline = get(&study, &["prr", "by_arm", "baseline"]);
    assert_eq!(count(get(baseline, &["of"])), struck.clone().count() as u64);
    assert_eq!(count(get(baseline, &["hits"])), struck.filter(|pair| pair.completed[0]).count() as u64);
    // Without a judge an arm that nobody watched shows explicit errors alone; of all others it says why not.
    let of = |kind: &str| {
        let Json::Object(kinds) = get(baseline, &[kind]) else { panic!("{kind}") };
        kinds.iter().map(|(_, rate)| count(get(rate, &["of"]))).sum::<u64>()
    };
    assert_eq!(of("by_family") + of("nothing_seen"), count(get(baseline, &["of"])));
    assert!(get(baseline, &["nothing_seen"]).get("no_receipt_or_error").is_some());
}
