//! Where visits are remembered: one file for each set of paths, in the XDG state folder.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use sha2::{Digest, Sha256};

use super::{Event, spawn};
use crate::app::msg::Msg;
use crate::files::{make_folder, write_atomic};

/// What the built-in study is called among the paths.
const SAMPLE: &str = "(the sample study)";

/// The file of a visit.
#[derive(Clone, Debug)]
pub(super) struct SessionFile {
    path: PathBuf,
    paths: Vec<String>,
    with_theme: bool,
}

impl SessionFile {
    /// The file for these paths in a folder; nothing for what comes by a pipe, which is another thing each time.
    pub(super) fn of(folder: &Path, paths: &[PathBuf], with_theme: bool) -> Option<Self> {
        if paths.iter().any(|path| path.as_os_str() == "-") {
            return None;
        }
        let whole = |path: &PathBuf| path.canonicalize().or_else(|_| std::path::absolute(path));
        let mut paths = paths
            .iter()
            .map(|path| whole(path).map(|path| path.to_string_lossy().into_owned()))
            .collect::<Result<Vec<_>, _>>()
            .ok()?;
        paths.sort();
        paths.dedup();
        if paths.is_empty() {
            paths.push(SAMPLE.into());
        }
        let hash = Sha256::digest(paths.join("\0"));
        let (half, _) = hash.split_at(8);
        let name = half.iter().fold(0, |name: u64, byte| name << 8 | u64::from(*byte));
        Some(Self { path: folder.join(format!("session-{name:016x}.json")), paths, with_theme })
    }

    /// The fact that the visit begins, with what is there of the last one; and a line for the log.
    pub(super) fn begin(&self) -> Vec<Msg> {
        let begun = |text| Msg::SessionBegun { paths: self.paths.clone(), text, with_theme: self.with_theme };
        match std::fs::read_to_string(&self.path) {
            Ok(text) => vec![begun(Some(text))],
            Err(error) if error.kind() == ErrorKind::NotFound && self.paths == [SAMPLE] => {
                vec![begun(None), Msg::TourOffered]
            }
            Err(error) if error.kind() == ErrorKind::NotFound => vec![begun(None)],
            Err(error) => {
                let path = self.path.display();
                let sentence = format!("{path}: what was remembered of the last visit is not used: {error}");
                vec![begun(None), Msg::Noted(sentence)]
            }
        }
    }

    /// Writes the text; the error is a sentence.
    pub(super) fn write(&self, text: &str) -> Result<(), String> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        make_folder(folder).and_then(|()| write_atomic(&self.path, text.as_bytes())).map_err(|error| error.to_string())
    }
}

/// Writes while the program runs, on a thread of its own.
pub(super) struct Keeper(Option<(SessionFile, Sender<String>, Receiver<()>)>);

impl Keeper {
    pub(super) fn start(file: Option<SessionFile>, events: &Sender<Event>) -> Self {
        Self(file.map(|file| {
            let (texts, asked) = channel();
            let (events, to) = (events.clone(), file.clone());
            let (done, ended) = channel();
            spawn("writer of the visit", move || {
                // Its end, even by a panic, is what the end of the program waits for.
                let _done: Sender<()> = done;
                keep(&to, &asked, &events);
            });
            (file, texts, ended)
        }))
    }

    /// Writes soon; only the newest text matters.
    pub(super) fn ask(&self, text: String) {
        if let Some((_, texts, _)) = &self.0 {
            // If the thread is gone, the last text is still written at the end.
            texts.send(text).ok();
        }
    }

    /// Writes at the end, after everything that was asked for before.
    pub(super) fn end(self, text: Option<String>) {
        let Some((file, texts, ended)) = self.0 else { return };
        drop(texts);
        // An error is what is waited for: nothing is ever sent.
        ended.recv().ok();
        if let Some(text) = text {
            // There is no log any more, and nobody asked for this file.
            file.write(&text).ok();
        }
    }
}

fn keep(file: &SessionFile, asked: &Receiver<String>, events: &Sender<Event>) {
    let mut told = false;
    while let Ok(mut text) = asked.recv() {
        while let Ok(newer) = asked.try_recv() {
            text = newer;
        }
        if let Err(sentence) = file.write(&text)
            && !std::mem::replace(&mut told, true)
        {
            let sentence = format!("{sentence}; marks and positions of this visit are not remembered");
            // On screen at once, since "the mark is set" was said; and in the log. The program may have ended.
            events.send(Event::Msg(Msg::Unwritten(sentence.clone()))).ok();
            events.send(Event::Msg(Msg::Noted(sentence))).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_the_same_for_the_same_paths_however_they_are_written() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("a")).unwrap();
        let of =
            |paths: &[PathBuf]| SessionFile::of(Path::new("/state"), paths, true).map(|file| (file.path, file.paths));
        let (a, b) = (folder.path().join("a"), folder.path().join("missing"));
        let other = folder.path().join("a/../a/.");
        assert_eq!(of(&[a.clone(), b.clone()]), of(&[b.clone(), other, a.clone()]));
        assert_ne!(of(std::slice::from_ref(&a)), of(&[b]));
        assert_ne!(of(&[]), of(std::slice::from_ref(&a)));
        assert_eq!(of(&[a, "-".into()]), None);
    }

    #[test]
    fn what_is_written_is_there_at_the_next_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let file = SessionFile::of(&folder.path().join("new/vidimus"), &[], true).unwrap();
        // The first visit to the sample study is offered the tour.
        assert!(matches!(file.begin().as_slice(), [Msg::SessionBegun { text: None, .. }, Msg::TourOffered]));
        file.write("{}").unwrap();
        let begun = file.begin();
        assert!(matches!(begun.as_slice(), [Msg::SessionBegun { text: Some(text), .. }] if text == "{}"), "{begun:?}");
        std::fs::write(&file.path, [0xff, 0xfe]).unwrap();
        let begun = file.begin();
        assert!(matches!(begun.as_slice(), [Msg::SessionBegun { text: None, .. }, Msg::Noted(_)]), "{begun:?}");
    }
}
