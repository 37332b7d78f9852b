//! Many traces as one ledger, record after record (SPEC 8).

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use super::StudyError;
use super::ledger::{Meter, Reading};
use crate::domain::ids::EpisodeId;
use crate::domain::json::Object;
use crate::files::{FileError, FoundFile, MADE_BY, for_each_record};
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
}

/// Writes the records of all files, in the order given, to one ledger; `target` is named in errors. Nothing but the
/// ids of the episodes is held in memory. Two files with an episode of the same id are refused, since their calls
/// could not be told apart afterwards.
pub fn import(
    files: &[FoundFile],
    target: &Path,
    ledger: &mut dyn Write,
    meter: &dyn Meter,
) -> Result<ImportCounts, StudyError> {
    let unwritable = |error| FileError::Io { path: target.to_owned(), doing: "cannot be written", error };
    let mut counts = ImportCounts::default();
    let mut before: HashSet<EpisodeId> = HashSet::new();
    let header = Header { extra: Object::new().with(MADE_BY, IMPORTER), ..Header::default() };
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
