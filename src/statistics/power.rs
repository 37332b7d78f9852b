//! What a paired study of this size can find, and how many wins it takes.

use super::binomial::binomial;
use super::{ALPHA, Rate, mcnemar};

/// The least number of wins among so many discordant pairs with p below [`ALPHA`], two-sided; `None` where even all of
/// them are not enough (fewer than 6).
#[must_use]
pub fn wins_needed(discordant: u64) -> Option<u64> {
    is_found(discordant, discordant).then(|| {
        let (mut too_few, mut enough) = (discordant / 2, discordant);
        while enough - too_few > 1 {
            let middle = too_few.midpoint(enough);
            if is_found(middle, discordant) { enough = middle } else { too_few = middle }
        }
        enough
    })
}

fn is_found(wins: u64, discordant: u64) -> bool {
    mcnemar(wins, discordant - wins).is_some_and(|p| p < ALPHA)
}

/// The chance that the exact test finds a true difference: of `pairs` pairs each is discordant with chance
/// `discordant`, and then a win with chance `win`. Exact: both binomials are summed (the unconditional power of
/// Duffy 1984, Biometrics 40, 1005-1015). Only finding it on the side of the wins counts.
#[must_use]
pub fn power(pairs: u64, discordant: f64, win: f64) -> f64 {
    chance_found(&critical(pairs, discordant), win)
}

/// The likely numbers of discordant pairs, each with its chance and the wins it takes.
fn critical(pairs: u64, discordant: f64) -> Vec<(u64, f64, u64)> {
    let mut rows: Vec<(u64, f64, u64)> = Vec::new();
    for (count, chance) in binomial(pairs, discordant).iter().filter(|(_, chance)| *chance > 1e-12) {
        let wins = match rows.last() {
            // One discordant pair more takes as many wins, or one more.
            Some((before, _, wins)) if before + 1 == count => {
                Some(if is_found(*wins, count) { *wins } else { wins + 1 })
            }
            _ => wins_needed(count),
        };
        rows.extend(wins.map(|wins| (count, chance, wins)));
    }
    rows
}

fn chance_found(rows: &[(u64, f64, u64)], win: f64) -> f64 {
    rows.iter().map(|(count, chance, wins)| chance * binomial(*count, win).at_least(*wins)).sum()
}

/// The smallest true difference, in points, that the exact test finds with chance `target` (as 0.8) among as many
/// pairs, were as many of them discordant as here and only split otherwise; `None` where no split is enough, and of
/// nothing. To 10^-9 of a point by halving.
#[must_use]
pub fn smallest_effect(discordant: Rate, target: f64) -> Option<f64> {
    let share = discordant.share()?;
    let rows = critical(discordant.of, share);
    if chance_found(&rows, 1.0) < target {
        return None;
    }
    let (mut too_small, mut enough) = (0.5, 1.0);
    while enough - too_small > 1e-11 {
        let middle = f64::midpoint(too_small, enough);
        if chance_found(&rows, middle) < target { too_small = middle } else { enough = middle }
    }
    Some(100.0 * share * (2.0 * enough - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Two-sided 5 % of the sign test, as in the usual tables (Dixon and Mood 1946, Table I: at most r of the rarer sign).
    #[test]
    fn wins_needed_are_those_of_the_sign_test() {
        for (discordant, rarer) in
            [(6, 0), (8, 0), (9, 1), (11, 1), (12, 2), (15, 3), (20, 5), (25, 7), (50, 17), (90, 35)]
        {
            assert_eq!(wins_needed(discordant), Some(discordant - rarer), "{discordant}");
        }
        assert!((0..6).all(|discordant| wins_needed(discordant).is_none()));
    }

    #[test]
    fn the_wins_of_a_row_are_those_of_its_count() {
        let rows = critical(400, 0.3);
        assert!(rows.len() > 100);
        assert!(rows.iter().all(|(count, _, wins)| wins_needed(*count) == Some(*wins)));
    }

    /// All pairs discordant: 6 need 6 wins, so the chance is w^6; 9 need 8, so it is w^9 + 9 w^8 (1 − w).
    #[test]
    fn hand_worked_powers() {
        assert!((power(6, 1.0, 0.9) - 0.9_f64.powi(6)).abs() < 1e-12);
        let right = 0.9_f64.powi(9) + 9.0 * 0.9_f64.powi(8) * 0.1;
        assert!((power(9, 1.0, 0.9) - right).abs() < 1e-12);
        let least = smallest_effect(Rate { hits: 6, of: 6 }, 0.8).unwrap();
        assert!((least - 100.0 * (2.0 * 0.8_f64.powf(1.0 / 6.0) - 1.0)).abs() < 1e-8, "{least}");
        assert_eq!(smallest_effect(Rate { hits: 3, of: 6 }, 0.8), None, "six discordant pairs come once in 64 times");
        assert_eq!(
            (smallest_effect(Rate::default(), 0.8), smallest_effect(Rate { hits: 0, of: 9 }, 0.8)),
            (None, None)
        );
    }

    /// The normal approximation (Connett, Smith and `McHugh` 1987, Statistics in Medicine 6): the square root of n
    /// is (1.96 √ψ + 0.8416 √(ψ − δ²)) / δ. The exact test needs a little more.
    #[test]
    fn large_studies_come_close_to_the_usual_formula() {
        for (hits, of) in [(64, 320), (300, 1000), (1000, 5000)] {
            let exact = smallest_effect(Rate { hits, of }, 0.8).unwrap() / 100.0;
            let (n, share) = (f64::from(u32::try_from(of).unwrap()), f64::from(u32::try_from(hits).unwrap()));
            let share = share / n;
            let needed = (1.959_964 * share.sqrt() + 0.841_621 * (share - exact * exact).sqrt()) / exact;
            let ratio = n / (needed * needed);
            assert!((1.0..1.15).contains(&ratio), "{hits} of {of}: {exact}, {ratio}");
        }
    }

    #[test]
    fn ten_thousand_simulated_studies_agree() {
        let (mut rng, mut found) = (Rng::of(11, &[]), 0_u32);
        for _ in 0..10_000 {
            let (mut wins, mut losses) = (0, 0);
            for _ in 0..80 {
                // Discordant: 30 %; of these 75 % wins.
                match rng.below(1000) {
                    0..225 => wins += 1,
                    225..300 => losses += 1,
                    _ => {}
                }
            }
            found += u32::from(wins > losses && mcnemar(wins, losses).is_some_and(|p| p < ALPHA));
        }
        let (share, right) = (f64::from(found) / 1e4, power(80, 0.3, 0.75));
        assert!((share - right).abs() < 4.0 * (right * (1.0 - right) / 1e4).sqrt(), "{share}, not {right}");
    }
}
