//! The command line of SPEC 10: definitions, one file a subcommand, each thin over the library.

mod against;
mod around;
mod at;
mod audit;
mod braid;
mod call;
mod check;
mod completions;
mod coverage;
mod diff;
mod difference;
mod episode;
mod episodes;
mod explain;
mod freeze;
mod frequency;
mod import;
mod keys;
mod labels;
mod looks;
mod man;
mod mine;
mod open;
mod pairs;
mod preview;
mod receipt;
mod recovery;
mod registries;
mod review;
mod sample;
mod search;
mod settings;
mod similar;
mod study;
mod taint;
mod themes;
mod ui;
pub mod usage;
mod verify;
mod view;
mod witness;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::config::Config;
use crate::report::Out;

/// See where the outcome monitor of a language agent fires, why, and what the agent did next.
///
/// Without a command, the terminal UI opens the given files or folders; without a path, the sample study that
/// is built in. What a file is, is told by its content, never by its name; one that is called like a command is
/// written with its folder, as ./sample.
#[derive(Debug, Parser)]
#[command(name = "vidimus", version, args_conflicts_with_subcommands = true, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 fine, 1 findings (check, diff, preview), 2 could not run.")]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    ui: ui::UiArgs,
    #[command(flatten)]
    settings: settings::SettingsArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Mine(mine::MineArgs),
    Check(check::CheckArgs),
    Audit(audit::AuditArgs),
    Explain(explain::ExplainArgs),
    Preview(preview::PreviewArgs),
    Receipt(receipt::ReceiptArgs),
    Recovery(recovery::RecoveryArgs),
    Registries(registries::RegistriesArgs),
    Review(review::ReviewArgs),
    Coverage(coverage::CoverageArgs),
    Diff(diff::DiffArgs),
    Difference(difference::DifferenceArgs),
    Taint(taint::TaintArgs),
    Episodes(episodes::EpisodesArgs),
    Episode(episode::EpisodeArgs),
    Pairs(pairs::PairsArgs),
    Braid(braid::BraidArgs),
    Labels(Box<labels::LabelsArgs>),
    Study(study::StudyArgs),
    Similar(similar::SimilarArgs),
    Frequency(frequency::FrequencyArgs),
    Witness(witness::WitnessArgs),
    Freeze(freeze::FreezeArgs),
    Verify(verify::VerifyArgs),
    Import(import::ImportArgs),
    Search(search::SearchArgs),
    Sample(sample::SampleArgs),
    Keys(keys::KeysArgs),
    Themes(themes::ThemesArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// How the program ends (SPEC 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Fine.
    Fine,
    /// Something was found.
    Findings,
    /// The command could not run, or not on all that it was given.
    CouldNotRun,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Fine => Self::SUCCESS,
            Exit::Findings => Self::from(1),
            Exit::CouldNotRun => Self::from(2),
        }
    }
}

/// The definitions, for completions, the man page and tests.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs what was asked for.
pub fn run(cli: &Cli) -> anyhow::Result<Exit> {
    let config = cli.settings.resolve()?;
    let mut out = Out::stdout();
    match dispatch(cli, &config, &mut out) {
        // What streams has nothing to tell but what it writes, and nobody reads that.
        Err(_) if out.has_stopped() => Ok(Exit::Fine),
        Err(error) => Err(error),
        Ok(exit) => {
            out.flush()?;
            Ok(exit)
        }
    }
}

fn dispatch(cli: &Cli, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    match &cli.command {
        None => ui::run(&cli.ui, config, out),
        Some(Command::Mine(args)) => mine::run(args, out),
        Some(Command::Check(args)) => check::run(args, config, out),
        Some(Command::Audit(args)) => audit::run(args, config, out),
        Some(Command::Explain(args)) => explain::run(args, config, out),
        Some(Command::Preview(args)) => preview::run(args, config, out),
        Some(Command::Receipt(args)) => receipt::run(args, config, out),
        Some(Command::Recovery(args)) => recovery::run(args, out),
        Some(Command::Registries(args)) => registries::run(args, config, out),
        Some(Command::Review(args)) => review::run(args, config, out),
        Some(Command::Coverage(args)) => coverage::run(args, config, out),
        Some(Command::Diff(args)) => diff::run(args, config, out),
        Some(Command::Study(args)) => study::run(args, config, out),
        Some(Command::Labels(args)) => labels::run(args, config, out),
        Some(Command::Difference(args)) => difference::run(args, config, out),
        Some(Command::Taint(args)) => taint::run(args, config, out),
        Some(Command::Episodes(args)) => episodes::run(args, config, out),
        Some(Command::Pairs(args)) => pairs::run(args, config, out),
        Some(Command::Braid(args)) => braid::run(args, config, out),
        Some(Command::Similar(args)) => similar::run(args, config, out),
        Some(Command::Episode(args)) => episode::run(args, config, out),
        Some(Command::Frequency(args)) => frequency::run(args, config, out),
        Some(Command::Search(args)) => search::run(args, config, out),
        Some(Command::Witness(args)) => witness::run(args, config, out),
        Some(Command::Freeze(args)) => freeze::run(args, config, out),
        Some(Command::Verify(args)) => verify::run(args, config, out),
        Some(Command::Import(args)) => import::run(args, out),
        Some(Command::Sample(args)) => sample::run(args),
        Some(Command::Keys(args)) => keys::run(args, config, out),
        Some(Command::Themes(args)) => themes::run(args, config, out),
        Some(Command::Completions(args)) => completions::run(args, out),
        Some(Command::Man(_)) => man::run(out),
    }
}
