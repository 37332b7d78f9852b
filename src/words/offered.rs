//! What may have been meant by a name that is not known.

/// Less alike than this, and a name is hardly a slip of the other.
const ALIKE: f64 = 0.7;

/// The nearest of some names as a question, or all of them: `did you mean "quote"?`, `there are "a" and "b"`.
#[must_use]
pub fn offered<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    let closest = |(_, a): &(&str, f64), (_, b): &(&str, f64)| a.total_cmp(b);
    let nearest = names.iter().map(|known| (*known, strsim::jaro_winkler(name, known))).max_by(closest);
    match nearest {
        None => "there is none at all".to_owned(),
        Some((nearest, likeness)) if likeness > ALIKE => format!("did you mean {nearest:?}?"),
        Some(_) => format!("there are {}", names.join(", ")),
    }
}
