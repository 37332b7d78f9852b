//! The queue of a review: what is known of each invariant, which ones a filter shows, in which order, and as rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::class::Class;
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::json::Json;
use crate::domain::registry::Registry;
use crate::page::{Column, Table};
use crate::query::rule::{FIELDS, RuleFilter, Sort};
use crate::review::preview::{Cleanly, Firing};
use crate::review::suspicion::{Firings, Kind, Reason, Suspicion, Suspicions};
use crate::review::{Review, Row, Standing};
use crate::words;

/// What is known of one invariant beside the review and the reasons of suspicion.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Its place among the rows of the review.
    pub row: usize,
    /// How it does on clean calls; nothing where no call was looked at.
    pub firing: Firing,
    /// In how many of the folds it stands: (in, of).
    pub folds: Option<(usize, usize)>,
    /// The invariant of the same tool from which it follows.
    pub under: Option<InvariantId>,
    /// Those of the same tool that follow from it.
    pub implies: Vec<InvariantId>,
}

impl Entry {
    /// How it does on the clean calls that count: those that its fold never saw, where there are folds.
    #[must_use]
    pub fn cleanly(&self) -> Cleanly {
        if self.folds.is_some() { self.firing.held_out } else { self.firing.clean }
    }
}

/// The entries of a registry under review.
pub type Entries = BTreeMap<(ToolName, InvariantId), Entry>;

/// Joins what is known of each invariant; `folds` are those of the same files.
#[must_use]
pub fn entries(
    review: &Review,
    suspicions: &Suspicions,
    folds: &[&Registry],
    firings: &BTreeMap<InvariantId, Firing>,
) -> Entries {
    let stands: Vec<BTreeSet<_>> = folds
        .iter()
        .map(|fold| {
            let tools = fold.tools.iter();
            tools.flat_map(|(tool, it)| it.invariants.iter().map(move |rule| (tool, &rule.id))).collect()
        })
        .collect();
    let mut entries = Entries::new();
    for (place, row) in review.rows.iter().enumerate() {
        let with = stands.iter().filter(|fold| fold.contains(&(&row.tool, &row.id))).count();
        let entry = Entry {
            row: place,
            firing: firings.get(&row.id).copied().unwrap_or_default(),
            folds: (!folds.is_empty()).then_some((with, folds.len())),
            under: suspicions.of(&row.tool, &row.id).and_then(|it| it.under.clone()),
            implies: Vec::new(),
        };
        entries.insert((row.tool.clone(), row.id.clone()), entry);
    }
    for row in &review.rows {
        let key = |id: &InvariantId| (row.tool.clone(), id.clone());
        let under = entries.get(&key(&row.id)).and_then(|entry| entry.under.clone());
        if let Some(over) = under.and_then(|over| entries.get_mut(&key(&over))) {
            over.implies.push(row.id.clone());
        }
    }
    entries
}

/// The firings that make a rule suspicious: on calls that its fold never saw.
#[must_use]
pub fn held_out(firings: &BTreeMap<InvariantId, Firing>) -> BTreeMap<InvariantId, Firings> {
    let tried = firings.iter().filter(|(_, firing)| firing.held_out.reached > 0);
    tried.map(|(rule, it)| (rule.clone(), Firings::from(it.held_out))).collect()
}

/// One invariant with all that is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The invariant.
    pub rule: &'a Invariant,
    /// Where it stands.
    pub row: &'a Row,
    /// What else is known.
    pub entry: &'a Entry,
    /// What speaks against it.
    pub suspicion: Option<&'a Suspicion>,
    /// Whether it is marked for a decision on many.
    pub is_marked: bool,
}

impl<'a> Known<'a> {
    /// An invariant of a registry under review.
    #[must_use]
    pub fn of(
        (tool, id): &(ToolName, InvariantId),
        registry: &'a Registry,
        review: &'a Review,
        suspicions: &'a Suspicions,
        entries: &'a Entries,
    ) -> Option<Self> {
        let entry = entries.get(&(tool.clone(), id.clone()))?;
        let row = review.rows.get(entry.row)?;
        let rule = registry.tools.get(tool)?.invariants.get(row.place)?;
        Some(Self { rule, row, entry, suspicion: suspicions.of(tool, id), is_marked: false })
    }

