//! Finding files, reading them whatever they are packed in, and following their growth.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod common;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use vidimus::domain::episode::Record;
use vidimus::files::{
    Follower, FoundFile, Kind, LedgerBytes, discover, for_each_record, read_recovery, read_registry, sort_inputs,
};
use vidimus::format::record::parse_call;
use vidimus::import::Format;
use vidimus::index::Index;

const HEADER: &str = "{\"format\":\"vidimus.ledger/1\"}\n";

fn call(episode: &str, tool: &str) -> String {
    format!("{{\"kind\":\"call\",\"episode\":\"{episode}\",\"tool\":\"{tool}\",\"arguments\":{{}},\"result\":1}}\n")
}

const TAU: &str = r#"[{"task_id":3,"reward":1.0,"info":{},"traj":[{"role":"user","content":"u"},
 {"role":"assistant","content":null,"tool_calls":[{"id":"c","function":{"name":"t","arguments":"{}"}}]},
 {"role":"tool","tool_call_id":"c","name":"t","content":"{\"a\":1}"}],"trial":0}]"#;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// A ledger as whoever shows it holds it.
struct Shown {
    follower: Follower,
    index: Index,
    bytes: Option<LedgerBytes>,
    updates: usize,
    restarts: usize,
}

impl Shown {
    fn of(file: FoundFile) -> Self {
        let follower = Follower::new(file);
        Self { follower, index: Index::new(), bytes: None, updates: 0, restarts: 0 }
    }

    fn poll(&mut self) {
        let Self { follower, index, bytes, updates, restarts } = self;
        follower
            .poll(&mut |update| {
                *updates += 1;
                *restarts += usize::from(update.batch.restart);
                assert!(!update.batch.restart || update.bytes.is_some(), "a restart comes with its bytes");
                if update.bytes.is_some() {
                    *bytes = update.bytes;
                }
                index.apply(update.batch);
                true
            })
            .unwrap();
    }

    fn tools(&self) -> Vec<String> {
        let bytes = self.bytes.as_ref().unwrap();
        let line = |call: &vidimus::index::CallEntry| bytes.read_span(call.span()).unwrap();
        self.index.calls().iter().map(|call| parse_call(&line(call)).unwrap().tool.to_string()).collect()
    }
}

