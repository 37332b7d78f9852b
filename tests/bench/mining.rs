//! How long it takes to mine: `cargo bench --bench mining`. Reading is part of it, as on the command line.
//!
//! What to look at is the ratio of five folds to one registry: calls are made ready once, so it is well
//! below five.

mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use vidimus::contract::MineOptions;
use vidimus::domain::ids::Arm;
use vidimus::files::FoundFile;
use vidimus::study::{MineRequest, Unwatched, mine};

fn mining(criterion: &mut Criterion) {
    let mut files = vec![("paper", FoundFile::in_memory("study.jsonl", support::generated(support::PAPER).into()))];
    files.extend(support::airline().map(|file| ("airline", file)));
    for (name, file) in files {
        let mut group = criterion.benchmark_group(format!("mine/{name}"));
        group.sample_size(20);
        // A generated study has an arm that is to be mined; the real file has none.
        let arm = (name == "paper").then(|| Arm::from("baseline"));
        let request = |folds, no_evidence| {
            let options = MineOptions { no_evidence, ..MineOptions::default() };
            MineRequest { arm: arm.clone(), folds, options, ..MineRequest::default() }
        };
        for (case, request) in [
            ("one registry", request(None, false)),
            ("five folds", request(Some(5), false)),
            ("five folds, no evidence", request(Some(5), true)),
        ] {
            group.bench_function(case, |bencher| {
                bencher.iter(|| black_box(mine(vec![file.clone()], &request, &Unwatched)).is_ok());
            });
        }
    }
}

criterion_group!(benches, mining);
criterion_main!(benches);
