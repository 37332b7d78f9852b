//! The numbers for a screen: who won, by how much and whether that is more than noise stands first, in rows that a
//! narrow terminal has room for; one grouping at a time.

mod after;
mod answer;
mod dial;
mod groups;
mod seen;

pub(super) use answer::{needed, verdict};
pub(super) use seen::meanings;

use super::write::{Behind, Writer};
use super::{Study, pairs, payoff, reasons, ribbon};
use crate::page::Page;

/// By what the tables of the page are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// By nothing.
    #[default]
    All,
    /// By model.
    Model,
    /// By stratum.
    Stratum,
    /// By model and stratum.
    Both,
    /// By the tool that a receipt is of.
    Tool,
    /// By the code in a receipt.
    Code,
}

impl By {
    /// Every one, in the order in which a key walks them.
    pub const ALL: [Self; 6] = [Self::All, Self::Model, Self::Stratum, Self::Both, Self::Tool, Self::Code];

    /// The words on screen.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::All => "in all",
            Self::Model => "by model",
            Self::Stratum => "by stratum",
            Self::Both => "by model and stratum",
            Self::Tool => "by tool",
            Self::Code => "by code",
        }
    }

    /// Whether there is more than one of what it tells apart.
    #[must_use]
    pub fn is_of_use(self, study: &Study<'_>) -> bool {
        let (paired, recovery) = (&study.figures.paired, &study.figures.recovery);
        let (models, strata) = (paired.models().count().max(recovery.by_model.len()) > 1, paired.strata().count() > 1);
        match self {
            Self::All => true,
            Self::Model => models,
            Self::Stratum => strata,
            Self::Both => models && strata,
            Self::Tool => !recovery.by_tool.is_empty(),
            Self::Code => !recovery.by_code.is_empty(),
        }
    }

    /// The next grouping that tells something apart, or the one before.
    #[must_use]
    pub fn next(self, study: &Study<'_>, forward: bool) -> Self {
        let at = Self::ALL.iter().position(|by| *by == self).unwrap_or(0);
        let count = Self::ALL.len();
        let step = |far: usize| if forward { (at + far) % count } else { (at + count - far) % count };
        let found = (1..=count).filter_map(|far| Self::ALL.get(step(far)).copied());
        found.into_iter().find(|by| by.is_of_use(study)).unwrap_or_default()
    }
}

/// How the page is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// By what its tables are.
    pub by: By,
    /// Whether each line of a table has its parts below it.
    pub is_open: bool,
    /// For how many columns.
    pub columns: usize,
}

/// Rows are made for at least, and at most, so many columns.
const COLUMNS: (usize, usize) = (60, 110);

/// With fewer characters a drawing shows nothing.
const DRAWING: u8 = 11;

/// The widths of what stands in rows.
#[derive(Clone, Copy)]
struct Widths {
    /// Of names.
    name: usize,
    /// Of drawings.
    drawing: u8,
}

impl Shown {
    fn widths(self) -> Widths {
        let columns = self.columns.clamp(COLUMNS.0, COLUMNS.1);
        // Numbers beside a name and a drawing take this much.
        let room = columns - 38;
        let drawing = u8::try_from(room * 6 / 11).unwrap_or(u8::MAX).min(41);
        Widths { name: (room - usize::from(drawing)).min(32), drawing }
    }

    /// The same where names of so many columns stand in the rows: a name that is cut cannot be told from its neighbour,
    /// so the drawing gives way to it, as long as it is one.
    fn widths_for(self, name: usize) -> Widths {
        let usual = self.widths();
        let room = self.columns.clamp(COLUMNS.0, COLUMNS.1) - 38;
        let drawing = usual.drawing.min(u8::try_from(room.saturating_sub(name)).unwrap_or(u8::MAX)).max(DRAWING);
        Widths { name: name.min(room.saturating_sub(usize::from(drawing))), drawing }
    }
}

/// The page, and what is behind its links, by their numbers.
#[must_use]
pub fn brief(study: &Study<'_>, shown: Shown) -> (Page, Vec<Behind>) {
    let title =
        study.named_arms().map_or_else(|| "study".to_owned(), |[first, second]| format!("{second} against {first}"));
    let mut out = Writer::new(title);
    if study.pairing.plan.is_of_tasks() {
        super::no_numbers(&mut out);
        return out.finish();
    }
    answer::write(study, shown, &mut out);
    groups::pairs(study, shown, &mut out);
    reasons::write(study, &mut out);
    dial::write(study, shown, &mut out);
    after::write(study, shown, &mut out);
    if study.figures.recovery.overall.all.receipts.count > 0 {
        ribbon::choice(study, &mut out);
    }
    groups::fired(study, shown, &mut out);
    payoff::recovered(study, &mut out);
    seen::events(study, shown, &mut out);
    seen::labels(study, shown, &mut out);
    after::cost(study, shown, &mut out);
    out.page.heading("What is in no number");
    let before = out.page.lines.len();
    pairs::beside(study, &mut out);
    if out.page.lines.len() == before {
        out.page.text("Nothing: every episode was read and has its pair.");
    }
    out.finish()
}
