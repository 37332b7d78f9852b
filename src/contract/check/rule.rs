//! An invariant made ready to look at results.

use std::sync::Arc;

use super::finding::{Fault, Finding};
use super::view::{Paths, Spot, View};
use crate::contract::date::Date;
use crate::contract::exact_sum::exact_sum;
use crate::contract::judgement::Verdict;
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Invariant, Relation};
use crate::domain::json::{Json, JsonType, Number};
use crate::domain::path::{Path, Segment, Term};

/// How far an affine relation may be off at run time, relative to max(1, |y|).
const TOLERANCE: f64 = 1e-5;

/// What an invariant looks at, paths as numbers of [`Paths`].
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// The result is no explicit error; the checker has seen to that before.
    NoError,
    Required {
        object: usize,
        name: Arc<str>,
    },
    /// `names` sorted.
    Known {
        object: usize,
        names: Vec<String>,
    },
    Type {
        at: usize,
        types: Vec<JsonType>,
    },
    Positive {
        at: usize,
    },
    /// `values` sorted.
    Category {
        at: usize,
        values: Vec<String>,
    },
    Echo {
        at: usize,
        argument: Path,
    },
    Dates {
        object: usize,
        first: Arc<str>,
        second: Arc<str>,
    },
    Affine {
        x: Side,
        y: Side,
        a: f64,
        b: f64,
        guard: Option<(usize, Vec<String>)>,
    },
    /// Expects what no rule of its class does: a registry made by hand can hold that.
    Never,
}

/// One side of a relation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    At(usize),
    Sum(usize),
    Len(usize),
}

impl Rule {
    pub(super) fn new(invariant: &Invariant, paths: &mut Paths) -> Self {
        let path = invariant.path.path();
        match (invariant.class, &invariant.expected) {
            (Class::NoError, _) => Self::NoError,
            (Class::RequiredField, _) => match member(path, paths) {
                Some((object, name)) => Self::Required { object, name },
                None => Self::Never,
            },
            (Class::KnownFields, Expected::Fields(names)) => {
                Self::Known { object: paths.number(path), names: sorted(names) }
            }
            (Class::StableType, Expected::Types(types)) => Self::Type { at: paths.number(path), types: types.clone() },
            (Class::Positive, _) => Self::Positive { at: paths.number(path) },
            (Class::Category, Expected::Values(values)) => {
                Self::Category { at: paths.number(path), values: sorted(values) }
            }
            (Class::Echo, Expected::Argument(argument)) => {
                Self::Echo { at: paths.number(path), argument: argument.clone() }
            }
            (Class::DateOrder, Expected::Later(later)) => match (member(path, paths), member(later, paths)) {
                (Some((object, first)), Some((same, second))) if object == same => {
                    Self::Dates { object, first, second }
                }
                _ => Self::Never,
            },
            (Class::Affine, Expected::Relation(relation)) => Self::affine(&invariant.path, relation, paths),
            _ => Self::Never,
        }
    }

    fn affine(x: &Term, relation: &Relation, paths: &mut Paths) -> Self {
        let guard = relation.when.as_ref().map(|guard| (paths.number(&guard.path), sorted(&guard.values)));
        let (x, y) = (Side::new(x, paths), Side::new(&relation.y, paths));
        Self::Affine { x, y, a: relation.a, b: relation.b, guard }
    }

    /// Looks at a result that is no explicit error, and reports each place in document order.
    pub(super) fn evaluate<'a>(&'a self, view: &View<'a>, arguments: &'a Json, report: &mut impl FnMut(Finding<'a>)) {
        match self {
            Self::NoError => report(Finding::held(Spot::Value(0))),
            Self::Required { object, name } => required(view, *object, name, report),
            Self::Known { object, names } => known(view, *object, names, report),
            Self::Type { at, types } => {
                for (number, value) in view.at(*at) {
                    let kind = value.kind();
                    let fault = (!is_of_type(kind, types)).then_some(Fault::Type(kind));
                    report(judged(number, fault));
                }
            }
            Self::Positive { at } => {
                for (number, value) in view.at(*at) {
                    report(match value {
                        Json::Number(found) => judged(number, (found.double() <= 0.0).then_some(Fault::Value(value))),
                        _ => Finding::not_reached(Spot::Value(number)),
                    });
                }
            }
            Self::Category { at, values } => {
                for (number, value) in view.at(*at) {
                    report(match value {
                        Json::String(text) => judged(number, (!is_in(text, values)).then_some(Fault::Value(value))),
                        _ => Finding::not_reached(Spot::Value(number)),
                    });
                }
            }
            Self::Echo { at, argument } => echo(view, *at, at_fields(arguments, argument), report),
            Self::Dates { object, first, second } => dates(view, *object, first, second, report),
            Self::Affine { x, y, a, b, guard } => {
                let is_claimed = guard.as_ref().is_none_or(|(path, values)| {
                    view.only(*path).and_then(Json::as_str).is_some_and(|text| is_in(text, values))
                });
                if is_claimed {
                    affine(view, (*x, *y), (*a, *b), report);
                }
            }
            Self::Never => {}
        }
    }
}

fn judged(number: usize, fault: Option<Fault<'_>>) -> Finding<'_> {
    let spot = Spot::Value(number);
    match fault {
        Some(fault) => Finding::broken(spot, fault),
        None => Finding::held(spot),
    }
}

fn required<'a>(view: &View<'a>, object: usize, name: &'a str, report: &mut impl FnMut(Finding<'a>)) {
    for (number, value) in view.at(object) {
        let Json::Object(object) = value else { continue };
        let spot = Spot::Member(number, name);
        report(match object.get(name) {
            Some(_) => Finding::held(spot),
            None => Finding::broken(spot, Fault::Missing),
        });
    }
}

