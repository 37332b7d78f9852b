//! `vidimus receipt`: the exact bytes that the agent sees.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod common;

use common::{stdout_of, vidimus};
use vidimus::domain::json::{Json, Object, read};

const SCHEMAS: [&str; 4] = ["v1", "v2", "generic", "stripped"];

/// Every schema the corpus speaks of, over all its calls in one go.
#[test]
fn the_corpus_comes_out_byte_for_byte() {
    let Some(corpus) = common::corpus() else { return };
    let folder = corpus.join("conformance");
    let cases: Vec<Json> =
        common::text_of(&folder.join("receipts.jsonl")).lines().map(|line| read(line).unwrap().value).collect();
    for schema in SCHEMAS {
        let of_schema = |case: &&Json| {
            let expect = case.get("expect").unwrap().as_object().unwrap();
            expect.is_empty() || expect.get(schema).is_some()
        };
        let cases: Vec<&Json> = cases.iter().filter(of_schema).collect();
        let line = |case: &&Json| {
            let members = ["tool", "arguments", "result"].map(|key| (key, case.get(key).unwrap().clone()));
            format!("{}\n", Json::from(members.into_iter().collect::<Object>()))
        };
        let input: String = cases.iter().map(line).collect();
        let expected: String = cases
            .iter()
            .map(|case| match case.get("expect").unwrap().get(schema) {
                Some(bytes) => format!("{}\n", bytes.as_str().unwrap()),
                None => format!("{}\n", case.get("result").unwrap()),
            })
            .collect();
        let mut tools = std::ffi::OsString::from("@");
        tools.push(folder.join("receipts-tools.json"));
        let run =
            vidimus().args(["receipt", "--schema", schema, "--registry"]).arg(folder.join("receipts-registry.json"));
        let run = run.arg("--recovery").arg(folder.join("receipts-recovery.json")).arg("--tools").arg(tools);
        assert_eq!(stdout_of(run.stdin(input), 0), expected, "{schema}");
        assert!(cases.len() > 4, "{schema}: {}", cases.len());
    }
}

#[test]
fn a_bad_line_is_told_and_the_others_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let registry = folder.path().join("registry.json");
    let text = r#"{"format":"vidimus.registry/1","source":{"kind":"traces"},"tools":{"t":{"calls":20,"set_aside":0,"samples":20,"maps":[],"invariants":[{"id":"0000000000000000","class":"positive","path":"n","support":20,"expected":null}]}}}"#;
    std::fs::write(&registry, text).unwrap();
    let input = "{\"tool\":\"t\",\"result\":{\"n\":1}}\nnonsense\n\n{\"result\":1}\n{\"tool\":\"t\"}\n{\"tool\":\"t\",\"result\":{\"n\":0}}";
    let run = vidimus()
        .args(["receipt", "--schema", "text", "--source", "its test", "--registry"])
        .arg(&registry)
        .stdin(input);
    let output = run.assert().code(2);
    let output = output.get_output();
    let seen = String::from_utf8_lossy(&output.stdout).into_owned();
    // SPEC 6, filled in by hand.
    let advisory = "[OUTCOME CONTRACT ADVISORY] The observed result from 't' is inconsistent with its test. Violation: nonpositive_value at 'n'; expected null, observed 0. This advisory is nonbinding. Treat the result as unreliable and verify or recover using the available documented tools and task context before relying on it. All actions remain available.";
    assert_eq!(seen, format!("{{\"n\":1}}\n{{\"n\":0}}\n\n{advisory}\n"));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("error: standard input, line 2: column "), "{told}");
    assert!(lines[1].starts_with("error: standard input, line 4: there is no \"tool\""), "{told}");
    assert!(lines[2].starts_with("error: standard input, line 5: there is no \"result\""), "{told}");
    assert_eq!(lines.len(), 3, "{told}");

    let ended =
        vidimus().args(["receipt", "-0", "--registry"]).arg(&registry).stdin("{\"tool\":\"x\",\"result\":\"a\\nb\"}\n");
    assert_eq!(stdout_of(ended, 0), "a\nb\0");
}

/// The filter answers a call before the next one comes: an agent waits for it.
#[test]
fn each_answer_comes_at_once() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let registry = folder.path().join("registry.json");
    std::fs::write(&registry, r#"{"format":"vidimus.registry/1","source":{"kind":"traces"},"tools":{}}"#).unwrap();
    let mut child = Command::new(snapbox::cmd::cargo_bin!("vidimus"))
        .args(["receipt", "--registry"])
        .arg(&registry)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for number in 0..3 {
        writeln!(input, "{{\"tool\":\"t\",\"result\":{number}}}").unwrap();
        input.flush().unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, format!("{number}\n"));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}
