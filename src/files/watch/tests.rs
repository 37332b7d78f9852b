use std::fs;
use std::io::Write;
use std::sync::mpsc::{Receiver, channel};

use super::*;
use crate::files::write_atomic;

/// Generous: the machine may be busy; waiting ends as soon as the hint is there.
const LIMIT: Duration = Duration::from_secs(30);

struct Watched {
    watcher: Watcher,
    hints: Receiver<Hint>,
    folder: tempfile::TempDir,
}

impl Watched {
    /// Watches `r.json`, and a second file that tells when earlier changes were looked at.
    fn start(live: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("r.json"), "old").unwrap();
        fs::write(folder.path().join("zzz"), "0").unwrap();
        let (sender, hints) = channel();
        let paths = [folder.path().join("r.json"), folder.path().join("zzz")];
        let watcher = Watcher::start_with(&paths, move |hint| sender.send(hint).unwrap_or_default(), live);
        let all = Self { watcher, hints, folder };
        assert!(matches!(all.next(), Hint::State(_)));
        all
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn next(&self) -> Hint {
        self.hints.recv_timeout(LIMIT).expect("a hint comes")
    }

    /// The hints up to the next change of the second file.
    fn before_the_mark(&self, text: &str) -> Vec<Hint> {
        fs::write(self.path("zzz"), text).unwrap();
        let mark = Hint::Changed(self.path("zzz"));
        std::iter::from_fn(|| Some(self.next())).take_while(|hint| *hint != mark).collect()
    }
}

#[test]
fn every_way_of_writing_is_noticed() {
    let watched = Watched::start(true);
    let path = watched.path("r.json");
    let changed = Hint::Changed(path.clone());
    assert_eq!(watched.watcher.state(), WatchState::Live);

    // A busy machine may see one writing as two: the mark takes up what comes twice.
    let notice = |mark: &str, hint: &Hint| {
        assert_eq!(watched.next(), *hint);
        watched.before_the_mark(mark);
    };
    write_atomic(&path, b"renamed over").unwrap();
    notice("1", &changed);
    fs::write(&path, "in place").unwrap();
    notice("22", &changed);

    let mut file = fs::File::create(&path).unwrap();
    for part in ["in ", "several ", "parts"] {
        file.write_all(part.as_bytes()).unwrap();
        file.flush().unwrap();
        std::thread::sleep(QUIET / 5);
    }
    drop(file);
    notice("333", &changed);

    fs::remove_file(&path).unwrap();
    notice("4444", &Hint::Gone(path.clone()));
    fs::write(&path, "there again").unwrap();
    notice("55555", &changed);
}

#[test]
fn what_is_no_news_is_not_told() {
    let watched = Watched::start(true);
    let path = watched.path("r.json");
    // Read, written with the same content, and a neighbour.
    fs::read(&path).unwrap();
    write_atomic(&path, b"old").unwrap();
    fs::write(watched.path("other"), "x").unwrap();
    assert_eq!(watched.before_the_mark("1"), []);
    // The program's own writing.
    watched.watcher.expect(&path, b"own");
    write_atomic(&path, b"own").unwrap();
    assert_eq!(watched.before_the_mark("22"), []);
    // The same content again, written by another after something else.
    fs::write(&path, "foreign").unwrap();
    assert_eq!(watched.next(), Hint::Changed(path.clone()));
    write_atomic(&path, b"own").unwrap();
    assert_eq!(watched.next(), Hint::Changed(path));
}

#[test]
fn without_events_it_looks_every_so_often() {
    let watched = Watched::start(false);
    assert!(matches!(watched.watcher.state(), WatchState::Polling(_)));
    write_atomic(&watched.path("r.json"), b"new").unwrap();
    assert_eq!(watched.next(), Hint::Changed(watched.path("r.json")));
}

#[test]
fn a_folder_tells_of_what_is_inside() {
    let folder = tempfile::tempdir().unwrap();
    let (sender, hints) = channel();
    let watcher = Watcher::start(&[folder.path().to_owned()], move |hint| sender.send(hint).unwrap_or_default());
    assert_eq!(hints.recv_timeout(LIMIT).unwrap(), Hint::State(watcher.state()));
    fs::write(folder.path().join("new.json"), "{}").unwrap();
    assert_eq!(hints.recv_timeout(LIMIT).unwrap(), Hint::Changed(folder.path().to_owned()));
}

