//! A count out of a count: hits, of how many, and the Wilson interval.

use std::ops::AddAssign;

use super::{Interval, NORMAL_97_5 as Z, as_double};

/// A share of a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// How many of them.
    pub hits: u64,
    /// How many there are.
    pub of: u64,
}

impl Rate {
    /// Counts one case.
    pub fn count(&mut self, is_hit: bool) {
        self.hits += u64::from(is_hit);
        self.of += 1;
    }

    /// The share; undefined of nothing.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        (self.of > 0).then(|| as_double(self.hits) / as_double(self.of))
    }

    /// The Wilson 95 % interval; undefined of nothing.
    #[must_use]
    pub fn wilson(self) -> Option<Interval> {
        let (share, n) = (self.share()?, as_double(self.of));
        let square = Z * Z;
        let middle = share + square / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
        let end = |sum: f64| (sum / (1.0 + square / n)).clamp(0.0, 1.0);
        // At the ends of the scale the two terms are equal but for rounding.
        let low = if self.hits == 0 { 0.0 } else { end(middle - half) };
        let high = if self.hits == self.of { 1.0 } else { end(middle + half) };
        Some(Interval { low, high })
    }

    /// How many of 1000, ties upwards, from the whole numbers: 35 of 320 is 109.
    fn tenths(self) -> Option<u128> {
        let (hits, of) = (u128::from(self.hits), u128::from(self.of));
        (2000 * hits + of).checked_div(2 * of)
    }

    /// The share as people read it: `10.9%`; `–` of nothing, which is not 0 % and never 100 %.
    #[must_use]
    pub fn percent(self) -> String {
        self.tenths().map_or_else(|| "–".to_owned(), |tenths| format!("{}.{}%", tenths / 10, tenths % 10))
    }

    /// The share with its counts: `35 of 320 (10.9%)`, or `undefined (0 of 0)`.
    #[must_use]
    pub fn sentence(self) -> String {
        match self.of {
            0 => format!("undefined ({} of 0)", self.hits),
            of => format!("{} of {of} ({})", self.hits, self.percent()),
        }
    }
}

impl AddAssign for Rate {
    fn add_assign(&mut self, more: Self) {
        self.hits += more.hits;
        self.of += more.of;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(hits: u64, of: u64) -> Option<(String, String)> {
        let Interval { low, high } = Rate { hits, of }.wilson()?;
        Some((format!("{low:.4}"), format!("{high:.4}")))
    }

    /// 81 of 263, 15 of 148, 0 of 20 and 1 of 29 are the examples of Newcombe 1998 (Statistics in Medicine 17,
    /// 857-872, Table I, method 3).
    #[test]
    fn intervals_are_those_of_the_literature() {
        let pair = |low: &str, high: &str| Some((low.to_owned(), high.to_owned()));
        assert_eq!(ends(81, 263), pair("0.2553", "0.3662"));
        assert_eq!(ends(15, 148), pair("0.0624", "0.1605"));
        assert_eq!(ends(0, 20), pair("0.0000", "0.1611"));
        assert_eq!(ends(1, 29), pair("0.0061", "0.1718"));
        assert_eq!(ends(20, 20), pair("0.8389", "1.0000"));
        assert_eq!(ends(0, 0), None);
    }

    #[test]
    fn texts_round_the_exact_share_and_never_make_something_of_nothing() {
        let text = |hits, of| Rate { hits, of }.percent();
        assert_eq!([text(35, 320), text(90, 320), text(443, 484)], ["10.9%", "28.1%", "91.5%"]);
        // 28.25 % is a tie that doubles put on the wrong side.
        assert_eq!([text(113, 400), text(0, 7), text(7, 7), text(0, 0)], ["28.3%", "0.0%", "100.0%", "–"]);
        assert_eq!(Rate::default().sentence(), "undefined (0 of 0)");
        assert_eq!(Rate { hits: 35, of: 76 }.sentence(), "35 of 76 (46.1%)");
    }
}
