//! Many numbers in few words.

/// Rising numbers, neighbours together: `12, 15, 19 to 40`.
#[must_use]
pub fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, next| one.checked_add(1) == Some(*next));
    let told = runs.map(|run| match run {
        [first, _, .., last] => format!("{first} to {last}"),
        few => few.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
    });
    told.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stand_together() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[7]), "7");
        assert_eq!(ranges(&[7, 8, 10]), "7, 8, 10");
        let long: Vec<u64> = [12, 15].into_iter().chain(19..=40).chain([u64::MAX]).collect();
        assert_eq!(ranges(&long), format!("12, 15, 19 to 40, {}", u64::MAX));
    }
}
