//! Freezing and verifying, with files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::StudyError;
use super::against::index_in_name;
use super::inputs::read_json;
use crate::contract::is_of_inputs;
use crate::domain::json::Json;
use crate::domain::registry::{Input, Registry};
use crate::files::{FileError, FoundFile, Kind, ReviewFile, discover, read_registry, review_path};
use crate::review::{Day, Journal, reviewer_name};
use crate::seal::{self, Against, Freezing, Frozen, Undecided, Verification};
use crate::words::listed;

/// What is to be frozen.
#[derive(Debug)]
pub struct FreezeRequest {
    /// The registry that was reviewed.
    pub registry: PathBuf,
    /// The decisions; beside the registry, unless they are elsewhere.
    pub journal: Option<PathBuf>,
    /// The day on which waivers hold or are over.
    pub day: Day,
    /// Who freezes.
    pub by: String,
    /// What is done with what is left to decide.
    pub undecided: Undecided,
    /// Whether lines of the decisions that cannot be read are passed over; else nothing is frozen while there is one.
    pub skips_bad_lines: bool,
    /// Whether a registry without a rule may come out.
    pub may_be_empty: bool,
    /// The figures of an audit.
    pub audit: Option<Figures>,
    /// The folds that were looked at, or folders of them.
    pub folds: Vec<PathBuf>,
}

/// The figures of an audit.
#[derive(Debug)]
pub enum Figures {
    /// In a file.
    File(PathBuf),
    /// As the audit gives them.
    Known(Json),
}

/// Reads everything and freezes; nothing is written. Gives notes beside.
pub fn freeze(request: &FreezeRequest) -> Result<(Frozen, Vec<String>), StudyError> {
    let by =
        reviewer_name(&request.by).map_err(|refusal| StudyError::Request(format!("nothing was frozen: {refusal}")))?;
    let file = FoundFile::look(&request.registry)?;
    let (registry, _) = read_registry(&file)?;
    let source = input(&file)?;
    let (journal, review) = decisions(&request.registry, request.journal.as_deref())?;
    let mut notes = told(&journal);
    if !request.skips_bad_lines
        && let Some(first) = notes.first()
    {
        let more = if notes.len() > 1 { format!(" (and {} more)", notes.len() - 1) } else { String::new() };
        return Err(StudyError::Request(format!(
            "nothing was frozen, as a decision may be missing: {first}{more}; mend the line, or take it out, or freeze \
             without it with `vidimus freeze --skip-bad-lines`"
        )));
    }
    if review.is_none() {
        notes.push("there is no file of decisions beside the registry; name it with --journal".into());
    }
    let audit = match &request.audit {
        None => None,
        Some(Figures::File(path)) => Some(read_json(&FoundFile::look(path)?)?.0),
        Some(Figures::Known(figures)) => Some(figures.clone()),
    };
    let folds = if request.folds.is_empty() {
        Vec::new()
    } else {
        let (folds, note) = folds(&request.folds)?;
        notes.extend(note);
        folds
    };
    let (folds, fold_registries): (Vec<Input>, Vec<Registry>) = folds.into_iter().unzip();
    if let Some(audit) = &audit {
        seal::is_audit_of(audit, &registry, &fold_registries).map_err(|what| match &request.audit {
            Some(Figures::File(path)) => FileError::Content { path: path.clone(), what }.into(),
            _ => StudyError::Request(what),
        })?;
    }
    // A registry that is written by hand does not say what it comes from.
    let is_other =
        |fold: &&Registry| !registry.source.inputs.is_empty() && !is_of_inputs(&registry.source, &fold.source);
    if let Some((other, fold)) = folds.iter().zip(&fold_registries).find(|(_, fold)| is_other(fold)) {
        return Err(StudyError::Request(format!(
            "nothing was frozen: the fold {} was mined from {}, the registry {} from {}, or with other thresholds; name \
             the folds of the same files with --folds",
            other.name,
            inputs_of(fold),
            source.name,
            inputs_of(&registry)
        )));
    }
    let frozen = seal::freeze(&Freezing {
        registry: &registry,
        source: &source,
        journal: &journal,
        review: review.as_ref(),
        day: &request.day,
        by: &by,
        undecided: request.undecided,
        audit: audit.as_ref(),
        folds: &folds,
        skipped: &journal.unread(),
        may_be_empty: request.may_be_empty,
        version: env!("CARGO_PKG_VERSION"),
    });
    Ok((frozen?, notes))
}

