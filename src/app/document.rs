//! What is on screen as a text of its own: to be written to a file, or opened in another program.

use std::path::Path;

use super::effect::{Effect, Program};
use super::scan::Purpose;
use super::screen::episodes::EpisodeRef;
use super::screen::episodes::fired;
use super::screen::{registries, stepper};
use super::window::View;
use super::{App, Overlay, Tab};
use crate::lens::transcript::{self, Transcript};
use crate::lens::{Answer, Question, Seen, lists, queue};
use crate::page::{Format, Table};
use crate::query::episode::{self, Known};
use crate::safe::escaped_json;

/// Where a text goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A file.
    File {
        path: String,
        /// Whether a file that is there may be replaced.
        may_replace: bool,
    },
    /// Another program.
    Program(Program),
}

/// An episode that is being read to be written.
#[derive(Clone, Debug)]
pub(super) struct Writing {
    episode: EpisodeRef,
    format: Format,
    target: Target,
}

/// Wants every message and every call.
#[derive(Clone, Copy, Debug)]
struct All;

impl Question for All {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        Some(Answer::Record(seen.clone()))
    }
}

/// The format that a file's name asks for.
fn format_of(path: &str) -> Option<Format> {
    match Path::new(path).extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "md" => Some(Format::Md),
        "txt" => Some(Format::Text),
        "json" => Some(Format::Json),
        "csv" => Some(Format::Csv),
        _ => None,
    }
}

impl App {
    /// A name for the file of what is on screen.
    pub(super) fn document_name(&self) -> String {
        let id = |stepper: &stepper::StepperScreen| {
            let key = self.episode_key(stepper.episode);
            key.map(|(_, id)| id.to_string()).unwrap_or_default()
        };
        let name = match (self.overlays.last(), self.tab, &self.stepper) {
            (Some(Overlay::Page(window)), ..) => match (&window.view, &self.stepper) {
                (View::Help(_) | View::Log | View::Changes | View::Marks, _) | (_, None) => window.page.title.clone(),
                (_, Some(stepper)) => format!("{} {} {}", window.page.title, id(stepper), stepper.calls.place()),
            },
            (Some(Overlay::Reader(reader)), ..) => return format!("vidimus-{}.txt", plain(&reader.title)),
            (_, Tab::Registries, _) => {
                let tool = self.registries.tools.selected().filter(|_| self.registries.pane != registries::Pane::Tools);
                tool.map_or_else(|| "rules".to_owned(), |tool| format!("rules {tool}"))
            }
            (_, Tab::Review, _) => "review".to_owned(),
            (_, Tab::Episodes, Some(stepper)) if stepper.pane == stepper::Pane::Calls => {
                format!("episode {}", id(stepper))
            }
            (_, Tab::Episodes, Some(stepper)) => {
                return format!("vidimus-value-{}-{}.json", plain(&id(stepper)), stepper.calls.place());
            }
            (_, Tab::Episodes, None) => "episodes".to_owned(),
            (_, Tab::Pairs, _) => "pairs".to_owned(),
            (_, Tab::Study, _) => "study".to_owned(),
        };
        format!("vidimus-{}.md", plain(&name))
    }

    /// Writes what is on screen to a file of this name, in the format of its ending.
    pub(super) fn write_to(&mut self, path: &str, may_replace: bool) -> Vec<Effect> {
        let Some(format) = format_of(path) else {
            self.notice = Some("end the name in .md, .txt, .json or .csv: the ending is the format".into());
            return Vec::new();
        };
        self.document_to(Target::File { path: path.to_owned(), may_replace }, format)
    }

    /// Shows what is on screen in another program.
    pub(super) fn open_in(&mut self, program: Program) -> Vec<Effect> {
        self.document_to(Target::Program(program), Format::Text)
    }

    /// Whether something is being read that another program is to show.
    pub fn is_opening(&self) -> bool {
        self.writing.as_ref().is_some_and(|writing| matches!(writing.target, Target::Program(_)))
    }

    fn document_to(&mut self, target: Target, format: Format) -> Vec<Effect> {
        if self.overlays.is_empty()
            && self.tab == Tab::Episodes
            && let Some(stepper) = self.stepper.as_ref().filter(|stepper| stepper.pane == stepper::Pane::Calls)
        {
            let episode = stepper.episode;
            self.writing = Some(Writing { episode, format, target });
            self.start_scan(
                Purpose::Document,
                std::sync::Arc::new(All),
                self.data.records_of(episode.ledger, episode.place),
            );
            self.notice = Some("reading the episode …".into());
            return Vec::new();
        }
        match self.document(format) {
            Ok(text) => vec![order(target, text)],
            Err(why) => {
                self.notice = Some(why);
                Vec::new()
            }
        }
    }

