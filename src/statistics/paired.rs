//! The 2×2 table of pairs: completion of the first arm beside that of the second.

use std::ops::AddAssign;

use super::{Interval, Rate, as_double, mcnemar};

/// How many pairs came out in each of the four ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Both arms completed.
    pub both: u64,
    /// Only the second arm completed.
    pub wins: u64,
    /// Only the first arm completed.
    pub losses: u64,
    /// No arm completed.
    pub neither: u64,
}

impl PairCounts {
    /// Counts one pair.
    pub fn count(&mut self, first: bool, second: bool) {
        *match (first, second) {
            (true, true) => &mut self.both,
            (false, true) => &mut self.wins,
            (true, false) => &mut self.losses,
            (false, false) => &mut self.neither,
        } += 1;
    }

    /// All pairs.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.both + self.wins + self.losses + self.neither
    }

    /// The pairs that came out differently, of all.
    #[must_use]
    pub fn discordant(self) -> Rate {
        Rate { hits: self.wins + self.losses, of: self.pairs() }
    }

    /// Completion of the first arm.
    #[must_use]
    pub fn first(self) -> Rate {
        Rate { hits: self.both + self.losses, of: self.pairs() }
    }

    /// Completion of the second arm.
    #[must_use]
    pub fn second(self) -> Rate {
        Rate { hits: self.both + self.wins, of: self.pairs() }
    }

    /// The same pairs with the arms in the other order.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { wins: self.losses, losses: self.wins, ..self }
    }

    /// The two-sided exact p of wins against losses.
    #[must_use]
    pub fn p(self) -> Option<f64> {
        mcnemar(self.wins, self.losses)
    }

    /// The difference of completion, second minus first, in points; undefined without a pair.
    #[must_use]
    pub fn points(self) -> Option<f64> {
        points_between(self.first(), self.second())
    }

    /// The 95 % interval of the difference, in points: method 10 of Newcombe 1998 (Statistics in Medicine 17,
    /// 2635-2650), the Wilson intervals of both arms put together with their correlation. For pairs of one model; over
    /// several models of the same tasks it is too narrow, and [`super::bootstrap`] is meant.
    #[must_use]
    pub fn newcombe(self) -> Option<Interval> {
        let (first, second) = (self.first(), self.second());
        let (p1, p2) = (first.share()?, second.share()?);
        let (w1, w2) = (first.wilson()?, second.wilson()?);
        let correlation = self.correlation();
        let half = |a: f64, b: f64| (a * a - 2.0 * correlation * a * b + b * b).max(0.0).sqrt();
        let difference = p2 - p1;
        let low = difference - half(p2 - w2.low, w1.high - p1);
        let high = difference + half(w2.high - p2, p1 - w1.low);
        Some(Interval { low: 100.0 * low.max(-1.0), high: 100.0 * high.min(1.0) })
    }

    /// Newcombe's correlation of the arms: φ, its numerator made smaller by half a pair count where it is positive.
    fn correlation(self) -> f64 {
        let [both, wins, losses, neither] = [self.both, self.wins, self.losses, self.neither].map(as_double);
        let product = (both + wins) * (losses + neither) * (both + losses) * (wins + neither);
        if product == 0.0 {
            return 0.0;
        }
        let numerator = both * neither - wins * losses;
        let corrected = if numerator > 0.0 { (numerator - as_double(self.pairs()) / 2.0).max(0.0) } else { numerator };
        corrected / product.sqrt()
    }
}

impl AddAssign for PairCounts {
    fn add_assign(&mut self, more: Self) {
        self.both += more.both;
        self.wins += more.wins;
        self.losses += more.losses;
        self.neither += more.neither;
    }
}

/// The difference of two rates, second minus first, in points; undefined if one of them is. One division, so that
/// what is exact stays exact: 20 of 80 minus 5 of 80 is 18.75.
#[must_use]
pub fn points_between(first: Rate, second: Rate) -> Option<f64> {
    if first.of == second.of {
        let (more, sign) = if second.hits < first.hits {
            (first.hits - second.hits, -100.0)
        } else {
            (second.hits - first.hits, 100.0)
        };
        return (first.of > 0).then(|| sign * as_double(more) / as_double(first.of));
    }
    Some(100.0 * (second.share()? - first.share()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ends(both: u64, wins: u64, losses: u64, neither: u64) -> (String, String) {
        let Interval { low, high } = PairCounts { both, wins, losses, neither }.newcombe().unwrap();
        (format!("{low:.2}"), format!("{high:.2}"))
    }

    /// Complete response before and after consolidation (Cavo et al. 2012), in Fagerland, Lydersen and Laake 2017
    /// (Statistical Analysis of Contingency Tables, chapter 8): −0.0621 (−0.1186 to −0.0046).
    #[test]
    fn intervals_are_those_of_the_literature() {
        assert_eq!(ends(59, 6, 16, 80), ("-11.86".to_owned(), "-0.46".to_owned()));
        assert_eq!(ends(59, 16, 6, 80), ("0.46".to_owned(), "11.86".to_owned()));
    }

    #[test]
    fn corners_are_no_trouble() {
        assert_eq!(PairCounts::default().newcombe(), None);
        assert_eq!((PairCounts::default().points(), PairCounts::default().p()), (None, None));
        let all = PairCounts { wins: 10, ..PairCounts::default() };
        assert_eq!((all.points(), all.p()), (Some(100.0), Some(2.0 / 1024.0)));
        // 0 of 10 and 10 of 10: each Wilson interval reaches 27.75 points inwards, and nothing is known of their correlation.
        let Interval { low, high } = all.newcombe().unwrap();
        assert_eq!((format!("{low:.1}"), high), ("60.8".to_owned(), 100.0));
    }

    #[test]
    fn points_stay_exact() {
        let rate = |hits, of| Rate { hits, of };
        assert_eq!(points_between(rate(5, 80), rate(20, 80)), Some(18.75));
        assert_eq!(points_between(rate(20, 80), rate(5, 80)), Some(-18.75));
        assert_eq!(points_between(rate(41, 100), rate(55, 100)), Some(14.0));
        assert_eq!(points_between(rate(1, 4), rate(3, 8)), Some(12.5));
        assert_eq!(points_between(rate(0, 0), rate(3, 8)), None);
    }

    proptest! {
        #[test]
        fn swapping_the_arms_swaps_every_sign(both in 0_u64..90, wins in 0_u64..90, losses in 0_u64..90, neither in 0_u64..90) {
            let table = PairCounts { both, wins, losses, neither };
            let other = table.swapped();
            prop_assert_eq!(table.points().map(|it| -it + 0.0), other.points().map(|it| it + 0.0));
            prop_assert_eq!(table.p(), other.p());
            if let (Some(a), Some(b), Some(points)) = (table.newcombe(), other.newcombe(), table.points()) {
                prop_assert!((a.low + b.high).abs() < 1e-9 && (a.high + b.low).abs() < 1e-9);
                prop_assert!(a.low <= points + 1e-9 && points <= a.high + 1e-9);
            }
        }
    }
}