    /// What speaks against it, the heaviest first.
    #[must_use]
    pub fn reasons(&self) -> &'a [Reason] {
        self.suspicion.map(|it| it.reasons.as_slice()).unwrap_or_default()
    }

    /// The values of [`FIELDS`].
    #[must_use]
    pub fn values(&self) -> [Json; FIELDS.len()] {
        let count = |count: usize| Json::from(u64::try_from(count).unwrap_or(u64::MAX));
        let texts = |texts: Vec<&str>| Json::from(texts);
        let cleanly = self.entry.cleanly();
        [
            self.row.id.as_str().into(),
            self.row.tool.as_str().into(),
            self.row.class.name().into(),
            self.rule.path.to_string().into(),
            self.row.standing.name().into(),
            self.row.standing.is_left().into(),
            Json::from(u64::from(self.suspicion.map_or(0, |it| it.weight))),
            texts(self.reasons().iter().map(|reason| reason.kind.name()).collect()),
            self.entry.under.as_ref().map(|under| under.as_str().to_owned()).into(),
            self.rule.support.into(),
            // Where it was tried on nothing, nobody knows.
            Some(cleanly.fires).filter(|_| cleanly.reached > 0).into(),
            self.entry.folds.map_or(Json::Null, |(with, _)| count(with)),
            count(self.entry.implies.len()),
            self.is_marked.into(),
            texts(self.row.comments.iter().map(|comment| comment.reason.as_str()).collect()),
            self.row.standing.decision().map(|decision| decision.author.clone()).into(),
            words::rule(self.rule).into(),
            telling(self.reasons()).map(|reason| reason.sentence.clone()).into(),
        ]
    }

    fn key(&self, sort: Sort) -> (Option<Class>, u64) {
        let number = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        match sort {
            Sort::Suspicion => (None, 0),
            Sort::Tool => (None, number(self.entry.row)),
            Sort::Class => (Some(self.row.class), 0),
            Sort::Support => (None, self.rule.support),
            Sort::Firings => (None, u64::MAX - self.entry.cleanly().fires),
            Sort::Folds => (None, self.entry.folds.map_or(0, |(with, _)| number(with))),
        }
    }
}

/// The strongest reason that tells one rule from another: the bound on the rate speaks against every one.
#[must_use]
pub fn telling(reasons: &[Reason]) -> Option<&Reason> {
    reasons.iter().find(|reason| reason.weight > 0 || reason.kind == Kind::Implied)
}

/// Those that pass a filter, in an order; `rules` come in the order of suspicion.
pub fn chosen<'a>(rules: impl Iterator<Item = Known<'a>>, filter: &RuleFilter, sort: Sort) -> Vec<Known<'a>> {
    let mut rules: Vec<_> = rules.filter(|known| filter.passes_with(|| known.values())).collect();
    rules.sort_by_key(|known| known.key(sort));
    rules
}

/// Those that pass a filter as rows, with the counts of the whole review beside them.
#[must_use]
pub fn table(rules: &[Known<'_>], review: &Review) -> Table {
    let hidden = |column: Column| Column { is_shown: false, ..column };
    let columns = FIELDS.map(|field| match field {
        "id" | "tool" | "class" => Column::words(field, field),
        "standing" => Column::words(field, "stands"),
        "suspicion" | "support" => Column::numbers(field, field),
        "rule" => Column::below(field, "rule"),
        "why" => Column::below(field, "why look at it"),
        _ => hidden(Column::words(field, field)),
    });
    // Nothing is marked where there is no screen.
    let is_told = |(field, _): &(&str, Json)| *field != "marked";
    let mut table = Table::new("queue", &[]);
    table.columns = columns.into_iter().filter(|column| column.key != "marked").collect();
    table.rows = rules
        .iter()
        .map(|known| FIELDS.into_iter().zip(known.values()).filter(is_told).map(|(_, value)| value).collect())
        .collect();
    let count = review.count();
    table.facts.insert("invariants", count.all);
    table.facts.insert("left", count.left);
    let standings = review.by_standing().into_iter();
    table.facts.insert("standings", standings.collect::<crate::domain::json::Object>());
    table.facts.insert("orphans", review.orphans.len());
    table
}

/// The sign of an invariant in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nobody has decided.
    Undecided,
    /// It stays.
    Accepted,
    /// It goes.
    Rejected,
    /// It stays with a change.
    Edited,
    /// It is left out for now.
    Waived,
    /// It has to be decided again, as it is not what was judged.
    Changed,
    /// It has to be decided again, as the time of its waiver is over.
    WaiverOver,
    /// A decision is on its way to the disk.
    Saving,
}

impl Mark {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Undecided => "undecided",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Edited => "edited",
            Self::Waived => "waived",
            Self::Changed => "changed since it was decided",
            Self::WaiverOver => "its waiver is over",
            Self::Saving => "saving",
        }
    }

    /// The sign of where it stands.
    #[must_use]
    pub const fn of(standing: &Standing) -> Self {
        match standing {
            Standing::Undecided => Self::Undecided,
            Standing::Accepted(_) => Self::Accepted,
            Standing::Rejected(_) => Self::Rejected,
            Standing::Edited(..) => Self::Edited,
            Standing::Waived(_) => Self::Waived,
            Standing::WaiverOver(_) => Self::WaiverOver,
            Standing::Changed(_) => Self::Changed,
        }
    }
}
