//! What the numbers of samples, folds and firings say.

use super::{Firings, Kind, Reason};
use crate::contract::least_support;
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::invariant::Invariant;
use crate::domain::registry::{Registry, Source, ToolContract};
use crate::words;

/// Where a bound is worth a word of warning, in percent.
const HIGH_BOUND: f64 = 5.0;

/// It fired where nothing was wrong.
pub(super) fn fired(firings: &Firings) -> Option<Reason> {
    let Firings { fired, of, allowed } = *firings;
    let weight = 60 + u32::try_from(fired).unwrap_or(u32::MAX).min(40);
    let calls = if fired == 1 && of == 0 { "call" } else { "calls" };
    let sentence = match of {
        0 => format!("it fired on {fired} clean {calls} that it was not mined from"),
        of => {
            let rate = percent(100.0 * double(fired) / double(of));
            format!("it fired on {fired} of {of} clean calls that it was not mined from ({rate})")
        }
    };
    let sentence = match allowed {
        0 => sentence,
        all if all == fired => {
            format!("{sentence}; there a fold expects something else, and as it stands it would not have fired")
        }
        some => format!(
            "{sentence}; on {some} of them a fold expects something else, and as it stands it would not have fired"
        ),
    };
    (fired > 0).then(|| Reason::new(Kind::Fired, weight, sentence))
}

/// It is not in all folds, or not the same in all.
pub(super) fn folds(folds: &[&Registry], tool: &ToolName, rule: &Invariant) -> Option<Reason> {
    let contracts = folds.iter().filter_map(|fold| fold.tools.get(tool));
    let there: Vec<&Invariant> =
        contracts.filter_map(|contract| contract.invariants.iter().find(|other| other.id == rule.id)).collect();
    let (with, all) = (there.len(), folds.len());
    if with < all {
        let missing = u32::try_from(all - with).unwrap_or(u32::MAX).min(5);
        let has = |fold: &Registry| {
            fold.tools.get(tool).is_some_and(|contract| contract.invariants.iter().any(|other| other.id == rule.id))
        };
        // As their files are called.
        let without = folds.iter().filter(|fold| !has(fold));
        let names: Option<Vec<String>> =
            without.map(|fold| fold.source.fold.as_ref().map(|fold| format!("fold-{}", fold.index))).collect();
        let sentence = names.map_or_else(
            || format!("stands in {with} of {all} folds"),
            |names| words::folds(all, &names.iter().map(String::as_str).collect::<Vec<_>>(), &[]),
        );
        return Some(Reason::new(Kind::Folds, 30 + 8 * missing, format!("it {sentence}")));
    }
    let other = there.iter().filter(|other| other.expected != rule.expected).count();
    let sentence = || format!("in {other} of {all} folds it expects something else");
    (other > 0).then(|| Reason::new(Kind::Folds, 20, sentence()))
}

/// How many samples it stands on.
pub(super) fn support(source: &Source, contract: &ToolContract, rule: &Invariant) -> Vec<Reason> {
    let ToolContract { calls, set_aside, samples, .. } = *contract;
    let n = match rule.class {
        // Its samples are what was left when the errors were taken out: they say nothing of it.
        Class::NoError if rule.support > 0 && set_aside > 0 => return vec![errors(set_aside, calls, samples)],
        Class::NoError if rule.support > 0 => calls.max(rule.support),
        _ => rule.support,
    };
    if n == 0 {
        return Vec::new();
    }
    let bound = 100.0 * bound(n);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 47")]
    let weight = if bound < HIGH_BOUND { 0 } else { (bound / 2.0) as u32 };
    let may_be = format!("0 of {n} broken: the true rate may be up to {}", percent(bound));
    let mut reasons = vec![Reason::new(Kind::RuleOfThree, weight, may_be)];
    let least = least_support(source, rule);
    // What asks for one or two samples is asked for by every rule.
    if least > 2 && n < least.saturating_mul(2) {
        let weight = if n < least + least.div_ceil(4) { 20 } else { 10 };
        let over = match n.checked_sub(least) {
            None => format!("{n} samples, fewer than the {least} that such a rule needs"),
            Some(0) => format!("{n} samples, just as many as such a rule needs"),
            Some(more) => format!("{n} samples, {more} more than the {least} that such a rule needs"),
        };
        reasons.push(Reason::new(Kind::Threshold, weight, over));
    }
    reasons
}

fn errors(set_aside: u64, calls: u64, samples: u64) -> Reason {
    let rate = 100.0 * double(set_aside) / double(calls.max(set_aside));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 50")]
    let weight = 30 + (rate / 2.0) as u32;
    let sentence = format!(
        "of {calls} calls in clean episodes {set_aside} were explicit errors, set aside: it fires on such results ({}); the \
         other {} are {samples} samples (calls alike in arguments and result count once)",
        percent(rate),
        calls.saturating_sub(set_aside)
    );
    Reason::new(Kind::SetAside, weight, sentence)
}

/// The greatest rate at which `n` samples without one broken still happen once in twenty times.
fn bound(n: u64) -> f64 {
    1.0 - 0.05_f64.powf(1.0 / double(n))
}

/// Two digits that say something.
fn percent(rate: f64) -> String {
    if rate >= 10.0 || rate == 0.0 {
        format!("{rate:.0} %")
    } else if rate >= 1.0 {
        format!("{rate:.1} %")
    } else {
        format!("{rate:.2} %")
    }
}

#[expect(clippy::cast_precision_loss, reason = "no file holds 2^53 samples")]
fn double(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the published table of exact bounds (upper end of a one-sided 95 % interval with no event).
    #[test]
    fn the_bound_is_the_exact_one() {
        for (n, text) in [
            (1, "95 %"),
            (3, "63 %"),
            (5, "45 %"),
            (10, "26 %"),
            (12, "22 %"),
            (20, "14 %"),
            (30, "9.5 %"),
            (59, "5.0 %"),
            (300, "0.99 %"),
        ] {
            assert_eq!(percent(100.0 * bound(n)), text, "{n}");
        }
    }
}