fn known<'a>(view: &View<'a>, object: usize, names: &[String], report: &mut impl FnMut(Finding<'a>)) {
    for (number, value) in view.at(object) {
        let Json::Object(object) = value else { continue };
        let mut all_known = true;
        for (name, value) in object.iter().filter(|(name, _)| !is_in(name, names)) {
            all_known = false;
            report(Finding::broken(Spot::Member(number, name), Fault::Unexpected { name, value }));
        }
        if all_known {
            report(Finding::held(Spot::Value(number)));
        }
    }
}

fn echo<'a>(view: &View<'a>, at: usize, argument: Option<&'a Json>, report: &mut impl FnMut(Finding<'a>)) {
    let is_scalar = |value: &Json| matches!(value, Json::Number(_) | Json::String(_));
    for (number, observed) in view.at(at) {
        report(match argument.filter(|argument| is_scalar(argument) && is_scalar(observed)) {
            Some(expected) => judged(number, (observed != expected).then_some(Fault::Pair { observed, expected })),
            None => Finding::not_reached(Spot::Value(number)),
        });
    }
}

fn dates<'a>(view: &View<'a>, object: usize, first: &'a str, second: &'a str, report: &mut impl FnMut(Finding<'a>)) {
    for (number, value) in view.at(object) {
        let (Some(observed), Some(expected)) = (value.get(first), value.get(second)) else { continue };
        let date = |value: &Json| value.as_str().and_then(Date::parse);
        let (earlier, later) = (Spot::Member(number, first), Spot::Member(number, second));
        match (date(observed), date(expected)) {
            (Some(one), Some(other)) if one.kind == other.kind => {
                if one.micros <= other.micros {
                    report(Finding::held(earlier));
                    report(Finding::held(later));
                } else {
                    report(Finding::broken(earlier, Fault::Pair { observed, expected }));
                    report(Finding { spot: later, verdict: Verdict::Broken, fault: None });
                }
            }
            _ => {
                report(Finding::not_reached(earlier));
                report(Finding::not_reached(later));
            }
        }
    }
}

fn affine<'a>(view: &View<'a>, (x, y): (Side, Side), (a, b): (f64, f64), report: &mut impl FnMut(Finding<'a>)) {
    let (Some(x_value), Some(y_value)) = (x.value(view), y.value(view)) else { return };
    let off = (y_value - (a * x_value + b)).abs();
    let holds = off <= TOLERANCE * y_value.abs().max(1.0);
    let mut fault = (!holds).then(|| Fault::Side { observed: x.observed(view, x_value), expected: (y_value - b) / a });
    for number in view.range(x.path()).chain(view.range(y.path())) {
        let verdict = if holds { Verdict::Held } else { Verdict::Broken };
        report(Finding { spot: Spot::Value(number), verdict, fault: fault.take() });
    }
}

impl Side {
    fn new(term: &Term, paths: &mut Paths) -> Self {
        let path = paths.number(term.path());
        match term {
            Term::At(_) => Self::At(path),
            Term::Sum(_) => Self::Sum(path),
            Term::Len(_) => Self::Len(path),
        }
    }

    fn path(self) -> usize {
        match self {
            Self::At(path) | Self::Sum(path) | Self::Len(path) => path,
        }
    }

    /// The side's value; absent unless it is a finite double (SPEC 3), and absent beside anything but
    /// numbers and null (SPEC 5).
    #[expect(clippy::cast_precision_loss, reason = "no array in memory has 2^53 elements")]
    fn value(self, view: &View<'_>) -> Option<f64> {
        match self {
            Self::At(path) => view.only(path)?.as_number().map(Number::double).filter(|value| value.is_finite()),
            Self::Sum(path) => {
                let values = view.at(path);
                if !values.clone().all(|(_, value)| matches!(value, Json::Number(_) | Json::Null)) {
                    return None;
                }
                let mut numbers = values.filter_map(|(_, value)| value.as_number()).peekable();
                numbers.peek()?;
                exact_sum(numbers.map(Number::double))
            }
            Self::Len(path) => view.only(path)?.as_array().map(|items| items.len() as f64),
        }
    }

    /// The value as it is shown: a number as it was written, a length as an integer.
    fn observed(self, view: &View<'_>, value: f64) -> Json {
        match self {
            Self::At(path) => view.only(path).cloned().unwrap_or_default(),
            Self::Sum(_) => Json::from(value),
            Self::Len(path) => Json::from(view.only(path).and_then(Json::as_array).map(<[Json]>::len)),
        }
    }
}

/// The object and the name of a path that ends in a field.
fn member(path: &Path, paths: &mut Paths) -> Option<(usize, Arc<str>)> {
    let Some(Segment::Field(name)) = path.segments().last() else { return None };
    Some((paths.number(&path.parent()?), Arc::clone(name)))
}

/// The value at a field-only path.
fn at_fields<'a>(value: &'a Json, path: &Path) -> Option<&'a Json> {
    path.segments().iter().try_fold(value, |value, segment| match segment {
        Segment::Field(name) => value.get(name),
        _ => None,
    })
}

/// An integer where a number was learned, or the reverse, is no mismatch (SPEC 5).
fn is_of_type(kind: JsonType, types: &[JsonType]) -> bool {
    let is_number = |kind: JsonType| matches!(kind, JsonType::Integer | JsonType::Number);
    types.contains(&kind) || (is_number(kind) && types.iter().any(|kind| is_number(*kind)))
}

fn is_in(text: &str, sorted: &[String]) -> bool {
    sorted.binary_search_by(|known| known.as_str().cmp(text)).is_ok()
}

fn sorted(texts: &[String]) -> Vec<String> {
    let mut texts = texts.to_vec();
    texts.sort_unstable();
    texts
}
