//! What was found, as a page: episode by episode, each place a line that leads there.

use super::{Hit, Hits, Spot};
use crate::domain::ids::{Step, ToolName};
use crate::index::EpisodeEntry;
use crate::page::{Kind, Page, Piece, Role, lit};
use crate::words::{self, cell, counted};

/// The columns of a tool's name.
const TOOL: usize = 24;
/// A place in words may be so long; a longer one is told by its last part.
const PLACE: usize = 32;

/// A record with what was found in it.
#[derive(Clone, Copy, Debug)]
pub struct Located<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The episode.
    pub episode: &'a EpisodeEntry,
    /// The step and the tool of a call; nothing for a message.
    pub call: Option<(Step, &'a ToolName)>,
    /// What was found.
    pub hits: &'a Hits,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// So many records were asked …
    pub asked: usize,
    /// … of so many.
    pub of: usize,
    /// Whether it was stopped before its end.
    pub is_stopped: bool,
    /// So many could not be read.
    pub unreadable: usize,
}

impl State {
    fn in_words(self) -> String {
        let percent = (self.asked * 100).checked_div(self.of).unwrap_or(100);
        let unreadable = match self.unreadable {
            0 => String::new(),
            count => format!("; {} could not be read", counted(count, "record")),
        };
        if self.is_stopped {
            format!("stopped at {percent}%: the rest was not searched{unreadable}")
        } else if self.asked < self.of {
            format!("searched {percent}% …{unreadable}")
        } else {
            format!("searched all {} calls and messages{unreadable}", self.of)
        }
    }
}

/// The page of a search. Links are numbered like the records, each place of a record by itself.
#[must_use]
pub fn page(text: &str, located: &[Located<'_>], state: State) -> Page {
    let places: usize = located.iter().map(|record| record.hits.count()).sum();
    let groups = groups(located);
    let mut page = Page::new(format!("search for {text}"));
    let what = if places == 0 {
        "nothing found".to_owned()
    } else {
        format!(
            "{} in {} of {}",
            counted(places, "place"),
            counted(located.len(), "record"),
            counted(groups.len(), "episode")
        )
    };
    page.push(Kind::Text, vec![(Role::Text, what), (Role::Muted, format!(" · {}", state.in_words()))]);
    if places == 0 && state.asked == state.of && !state.is_stopped {
        page.muted("Small letters find capitals too; a capital finds only itself. Several words must all stand in one call or message; put \"several words\" in quotes to find them side by side.");
    }
    let mut link = 0;
    for group in groups {
        page.heading(name_of(group));
        for record in group {
            for hit in &record.hits.told {
                page.link(Kind::Row, row(record, hit), link);
                link += 1;
            }
            if record.hits.more > 0 {
                let more = format!("      and {} in the same call", counted(record.hits.more, "more place"));
                page.push(Kind::Row, vec![(Role::Muted, more)]);
            }
        }
    }
    page
}

/// Records of one episode together; they come in the order of episodes.
fn groups<'a, 'b>(located: &'b [Located<'a>]) -> Vec<&'b [Located<'a>]> {
    located.chunk_by(|one, next| std::ptr::eq(one.episode, next.episode)).collect()
}

/// `task 42 · trial 1 · advisory · failed — 3 places`.
fn name_of(group: &[Located<'_>]) -> String {
    let Some(first) = group.first() else { return String::new() };
    let episode = first.episode;
    let mut parts = vec![format!("task {}", episode.task_or_id())];
    parts.extend(episode.trial.map(|trial| format!("trial {trial}")));
    parts.extend(episode.arm.as_ref().map(ToString::to_string));
    parts.extend(episode.model.as_ref().map(ToString::to_string));
    parts.extend(episode.completed().map(|completed| if completed { "completed" } else { "failed" }.to_owned()));
    let places: usize = group.iter().map(|record| record.hits.count()).sum();
    format!("{} · {}", parts.join(" · "), counted(places, "place"))
}

fn row(record: &Located<'_>, hit: &Hit) -> Vec<Piece> {
    let mut pieces = match record.call {
        Some((step, tool)) => {
            vec![
                (Role::Muted, format!("{:>4} ", step.0)),
                (Role::Text, format!("{} ", cell(&crate::safe::visible(tool.as_str()), TOOL))),
            ]
        }
        None => vec![(Role::Muted, "   · message ".to_owned())],
    };
    pieces.push((Role::Field, format!("{}: ", short(&hit.spot))));
    pieces.extend(lit(Role::Value, &hit.excerpt, &hit.found));
    pieces
}

/// The place in words, a long one by its part and its last field.
fn short(spot: &Spot) -> String {
    let whole = spot.in_words();
    let (part, place) = match spot {
        Spot::Message(_) => return whole,
        Spot::Value(part, place) => (part.name(), place),
        Spot::Receipt(place) => ("receipt", place),
    };
    if whole.chars().count() <= PLACE {
        return whole;
    }
    let last = place.iter().rposition(|hop| matches!(hop, crate::contract::Hop::Key(_))).unwrap_or_default();
    words::place(&format!("{part}…"), place.get(last..).unwrap_or_default())
}
