//! The side file of labels.

use std::path::{Path, PathBuf};

use super::journal::{JournalFile, beside};
use crate::label::Mark;

/// A label file and what stands in it.
pub type LabelFile = JournalFile<Mark>;

/// How a label file's name ends.
pub(super) const END: &str = ".labels.jsonl";

/// The file where the labels of the pairs of a ledger go: `study.jsonl` has `study.jsonl.labels.jsonl` beside it. For
/// pairs over two files it is beside the one whose path comes first, whichever arm is called the first.
#[must_use]
pub fn labels_path(one: &Path, other: &Path) -> PathBuf {
    beside(one.min(other), END)
}

/// The same for a study that is built in and has no file of its own: in the state folder.
#[must_use]
pub fn sample_labels_path(state: &Path) -> PathBuf {
    beside(&state.join("labels").join("sample-study.jsonl"), END)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_has_one_file_whichever_arm_comes_first() {
        let (one, other) = (Path::new("runs/a.jsonl"), Path::new("runs/b.jsonl"));
        assert_eq!(labels_path(one, other), Path::new("runs/a.jsonl.labels.jsonl"));
        assert_eq!(labels_path(other, one), labels_path(one, other));
        assert_eq!(labels_path(other, other), Path::new("runs/b.jsonl.labels.jsonl"));
        assert_eq!(sample_labels_path(Path::new("s")), Path::new("s/labels/sample-study.jsonl.labels.jsonl"));
    }
}
