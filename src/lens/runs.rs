//! The episodes of a ledger as runs that can be paired.

use std::sync::Arc;

use crate::index::Index;
use crate::pair::Run;

/// The runs of a ledger, in the order of its episodes; files with one name are one file.
pub fn runs<'i>(file: &str, index: &'i Index) -> impl Iterator<Item = Run> + use<'i> {
    let file: Arc<str> = Arc::from(file);
    let study: Option<Arc<str>> = index.study().map(Arc::from);
    index.episodes().iter().map(move |entry| Run {
        file: Arc::clone(&file),
        episode: entry.id.clone(),
        study: study.clone(),
        task: entry.task_or_id(),
        arm: entry.arm.clone(),
        model: entry.model.clone(),
        trial: entry.trial,
        stratum: entry.stratum.as_deref().map(Arc::from),
        completed: entry.completed(),
        others: entry.others.clone(),
    })
}
