//! `vidimus import`: any readable trace into one ledger (SPEC 8).

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, open};
use crate::files::{Output, Writes, is_standard_output, sort_inputs};
use crate::import::FORMATS;
use crate::report::{self, Out, Progress};
use crate::study::{IMPORTER, ImportCounts, import};
use crate::words::counted;

/// Turn traces of other programs into one ledger
#[derive(Debug, clap::Args)]
pub(super) struct ImportArgs {
    /// Traces, ledgers, or folders of them; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Where the ledger goes; `-` is standard output
    #[arg(short, long, value_name = "LEDGER", default_value = "-")]
    output: PathBuf,
}

pub(super) fn run(args: &ImportArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = open::look(&args.paths);
    if opened.has_problems {
        bail!("nothing was imported; take the paths above out, or mend them");
    }
    let files: Vec<_> = sort_inputs(opened.inputs.ledgers)?.into_iter().map(|(file, _)| file).collect();
    if files.is_empty() {
        let known: Vec<&str> = FORMATS.iter().map(|row| row.name).collect();
        bail!("there are no traces in what was named; what can be imported is {}", known.join(", "));
    }
    let output = if is_standard_output(&args.output) {
        None
    } else {
        Some(Output::look(&args.output, Writes::Ledger(IMPORTER), files.iter().map(|file| &file.path))?)
    };
    let progress = Progress::new();
    let counts = match output {
        None => import(&files, &args.output, out, &progress)?,
        Some(output) => {
            let mut ledger = output.create()?;
            let counts = import(&files, &args.output, &mut ledger, &progress)?;
            ledger.commit()?;
            counts
        }
    };
    drop(progress);
    counts.readings.iter().for_each(open::tell);
    counts.notes.iter().for_each(|note| report::note(note));
    let ImportCounts { episodes, records, .. } = counts;
    report::note(&format!(
        "{}, {}, in {}",
        counted(episodes, "episode"),
        counted(records, "record"),
        args.output.display()
    ));
    Ok(Exit::Fine)
}
