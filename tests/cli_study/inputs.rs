//! What comes in: through pipes, with a mark before it, with bad lines in it, from several studies.

use std::fs;
use std::path::Path;

use super::{Study, clean, json, stderr_of, stdout_of, vidimus};
use vidimus::domain::json::Json;

/// A named pipe with that in it, for one reader.
#[cfg(unix)]
fn pipe(path: &Path, text: &str) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    let (path, text) = (path.to_owned(), text.to_owned());
    std::thread::spawn(move || fs::write(path, text));
}

/// Nothing is lost of what can be read only once, and what is mined from it is the same under every name.
#[cfg(unix)]
#[test]
fn what_comes_through_a_pipe_is_read_like_a_file() {
    let study = Study::new();
    let named = |name: &str| stdout_of(vidimus().args(["mine", name]).stdin(clean()), 0);
    let mined = named("-");
    assert!(mined.contains("stable_type") && mined.contains("\"stdin\""), "{mined}");
    for name in ["/dev/stdin", "/dev/fd/0"].into_iter().filter(|name| Path::new(name).exists()) {
        assert_eq!(named(name).replace("\"pipe\"", "\"stdin\""), mined, "{name}");
    }
    let counted = |name: &str, lines: &str| {
        let path = study.at(name);
        pipe(&path, lines);
        stderr_of(vidimus().arg("import").arg(&path).arg("-o").arg(study.at("out.jsonl")), 0)
    };
    assert!(counted("one", &clean()).contains("7 episodes, 19 records"));
    // A registry, too, whatever reads it.
    let registry = fs::read_to_string(study.at("registry.json")).unwrap();
    let check = |ledger: &str, registry: &str| {
        let run = vidimus().arg("check").arg(study.at(ledger)).arg("--registry").arg(study.at(registry));
        json(&stdout_of(run.args(["--format", "json"]), 1))
    };
    pipe(&study.at("two"), &fs::read_to_string(study.at("broken.jsonl")).unwrap());
    pipe(&study.at("three"), &registry);
    let (piped, plain) = (check("two", "three"), check("broken.jsonl", "registry.json"));
    assert_eq!(piped.get("by_code"), plain.get("by_code"));
    assert_eq!(piped.get("calls"), Some(&Json::from(4_u64)));
    pipe(&study.at("four"), &registry);
    stdout_of(vidimus().arg("diff").arg(study.at("four")).arg(study.at("registry.json")), 0);
    let review = |name: &str, with_folds: bool| {
        let run = vidimus().arg("review").arg(study.at(name)).arg("--calls").arg(study.at("clean.jsonl"));
        let run = if with_folds { run.arg("--folds").arg(study.at("folds")) } else { run };
        let text = stdout_of(run.args(["--format", "csv"]), 1);
        assert!(text.lines().count() > 1, "{text}");
        text
    };
    let mine = vidimus().arg("mine").arg(study.at("clean.jsonl")).args(["--folds", "2", "-o"]).arg(study.at("folds"));
    stdout_of(mine, 0);
    for (name, with_folds) in [("six", false), ("seven", true)] {
        pipe(&study.at(name), &registry);
        assert_eq!(review(name, with_folds), review("registry.json", with_folds));
    }
    // What is empty is told, and is no empty answer.
    pipe(&study.at("five"), "");
    let told = stderr_of(vidimus().arg("mine").arg(study.at("five")), 2);
    assert!(told.contains("five: this is an empty file"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_device_without_an_end_is_refused() {
    for command in [&["mine", "/dev/zero"][..], &["check", "/dev/zero", "--registry", "/dev/zero"]] {
        let told = stderr_of(vidimus().args(command), 2);
        assert!(told.contains("/dev/zero: this is a device, which has no end"), "{told}");
    }
}

#[test]
fn a_byte_order_mark_is_passed_over_everywhere() {
    let study = Study::new();
    let mark = |name: &str, text: &str| fs::write(study.at(name), format!("\u{feff}{text}")).unwrap();
    for name in ["registry.json", "recovery.json", "clean.jsonl"] {
        let text = fs::read_to_string(study.at(name)).unwrap();
        mark(name, &text);
    }
    mark("db.json", r#"{"a":{"price":1},"b":{"price":2}}"#);
    let records = vidimus().args(["mine", "--tool", "t", "--records"]).arg(study.at("db.json"));
    assert!(stdout_of(records, 0).contains("\"samples\": 2"));
    let notes = stderr_of(
        vidimus().arg("check").arg(study.at("clean.jsonl")).arg("--registry").arg(study.at("registry.json")),
        1,
    );
    assert!(!notes.contains("skipped"), "{notes}");
    let line = "{\"tool\":\"quote\",\"arguments\":{\"symbol\":\"A\"},\"result\":{\"symbol\":\"A\",\"price\":1}}\n";
    let run = vidimus().args(["receipt", "--tools", "quote,quote_b", "--registry"]).arg(study.at("registry.json"));
    let run = run.arg("--recovery").arg(study.at("recovery.json")).stdin(format!("\u{feff}{line}{line}"));
    assert_eq!(stdout_of(run, 0), "{\"symbol\":\"A\",\"price\":1}\n".repeat(2));
}

/// SPEC 8: each line that is no record is shown with its number, however many there are.
#[test]
fn every_bad_line_is_told_by_its_number() {
    let study = Study::new();
    let bad = |count: usize| "{\"kind\":\n".repeat(count);
    let text = clean();
    let (head, rest) = text.split_at(text.find("{\"kind\":\"outcome\"").unwrap());
    let first = head.lines().count() + 1;
    let told = |between: usize| {
        fs::write(study.at("odd.jsonl"), format!("{head}{}{rest}", bad(between))).unwrap();
        stderr_of(vidimus().arg("mine").arg(study.at("odd.jsonl")).args(["-o"]).arg(study.at("odd.json")), 0)
    };
    let five = told(5);
    assert!(five.contains(&format!("line {}, column", first + 4)) && !five.contains("further"), "{five}");
    let six = format!("a further line is no record and was skipped: line {}", first + 5);
    assert!(told(6).contains(&six), "{six}");
    let nine = format!("4 further lines are no record and were skipped: lines {} to {}", first + 5, first + 8);
    assert!(told(9).contains(&nine), "{nine}");
    let many = told(1003);
    let end = format!("lines {} to {}, and 3 after line {}", first + 5, first + 999, first + 999);
    assert!(many.contains("998 further lines") && many.contains(&end), "{many}");
}

/// A ledger names one study, and runs of different ones do not pair: neither is lost by an import.
#[test]
fn an_import_keeps_the_study() {
    let study = Study::new();
    let ledger = |name: &str, header: &str| {
        let path = study.at(name);
        let records = format!("{{\"kind\":\"call\",\"episode\":\"{name}\",\"tool\":\"t\",\"result\":1}}\n");
        fs::write(&path, format!("{{\"format\":\"vidimus.ledger/1\"{header}}}\n{records}")).unwrap();
        path
    };
    let one = ledger("one.jsonl", r#","study":"one","site":{"city":"Rome"},"made_by":"hand""#);
    let also = ledger("also.jsonl", r#","study":"one""#);
    let two = ledger("two.jsonl", r#","study":"two""#);
    let none = ledger("none.jsonl", "");
    let header = |text: &str| text.lines().next().unwrap().to_owned();
    assert_eq!(
        header(&stdout_of(vidimus().arg("import").arg(&one), 0)),
        r#"{"format":"vidimus.ledger/1","study":"one","site":{"city":"Rome"},"made_by":"vidimus import"}"#
    );
    let both = stdout_of(vidimus().arg("import").args([&one, &also]), 0);
    assert_eq!(header(&both), r#"{"format":"vidimus.ledger/1","study":"one","made_by":"vidimus import"}"#);
    let told = stderr_of(vidimus().arg("import").args([&one, &none]).arg("-o").arg(study.at("out.jsonl")), 0);
    assert!(
        told.contains("none.jsonl: it names no study; in the new ledger its episodes count as of \"one\""),
        "{told}"
    );
    assert!(told.contains("one.jsonl: \"site\" of its header was not taken over"), "{told}");
    fs::remove_file(study.at("out.jsonl")).unwrap();
    let told = stderr_of(vidimus().arg("import").args([&one, &two]).arg("-o").arg(study.at("out.jsonl")), 2);
    assert!(told.contains("one.jsonl is of the study \"one\" and ") && told.contains("of \"two\""), "{told}");
    assert!(!study.at("out.jsonl").exists());
}