    /// The text of what is on screen.
    fn document(&self, format: Format) -> Result<String, String> {
        match self.overlays.last() {
            Some(Overlay::Page(window)) => match format {
                Format::Md => Ok(window.page.as_markdown()),
                Format::Text => Ok(window.page.as_text()),
                Format::Json if window.view == View::Witness => {
                    let card = super::pages::witness::json(self).ok_or("there is no card of this call")?;
                    Ok(format!("{}\n", escaped_json(&card.spread())))
                }
                Format::Json | Format::Csv => Err(match self.command_line() {
                    Some(line) => {
                        format!("a window is text (.md, .txt); {} has it as data", super::command_line::shell(&line))
                    }
                    None => "a window is text: end the name in .md or .txt".into(),
                }),
            },
            Some(Overlay::Reader(reader)) => Ok(reader.text().to_owned()),
            _ => match (self.tab, &self.stepper) {
                (Tab::Registries, _) => Ok(self.rules_table().print(format)),
                (Tab::Review, _) => Ok(self.queue_table().print(format)),
                (Tab::Episodes, Some(_)) => match format {
                    Format::Text | Format::Json => Ok(format!("{}\n", self.text_here()?)),
                    Format::Md => Ok(format!("```json\n{}\n```\n", self.text_here()?)),
                    Format::Csv => Err("a value is no table: end the name in .json or .txt".into()),
                },
                (Tab::Episodes, None) => Ok(self.episodes_table().print(format)),
                (Tab::Pairs, _) => self.pairs_document(format),
                (Tab::Study, _) => self.study_document(format),
            },
        }
    }

    fn episodes_table(&self) -> Table {
        let with_labels = self.episodes.asks_labels();
        let mut table = lists::episodes(with_labels);
        let rows = self.episodes.list.rows().iter().filter_map(|row| {
            let slot = self.data.ledger(row.ledger)?;
            let entry = slot.index.episodes().get(row.place)?;
            let fired = self.registry.map(|_| fired(slot, entry));
            let digest = slot.digest(row.place).filter(|_| with_labels).map(|digest| &**digest);
            Some(episode::values(&slot.name, &slot.index, entry, Known { fired, digest }).to_vec())
        });
        table.rows = rows.collect();
        table
    }

    /// The rules of the registry on screen, or of the tool that the cursor is inside of.
    fn rules_table(&self) -> Table {
        let mut table = lists::rules();
        let slot = self.registry.and_then(|id| self.data.registry(id));
        let Some((name, registry)) = slot.and_then(|slot| Some((&slot.name, slot.registry.as_ref()?))) else {
            return table;
        };
        let is_inside = self.registries.pane != registries::Pane::Tools;
        let shown =
            |tool: &&crate::domain::ids::ToolName| !is_inside || self.registries.tools.selected() == Some(*tool);
        for tool in self.registries.tools.rows().iter().filter(shown) {
            let Some(contract) = registry.tools.get(tool) else { continue };
            table.rows.extend(contract.invariants.iter().map(|rule| {
                let of = super::data::RuleRef { tool: tool.clone(), invariant: rule.id.clone() };
                let firings = self.registries.counts.get(&of).copied().unwrap_or(0);
                lists::rule_row(name, tool, contract, rule, Some(firings))
            }));
        }
        table
    }

    /// The invariants of the queue, with where they stand and what speaks against them.
    fn queue_table(&self) -> Table {
        let rows = self.review.screen.queue.rows().iter();
        let known: Vec<_> = rows.filter_map(|rule| self.known_rule(rule)).collect();
        queue::table(&known, &self.review.judged().review)
    }

    /// The episode that is being read to be written, once it is read.
    pub(super) fn next_document(&mut self) -> Vec<Effect> {
        let Some(scan) = self.scans.get(&Purpose::Document) else {
            self.writing = None;
            return Vec::new();
        };
        if !scan.is_done() {
            return Vec::new();
        }
        let text = self.writing.take().and_then(|writing| Some((self.transcript(&writing)?, writing.target)));
        self.drop_scan(Purpose::Document);
        text.map(|(text, target)| vec![order(target, text)]).unwrap_or_default()
    }

    fn transcript(&self, writing: &Writing) -> Option<String> {
        let slot = self.data.ledger(writing.episode.ledger)?;
        let entry = slot.index.episodes().get(writing.episode.place)?;
        let found = self.scans.get(&Purpose::Document)?.found().iter();
        let seen = found.filter_map(|(record, answer)| match answer {
            Answer::Record(seen) => Some((super::taint::at(&slot.index, *record)?, seen.clone())),
            _ => None,
        });
        let judge = self.registry.and_then(|id| self.data.judge_of(id, &entry.task_or_id()));
        let judge = judge.and_then(|(id, _)| self.data.registry(id));
        let judge = judge.and_then(|slot| Some((slot.name.as_str(), &**slot.registry.as_ref()?)));
        let told = Transcript::new(&slot.name, &slot.index, entry, &seen.collect::<Vec<_>>(), judge);
        let told = match slot.digest(writing.episode.place) {
            Some(digest) => told.with_digest(digest),
            None => told,
        };
        Some(match writing.format {
            Format::Text => transcript::page(&told).as_text(),
            Format::Md => transcript::page(&told).as_markdown(),
            Format::Csv => transcript::table(&told).print(Format::Csv),
            Format::Json => {
                let fired = judge.map(|_| fired(slot, entry));
                let known = Known { fired, digest: slot.digest(writing.episode.place).map(|digest| &**digest) };
                let whole = transcript::json(&told, episode::values(&slot.name, &slot.index, entry, known)).to_string();
                format!("{}\n", escaped_json(&whole))
            }
        })
    }
}

fn order(target: Target, text: String) -> Effect {
    match target {
        Target::File { path, may_replace } => Effect::Write { path, text, may_replace },
        Target::Program(program) => Effect::Open { program, text },
    }
}

/// A text as a part of a file's name.
fn plain(text: &str) -> String {
    let letters: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_') { c } else { '-' }).collect();
    let parts: Vec<&str> = letters.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-").chars().take(80).collect()
}