#[test]
fn a_folder_is_looked_through_by_content() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    put("z.txt", br#"{"format":"vidimus.registry/1","tools":{}}"#);
    put("a/ledger.bin", &gzip((HEADER.to_owned() + &call("e", "t")).as_bytes()));
    put("a/run.json.zst", &zstd(TAU.as_bytes()));
    put("b.json", br#"{"format":"vidimus.recovery/1","tools":{"a":["b"]}}"#);
    put("notes.md", b"# notes\n");
    put(".hidden.json", br#"{"format":"vidimus.registry/1","tools":{}}"#);
    let found = discover(&[folder.path().to_owned()]);
    let files: Vec<(String, Kind)> = found.files.iter().map(|file| (file.name(), file.kind.clone())).collect();
    assert_eq!(
        files,
        [
            ("ledger.bin".into(), Kind::Ledger),
            ("run.json.zst".into(), Kind::Trace(Format::TauBench)),
            ("b.json".into(), Kind::Recovery),
            ("z.txt".into(), Kind::Registry),
        ]
    );
    assert_eq!(found.skipped.len(), 1);
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    assert_eq!(found.files[1].stem(), "run");
    assert_eq!(read_recovery(&found.files[2]).unwrap().tools.len(), 1);
    assert_eq!(read_registry(&found.files[3]).unwrap().0.invariant_count(), 0);
}

#[test]
fn what_cannot_be_used_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("empty")).unwrap();
    fs::create_dir(path("texts")).unwrap();
    fs::write(path("texts/a.txt"), "hello").unwrap();
    fs::write(path("schema.json"), r#"{"openapi":"3.1.0"}"#).unwrap();
    fs::write(path("broken.gz"), [0x1f, 0x8b, 1, 2, 3]).unwrap();
    let told = |name: &str| {
        let found = discover(&[path(name)]);
        assert!(found.files.is_empty());
        found.problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    for (name, sentence) in [
        ("empty", "empty: there is no file in this folder; what can be opened: registries, ledgers"),
        ("texts", "texts: none of the 1 files in this folder can be used (a.txt is text that is neither JSON"),
        ("schema.json", "schema.json: this is an OpenAPI description; mine contracts from it"),
        ("gone.json", "gone.json: cannot be read: there is no such file or folder; check the path"),
        ("broken.gz", "broken.gz: cannot be read"),
    ] {
        assert!(told(name).contains(sentence), "{}", told(name));
    }
}

#[test]
fn a_registry_that_is_something_else_is_told_apart() {
    let told = |text: &str| {
        let file = FoundFile::in_memory("r.json", Arc::from(text.as_bytes()));
        read_registry(&file).unwrap_err().to_string()
    };
    assert!(told(&(HEADER.to_owned() + &call("e", "t"))).starts_with("r.json: this is a ledger, no registry; open it"));
    assert!(told(TAU).starts_with("r.json: this is a trace (tau-bench results), no registry; mine one from it"));
    let newer = told(r#"{"format":"vidimus.registry/2","tools":{}}"#);
    assert!(
        newer.starts_with(
            "r.json: the format is \"vidimus.registry/2\"; this version understands \"vidimus.registry/1\""
        )
    );
}

#[test]
fn the_same_records_come_out_of_every_packing() {
    let folder = tempfile::tempdir().unwrap();
    let text = HEADER.to_owned() + &call("e", "t") + &call("f", "u");
    let twice = [zstd(HEADER.as_bytes()), zstd((call("e", "t") + &call("f", "u")).as_bytes())].concat();
    for (name, bytes) in [
        ("plain", text.clone().into_bytes()),
        ("gz", gzip(text.as_bytes())),
        ("zst", zstd(text.as_bytes())),
        ("frames", twice),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, &bytes).unwrap();
        for file in [FoundFile::look(&path).unwrap(), FoundFile::in_memory(name, bytes.into())] {
            assert_eq!(file.kind, Kind::Ledger, "{name}");
            assert_eq!(&*file.bytes().unwrap(), text.as_bytes(), "{name}");
            let mut tools = Vec::new();
            let report = for_each_record(&file, |record| {
                if let Record::Call(call) = record {
                    tools.push(call.tool.to_string());
                }
            });
            assert_eq!((tools, report.unwrap().records), (vec!["t".to_owned(), "u".to_owned()], 2), "{name}");
            let mut shown = Shown::of(file);
            shown.poll();
            assert_eq!(shown.tools(), ["t", "u"], "{name}");
            shown.poll();
            assert_eq!(shown.updates, 1, "{name}: without news there is no update");
        }
    }
}

#[test]
fn an_imported_trace_is_a_ledger_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    fs::write(&path, TAU).unwrap();
    let mut shown = Shown::of(FoundFile::look(&path).unwrap());
    shown.poll();
    assert_eq!(shown.tools(), ["t"]);
    let episode = &shown.index.episodes()[0];
    assert_eq!((episode.id.as_str(), episode.task_or_id().as_str(), episode.completed()), ("run:0", "3", Some(true)));
    fs::write(&path, TAU.replace("\"t\"", "\"uu\"")).unwrap();
    shown.poll();
    assert_eq!((shown.tools(), shown.restarts), (vec!["uu".to_owned()], 1));
}

#[test]
fn bad_lines_are_told_and_the_rest_loads() {
    let text = [
        HEADER,
        &call("e", "a"),
        "{\"kind\":\"call\",\"episode\":\"e\"\n",
        "\0\0\0\0\n",
        &(call("e", "b").trim_end().to_owned() + &call("e", "c")),
        "{\"kind\":\"call\",\"episode\":\"e\",\"tool\":\"d\",\"result\":NaN}\n",
        "{\"kind\":\"message\",\"episode\":\"e\",\"text\":\"\u{fffd}\"}\n",
        &call("e", "f"),
        call("e", "g").trim_end(),
    ]
    .concat()
    .replace('\u{fffd}', "\u{1}");
    // The byte 0xff is no UTF-8.
    let bytes: Vec<u8> = text.bytes().map(|byte| if byte == 1 { 0xff } else { byte }).collect();
    let file = FoundFile::in_memory("l.jsonl", bytes.into());
    let report = for_each_record(&file, |_| {}).unwrap();
    let mut shown = Shown::of(file);
    shown.poll();
    let lines =
        |lines: &[vidimus::index::BadLine]| lines.iter().map(|bad| (bad.line, bad.what.clone())).collect::<Vec<_>>();
    assert_eq!(lines(&report.bad_lines), lines(shown.index.bad_lines()), "both ways of reading say the same");
    assert_eq!(report.bad_lines.iter().map(|bad| bad.line).collect::<Vec<_>>(), [3, 4, 5]);
    assert_eq!(report.notes.iter().map(|note| note.line).collect::<Vec<_>>(), [6, 7, 9]);
    assert_eq!((report.records, shown.index.calls().len()), (4, 3));
    assert_eq!(shown.index.pending(), call("e", "g").len() as u64 - 1);
}

#[test]
fn growth_is_followed_and_a_rewrite_starts_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.jsonl");
    let append =
        |text: &str| fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(text.as_bytes()).unwrap();
    fs::write(&path, HEADER.to_owned() + &call("e", "a")).unwrap();
    let mut shown = Shown::of(FoundFile::look(&path).unwrap());
    shown.poll();
    assert_eq!(shown.tools(), ["a"]);
    // A record that comes in two pieces.
    let line = call("e", "b");
    let (start, end) = line.split_at(20);
    append(start);
    shown.poll();
    assert_eq!((shown.tools(), shown.index.pending()), (vec!["a".to_owned()], 20));
    append(end);
    shown.poll();
    assert_eq!((shown.tools(), shown.restarts), (vec!["a".to_owned(), "b".to_owned()], 0));

    // Written over in place: shorter, then longer than what was read, with the same first line.
    fs::write(&path, HEADER).unwrap();
    shown.poll();
    assert_eq!((shown.tools().len(), shown.restarts), (0, 1));
    append(&(call("e", "c") + &call("e", "d")));
    shown.poll();
    fs::write(&path, HEADER.to_owned() + &call("e", "x") + &call("e", "y") + &call("e", "z")).unwrap();
    shown.poll();
    assert_eq!((shown.tools(), shown.restarts), (vec!["x".to_owned(), "y".to_owned(), "z".to_owned()], 2));

    // Another file under the same name: what is indexed stays readable until the next poll.
    let other = folder.path().join("other");
    fs::write(&other, HEADER.to_owned() + &call("e", "n")).unwrap();
    fs::rename(&other, &path).unwrap();
    if cfg!(unix) {
        assert_eq!(shown.tools(), ["x", "y", "z"]);
    }
    shown.poll();
    assert_eq!((shown.tools(), shown.restarts), (vec!["n".to_owned()], 3));

    // Gone, and there again.
    fs::remove_file(&path).unwrap();
    assert!(shown.follower.poll(&mut |_| true).unwrap_err().to_string().contains("l.jsonl: cannot be read"));
    fs::write(&path, HEADER.to_owned() + &call("e", "back")).unwrap();
    shown.poll();
    assert_eq!(shown.tools(), ["back"]);
}

