//! How long it takes to check the calls of a study, once parsed: `cargo bench --bench checking`.
//!
//! What to look at is checking beside parsing: the monitor is to cost less than reading what it checks.

mod support;

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use vidimus::contract::Checker;
use vidimus::domain::call::Call;
use vidimus::domain::ids::ToolName;
use vidimus::domain::json::Json;
use vidimus::format::record::parse_call;
use vidimus::format::registry;
use vidimus::sample;

fn checking(criterion: &mut Criterion) {
    let file =
        |wanted: &str| sample::builtin().iter().find(|(name, _)| *name == wanted).map_or(&[][..], |(_, bytes)| *bytes);
    let Ok((registry, _)) = registry::parse(file("registries/fold-0.json")) else { return };
    let checkers: BTreeMap<ToolName, Checker> =
        registry.tools.iter().map(|(tool, contract)| (tool.clone(), Checker::new(tool, contract))).collect();
    let lines = file("study.jsonl").split(|byte| *byte == b'\n').filter(|line| line.starts_with(br#"{"kind":"call""#));
    let lines: Vec<&[u8]> = lines.collect();
    let calls: Vec<Call> = lines.iter().filter_map(|line| parse_call(line).ok()).collect();

    let mut group = criterion.benchmark_group("calls");
    group.throughput(Throughput::Elements(calls.len() as u64)).sample_size(30);
    group.bench_function("parse", |bencher| {
        bencher.iter(|| lines.iter().filter(|line| parse_call(black_box(line)).is_ok()).count());
    });
    let with_checker =
        || calls.iter().filter_map(|call| Some((checkers.get(&call.tool)?, &call.arguments, call.result.as_ref()?)));
    group.bench_function("check", |bencher| {
        let check = |(checker, arguments, result): (&Checker, &Json, &Json)| checker.check(arguments, result).len();
        bencher.iter(|| with_checker().map(check).sum::<usize>());
    });
    group.bench_function("judge", |bencher| {
        let judge = |(checker, arguments, result): (&Checker, &Json, &Json)| checker.judge(arguments, result).len();
        bencher.iter(|| with_checker().map(judge).sum::<usize>());
    });
}

criterion_group!(benches, checking);
criterion_main!(benches);
