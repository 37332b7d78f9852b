//! Where the files of a study go.

use std::collections::BTreeMap;
use std::convert::Infallible;

/// Takes the files of a study, one after the other, each in pieces.
pub trait Sink {
    /// What can go wrong.
    type Error;
    /// A file begins; its name has `/` between folder and file.
    fn begin(&mut self, name: &str) -> Result<(), Self::Error>;
    /// The next bytes of the file that began last.
    fn write(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;
    /// The file that began last is complete.
    fn end(&mut self) -> Result<(), Self::Error>;
}

/// Keeps small studies in memory, by name.
#[derive(Clone, Debug, Default)]
pub struct Files {
    files: BTreeMap<String, Vec<u8>>,
    open: Option<String>,
}

impl Files {
    /// The files that are complete.
    #[must_use]
    pub fn into_files(self) -> BTreeMap<String, Vec<u8>> {
        self.files
    }
}

impl Sink for Files {
    type Error = Infallible;

    fn begin(&mut self, name: &str) -> Result<(), Infallible> {
        self.files.insert(name.to_owned(), Vec::new());
        self.open = Some(name.to_owned());
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        if let Some(file) = self.open.as_ref().and_then(|name| self.files.get_mut(name)) {
            file.extend_from_slice(bytes);
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Infallible> {
        self.open = None;
        Ok(())
    }
}
