//! What an output may replace, and what is said when it cannot be written.

use std::fs;
use std::path::Path;

use super::common::{stderr_of, stdout_of, vidimus};
use super::{Study, get, json};

fn fails(at: &Path, args: &[&str]) -> String {
    stderr_of(vidimus().current_dir(at).args(args), 2)
}

fn told(at: &Path, args: &[&str]) -> String {
    stderr_of(vidimus().current_dir(at).args(args), 0)
}

/// Every command that writes a file, with the name of that file last.
const WRITERS: [&[&str]; 6] = [
    &["mine", "clean.jsonl", "-o"],
    &["import", "clean.jsonl", "-o"],
    &["audit", "clean.jsonl", "--registry", "registry.json", "--write-faults"],
    &["recovery", "--tools", "subs.json", "-o"],
    &["freeze", "registry.json", "--by", "Ada", "--undecided", "accept", "-o"],
    &["freeze", "registry.json", "--by", "Ada", "--undecided", "accept", "--force", "-o"],
];

#[test]
fn nobodys_work_is_written_over() {
    let study = Study::new();
    let at = study.folder.path();
    fs::write(at.join("subs.json"), r#"{"quote":["quote_b"]}"#).unwrap();
    told(at, &["freeze", "registry.json", "--by", "Ada", "--undecided", "accept", "-o", "sealed.json"]);
    fs::write(at.join("notes.md"), "# Notes\n").unwrap();
    fs::write(at.join("trace.json"), r#"[{"task_id":1,"reward":1,"traj":[]}]"#).unwrap();
    fs::write(at.join("kept.review.jsonl"), "").unwrap();
    fs::write(at.join("kept.jsonl"), "{\"format\":\"vidimus.review/1\"}\n").unwrap();
    let there = [
        "broken.jsonl",
        "clean.jsonl",
        "registry.json",
        "subs.json",
        "sealed.json",
        "notes.md",
        "trace.json",
        "kept.review.jsonl",
        "kept.jsonl",
    ];
    for writer in WRITERS {
        for name in there {
            let may = match writer[0] {
                "mine" => name == "registry.json",
                "freeze" => name == "sealed.json" && writer.contains(&"--force"),
                _ => false,
            };
            let before = fs::read(at.join(name)).unwrap();
            if !may {
                let said = fails(at, &[writer, &[name]].concat());
                assert!(said.contains(&format!("{name}: ")) && said.contains("is not written over"), "{said}");
                assert!(said.contains("name another file"), "{said}");
                assert_eq!(fs::read(at.join(name)).unwrap(), before, "{writer:?} {name}");
            }
        }
        // The same by another way to it, and nothing is left beside what is there.
        let round = at.join("round");
        fs::create_dir_all(&round).unwrap();
        assert!(fails(at, &[writer, &["round/../clean.jsonl"]].concat()).contains("is not written over"));
    }
    assert!(fs::read_dir(at).unwrap().all(|it| !it.unwrap().file_name().to_string_lossy().starts_with(".vidimus-")));
}

#[test]
fn what_a_command_wrote_it_may_write_again() {
    let study = Study::new();
    let at = study.folder.path();
    fs::write(at.join("subs.json"), r#"{"quote":["quote_b"]}"#).unwrap();
    for (place, writer) in WRITERS.iter().enumerate().filter(|(place, _)| *place != 4) {
        let name = format!("out-{place}");
        told(at, &[*writer, &[&*name]].concat());
        let before = fs::read(at.join(&name)).unwrap();
        assert!(!before.is_empty());
        told(at, &[*writer, &[&*name]].concat());
        assert_eq!(fs::read(at.join(&name)).unwrap(), before, "{writer:?}");
    }
    // A ledger says which command made it, and no other command takes that for its own.
    let header = |name: &str| json(fs::read_to_string(at.join(name)).unwrap().lines().next().unwrap());
    assert_eq!(get(&header("out-1"), &["made_by"]).as_str(), Some("vidimus import"));
    assert_eq!(get(&header("out-2"), &["made_by"]).as_str(), Some("vidimus audit"));
    assert!(fails(at, &[WRITERS[1], &["out-2"]].concat()).contains("a ledger that this command did not write"));
    assert!(fails(at, &[WRITERS[2], &["out-1"]].concat()).contains("a ledger that this command did not write"));
}

#[test]
fn a_sample_fills_a_folder_of_its_own() {
    let study = Study::new();
    let at = study.folder.path();
    let sample = ["sample", "-o", "made", "--tasks", "6"];
    fs::create_dir(at.join("made")).unwrap();
    fs::write(at.join("made/README.md"), "mine\n").unwrap();
    assert!(fails(at, &sample).contains("README.md: text that is neither JSON nor JSON Lines is there"));
    assert_eq!(fs::read_dir(at.join("made")).unwrap().count(), 1, "nothing was begun");
    fs::remove_file(at.join("made/README.md")).unwrap();
    told(at, &sample);
    told(at, &sample);
    told(at, &["freeze", "made/registries/whole.json", "--by", "A", "--undecided", "accept", "-o", "whole.json"]);
    fs::copy(at.join("whole.json"), at.join("made/registries/whole.json")).unwrap();
    assert!(fails(at, &sample).contains("whole.json: a frozen registry (seal "));
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_and_stays_one() {
    use std::os::unix::fs::FileTypeExt;
    let study = Study::new();
    let at = study.folder.path();
    fs::write(at.join("subs.json"), r#"{"quote":["quote_b"]}"#).unwrap();
    for writer in WRITERS {
        let said = fails(at, &[writer, &["/dev/full"]].concat());
        assert!(said.contains("/dev/full: cannot be written: there is no space left; make some first"), "{said}");
        assert!(!said.contains("os error") && !said.contains(".tmp"), "{said}");
        assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
        told(at, &[writer, &["/dev/null"]].concat());
    }
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

/// A file may not grow here: what was begun is taken away again, and what was there stays.
#[cfg(unix)]
#[test]
fn a_write_that_fails_names_the_file_that_was_named() {
    let study = Study::new();
    let at = study.folder.path();
    fs::write(at.join("subs.json"), r#"{"quote":["quote_b"]}"#).unwrap();
    for writer in WRITERS {
        let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
        let output = std::process::Command::new("sh")
            .args(["-c", limited])
            .arg(snapbox::cmd::cargo_bin!("vidimus"))
            .args(writer)
            .arg("out")
            .current_dir(at)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("out: cannot be written: a file may not grow so large here"), "{said}");
        assert!(!said.contains("os error") && !said.contains(".tmp"), "{said}");
        assert!(!at.join("out").exists());
    }
    assert!(fs::read_dir(at).unwrap().all(|it| !it.unwrap().file_name().to_string_lossy().starts_with(".vidimus-")));
    let nowhere = fails(at, &["mine", "clean.jsonl", "-o", "registry.json/x"]);
    assert!(nowhere.contains("registry.json/x: cannot be written: registry.json is a file and no folder"), "{nowhere}");
}

/// No file can be made below `/sys`, not even by the administrator; in a folder without its write bit by nobody else.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_file_is_named_as_such() {
    use std::os::unix::fs::PermissionsExt;
    let study = Study::new();
    let at = study.folder.path();
    let shut = at.join("shut");
    fs::create_dir(&shut).unwrap();
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o555)).unwrap();
    let shut = if fs::write(shut.join("x"), "").is_ok() { "/sys".to_owned() } else { "shut".to_owned() };
    let said = fails(at, &["mine", "clean.jsonl", "-o", &format!("{shut}/r.json")]);
    assert!(said.contains(&format!("{shut}/r.json: cannot be written: ")), "{said}");
    assert!(said.contains("in the folder") || said.contains("the disk is read-only"), "{said}");
    assert!(!said.contains("os error") && !said.contains(".tmp"), "{said}");
}

/// Nobody reads the pipe, from the first byte on: the exit code is the one of a run that somebody reads.
#[cfg(unix)]
#[test]
fn a_reader_that_leaves_changes_no_exit_code() {
    let study = Study::new();
    let at = study.folder.path();
    told(at, &["freeze", "registry.json", "--by", "Ada", "--undecided", "accept", "-o", "sealed.json"]);
    let sealed = fs::read_to_string(at.join("sealed.json")).unwrap();
    fs::write(at.join("bad.json"), sealed.replacen("\"support\":6", "\"support\":7", 1)).unwrap();
    fs::write(at.join("other.json"), r#"{"format":"vidimus.registry/1","tools":{}}"#).unwrap();
    let cases: [(&[&str], i32); 13] = [
        (&["review", "registry.json"], 1),
        (&["audit", "clean.jsonl", "--registry", "registry.json"], 0),
        (&["audit", "clean.jsonl", "--registry", "registry.json", "--format", "json"], 0),
        (&["check", "broken.jsonl", "--registry", "registry.json"], 1),
        (&["diff", "registry.json", "other.json"], 1),
        (&["verify", "bad.json"], 1),
        (&["verify", "sealed.json", "--manifest"], 0),
        (&["episodes", "clean.jsonl"], 0),
        (&["episodes", "clean.jsonl", "gone.jsonl"], 2),
        (&["import", "clean.jsonl"], 0),
        (&["mine", "clean.jsonl"], 0),
        (&["keys"], 0),
        (&["man"], 0),
    ];
    for (words, code) in cases {
        let run = |stdout: std::process::Stdio| {
            let mut command = std::process::Command::new(snapbox::cmd::cargo_bin!("vidimus"));
            command.args(words).current_dir(at).env("HOME", "/nonexistent").env("XDG_CONFIG_HOME", "/nonexistent");
            let output = command.stdout(stdout).output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let (closed, said) = run(writer.into());
        let (read, told) = run(std::process::Stdio::null());
        assert_eq!((closed, read), (Some(code), Some(code)), "{words:?}\n{said}");
        if words[0] != "import" {
            assert_eq!(said, told, "{words:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_told_in_words() {
    let study = Study::new();
    for words in [&["mine", "clean.jsonl"][..], &["import", "clean.jsonl"], &["episodes", "clean.jsonl"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(snapbox::cmd::cargo_bin!("vidimus"));
        let output = command.args(words).current_dir(study.folder.path()).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("standard output cannot be written: there is no space left; make some first"), "{said}");
    }
}

/// Folds of a larger set would be mixed with the new ones, and whatever reads the folder would refuse it.
#[test]
fn folds_of_a_larger_set_make_room() {
    let study = Study::new();
    let at = study.folder.path();
    let mine = |count: &str| {
        vidimus().current_dir(at).args(["mine", "clean.jsonl", "--folds", count, "-o", "folds"]).output().unwrap()
    };
    let told = |out: &std::process::Output| String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(mine("5").status.success());
    fs::write(at.join("folds/notes.txt"), "mine").unwrap();
    let fewer = mine("3");
    assert!(told(&fewer).contains("removed, as they were of a larger set of folds: fold-3.json, fold-4.json"));
    assert!(at.join("folds/notes.txt").exists() && !at.join("folds/fold-3.json").exists());
    // One fires: its field is missing from one sample alone, which its fold has not seen.
    let checked = stdout_of(vidimus().current_dir(at).args(["check", "clean.jsonl", "--crossfit", "folds"]), 1);
    assert!(checked.starts_with("7 calls, 7 with a result and a contract for their tool, 1 fired"), "{checked}");
    // What somebody decided is kept, and so nothing at all is written.
    assert!(mine("5").status.success());
    let (review, first) = (at.join("folds/fold-4.json.review.jsonl"), fs::read(at.join("folds/fold-0.json")).unwrap());
    fs::write(&review, "").unwrap();
    let refused = mine("3");
    assert_eq!(refused.status.code(), Some(2));
    assert!(told(&refused).contains("fold-4.json.review.jsonl"), "{}", told(&refused));
    assert!(review.exists() && at.join("folds/fold-3.json").exists());
    assert_eq!(fs::read(at.join("folds/fold-0.json")).unwrap(), first);
}

/// The same bytes on a pipe, however it is called.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_has_several_names() {
    let study = Study::new();
    let at = study.folder.path();
    for command in [
        &["mine", "clean.jsonl"][..],
        &["import", "clean.jsonl"],
        &["freeze", "registry.json", "--by", "Ada", "--undecided", "accept"],
    ] {
        let printed = |name: &str| stdout_of(vidimus().current_dir(at).args(command).args(["-o", name]), 0);
        let whole = printed("-");
        assert!(whole.starts_with("{\"format\":") || whole.starts_with("{\n"), "{whole}");
        assert_eq!(printed("/dev/stdout"), whole, "{command:?}");
        assert!(!at.join("-").exists());
    }
}

/// Of which task they are nobody knows, so that no fold can be kept from seeing it.
#[test]
fn calls_without_a_readable_header_are_told_and_not_mined() {
    let study = Study::new();
    let at = study.folder.path();
    let clean = fs::read_to_string(at.join("clean.jsonl")).unwrap();
    let broken = clean.replacen("\"task\":\"t1\"", "\"task\":\"t1\",\"trial\":\"1\"", 1);
    fs::write(at.join("broken.jsonl"), &broken).unwrap();
    let out = vidimus().current_dir(at).args(["mine", "broken.jsonl", "--folds", "5", "-o", "five"]).output().unwrap();
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    for words in [
        "the header of episode \"e1\" cannot be read: \"trial\" is to be an integer of at most 64 bits, it is a value of type string; the line was skipped",
        "1 call of 1 episode without a readable header: their task is not known",
        "episodes left out because their header cannot be read",
    ] {
        assert!(told.contains(words), "{words} in {told}");
    }
    for fold in fs::read_dir(at.join("five")).unwrap() {
        let text = fs::read_to_string(fold.unwrap().path()).unwrap();
        assert!(!text.contains("\"e1\"") && !text.contains("\"BB\""), "{text}");
    }
    let checked = vidimus().current_dir(at).args(["check", "broken.jsonl", "--crossfit", "five"]).output().unwrap();
    assert!(String::from_utf8_lossy(&checked.stderr).contains("1 call of 1 episode without a readable header"));
    // As soon as a header can be read, it counts.
    let mended = broken + "{\"kind\":\"episode\",\"episode\":\"e1\",\"task\":1}\n";
    fs::write(at.join("broken.jsonl"), mended).unwrap();
    let out = vidimus().current_dir(at).args(["mine", "broken.jsonl", "-o", "whole.json"]).output().unwrap();
    assert!(!String::from_utf8_lossy(&out.stderr).contains("without a readable header"));
}
