//! The rows of a braid as lines.

use std::sync::Arc;

use super::sentence::sentences;
use crate::digest::EpisodeDigest;
use crate::domain::call::Call;
use crate::domain::ids::EpisodeId;
use crate::domain::json::Json;
use crate::lens::difference::{difference, line};
use crate::page::{Align, Kind as LineKind, Page, Piece, Role, Sign};
use crate::pair::{Braid, Kind, Row};
use crate::words::{clip, counted};

/// From so many calls on that are the same one line tells them.
const FOLDED: usize = 3;
/// So many differences of two results are shown.
const DIFFERENCES: usize = 6;
/// The widest arguments on a line, in columns.
const ARGUMENTS: usize = 100;

/// One of the two episodes.
#[derive(Clone, Copy, Debug)]
pub struct Strand<'a> {
    /// What to call it: its arm.
    pub name: &'a str,
    /// Its id.
    pub episode: &'a EpisodeId,
    /// Whether it completed.
    pub completed: Option<bool>,
    /// What it left behind.
    pub digest: &'a EpisodeDigest,
    /// Its calls, as far as they are read.
    pub calls: &'a [Option<Arc<Call>>],
}

impl Strand<'_> {
    fn tool(&self, step: Option<usize>) -> Option<&str> {
        self.digest.calls.get(step?).map(|call| call.tool.as_str())
    }

    fn call(&self, step: Option<usize>) -> Option<&Call> {
        self.calls.get(step?)?.as_deref()
    }

    /// Whether a receipt came with the result of a call.
    #[must_use]
    pub fn has_receipt(&self, step: Option<usize>) -> bool {
        step.and_then(|step| self.digest.calls.get(step)).is_some_and(|call| call.receipt.is_some())
    }
}

/// The receipts among rows, in words: `receipt at call 1 in advisory`.
#[must_use]
pub fn receipts_among(rows: &[Row], [first, second]: &[Strand<'_>; 2]) -> Option<String> {
    let place = |row: &Row| {
        let (step, who) = match (first.has_receipt(row.first), second.has_receipt(row.second)) {
            (true, true) => (row.first?, "both"),
            (true, false) => (row.first?, first.name),
            (false, true) => (row.second?, second.name),
            (false, false) => return None,
        };
        Some(format!("call {step} in {who}"))
    };
    let places: Vec<String> = rows.iter().filter_map(place).collect();
    let word = if places.len() > 1 { "receipts" } else { "receipt" };
    (!places.is_empty()).then(|| format!("{word} at {}", places.join(", ")))
}

/// What a row is, in words.
#[must_use]
pub const fn kind_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Same => "the same",
        Kind::OtherResult => "same call, other result",
        Kind::OtherArguments => "other arguments",
        Kind::OtherTool => "other tool",
        Kind::OrderOnly => "other order only",
        Kind::OnlyFirst => "only the first",
        Kind::OnlySecond => "only the second",
    }
}

/// The sign of a row.
#[must_use]
pub const fn sign(kind: Kind) -> Sign {
    match kind {
        Kind::Same => Sign::Exact,
        Kind::OtherResult => Sign::Differs,
        Kind::OtherArguments | Kind::OtherTool => Sign::Changed,
        Kind::OrderOnly => Sign::Moved,
        Kind::OnlyFirst => Sign::Removed,
        Kind::OnlySecond => Sign::Added,
    }
}

