//! Why the system refused.

use std::io::{Error, ErrorKind};

/// What the system says, in words that say what to do.
#[must_use]
pub fn refused(error: &Error) -> String {
    if error.get_ref().is_some() {
        // Such a sentence is the program's own.
        return error.to_string();
    }
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder; check the path".into(),
        ErrorKind::PermissionDenied => "it is not allowed; check who may use it with `ls -l`".into(),
        ErrorKind::IsADirectory => "it is a folder; name a file".into(),
        ErrorKind::NotADirectory => "a part of the path is a file and no folder; check the path".into(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "there is no space left; make some first".into(),
        ErrorKind::FileTooLarge => "a file may not grow so large here; write elsewhere, or see `ulimit -f`".into(),
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only; write elsewhere".into(),
        _ => error.to_string(),
    }
}
