//! Whether the figures of an audit are of the very contracts that are frozen.

use crate::contract::is_of_inputs;
use crate::domain::json::Json;
use crate::domain::registry::Registry;

use super::hashes::contracts_hash;

/// The `format` of an audit as JSON.
pub const AUDIT: &str = "vidimus.audit/1";

/// What is wrong with an audit that is to stand in the manifest of `registry`, and what to do; `folds` are those that
/// were looked at. Which decisions it was made with is told by [`freeze`](super::freeze()).
pub fn is_audit_of(audit: &Json, registry: &Registry, folds: &[Registry]) -> Result<(), String> {
    let anew =
        |by: &str| format!("make the audit anew, with `vidimus audit PATHS {by} --journal REVIEW --format json`");
    if audit.get("format").and_then(Json::as_str) != Some(AUDIT) {
        let what = "this is no audit as `vidimus audit --format json` of this version prints one";
        return Err(format!("{what}; {}", anew("--registry FILE, or --crossfit FOLDER,")));
    }
    let judges = audit.get("registries").and_then(Json::as_array).unwrap_or_default();
    let hash = contracts_hash(registry);
    let hashes: Vec<String> = folds.iter().map(contracts_hash).collect();
    for judge in judges {
        let contracts = judge.get("contracts").and_then(Json::as_str).unwrap_or_default();
        if contracts == hash {
            continue;
        }
        let Some(fold) = fold_of(judge) else {
            let (short, own) = (short(contracts), short(&hash));
            return Err(format!(
                "the audit is of another registry than the one that is frozen, or of the one that it was before (the hash \
                 of its contracts is {short} there, and {own} here); {}",
                anew("--registry FILE")
            ));
        };
        if folds.is_empty() {
            return Err(format!(
                "the audit was made with {} folds, and nothing tells whose they are; name them with --folds FOLDER",
                judges.len()
            ));
        }
        if !hashes.iter().any(|hash| hash == contracts) {
            return Err(format!(
                "fold {fold} of the audit has other contracts (hash {}) than any fold that is named; {}",
                short(contracts),
                anew("--crossfit FOLDER")
            ));
        }
    }
    if judges.is_empty() {
        return Err(format!("the audit does not say which contracts it is of; {}", anew("--registry FILE")));
    }
    // A registry that is written by hand does not say what it comes from.
    let is_crossfit = judges.iter().any(|judge| fold_of(judge).is_some());
    let mut others = folds.iter().filter(|fold| !is_of_inputs(&registry.source, &fold.source));
    if is_crossfit
        && !registry.source.inputs.is_empty()
        && let Some(other) = others.next()
    {
        let fold = other.source.fold.as_ref().map_or_else(String::new, |fold| format!(" {}", fold.index));
        return Err(format!(
            "fold{fold} was mined from other files than the registry, or with other thresholds; mine both from the same, \
             and {}",
            anew("--crossfit FOLDER")
        ));
    }
    Ok(())
}

fn fold_of(judge: &Json) -> Option<&Json> {
    judge.get("fold").filter(|fold| !fold.is_null())
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}
