//! The queue of a review as rows: what stands where, the most suspicious first.

use crate::domain::json::Json;
use crate::domain::registry::Registry;
use crate::page::{Column, Table};
use crate::review::suspicion::{Kind, Suspicions};
use crate::review::{Review, Row};
use crate::words;

/// The rows of a review in the order of suspicion, with the counts beside them. `all` shows what is decided, too.
#[must_use]
pub fn table(registry: &Registry, review: &Review, suspicions: &Suspicions, all: bool) -> Table {
    let columns = [
        Column::words("id", "id"),
        Column::words("tool", "tool"),
        Column::words("class", "class"),
        Column { is_shown: false, ..Column::words("path", "path") },
        Column::words("standing", "stands"),
        Column::numbers("suspicion", "suspicion"),
        Column { is_shown: false, ..Column::words("reasons", "reasons") },
        Column { is_shown: false, ..Column::words("under", "folded under") },
        Column::words("why", "why it may be an accident"),
        Column::words("rule", "rule"),
    ];
    let mut table = Table::new("queue", &columns);
    let mut rows: Vec<(usize, &Row)> =
        review.rows.iter().filter(|row| all || row.standing.is_left()).map(|row| (0, row)).collect();
    let rank: std::collections::BTreeMap<_, _> =
        suspicions.order().iter().enumerate().map(|(rank, (tool, id))| ((tool, id), rank)).collect();
    for (place, row) in &mut rows {
        *place = rank.get(&(&row.tool, &row.id)).copied().unwrap_or(usize::MAX);
    }
    rows.sort_by_key(|(rank, _)| *rank);
    table.rows.extend(rows.into_iter().filter_map(|(_, row)| cells(registry, suspicions, row)));
    let count = review.count();
    table.facts.insert("invariants", count.all);
    table.facts.insert("left", count.left);
    let standings = review.by_standing().into_iter();
    table.facts.insert("standings", standings.collect::<crate::domain::json::Object>());
    table.facts.insert("orphans", review.orphans.len());
    table
}

fn cells(registry: &Registry, suspicions: &Suspicions, row: &Row) -> Option<Vec<Json>> {
    let rule = registry.tools.get(&row.tool)?.invariants.get(row.place)?;
    let suspicion = suspicions.of(&row.tool, &row.id);
    let reasons = suspicion.map(|it| it.reasons.as_slice()).unwrap_or_default();
    let kinds: Vec<&str> = reasons.iter().map(|reason| reason.kind.name()).collect();
    let first = reasons.iter().find(|reason| reason.weight > 0 || reason.kind == Kind::Implied);
    Some(vec![
        row.id.as_str().into(),
        row.tool.as_str().into(),
        row.class.name().into(),
        rule.path.to_string().into(),
        row.standing.name().into(),
        Json::from(suspicion.map(|it| u64::from(it.weight))),
        kinds.into(),
        suspicion.and_then(|it| it.under.as_ref()).map(|under| under.as_str().to_owned()).into(),
        first.map(|reason| reason.sentence.clone()).into(),
        words::rule(rule).into(),
    ])
}
