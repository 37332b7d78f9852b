//! What the README says of the program is what the program does.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod common;

use std::path::Path;

use vidimus::config::Config;

const README: &str = include_str!("../README.md");

/// The lines of all code blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let mut lines = Vec::new();
    let mut inside = None;
    for line in README.lines() {
        match (inside, line.strip_prefix("```")) {
            (None, Some(language)) => inside = Some(language),
            (Some(_), Some(_)) => inside = None,
            (Some(this), None) if this == language => lines.push(line),
            _ => {}
        }
    }
    lines
}

/// The arguments of a command line, up to the first pipe or redirection; double quotes keep spaces.
fn arguments(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in line.split('"').enumerate() {
        if place % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words.into_iter().take_while(|word| !matches!(word.as_str(), "|" | "<" | ">" | "&&")).collect()
}

#[test]
fn every_command_in_the_readme_is_one() {
    let mut commands = 0;
    for line in blocks("sh").into_iter().filter(|line| line.starts_with("vidimus")) {
        let parsed = vidimus::cli::command().try_get_matches_from(arguments(line));
        assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
        commands += 1;
    }
    assert!(commands >= 10, "{commands}");
}

#[test]
fn the_settings_in_the_readme_are_read() {
    let text = blocks("toml").join("\n");
    let config = Config::parse(&text, Path::new("README.md")).unwrap();
    assert_eq!(config.theme.as_deref(), Some("dark"));
    assert_eq!(config.receipt, Config::default().receipt, "the README shows the defaults");
}

#[test]
fn the_key_table_in_the_readme_is_the_programs_own() {
    let printed = vidimus::report::keys(&vidimus::app::keymap::Keymap::default()).print(vidimus::report::Format::Md);
    let (_, from) = README.split_once("<!-- keys -->\n").unwrap();
    let (table, _) = from.split_once("<!-- end of keys -->").unwrap();
    assert!(table == printed, "run `vidimus keys --format md` and put its output between the marks in README.md");
}

#[test]
fn the_faults_in_the_readme_are_the_programs_own() {
    let rows =
        vidimus::audit::FAULTS.iter().map(|row| format!("| `{}` | {} | {} |\n", row.name, row.eligible, row.change));
    let (_, from) = README.split_once("<!-- faults -->\n").unwrap();
    let (table, _) = from.split_once("<!-- end of faults -->").unwrap();
    let rows: String = rows.collect();
    assert!(table.ends_with(&rows), "the table of faults in README.md should be\n{rows}");
}

/// The commands on the sample that write nothing are run as they stand, from the top of the project.
#[test]
fn the_tour_on_the_sample_works_as_it_is_told() {
    let mut runs = 0;
    let tour = blocks("sh").into_iter().filter(|line| line.starts_with("vidimus ") && line.contains("sample-data"));
    for line in tour.filter(|line| !line.contains(" -o ")) {
        let run = common::vidimus().args(arguments(line).into_iter().skip(1));
        let shown = common::stdout_of(run, i32::from(line.starts_with("vidimus check")));
        if line.starts_with("vidimus explain") {
            let told = blocks("console").join("\n");
            assert!(shown.starts_with(&told), "the README shows\n{told}\nand the program says\n{shown}");
        }
        runs += 1;
    }
    assert_eq!(runs, 23);
}
