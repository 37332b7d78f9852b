//! The difference of two registries as a page: what is new, gone and changed, tool by tool.

use crate::diff::{Change, Difference, Kind};
use crate::page::{self, Page, Piece, Role};
use crate::words::counted;

/// The page; the links are places in [`Difference::changes`]. `only` leaves out every other kind (nothing is left
/// out if it is empty), and says so.
#[must_use]
pub fn page(title: &str, difference: &Difference, only: &[Kind]) -> Page {
    let mut page = Page::new(title);
    page.text(headline(difference));
    let is_shown = |kind: Kind| only.is_empty() || only.contains(&kind);
    let shown: Vec<(usize, &Change)> =
        difference.changes.iter().enumerate().filter(|(_, change)| is_shown(change.kind)).collect();
    for of_tool in shown.chunk_by(|(_, one), (_, other)| one.tool == other.tool) {
        page.heading(of_tool.first().map_or("", |(_, change)| change.tool.as_str()));
        // A re-mine changes the support of nearly every rule: one by one only for who asks for them.
        let in_one = |change: &Change| only.is_empty() && change.kind == Kind::Support;
        for (at, change) in of_tool.iter().filter(|(_, change)| !in_one(change)) {
            let class = change.rule().map_or("", |rule| rule.class.name());
            let mut pieces = kind_pieces(change.kind).to_vec();
            pieces.extend([(Role::Muted, format!(" · {class} · ")), (Role::Text, change.sentence())]);
            page.link(page::Kind::Item, pieces, *at);
        }
        let together = of_tool.iter().filter(|(_, change)| in_one(change)).count();
        if together > 0 {
            let mut pieces = kind_pieces(Kind::Support).to_vec();
            pieces.push((Role::Muted, format!(" · {}", counted(together, "rule"))));
            page.push(page::Kind::Item, pieces);
        }
    }
    let hidden = difference.changes.iter().filter(|change| !is_shown(change.kind)).count();
    if hidden > 0 {
        page.gap();
        let names: Vec<&str> = only.iter().map(|kind| kind.word()).collect();
        page.muted(format!("Shown is only what is {}; not shown: {}.", names.join(", "), counted(hidden, "rule")));
    }
    page
}

/// What differs, in one sentence.
fn headline(difference: &Difference) -> String {
    let same = counted(difference.same(), "rule");
    if difference.changes.is_empty() {
        return format!("No rule differs: {same} in both.");
    }
    let counts = Kind::ALL.into_iter().map(|kind| (kind, difference.count(kind))).filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts.map(|(kind, count)| format!("{count} {}", kind.word())).collect();
    let judged = if difference.judges_differently() { "" } else { " Every result is judged as before." };
    format!("{}; {same} the same.{judged}", counts.join(", "))
}

fn kind_pieces(kind: Kind) -> [Piece; 2] {
    [(Role::Text, format!("{} ", sign(kind))), (role(kind), kind.word().to_owned())]
}

/// Beside the word, so that the eye finds its kind.
fn sign(kind: Kind) -> &'static str {
    match kind {
        Kind::Added => "+",
        Kind::Removed => "-",
        Kind::Within | Kind::Support => "=",
        _ => "~",
    }
}

fn role(kind: Kind) -> Role {
    match kind {
        Kind::Added => Role::Added,
        Kind::Removed => Role::Removed,
        Kind::Within | Kind::Support => Role::Muted,
        _ => Role::Changed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::difference;
    use crate::format::registry::parse;

    #[test]
    fn the_page_tells_each_change_under_its_tool() {
        let old = r#"{"format":"vidimus.registry/1","tools":{"b":{"invariants":[
            {"class":"category","path":"unit","support":9,"expected":["C","F"]},
            {"class":"positive","path":"price","support":9}]},
            "a":{"invariants":[{"class":"no_error","path":"$","support":5}]}}}"#;
        let new = r#"{"format":"vidimus.registry/1","tools":{"b":{"invariants":[
            {"class":"positive","path":"price","support":12},
            {"class":"category","path":"unit","support":9,"expected":["F"]}]}}}"#;
        let registry = |text: &str| parse(text.as_bytes()).unwrap().0;
        let found = difference(&registry(old), &registry(new));
        let shown = page("old → new", &found, &[]);
        assert_eq!(
            shown.as_text(),
            "1 removed, 1 narrowed, 1 other support only; 0 rules the same.\n\n\
             a\n  - removed · no_error · the result is not an explicit error\n\n\
             b\n  ~ narrowed · category · unit may no longer be C\n  = other support only · 1 rule\n"
        );
        assert_eq!(shown.lines.iter().filter_map(|line| line.link).collect::<Vec<_>>(), [0, 2]);
        let some = page("old → new", &found, &[Kind::Support]);
        assert!(some.as_text().contains(
            "\n  = other support only · positive · price is above zero: held in 12 samples, before held in 9 samples\n"
        ));
        let some = page("old → new", &found, &[Kind::Removed]);
        assert!(some.as_text().ends_with("Shown is only what is removed; not shown: 2 rules.\n"), "{}", some.as_text());
        let same = page("old → old", &difference(&registry(old), &registry(old)), &[]);
        assert_eq!(same.as_text(), "No rule differs: 3 rules in both.\n");
    }
}
