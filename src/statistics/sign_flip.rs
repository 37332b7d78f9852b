//! The exact sign-flip test (Fisher 1935, Pitman 1937): had the arms of each task been named by a coin, how often
//! would the differences add up to so much?

/// How many sums are counted at most; 80 tasks of 5 models need 200.
const LIMIT: u64 = 1 << 24;

/// The two-sided exact p of the whole differences of tasks (wins minus losses over the models of a task): the share
/// of the 2^tasks ways to flip signs whose sum is at least as far from 0. `1` if the sum is 0; undefined without a
/// task, and where the differences are so large that more than 2^24 sums would be counted.
///
/// By dynamic programming over the sums, not by sampling. Only positive numbers are added and halved, so the relative
/// error is below tasks · 2^-53; parts below 10^-300 are lost.
#[must_use]
pub fn sign_flip(differences: &[i64]) -> Option<f64> {
    if differences.is_empty() {
        return None;
    }
    let sizes: Vec<u64> = differences.iter().map(|d| d.unsigned_abs()).filter(|size| *size > 0).collect();
    let sum: i128 = differences.iter().map(|d| i128::from(*d)).sum();
    if sum == 0 {
        return Some(1.0);
    }
    let unit = sizes.iter().copied().fold(0, greatest_common_divisor);
    let total: u128 = sizes.iter().map(|size| u128::from(*size)).sum();
    // Flipping the tasks of a subset whose sizes add up to k leaves total - 2k: as extreme if k is at most this.
    let most = (total - sum.unsigned_abs()) / 2 / u128::from(unit);
    let most = u64::try_from(most).ok().filter(|most| *most < LIMIT)?;
    let mut chance = vec![0.0_f64; usize::try_from(most).ok()? + 1];
    chance[0] = 1.0;
    for size in sizes {
        let size = usize::try_from(size / unit).unwrap_or(usize::MAX);
        for k in (0..chance.len()).rev() {
            let flipped = k.checked_sub(size).map_or(0.0, |before| chance[before]);
            chance[k] = f64::midpoint(chance[k], flipped);
        }
    }
    // The other end of the scale is the mirror image; the two do not meet, as the sum is not 0.
    Some((2.0 * chance.iter().sum::<f64>()).min(1.0))
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rng::Rng;
    use crate::statistics::mcnemar;

    /// Every way to flip the signs, one by one.
    fn enumerated(differences: &[i64]) -> f64 {
        let observed = differences.iter().sum::<i64>().abs();
        let ways = 1_u32 << differences.len();
        let as_extreme = (0..ways).filter(|way| {
            let flip = |(i, d): (usize, &i64)| if way >> i & 1 == 1 { -d } else { *d };
            differences.iter().enumerate().map(flip).sum::<i64>().abs() >= observed
        });
        f64::from(u32::try_from(as_extreme.count()).unwrap()) / f64::from(ways)
    }

    #[test]
    fn hand_worked_cases() {
        assert_eq!(sign_flip(&[1, 1, 1]), Some(0.25));
        assert_eq!(sign_flip(&[1, -1]), Some(1.0));
        assert_eq!(sign_flip(&[0, 0]), Some(1.0));
        assert_eq!(sign_flip(&[2, 1, 1, 0, -1]), Some(0.5));
        assert_eq!(sign_flip(&[4, 3, -2, 1, 1, 0, 2]), Some(0.1875));
        assert_eq!(sign_flip(&[1_000_000_000; 4]), Some(0.125), "the common part of the sizes does not matter");
        assert_eq!(sign_flip(&[]), None);
        assert_eq!(sign_flip(&[1 << 40, (1 << 40) + 1, -(1 << 40)]), None, "too many sums");
    }

    /// Fisher 1935 (The Design of Experiments, section 21): Darwin's 15 pairs of maize, in eighths of an inch; 863 of
    /// the 32,768 ways give a sum as large as 314, so 1726 in both directions.
    #[test]
    fn darwins_maize() {
        let inches = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
        assert_eq!(sign_flip(&inches), Some(1726.0 / 32768.0));
    }

    /// Eighty tasks: a million random flips come within four of their standard errors.
    #[test]
    fn a_million_random_flips_agree_on_a_large_case() {
        let mut rng = Rng::of(7, &[]);
        let differences: Vec<i64> = (0..80).map(|_| i64::from(rng.between(-4, 5))).collect();
        let observed = differences.iter().sum::<i64>().abs();
        let right = sign_flip(&differences).unwrap();
        assert!((0.01..0.9).contains(&right), "{right} is no test");
        let mut as_extreme = 0_u32;
        for _ in 0..1_000_000 {
            let (low, high) = (rng.below(1 << 40), rng.below(1 << 40));
            let mut sum = 0;
            for (i, d) in differences.iter().enumerate() {
                let bit = if i < 40 { low >> i & 1 } else { high >> (i - 40) & 1 };
                sum += if bit == 1 { -d } else { *d };
            }
            as_extreme += u32::from(sum.abs() >= observed);
        }
        let share = f64::from(as_extreme) / 1e6;
        assert!((share - right).abs() < 4.0 * (right * (1.0 - right) / 1e6).sqrt(), "{share}, not {right}");
    }

    proptest! {
        #[test]
        fn full_enumeration_agrees_on_small_cases(differences in proptest::collection::vec(-6_i64..7, 1..12)) {
            prop_assert_eq!(sign_flip(&differences), Some(enumerated(&differences)));
        }

        /// One pair a task is `McNemar`'s test.
        #[test]
        fn ones_are_the_test_of_mcnemar(wins in 0_u64..200, losses in 0_u64..200, ties in 1_usize..50) {
            let mut differences = vec![0; ties];
            differences.extend((0..wins).map(|_| 1));
            differences.extend((0..losses).map(|_| -1));
            let (flip, right) = (sign_flip(&differences).unwrap(), mcnemar(wins, losses).unwrap_or(1.0));
            prop_assert!((flip - right).abs() <= 1e-12 * right, "{} {}", flip, right);
        }
    }
}
