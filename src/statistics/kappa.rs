//! How far two people, or a person and a rule, give the same labels.

use super::{Interval, NORMAL_97_5, Rate};

/// The agreement of two sets of labels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// How many got the same label from both, of all.
    pub same: Rate,
    /// Cohen's κ; undefined of nothing, and where both used one and the same label only.
    pub kappa: Option<f64>,
    /// The 95 % interval of κ; none where κ is undefined, and where all are the same, of which no spread can be told.
    pub interval: Option<Interval>,
}

/// Agreement and Cohen's κ (Cohen 1960, Educational and Psychological Measurement 20, 37-46) of a matrix of counts:
/// row = the label of the first, column = the label of the second, in the same order. What a row lacks counts as 0.
///
/// κ = (observed − expected) / (1 − expected), from whole numbers by one division.
#[must_use]
pub fn agreement(matrix: &[Vec<u64>]) -> Agreement {
    let width = matrix.iter().map(Vec::len).max().unwrap_or_default();
    let cell = |row: usize, column: usize| matrix.get(row).and_then(|it| it.get(column)).copied().unwrap_or_default();
    let labels = width.max(matrix.len());
    let of_row = |label: usize| (0..labels).map(|other| i128::from(cell(label, other))).sum::<i128>();
    let of_column = |label: usize| (0..labels).map(|other| i128::from(cell(other, label))).sum::<i128>();
    let hits = (0..labels).map(|label| cell(label, label)).sum();
    let all = matrix.iter().flatten().sum();
    let by_chance: i128 = (0..labels).map(|label| of_row(label) * of_column(label)).sum();
    let square = i128::from(all) * i128::from(all);
    let kappa = (square > by_chance).then(|| ratio(i128::from(all) * i128::from(hits) - by_chance, square - by_chance));
    let same = Rate { hits, of: all };
    let share = |label: usize| (ratio(of_row(label), i128::from(all)), ratio(of_column(label), i128::from(all)));
    let margins: Vec<(f64, f64)> = (0..labels).map(share).collect();
    let spread = kappa.filter(|_| hits < all).map(|_| standard_error(&margins, cell, all, same.share().unwrap_or(0.0)));
    let interval = kappa.zip(spread).map(|(kappa, error)| Interval {
        low: (kappa - NORMAL_97_5 * error).max(-1.0),
        high: (kappa + NORMAL_97_5 * error).min(1.0),
    });
    Agreement { same, kappa, interval }
}

/// The large-sample standard error of κ (Fleiss, Cohen and Everitt 1969, Psychological Bulletin 72, 323-327, formula
/// 13); `margins` are the shares of each label with the first and with the second.
fn standard_error(margins: &[(f64, f64)], cell: impl Fn(usize, usize) -> u64, all: u64, observed: f64) -> f64 {
    let expected: f64 = margins.iter().map(|(first, second)| first * second).sum();
    let mut sum = 0.0;
    for (row, (of_row, own_column)) in margins.iter().enumerate() {
        for (column, (own_row, of_column)) in margins.iter().enumerate() {
            let share = ratio(i128::from(cell(row, column)), i128::from(all));
            let term = if row == column {
                (1.0 - expected) - (of_row + of_column) * (1.0 - observed)
            } else {
                (own_column + own_row) * (1.0 - observed)
            };
            sum += share * term * term;
        }
    }
    let shift = observed * expected - 2.0 * expected + observed;
    let spread = (sum - shift * shift).max(0.0);
    (spread / ratio(i128::from(all), 1)).sqrt() / (1.0 - expected).powi(2)
}

#[expect(clippy::cast_precision_loss, reason = "squares of counts of labels are far below 2^53")]
fn ratio(above: i128, below: i128) -> f64 {
    above as f64 / below as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kappa(matrix: &[&[u64]]) -> Option<f64> {
        agreement(&matrix.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).kappa
    }

    /// Cohen 1960: agreement .70, by chance .41, κ = .492.
    #[test]
    fn cohens_own_example() {
        let matrix = [vec![88, 14, 18], vec![10, 40, 10], vec![2, 6, 12]];
        let found = agreement(&matrix);
        assert_eq!(found.same, Rate { hits: 140, of: 200 });
        assert!((found.kappa.unwrap() - 0.29 / 0.59).abs() < 1e-15);
    }

    /// Half of 50 by chance, .7 seen: (.4 · .17² + .3 · .23² + .3² (.1 · 1.1² + .2 · .9²) − .05²) / (50 · .5⁴) = .0504 / 3.125.
    #[test]
    fn hand_worked_interval() {
        let found = agreement(&[vec![20, 5], vec![10, 15]]).interval.unwrap();
        let half = 1.959_963_984_540_054 * (0.0504_f64 / 3.125).sqrt();
        assert!((found.low - (0.4 - half)).abs() < 1e-12 && (found.high - (0.4 + half)).abs() < 1e-12, "{found:?}");
        // Whoever is named first, it is the same; of all alike, and of nothing, there is none.
        assert_eq!(
            agreement(&[vec![20, 10], vec![5, 15]]).interval.map(|it| (it.low * 1e9).round()),
            Some((found.low * 1e9).round())
        );
        assert_eq!(agreement(&[vec![7, 0], vec![0, 3]]).interval, None);
        assert_eq!(agreement(&[]).interval, None);
        assert_eq!(agreement(&[vec![0, 1], vec![1, 0]]).interval.map(|it| it.low), Some(-1.0));
    }

    /// Drawn anew many times from Cohen's own matrix, κ spreads as the formula says.
    #[test]
    fn ten_thousand_drawn_matrices_spread_alike() {
        let cells = [88_u64, 14, 18, 10, 40, 10, 2, 6, 12];
        let found = agreement(&cells.chunks(3).map(<[u64]>::to_vec).collect::<Vec<_>>());
        let mut rng = crate::rng::Rng::of(5, &[]);
        let draw = |rng: &mut crate::rng::Rng| {
            let mut drawn = vec![vec![0_u64; 3]; 3];
            for _ in 0..200 {
                let mut left = rng.below(200);
                let place = cells.iter().position(|cell| left.checked_sub(*cell).map(|rest| left = rest).is_none());
                let place = place.unwrap();
                drawn[place / 3][place % 3] += 1;
            }
            agreement(&drawn).kappa.unwrap()
        };
        let all: Vec<f64> = (0..10_000).map(|_| draw(&mut rng)).collect();
        let mean = all.iter().sum::<f64>() / 1e4;
        let spread = (all.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / 1e4).sqrt();
        let interval = found.interval.unwrap();
        let told = (interval.high - interval.low) / 2.0 / 1.959_963_984_540_054;
        assert!((spread / told - 1.0).abs() < 0.03, "{spread} and {told}");
    }

    #[test]
    fn hand_worked_corners() {
        assert_eq!(kappa(&[&[20, 5], &[10, 15]]), Some(0.4));
        assert_eq!(kappa(&[&[7, 0], &[0, 3]]), Some(1.0));
        assert_eq!(kappa(&[&[0, 5], &[5, 0]]), Some(-1.0));
        assert_eq!(kappa(&[&[5, 5], &[5, 5]]), Some(0.0));
        assert_eq!(kappa(&[&[9, 0], &[0, 0]]), None, "one label for everything");
        assert_eq!((kappa(&[]), kappa(&[&[0, 0], &[0, 0]])), (None, None));
        assert_eq!(agreement(&[]).same, Rate::default());
        // A label that only the second used.
        assert_eq!(kappa(&[&[4, 0, 1], &[0, 5]]), kappa(&[&[4, 0, 1], &[0, 5, 0], &[0, 0, 0]]));
    }
}
