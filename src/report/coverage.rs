//! Coverage, printed.

use std::io;

use super::page::pages;
use super::{Column, Format, Out, Table};
use crate::domain::json::{Json, Object};
use crate::lens::coverage::{Coverage, Guard, page};
use crate::page::Page;
use crate::words;

/// The columns of coverage as data.
const PLACES: [Column; 9] = [
    Column::words("registry", "registry"),
    Column::words("tool", "tool"),
    Column::words("path", "path"),
    Column::words("is_field", "field"),
    Column::words("guard", "guarded by"),
    Column::words("types", "types"),
    Column::numbers("results", "results"),
    Column::words("rules", "rules"),
    Column::words("ids", "ids"),
];

/// Prints the coverage of tools by registries: in text and Markdown as a tree with a summary, in JSON and CSV one row
/// a place.
pub fn coverage(covered: &[(String, Coverage)], format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Text | Format::Md => {
            let several = covered.iter().any(|(name, _)| covered.first().is_some_and(|(first, _)| first != name));
            let titled = covered.iter().map(|(registry, coverage)| {
                let page = page(coverage);
                let title = if several { format!("{} · {registry}", page.title) } else { page.title };
                Page { title, ..page }
            });
            pages(&titled.collect::<Vec<_>>(), format, out)
        }
        Format::Json | Format::Csv => {
            let mut table = Table::new("places", &PLACES);
            table.rows = covered.iter().flat_map(|(registry, coverage)| rows(registry, coverage)).collect();
            table.facts.insert("tools", covered.iter().map(|(it, coverage)| tool(it, coverage)).collect::<Vec<Json>>());
            out.table(&table, format)
        }
    }
}

fn rows<'a>(registry: &'a str, coverage: &'a Coverage) -> impl Iterator<Item = Vec<Json>> + 'a {
    coverage.places.iter().map(move |place| {
        let rules = || place.rules.iter().filter_map(|at| coverage.rules.get(*at));
        vec![
            registry.into(),
            coverage.tool.as_str().into(),
            place.path.as_str().into(),
            place.is_field.into(),
            place.guard.word().into(),
            place.types.iter().map(|kind| kind.name()).collect::<Vec<_>>().into(),
            place.results.into(),
            rules().map(words::rule).collect::<Vec<_>>().into(),
            rules().map(|rule| rule.id.as_str()).collect::<Vec<_>>().into(),
        ]
    })
}

fn tool(registry: &str, coverage: &Coverage) -> Json {
    let paths = |guard| coverage.guarded(guard).map(|field| field.path.as_str()).collect::<Vec<_>>();
    let fields = coverage.fields().count();
    Object::new()
        .with("registry", registry)
        .with("tool", coverage.tool.as_str())
        .with("has_contract", coverage.samples.is_some())
        .with("results", coverage.results)
        .with("errors", coverage.errors)
        .with("fields", fields)
        .with("guarded", fields - paths(Guard::Nobody).len())
        .with("shape_only", paths(Guard::Shape))
        .with("unguarded", paths(Guard::Nobody))
        .into()
}
