//! The pairs of some ledgers that came out differently, with the files that hold their labels.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{Gathered, Ledger, StudyError};
use crate::domain::ids::DecisionId;
use crate::files::{FileError, FoundFile, LabelFile, labels_path, make_folder};
use crate::journal::Signature;
use crate::label::{Labels, Mark, PairId, Reasons, Said, Standing};
use crate::lens::labels::Case;
use crate::pair::{Braid, PairOutcome, Pairing};

/// The label files of some pairs, each read once.
#[derive(Debug, Default)]
pub struct LabelFiles {
    journal: Option<PathBuf>,
    files: BTreeMap<PathBuf, LabelFile>,
}

impl LabelFiles {
    /// None yet; `journal` stands in for the files beside the ledgers.
    #[must_use]
    pub fn new(journal: Option<&Path>) -> Self {
        Self { journal: journal.map(Path::to_owned), files: BTreeMap::new() }
    }

    /// Where the labels of pairs over two files stand; nothing where there is no place for them.
    pub(super) fn path_of(&self, one: &FoundFile, other: &FoundFile) -> Option<PathBuf> {
        let is_on_disk = one.memory.is_none() && other.memory.is_none();
        self.journal.clone().or_else(|| is_on_disk.then(|| labels_path(&one.path, &other.path)))
    }

    /// Reads the file of pairs over two files, unless it is read or has no place.
    pub(super) fn open(&mut self, one: &FoundFile, other: &FoundFile) -> Result<Option<PathBuf>, StudyError> {
        let Some(path) = self.path_of(one, other) else { return Ok(None) };
        if !self.files.contains_key(&path) {
            self.files.insert(path.clone(), LabelFile::open(&path)?);
        }
        Ok(Some(path))
    }

    /// The files.
    pub fn iter(&self) -> impl Iterator<Item = &LabelFile> {
        self.files.values()
    }

    /// What each says; of one person only, if that is asked.
    pub(super) fn labels(&self, author: Option<&str>) -> BTreeMap<&Path, Labels> {
        self.files.iter().map(|(path, file)| (path.as_path(), Labels::of(file.journal(), author))).collect()
    }
}

/// Pairs to be labelled, and where their labels stand.
#[derive(Debug)]
pub struct Labelled {
    /// The pairs, in the order of the pairing.
    pub cases: Vec<Case>,
    /// How many pairs there are in all.
    pub pairs: usize,
    /// The place of each case among the pairs.
    places: Vec<u32>,
    /// The file of each case; nothing where there is no place for one.
    paths: Vec<Option<PathBuf>>,
    files: LabelFiles,
}

impl Labelled {
    /// Opens the label files of some pairs, so that labels can be given; `journal` stands in for the files beside the
    /// ledgers.
    pub fn open(
        ledgers: &[Ledger],
        gathered: &Gathered,
        pairing: &Pairing,
        journal: Option<&Path>,
    ) -> Result<Self, StudyError> {
        let all = Self::look(ledgers, gathered, pairing, journal)?;
        if all.paths.iter().any(Option::is_none) {
            let what = "what was read from standard input has no file for labels beside it; name one with --journal";
            return Err(StudyError::Request(what.to_owned()));
        }
        Ok(all)
    }

    /// The same to look at only: where there is no place for a label file, nothing is labelled.
    pub fn look(
        ledgers: &[Ledger],
        gathered: &Gathered,
        pairing: &Pairing,
        journal: Option<&Path>,
    ) -> Result<Self, StudyError> {
        let rows = gathered.rows(pairing);
        let file_of = |run: usize| {
            let (ledger, _) = gathered.places.get(run)?;
            Some(&ledgers.get(*ledger)?.file)
        };
        let (mut cases, mut places, mut paths) = (Vec::new(), Vec::new(), Vec::new());
        let mut files = LabelFiles::new(journal);
        for (place, pair) in (0_u32..).zip(&pairing.pairs) {
            if !matches!(pair.outcome, PairOutcome::Win | PairOutcome::Loss) {
                continue;
            }
            let digest = |run: usize| rows.get(run).and_then(|row| row.digest);
            let Some((first, second)) = digest(pair.first).zip(digest(pair.second)) else { continue };
            let braid = Braid::new(first, second);
            let Some(case) = Case::new(pairing, &gathered.runs, pair, [first, second], &braid) else { continue };
            let Some((one, other)) = file_of(pair.first).zip(file_of(pair.second)) else { continue };
            paths.push(files.open(one, other)?);
            cases.push(case);
            places.push(place);
        }
        Ok(Self { cases, places, pairs: pairing.pairs.len(), paths, files })
    }

    /// The label files, by path.
    pub fn files(&self) -> impl Iterator<Item = &LabelFile> {
        self.files.iter()
    }

    /// What is said of the pairs, each in the file of its own; of one person only, if that is asked.
    #[must_use]
    pub fn labels(&self, author: Option<&str>) -> BTreeMap<&Path, Labels> {
        self.files.labels(author)
    }

