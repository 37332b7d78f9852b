//! Rules in words.

use super::value::{LISTED, clip, kinds, list, list_of, number, subject, text};
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Guard, Invariant, Relation};
use crate::domain::path::Term;

/// The widest short rule, in columns.
const SHORT_COLUMNS: usize = 40;

/// The rule as a sentence without a full stop: `price_usd is above zero`.
#[must_use]
pub fn rule(invariant: &Invariant) -> String {
    sentence(invariant, LISTED)
}

/// The same with every name that it has, however many: whoever signs a rule signs all of it.
#[must_use]
pub fn whole_rule(invariant: &Invariant) -> String {
    sentence(invariant, usize::MAX)
}

fn sentence(invariant: &Invariant, most: usize) -> String {
    let path = invariant.path.to_string();
    let subject = subject(&path);
    match (&invariant.expected, invariant.class) {
        (Expected::Nothing, Class::RequiredField) => {
            let owner = invariant.path.path().parent().filter(|parent| !parent.is_root());
            let field = invariant.path.path().last_field().map_or_else(|| path.clone(), text);
            match owner {
                None => format!("every result has the field {field}"),
                Some(owner) => format!("every object at {owner} has the field {field}"),
            }
        }
        (Expected::Nothing, Class::Positive) => format!("{subject} is above zero"),
        (Expected::Nothing, _) => "the result is not an explicit error".into(),
        (Expected::Fields(names), _) => {
            format!("{subject} has no fields but {}", list_of(names.iter().map(|name| text(name)), most))
        }
        (Expected::Types(types), _) => format!("{subject} is {}", kinds(types)),
        (Expected::Values(values), _) => match values.as_slice() {
            [only] => format!("{subject} is always {}", text(only)),
            _ => format!("{subject} is one of {}", list_of(values.iter().map(|value| text(value)), most)),
        },
        (Expected::Argument(argument), _) => format!("{subject} repeats the argument {argument}"),
        (Expected::Later(later), _) => format!("{subject} is not after {later}"),
        (Expected::Relation(relation), _) => relation_rule(&invariant.path, relation, most),
    }
}

fn relation_rule(x: &Term, relation: &Relation, most: usize) -> String {
    let claim = if is_equality(relation) {
        format!("{} equals {}", term(x), term(&relation.y))
    } else {
        format!("{} is {}", term(&relation.y), in_words(relation, &term(x)))
    };
    format!("{claim}{}", when(relation.when.as_ref(), most))
}

/// What the two sides of a relation were to each other in the clean samples, as what follows their number: ` the two
/// were equal`, ` where status was done total was net plus 2`.
pub(super) fn law(x: &Term, relation: &Relation) -> String {
    let guard = relation.when.as_ref().map_or_else(String::new, |guard| match guard.values.as_slice() {
        [only] => format!(" where {} was {}", guard.path, text(only)),
        values => format!(" where {} was one of {}", guard.path, list(values.iter().map(|value| text(value)))),
    });
    if is_equality(relation) {
        return format!("{guard} the two were equal");
    }
    format!("{guard} {} was {}", term(&relation.y), in_words(relation, &term(x)))
}

/// One side of a relation as a person says it.
fn term(term: &Term) -> String {
    match term {
        Term::At(path) => path.to_string(),
        Term::Sum(path) => format!("the sum of {path}"),
        Term::Len(path) => format!("the length of {path}"),
    }
}

/// a·x + b as a person says it, parts that do nothing left out: `1.19 times net, minus 2`.
fn in_words(relation: &Relation, x: &str) -> String {
    let (product, pause) = match relation.a {
        1.0 => (x.to_owned(), ""),
        a => (format!("{} times {x}", number(a)), ","),
    };
    match relation.b {
        0.0 => product,
        b if b < 0.0 => format!("{product}{pause} minus {}", number(-b)),
        b => format!("{product}{pause} plus {}", number(b)),
    }
}

fn when(guard: Option<&Guard>, most: usize) -> String {
    guard.map_or_else(String::new, |guard| match guard.values.as_slice() {
        [only] => format!(" when {} is {}", guard.path, text(only)),
        values => format!(" when {} is one of {}", guard.path, list_of(values.iter().map(|value| text(value)), most)),
    })
}

/// Whether the relation is y = x.
#[expect(clippy::float_cmp, reason = "the miner writes an equality as exactly 1 and 0 (SPEC 3)")]
pub(super) fn is_equality(relation: &Relation) -> bool {
    relation.a == 1.0 && relation.b == 0.0
}

/// a·x + b, parts that do nothing left out.
#[expect(clippy::float_cmp, reason = "the miner writes a slope of exactly 1 (SPEC 3)")]
pub(super) fn right_side(relation: &Relation, x: &str) -> String {
    let product = if relation.a == 1.0 { x.to_owned() } else { format!("{} × {x}", number(relation.a)) };
    match relation.b {
        0.0 => product,
        b if b < 0.0 => format!("{product} - {}", number(-b)),
        b => format!("{product} + {}", number(b)),
    }
}

/// The rule in a few words beside a value that it looks at but that is not the one it is of: the other side of a
/// relation, the later date, the argument that is repeated, the field that is too many.
#[must_use]
pub fn short_rule_there(invariant: &Invariant) -> String {
    let path = &invariant.path;
    let short = match &invariant.expected {
        Expected::Fields(_) => "not a known field".into(),
        Expected::Argument(_) => format!("must come back as {path}"),
        Expected::Later(_) => format!("not before {path}"),
        Expected::Relation(relation) if is_equality(relation) => {
            format!("{}equals {}", own(&relation.y).map_or_else(String::new, |it| format!("{it} ")), term(path))
        }
        Expected::Relation(relation) => {
            let subject = own(&relation.y).map_or_else(String::new, |it| format!("{it} "));
            format!("{subject}is {}", in_words(relation, &term(path)))
        }
        _ => rule(invariant),
    };
    clip(&short, SHORT_COLUMNS)
}

/// A side of a relation beside the very value: of a list not the value itself is meant but its sum or length.
fn own(term: &Term) -> Option<&'static str> {
    match term {
        Term::At(_) => None,
        Term::Sum(_) => Some("their sum"),
        Term::Len(_) => Some("its length"),
    }
}

/// The same in a few words, for the place that the rule is of: there it is "this".
#[must_use]
pub fn short_rule(invariant: &Invariant) -> String {
    let short = match (&invariant.expected, invariant.class) {
        (Expected::Nothing, Class::RequiredField) => "always there".into(),
        (Expected::Nothing, Class::Positive) => "must be positive".into(),
        (Expected::Nothing, _) => "no explicit error".into(),
        (Expected::Fields(names), _) => match names.len() {
            1 => "no field but this one".into(),
            known => format!("no fields but the {known} known ones"),
        },
        (Expected::Types(types), _) => kinds(types),
        (Expected::Values(values), _) => match values.as_slice() {
            [only] => format!("always {}", text(only)),
            values => format!("one of {}", values.iter().map(|value| text(value)).collect::<Vec<_>>().join(" ")),
        },
        (Expected::Argument(argument), _) => format!("echoes argument {argument}"),
        (Expected::Later(later), _) => format!("not after {later}"),
        (Expected::Relation(relation), _) if is_equality(relation) => {
            let subject = own(&invariant.path).map_or_else(String::new, |it| format!("{it} "));
            format!("{subject}equals {}", term(&relation.y))
        }
        (Expected::Relation(relation), _) => {
            format!("{} is {}", term(&relation.y), in_words(relation, own(&invariant.path).unwrap_or("this")))
        }
    };
    clip(&short, SHORT_COLUMNS)
}