/// The page of a braid; a line links to its row. `is_whole` unfolds the calls that are the same.
#[must_use]
pub fn page(braid: &Braid, strands: [Strand<'_>; 2], is_whole: bool) -> Page {
    let mut page = Page::new(format!("{} against {}", strands[0].episode, strands[1].episode));
    for (strand, place) in strands.iter().zip(["first", "second"]) {
        let (role, outcome) = match strand.completed {
            Some(true) => (Role::Completed, "completed"),
            Some(false) => (Role::Failed, "failed"),
            None => (Role::Muted, "outcome not known"),
        };
        let receipts = strand.digest.calls.iter().filter(|call| call.receipt.is_some()).count();
        page.push(
            LineKind::Text,
            vec![
                (Role::Muted, format!("{place}: ")),
                (Role::Text, format!("{} · {}  ", strand.name, strand.episode)),
                (role, outcome.to_owned()),
                (
                    Role::Muted,
                    format!("  {}, {}", counted(strand.digest.calls.len(), "call"), counted(receipts, "receipt")),
                ),
            ],
        );
    }
    rows(braid, strands, is_whole, &mut page);
    page
}

/// What a braid says and its rows, for a page that tells of the two episodes itself.
pub fn rows(braid: &Braid, strands: [Strand<'_>; 2], is_whole: bool, page: &mut Page) {
    page.gap();
    for sentence in sentences(braid, strands.map(|strand| strand.name)) {
        page.text(sentence);
    }
    let mut at = 0;
    while let Some(row) = braid.rows.get(at) {
        let heading = match at {
            _ if braid.parting.is_some_and(|parting| parting.row == at) => Some("they part"),
            _ if braid.meeting.is_some_and(|meeting| meeting.row == at) => Some("they meet again"),
            0 => Some("both begin"),
            _ => None,
        };
        if let Some(heading) = heading {
            page.heading(heading);
        }
        let alike = braid.rows.get(at..).unwrap_or_default().iter();
        // A fold ends where a heading or a receipt stands, or where one side has other calls in between.
        let is_plain = |(place, row): &(usize, &Row)| {
            let is_meeting = *place > at && braid.meeting.is_some_and(|meeting| meeting.row == *place);
            let has_receipt = strands[0].has_receipt(row.first) || strands[1].has_receipt(row.second);
            let far = |own: Option<usize>, from: Option<usize>| own?.checked_sub(from?);
            let is_next = braid.rows.get(at).is_some_and(|start| {
                far(row.first, start.first) == Some(place - at) && far(row.second, start.second) == Some(place - at)
            });
            row.kind == Kind::Same && is_next && !is_meeting && !has_receipt
        };
        let count = (at..).zip(alike).take_while(is_plain).count();
        if count >= FOLDED && !is_whole {
            line_of(row, folded(count), at, page);
            at += count;
            continue;
        }
        line_of(row, pieces(row, &strands), at, page);
        for change in changes(row, &strands) {
            let told: String = change.iter().map(|(_, piece)| piece.as_str()).collect();
            let indented: Vec<Piece> = [(Role::Muted, " ".repeat(12))].into_iter().chain(change).collect();
            page.link(LineKind::Item, indented, at);
            page.as_row(SIDES.into_iter().zip(["", "", "", told.as_str()]), &COLUMNS);
        }
        at += 1;
    }
}

/// The columns in Markdown: the sign, the steps in both, and the call.
const COLUMNS: [&str; 4] = ["", "first step", "second step", "call"];
const SIDES: [Align; 4] = [Align::Left, Align::Right, Align::Right, Align::Left];

/// A row: its sign, its steps, and what there is to say of it.
fn line_of(row: &Row, told: Vec<Piece>, at: usize, page: &mut Page) {
    let sign = sign(row.kind);
    let text: String = told.iter().map(|(_, piece)| piece.as_str()).collect();
    let pieces = [sign.lead(), (Role::Muted, steps(row.first, row.second))].into_iter().chain(told);
    page.link(LineKind::Item, pieces.collect(), at);
    let [first, second] = [row.first, row.second].map(step);
    page.as_row(SIDES.into_iter().zip([sign.text(), &first, &second, &text]), &COLUMNS);
}

fn step(step: Option<usize>) -> String {
    step.map_or_else(|| "·".to_owned(), |step| step.to_string())
}

/// The steps of a row: `  3   4 `.
fn steps(first: Option<usize>, second: Option<usize>) -> String {
    format!("{:>3} {:>3}  ", step(first), step(second))
}

fn folded(count: usize) -> Vec<Piece> {
    vec![(Role::Muted, format!("{} the same, with the same results", counted(count, "call")))]
}

fn pieces(row: &Row, [first, second]: &[Strand<'_>; 2]) -> Vec<Piece> {
    let sign = sign(row.kind);
    let mut pieces = Vec::new();
    let tool = match row.kind {
        Kind::OtherTool => {
            format!("{} → {}", first.tool(row.first).unwrap_or_default(), second.tool(row.second).unwrap_or_default())
        }
        _ => first.tool(row.first).or(second.tool(row.second)).unwrap_or_default().to_owned(),
    };
    pieces.push((Role::Field, tool));
    if row.kind != Kind::Same {
        pieces.push((sign.role(), format!("  {}", kind_words(row.kind))));
    }
    for (strand, step) in [(first, row.first), (second, row.second)] {
        if strand.has_receipt(step) {
            pieces.push((Role::Muted, "  ".to_owned()));
            pieces.push(Sign::Receipt.lead());
            pieces.push((Role::Receipt, format!("receipt, {}", strand.name)));
        }
    }
    if !matches!(row.kind, Kind::OtherArguments | Kind::OtherTool)
        && let Some(call) = first.call(row.first).or(second.call(row.second))
    {
        pieces.push((Role::Muted, format!("  {}", short(&call.arguments.as_arguments()))));
    }
    pieces
}

pub(super) fn short(value: &Json) -> String {
    clip(&value.to_string(), ARGUMENTS)
}

/// What differs in a row: the arguments, or the results of calls that are alike.
fn changes(row: &Row, [first, second]: &[Strand<'_>; 2]) -> Vec<Vec<Piece>> {
    let (Some(a), Some(b)) = (first.call(row.first), second.call(row.second)) else { return Vec::new() };
    let (arguments_a, arguments_b) = (a.arguments.as_arguments(), b.arguments.as_arguments());
    let mut lines: Vec<Vec<Piece>> = match row.kind {
        Kind::OtherTool => {
            let told = [(first, &arguments_a), (second, &arguments_b)];
            return told.map(|(strand, it)| vec![(Role::Muted, format!("{}: {}", strand.name, short(it)))]).into();
        }
        Kind::OtherArguments => difference(&arguments_a, &arguments_b).iter().map(line).collect(),
        Kind::OtherResult => {
            let (Some(a), Some(b)) = (&a.result, &b.result) else {
                return vec![vec![(Role::Muted, "one of the two never returned".to_owned())]];
            };
            difference(&a.as_result(), &b.as_result()).iter().map(line).collect()
        }
        _ => return Vec::new(),
    };
    if lines.len() > DIFFERENCES {
        let more = lines.len() - DIFFERENCES;
        lines.truncate(DIFFERENCES);
        lines.push(vec![(Role::Muted, format!("and {}", counted(more, "more difference")))]);
    }
    lines
}