    /// Each case with what is said of it.
    pub fn each<'s>(&'s self, labels: &'s BTreeMap<&Path, Labels>) -> impl Iterator<Item = (&'s Case, &'s Labels)> {
        self.cases.iter().zip(&self.paths).filter_map(|(case, path)| Some((case, labels.get(path.as_deref()?)?)))
    }

    /// Why the pairs came out differently, by what is said of them; of one person only, if that is asked.
    #[must_use]
    pub fn reasons(&self, author: Option<&str>) -> Reasons {
        let labels = self.labels(author);
        let all = self.cases.iter().zip(&self.places).zip(&self.paths);
        Reasons::of(all.map(|((case, place), path)| {
            let labels = path.as_deref().and_then(|path| labels.get(path));
            case.entry(*place, labels.map_or(Standing::Unlabelled, |of| of.standing(&case.id, &case.content)))
        }))
    }

    /// Pairs that have a label and are not among these any more.
    #[must_use]
    pub fn orphans(&self) -> Vec<PairId> {
        let known: BTreeSet<&PairId> = self.cases.iter().map(|case| &case.id).collect();
        let all = self.files.iter().map(|file| Labels::of(file.journal(), None));
        all.flat_map(|labels| labels.named().filter(|pair| !known.contains(pair)).cloned().collect::<Vec<_>>())
            .collect()
    }

    /// The one case of that name: of the pair, the beginning of it, one of its episodes, or its task.
    pub fn find(&self, name: &str) -> Result<usize, StudyError> {
        let with = |is: &dyn Fn(&Case) -> bool| -> Vec<usize> {
            self.cases.iter().enumerate().filter(|(_, case)| is(case)).map(|(place, _)| place).collect()
        };
        let tests: [&dyn Fn(&Case) -> bool; 4] = [
            &|case| case.name() == name,
            &|case| case.sides.iter().any(|(episode, _)| episode.as_str() == name),
            &|case| case.key.get("task").and_then(crate::domain::json::Json::as_str) == Some(name),
            &|case| name.len() >= 4 && case.name().starts_with(name),
        ];
        let found = tests.into_iter().map(with).find(|found| !found.is_empty()).unwrap_or_default();
        match found.as_slice() {
            [one] => Ok(*one),
            [] => Err(StudyError::Request(format!(
                "no pair that came out differently is called {name:?}; `vidimus labels` lists them"
            ))),
            several => {
                let names: Vec<String> =
                    several.iter().take(5).filter_map(|place| self.cases.get(*place)).map(Case::name).collect();
                Err(StudyError::Request(format!(
                    "{} pairs are called {name:?}; name one of {}",
                    several.len(),
                    names.join(", ")
                )))
            }
        }
    }

    /// Saves marks, each with that note, in the files of their pairs; what was saved where is told even if a later file
    /// fails. Gives how many are saved.
    pub fn save(&mut self, marks: Vec<(usize, Mark)>, note: &str, by: &Signature) -> Result<usize, StudyError> {
        let mut by_file: BTreeMap<PathBuf, Vec<Mark>> = BTreeMap::new();
        for (place, mark) in marks {
            if let Some(path) = self.paths.get(place).and_then(Option::as_ref) {
                by_file.entry(path.clone()).or_default().push(mark);
            }
        }
        let mut saved = 0;
        for (path, marks) in by_file {
            let Some(file) = self.files.files.get_mut(&path) else { continue };
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                make_folder(folder)?;
            }
            // A decision is named by its number, so the file has to be known to its end.
            file.refresh()?;
            let mut journal = file.journal().clone();
            let mut said: Vec<Said> = Vec::new();
            for mark in marks {
                let mark = journal.mark(mark, note, by).map_err(|why| StudyError::Request(why.to_string()))?;
                journal.take([mark.clone()]);
                said.push(mark);
            }
            file.append(&said)?;
            saved += said.len();
        }
        Ok(saved)
    }

    /// Takes back a mark by its name, or the last one of that person. Gives the file it stands in.
    pub fn undo(&mut self, of: Option<&str>, note: &str, by: &Signature) -> Result<PathBuf, StudyError> {
        let request = |what: String| StudyError::Request(what);
        let last = |file: &LabelFile| -> Option<(String, DecisionId)> {
            let id = file.journal().last_of(&by.author)?.clone();
            let at = file.journal().decisions().iter().find(|said| said.id == id)?.at.clone();
            Some((at, id))
        };
        let found = match of {
            Some(name) => {
                let id = DecisionId::from(name);
                let holds = |file: &LabelFile| file.journal().decisions().iter().any(|said| said.id == id);
                self.files.files.iter().find(|(_, file)| holds(file)).map(|(path, _)| (path.clone(), id.clone()))
            }
            None => {
                let all = self.files.files.iter().filter_map(|(path, file)| Some((last(file)?, path.clone())));
                all.max().map(|((_, id), path)| (path, id))
            }
        };
        let Some((path, id)) = found else {
            return Err(request(match of {
                Some(name) => format!("nothing that was said of these pairs is called {name}"),
                None => format!("{} has said nothing of these pairs that could be taken back", by.author),
            }));
        };
        if let Some(file) = self.files.files.get_mut(&path) {
            let undo = file.journal().undo(&id, note, by).map_err(|why| request(why.to_string()))?;
            file.append(&[undo])?;
        }
        Ok(path)
    }
}

/// The labels of a file; it has to be there.
pub fn label_file(path: &Path) -> Result<LabelFile, StudyError> {
    if !path.exists() {
        let what = "there is no such file; labels are kept beside the ledger, in LEDGER.labels.jsonl".to_owned();
        return Err(FileError::Content { path: path.to_owned(), what }.into());
    }
    Ok(LabelFile::open(path)?)
}
