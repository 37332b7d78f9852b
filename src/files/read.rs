//! Opening a file: plain, gzip or zstd, told by its first bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;

use ruzstd::decoding::StreamingDecoder;

use super::{FileError, FoundFile};

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// The bytes as they stand on disk.
pub(super) fn open_raw(file: &FoundFile) -> Result<Box<dyn BufRead>, FileError> {
    match &file.memory {
        Some(bytes) => Ok(Box::new(Cursor::new(Arc::clone(bytes)))),
        None => match File::open(&file.path) {
            Ok(open) => Ok(Box::new(BufReader::with_capacity(1 << 16, open))),
            Err(error) => Err(unreadable(file, error)),
        },
    }
}

/// The content, decompressed.
pub(super) fn open(file: &FoundFile) -> Result<Box<dyn BufRead>, FileError> {
    let mut raw = open_raw(file)?;
    let start = raw.fill_buf().map_err(|error| unreadable(file, error))?;
    if start.starts_with(GZIP) {
        Ok(Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(raw))))
    } else if start.starts_with(ZSTD) {
        Ok(Box::new(BufReader::new(ZstdFrames { frame: None, rest: Some(raw) })))
    } else {
        Ok(raw)
    }
}

/// Whether the content has to be decompressed.
pub(super) fn is_compressed(file: &FoundFile) -> Result<bool, FileError> {
    let mut raw = open_raw(file)?;
    let start = raw.fill_buf().map_err(|error| unreadable(file, error))?;
    Ok(start.starts_with(GZIP) || start.starts_with(ZSTD))
}

pub(super) fn unreadable(file: &FoundFile, error: io::Error) -> FileError {
    FileError::Io { path: file.path.clone(), doing: "cannot be read", error }
}

/// Zstandard frames one after the other, as `zstd` and `cat` make them.
struct ZstdFrames {
    frame: Option<Frame>,
    rest: Option<Box<dyn BufRead>>,
}

type Frame = StreamingDecoder<Box<dyn BufRead>, ruzstd::decoding::FrameDecoder>;

impl Read for ZstdFrames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let count = frame.read(buffer)?;
                if count > 0 || buffer.is_empty() {
                    return Ok(count);
                }
            }
            if let Some(frame) = self.frame.take() {
                self.rest = Some(frame.into_parts().0);
            }
            let Some(mut rest) = self.rest.take() else { return Ok(0) };
            if rest.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.frame = Some(StreamingDecoder::new(rest).map_err(io::Error::other)?);
        }
    }
}
