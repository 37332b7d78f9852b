//! `vidimus sample`: a made-up study, played from a seed.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::Exit;
use crate::domain::json::Json;
use crate::files::{AtomicFile, FileError, FoundFile, Output, Writes, header_of, make_folder};
use crate::report::{self, Progress};
use crate::sample::{self, Sink};
use crate::study::Meter;
use crate::words::counted;

/// Play a made-up study from a seed: tools, tasks, faults, agents, receipts and registries
#[derive(Debug, clap::Args)]
pub(super) struct SampleArgs {
    /// The folder that gets `study.jsonl`, `registries/`, `recovery.json`, `tools.json` and a README
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// How many tasks there are; about 10 kB each
    #[arg(long, value_name = "N", default_value_t = sample::TASKS)]
    tasks: usize,
    /// The seed; the same tasks and seed give the same bytes
    #[arg(long, value_name = "S", default_value_t = sample::SEED)]
    seed: u64,
}

pub(super) fn run(args: &SampleArgs) -> anyhow::Result<Exit> {
    may_fill(&args.output)?;
    let mut folder = Folder { path: &args.output, open: None, progress: Progress::new(), written: 0 };
    let truth = sample::generate(args.tasks, args.seed, &mut folder)?;
    drop(folder);
    report::note(&format!(
        "{}, {}, {}, {}, all made up, in {}",
        counted(truth.tasks, "task"),
        counted(truth.episodes, "episode"),
        counted(truth.calls, "call"),
        counted(truth.receipts, "receipt"),
        args.output.display()
    ));
    Ok(Exit::Fine)
}

/// Nothing is read.
const NO_INPUTS: [&Path; 0] = [];

/// Looks before anything is written: a folder that holds an earlier sample may be filled again, and any other as long as
/// nothing of these names is there.
fn may_fill(folder: &Path) -> Result<(), FileError> {
    let study = FoundFile::look(&folder.join(sample::LEDGER)).ok().and_then(|file| header_of(&file));
    let is_sample = study.is_some_and(|header| header.get("study").and_then(Json::as_str) == Some(sample::STUDY));
    for name in sample::names() {
        // A name that nothing may be written over does for a folder that is somebody else's.
        let writes = if is_sample { Writes::Filled } else { Writes::New };
        Output::look(&folder.join(name), writes, NO_INPUTS)?;
    }
    Ok(())
}

/// Files below a folder, each in place once it is complete.
struct Folder<'a> {
    path: &'a Path,
    open: Option<(PathBuf, AtomicFile)>,
    progress: Progress,
    /// Records of the open file so far; the generator hands over one at a time.
    written: u64,
}

impl Sink for Folder<'_> {
    type Error = FileError;

    fn begin(&mut self, name: &str) -> Result<(), FileError> {
        let path = self.path.join(name);
        if let Some(parent) = path.parent() {
            make_folder(parent)?;
        }
        let file = Output::look(&path, Writes::Filled, NO_INPUTS)?.create()?;
        self.progress.begin(name, None);
        self.written = 0;
        self.open = Some((path, file));
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let Some((path, file)) = &mut self.open else { return Ok(()) };
        self.written += 1;
        self.progress.reached(self.written);
        file.write_all(bytes).map_err(|error| FileError::Io { path: path.clone(), doing: "cannot be written", error })
    }

    fn end(&mut self) -> Result<(), FileError> {
        self.open.take().map_or(Ok(()), |(_, file)| file.commit())
    }
}
