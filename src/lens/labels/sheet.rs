//! One pair with all that a person needs to label it.

use super::{Case, SETTLED, disputants};
use crate::label::Labels;
use crate::label::blind::Blind;
use crate::lens::braid::{Strand, rows};
use crate::lens::conversation::{Show, Turn};
use crate::lens::said::{self, Secrets, Voice};
use crate::page::{Kind, Page, Role};
use crate::pair::Braid;
use crate::words::counted;

/// The page of a pair: its two runs call by call. Blind and without a label, they are A and B as drawn, and nothing says
/// whose they are, how they ended or what was guessed; with it, and else, all that is said of the pair stands there.
/// `strands` are those of the first arm and the second.
#[must_use]
pub fn sheet(case: &Case, labels: &Labels, blind: Option<Blind>, strands: [Strand<'_>; 2], is_whole: bool) -> Page {
    let hidden = blind.filter(|_| case.is_hidden(labels));
    let mut page = Page::new(format!("pair {}", case.name()));
    let text = |value: &crate::domain::json::Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let key: Vec<String> = case.key.iter().map(|(name, value)| format!("{name} {}", text(value))).collect();
    page.text(format!("Pair {}: {}", case.name(), key.join(", ")));
    if let Some(blind) = hidden {
        let [a, b] = strands;
        let [a, b] = if case.drawn(blind) == [0, 1] { [a, b] } else { [b, a] };
        let strands = [Strand { name: "A", ..a }, Strand { name: "B", ..b }];
        for strand in &strands {
            page.item(format!("{}: {}", strand.name, counted(strand.digest.calls.len(), "call")));
        }
        rows(&Braid::new(a.digest, b.digest), strands, is_whole, &mut page);
        return page;
    }
    for (side, strand) in strands.iter().enumerate() {
        let letter = blind.map(|blind| if case.drawn(blind) == [side, 1 - side] { "A, " } else { "B, " });
        let (role, outcome) =
            if case.is_done(side) { (Role::Completed, "completed") } else { (Role::Failed, "failed") };
        let name = format!("{}{}: {}  ", letter.unwrap_or_default(), strand.name, strand.episode);
        let calls = format!("  {}", counted(strand.digest.calls.len(), "call"));
        page.push(Kind::Item, vec![(Role::Text, name), (role, outcome.to_owned()), (Role::Muted, calls)]);
    }
    if let Some(guess) = &case.guess {
        page.text(format!("Guess: {}: {}.", guess.label.name(), guess.reason));
    }
    let standing = labels.standing(&case.id, &case.content);
    let disputants = disputants(&standing);
    if !disputants.is_empty() {
        page.text(format!("Disputed: {}. {SETTLED}", disputants.join("; ")));
    }
    match (standing.label(), standing.said()) {
        _ if !disputants.is_empty() => {}
        (Some(label), Some(said)) => page.text(format!("Label: {} (by {}, {}).", label.name(), said.author, said.at)),
        (None, Some(said)) => page.text(format!("Changed since {} labelled it.", said.author)),
        _ => page.text("No label yet."),
    }
    for said in labels.get(&case.id).map(|of| of.notes.as_slice()).unwrap_or_default() {
        page.item(format!("{} notes: {}", said.author, said.reason));
    }
    rows(&Braid::new(strands[0].digest, strands[1].digest), strands, is_whole, &mut page);
    page
}

/// What was said in both, whole; blind and without a label they are A and B as drawn, and what tells is left out.
#[must_use]
pub fn said_in(
    case: &Case,
    labels: &Labels,
    blind: Option<Blind>,
    strands: [Strand<'_>; 2],
    turns: [&[Turn]; 2],
) -> Page {
    let names = [strands[0].name, strands[1].name];
    let voice = |name, turns: Vec<Turn>| {
        let full = (0..turns.len()).collect();
        let whose = String::from(name);
        Voice { name, turns, show: Show { full, whose, ..Show::default() } }
    };
    let Some(blind) = blind.filter(|_| case.is_hidden(labels)) else {
        let [first, second] = turns.map(<[Turn]>::to_vec);
        return said::page(&[voice(names[0], first), voice(names[1], second)], false);
    };
    let episodes = case.sides.iter().map(|(episode, _)| episode.as_str());
    let digests = strands.map(|strand| strand.digest);
    let [first, second] = Secrets::of(names.into_iter().chain(episodes), digests).veil(turns);
    let [a, b] = if case.drawn(blind) == [0, 1] { [first, second] } else { [second, first] };
    said::page(&[voice("A", a), voice("B", b)], true)
}
