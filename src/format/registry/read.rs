//! JSON to registry, with the place of whatever is wrong.

use super::{RegistryError, is_other, other_file, sort};
use crate::domain::class::{CLASSES, Class};
use crate::domain::ids::{InvariantId, TaskId, ToolName};
use crate::domain::invariant::{Expected, Guard, Invariant, Relation, invariant_id};
use crate::domain::json::{Json, JsonType, Number, Object, escaped};
use crate::domain::path::{Path, Term};
use crate::domain::registry::{Fold, Input, Registry, Seal, Source, ToolContract};

type Result<T> = std::result::Result<T, RegistryError>;

/// Reads a registry from its JSON. What SPEC 4 does not demand may be missing; what is there must be right.
pub fn from_json(value: &Json) -> Result<Registry> {
    if let Some(what) = is_other(value) {
        return Err(other_file(what));
    }
    let mut file = Place::root(value)?;
    file.take("format");
    let source = file.take("source").map(source).transpose()?.unwrap_or_default();
    let mut tools = std::collections::BTreeMap::new();
    for (name, contract) in file.demand("tools")?.members()? {
        let name = ToolName::from(name);
        tools.insert(name.clone(), tool(&name, contract)?);
    }
    let seal = file.take("seal").map(seal).transpose()?;
    Ok(Registry { source, tools, seal, extra: file.rest(), doubled: Vec::new() })
}

/// Reads one invariant of a tool, as it stands in the file.
pub fn invariant_from_json(tool: &ToolName, value: &Json) -> Result<Invariant> {
    invariant(tool, At { at: String::new(), value })
}

fn seal(value: At<'_>) -> Result<Seal> {
    let mut place = value.object()?;
    let (sha256, manifest) = (place.demand("sha256")?.text()?, place.demand("manifest")?.object()?.rest());
    Ok(Seal { sha256, manifest, extra: place.rest() })
}

fn source(value: At<'_>) -> Result<Source> {
    let mut place = value.object()?;
    let inputs = place.take("inputs").map(|list| list.items()?.map(input).collect()).transpose()?;
    let thresholds = place
        .take("thresholds")
        .map(|map| map.members()?.map(|(name, least)| Ok((name.to_owned(), least.count()?))).collect::<Result<_>>());
    let held_out = place
        .take("held_out")
        .map(|list| list.items()?.map(|task| Ok(task.text()?.into())).collect::<Result<Vec<TaskId>>>());
    let mut held_out = held_out.transpose()?.unwrap_or_default();
    // It is a set, however a hand wrote it; whoever asks whether a task is in it relies on the order.
    held_out.sort();
    Ok(Source {
        kind: place.take("kind").map(|kind| kind.text()).transpose()?.unwrap_or_default(),
        inputs: inputs.unwrap_or_default(),
        vocabulary: place.take("vocabulary").map(|name| name.text()).transpose()?,
        held_out,
        fold: place.take("fold").map(fold).transpose()?,
        thresholds: thresholds.transpose()?.unwrap_or_default(),
        extra: place.rest(),
    })
}

fn input(value: At<'_>) -> Result<Input> {
    let mut place = value.object()?;
    let (name, sha256) = (place.demand("name")?.text()?, place.demand("sha256")?.text()?);
    Ok(Input { name, sha256, extra: place.rest() })
}

fn fold(value: At<'_>) -> Result<Fold> {
    let at = value.at.clone();
    let mut place = value.object()?;
    let (index, count) = (place.demand("index")?.size()?, place.demand("count")?.size()?);
    if index >= count {
        return Err(wrong(&at, format!("fold {index} of {count} does not exist; folds are counted from 0")));
    }
    Ok(Fold { index, count, extra: place.rest() })
}

