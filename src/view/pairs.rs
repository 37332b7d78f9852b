//! Screen 4: the table of counts, what is in none of its cells, and the list of pairs.
//!
//! ```text
//! ┌ advisory against baseline · 80 pairs ──────────────────────────────────────────┐
//! │                       advisory completed   advisory failed     unknown      0  │
//! │  baseline completed              31 both          ↓ 3 lost     …               │
//! │  baseline failed                 ↑ 9 won        37 neither                     │
//! ├ 80 pairs ─────────────────────────────────────────────────────────────────────┤
//! │   task  trial  outcome     receipts  first difference                  label   │
//! │ › 42        1  ↓ lost           ▲ 2  call 3 · other arguments · after …        │
//! ```

pub(super) mod table;

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece};
use super::columns::{self, Seen};
use super::empty;
use super::registries::list_rows;
use crate::app::App;
use crate::app::pairs::PairFacts;
use crate::app::screen::pairs::{PairKey, Pane, Sort};
use crate::lens::braid;
use crate::pair::PairOutcome;
use crate::query::pair::{self, PairFilter};
use crate::theme::{Glyphs, Role};
use crate::words::counted;

/// With fewer rows or columns the table is a line of counts.
const LOW: u16 = 15;
const NARROW: u16 = 64;
/// With fewer columns the line above says no more than how far labelling is.
const SHORT: u16 = 100;
/// What is read or labelled later takes no more room than was kept for it.
const DIFFERENCE: usize = 23;
const PARTS: usize = 11;
const LABEL: usize = 23;

/// Draws the screen.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    if app.pairs.arms().is_none() {
        return canvas.notice(area, &empty::pairs(app));
    }
    let above = if area.height < LOW || area.width < NARROW {
        table::line(app, canvas, area)
    } else {
        table::draw(app, canvas, area)
    };
    let below = Rect { y: area.y + above, height: area.height.saturating_sub(above), ..area };
    list(app, canvas, below);
}

fn list(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    let screen = &app.pairs.screen;
    let all = app.pairs.keys().len();
    let shown = screen.list.rows().len();
    let count = if shown == all { counted(all, "pair") } else { format!("{shown} of {}", counted(all, "pair")) };
    // What was typed so far may be no filter, and then everything is shown.
    let read = app.read_pair_filter(&screen.filter);
    let matching = match screen.filter.trim() {
        "" => String::new(),
        _ if read.is_err() => String::new(),
        filter => format!(" matching {filter}"),
    };
    let place = if shown + 3 > usize::from(area.height) && shown > 0 {
        format!("{}/", screen.list.place() + 1)
    } else {
        String::new()
    };
    let only = screen.only.as_ref().map(|only| format!(" · only {} (esc leads back)", only.what)).unwrap_or_default();
    let is_focused = screen.pane == Pane::List;
    let inside = canvas.frame(area, &format!("{place}{count}{matching}{only}"), is_focused);
    if shown == 0 {
        return canvas.notice(inside, &empty::filtered_pairs(app));
    }
    let columns = layout(app, usize::from(inside.width).saturating_sub(2), canvas);
    columns::header(canvas, inside, 2, &columns, &screen.list, |canvas, column, width| {
        let text = columns::titled(column.name(), column.sort() == screen.sort, screen.reversed, canvas.glyphs);
        (column.pad(&text, width, canvas), Sort::ALL.iter().position(|sort| *sort == column.sort()))
    });
    let body = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
    let filter = read.unwrap_or_default();
    list_rows(canvas, body, &screen.list, is_focused, |canvas, _, key| row(app, key, &columns, &filter, canvas));
}

/// A column of the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Task,
    Model,
    Trial,
    Stratum,
    Outcome,
    Receipts,
    Parts,
    Difference,
    Label,
}

