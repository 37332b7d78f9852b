//! How long it takes to say what rejecting a rule does: `cargo bench --bench previewing`.
//!
//! What to look at is one preview beside the check of all calls that it stands for: the cursor of a review moves as
//! fast as its keys, so a preview may not cost more than a small part of a check.

mod support;

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use vidimus::contract::Checker;
use vidimus::domain::call::Call;
use vidimus::domain::ids::{InvariantId, Step, ToolName};
use vidimus::domain::json::Json;
use vidimus::format::record::parse_call;
use vidimus::format::registry;
use vidimus::review::preview::{Again, At, Changes, Edits, Episodes, Look, Preview, Spot, Table};
use vidimus::sample;

fn previewing(criterion: &mut Criterion) {
    let file =
        |wanted: &str| sample::builtin().iter().find(|(name, _)| *name == wanted).map_or(&[][..], |(_, bytes)| *bytes);
    let Ok((registry, _)) = registry::parse(file("registries/fold-0.json")) else { return };
    let checkers: BTreeMap<ToolName, Checker> =
        registry.tools.iter().map(|(tool, contract)| (tool.clone(), Checker::new(tool, contract))).collect();
    let lines = file("study.jsonl").split(|byte| *byte == b'\n').filter(|line| line.starts_with(br#"{"kind":"call""#));
    let calls: Vec<Call> = lines.filter_map(|line| parse_call(line).ok()).collect();
    let with_checker =
        || calls.iter().filter_map(|call| Some((call, checkers.get(&call.tool)?, call.result.as_ref()?)));
    let ids: Vec<InvariantId> =
        registry.tools.values().flat_map(|tool| &tool.invariants).map(|rule| rule.id.clone()).collect();

    let build = || {
        let mut table = Table::new([&registry].into_iter());
        for (episode, (call, checker, result)) in (0u32..).zip(with_checker()) {
            let spot = Spot { ledger: 0, episode, step: Step(0) };
            let is_faulted = call.fault.is_some();
            let is_clean = !is_faulted;
            let at = At { spot, judge: 0, tool: &call.tool, is_faulted, is_clean, is_held_out: false };
            table.add(at, &Look::new(checker, &call.arguments, result));
        }
        table
    };
    let (table, episodes) = (build(), Episodes::default());
    let mut group = criterion.benchmark_group("rules");
    group.sample_size(20);
    group.bench_function("check all calls", |bencher| {
        let check = |(call, checker, result): (&Call, &Checker, &Json)| checker.check(&call.arguments, result).len();
        bencher.iter(|| with_checker().map(check).sum::<usize>());
    });
    group.bench_function("build the table", |bencher| bencher.iter(build));
    group.bench_function("preview every rule in turn", |bencher| {
        let lost = |id: &InvariantId| {
            let changes = Changes::from([(id.clone(), None)]);
            let again = Again::default();
            Preview::new(&table, &changes, &Edits::new(&table, &changes), &again, &episodes).calls.len()
        };
        bencher.iter(|| ids.iter().map(|id| lost(black_box(id))).sum::<usize>());
    });
}

criterion_group!(benches, previewing);
criterion_main!(benches);