fn tool(name: &ToolName, value: At<'_>) -> Result<ToolContract> {
    let mut place = value.object()?;
    let mut count = |key: &str| place.take(key).map(|count| count.count()).transpose().map(Option::unwrap_or_default);
    let (calls, set_aside, samples) = (count("calls")?, count("set_aside")?, count("samples")?);
    let maps = place.take("maps").map(|list| list.items()?.map(|path| path.path()).collect::<Result<Vec<_>>>());
    let mut maps = maps.transpose()?.unwrap_or_default();
    maps.sort();
    let rules = place.take("invariants").map(|list| list.items()?.map(|rule| invariant(name, rule)).collect());
    let mut invariants: Vec<Invariant> = rules.transpose()?.unwrap_or_default();
    sort(&mut invariants);
    Ok(ToolContract { calls, set_aside, samples, maps, invariants, extra: place.rest() })
}

fn invariant(tool: &ToolName, value: At<'_>) -> Result<Invariant> {
    let mut place = value.object()?;
    let class = class(&place.demand("class")?)?;
    let path = term(class, &place.demand("path")?)?;
    let expected = expected(class, &mut place)?;
    let id = place.take("id").map(|id| id.text()).transpose()?;
    let evidence = place.take("evidence").map(|evidence| Ok::<_, RegistryError>(evidence.object()?.rest()));
    Ok(Invariant {
        id: id.map_or_else(|| invariant_id(tool, class, &path, &expected), InvariantId::from),
        class,
        path,
        support: place.take("support").map(|support| support.count()).transpose()?.unwrap_or_default(),
        expected,
        basis: place.take("basis").map(|basis| basis.text()).transpose()?,
        evidence: evidence.transpose()?,
        extra: place.rest(),
    })
}

fn class(value: &At<'_>) -> Result<Class> {
    let name = value.text()?;
    CLASSES.iter().find(|row| row.name == name).map(|row| row.class).ok_or_else(|| {
        let known: Vec<&str> = CLASSES.iter().map(|row| row.name).collect();
        wrong(&value.at, format!("{} is no class; the classes are {}", escaped(&name), known.join(", ")))
    })
}

/// Sums and lengths are terms of affine relations only.
fn term(class: Class, value: &At<'_>) -> Result<Term> {
    if class == Class::Affine { value.term() } else { value.path().map(Term::At) }
}

fn expected(class: Class, place: &mut Place<'_>) -> Result<Expected> {
    let expected = match class {
        Class::NoError | Class::RequiredField | Class::Positive => {
            if let Some(value) = place.take("expected").filter(|value| !value.value.is_null()) {
                return Err(value.wrong("null"));
            }
            return Ok(Expected::Nothing);
        }
        _ => place.demand("expected")?,
    };
    Ok(match class {
        Class::NoError | Class::RequiredField | Class::Positive => Expected::Nothing,
        Class::KnownFields => Expected::Fields(expected.sorted_texts()?),
        Class::Category => Expected::Values(expected.sorted_texts()?),
        Class::StableType => Expected::Types(expected.types()?),
        Class::Echo => Expected::Argument(expected.path()?),
        Class::DateOrder => Expected::Later(expected.path()?),
        Class::Affine => Expected::Relation(Relation {
            y: expected.term()?,
            a: place.demand("a")?.double()?,
            b: place.demand("b")?.double()?,
            when: place.take("when").map(guard).transpose()?,
        }),
    })
}

fn guard(value: At<'_>) -> Result<Guard> {
    let mut place = value.object()?;
    let (path, values) = (place.demand("path")?.path()?, place.demand("in")?.sorted_texts()?);
    Ok(Guard { path, values, extra: place.rest() })
}

fn wrong(at: &str, what: String) -> RegistryError {
    RegistryError::Wrong { at: at.to_owned(), what }
}

/// A value and where it stands.
struct At<'a> {
    at: String,
    value: &'a Json,
}

impl<'a> At<'a> {
    fn wrong(&self, what: &str) -> RegistryError {
        wrong(&self.at, format!("{what} belongs here, there is a value of type {}", self.value.kind()))
    }