impl Column {
    const ALL: [Self; 9] = [
        Self::Task,
        Self::Model,
        Self::Trial,
        Self::Stratum,
        Self::Outcome,
        Self::Receipts,
        Self::Parts,
        Self::Difference,
        Self::Label,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Model => "model",
            Self::Trial => "trial",
            Self::Stratum => "stratum",
            Self::Outcome => "outcome",
            Self::Receipts => "receipts",
            Self::Parts => "part at",
            Self::Difference => "first difference",
            Self::Label => "label",
        }
    }

    /// The field of the filter language that it shows.
    const fn field(self) -> &'static str {
        match self {
            Self::Parts => "where",
            Self::Difference => "kind",
            other => other.name(),
        }
    }

    const fn sort(self) -> Sort {
        match self {
            Self::Task => Sort::Task,
            Self::Model => Sort::Model,
            Self::Trial => Sort::Trial,
            Self::Stratum => Sort::Stratum,
            Self::Outcome => Sort::Outcome,
            Self::Receipts => Sort::Receipts,
            Self::Parts => Sort::Step,
            Self::Difference => Sort::Kind,
            Self::Label => Sort::Label,
        }
    }

    /// The least important is left out first; the lowest number is the most important. What tells pairs apart stays.
    const fn rank(self) -> usize {
        match self {
            Self::Task => 0,
            Self::Outcome => 1,
            Self::Model => 2,
            Self::Trial => 3,
            Self::Label => 4,
            Self::Parts => 5,
            Self::Stratum => 6,
            Self::Difference => 7,
            Self::Receipts => 8,
        }
    }

    /// So much of it has to be there, where not all of it has room.
    const fn least(self, full: usize) -> usize {
        match self {
            // What parts at a call before the tenth has ten columns.
            Self::Task | Self::Model | Self::Parts => 10,
            Self::Difference => 16,
            Self::Label => 23,
            Self::Stratum => 8,
            Self::Outcome | Self::Trial | Self::Receipts => full,
        }
    }

    fn pad(self, text: &str, width: usize, canvas: &Canvas<'_>) -> String {
        match self {
            Self::Trial | Self::Receipts => canvas.pad_left(text, width),
            Self::Parts | Self::Difference | Self::Label => canvas.pad(text, width),
            _ => canvas.pad_middle(text, width),
        }
    }
}

/// The columns that fit, with their widths, in their order.
fn layout(app: &App, room: usize, canvas: &Canvas<'_>) -> Vec<(Column, usize)> {
    let mut wanted = Vec::new();
    for column in Column::ALL {
        let keys = columns::sample(app.pairs.keys());
        let shown = keys.filter_map(|key| Some(text(&app.pair_facts(key)?, app.pair_names(key), column, canvas).1));
        let later = |widest: usize| Seen { widest, is_same: false };
        let seen = match column {
            Column::Parts => later(PARTS),
            Column::Difference => later(DIFFERENCE),
            Column::Label => later(LABEL),
            _ => columns::seen(shown.clone(), canvas),
        };
        // A column in which nothing is known says nothing.
        let is_known = |value: &String| !value.is_empty() && value != canvas.glyphs.dot();
        if matches!(column, Column::Parts | Column::Difference | Column::Label)
            || shown.clone().any(|value| is_known(&value))
        {
            let heading = column.name().len() + 1;
            let full = seen.widest.max(heading);
            // A row without its outcome is no row.
            let is_same = seen.is_same && !matches!(column, Column::Task | Column::Outcome);
            let least = column.least(full).max(heading);
            wanted.push(columns::Column { id: column, full, least, rank: column.rank(), is_same });
        }
    }
    columns::fit(wanted, room).0
}

fn row(app: &App, key: &PairKey, columns: &[(Column, usize)], filter: &PairFilter, canvas: &Canvas<'_>) -> Vec<Piece> {
    let Some(facts) = app.pair_facts(key) else { return Vec::new() };
    let names = app.pair_names(key);
    columns::row(columns, |column, width| {
        let (role, value) = text(&facts, names, column, canvas);
        let shown = column.pad(&value, width, canvas);
        columns::lit_cell(role, &shown, |asked| filter.found_in(column.field(), asked))
    })
}

