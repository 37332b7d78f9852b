//! How far two sets of labels agree, as a page and as data.

use super::name;
use crate::domain::json::{Json, Object};
use crate::label::PairLabel;
use crate::label::agreement::{Both, Comparison};
use crate::page::{Grid, Page, Role};
use crate::words::counted;

/// Who is held against whom.
#[derive(Clone, Copy, Debug)]
pub enum Sides<'n> {
    /// What was guessed, and the label that was given then.
    GuessAndLabel,
    /// Two people, or two files, by their names.
    People([&'n str; 2]),
}

impl Sides<'_> {
    /// What the two are called in data.
    #[must_use]
    pub const fn names(&self) -> [&str; 2] {
        match self {
            Self::GuessAndLabel => ["guess", "label"],
            Self::People(names) => *names,
        }
    }

    fn both(&self, pairs: &str) -> String {
        match self {
            Self::GuessAndLabel => format!("Guess and label of {pairs} are compared."),
            Self::People([first, second]) => format!("{first} and {second} both labelled {pairs}."),
        }
    }

    const fn same(&self) -> &'static str {
        match self {
            Self::GuessAndLabel => "the label is the one that was guessed",
            Self::People(_) => "they gave the same label",
        }
    }

    fn alone(&self, side: usize, pairs: &str) -> String {
        match self {
            Self::GuessAndLabel => format!("nothing was guessed of {pairs} with a label: not compared"),
            Self::People(names) => format!("only {} labelled {pairs}: not compared", names.get(side).unwrap_or(&"one")),
        }
    }

    fn apart(&self, [first, second]: [PairLabel; 2]) -> String {
        match self {
            Self::GuessAndLabel => format!("guessed {first}, labelled {second}"),
            Self::People([one, other]) => format!("{one} says {first}, {other} says {second}"),
        }
    }
}

/// The numbers, the table of confusion and the pairs on which the two differ.
#[must_use]
pub fn agreement(comparison: &Comparison, sides: Sides<'_>) -> Page {
    let [first, second] = sides.names();
    let mut page = Page::new(format!("{first} and {second}"));
    let found = comparison.agreement();
    if matches!(sides, Sides::GuessAndLabel) {
        page.heading("Guesses and labels");
    }
    page.text(sides.both(&counted(comparison.both.len(), "pair")));
    page.item(format!("{}: {}", sides.same(), found.same.sentence()));
    page.item(kappa_words(comparison));
    if found.kappa.is_some() {
        page.item("kappa counts agreement beyond chance: 1 is always the same label, 0 no more often than by chance");
    }
    for (side, alone) in comparison.alone.iter().enumerate().filter(|(_, alone)| **alone > 0) {
        page.item(sides.alone(side, &counted(*alone, "pair")));
    }
    if comparison.other_content > 0 {
        let pairs = counted(comparison.other_content, "pair");
        page.item(format!("both labelled {pairs}, but the calls or outcomes had changed in between: not compared"));
    }
    if comparison.disputed > 0 {
        let pairs = counted(comparison.disputed, "pair");
        let where_from = match sides {
            Sides::GuessAndLabel => "people differ on",
            Sides::People(_) => "people whose labels stand on one side differ on",
        };
        page.item(format!("{where_from} {pairs}, so there is no one label to compare"));
    }
    if comparison.both.is_empty() {
        return page;
    }
    page.heading(match sides {
        Sides::GuessAndLabel => "What was guessed (rows), and what it was labelled (columns)".to_owned(),
        Sides::People(_) => format!("What {first} says (rows), and what {second} says (columns)"),
    });
    confusion(comparison, &mut page);
    let apart: Vec<&Both> = comparison.apart().collect();
    if !apart.is_empty() {
        let pairs = counted(apart.len(), "pair");
        page.heading(match sides {
            Sides::GuessAndLabel => format!("The label is not the guess for {pairs}"),
            Sides::People(_) => format!("They differ on {pairs}"),
        });
        for both in apart {
            let [one, other] = both.pair.sides();
            page.item(format!("{} ({} and {}): {}", name(&both.pair), one.0, other.0, sides.apart(both.labels)));
        }
    }
    page
}

/// `Cohen's kappa: 0.712, 95% interval 0.501 to 0.923 (rough for few pairs)`.
#[must_use]
pub fn kappa_words(comparison: &Comparison) -> String {
    let found = comparison.agreement();
    let interval = found
        .interval
        .map_or_else(String::new, |it| format!(", 95% interval {:.3} to {:.3} (rough for few pairs)", it.low, it.high));
    format!("Cohen's kappa: {}{interval}", kappa(found.kappa, comparison.both.is_empty()))
}

fn kappa(kappa: Option<f64>, is_empty: bool) -> String {
    match kappa {
        Some(kappa) => format!("{kappa:.3}"),
        None if is_empty => "undefined (0 of 0)".to_owned(),
        None => "undefined (every label on both sides is the same one)".to_owned(),
    }
}

/// The labels that were used, each a row and a column; columns are named by the numbers of the rows.
fn confusion(comparison: &Comparison, page: &mut Page) {
    let matrix = comparison.matrix();
    let cell = |row: usize, column: usize| matrix.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0);
    let places = 0..PairLabel::ALL.len();
    let is_used = |place: &usize| places.clone().any(|other| cell(*place, other) > 0 || cell(other, *place) > 0);
    let used: Vec<usize> = places.clone().filter(is_used).collect();
    let columns: Vec<String> = (1..=used.len()).map(|number| number.to_string()).collect();
    let mut grid = columns.iter().fold(Grid::new().words(""), |grid, number| grid.numbers(number));
    for (number, row) in used.iter().enumerate() {
        let name = PairLabel::ALL.get(*row).map_or("", |label| label.name());
        let counts = used.iter().map(|column| cell(*row, *column).to_string());
        let cells = std::iter::once(format!("{} {name}", number + 1)).chain(counts);
        grid.push(cells.map(|text| vec![(Role::Text, text)]).collect(), None::<usize>);
    }
    grid.write(page);
}

/// The same as data.
#[must_use]
pub fn agreement_json(comparison: &Comparison, [first, second]: [&str; 2]) -> Json {
    let found = comparison.agreement();
    let names = PairLabel::ALL.map(|label| Json::from(label.name()));
    let matrix = comparison.matrix().into_iter().map(|row| row.into_iter().map(Json::from).collect::<Vec<_>>());
    let apart = comparison.apart().map(|both| {
        let [one, other] = both.pair.sides();
        Json::from(
            Object::new()
                .with("pair", name(&both.pair))
                .with("episodes", vec![Json::from(one.0.as_str()), Json::from(other.0.as_str())])
                .with("first", both.labels[0].name())
                .with("second", both.labels[1].name()),
        )
    });
    let interval: Json =
        found.interval.map(|it| Json::from(Object::new().with("low", it.low).with("high", it.high))).into();
    Object::new()
        .with("first", first)
        .with("second", second)
        .with("pairs", comparison.both.len() as u64)
        .with("same", found.same.hits)
        .with("agreement", found.same.share().map_or(Json::Null, Json::from))
        .with("kappa", found.kappa.map_or(Json::Null, Json::from))
        .with("kappa_interval", interval)
        .with("only_first", comparison.alone[0] as u64)
        .with("only_second", comparison.alone[1] as u64)
        .with("other_content", comparison.other_content as u64)
        .with("disputed", comparison.disputed as u64)
        .with("labels", names.to_vec())
        .with("matrix", matrix.map(Json::from).collect::<Vec<_>>())
        .with("apart", apart.collect::<Vec<_>>())
        .into()
}
