//! How long the statistics of a study take: `cargo bench --bench resampling`.
//!
//! What to look at is that four times the tasks take four times as long, and that the exact sign-flip test is far
//! below one bootstrap.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use vidimus::statistics::{Cluster, RESAMPLES, Rate, bootstrap, sign_flip, smallest_effect};

/// Tasks of five models.
fn tasks(count: i64) -> Vec<Cluster> {
    (0..count).map(|i| Cluster { sum: (i * 7) % 9 - 3, pairs: 5 }).collect()
}

fn resampling(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("study");
    group.sample_size(20);
    for count in [20, 80, 320] {
        let tasks = tasks(count);
        group.bench_function(format!("200,000 resamples of {count} tasks"), |bencher| {
            bencher.iter(|| bootstrap(black_box(&tasks), 1, RESAMPLES));
        });
    }
    let differences: Vec<i64> = tasks(320).iter().map(|task| task.sum).collect();
    group.bench_function("sign flips of 320 tasks", |bencher| bencher.iter(|| sign_flip(black_box(&differences))));
    let discordant = Rate { hits: 90, of: 320 };
    group.bench_function("smallest effect of 320 pairs", |bencher| {
        bencher.iter(|| smallest_effect(black_box(discordant), 0.8));
    });
}

criterion_group!(benches, resampling);
criterion_main!(benches);
