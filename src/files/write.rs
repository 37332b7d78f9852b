//! The only code that writes user data; what it may replace is told by [`output`](super::output).

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::FileError;

/// A file being written: a temporary one in the same folder, which takes the place of the target when it is
/// committed and vanishes otherwise. A reader sees the old content or the new, never a part of it.
///
/// A symbolic link stays one, and its target is replaced; the mode of an existing file is kept. A device or a pipe is
/// never replaced: it is written to.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    target: PathBuf,
    file: BufWriter<Place>,
}

/// Where the bytes go meanwhile.
#[derive(Debug)]
enum Place {
    /// Beside the target.
    Beside(NamedTempFile),
    /// Into the target, which is no regular file.
    Itself(File),
}

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            // To the file itself: the temporary one would put its name, which nobody knows, into the error.
            Self::Beside(file) => file.as_file_mut().write(bytes),
            Self::Itself(file) => file.write(bytes),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Beside(file) => file.as_file_mut().flush(),
            Self::Itself(file) => file.flush(),
        }
    }
}

impl AtomicFile {
    /// Begins to write; the folder has to be there.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let begin = || {
            // Before links are followed: that of an open pipe leads to no name.
            if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
                let file = OpenOptions::new().write(true).open(path)?;
                return Ok(Self {
                    path: path.to_owned(),
                    target: path.to_owned(),
                    file: BufWriter::new(Place::Itself(file)),
                });
            }
            let target = resolved(path)?;
            let folder = folder_of(&target);
            if !folder.is_dir() {
                let shown = folder.display();
                let what = if folder.exists() {
                    format!("{shown} is a file and no folder; name a folder")
                } else {
                    format!("there is no folder {shown}; make it first")
                };
                return Err(io::Error::new(io::ErrorKind::NotFound, what));
            }
            let mut builder = Builder::new();
            builder.prefix(".vidimus-").suffix(".tmp");
            #[cfg(unix)]
            {
                // What any new file gets, less the user's mask; the default of a temporary file is 0600.
                use std::os::unix::fs::PermissionsExt;
                builder.permissions(fs::Permissions::from_mode(0o666));
            }
            let file = builder.tempfile_in(folder).map_err(|error| not_in(folder, &error))?;
            if let Ok(old) = fs::metadata(&target) {
                fs::set_permissions(file.path(), old.permissions())?;
            }
            Ok(Self { path: path.to_owned(), target, file: BufWriter::new(Place::Beside(file)) })
        };
        begin().map_err(|error| unwritable(path, error))
    }

    /// Puts what was written in the place of the target, safely on disk.
    pub fn commit(self) -> Result<(), FileError> {
        let Self { path, target, file } = self;
        let finish = || {
            let Place::Beside(file) = file.into_inner().map_err(io::IntoInnerError::into_error)? else { return Ok(()) };
            file.as_file().sync_all()?;
            file.persist(&target).map_err(|failed| failed.error)?;
            // The rename itself is on disk once the folder is; where a folder cannot be opened, there is no more to do.
            if let Ok(folder) = fs::File::open(folder_of(&target)) {
                folder.sync_all().ok();
            }
            Ok(())
        };
        finish().map_err(|error| unwritable(&path, error))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a whole file at once; see [`AtomicFile`].
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes).map_err(|error| unwritable(path, error))?;
    file.commit()
}

/// Makes a folder, with those above it, unless it is there.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => unwritable(path, io::Error::other("it is a file; name a folder")),
        _ => unwritable(path, error),
    })
}

/// The file that a path leads to, through symbolic links.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    // As many links as a system follows before it gives up.
    for _ in 0..40 {
        match fs::read_link(&target) {
            Ok(link) => target = folder_of(&target).join(link),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Why no file could be made in a folder: the system's words name a temporary file that nobody knows.
fn not_in(folder: &Path, error: &io::Error) -> io::Error {
    use io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    let shown = folder.display();
    match error.kind() {
        kind @ (QuotaExceeded | ReadOnlyFilesystem | StorageFull) => io::Error::from(kind),
        kind @ PermissionDenied => {
            let what = format!("nothing can be made in the folder {shown}; write elsewhere, or see `ls -ld` on it");
            io::Error::new(kind, what)
        }
        kind => {
            let text = error.to_string();
            let why = text.split_once(" at path ").map_or(&*text, |(why, _)| why);
            io::Error::new(kind, format!("nothing can be made in the folder {shown}: {why}"))
        }
    }
}

fn unwritable(path: &Path, error: io::Error) -> FileError {
    FileError::Io { path: path.to_owned(), doing: "cannot be written", error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_changes_at_the_commit_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("registry.json");
        write_atomic(&path, b"old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        file.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        drop(AtomicFile::create(&path).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside the target");
    }

    /// Killed between the temporary file and the rename: the whole new text beside the target, which is old or absent.
    #[test]
    fn what_a_killed_writer_left_beside_the_target_harms_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.frozen.json");
        for old in [None, Some("old")] {
            if let Some(old) = old {
                fs::write(&path, old).unwrap();
            }
            let mut file = AtomicFile::create(&path).unwrap();
            file.write_all(b"{\"format\":\"vidimus.registry/1\",\"tools\":{}}").unwrap();
            file.flush().unwrap();
            // A killed program drops nothing.
            let Place::Beside(begun) = file.file.into_inner().unwrap() else { unreachable!("no file beside it") };
            let left = begun.into_temp_path().keep().unwrap();
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), old, "the target is as it was");
            // It is found by nobody who looks for files, and the next writer does not stumble over it.
            let found = crate::files::discover(&[folder.path().to_owned()]);
            assert!(found.files.iter().chain(&found.skipped).all(|file| file.path != left), "{left:?}");
            write_atomic(&path, b"new").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"new");
            assert!(left.exists(), "it may be another program's that is still writing");
            fs::remove_file(&path).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_the_mode_is_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real.json"), folder.path().join("link.json"));
        fs::write(&real, "old").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("real.json", &link).unwrap();
        write_atomic(&link, b"new").unwrap();
        assert_eq!(fs::read_link(&link).unwrap(), Path::new("real.json"));
        assert_eq!(fs::read(&real).unwrap(), b"new");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    }

    /// As a shell names the pipe of `>(cat)`.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_open_pipe_is_written_to() {
        use std::io::Read;
        use std::os::fd::AsRawFd;
        let (mut out, into) = io::pipe().unwrap();
        write_atomic(Path::new(&format!("/dev/fd/{}", into.as_raw_fd())), b"whole").unwrap();
        drop(into);
        let mut read = String::new();
        out.read_to_string(&mut read).unwrap();
        assert_eq!(read, "whole");
    }

    #[test]
    fn a_folder_that_is_not_there_is_told_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let error = write_atomic(&folder.path().join("gone").join("x.json"), b"").unwrap_err().to_string();
        assert!(error.contains("x.json: cannot be written: there is no folder "), "{error}");
    }
}
