//! The folds of an earlier, larger set, which would be mixed with those that are written into the same folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{FileError, FoundFile, Kind, read_registry, review_path};

/// Files of a folder named `fold-N.json` that are beyond a set of folds, and may be removed.
#[derive(Debug, Default)]
pub struct Surplus {
    files: BTreeMap<usize, PathBuf>,
    count: usize,
}

impl Surplus {
    /// Looks for what is beyond `count` folds. The error says what of it may not be removed, and why: all but folds as
    /// the miner writes them, on which nobody has decided anything.
    pub fn look(folder: &Path, count: usize) -> Result<Self, FileError> {
        // A folder that is not there, or cannot be read, is told by whoever writes into it.
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let files = entries.filter_map(|entry| Some((index_of(&entry.path())?, entry.path())));
        let files: BTreeMap<usize, PathBuf> = files.filter(|(index, _)| *index >= count).collect();
        files.iter().try_for_each(|(index, path)| may_go(*index, path, count))?;
        Ok(Self { files, count })
    }

    /// Removes them, once the new folds are all there; gives their names.
    pub fn remove(self) -> Result<Vec<String>, FileError> {
        let mut removed = Vec::new();
        for (index, path) in self.files {
            // It may be another file by now.
            may_go(index, &path, self.count)?;
            fs::remove_file(&path).map_err(|error| FileError::Io {
                path: path.clone(),
                doing: "cannot be removed, and is of another set of folds",
                error,
            })?;
            removed.push(format!("fold-{index}.json"));
        }
        Ok(removed)
    }
}

fn index_of(path: &Path) -> Option<usize> {
    let name = path.file_name()?.to_str()?;
    let index = name.strip_prefix("fold-")?.strip_suffix(".json")?.parse().ok()?;
    (name == format!("fold-{index}.json")).then_some(index)
}

fn may_go(index: usize, path: &Path, count: usize) -> Result<(), FileError> {
    let Some(why) = obstacle(index, path) else { return Ok(()) };
    let what = format!(
        "it would be mixed with the {count} folds that are to be mined into its folder, and is not removed, as {why}; \
         name another folder, or move it away"
    );
    Err(FileError::Content { path: path.to_owned(), what })
}

fn obstacle(index: usize, path: &Path) -> Option<String> {
    if !fs::symlink_metadata(path).is_ok_and(|there| there.is_file()) {
        return Some("it is no regular file".into());
    }
    let review = review_path(path);
    if fs::symlink_metadata(&review).is_ok() {
        let name = review.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        return Some(format!("the decisions of its review stand beside it ({name})"));
    }
    let file = FoundFile::look(path).ok().filter(|file| file.kind == Kind::Registry);
    let Some((registry, _)) = file.and_then(|file| read_registry(&file).ok()) else {
        return Some("it is no readable registry".into());
    };
    if registry.seal.is_some() {
        return Some("it is frozen".into());
    }
    let source = registry.source;
    let is_mined = source.kind == "traces" && source.fold.is_some_and(|fold| fold.index == index);
    (!is_mined).then(|| format!("it is not fold {index} as `vidimus mine --folds` writes one"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLD: &str =
        r#"{"format":"vidimus.registry/1","source":{"kind":"traces","fold":{"index":3,"count":5}},"tools":{}}"#;

    #[test]
    fn only_mined_folds_beyond_the_set_go() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["fold-3.json", "fold-03.json", "fold-2.json", "fold-x.json", "notes.json"] {
            fs::write(at(name), FOLD).unwrap();
        }
        assert_eq!(Surplus::look(folder.path(), 3).unwrap().remove().unwrap(), ["fold-3.json"]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
        assert!(Surplus::look(&at("gone"), 3).unwrap().remove().unwrap().is_empty());
        let sealed = FOLD.replace("\"tools\":{}", "\"tools\":{},\"seal\":{\"sha256\":\"00\",\"manifest\":{}}");
        for (content, why) in [
            (&*sealed, "it is frozen"),
            (&FOLD.replace("traces", "records"), "it is not fold 3"),
            (&FOLD.replace("\"index\":3", "\"index\":4"), "it is not fold 3"),
            (r#"{"format":"vidimus.registry/1","tools":{}}"#, "it is not fold 3"),
            ("# Notes\n", "it is no readable registry"),
        ] {
            fs::write(at("fold-3.json"), content).unwrap();
            let told = Surplus::look(folder.path(), 3).unwrap_err().to_string();
            assert!(told.contains(why) && told.contains("fold-3.json"), "{told}");
        }
        fs::write(at("fold-3.json"), FOLD).unwrap();
        // Decisions that come while the new folds are mined count, too.
        let seen = Surplus::look(folder.path(), 3).unwrap();
        fs::write(at("fold-3.json.review.jsonl"), "").unwrap();
        let told = seen.remove().unwrap_err().to_string();
        assert!(told.contains("stand beside it (fold-3.json.review.jsonl)"), "{told}");
        assert!(at("fold-3.json").exists());
    }
}
