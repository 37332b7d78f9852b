//! The guess beside what the sample study knows of itself.

use std::collections::BTreeMap;

use crate::digest::{Context, Happened, digest};
use crate::domain::episode::Record;
use crate::domain::ids::EpisodeId;
use crate::format::record::parse_record;
use crate::label::{Facts, Guess, PairLabel, Parting, guess::guess};
use crate::pair::Braid;
use crate::sample::{Files, PairTruth, Reaction, SEED, TASKS, generate};

/// What the generator knows, in the words of the vocabulary.
fn known(truth: &PairTruth) -> PairLabel {
    if truth.turns.is_empty() {
        return PairLabel::NoReceipt;
    }
    let last = truth.turns.last().unwrap();
    if truth.is_win() {
        return match truth.rescued_by() {
            Some(tool) if *tool == last.tool => PairLabel::RescuedRetry,
            Some(_) => PairLabel::RescuedListed,
            None => PairLabel::Other,
        };
    }
    if truth.is_false_alarm() {
        return PairLabel::FalseReceiptHarm;
    }
    match (truth.lost_by(), &last.took) {
        (Some(Reaction::Ignored), _) | (Some(Reaction::Detour), None) => PairLabel::RightReceiptIgnored,
        _ => PairLabel::Other,
    }
}

/// The discordant pairs of the built-in study, each with the guess and what is known.
fn beside() -> Vec<(PairTruth, Guess, PairLabel)> {
    let mut files = Files::default();
    let truth = generate(TASKS, SEED, &mut files).unwrap();
    let ledger = String::from_utf8(files.into_files().remove("study.jsonl").unwrap()).unwrap();
    let mut records: BTreeMap<EpisodeId, Vec<Record>> = BTreeMap::new();
    for line in ledger.lines().skip(1) {
        let record = parse_record(line.as_bytes()).unwrap();
        records.entry(record.episode().clone()).or_default().push(record);
    }
    let digest_of = |id: &EpisodeId| digest(records[id].iter().map(Happened::from), &Context::default());
    let discordant = truth.pairs.iter().filter(|pair| pair.is_win() || pair.is_loss());
    let guessed = |pair: &PairTruth| {
        let digests = pair.episodes.each_ref().map(digest_of);
        let [first, second] = [&digests[0], &digests[1]];
        let facts = Facts {
            digests: [first, second],
            completed: pair.completed.map(Some),
            parting: Parting::of(&Braid::new(first, second)),
            is_exhausted: [false; 2],
            is_false: None,
        };
        (pair.clone(), guess(&facts).unwrap(), known(pair))
    };
    discordant.map(guessed).collect()
}

/// 46 of 48, without a look at a fault label. Of the two others:
///
/// - `finance-006`, heron-mini: two receipts, a retry after the first and a listed tool after the second, and neither
///   alone would have rescued it. The generator names the last one, the guess the one at which the two runs part.
/// - `catalogue-020`, quill-2: it gave up over a result that a fault had broken in a place that the task did not need;
///   the baseline completed on that very result. No call tells that from a receipt on a right result.
#[test]
fn the_guess_is_what_the_generator_knows_but_for_two() {
    let beside = beside();
    let apart: Vec<_> = beside.iter().filter(|(_, guess, known)| guess.label != *known).collect();
    let told: Vec<_> =
        apart.iter().map(|(pair, guess, known)| (pair.episodes[1].as_str(), guess.label, *known)).collect();
    assert_eq!(
        told,
        [
            ("finance-006/heron-mini/advisory", PairLabel::RescuedRetry, PairLabel::RescuedListed),
            ("catalogue-020/quill-2/advisory", PairLabel::FalseReceiptHarm, PairLabel::Other),
        ]
    );
    let count = |label| beside.iter().filter(|(_, _, known)| *known == label).count();
    let counts = PairLabel::ALL.map(count);
    assert_eq!((beside.len(), counts), (48, [34, 7, 0, 0, 2, 3, 0, 0, 2]));
    for (pair, guess, _) in &beside {
        assert!(!guess.reason.contains("advisory") && !guess.reason.contains("baseline"), "{:?}", pair.episodes);
    }
}
