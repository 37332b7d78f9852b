//! How long it takes to audit the calls of the sample study: `cargo bench --bench auditing`.
//!
//! What to look at is the time beside that of `checking`: one call is checked once for each of the 17 faults.

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use vidimus::audit::Plan;
use vidimus::files::FoundFile;
use vidimus::sample;
use vidimus::study::{Against, Ledger, NamedRegistry, Unwatched, audit};

fn auditing(criterion: &mut Criterion) {
    let files = || sample::builtin().iter().map(|(name, bytes)| FoundFile::in_memory(name, (*bytes).into()));
    let named = |wanted: &str| files().find(|file| file.path.ends_with(wanted));
    let Some((ledger, registry)) = named("study.jsonl").zip(named("fold-0.json")) else { return };
    let (Ok(ledger), Ok(registry)) = (Ledger::open(ledger, &Unwatched), NamedRegistry::read(&registry)) else { return };
    let ledgers = [ledger];
    let chosen = Against::One(Box::new(registry)).deal(&ledgers);
    let count = ledgers.iter().map(|ledger| ledger.index.calls().len() as u64).sum();

    let mut group = criterion.benchmark_group("calls");
    group.throughput(Throughput::Elements(count)).sample_size(10);
    group.bench_function("audit", |bencher| {
        bencher.iter(|| audit(black_box(&ledgers), (&chosen, None), Plan::default(), None, &Unwatched).is_ok());
    });
}

criterion_group!(benches, auditing);
criterion_main!(benches);
