//! What the benchmarks share: the ledgers they work on.
#![allow(dead_code, reason = "each benchmark is a crate of its own and uses what it needs")]

use std::path::PathBuf;

use vidimus::files::FoundFile;
use vidimus::sample::{self, Files};

/// The paper's own size: 400 workflows.
pub(crate) const PAPER: usize = 400;

/// A generated ledger of so many tasks, about 10 kB each.
pub(crate) fn generated(tasks: usize) -> Vec<u8> {
    let mut files = Files::default();
    let Ok(_) = sample::generate(tasks, sample::SEED, &mut files);
    files.into_files().remove("study.jsonl").unwrap_or_default()
}

/// The tau-bench airline file (200 episodes, 1,164 calls), if `VIDIMUS_CORPUS` names the real traces.
pub(crate) fn airline() -> Option<FoundFile> {
    let corpus = PathBuf::from(std::env::var_os("VIDIMUS_CORPUS")?);
    let path = corpus.join("data/taubench/gpt-4o-airline.json");
    FoundFile::look(&path).ok()
}
