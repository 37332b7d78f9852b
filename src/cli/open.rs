//! Opening what the paths hold, with every problem told and none fatal to the rest.

use std::path::{Path, PathBuf};

use crate::files::{FoundFile, Kind, LabelFile, read_recovery};
use crate::recovery::Substitutes;
use crate::report::{self, Progress};
use crate::study::{Inputs, Ledger, NamedRegistry, Reading, inputs};
use crate::words::{counted, ranges};

/// How many lines or notes of one file are told one by one.
const TOLD: usize = 5;

/// What could be opened, and whether something could not.
pub(super) struct Opened {
    pub(super) inputs: Inputs,
    pub(super) has_problems: bool,
}

/// Looks at the paths and tells what cannot be used.
pub(super) fn look(paths: &[PathBuf]) -> Opened {
    let inputs = inputs(paths);
    for problem in &inputs.problems {
        report::error(&problem.to_string());
    }
    let has_problems = !inputs.problems.is_empty();
    Opened { inputs, has_problems }
}

/// Indexes ledgers; one that cannot be read is told and left out. Gives the ledgers and whether one was left out.
pub(super) fn ledgers(files: Vec<FoundFile>, progress: &Progress) -> (Vec<Ledger>, bool) {
    let (mut opened, mut has_problems) = (Vec::new(), false);
    for file in files {
        match Ledger::open(file, progress) {
            Ok(ledger) => opened.push(ledger),
            Err(problem) => {
                report::error(&problem.to_string());
                has_problems = true;
            }
        }
    }
    (opened, has_problems)
}

/// Reads registries; one that cannot be read is told and left out. Gives the registries and whether one was left out.
pub(super) fn registries(files: &[FoundFile]) -> (Vec<NamedRegistry>, bool) {
    let (mut opened, mut has_problems) = (Vec::new(), false);
    for file in files {
        match NamedRegistry::read(file) {
            Ok(named) => {
                tell_notes(&file.path, &named.notes);
                opened.push(named);
            }
            Err(problem) => {
                report::error(&problem.to_string());
                has_problems = true;
            }
        }
    }
    (opened, has_problems)
}

/// Tells what was met while reading a file: lines skipped, values mended, a record still being written.
pub(super) fn tell(reading: &Reading) {
    let path = reading.path.display();
    for line in reading.bad_lines.iter().take(TOLD) {
        report::note(&format!("{path}: {line}; the line was skipped"));
    }
    if let Some(others) = other_lines(reading) {
        report::note(&format!("{path}: {others}"));
    }
    for note in reading.notes.iter().take(TOLD) {
        report::note(&format!("{path}: {note}"));
    }
    more(&format!("{path}: further values that were mended"), reading.note_count);
    for note in reading.import_notes.iter().take(TOLD) {
        report::note(&format!("{path}: {note}"));
    }
    more(&format!("{path}: further notes of the import"), reading.import_notes.len() as u64);
    let (episodes, calls) = (reading.headless.episodes, reading.headless.calls);
    if episodes > 0 {
        report::note(&format!(
            "{path}: {} of {} without a readable header: their task is not known, so that they may be of one that a fold \
             was mined from; mend the header",
            counted(calls, "call"),
            counted(episodes, "episode")
        ));
    }
    if reading.pending > 0 {
        report::note(&format!(
            "{path}: the last line has no newline yet ({} bytes); it is taken for a record still being written",
            reading.pending
        ));
    }
}

/// Which lines are no record besides those that were told one by one.
fn other_lines(reading: &Reading) -> Option<String> {
    let lines: Vec<u64> = reading.bad_lines.iter().skip(TOLD).map(|bad| bad.line).collect();
    let last = lines.last()?;
    // Of so many not every number is kept.
    let unnumbered = reading.bad_count.saturating_sub(reading.bad_lines.len() as u64);
    let rest = if unnumbered > 0 { format!(", and {unnumbered} after line {last}") } else { String::new() };
    let numbers = ranges(&lines);
    Some(match lines.len() as u64 + unnumbered {
        1 => format!("a further line is no record and was skipped: line {numbers}"),
        count => format!("{count} further lines are no record and were skipped: lines {numbers}{rest}"),
    })
}

fn more(what: &str, count: u64) {
    let rest = count.saturating_sub(TOLD as u64);
    if rest > 0 {
        report::note(&format!("{what}: {rest}"));
    }
}

/// Tells what of a label file does not count.
pub(super) fn tell_labels(file: &LabelFile) {
    let (journal, name) = (file.journal(), file.path().display());
    for bad in journal.bad() {
        report::note(&format!("{name}: line {}: not counted: {}", bad.line, bad.what));
    }
    if journal.is_torn() {
        report::note(&format!("{name}: the last line is not whole: what it says was not saved"));
    }
}

/// The files of the sample study inside the program, ledgers and registries.
pub(super) fn built_in() -> (Vec<FoundFile>, Vec<FoundFile>) {
    let files = crate::sample::builtin().iter().map(|(name, bytes)| FoundFile::in_memory(name, (*bytes).into()));
    let files = files.filter(|file| matches!(file.kind, Kind::Ledger | Kind::Registry));
    files.partition(|file| file.kind == Kind::Ledger)
}

/// Tells what was mended while reading a file that is one JSON value.
pub(super) fn tell_notes<N: std::fmt::Display>(path: &Path, notes: &[N]) {
    for note in notes {
        report::note(&format!("{}: {note}", path.display()));
    }
}

/// The recovery file, if one was named.
pub(super) fn recovery(path: Option<&Path>) -> anyhow::Result<Option<Substitutes>> {
    Ok(path.map(|path| read_recovery(&FoundFile::look(path)?)).transpose()?)
}