/// Reads a frozen registry and holds it against its seal, and against what it was made from where that is named.
pub fn verify(
    path: &Path,
    source: Option<&Path>,
    journal: Option<&Path>,
    folder: Option<&Path>,
) -> Result<(Registry, Verification), StudyError> {
    let file = FoundFile::look(path)?;
    let (registry, _) = read_registry(&file).map_err(|error| match error {
        FileError::Content { path, what } if is_sealed(&file) => {
            let what = format!("the seal does not hold: nothing that was sealed reads like this: {what}");
            FileError::Content { path, what }
        }
        other => other,
    })?;
    let made_from = match source {
        None => None,
        Some(source) => {
            let (journal, review) = decisions(source, journal)?;
            let made_from = read_registry(&FoundFile::look(source)?)?.0;
            if made_from.seal.is_some() {
                let named = manifest_source(&registry).map(|name| format!(", here {name}")).unwrap_or_default();
                let what = format!(
                    "this registry is frozen itself; --against wants the one that the frozen registry was made from{named}"
                );
                return Err(FileError::Content { path: source.to_owned(), what }.into());
            }
            Some((made_from, journal, review))
        }
    };
    let (folds, note) = folder.map(|folder| folds(&[folder.to_owned()])).transpose()?.unzip();
    let folds = folds.map(|folds| folds.into_iter().map(|(input, _)| input).collect());
    let against = Against {
        source: made_from.as_ref().map(|(registry, journal, review)| (registry, journal, review.clone())),
        folds,
    };
    let mut found = seal::verify(&registry, &against).ok_or_else(|| {
        let what = "this registry has no seal; `vidimus freeze` sets one".to_owned();
        FileError::Content { path: path.to_owned(), what }
    })?;
    found.notes.extend(note.flatten());
    if folder.is_some() && found.folds_named == 0 {
        let what = "the manifest names no folds, so that --folds has nothing to be compared with; folds are named when \
                    it is frozen, with `vidimus freeze --folds`";
        // What is wrong is told all the same.
        if found.findings.is_empty() {
            return Err(FileError::Content { path: path.to_owned(), what: what.to_owned() }.into());
        }
        found.notes.push(what.to_owned());
    }
    Ok((registry, found))
}

/// Whether a file that is no readable registry has a seal all the same.
fn is_sealed(file: &FoundFile) -> bool {
    read_json(file).is_ok_and(|(value, _)| value.get("seal").is_some())
}

/// The name of the file that a frozen registry was made from.
fn manifest_source(registry: &Registry) -> Option<&str> {
    registry.seal.as_ref()?.manifest.get("source")?.get("name")?.as_str()
}

/// The decisions on a registry, and their file if there is one.
fn decisions(registry: &Path, journal: Option<&Path>) -> Result<(Journal, Option<Input>), StudyError> {
    let path = journal.map_or_else(|| review_path(registry), Path::to_owned);
    if journal.is_none() && !path.exists() {
        return Ok((Journal::default(), None));
    }
    // It is named: then it has to be there.
    let input = input(&FoundFile::look(&path)?)?;
    Ok((ReviewFile::open(&path)?.journal().clone(), Some(input)))
}

fn told(journal: &Journal) -> Vec<String> {
    let mut notes: Vec<String> = journal
        .bad()
        .iter()
        .map(|bad| format!("line {} of the decisions cannot be read: {}", bad.line, bad.what))
        .collect();
    if journal.is_torn() {
        notes.push("the last line of the decisions was not written to its end".into());
    }
    notes
}

/// The files that a registry was mined from, each with enough of its hash to tell two of one name apart.
fn inputs_of(registry: &Registry) -> String {
    let short = |input: &Input| format!("{} ({})", input.name, input.sha256.get(..12).unwrap_or(&input.sha256));
    listed(&registry.source.inputs.iter().map(short).collect::<Vec<_>>())
}

fn input(file: &FoundFile) -> Result<Input, FileError> {
    Ok(Input::new(file.name(), file.sha256()?))
}

/// A fold, and its file.
type FoldFile = (Input, Registry);

/// The folds among files and folders, by name, and a note on what was passed over.
fn folds(paths: &[PathBuf]) -> Result<(Vec<FoldFile>, Option<String>), StudyError> {
    let mut found = discover(paths);
    if !found.problems.is_empty() {
        return Err(found.problems.swap_remove(0).into());
    }
    let (mut folds, mut indexes, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for file in found.files.iter().filter(|file| file.kind == Kind::Registry) {
        let registry = read_registry(file)?.0;
        let index = registry.source.fold.as_ref().map(|fold| fold.index).or_else(|| index_in_name(&file.path));
        match index.filter(|_| registry.seal.is_none()) {
            Some(index) => {
                indexes.push((index, file.path.as_path()));
                folds.push((input(file)?, registry));
            }
            None => others.push(file.name()),
        }
    }
    let mut by_index: BTreeMap<usize, &Path> = BTreeMap::new();
    for (index, path) in indexes {
        if let Some(other) = by_index.insert(index, path) {
            return Err(StudyError::Request(format!(
                "{} and {} are both fold {index}, so they are no one set of folds; name a folder with one of them",
                other.display(),
                path.display()
            )));
        }
    }
    let note = (!others.is_empty()).then(|| format!("passed over, as no folds: {}", others.join(", ")));
    Ok((folds, note))
}
