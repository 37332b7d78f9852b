//! Why there are no numbers, and what to do.

use super::write::{Behind, Writer};
use crate::figures::{Group, Origin};
use crate::page::Page;
use crate::words::counted;

/// The page in place of the numbers where episodes are of different origins, and what is behind its links.
#[must_use]
pub fn refusal(origins: &[(Origin, Vec<u32>)]) -> (Page, Vec<Behind>) {
    let mut out = Writer::new("not pooled".to_owned());
    out.page.text(
        "These episodes are of different origins, so that one number of them all would mix what does not belong \
         together. There are no numbers until you say which, or that they are one.",
    );
    out.page.heading("Where they are from");
    for (origin, rows) in origins {
        let group = Group::of(rows.clone());
        let name = origin.to_string();
        out.item(format!("{name}: {}", counted(group.count, "episode")), &name, &group);
    }
    out.page.heading("What you can do");
    for way in [
        "+ pools them: they are one study from then on, and + takes that back.",
        "c chooses other arms: the arms can be the values of study or of file.",
        "Or open the files of one study only.",
    ] {
        out.page.item(way);
    }
    out.finish()
}
