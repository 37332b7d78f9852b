//! Freezes a registry on a thread of its own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use super::reviewer::now;
use super::{Event, spawn};
use crate::app::freezing::{Freeze, FreezeOrder, Sealed};
use crate::app::msg::Msg;
use crate::files::{FoundFile, Output, ReviewFile, Writes, read_registry, review_path};
use crate::format::registry::print;
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
    // What is there is told first, so that nobody is asked about what can never be.
    let inputs = [path.to_owned(), review_path(path)];
    let target = Output::look(output, Writes::Frozen { force: true }, &inputs)?;
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
        skips_bad_lines: order.skips_bad_lines,
        may_be_empty: false,
        audit: order.audit.clone().map(Figures::Known),
        folds: order.folds.iter().map(PathBuf::from).collect(),
    };
    let (frozen, notes) = freeze(&request)?;
    target.write(print(&frozen.registry).as_bytes())?;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::app::data::RegistryId;
    use crate::seal::{Against, Undecided, verify};

    const RULES: &str = r#"{"format":"vidimus.registry/1","tools":{"get":{"invariants":[
        {"class":"positive","path":"price","support":12}]}}}"#;

    fn an_order(folder: &Path) -> FreezeOrder {
        let path = folder.join("rules.json");
        std::fs::write(&path, RULES).unwrap();
        let (seen, _) = read_registry(&FoundFile::look(&path).unwrap()).unwrap();
        FreezeOrder {
            registry: RegistryId(1),
            path: path.display().to_string(),
            output: folder.join("rules.frozen.json").display().to_string(),
            seen: Arc::new(seen),
            decisions: 0,
            by: "ada".into(),
            undecided: Undecided::Accept,
            skips_bad_lines: false,
            audit: None,
            folds: Vec::new(),
            may_replace: false,
        }
    }

    #[test]
    fn what_is_written_verifies_and_is_not_written_over_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let order = an_order(folder.path());
        let Freeze::Done(sealed) = carry_out(&order).unwrap() else { unreachable!("not frozen") };
        assert_eq!((sealed.kept, sealed.left_out, sealed.by_default), (1, 0, 1));
        let written = FoundFile::look(Path::new(&sealed.path)).unwrap();
        let found = verify(&read_registry(&written).unwrap().0, &Against::default()).unwrap();
        assert_eq!((found.seal, found.findings), (sealed.seal, Vec::new()));
        let again = carry_out(&order).unwrap();
        assert!(matches!(&again, Freeze::Exists(why) if why.contains("frozen with seal")), "{again:?}");
        let over = carry_out(&FreezeOrder { may_replace: true, ..order }).unwrap();
        assert!(matches!(over, Freeze::Done(_)), "{over:?}");
    }

    #[test]
    fn nothing_is_frozen_while_a_decision_cannot_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let order = an_order(folder.path());
        let header = crate::review::journal::header();
        std::fs::write(review_path(Path::new(&order.path)), format!("{header}{{\"id\":\"0\"}}\n")).unwrap();
        let why = carry_out(&order).unwrap_err().to_string();
        assert!(why.contains("line 2 of the decisions cannot be read") && why.contains("--skip-bad-lines"), "{why}");
        assert!(!Path::new(&order.output).exists());
        let without = carry_out(&FreezeOrder { skips_bad_lines: true, ..order }).unwrap();
        let Freeze::Done(sealed) = without else { unreachable!("not frozen") };
        assert!(sealed.notes.iter().any(|note| note.contains("line 2 of the decisions")), "{:?}", sealed.notes);
    }

    #[test]
    fn nothing_is_frozen_that_the_reviewer_did_not_see() {
        let folder = tempfile::tempdir().unwrap();
        let order = an_order(folder.path());
        let another = carry_out(&FreezeOrder { decisions: 1, ..order.clone() }).unwrap();
        assert!(matches!(&another, Freeze::Failed(why) if why.contains("has decided")), "{another:?}");
        std::fs::write(&order.path, RULES.replace("price", "cost")).unwrap();
        let another = carry_out(&order).unwrap();
        assert!(matches!(&another, Freeze::Failed(why) if why.contains("was rewritten")), "{another:?}");
        assert!(!Path::new(&order.output).exists());
    }
}
