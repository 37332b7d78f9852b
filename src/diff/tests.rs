use super::*;
use crate::domain::invariant::{Expected, Guard, Relation, invariant_id};
use crate::domain::json::{JsonType, Object};
use crate::domain::path::{Path, Term};
use crate::domain::registry::ToolContract;

fn invariant(class: Class, path: &str, support: u64, expected: Expected) -> Invariant {
    let path = Term::parse(path).unwrap();
    let id = invariant_id(&ToolName::from("t"), class, &path, &expected);
    Invariant { id, class, path, support, expected, basis: None, evidence: None, extra: Object::new() }
}

fn registry(invariants: Vec<Invariant>) -> Registry {
    let contract = ToolContract { invariants, ..ToolContract::default() };
    Registry { tools: [("t".into(), contract)].into(), ..Registry::default() }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

fn relation(a: f64, b: f64, when: Option<(&str, &[&str])>) -> Expected {
    let when = when.map(|(path, values)| Guard::new(Path::parse(path).unwrap(), texts(values)));
    Expected::Relation(Relation { y: Term::parse("total").unwrap(), a, b, when })
}

/// One rule before and after, and what is said of it.
fn told(before: Option<Invariant>, after: Option<Invariant>) -> Option<(Kind, String)> {
    let found = difference(&registry(before.into_iter().collect()), &registry(after.into_iter().collect()));
    assert!(found.changes.len() <= 1, "{:?}", found.changes);
    found.changes.first().map(|change| (change.kind, change.sentence()))
}

#[test]
fn each_kind_is_told_in_words() {
    use Class::{Affine, Category, KnownFields, Positive, StableType};
    let category = |values: &[&str]| invariant(Category, "cabin", 9, Expected::Values(texts(values)));
    let fields = |names: &[&str]| invariant(KnownFields, "$", 9, Expected::Fields(texts(names)));
    let types = |types: &[JsonType]| invariant(StableType, "seat", 9, Expected::Types(types.to_vec()));
    let affine = |a, b, when| invariant(Affine, "price", 9, relation(a, b, when));
    let positive = |support| invariant(Positive, "price", support, Expected::Nothing);
    let declared = Invariant { basis: Some("schema".into()), ..positive(0) };
    let (integer, number, null) = (JsonType::Integer, JsonType::Number, JsonType::Null);
    let cases = [
        (None, Some(positive(9)), Kind::Added, "price is above zero"),
        (Some(positive(9)), None, Kind::Removed, "price is above zero"),
        (Some(category(&["a"])), Some(category(&["a", "b c"])), Kind::Widened, "cabin may now also be \"b c\""),
        (Some(category(&["a", "b", "c"])), Some(category(&["b"])), Kind::Narrowed, "cabin may no longer be a, c"),
        (
            Some(category(&["a", "b"])),
            Some(category(&["b", "c"])),
            Kind::Moved,
            "cabin may now also be c, and may no longer be a",
        ),
        (Some(fields(&["x"])), Some(fields(&["x", "y"])), Kind::Widened, "the result may now also have y"),
        (Some(types(&[number, null])), Some(types(&[number])), Kind::Narrowed, "seat may no longer be null"),
        (
            Some(types(&[integer])),
            Some(types(&[number])),
            Kind::Within,
            "seat is a number (before: seat is an integer)",
        ),
        (
            Some(affine(1.5, 2.0, None)),
            Some(affine(1.5 + 1e-9, 2.0, None)),
            Kind::Within,
            "the relation of price and total: the factor is 1.500000001, before 1.5",
        ),
        (
            Some(affine(1.5, 2.0, None)),
            Some(affine(1.5 + 2e-9, 2.0, None)),
            Kind::Beyond,
            "the relation of price and total: the factor is 1.500000002, before 1.5",
        ),
        (
            Some(affine(1.0, 0.0, None)),
            Some(affine(1.0, -3.0, None)),
            Kind::Beyond,
            "the relation of price and total: the offset is -3, before 0",
        ),
        (
            Some(affine(1.0, 0.0, Some(("unit", &["EUR"])))),
            Some(affine(1.0, 0.0, Some(("unit", &["EUR", "USD"])))),
            Kind::Narrowed,
            "the relation of price and total: it is claimed when unit is EUR, USD now, before when unit is EUR",
        ),
        (
            Some(affine(1.0, 0.0, None)),
            Some(affine(1.0, 0.0, Some(("unit", &["EUR"])))),
            Kind::Widened,
            "the relation of price and total: it is claimed only when unit is EUR now, before always",
        ),
        (
            Some(positive(9)),
            Some(positive(10)),
            Kind::Support,
            "price is above zero: held in 10 samples, before held in 9 samples",
        ),
        (
            Some(declared),
            Some(positive(1)),
            Kind::Support,
            "price is above zero: held in 1 sample, before declared by a schema",
        ),
    ];
    for (before, after, kind, sentence) in cases {
        assert_eq!(told(before, after), Some((kind, sentence.to_owned())));
    }
}

#[test]
fn order_repeats_and_evidence_never_count() {
    let category = |values: &[&str]| invariant(Class::Category, "cabin", 9, Expected::Values(texts(values)));
    assert_eq!(told(Some(category(&["b", "a", "b"])), Some(category(&["a", "b"]))), None);
    let seen = Invariant { evidence: Some(Object::new().with("values", 3_u64)), ..category(&["a"]) };
    assert_eq!(told(Some(category(&["a"])), Some(seen)), None);
    let (one, other) = (category(&["a"]), invariant(Class::Positive, "price", 9, Expected::Nothing));
    let (old, new) = (registry(vec![one.clone(), other.clone()]), registry(vec![other, one]));
    let found = difference(&old, &new);
    assert!(found.changes.is_empty() && !found.judges_differently());
    assert_eq!((found.same(), found.summary()), (2, "+0 −0 ~0".to_owned()));
}

#[test]
fn the_summary_counts_each_kind_once() {
    use Class::{Category, Echo, Positive};
    let values = |path: &str, values: &[&str]| invariant(Category, path, 9, Expected::Values(texts(values)));
    let positive = |path: &str, support| invariant(Positive, path, support, Expected::Nothing);
    let old = vec![
        values("a", &["x", "y"]),
        values("b", &["x", "y"]),
        values("c", &["x"]),
        positive("gone", 9),
        positive("more", 9),
        positive("same", 9),
    ];
    let argument = Expected::Argument(Path::parse("id").unwrap());
    let new = vec![
        values("a", &["x", "y", "z"]),
        values("b", &["x"]),
        values("c", &["z"]),
        positive("more", 10),
        positive("same", 9),
        invariant(Echo, "new", 9, argument),
    ];
    let found = difference(&registry(old), &registry(new));
    assert_eq!(found.summary(), "+1 −1 ~3 (1 widened, 1 narrowed, 1 changed both ways, 1 with other support only)");
    assert!(found.judges_differently());
    let order: Vec<&str> = found.changes.iter().map(|change| change.kind.name()).collect();
    assert_eq!(order, ["removed", "support", "widened", "narrowed", "moved", "added"]);
}
