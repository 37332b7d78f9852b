//! The exact test of `McNemar` (1947): of the pairs that came out differently, are wins and losses like the throws of a
//! fair coin?

use super::{as_double, p_text};

/// A power of two by which large sums are made smaller, and how to do it.
const STEP: u64 = 512;
const SHRINK: f64 = f64::from_bits((1023 - STEP) << 52);
const LARGE: f64 = f64::from_bits((1023 + STEP) << 52);

/// The two-sided exact p: the chance that a fair coin splits `wins + losses` throws at least as unevenly; undefined
/// without a discordant pair.
///
/// The smaller tail of the binomial, doubled, at most 1. Exact up to about 50 pairs, as all terms are then whole
/// numbers below 2^53; beyond, the relative error is below 3 · min(wins, losses) · 2^-53, so 10^-11 for tens of
/// thousands of pairs. Below 10^-307 it is 0.
#[must_use]
pub fn mcnemar(wins: u64, losses: u64) -> Option<f64> {
    let (pairs, few) = (wins + losses, wins.min(losses));
    if wins == losses {
        return (pairs > 0).then_some(1.0);
    }
    // The terms are binomial coefficients times 2^-shrunk: they grow up to the last one.
    let (mut term, mut sum, mut shrunk) = (1.0_f64, 1.0_f64, 0);
    for i in 1..=few {
        term = term * as_double(pairs - i + 1) / as_double(i);
        sum += term;
        if sum > LARGE {
            (term, sum) = (term * SHRINK, sum * SHRINK);
            shrunk += STEP;
        }
    }
    // Twice the tail: one halving less. `shrunk` never exceeds the number of halvings, as the tail is below 1.
    Some(halved(sum, pairs.saturating_sub(1 + shrunk)).min(1.0))
}

/// The number times 2^-times, in steps that leave no intermediate result too small.
fn halved(mut number: f64, mut times: u64) -> f64 {
    while times >= STEP && number > 0.0 {
        number *= SHRINK;
        times -= STEP;
    }
    if number > 0.0 { number * f64::from_bits((1023 - times) << 52) } else { 0.0 }
}

/// How much of a result hangs on one pair: p now, and with one more discordant pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneMore {
    /// p of the pairs there are.
    pub now: f64,
    /// p with one more win.
    pub after_win: f64,
    /// p with one more loss.
    pub after_loss: f64,
}

/// What one more win, and one more loss, would do to p; undefined where p is.
#[must_use]
pub fn one_more(wins: u64, losses: u64) -> Option<OneMore> {
    Some(OneMore {
        now: mcnemar(wins, losses)?,
        after_win: mcnemar(wins + 1, losses)?,
        after_loss: mcnemar(wins, losses + 1)?,
    })
}

impl OneMore {
    /// `one more loss would move p from .039 to .092`
    #[must_use]
    pub fn loss_sentence(self) -> String {
        format!("one more loss would move p from {} to {}", p_text(self.now), p_text(self.after_loss))
    }

    /// `one more win would move p from .057 to .035`
    #[must_use]
    pub fn win_sentence(self) -> String {
        format!("one more win would move p from {} to {}", p_text(self.now), p_text(self.after_win))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Published counts (arXiv 2608.19303) and their p as fractions over a power of two, which doubles hold exactly.
    #[test]
    fn small_tables_are_exact() {
        for (wins, losses, twice_tail, power) in [
            (17, 2, 382.0, 19), // 2 (1 + 19 + 171) of 2^19
            (14, 0, 2.0, 14),
            (11, 3, 940.0, 14), // 2 (1 + 14 + 91 + 364)
            (9, 5, 6946.0, 14), // 2 (1 + 14 + 91 + 364 + 1001 + 2002)
            (9, 4, 2186.0, 13),
            (10, 2, 158.0, 12),
            (13, 1, 30.0, 14),
            (3, 1, 10.0, 4),
            (5, 0, 2.0, 5),
        ] {
            let right = twice_tail / 2_f64.powi(power);
            assert_eq!(mcnemar(wins, losses), Some(right), "{wins}/{losses}");
        }
        assert_eq!(
            [mcnemar(9, 9), mcnemar(4, 3), mcnemar(1, 0), mcnemar(0, 0)],
            [Some(1.0), Some(1.0), Some(1.0), None]
        );
    }

    /// Right answers from rational arithmetic (Python's `fractions`), rounded once.
    #[test]
    fn large_tables_are_right_to_twelve_digits() {
        for (wins, losses, right) in LARGE_TABLES {
            let p = mcnemar(wins, losses).unwrap();
            assert!((p / right - 1.0).abs() < 1e-12, "{wins}/{losses}: {p:e}, not {right:e}");
        }
        assert_eq!(mcnemar(3000, 0), Some(0.0), "too small for a double");
    }

    const LARGE_TABLES: [(u64, u64, f64); 6] = [
        (60, 40, 0.056_887_933_640_980_79),
        (420, 380, 0.167_898_587_128_766_57),
        (1000, 900, 0.023_108_845_108_901_07),
        (2600, 2400, 0.004_883_649_737_517_518),
        (5000, 4950, 0.623_266_264_423_975_1),
        (1500, 500, 1.474_397_522_976_895e-115),
    ];

    #[test]
    fn one_more_loss_is_put_in_words() {
        let more = one_more(10, 2).unwrap();
        assert_eq!(more.loss_sentence(), "one more loss would move p from .039 to .092");
        // 2 (1 + 15 + 105 + 455) of 2^15
        assert_eq!(one_more(11, 3).unwrap().win_sentence(), "one more win would move p from .057 to .035");
        assert_eq!(one_more(0, 0), None);
    }

    proptest! {
        #[test]
        fn swapping_the_arms_changes_nothing(wins in 0_u64..3000, losses in 0_u64..3000) {
            prop_assert_eq!(mcnemar(wins, losses), mcnemar(losses, wins));
            prop_assert!(mcnemar(wins, losses).is_none_or(|p| (0.0..=1.0).contains(&p)));
        }
    }
}
