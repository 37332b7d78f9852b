//! Why nothing broke on a call, in a sentence.

use super::unguarded::{Unguarded, unguarded};
use crate::contract::{Judgement, Verdict};
use crate::domain::call::Call;
use crate::domain::path::Path;
use crate::domain::registry::ToolContract;
use crate::words;

/// `No rule broke: 14 rules held; 3 fields have no rule: a, b, c.`, or why nothing can be said.
/// `registry` is the one that judges, with its contract for the tool.
#[must_use]
pub fn calm(call: &Call, registry: Option<(&str, Option<&ToolContract>)>, judgements: &[Judgement]) -> String {
    let Some(result) = &call.result else {
        return "This call never returned, so there is nothing to check.".into();
    };
    let Some((registry, contract)) = registry else {
        return "No registry is loaded, so no rule looks at this call. Mine one: vidimus mine TRACES -o registry.json"
            .into();
    };
    let Some(contract) = contract else {
        return format!("No rule looks at this call: {registry} has no contract for {}.", call.tool);
    };
    let Unguarded { nobody, shape_only } = unguarded(&result.as_result(), judgements, contract);
    let count = |verdict| judgements.iter().filter(|judgement| judgement.verdict == verdict).count();
    let held = words::held(count(Verdict::Held), count(Verdict::NotReached));
    let open = open(&nobody, &shape_only);
    format!("No rule broke: {held}; {open}.")
}

/// Which fields are not judged.
fn open(nobody: &[Path], shape_only: &[Path]) -> String {
    let named = |paths: &[Path]| words::list(paths.iter().map(ToString::to_string));
    let open = match nobody.len() {
        0 => "every field has a rule".to_owned(),
        1 => format!("1 field has no rule: {}", named(nobody)),
        count => format!("{count} fields have no rule: {}", named(nobody)),
    };
    match shape_only.len() {
        0 => open,
        count => format!("{open}; of {} {}", words::counted(count, "field"), words::SHAPE_ONLY),
    }
}
