//! Freezes a registry on a thread of its own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use super::reviewer::now;
use super::{Event, spawn};
use crate::app::freezing::{Freeze, FreezeOrder, Sealed};
use crate::app::msg::Msg;
use crate::files::{FoundFile, ReviewFile, read_registry, review_path, write_registry};
use crate::seal::registry_hash;
use crate::study::{Figures, FreezeRequest, freeze};

/// Carries an order out and tells what came of it.
pub(super) fn order(order: FreezeOrder, events: &Sender<Event>) {
    let events = events.clone();
    spawn("freezing", move || {
        let outcome = carry_out(&order).unwrap_or_else(|error| Freeze::Failed(error.to_string()));
        // The loop may be gone already; then nobody needs to know.
        events.send(Event::Msg(Msg::Frozen { registry: order.registry, outcome })).ok();
    });
}

fn carry_out(order: &FreezeOrder) -> anyhow::Result<Freeze> {
    let (path, output) = (Path::new(&order.path), Path::new(&order.output));
    if !order.may_replace && output.exists() {
        return Ok(Freeze::Exists(there(output)));
    }
    let (registry, _) = read_registry(&FoundFile::look(path)?)?;
    if registry_hash(&registry) != registry_hash(&order.seen) {
        let name = &order.path;
        return Ok(Freeze::Failed(format!("{name} was rewritten since it was reviewed; look at what changed first")));
    }
    let journal = review_path(path);
    let decisions = if journal.exists() { ReviewFile::open(&journal)?.journal().decisions().len() } else { 0 };
    if decisions != order.decisions {
        return Ok(Freeze::Failed("somebody else has decided in the meantime; look at the decisions first".to_owned()));
    }
    let request = FreezeRequest {
        registry: path.to_owned(),
        journal: None,
        day: now().day(),
        by: order.by.clone(),
        undecided: order.undecided,
        audit: order.audit.clone().map(Figures::Known),
        folds: order.folds.iter().map(PathBuf::from).collect(),
    };
    let (frozen, notes) = freeze(&request)?;
    write_registry(output, &frozen.registry, order.may_replace)?;
    let seal = frozen.registry.seal.map(|seal| seal.sha256).unwrap_or_default();
    let (kept, left_out, by_default) = (frozen.kept, frozen.left_out, frozen.by_default);
    Ok(Freeze::Done(Sealed { path: order.output.clone(), seal, kept, left_out, by_default, notes }))
}

/// What stands in the way.
fn there(output: &Path) -> String {
    let seal = FoundFile::look(output).and_then(|file| read_registry(&file)).ok().and_then(|(there, _)| there.seal);
    match seal {
        Some(seal) => format!("{} is there, frozen with seal {}", output.display(), seal.short()),
        None => format!("{} is there already", output.display()),
    }
}
