//! vidimus: the engine and the terminal UI for outcome monitors of language agents.
//!
//! Data flows one way, and so do the `use` lines (guarded by `tests/layers.rs`):
//!
//! ```text
//! data:  files -> index -> domain -> query -> app -> view      (bytes, offsets, nouns, rows, state, cells)
//! uses:  domain: nothing of ours | contract, receipt, recovery: domain
//!        format: domain | import: words, format, domain | index: domain, format | files: journal, label, domain, format, import, index, recovery, review, words
//!        rng: nothing of ours (chance without a clock) | statistics: rng (counts with what they leave open)
//!        audit: contract, rng, statistics, domain (faults put into clean results, and what catches them)
//!        query: digest, pair, index, contract, domain | sample: contract, receipt, recovery, format, rng, domain
//!        digest: diff, words, receipt, recovery, contract, rng, domain (what an episode left behind, small enough to be kept for all)
//!        pair: digest, domain (which episodes belong together, and where the two of a pair part)
//!        figures: statistics, pair, digest, receipt, recovery, domain (the numbers of a study, one function each)
//!        diff: contract, words, domain (the difference of two registries, and of two snapshots of tool schemas)
//!        words: contract, recovery, domain (what the command line and the screens say of rules and violations)
//!        link: contract, domain (what a call, a value or a rule is called, wherever its row is)
//!        safe: domain (the one door by which text of files reaches a terminal)
//!        journal: contract, safe, domain (decisions in files that are only ever appended to)
//!        review: journal, pair, contract, format, words, domain (what was decided of invariants, and where each one stands)
//!        seal: review, diff, words, contract, format, domain (freezing a reviewed registry, and holding it against its seal)
//!        label: journal, pair, digest, statistics, rng, words, domain (why a pair came out differently: guessed, said, compared)
//!        page: safe, words, domain (a text with meanings: windows draw it, commands print it)
//!        lens: label, figures, pair, digest, seal, audit, diff, statistics, page, link, safe, query, index, review, contract, receipt, recovery, words, domain (ways of looking at calls)
//!        app: journal, label, figures, pair, digest, seal, audit, diff, lens, page, link, safe, query, index, review, contract, receipt, recovery, words, format, domain
//!        theme: page | view: app, label, pair, seal, diff, query, lens, link, page, theme, safe, words, index, review, contract, receipt, recovery, domain
//!        study: journal, label, figures, pair, digest, seal, audit, diff, lens, link, page, review, domain, contract, receipt, recovery, words, files, format, index, query (what the commands do; prints nothing)
//!        report: study, figures, pair, digest, seal, audit, diff, statistics, lens, link, page, query, review, words, safe, app, format, contract, receipt, recovery, domain (of app only the table of keys; with cli and main the only place that prints)
//!        config: app, report, receipt, theme, words | cli: everything
//!        runtime: everything (it alone starts the UI's threads and touches the terminal)
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop at the first surprise"))]

pub mod app;
pub mod audit;
pub mod cli;
pub mod config;
pub mod contract;
pub mod diff;
pub mod digest;
pub mod domain;
pub mod figures;
pub mod files;
pub mod format;
pub mod import;
pub mod index;
pub mod journal;
pub mod label;
pub mod lens;
pub mod link;
pub mod page;
pub mod pair;
pub mod query;
pub mod receipt;
pub mod recovery;
pub mod report;
pub mod review;
pub mod rng;
pub mod runtime;
pub mod safe;
pub mod sample;
pub mod seal;
pub mod statistics;
pub mod study;
pub mod theme;
pub mod view;
pub mod words;
