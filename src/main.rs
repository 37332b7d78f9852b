//! The `vidimus` binary: arguments in, exit code out; the work is the library's.

use std::process::ExitCode;

use clap::Parser;
use vidimus::cli::{self, Cli, Exit};
use vidimus::report;

fn main() -> ExitCode {
    let exit = match Cli::try_parse() {
        Ok(cli) => cli::run(&cli).unwrap_or_else(|error| {
            report::error(&format!("{error:#}"));
            Exit::CouldNotRun
        }),
        Err(usage) => {
            if let Some(sentence) = cli::usage::sentence(&usage) {
                report::error(&sentence);
                return Exit::CouldNotRun.into();
            }
            // Help and version go to standard output, mistakes to standard error; if that is closed, so be it.
            usage.print().ok();
            if usage.use_stderr() { Exit::CouldNotRun } else { Exit::Fine }
        }
    };
    exit.into()
}
