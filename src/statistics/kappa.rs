//! How far two people, or a person and a rule, give the same labels.

use super::Rate;

/// The agreement of two sets of labels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// How many got the same label from both, of all.
    pub same: Rate,
    /// Cohen's κ; undefined of nothing, and where both used one and the same label only.
    pub kappa: Option<f64>,
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
    Agreement { same: Rate { hits, of: all }, kappa }
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
