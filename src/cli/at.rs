//! A link without a terminal: what it leads to is printed.

use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, open};
use crate::config::Config;
use crate::contract::value_at;
use crate::domain::ids::Step;
use crate::files::FoundFile;
use crate::lens::transcript::{Entry, Transcript};
use crate::link::{Link, Target};
use crate::report::{self, Format, Out, Progress, Table};
use crate::study::{Around, Ledger, NamedRegistry, episode};
use crate::words;

/// Prints what a link leads to, in the files of these paths; in the sample study inside the program if there is none.
pub(super) fn run(link: &Link, paths: &[PathBuf], config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let name = link.file_name();
    let is_it = |file: &FoundFile| file.name() == name;
    let (mut ledgers, mut registries, has_problems) = if paths.is_empty() {
        let (ledgers, registries) = open::built_in();
        (ledgers, registries, false)
    } else {
        let opened = open::look(paths);
        (opened.inputs.ledgers, opened.inputs.registries, opened.has_problems)
    };
    ledgers.retain(is_it);
    registries.retain(is_it);
    let progress = Progress::new();
    let (ledgers, unread) = open::ledgers(ledgers, &progress);
    drop(progress);
    let (registries, unread_too) = open::registries(&registries);
    match &link.target {
        _ if ledgers.is_empty() && registries.is_empty() => {
            bail!("{name}, where the link leads, is not among what was named; name it, or its folder")
        }
        Target::Named(id) if !ledgers.is_empty() => print_episode(&ledgers, id, None, config.format, out)?,
        Target::Call(episode, step) => print_episode(&ledgers, episode.as_str(), Some(*step), config.format, out)?,
        Target::Value(episode, step, part, place) => {
            let told = print_episode(&ledgers, episode.as_str(), Some(*step), config.format, out)?;
            let call = told.calls().next().map(|told| &told.call);
            let root = call.and_then(|call| match part {
                crate::domain::call::Part::Arguments => Some(call.arguments.as_arguments()),
                crate::domain::call::Part::Result => call.result.as_ref().map(crate::domain::json::Json::as_result),
            });
            let words = words::place(part.name(), place);
            let Some(value) = root.as_ref().and_then(|root| value_at(root, place)) else {
                bail!("this call has no {words}; the link leads to the call itself");
            };
            if matches!(config.format, Format::Text | Format::Md) {
                out.text(&format!("\nThe link leads to {words}: {value}\n"))?;
            }
            told
        }
        // One after the other; a braid needs both files, and `vidimus pairs` lays them side by side.
        Target::Pair(first, second, other) => {
            print_episode(&ledgers, first.as_str(), None, config.format, out)?;
            if other.is_some() {
                bail!("the second episode, {second}, is in another file");
            }
            print_episode(&ledgers, second.as_str(), None, config.format, out)?
        }
        target => {
            let mut table = report::invariants(&registries, &[]);
            narrow(&mut table, &registries, target)?;
            out.table(&table, config.format)?;
            return Ok(if has_problems || unread_too { Exit::CouldNotRun } else { Exit::Fine });
        }
    };
    Ok(if has_problems || unread { Exit::CouldNotRun } else { Exit::Fine })
}

/// Prints an episode, or one call of it.
fn print_episode(
    ledgers: &[Ledger],
    id: &str,
    step: Option<Step>,
    format: Format,
    out: &mut Out,
) -> anyhow::Result<Transcript> {
    let (mut told, fields) = episode(ledgers, id, None, &Around::new(ledgers, None, None))?;
    if let Some(step) = step {
        told.entries.retain(|entry| matches!(entry, Entry::Call(told) if told.step == step));
        if told.entries.is_empty() {
            let calls = told.episode.calls.len();
            bail!("episode {id} has no step {step}; it has {}", words::counted(calls, "call"));
        }
    }
    report::episode(&told, fields, format, out)?;
    Ok(told)
}

/// Leaves the rules that a link leads to.
fn narrow(table: &mut Table, registries: &[NamedRegistry], target: &Target) -> anyhow::Result<()> {
    let (tool, rule) = match target {
        Target::Named(tool) => (tool.as_str(), None),
        Target::Rule(tool, rule) => (tool.as_str(), Some(rule.as_str())),
        Target::File | Target::Call(..) | Target::Value(..) | Target::Pair(..) | Target::Study(_) => {
            return Ok(());
        }
    };
    let tool_is = format!("tool:{}", crate::query::complete::quoted(tool));
    let filter = rule.map_or_else(|| tool_is.clone(), |rule| format!("{tool_is} id:{rule}"));
    table.filter(Some(&filter))?;
    if table.rows.is_empty() {
        let files: Vec<&str> = registries.iter().map(|registry| registry.name.as_str()).collect();
        let what = rule.map_or_else(|| format!("tool {tool}"), |rule| format!("rule {rule} of {tool}"));
        bail!("there is no {what} in {}", files.join(", "));
    }
    Ok(())
}
