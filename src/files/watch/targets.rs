//! The watched paths, and what was there when they were last looked at.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::Hint;
use crate::files::discover::is_hidden;
use crate::files::stamp::Stamp;

/// Up to this many bytes a file is told by its content, beyond it by its length and times.
const READ_LIMIT: u64 = 16 << 20;

/// What a path is watched for.
#[derive(Debug)]
pub(super) struct Targets(Vec<Target>);

#[derive(Debug)]
struct Target {
    path: PathBuf,
    /// Nobody asked for it: it is a folder below one that was asked for, and forgotten when it goes away.
    is_below: bool,
    seen: Seen,
    /// What this program itself is about to write there.
    expected: Option<[u8; 32]>,
}

/// What was there.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    Nothing,
    File { stamp: Stamp, content: Option<[u8; 32]> },
    Folder(Vec<(PathBuf, Option<Stamp>)>),
}

/// The folders in which something happens when one of the paths changes; where a path leads through a link, also the
/// folder that it leads to.
pub(super) fn folders(paths: &[PathBuf]) -> BTreeSet<PathBuf> {
    let folder = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if path.is_dir() { path.to_owned() } else { parent.to_owned() }
    };
    let both = |path: &PathBuf| [Some(folder(path)), fs::canonicalize(path).ok().map(|path| folder(&path))];
    paths
        .iter()
        .flat_map(both)
        .flatten()
        .filter_map(|folder| fs::canonicalize(&folder).or(Ok::<_, ()>(folder)).ok())
        .collect()
}

impl Targets {
    pub(super) fn new(paths: &[PathBuf]) -> Self {
        Self(paths.iter().map(|path| Target::new(path.clone(), false)).collect())
    }

    /// Forgets the folders below the watched ones that went away, or lie in one that did: one that is there under the
    /// same name is another, of which the system does not tell yet.
    pub(super) fn forget(&mut self, gone: &BTreeSet<PathBuf>) {
        let is_gone = |path: &Path| {
            let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
            real.ancestors().any(|folder| gone.contains(folder))
        };
        self.0.retain(|target| !target.is_below || !is_gone(&target.path));
    }

    /// Takes in the folders below the watched ones that are not watched yet; gives them. `listen` is called with each
    /// before it is looked at, so that nothing is missed in between.
    pub(super) fn grow(&mut self, mut listen: impl FnMut(&Path)) -> Vec<PathBuf> {
        let mut known: BTreeSet<PathBuf> = self.0.iter().map(|target| target.path.clone()).collect();
        let begun = self.0.len();
        let mut at = 0;
        while let Some(target) = self.0.get(at) {
            for folder in folders_in(&target.path) {
                if known.len() < MOST && known.insert(folder.clone()) {
                    listen(&folder);
                    self.0.push(Target::new(folder, true));
                }
            }
            at += 1;
        }
        self.0.iter().skip(begun).map(|target| target.path.clone()).collect()
    }

    pub(super) fn expect(&mut self, path: &Path, bytes: &[u8]) {
        for target in self.0.iter_mut().filter(|target| target.path == path) {
            target.expected = Some(Sha256::digest(bytes).into());
        }
    }

    /// What is different from the last look.
    pub(super) fn look(&mut self) -> Vec<Hint> {
        let hints = self.0.iter_mut().filter_map(Target::look).collect();
        self.0.retain(|target| !target.is_below || target.seen != Seen::Nothing);
        hints
    }
}

/// Above so many watched folders no more are taken in: links between folders can make more paths than there are files.
const MOST: usize = 10_000;

/// The folders directly inside one, in order; behind links, too, unless the link leads back to a folder around it.
fn folders_in(path: &Path) -> Vec<PathBuf> {
    // What cannot be listed is told of where it is read.
    let entries = fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    let paths = entries.map(|entry| entry.path());
    let mut folders: Vec<_> = paths.filter(|path| !is_hidden(path) && path.is_dir() && !leads_back(path)).collect();
    folders.sort();
    folders
}

/// Whether a path is a link to a folder that it lies in.
fn leads_back(path: &Path) -> bool {
    if !path.is_symlink() {
        return false;
    }
    let real = fs::canonicalize(path).ok();
    let around = path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    let here = fs::canonicalize(".").ok().filter(|_| path.is_relative());
    around.map(|folder| fs::canonicalize(folder).ok()).chain([here]).any(|folder| folder.is_some() && folder == real)
}

impl Target {
    fn new(path: PathBuf, is_below: bool) -> Self {
        let seen = Seen::at(&path, None);
        Self { path, is_below, seen, expected: None }
    }

    fn look(&mut self) -> Option<Hint> {
        let now = Seen::at(&self.path, Some(&self.seen));
        let same = now.same_content(&self.seen);
        let own = now.content().is_some() && now.content() == self.expected;
        if own {
            self.expected = None;
        }
        let gone = now == Seen::Nothing;
        self.seen = now;
        match (same || own, gone) {
            (true, _) => None,
            (false, true) => Some(Hint::Gone(self.path.clone())),
            (false, false) => Some(Hint::Changed(self.path.clone())),
        }
    }
}

impl Seen {
    /// What is there now; the content is read only if the stamp is another than before.
    fn at(path: &Path, before: Option<&Self>) -> Self {
        if path.is_dir() {
            let entries = fs::read_dir(path).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
            let mut inside: Vec<_> = entries.filter(|path| !is_hidden(path)).collect();
            inside.sort();
            return Self::Folder(inside.into_iter().map(|path| (path.clone(), Stamp::of(&path).ok())).collect());
        }
        let Ok(stamp) = Stamp::of(path) else { return Self::Nothing };
        if let Some(Self::File { stamp: known, content }) = before
            && *known == stamp
        {
            return Self::File { stamp, content: *content };
        }
        let content = if stamp.len <= READ_LIMIT { fs::read(path).ok() } else { None };
        Self::File { stamp, content: content.map(|content| Sha256::digest(content).into()) }
    }

    fn content(&self) -> Option<[u8; 32]> {
        if let Self::File { content, .. } = self { *content } else { None }
    }

    fn same_content(&self, other: &Self) -> bool {
        match (self.content(), other.content()) {
            (Some(now), Some(before)) => now == before,
            _ => self == other,
        }
    }
}