    fn object(self) -> Result<Place<'a>> {
        let members = self.value.as_object().ok_or_else(|| self.wrong("an object"))?;
        Ok(Place { at: self.at, members, taken: Vec::new() })
    }

    fn members(self) -> Result<impl Iterator<Item = (&'a str, At<'a>)>> {
        let members = self.value.as_object().ok_or_else(|| self.wrong("an object"))?;
        Ok(members.iter().map(move |(key, value)| (key, At { at: member(&self.at, key), value })))
    }

    fn items(&self) -> Result<impl Iterator<Item = At<'a>>> {
        let items = self.value.as_array().ok_or_else(|| self.wrong("a list"))?;
        let at = self.at.clone();
        Ok(items.iter().enumerate().map(move |(place, value)| At { at: format!("{at}[{place}]"), value }))
    }

    fn text(&self) -> Result<String> {
        self.value.as_str().map(str::to_owned).ok_or_else(|| self.wrong("a string"))
    }

    fn count(&self) -> Result<u64> {
        let number = self.value.as_number();
        // A count that another program wrote as 97.0 is still one.
        let written_out = |number: &Number| {
            let double = number.double();
            (double.fract() == 0.0 && (0.0..=9e15).contains(&double)).then(|| format!("{double:.0}").parse().ok())?
        };
        number.and_then(|number| number.as_u64().or_else(|| written_out(number))).ok_or_else(|| self.wrong("a count"))
    }

    fn size(&self) -> Result<usize> {
        self.count().and_then(|count| usize::try_from(count).or(Err(self.wrong("a smaller count"))))
    }

    fn double(&self) -> Result<f64> {
        let finite = self.value.as_number().map(Number::double).filter(|double| double.is_finite());
        finite.ok_or_else(|| self.wrong("a finite number"))
    }

    fn path(&self) -> Result<Path> {
        let text = self.text()?;
        Path::parse(&text).ok_or_else(|| {
            wrong(&self.at, format!("{} is no path; a path is written like $ or a.b or a[].b", escaped(&text)))
        })
    }

    fn term(&self) -> Result<Term> {
        let text = self.text()?;
        Term::parse(&text).ok_or_else(|| {
            wrong(&self.at, format!("{} is no term; a term is a path, sum(path) or len(path)", escaped(&text)))
        })
    }

    fn sorted_texts(&self) -> Result<Vec<String>> {
        let mut texts = self.items()?.map(|text| text.text()).collect::<Result<Vec<_>>>()?;
        texts.sort();
        texts.dedup();
        Ok(texts)
    }

    fn types(&self) -> Result<Vec<JsonType>> {
        let one = |value: At<'_>| {
            let name = value.text()?;
            let names = JsonType::ALL.map(JsonType::name).join(", ");
            JsonType::from_name(&name)
                .ok_or_else(|| wrong(&value.at, format!("{} is no type; the types are {names}", escaped(&name))))
        };
        let mut types = self.items()?.map(one).collect::<Result<Vec<_>>>()?;
        types.sort();
        types.dedup();
        Ok(types)
    }
}

/// An object whose members are taken one by one; what is left over is unknown and kept.
struct Place<'a> {
    at: String,
    members: &'a Object,
    taken: Vec<&'a str>,
}

impl<'a> Place<'a> {
    fn root(value: &'a Json) -> Result<Self> {
        At { at: String::new(), value }.object()
    }

    fn take(&mut self, key: &str) -> Option<At<'a>> {
        let (key, value) = self.members.iter().find(|(name, _)| *name == key)?;
        self.taken.push(key);
        Some(At { at: member(&self.at, key), value })
    }

    fn demand(&mut self, key: &str) -> Result<At<'a>> {
        let at = if self.at.is_empty() { "the top of the file" } else { self.at.as_str() };
        let missing = wrong(at, format!("{} is missing", escaped(key)));
        self.take(key).ok_or(missing)
    }

    fn rest(self) -> Object {
        self.members
            .iter()
            .filter(|(key, _)| !self.taken.contains(key))
            .map(|(key, value)| (key, value.clone()))
            .collect()
    }
}

fn member(at: &str, key: &str) -> String {
    let plain = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    match (plain, at.is_empty()) {
        (true, true) => key.to_owned(),
        (true, false) => format!("{at}.{key}"),
        (false, _) => format!("{at}[{}]", escaped(key)),
    }
}
