//! `vidimus man`.

use super::Exit;
use crate::report::Out;

/// Print the manual page (roff), commands and options included
#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {}

pub(super) fn run(out: &mut Out) -> anyhow::Result<Exit> {
    let mut page = Vec::new();
    let mut command = super::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    // One page for everything: each command follows with its description and options.
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        let man = clap_mangen::Man::new(subcommand.clone());
        page.extend_from_slice(format!(".SH \"COMMAND: {}\"\n", subcommand.get_name().to_uppercase()).as_bytes());
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    out.exact(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Fine)
}
