//! How fast a ledger is indexed: `cargo bench --bench indexing`.
//!
//! What to look at is that bytes a second stay the same from a small ledger to one ten times its size, and how
//! indexing compares with looking for line ends alone. `vidimus sample -o FOLDER --tasks 120000` writes a ledger of 1 GiB.

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use vidimus::index::{Index, Indexer};

/// As much as is read at once.
const PIECE: usize = 1 << 20;

fn indexing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("index");
    group.sample_size(10);
    for tasks in [support::PAPER, 10 * support::PAPER] {
        let ledger = support::generated(tasks);
        group.throughput(Throughput::Bytes(ledger.len() as u64));
        group.bench_with_input(BenchmarkId::new("lines", tasks), &ledger, |bencher, ledger| {
            bencher.iter(|| memchr::memchr_iter(b'\n', black_box(ledger)).count());
        });
        group.bench_with_input(BenchmarkId::new("ledger", tasks), &ledger, |bencher, ledger| {
            bencher.iter(|| {
                let (mut indexer, mut index) = (Indexer::new(), Index::new());
                for piece in ledger.chunks(PIECE) {
                    indexer.feed(piece);
                    index.apply(indexer.take_batch());
                }
                black_box(index.calls().len())
            });
        });
    }
}

criterion_group!(benches, indexing);
criterion_main!(benches);
