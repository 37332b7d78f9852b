//! A clean result looked through once, for every fault that is put into a copy of it.

use super::material::{Field, Material};
use crate::contract::{Hop, Place, Tokens};
use crate::domain::json::Json;
use crate::domain::path::Path;

/// What an injector looks at: a clean result with its arguments and what the clean results of the tool have in common;
/// never the registry that is audited.
#[derive(Clone, Debug)]
pub struct Outline<'a> {
    /// The arguments of the call, parsed (SPEC 2).
    pub(super) arguments: &'a Json,
    /// The result, parsed (SPEC 2).
    pub(super) result: &'a Json,
    pub(super) material: &'a Material,
    sites: Vec<Site<'a>>,
}

/// One value of a result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site<'a> {
    pub(super) value: &'a Json,
    /// What stands there in the clean results that were kept; nothing if the path is in none of them.
    pub(super) field: Option<&'a Field>,
    /// The site it stands in, and where there; nothing for the result itself.
    from: Option<(usize, Step<'a>)>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> Outline<'a> {
    /// Looks through a result.
    #[must_use]
    pub fn of(arguments: &'a Json, result: &'a Json, material: &'a Material) -> Self {
        let mut outline = Self { arguments, result, material, sites: Vec::new() };
        outline.walk(Site { value: result, field: Some(material.root()), from: None });
        outline
    }

    fn walk(&mut self, site: Site<'a>) {
        let (number, material) = (self.sites.len(), self.material);
        self.sites.push(site);
        match site.value {
            Json::Array(items) => {
                let field = site.field.and_then(|field| material.elements(field));
                for (index, value) in items.iter().enumerate() {
                    self.walk(Site { value, field, from: Some((number, Step::Index(index))) });
                }
            }
            Json::Object(members) => {
                for (name, value) in members.iter() {
                    let field = site.field.and_then(|field| material.member(field, name));
                    self.walk(Site { value, field, from: Some((number, Step::Key(name))) });
                }
            }
            _ => {}
        }
    }

    /// Every value of the result, itself first, in document order.
    pub(super) fn sites(&self) -> impl Iterator<Item = Site<'a>> {
        self.sites.iter().copied()
    }

    /// Where a site is.
    pub(super) fn place(&self, site: &Site<'_>) -> Place {
        let (mut place, mut from) = (Place::new(), site.from);
        while let Some((above, step)) = from {
            place.push(match step {
                Step::Key(name) => Hop::Key(name.to_owned()),
                Step::Index(index) => Hop::Index(index),
            });
            from = self.sites.get(above).and_then(|above| above.from);
        }
        place.reverse();
        place
    }

    /// The path of a site.
    fn path(&self, site: &Site<'_>) -> Path {
        site.field.map_or_else(|| self.material.path(&self.place(site)), |field| field.path.clone())
    }

    /// Whether the name of the last field above a site holds one of these words.
    pub(super) fn is_named(&self, site: &Site<'_>, words: &[&str]) -> bool {
        match site.field {
            Some(field) => field.tokens.any_in(words),
            None => self.path(site).last_field().is_some_and(|name| Tokens::of(name).any_in(words)),
        }
    }
}

impl Site<'_> {
    /// Whether it is a member of an object.
    pub(super) fn is_member(&self) -> bool {
        matches!(self.from, Some((_, Step::Key(_))))
    }
}
