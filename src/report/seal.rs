//! Seals, printed.

use std::io;

use super::page::pages;
use super::{Column, Format, Out, Table};
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::json::Json;
use crate::domain::registry::{Registry, Seal};
use crate::lens::seal;
use crate::seal::{Finding, Verification, Wrong};

/// The columns of findings as data.
const FINDINGS: [Column; 6] = [
    Column::words("wrong", "wrong"),
    Column::words("tool", "tool"),
    Column::words("id", "id"),
    Column::words("what", "what differs"),
    Column::words("sealed", "sealed"),
    Column::words("is", "is now"),
];

/// Prints what a frozen registry says of itself; in JSON and CSV the manifest.
pub fn frozen(title: &str, registry: &Registry, seal: &Seal, format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Text | Format::Md => pages(&[seal::manifest(title, registry, seal)], format, out),
        Format::Json | Format::Csv => out.json(&Json::from(seal.manifest.clone())),
    }
}

/// Prints what differs from a seal.
pub fn verification(title: &str, seal: &Seal, found: &Verification, format: Format, out: &mut Out) -> io::Result<()> {
    if matches!(format, Format::Text | Format::Md) {
        return pages(&[seal::verification(title, seal, found)], format, out);
    }
    let mut table = Table::new("findings", &FINDINGS);
    table.rows = found.findings.iter().map(row).collect();
    table.facts.insert("holds", found.holds());
    table.facts.insert("seal", seal.sha256.as_str());
    table.facts.insert("registry", found.registry.as_str());
    table.facts.insert("sealed", found.sealed);
    table.facts.insert("notes", found.notes.iter().map(String::as_str).collect::<Vec<_>>());
    out.table(&table, format)
}

fn row(finding: &Finding) -> Vec<Json> {
    let wrong = match finding.wrong {
        Wrong::File => "file",
        Wrong::Manifest => "manifest",
        Wrong::Invariant => "invariant",
        Wrong::Rest => "rest",
        Wrong::Origin => "origin",
    };
    vec![
        wrong.into(),
        finding.tool.as_ref().map(ToolName::as_str).into(),
        finding.id.as_ref().map(InvariantId::as_str).into(),
        finding.what.as_str().into(),
        finding.old.as_deref().into(),
        finding.new.as_deref().into(),
    ]
}