/// Larger than one chunk, so that lines are cut by it; and stopped half-way.
#[test]
fn a_large_ledger_comes_in_several_updates_and_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l.jsonl");
    let text: String =
        std::iter::once(HEADER.to_owned()).chain((0..40_000).map(|n| call(&format!("e{}", n % 7), "t"))).collect();
    fs::write(&path, &text).unwrap();
    let mut shown = Shown::of(FoundFile::look(&path).unwrap());
    let mut stopped = 0;
    shown
        .follower
        .poll(&mut |update| {
            shown.bytes = update.bytes;
            shown.index.apply(update.batch);
            stopped = shown.index.calls().len();
            false
        })
        .unwrap();
    assert!(stopped > 0 && stopped < 40_000, "{stopped}");
    shown.poll();
    assert_eq!((shown.index.calls().len(), shown.index.episodes().len(), shown.restarts), (40_000, 7, 0));
    assert_eq!(shown.index.indexed(), text.len() as u64);
}

#[test]
fn inputs_are_sorted_by_name_then_content_and_read_once() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("1/b.json", "x"), ("2/b.json", "y"), ("3/a.json", "z")] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let file = |name: &str| FoundFile::look(&folder.path().join(name)).unwrap();
    let names = |files: Vec<FoundFile>| -> Vec<PathBuf> {
        let sorted = sort_inputs(files).unwrap();
        sorted.into_iter().map(|(file, _)| file.path.strip_prefix(folder.path()).unwrap().to_owned()).collect()
    };
    // SHA-256 of x begins 2d71, of y a1fc.
    let expected = [Path::new("3/a.json"), Path::new("1/b.json"), Path::new("2/b.json")];
    assert_eq!(names(vec![file("2/b.json"), file("1/b.json"), file("3/a.json")]), expected);
    assert_eq!(names(vec![file("3/a.json"), file("1/b.json"), file("2/b.json"), file("1/b.json")]), expected);
    assert_eq!(file("1/b.json").sha256().unwrap(), "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881");
}

#[test]
fn the_airline_file_is_found_and_shown() {
    let Some(corpus) = common::corpus() else { return };
    let found = discover(&[corpus.join("data/taubench"), corpus.join("conformance/airline")]);
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    assert_eq!(found.files.iter().filter(|file| file.kind == Kind::Trace(Format::TauBench)).count(), 7);
    let registries: Vec<_> = found.files.iter().filter(|file| file.kind == Kind::Registry).collect();
    assert_eq!(registries.len(), 6);
    let whole = registries.iter().find(|file| file.name() == "registry.json").unwrap();
    assert_eq!(read_registry(whole).unwrap().0.invariant_count(), 462);
    let airline = found.files.iter().find(|file| file.name() == "gpt-4o-airline.json").unwrap();
    let mut shown = Shown::of(airline.clone());
    shown.poll();
    assert_eq!((shown.index.episodes().len(), shown.index.calls().len()), (200, 1164));
    assert_eq!((shown.index.bad_count(), shown.index.note_count()), (0, 0));
}