/// What stands in a column, and how it looks.
fn text(facts: &PairFacts<'_>, names: Option<[&str; 2]>, column: Column, canvas: &Canvas<'_>) -> Piece {
    let [run, other] = facts.runs;
    let or_dot = |value: Option<String>| value.unwrap_or_else(|| canvas.glyphs.dot().to_owned());
    match column {
        Column::Task => (Role::Text, run.task.to_string()),
        Column::Model => {
            (Role::Text, or_dot(pair::common(run.model.as_ref(), other.model.as_ref()).map(ToString::to_string)))
        }
        Column::Trial => (Role::Muted, or_dot(pair::common(run.trial, other.trial).map(|trial| trial.to_string()))),
        Column::Stratum => (Role::Muted, or_dot(pair::stratum(run, other))),
        Column::Outcome => {
            let (role, words) = outcome(facts, canvas.glyphs);
            // As the cells of the table have it: the list has no room to say so in every row.
            (role, words.strip_suffix(" completed").map_or_else(|| words.clone(), str::to_owned))
        }
        Column::Receipts => match facts.receipts {
            [0, 0] => (Role::Muted, canvas.glyphs.dot().into()),
            [first, second] if facts.is_hidden => {
                (Role::Receipt, format!("{} {}", canvas.glyphs.receipt(), first + second))
            }
            [0, count] => (Role::Receipt, format!("{} {count}", canvas.glyphs.receipt())),
            [first, second] => (Role::Receipt, format!("{} {first}+{second}", canvas.glyphs.receipt())),
        },
        Column::Parts => match facts.braid {
            Some(braid) => (
                Role::Text,
                braid::parts_at(braid, canvas.glyphs.receipt()).unwrap_or_else(|| canvas.glyphs.dot().into()),
            ),
            None => (Role::Muted, canvas.glyphs.dot().into()),
        },
        Column::Difference => match (facts.braid, names) {
            (Some(braid), Some(arms)) => {
                let role = if braid.parting.is_some() { Role::Text } else { Role::Muted };
                (role, braid::first_difference(braid, arms))
            }
            _ => (Role::Muted, "not read yet".into()),
        },
        Column::Label if !facts.disputed.is_empty() => {
            (Role::Changed, format!("disputed: {}", facts.disputed.join(", ")))
        }
        Column::Label => match facts.label {
            // A guess is no label: nobody said so yet.
            Some(guess) if facts.is_guess => (Role::Muted, format!("{}?", guess.name())),
            Some(label) => {
                (Role::Held, format!("{}{}", canvas.glyphs.beside_words(canvas.glyphs.accepted()), label.name()))
            }
            None => (Role::Muted, canvas.glyphs.dot().into()),
        },
    }
}

/// How the second did beside the first, with a sign.
pub(super) fn outcome(facts: &PairFacts<'_>, glyphs: Glyphs) -> Piece {
    if facts.is_hidden {
        return (Role::Muted, "hidden".into());
    }
    match (facts.pair.outcome, facts.runs[0].completed) {
        (PairOutcome::Win, _) => (Role::Completed, format!("{}won", glyphs.beside_words(glyphs.won()))),
        (PairOutcome::Loss, _) => (Role::Failed, format!("{}lost", glyphs.beside_words(glyphs.lost()))),
        (PairOutcome::Tie, Some(true)) => (Role::Text, "both completed".into()),
        (PairOutcome::Tie, _) => (Role::Muted, "neither completed".into()),
        (PairOutcome::Unknown, _) => (Role::Muted, "unknown".into()),
    }
}

/// `Pairs ▸ advisory against baseline · same task, model and trial`, and the order at the right.
pub(super) fn crumbs(app: &App, canvas: &Canvas<'_>) -> (Vec<Piece>, Vec<Piece>) {
    let level = format!(" {} ", canvas.glyphs.level());
    let dot = format!(" {} ", canvas.glyphs.dot());
    let mut left: Vec<Piece> = vec![(Role::Muted, " Pairs".into())];
    let Some(([first, second], pairing)) = app.pairs.named_arms().zip(app.pairs.pairing()) else {
        return (left, Vec::new());
    };
    left.push((Role::Title, format!("{level}{second} against {first}")));
    left.push((Role::Muted, format!("{dot}same {}", app.pairs.key_words())));
    let others = pairing.arms.len().saturating_sub(2);
    if others > 0 {
        left.push((Role::Muted, format!("{dot}{} (v)", counted(others, "other arm"))));
    }
    let turned = if app.pairs.screen.reversed { ", turned round" } else { "" };
    let mut right: Vec<Piece> = Vec::new();
    if app.is_blind() {
        right.extend([(Role::Changed, "blind (b ends it)".to_owned()), (Role::Muted, dot.clone())]);
    }
    if app.size.0 < SHORT {
        // The arms are what the screen is about; the order stands in the heading, too, and = tells the rest.
        let progress = app.label_progress();
        let said = format!("{} of {} labelled", progress.labelled, progress.pairs);
        right.push((Role::Muted, if progress.pairs > 0 { said } else { app.pairs.screen.sort.words().to_owned() }));
        return (left, right);
    }
    right.extend(app.label_sentence().map(|said| (Role::Muted, format!("{said}{dot}"))));
    right.push((Role::Muted, format!("{}{turned}", app.pairs.screen.sort.words())));
    (left, right)
}
