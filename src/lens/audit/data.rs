//! An audit as JSON, and as one table of figures.

use crate::audit::{Audit, CodeCount, Contracts, Gap, Outcomes, Recall};
use crate::domain::class::Class;
use crate::domain::json::{Json, Object};
use crate::domain::registry::Registry;
use crate::page::{Column, Table};
use crate::seal::{AUDIT, contracts_hash};
use crate::statistics::Rate;

/// The columns of the table.
const COLUMNS: [Column; 10] = [
    Column::words("section", "section"),
    Column::words("tool", "tool"),
    Column::words("path", "path"),
    Column::words("name", "name"),
    Column::numbers("hits", "hits"),
    Column::numbers("of", "of"),
    Column::numbers("rate", "rate"),
    Column::numbers("low", "low"),
    Column::numbers("high", "high"),
    Column::words("why", "why"),
];

/// A registry that judges, as an audit names it.
#[must_use]
pub fn contracts(registry: &Registry) -> Contracts {
    Contracts { fold: registry.source.fold.as_ref().map(|fold| fold.index), sha256: contracts_hash(registry) }
}

/// The audit as one JSON value.
#[must_use]
pub fn json(audit: &Audit) -> Json {
    let clean = &audit.clean;
    let by_tool = clean.by_tool.iter().map(|(tool, outcomes)| {
        let named = Object::new().with("tool", tool.as_str());
        Json::from(outcomes_json(named, *outcomes))
    });
    let by_code: Object = clean.by_class.iter().map(|(class, count)| (class.code(), code_json(*count))).collect();
    let bases: Object = clean.bases.iter().map(|(basis, count)| (*basis, *count)).collect();
    let whole = outcomes_json(Object::new(), clean.total)
        .with("left_out", clean.left_out)
        .with("is_held_out", clean.is_held_out())
        .with("bases", bases)
        .with("by_code", by_code)
        .with("by_tool", by_tool.collect::<Vec<_>>());
    let decisions = audit.applied.as_ref().map(|(applied, before)| {
        let counts = Object::new()
            .with("sha256", applied.sha256.as_str())
            .with("rejected", applied.rejected)
            .with("waived", applied.waived)
            .with("edited", applied.edited)
            .with("undecided", applied.left);
        Json::from(counts.with("without", outcomes_json(Object::new(), *before)))
    });
    let registries = audit.registries.iter().map(|contracts| {
        Json::from(Object::new().with("fold", contracts.fold).with("contracts", contracts.sha256.as_str()))
    });
    Object::new()
        .with("format", AUDIT)
        .with("registries", registries.collect::<Vec<_>>())
        .with("seed", audit.plan.seed)
        .with("per_call", audit.plan.per_call)
        .with("decisions", decisions)
        .with("clean", whole)
        .with("recall", audit.recall.iter().map(recall_json).collect::<Vec<_>>())
        .with("gaps", audit.gaps.iter().map(gap_json).collect::<Vec<_>>())
        .into()
}

fn outcomes_json(object: Object, outcomes: Outcomes) -> Object {
    object
        .with("outcomes", outcomes.all)
        .with("coverage", rate_json(outcomes.coverage()))
        .with("receipts", rate_json(outcomes.receipts()))
        .with("explicit_errors", rate_json(outcomes.explicit()))
        .with("other_receipts", rate_json(outcomes.silent()))
}

fn code_json(count: CodeCount) -> Json {
    Object::new().with("outcomes", count.outcomes).with("violations", count.violations).into()
}

/// A rate with its Wilson interval; null where it is undefined.
fn rate_json(rate: Rate) -> Json {
    let [share, low, high] = ends(rate);
    Object::new()
        .with("hits", rate.hits)
        .with("of", rate.of)
        .with("rate", share)
        .with("low", low)
        .with("high", high)
        .into()
}

fn ends(rate: Rate) -> [Option<f64>; 3] {
    let interval = rate.wilson();
    [rate.share(), interval.map(|interval| interval.low), interval.map(|interval| interval.high)]
}

fn recall_json(recall: &Recall) -> Json {
    let by_code: Object = recall.by_class.iter().map(|(class, count)| (class.code(), *count)).collect();
    let reasons = recall.ineligible.iter();
    let ineligible: Vec<Json> =
        reasons.map(|(why, count)| Object::new().with("reason", why.reason()).with("results", *count).into()).collect();
    Object::new()
        .with("fault", recall.fault.name())
        .with("eligible", recall.caught.of)
        .with("caught", recall.caught.hits)
        .with("recall", rate_json(recall.caught))
        .with("by_code", by_code)
        .with("without_contract", recall.uncovered)
        .with("ineligible", ineligible)
        .into()
}

fn gap_json(gap: &Gap) -> Json {
    let faults: Object = gap.missed.iter().map(|(fault, count)| (fault.name(), *count)).collect();
    Object::new()
        .with("tool", gap.tool.as_str())
        .with("path", gap.path.as_str())
        .with("missed", gap.count())
        .with("why", gap.why.to_string())
        .with("faults", faults)
        .into()
}

/// The audit as one row a figure: rates over all and by tool, violations by code, recall and ineligible results by
/// fault, missed faults by field.
#[must_use]
pub fn table(audit: &Audit) -> Table {
    let mut table = Table::new("figures", &COLUMNS);
    let none = || Json::Null;
    let mut rate = |section: &str, tool: Json, name: Json, rate: Rate| {
        let mut row = vec![section.into(), tool, none(), name, rate.hits.into(), rate.of.into()];
        row.extend(ends(rate).map(Json::from));
        row.push(none());
        table.rows.push(row);
    };
    let mut all_and_tools = vec![(none(), audit.clean.total)];
    all_and_tools.extend(audit.clean.by_tool.iter().map(|(tool, it)| (Json::from(tool.as_str()), *it)));
    for (tool, outcomes) in all_and_tools {
        rate("coverage", tool.clone(), none(), outcomes.coverage());
        rate("clean_receipts", tool.clone(), "all".into(), outcomes.receipts());
        rate("clean_receipts", tool.clone(), "explicit_error".into(), outcomes.explicit());
        rate("clean_receipts", tool, "other".into(), outcomes.silent());
    }
    for (class, count) in &audit.clean.by_class {
        let of = audit.clean.total.covered;
        rate("clean_code", none(), class.code().into(), Rate { hits: count.outcomes, of });
    }
    for recall in &audit.recall {
        rate("recall", none(), recall.fault.name().into(), recall.caught);
    }
    let mut count = |section: &str, [tool, path, name]: [Json; 3], hits: u64, why: Json| {
        let row = vec![section.into(), tool, path, name, hits.into(), none(), none(), none(), none(), why];
        table.rows.push(row);
    };
    for recall in &audit.recall {
        let name = || Json::from(recall.fault.name());
        for (class, caught) in &recall.by_class {
            count("caught_by", [none(), none(), name()], *caught, Class::code(*class).into());
        }
        for (why, results) in &recall.ineligible {
            count("ineligible", [none(), none(), name()], *results, why.reason().into());
        }
    }
    for gap in &audit.gaps {
        for (fault, missed) in &gap.missed {
            let place = [gap.tool.as_str().into(), gap.path.as_str().into(), fault.name().into()];
            count("missed", place, *missed, gap.why.to_string().into());
        }
    }
    table
}
