//! Many traces as one ledger, record after record (SPEC 8).

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use super::StudyError;
use super::ledger::{Meter, Reading};
use crate::domain::ids::EpisodeId;
use crate::domain::json::Object;
use crate::files::{FileError, FoundFile, MADE_BY, for_each_record, headers};
use crate::format::record::Header;

/// How the header of an imported ledger names its maker.
pub const IMPORTER: &str = "vidimus import";

/// What an import did.
#[derive(Clone, Debug, Default)]
pub struct ImportCounts {
    /// Episodes written.
    pub episodes: u64,
    /// Records written, episode headers among them.
    pub records: u64,
    /// What was met in each file.
    pub readings: Vec<Reading>,
    /// What a person should know of the one header that there is now.
    pub notes: Vec<String>,
}

/// Writes the records of all files, in the order given, to one ledger; `target` is named in errors. Nothing but the
/// ids of the episodes is held in memory. Two files with an episode of the same id are refused, since their calls
/// could not be told apart afterwards; and files of different studies, since a ledger names one, and runs of different
/// studies are not to pair.
pub fn import(
    files: &[FoundFile],
    target: &Path,
    ledger: &mut dyn Write,
    meter: &dyn Meter,
) -> Result<ImportCounts, StudyError> {
    let unwritable = |error| FileError::Io { path: target.to_owned(), doing: "cannot be written", error };
    let mut counts = ImportCounts::default();
    let mut before: HashSet<EpisodeId> = HashSet::new();
    let header = one_header(files, &mut counts.notes)?;
    writeln!(ledger, "{}", header.to_json()).map_err(unwritable)?;
    for file in files {
        meter.begin(&format!("importing {}", file.name()), None);
        let mut own: HashSet<EpisodeId> = HashSet::new();
        let (mut twice, mut failed) = (None, None);
        let report = for_each_record(file, |record| {
            if twice.is_some() || failed.is_some() {
                return;
            }
            let id = record.episode();
            if !own.contains(id) {
                if before.contains(id) {
                    twice = Some(id.clone());
                    return;
                }
                own.insert(id.clone());
            }
            counts.records += 1;
            if counts.records % 1024 == 0 {
                meter.reached(counts.records);
            }
            failed = writeln!(ledger, "{}", record.to_json()).err();
        })?;
        if let Some(error) = failed {
            return Err(unwritable(error).into());
        }
        if let Some(id) = twice {
            return Err(StudyError::Request(format!(
                "{}: the episode {id} is in an earlier file already, and two of one id cannot be told apart; rename the \
                 file (its name is part of an imported episode's id), or import the files into ledgers of their own",
                file.path.display()
            )));
        }
        counts.episodes += own.len() as u64;
        before.extend(own);
        counts.readings.push(Reading::of_report(file, report));
    }
    Ok(counts)
}

/// The header of the one ledger: the study that the files name, and of a single file what else its header says.
fn one_header(files: &[FoundFile], notes: &mut Vec<String>) -> Result<Header, StudyError> {
    let (mut study, mut nameless): (Option<(&FoundFile, String)>, Vec<&FoundFile>) = (None, Vec::new());
    let mut extra = Object::new();
    for file in files {
        let headers = headers(file)?;
        // Whoever reads a ledger takes the last that is named.
        let own = headers.iter().rev().find_map(|header| header.study.clone());
        match (own, &study) {
            (None, _) => nameless.push(file),
            (Some(own), None) => study = Some((file, own)),
            (Some(own), Some((first, name))) if own != *name => {
                return Err(StudyError::Request(format!(
                    "{} is of the study {name:?} and {} of {own:?}; a ledger names one study, and in one ledger their \
                     runs would pair; import each study into a ledger of its own",
                    first.path.display(),
                    file.path.display()
                )));
            }
            (Some(_), Some(_)) => {}
        }
        let others = headers.iter().flat_map(|header| header.extra.iter()).filter(|(key, _)| *key != MADE_BY);
        for (key, value) in others {
            if files.len() == 1 {
                extra.insert(key, value.clone());
            } else {
                let file = file.path.display();
                notes.push(format!(
                    "{file}: {key:?} of its header was not taken over, for it says it of this file alone"
                ));
            }
        }
    }
    if let Some((_, name)) = &study {
        let told = |file: &&FoundFile| {
            format!("{}: it names no study; in the new ledger its episodes count as of {name:?}", file.path.display())
        };
        notes.extend(nameless.iter().map(told));
    }
    Ok(Header { study: study.map(|(_, name)| name), extra: extra.with(MADE_BY, IMPORTER) })
}
