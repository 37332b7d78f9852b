//! What the labels of episodes depend on besides the episodes: which tools stand in for which, and what they say of
//! their arguments.

use std::path::PathBuf;

use super::open;
use crate::diff::tools::{self, Snapshot};
use crate::files::{FileError, FoundFile};
use crate::recovery::Substitutes;
use crate::study::Inputs;

#[derive(Debug, Default, clap::Args)]
pub(super) struct ToolsArgs {
    /// What the tools say of their arguments, for schema-break: an MCP tools/list answer or a list of tools (default:
    /// the last of such files among the paths)
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,
}

impl ToolsArgs {
    /// The schemas, if there are any.
    pub(super) fn schemas(&self, inputs: &Inputs) -> anyhow::Result<Option<Snapshot>> {
        let named = self.tools.as_deref().map(FoundFile::look).transpose()?;
        let Some(file) = named.as_ref().or(inputs.tools.last()) else { return Ok(None) };
        let snapshot = tools::read(&file.bytes()?);
        if snapshot.is_none() && named.is_some() {
            let what = "no tool is described in it; a list of tools is an MCP tools/list answer or an OpenAI tool list"
                .to_owned();
            return Err(FileError::Content { path: file.path.clone(), what }.into());
        }
        Ok(snapshot)
    }
}

/// The first recovery file among the paths, if there is one.
pub(super) fn substitutes(inputs: &Inputs) -> anyhow::Result<Option<Substitutes>> {
    open::recovery(inputs.recovery.first().map(|file| &*file.path))
}
