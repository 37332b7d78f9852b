//! What the clean samples of a rule looked like, as small pictures: a histogram of numbers, a bar for each value.

use unicode_width::UnicodeWidthStr;

use crate::contract::evidence::{Evidence, Range};
use crate::domain::invariant::Invariant;
use crate::domain::json::{Json, Number};
use crate::page::{Piece, Role};
use crate::safe::visible;
use crate::words;

/// The longest bar, in columns.
const BAR_COLUMNS: u64 = 20;
/// The widest name beside a bar, in columns.
const NAME_COLUMNS: usize = 30;
/// How many values get a bar.
const BARS: usize = 12;

/// Rows of pieces, laid out in columns; none where the samples left no numbers or counts. `observed` is what stands
/// there in a call, to be shown among them.
#[must_use]
pub fn spread(rule: &Invariant, observed: Option<&Json>) -> Vec<Vec<Piece>> {
    let Some(evidence) = rule.evidence.as_ref().map(Evidence::read) else { return Vec::new() };
    if let Some(range) = &evidence.range {
        return histogram(range, &evidence.histogram, observed.and_then(Json::as_number)).into_iter().collect();
    }
    let is_text = |observed: &&Json| observed.as_str().is_some();
    if evidence.values.is_empty() {
        return Vec::new();
    }
    bars(&evidence.values, evidence.more, observed.filter(is_text))
}

/// `1.20 ▂█▅▁    ▁ 3120.00`, and where the value of a call would be.
fn histogram(range: &Range, counts: &[u64], observed: Option<&Number>) -> Option<Vec<Piece>> {
    let most = counts.iter().copied().max().filter(|_| counts.len() > 1)?;
    let bars: String = counts.iter().map(|count| eighths(*count, most)).collect();
    let mut row = vec![
        (Role::Muted, format!("{} ", range.min)),
        (Role::Field, bars),
        (Role::Muted, format!(" {} (median {})", range.max, range.median)),
    ];
    if let (Some(observed), Some(min), Some(max)) = (observed, range.min.as_number(), range.max.as_number()) {
        let (here, min, max) = (observed.double(), min.double(), max.double());
        let place = if here < min {
            "below all of them"
        } else if here > max {
            "above all of them"
        } else {
            "among them"
        };
        row.push((Role::Broken, format!("  this call: {}, {place}", observed.text())));
    }
    Some(row)
}

/// A column of eighths for one number of many; `of` is the largest.
fn eighths(count: u64, of: u64) -> char {
    const LEVELS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let level = if of == 0 { 0 } else { (count * 8).div_ceil(of).min(8) };
    usize::try_from(level).ok().and_then(|level| LEVELS.get(level).copied()).unwrap_or(' ')
}

/// A bar for each value, the most frequent first, and a line for the one of a call.
fn bars(counts: &[(String, u64)], more: u64, observed: Option<&Json>) -> Vec<Vec<Piece>> {
    let mut sorted: Vec<(String, u64)> = counts.iter().map(|(name, count)| (shown(name), *count)).collect();
    sorted.sort_by(|(a, x), (b, y)| y.cmp(x).then_with(|| a.cmp(b)));
    let left = sorted.len().saturating_sub(BARS) as u64 + more;
    sorted.truncate(BARS);
    let here = observed.and_then(Json::as_str).map(shown);
    let names = sorted.iter().map(|(name, _)| name).chain(&here);
    let widest = names.map(|name| name.width()).max().unwrap_or(0);
    let most = sorted.first().map_or(0, |(_, count)| *count);
    let name = |name: &str| format!("{name}{}  ", " ".repeat(widest.saturating_sub(name.width())));
    let mut rows: Vec<Vec<Piece>> = sorted
        .iter()
        .map(|(value, count)| {
            let cells = if most == 0 { 0 } else { (count * BAR_COLUMNS).div_ceil(most) };
            let bar = "█".repeat(usize::try_from(cells).unwrap_or(0));
            vec![(Role::Value, name(value)), (Role::Field, bar), (Role::Muted, format!(" {count}"))]
        })
        .collect();
    if left > 0 {
        rows.push(vec![(Role::Muted, format!("and {left} more values"))]);
    }
    if let Some(here) = here.filter(|here| !sorted.iter().any(|(value, _)| value == here)) {
        rows.push(vec![(Role::Broken, format!("{}0 ← this call", name(&here)))]);
    }
    rows
}

/// A value beside its bar; what it looks like decides how wide it is.
fn shown(text: &str) -> String {
    visible(&words::clip(text, NAME_COLUMNS)).into_owned()
}
