//! The command line itself: help, exit codes, settings, generated texts, broken pipes.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod common;

use std::io::Read;
use std::process::{Command, Stdio};

use common::{stderr_of, stdout_of, vidimus};
use snapbox::str;

/// What SPEC 10 names and this version has, in that order; what is not built yet is not offered.
const COMMANDS: [&str; 31] = [
    "mine",
    "check",
    "audit",
    "explain",
    "preview",
    "receipt",
    "recovery",
    "registries",
    "review",
    "coverage",
    "diff",
    "difference",
    "taint",
    "episodes",
    "episode",
    "pairs",
    "braid",
    "labels",
    "study",
    "similar",
    "frequency",
    "witness",
    "freeze",
    "verify",
    "import",
    "search",
    "sample",
    "keys",
    "themes",
    "completions",
    "man",
];

#[test]
fn the_definitions_are_sound() {
    vidimus::cli::command().debug_assert();
}

#[test]
fn help_lists_the_commands_that_are_built_and_no_other() {
    let help = stdout_of(vidimus().arg("-h"), 0);
    let listed: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert_eq!(listed, COMMANDS);
    for command in COMMANDS {
        let help = stdout_of(vidimus().args([command, "--help"]), 0);
        assert!(help.contains(&format!("Usage: vidimus {command}")), "{help}");
    }
}

#[test]
fn usage_mistakes_end_with_2_and_say_what_to_write() {
    vidimus().args(["check", "x.jsonl"]).assert().code(2).stderr_eq(str![[r"
error: --registry FILE or --crossfit FOLDER is missing; write `vidimus check <--registry <FILE>|--crossfit <FOLDER>> <PATH>...`; `vidimus check --help` tells more

"]]);
    vidimus().args(["mine", "--vocabulary", "extended", "x"]).assert().code(2).stderr_eq(str![[r#"
error: --vocabulary NAME cannot be "extended": the extended vocabulary is not defined yet; leave --vocabulary out; `vidimus --help` tells more

"#]]);
    let error = stderr_of(vidimus().args(["mine", "--min-support", "categories=3", "x"]), 2);
    assert!(error.contains("there is no class \"categories\"; the names are no_error, required_field"), "{error}");
    let error = stderr_of(vidimus().args(["receipt", "--registry", "x", "--schema", "v3"]), 2);
    assert!(
        error.contains("\"v3\" is no receipt schema; the schemas are v1, v2, generic, stripped and text"),
        "{error}"
    );
}

#[test]
fn a_path_that_is_not_there_is_told_by_name() {
    for command in [vec!["mine"], vec!["episodes"], vec!["registries"], vec!["import"]] {
        let error = stderr_of(vidimus().args(&command).arg("no-such-file.jsonl"), 2);
        assert!(error.contains("no-such-file.jsonl"), "{command:?}: {error}");
        assert!(error.starts_with("error: "), "{error}");
    }
}

#[test]
fn settings_with_a_mistake_are_told_with_line_and_nearest_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    std::fs::write(&path, "# mine\nfromat = \"json\"\n").unwrap();
    let error = stderr_of(vidimus().args(["man", "--config"]).arg(&path), 2);
    assert_eq!(
        error,
        format!("error: {}:2: there is no setting \"fromat\"; did you mean \"format\"?\n", path.display())
    );
    let error = stderr_of(vidimus().args(["man", "--config", "no-such.toml"]), 2);
    assert!(error.contains("no-such.toml"), "{error}");
}

#[test]
fn completions_and_the_man_page_know_every_command() {
    let page = stdout_of(vidimus().arg("man"), 0);
    assert!(page.starts_with(".ie"), "roff: {page:.40}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout_of(vidimus().args(["completions", shell]), 0);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell} does not complete {command}");
            assert!(page.contains(&format!("COMMAND: {}", command.to_uppercase())), "{command}");
        }
    }
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = Command::new(snapbox::cmd::cargo_bin!("vidimus"))
        .args(["completions", "zsh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert!(child.wait().unwrap().success(), "{error}");
    assert_eq!(error, "");
}

/// Without a terminal there is nothing to draw on; the list that the UI would open with is printed.
#[test]
fn without_a_terminal_the_first_list_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("l.jsonl");
    std::fs::write(&ledger, "{\"format\":\"vidimus.ledger/1\"}\n{\"kind\":\"episode\",\"episode\":\"e\"}\n").unwrap();
    let list = stdout_of(vidimus().arg(&ledger), 0);
    assert!(list.starts_with("file") && list.lines().count() == 2, "{list}");
    let error = stderr_of(vidimus(), 2);
    assert!(error.contains("standard output is no terminal"), "{error}");
}

/// A link without a terminal: the very thing it leads to is printed, of the files named or of the sample study inside.
#[test]
fn a_link_prints_what_it_leads_to() {
    let link = "vidimus:study.jsonl#catalogue-001%2Fquill-2%2Fbaseline";
    let call = stdout_of(vidimus().arg(format!("{link}/0/result/price")), 0);
    assert!(call.contains("1 of 2 calls told here") && call.contains("call 0 · get_product"), "{call}");
    assert!(call.ends_with("The link leads to result.price: 17.81\n") && !call.contains("call 1"), "{call}");
    let call = stdout_of(vidimus().args(["sample-data", &format!("{link}/1")]), 0);
    assert!(call.contains("call 1 · get_stock_level") && !call.contains("call 0"), "{call}");
    let whole = stdout_of(vidimus().arg(link), 0);
    assert!(whole.contains("call 0") && whole.contains("call 1"), "{whole}");
    let error = stderr_of(vidimus().arg(format!("{link}/9")), 2);
    assert!(error.ends_with("has no step 9; it has 2 calls\n"), "{error}");
    let rules = stdout_of(vidimus().arg("vidimus:whole.json#get_order"), 0);
    assert!(rules.lines().skip(1).all(|line| line.contains("  get_order  ")) && rules.lines().count() > 3, "{rules}");
}

#[test]
fn settings_come_from_the_config_folder_and_flags_win() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("vidimus")).unwrap();
    std::fs::write(folder.path().join("vidimus/config.toml"), "format = \"csv\"\n").unwrap();
    let keys = || vidimus().env("XDG_CONFIG_HOME", folder.path()).arg("keys");
    assert!(stdout_of(keys(), 0).starts_with("scope,keys,help,setting\r\n"));
    assert!(stdout_of(keys().args(["--format", "md"]), 0).starts_with("| where | keys |"));
}

#[test]
fn one_path_that_fails_does_not_hide_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("l.jsonl");
    std::fs::write(&ledger, "{\"format\":\"vidimus.ledger/1\"}\n{\"kind\":\"episode\",\"episode\":\"e\"}\n").unwrap();
    let list = vidimus().args(["episodes", "--format", "csv", "no-such-file"]).arg(&ledger).assert().code(2);
    let output = list.get_output();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: no-such-file: "));
    // From fewer files than were named, other contracts would come: `mine` and `import` refuse.
    for command in ["mine", "import"] {
        let error = stderr_of(vidimus().args([command, "no-such-file"]).arg(&ledger), 2);
        assert!(error.contains("take the paths above out, or mend them"), "{error}");
    }
}
