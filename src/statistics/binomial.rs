//! The binomial distribution, where it is not next to nothing.

use super::as_double;

/// What is left out beside the likeliest number.
const NOTHING: f64 = 1e-20;

/// The chances of the numbers from `first` on.
pub(super) struct Binomial {
    pub(super) first: u64,
    pub(super) chances: Vec<f64>,
}

/// The chances of so many hits in `n` throws of chance `p`: from the likeliest number outwards by the ratio of
/// neighbours, then made to sum to 1; no factorials, relative error about n · 2^-53.
pub(super) fn binomial(n: u64, p: f64) -> Binomial {
    if p <= 0.0 || p >= 1.0 {
        return Binomial { first: if p <= 0.0 { 0 } else { n }, chances: vec![1.0] };
    }
    let likeliest = whole(as_double(n + 1) * p).min(n);
    let odds = p / (1.0 - p);
    let (mut chances, mut weight, mut first) = (Vec::new(), 1.0, likeliest);
    while first > 0 {
        weight *= as_double(first) / (as_double(n - first + 1) * odds);
        if weight < NOTHING {
            break;
        }
        chances.push(weight);
        first -= 1;
    }
    chances.reverse();
    (weight, chances) = (1.0, [chances, vec![1.0]].concat());
    for k in likeliest + 1..=n {
        weight *= as_double(n - k + 1) * odds / as_double(k);
        if weight < NOTHING {
            break;
        }
        chances.push(weight);
    }
    let sum: f64 = chances.iter().sum();
    for chance in &mut chances {
        *chance /= sum;
    }
    Binomial { first, chances }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of counts; casts saturate")]
fn whole(number: f64) -> u64 {
    number as u64
}

impl Binomial {
    /// Each number with its chance.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, f64)> {
        (self.first..).zip(self.chances.iter().copied())
    }

    /// The chance of at least so many.
    pub(super) fn at_least(&self, least: u64) -> f64 {
        self.iter().filter(|(k, _)| *k >= least).map(|(_, chance)| chance).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_distributions_are_those_of_pascals_triangle() {
        let Binomial { first, chances } = binomial(4, 0.25);
        let right = [81.0, 108.0, 54.0, 12.0, 1.0].map(|ways| ways / 256.0);
        assert_eq!((first, chances.len()), (0, 5));
        assert!(chances.iter().zip(right).all(|(a, b)| (a - b).abs() < 1e-15), "{chances:?}");
        assert!((binomial(4, 0.25).at_least(3) - 13.0 / 256.0).abs() < 1e-15);
        let sure: Vec<_> = binomial(9, 1.0).iter().collect();
        assert_eq!((sure, binomial(9, 0.0).first, binomial(0, 0.3).chances), (vec![(9, 1.0)], 0, vec![1.0]));
    }

    #[test]
    fn of_many_throws_only_the_middle_is_kept() {
        let many = binomial(1_000_000, 0.3);
        assert!(many.chances.len() < 10_000);
        let mean: f64 = many.iter().map(|(k, chance)| as_double(k) * chance).sum();
        assert!((mean - 300_000.0).abs() < 1e-4, "{mean}");
    }
}
