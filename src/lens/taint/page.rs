//! Where a value stands again, as a text.

use super::needle::Kind;
use super::sum::sum;
use super::trail::{Hit, Spot, Trail, is_assistant};
use crate::contract::Hop;
use crate::domain::call::Part;
use crate::page::{self, Page, Role};
use crate::words;

impl Trail {
    /// `price = -79.0 in the result of call 1`.
    #[must_use]
    pub fn subject(&self) -> String {
        let source = &self.source;
        let (_, line) = source.split();
        let line = line.map(|line| format!("line {} of ", line + 1)).unwrap_or_default();
        format!("{} in {line}the {} of call {}", self.short_subject(), source.part.name(), source.step)
    }

    /// `price = -79.0`.
    #[must_use]
    pub fn short_subject(&self) -> String {
        self.subject_of(SHOWN)
    }

    /// The same where room is dear.
    #[must_use]
    pub fn brief_subject(&self) -> String {
        self.subject_of(SHOWN_BRIEFLY)
    }

    /// A part of a text has no name of its own.
    fn subject_of(&self, most: usize) -> String {
        let value = short(&self.value.to_string(), most);
        match self.source.split() {
            (_, Some(_)) => value,
            (place, None) => format!("{} = {value}", named(self.source.part, place)),
        }
    }

    /// The hit behind a link of the page.
    fn linked(&self, link: usize) -> Option<&Hit> {
        self.later.get(link).or_else(|| self.earlier.get(link.checked_sub(self.later.len())?))
    }

    /// The lines of its page; its links begin at this number.
    fn tell(&self, page: &mut Page, most: usize, from: usize) {
        for caveat in self.caveats() {
            page.muted(format!("Mind: {caveat}."));
        }
        let later = || self.later.iter().enumerate().map(|(at, hit)| (from + at, hit));
        let is_said = |hit: &Hit| matches!(&hit.spot, Spot::Message { role, .. } if is_assistant(role));
        let is_heard = |hit: &Hit| matches!(&hit.spot, Spot::Message { role, .. } if !is_assistant(role));
        let is_in = |hit: &Hit, wanted| matches!(&hit.spot, Spot::Value { part, .. } if *part == wanted);
        section(page, most, "The final answer", later().filter(|(_, hit)| self.is_answer(hit)));
        section(page, most, "Later calls that were given it", later().filter(|(_, hit)| is_in(hit, Part::Arguments)));
        let said = later().filter(|(_, hit)| is_said(hit) && !self.is_answer(hit));
        section(page, most, "Later messages of the agent", said);
        section(page, most, "Results that hold it", later().filter(|(_, hit)| is_in(hit, Part::Result)));
        section(page, most, "Later messages of others", later().filter(|(_, hit)| is_heard(hit)));
        if self.later.is_empty() {
            page.muted("Nothing later holds it. M shows the messages with the calls, A the final answer.");
        }
        let before = self.earlier.iter().enumerate().map(|(at, hit)| (from + at + self.later.len(), hit));
        section(page, most, "Where the episode held it before", before);
    }
}

/// The values that are followed: whether one reached the final answer first, then each place, at most so many of a
/// sort. Links are understood by [`linked`].
#[must_use]
pub fn page(trails: &[&Trail], most: usize) -> Page {
    if let [one] = trails {
        let mut page = Page::new(format!("following {}", one.subject()));
        page.text(whole(&one.sentence()));
        one.tell(&mut page, most, 0);
        return page;
    }
    let step = trails.first().map(|trail| format!(" in call {}", trail.source.step)).unwrap_or_default();
    let mut page = Page::new(format!("following {} values{step}", trails.len()));
    // It begins with the name of a field, which keeps its letters.
    page.text(format!("{}.", sum(trails)));
    let mut from = 0;
    for trail in trails {
        page.heading(trail.subject());
        page.text(whole(&trail.sentence()));
        trail.tell(&mut page, most, from);
        from += trail.later.len() + trail.earlier.len();
    }
    page
}

/// A sentence as it stands alone.
fn whole(sentence: &str) -> String {
    let mut rest = sentence.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest).chain(['.']).collect()
}

/// The hit behind a link of the page of these values.
#[must_use]
pub fn linked<'a>(trails: &[&'a Trail], link: usize) -> Option<&'a Hit> {
    let mut from = 0;
    trails.iter().find_map(|trail| {
        let hit = trail.linked(link.checked_sub(from)?);
        from += trail.later.len() + trail.earlier.len();
        hit
    })
}

fn section<'a>(page: &mut Page, most: usize, title: &str, hits: impl Iterator<Item = (usize, &'a Hit)>) {
    let mut hits = hits.peekable();
    if hits.peek().is_some() {
        page.heading(title);
    }
    for (link, hit) in hits.by_ref().take(most) {
        page.link(page::Kind::Item, line(hit), link);
    }
    let left = hits.count();
    if left > 0 {
        page.muted(format!("… and {left} more; `vidimus taint` prints them all"));
    }
}

/// `exact          call 4 place_order  limit  "1,234.50"`.
fn line(hit: &Hit) -> Vec<page::Piece> {
    let role = if hit.find.kind == Kind::Substring { Role::Muted } else { Role::Match };
    let mut pieces = vec![(role, format!("{:<15}", hit.find.kind.name()))];
    match &hit.spot {
        Spot::Value { step, tool, part, place } => {
            pieces.push((Role::Text, format!("call {step} {tool}  ")));
            let line = hit.line.map(|line| format!(", line {}", line + 1)).unwrap_or_default();
            pieces.push((Role::Field, format!("{}{line}  ", named(*part, place))));
        }
        Spot::Message { number, role, .. } => pieces.push((Role::Text, format!("message {} ({role})  ", number + 1))),
    }
    match &hit.around {
        Some(around) => {
            let (before, after) = around.split_once(&hit.written).unwrap_or((around, ""));
            pieces.push((Role::Muted, one_line(before)));
            pieces.push((Role::Value, short(&hit.written, SHOWN)));
            pieces.push((Role::Muted, one_line(after)));
        }
        None => pieces.push((Role::Value, short(&hit.written, SHOWN))),
    }
    if hit.find.count > 1 {
        pieces.push((Role::Muted, format!("  ({} times)", hit.find.count)));
    }
    pieces
}

/// A place of a call; the part itself where the value is all of it.
pub(super) fn named(part: Part, place: &[Hop]) -> String {
    words::place(if place.is_empty() { part.name() } else { "" }, place)
}

/// The most characters of a value in a line.
const SHOWN: usize = 60;
/// The most characters of a value in a sentence about several.
const SHOWN_BRIEFLY: usize = 24;

/// The words around a value, whatever lines they stood on.
pub(super) fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_whitespace(), " ")
}

fn short(value: &str, most: usize) -> String {
    match value.char_indices().nth(most) {
        Some((at, _)) => format!("{}… ({} bytes)", value.get(..at).unwrap_or_default(), value.len()),
        None => value.to_owned(),
    }
}
