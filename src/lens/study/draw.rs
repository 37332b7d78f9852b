//! Bars, intervals and ribbons in characters.

use crate::figures::Recovery;
use crate::page::{Piece, Role, Sign};
use crate::recovery::NextAction;
use crate::statistics::{Interval, Rate};

/// How many characters a bar has.
const BAR: u64 = 20;
/// How many a drawn interval has, if nobody wants another number; odd, for zero to be in the middle.
const SCALE: u8 = 41;

/// The share as a bar; nothing of nothing.
pub(super) fn bar(rate: Rate) -> String {
    bar_in(rate, BAR)
}

/// The same in so many characters.
pub(super) fn bar_in(rate: Rate, columns: u64) -> String {
    if rate.of == 0 {
        return String::new();
    }
    // A share above nothing shows, one below all leaves a gap.
    let filled = (rate.hits * columns + rate.of / 2) / rate.of;
    match rate.hits {
        0 => line(0, columns),
        hits if hits == rate.of => line(columns, columns),
        _ => line(filled.clamp(1, columns - 1), columns),
    }
}

/// The share as a bar beside others, of which `longest` is the greatest share.
pub(super) fn bar_of(rate: Rate, longest: f64) -> String {
    let Some(share) = rate.share() else { return String::new() };
    if share == 0.0 || longest <= 0.0 {
        return line(0, BAR);
    }
    let places =
        (1..BAR).filter(|place| share / longest * 20.0 >= f64::from(u8::try_from(*place).unwrap_or(u8::MAX)) + 0.5);
    line(1 + places.count() as u64, BAR)
}

fn line(filled: u64, columns: u64) -> String {
    (0..columns).map(|place| if place < filled { '━' } else { '╌' }).collect()
}

/// A scale of points with zero in its middle.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    /// The points at its end.
    end: f64,
    /// How many characters stand on either side of zero.
    side: u8,
}

impl Scale {
    /// Wide enough for all of these.
    pub(super) fn of(points: impl Iterator<Item = f64>) -> Self {
        let widest = points.map(f64::abs).fold(0.0, f64::max);
        let end = [5.0, 10.0, 20.0, 40.0, 60.0, 80.0].into_iter().find(|end| widest <= *end).unwrap_or(100.0);
        Self { end, side: SCALE / 2 }
    }

    /// The same in about so many characters.
    pub(super) fn in_columns(self, columns: u8) -> Self {
        Self { side: columns.saturating_sub(1) / 2, ..self }
    }

    /// The numbers above the drawings.
    pub(super) fn heading(self) -> String {
        let side = usize::from(self.side);
        format!("{:<side$}0{:>side$}", format!("-{}", self.end), format!("+{}", self.end))
    }

    #[expect(clippy::cast_possible_truncation, reason = "a place of some dozens")]
    fn place(self, points: f64) -> i32 {
        let half = i32::from(self.side);
        ((points / self.end * f64::from(half)).round() as i32 + half).clamp(0, 2 * half)
    }

    /// An interval and the point in it.
    pub(super) fn interval(self, point: Option<f64>, interval: Option<Interval>) -> String {
        let (point, ends) = (
            point.map(|point| self.place(point)),
            interval.map(|interval| (self.place(interval.low), self.place(interval.high))),
        );
        let mark = |place: i32| match ends {
            _ if point == Some(place) => '•',
            Some((low, _)) if low == place => '├',
            Some((_, high)) if high == place => '┤',
            Some((low, high)) if low < place && place < high => '─',
            _ if place == i32::from(self.side) => '│',
            _ => ' ',
        };
        (0..=2 * i32::from(self.side)).map(mark).collect()
    }
}

/// The sign and the role of what was done next.
pub(super) const fn sign(action: NextAction) -> (Sign, Role) {
    match action {
        NextAction::Listed => (Sign::Listed, Role::Listed),
        NextAction::Other => (Sign::Other, Role::Other),
        NextAction::Retry => (Sign::Retry, Role::Retry),
        NextAction::None => (Sign::Nothing, Role::Muted),
    }
}

/// Receipts as a ribbon: each action has as much of it as its share, by the largest remainders; one character a receipt
/// where there are few.
pub(super) fn ribbon(recovery: &Recovery) -> Vec<Piece> {
    let all = recovery.all.receipts.count;
    if all == 0 {
        return Vec::new();
    }
    let counts = NextAction::ALL.map(|action| recovery.branch(action).receipts.count);
    let columns = all.min(BAR);
    let mut widths = counts.map(|count| count * columns / all);
    let mut by_remainder = [0, 1, 2, 3];
    by_remainder.sort_by_key(|place| std::cmp::Reverse(counts.get(*place).map_or(0, |count| count * columns % all)));
    let left = columns - widths.iter().sum::<u64>();
    for place in by_remainder.into_iter().take(usize::try_from(left).unwrap_or(0)) {
        if let Some(width) = widths.get_mut(place) {
            *width += 1;
        }
    }
    let pieces = NextAction::ALL.iter().zip(widths).filter(|(_, width)| *width > 0);
    let piece = |(action, width): (&NextAction, u64)| {
        let (sign, role) = sign(*action);
        (role, sign.text().repeat(usize::try_from(width).unwrap_or(0)))
    };
    let blank = Some(usize::try_from(BAR - columns).unwrap_or(0)).filter(|blank| *blank > 0);
    pieces.map(piece).chain(blank.map(|blank| (Role::Text, " ".repeat(blank)))).collect()
}
