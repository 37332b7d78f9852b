//! `vidimus witness`: one violation as a card.

use std::path::PathBuf;

use super::{Exit, against::AgainstArgs, call::CallArgs, open, view::FormatArgs};
use crate::config::Config;
use crate::lens::redact::Rule;
use crate::report::{self, Out, Progress};
use crate::study::witness;

/// Print one violation as a card that stands alone, with values taken out by rule if asked
#[derive(Debug, clap::Args)]
pub(super) struct WitnessArgs {
    #[command(flatten)]
    call: CallArgs,
    #[command(flatten)]
    against: AgainstArgs,
    /// The recovery file, to say which tools a receipt would list
    #[arg(long, value_name = "FILE")]
    recovery: Option<PathBuf>,
    /// Take values out: ids, numbers, emails, long-text, field:PATTERN, all-values (may be given again)
    #[arg(long, value_name = "RULE", value_parser = rule, value_delimiter = ',')]
    redact: Vec<Rule>,
    #[command(flatten)]
    format: FormatArgs,
}

fn rule(text: &str) -> Result<Rule, String> {
    Rule::parse(text).ok_or_else(|| format!("the rules are {}", Rule::NAMES))
}

pub(super) fn run(args: &WitnessArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let substitutes = open::recovery(args.recovery.as_deref())?;
    let progress = Progress::new();
    let (ledgers, _) = args.call.open("read a call of", &progress)?;
    drop(progress);
    let chosen = args.against.deal(&ledgers)?;
    let call = (args.call.episode.as_str(), args.call.step());
    let (card, data) = witness(&ledgers, call, &chosen, substitutes.as_ref(), &args.redact)?;
    report::witness(&card, &data, args.format.resolve(config), out)?;
    Ok(Exit::Fine)
}
