//! What is wrong with a command line, as a sentence that says what to write instead.

use std::path::Path;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The sentence; nothing for help and version, which are no mistakes, and for mistakes that have none.
#[must_use]
pub fn sentence(error: &Error) -> Option<String> {
    let arg = text(error, ContextKind::InvalidArg).unwrap_or_default();
    let value = text(error, ContextKind::InvalidValue).unwrap_or_default();
    let name = name(&arg);
    let what = match error.kind() {
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> = list(error, ContextKind::InvalidArg).iter().map(|arg| self::name(arg)).collect();
            let is = if missing.len() == 1 { "is" } else { "are" };
            format!("{} {is} missing", join(&missing, "and"))
        }
        ErrorKind::UnknownArgument if arg.parse::<f64>().is_ok() => {
            format!("{arg} is below zero, and no number here can be")
        }
        ErrorKind::UnknownArgument if arg.starts_with('-') => match text(error, ContextKind::SuggestedArg) {
            Some(other) => format!("there is no option {arg}; did you mean {other}?"),
            None => format!("there is no option {arg}"),
        },
        ErrorKind::UnknownArgument => format!("{arg:?} is one word too many"),
        ErrorKind::InvalidValue => {
            let known = list(error, ContextKind::ValidValue);
            match (value.is_empty(), known.is_empty()) {
                (true, true) => format!("{name} needs a value behind it"),
                (true, false) => format!("{name} needs a value behind it: {}", join(&known, "or")),
                (false, _) => format!("{name} cannot be {value:?}; it can be {}", join(&known, "or")),
            }
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            match least(&why) {
                Some(least) => format!("{name} is a whole number from {least} on, not {value:?}"),
                None => format!("{name} cannot be {value:?}: {why}"),
            }
        }
        ErrorKind::ArgumentConflict => {
            let mut both = list(error, ContextKind::PriorArg);
            both.insert(0, arg);
            let both: Vec<String> = both.iter().map(|arg| self::name(arg)).collect();
            format!("{} cannot stand together; leave one out", join(&both, "and"))
        }
        _ => return None,
    };
    let usage = text(error, ContextKind::Usage).unwrap_or_default();
    let usage = usage.trim().trim_start_matches("Usage:").trim();
    let usage = usage.lines().next().unwrap_or_default().trim();
    let command: Vec<&str> = usage.split_whitespace().take_while(|word| is_command(word)).collect();
    let command = if command.is_empty() { "vidimus".to_owned() } else { command.join(" ") };
    let namesake = command.split_once(' ').and_then(|(_, word)| namesake(word, Path::exists));
    let form = if usage.is_empty() { String::new() } else { format!("write `{usage}`; ") };
    let end = if what.ends_with('?') { " " } else { "; " };
    let namesake = namesake.unwrap_or_default();
    Some(format!("{what}{end}{form}{namesake}`{command} --help` tells more"))
}

/// What to write where a file or folder was meant that is called like a command.
fn namesake(word: &str, is_there: impl Fn(&Path) -> bool) -> Option<String> {
    let what = format!("`{word}` is a command; for what is here under that name write `vidimus ./{word}`; ");
    is_there(Path::new(word)).then_some(what)
}

/// The least that a number can be, where it is told that this is none, or is less.
fn least(why: &str) -> Option<&str> {
    // The words of the standard library and of clap.
    let is_number = ["invalid digit", "too large to fit", "too small to fit", "cannot parse integer"];
    if is_number.iter().any(|words| why.contains(words)) {
        return Some("0");
    }
    let (least, _) = why.split_once(" is not in ")?.1.split_once("..")?;
    Some(least)
}

/// An argument as a person names it: `STEP` of `<STEP>`, `--registry FILE or --crossfit FOLDER` of a group.
fn name(arg: &str) -> String {
    let arg = arg.strip_suffix("...").unwrap_or(arg);
    arg.replace(['<', '>', '[', ']'], "").replace('|', " or ")
}

fn is_command(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_lowercase())
}

fn text(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        ContextValue::Strings(texts) => texts.first().cloned(),
        _ => None,
    }
}

fn list(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::String(text)) => vec![text.clone()],
        _ => Vec::new(),
    }
}

/// `a, b and c`.
fn join(parts: &[String], last: &str) -> String {
    match parts.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, before)) => format!("{} {last} {end}", before.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    fn told(line: &str) -> String {
        let error = crate::cli::command().try_get_matches_from(line.split(' ')).unwrap_err();
        super::sentence(&error).unwrap()
    }

    #[test]
    fn a_mistake_is_told_with_what_to_write_instead() {
        for (line, expected) in [
            ("vidimus similar L", "EPISODE and STEP are missing; write `vidimus similar "),
            ("vidimus similar L e -1", "-1 is below zero, and no number here can be; write `vidimus similar "),
            ("vidimus similar L e x", "STEP is a whole number from 0 on, not \"x\""),
            ("vidimus similar L e 99999999999999999999999", "STEP is a whole number from 0 on, not "),
            (
                "vidimus taint L e 0 a --format xml",
                "--format FORMAT cannot be \"xml\"; it can be text, json, csv or md;",
            ),
            ("vidimus mine L --folds 1", "--folds K is a whole number from 2 on, not \"1\""),
            ("vidimus mine L --min-support x", "--min-support CLASS=N cannot be \"x\": write class=n, for example"),
            ("vidimus check L", "--registry FILE or --crossfit FOLDER is missing; write `vidimus check "),
            ("vidimus themes nope", "\"nope\" is one word too many; write `vidimus themes "),
            ("vidimus episodes L --filtre x", "there is no option --filtre; did you mean --filter? write `vidimus "),
            ("vidimus completions fsh", "SHELL cannot be \"fsh\"; it can be bash, elvish, fish, powershell or zsh"),
            (
                "vidimus check L --registry a --crossfit b",
                "--registry FILE and --crossfit FOLDER cannot stand together",
            ),
            ("vidimus witness L e 0 --registry r --redact", "--redact RULE needs a value behind it"),
        ] {
            let sentence = told(line);
            assert!(sentence.starts_with(expected), "{line}: {sentence}");
            assert!(sentence.ends_with(" --help` tells more"), "{line}: {sentence}");
        }
    }

    #[test]
    fn what_is_called_like_a_command_has_another_name() {
        let folder = super::namesake("sample", |path| path.as_os_str() == "sample").unwrap();
        assert!(folder.contains("`sample` is a command") && folder.contains("`vidimus ./sample`"), "{folder}");
        assert_eq!(super::namesake("sample", |_| false), None);
    }

    #[test]
    fn help_and_version_are_no_mistakes() {
        for line in ["vidimus --help", "vidimus --version", "vidimus mine -h"] {
            let error = crate::cli::command().try_get_matches_from(line.split(' ')).unwrap_err();
            assert_eq!(super::sentence(&error), None, "{line}");
        }
    }
}
