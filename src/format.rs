//! The files of SPEC 4 and 8 as text: values to nouns and back. Pure; `files` does the reading and writing.

pub mod record;
pub mod registry;
