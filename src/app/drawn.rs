//! Where something was drawn, so that a click finds it.

/// The cells in which something was drawn; none, as long as nothing was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The leftmost column.
    pub x: u16,
    /// The topmost row.
    pub y: u16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Drawn {
    /// Which of its rows a cell of the screen is in.
    pub fn row(self, column: u16, row: u16) -> Option<usize> {
        let (right, down) = (column.checked_sub(self.x)?, row.checked_sub(self.y)?);
        (right < self.width && down < self.height).then_some(usize::from(down))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_cells_inside_are_found() {
        let drawn = Drawn { x: 10, y: 5, width: 3, height: 2 };
        assert_eq!((drawn.row(10, 5), drawn.row(12, 6)), (Some(0), Some(1)));
        for (column, row) in [(9, 5), (13, 5), (10, 4), (10, 7), (0, 0)] {
            assert_eq!(drawn.row(column, row), None, "{column}, {row}");
        }
        assert_eq!(Drawn::default().row(0, 0), None, "nothing was drawn");
    }
}