/// Each way of a folder below: there at the start, made later, with one inside it, and made anew at once after it
/// went away.
#[test]
fn folders_below_are_watched_however_late_they_come() {
    let outer = tempfile::tempdir().unwrap();
    let path = |name: &str| outer.path().join(name);
    fs::create_dir(path("first")).unwrap();
    let (sender, hints) = channel();
    let watcher = Watcher::start(&[outer.path().to_owned()], move |hint| sender.send(hint).unwrap_or_default());
    let wait_for = |wanted: Hint| while hints.recv_timeout(LIMIT).unwrap() != wanted {};
    // A busy machine may see one writing as two: the next folder takes up what comes twice.
    let mark = |name: &str| {
        fs::create_dir(path(name)).unwrap();
        wait_for(Hint::Changed(path(name)));
    };
    let inner = Hint::Changed(path("later/inner"));
    fs::write(path("first/r.json"), "{}").unwrap();
    wait_for(Hint::Changed(path("first")));
    fs::create_dir_all(path("later/inner")).unwrap();
    wait_for(inner.clone());
    mark("1");
    fs::write(path("later/inner/r.json"), "{}").unwrap();
    wait_for(inner.clone());
    mark("2");
    fs::remove_dir_all(path("later")).unwrap();
    fs::create_dir_all(path("later/inner")).unwrap();
    wait_for(inner.clone());
    mark("3");
    fs::write(path("later/inner/r.json"), "{}").unwrap();
    wait_for(inner.clone());
    mark("4");
    fs::remove_dir_all(path("later")).unwrap();
    wait_for(Hint::Gone(path("later/inner")));
    assert_eq!(watcher.state(), WatchState::Live);
    // Hidden ones are nobody's business.
    fs::create_dir(path(".hidden")).unwrap();
    fs::create_dir(path("last")).unwrap();
    let before = std::iter::from_fn(|| hints.recv_timeout(LIMIT).ok());
    let before: Vec<_> = before.take_while(|hint| *hint != Hint::Changed(path("last"))).collect();
    assert!(!before.contains(&Hint::Changed(path(".hidden"))), "{before:?}");
}

/// Where it is only looked every so often, too.
#[test]
fn a_folder_that_comes_later_is_looked_into() {
    let outer = tempfile::tempdir().unwrap();
    let (sender, hints) = channel();
    let send = move |hint| sender.send(hint).unwrap_or_default();
    let _watcher = Watcher::start_with(&[outer.path().to_owned()], send, false);
    let later = outer.path().join("later");
    let wait_for = |wanted: Hint| while hints.recv_timeout(LIMIT).unwrap() != wanted {};
    fs::create_dir(&later).unwrap();
    wait_for(Hint::Changed(later.clone()));
    fs::write(later.join("r.json"), "{}").unwrap();
    wait_for(Hint::Changed(later));
}

#[cfg(unix)]
#[test]
fn a_file_behind_a_link_is_noticed_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("far/r.json"), folder.path().join("near/r.json"));
    fs::create_dir(folder.path().join("far")).unwrap();
    fs::create_dir(folder.path().join("near")).unwrap();
    fs::write(&real, "old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let (sender, hints) = channel();
    let _watcher = Watcher::start(std::slice::from_ref(&link), move |hint| sender.send(hint).unwrap_or_default());
    assert!(matches!(hints.recv_timeout(LIMIT).unwrap(), Hint::State(_)));
    write_atomic(&link, b"new").unwrap();
    assert_eq!(hints.recv_timeout(LIMIT).unwrap(), Hint::Changed(link));
}

/// A folder behind a link is as good as one; a link back to a folder around it leads nowhere new.
#[cfg(unix)]
#[test]
fn folders_behind_links_are_watched_and_loops_end() {
    let (outer, far) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::create_dir(far.path().join("inner")).unwrap();
    std::os::unix::fs::symlink(far.path(), outer.path().join("link")).unwrap();
    std::os::unix::fs::symlink(outer.path(), far.path().join("inner/back")).unwrap();
    let (sender, hints) = channel();
    let _watcher = Watcher::start(&[outer.path().to_owned()], move |hint| sender.send(hint).unwrap_or_default());
    assert!(matches!(hints.recv_timeout(LIMIT).unwrap(), Hint::State(_)));
    fs::write(far.path().join("inner/r.json"), "{}").unwrap();
    let inner = Hint::Changed(outer.path().join("link/inner"));
    while hints.recv_timeout(LIMIT).unwrap() != inner {}
    let found = crate::files::discover(&[outer.path().to_owned()]);
    let seen: Vec<_> = found.files.iter().chain(&found.skipped).map(|file| file.path.clone()).collect();
    assert_eq!(seen, [outer.path().join("link/inner/r.json")]);
}

#[test]
fn a_folder_that_goes_away_is_watched_by_looking() {
    let outer = tempfile::tempdir().unwrap();
    let path = outer.path().join("inner/r.json");
    fs::create_dir(outer.path().join("inner")).unwrap();
    fs::write(&path, "old").unwrap();
    let (sender, hints) = channel();
    let watcher = Watcher::start(std::slice::from_ref(&path), move |hint| sender.send(hint).unwrap_or_default());
    let wait_for = |wanted: &dyn Fn(&Hint) -> bool| while !wanted(&hints.recv_timeout(LIMIT).unwrap()) {};
    fs::remove_dir_all(outer.path().join("inner")).unwrap();
    wait_for(&|hint| *hint == Hint::Gone(path.clone()));
    fs::create_dir(outer.path().join("inner")).unwrap();
    fs::write(&path, "back").unwrap();
    wait_for(&|hint| *hint == Hint::Changed(path.clone()));
    assert!(matches!(watcher.state(), WatchState::Polling(_)));
}

#[test]
fn it_ends_when_it_is_dropped() {
    let Watched { watcher, hints, folder } = Watched::start(true);
    drop(watcher);
    // The thread drops its end of the channel.
    assert!(hints.recv_timeout(LIMIT).is_err_and(|error| error == std::sync::mpsc::RecvTimeoutError::Disconnected));
    drop(folder);
}
