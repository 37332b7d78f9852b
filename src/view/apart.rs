//! Names of one column, cut so that those that differ still look different.

use std::collections::{BTreeMap, BTreeSet};

use unicode_segmentation::UnicodeSegmentation;

use super::text::{fit, middle, width};

/// The names of a column, each as it is shown there.
#[derive(Debug, Default)]
pub(super) struct Apart(BTreeMap<String, String>);

impl Apart {
    /// Names in at most so many columns. Cut in the middle, unless several look alike then: of those so much of what
    /// they have in common is left out, at the beginning, in the middle or at the end, that they do not.
    pub(super) fn new(names: &BTreeSet<String>, columns: usize, more: &str) -> Self {
        let mut alike: BTreeMap<String, Vec<&String>> = BTreeMap::new();
        for name in names {
            alike.entry(middle(name, columns, more)).or_default().push(name);
        }
        let mut shown = BTreeMap::new();
        for (short, group) in alike {
            match group.as_slice() {
                [one] => _ = shown.insert((*one).clone(), short),
                several => shown.extend(told_apart(several, columns, more)),
            }
        }
        Self(shown)
    }

    /// A name as it is shown.
    pub(super) fn of<'n>(&'n self, name: &'n str) -> &'n str {
        self.0.get(name).map_or(name, String::as_str)
    }
}

/// Tries the ways to cut until one tells all of them apart; the one that tells most apart otherwise.
fn told_apart(names: &[&String], columns: usize, more: &str) -> Vec<(String, String)> {
    let parts: Vec<Vec<&str>> = names.iter().map(|name| name.graphemes(true).collect()).collect();
    let begin = common(&parts, |part, at| part.get(at).copied());
    let rest: Vec<&[&str]> = parts.iter().filter_map(|part| part.get(begin..)).collect();
    let end = common(&rest, |part, at| part.get(part.len().checked_sub(at + 1)?).copied());
    let mut best: (usize, Vec<String>) = (0, Vec::new());
    for (begin, end) in [(0, 0), (begin, 0), (0, end), (begin, end)] {
        let signs = 1 + usize::from(begin > 0) + usize::from(end > 0);
        let room = columns.saturating_sub(signs * width(more));
        let mut heads: Vec<usize> = (0..=room).collect();
        heads.sort_by_key(|head| head.abs_diff(room.div_ceil(2)));
        for head in heads {
            let cut = parts.iter().map(|part| cut(part, (begin, end), (head, room - head), columns, more));
            let cut: Vec<String> = cut.collect();
            let distinct = cut.iter().collect::<BTreeSet<_>>().len();
            if distinct > best.0 {
                best = (distinct, cut);
            }
            if distinct == names.len() {
                return names.iter().map(|name| (*name).clone()).zip(best.1).collect();
            }
        }
    }
    names.iter().map(|name| (*name).clone()).zip(best.1).collect()
}

/// How many parts all have in common, from the one end or the other.
fn common<P>(parts: &[P], at: impl Fn(&P, usize) -> Option<&str>) -> usize {
    let is_same = |place: usize| {
        let first = parts.first().and_then(|part| at(part, place));
        first.is_some() && parts.iter().all(|part| at(part, place) == first)
    };
    let mut count = 0;
    while is_same(count) {
        count += 1;
    }
    count
}

/// A name without its beginning and its end, of which `head` and `tail` are left.
fn cut(
    name: &[&str],
    (begin, end): (usize, usize),
    (head, tail): (usize, usize),
    columns: usize,
    more: &str,
) -> String {
    let core = name.get(begin..name.len().saturating_sub(end)).unwrap_or_default();
    let sign = |is_cut: bool| if is_cut { more } else { "" };
    let inside = if core.len() <= head + tail + width(more) {
        core.concat()
    } else {
        let (head, tail) = (core.get(..head).unwrap_or_default(), core.get(core.len() - tail..).unwrap_or_default());
        format!("{}{more}{}", head.concat(), tail.concat())
    };
    fit(&format!("{}{inside}{}", sign(begin > 0), sign(end > 0)), columns, more)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(names: &[&str], columns: usize) -> Vec<String> {
        let names: BTreeSet<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let apart = Apart::new(&names, columns, "…");
        names.iter().map(|name| apart.of(name).to_owned()).collect()
    }

    /// Names of the airline's tools and fields, in the columns that a screen of 120 has for them.
    #[test]
    fn what_differs_stays() {
        for (names, columns) in [
            (&["search_direct_flight", "search_onestop_flight", "think"][..], 12),
            (&["passengers[].first_name", "passengers[].last_name"], 11),
            (
                &[
                    "[][].available_seats.basic_economy",
                    "[][].available_seats.economy",
                    "[][].prices.basic_economy",
                    "[][].prices.economy",
                ],
                11,
            ),
            (&["[].prices.economy", "[][].prices.economy"], 11),
        ] {
            let shown = apart(names, columns);
            let distinct: BTreeSet<&String> = shown.iter().collect();
            assert_eq!(distinct.len(), names.len(), "{shown:?}");
            assert!(shown.iter().all(|name| width(name) <= columns), "{shown:?}");
        }
    }

    /// As everywhere, where the middle tells enough; and whole where there is room.
    #[test]
    fn what_is_told_apart_already_is_cut_in_its_middle() {
        assert_eq!(
            apart(&["search_direct_flight", "update_reservation_flights"], 12),
            ["search…light", "update…ights"]
        );
        assert_eq!(apart(&["a", "b"], 5), ["a", "b"]);
    }

    /// Nothing is left to tell apart by.
    #[test]
    fn no_room_is_no_failure() {
        assert_eq!(apart(&["abcdef1", "abcdef2"], 0), ["", ""]);
        assert_eq!(apart(&["abcdef1", "abcdef2"], 1).len(), 2);
    }
}
