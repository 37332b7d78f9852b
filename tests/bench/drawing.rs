//! How long a frame takes on a large screen: `cargo bench --bench drawing`.
//!
//! What to look at is that a frame of a million-call ledger costs what one of a thousand calls costs, and a step in an
//! episode of 100,000 calls what one in an episode of a hundred costs: only what is on screen is drawn.

mod support;

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use vidimus::app::App;
use vidimus::app::data::LedgerId;
use vidimus::app::effect::Effect;
use vidimus::app::msg::Msg;
use vidimus::app::scan;
use vidimus::format::record;
use vidimus::index::{Indexer, Span};
use vidimus::theme::{Glyphs, Theme, built_in};
use vidimus::view;

const SIZE: (u16, u16) = (200, 60);
const LEDGER: LedgerId = LedgerId(0);

/// The program on a ledger of so many episodes with so many calls each, on a large screen.
struct Bench {
    app: App,
    text: Vec<u8>,
    terminal: Terminal<TestBackend>,
    theme: Theme,
}

impl Bench {
    fn open(episodes: usize, calls: usize) -> Self {
        let mut text = String::from("{\"format\":\"vidimus-ledger/1\"}\n");
        for episode in 0..episodes {
            // Writing into a String cannot fail.
            writeln!(text, r#"{{"kind":"episode","episode":"e{episode}","task":"t{episode}","arm":"a"}}"#).ok();
            for call in 0..calls {
                let receipt = if call % 97 == 5 {
                    r#","receipt":{"contract":"c","status":"inconsistent","violations":[]}"#
                } else {
                    ""
                };
                writeln!(
                    text,
                    r#"{{"kind":"call","episode":"e{episode}","tool":"tool_{}","arguments":{{"n":{call}}},"result":{{"price":{call},"name":"item {call}"}}{receipt}}}"#,
                    call % 7
                )
                .ok();
            }
            writeln!(text, r#"{{"kind":"outcome","episode":"e{episode}","completed":true}}"#).ok();
        }
        Self::of(text.into_bytes())
    }

    fn of(text: Vec<u8>) -> Self {
        let mut indexer = Indexer::new();
        for piece in text.chunks(1 << 20) {
            indexer.feed(piece);
        }
        let mut app = App::default();
        app.update(Msg::Resized(SIZE.0, SIZE.1));
        app.update(Msg::LedgerOpened { id: LEDGER, name: "ledger".into() });
        let (batch, total) = (Box::new(indexer.take_batch()), text.len() as u64);
        app.update(Msg::LedgerRead { id: LEDGER, batch, total, complete: true, notes: Vec::new() });
        app.update(Msg::Found(Vec::new()));
        let Ok(terminal) = Terminal::new(TestBackend::new(SIZE.0, SIZE.1));
        Self { app, text, terminal, theme: built_in().remove(0) }
    }

    /// Takes a key, with everything that is read because of it.
    fn press(&mut self, code: KeyCode) {
        let mut effects = self.app.update(Msg::Key(KeyEvent::from(code)));
        while let Some(effect) = effects.pop() {
            let bytes = |span: Span| {
                let from = usize::try_from(span.offset).unwrap_or(usize::MAX);
                self.text.get(from..from + span.len as usize)
            };
            match effect {
                Effect::ReadCalls { ledger, generation, calls } => {
                    let read = calls.into_iter().map(|(place, span)| {
                        let call = record::parse_call(bytes(span).unwrap_or_default());
                        (place, call.map(Arc::new).map_err(|error| error.to_string()))
                    });
                    let calls = read.collect();
                    effects.extend(self.app.update(Msg::CallsRead { ledger, generation, calls }));
                }
                Effect::Scan(piece) => {
                    let answers = scan::answers(&piece, |_, span| bytes(span).map(<[u8]>::to_vec));
                    let (purpose, generation, asked) = (piece.purpose, piece.generation, piece.records.len());
                    effects.extend(self.app.update(Msg::Scanned { purpose, generation, asked, answers }));
                }
                _ => {}
            }
        }
    }

    fn draw(&mut self) {
        let Ok(_) = self.terminal.draw(|frame| view::draw(&self.app, &self.theme, Glyphs::Unicode, frame));
        black_box(&self.terminal);
    }
}

fn drawing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("frame of 200x60");
    group.sample_size(20);
    for (episodes, calls) in [(100, 10), (100_000, 10)] {
        let mut bench = Bench::open(episodes, calls);
        let all = episodes * calls;
        group.bench_function(BenchmarkId::new("list of episodes, calls in all", all), |bencher| {
            bencher.iter(|| bench.draw());
        });
        group.bench_function(BenchmarkId::new("list of episodes, a step down and up", all), |bencher| {
            bencher.iter(|| {
                bench.press(KeyCode::Down);
                bench.draw();
                bench.press(KeyCode::Up);
            });
        });
    }
    for calls in [100, 100_000] {
        let mut bench = Bench::open(1, calls);
        bench.press(KeyCode::Enter);
        group.bench_function(BenchmarkId::new("one episode, calls", calls), |bencher| {
            bencher.iter(|| bench.draw());
        });
        group.bench_function(BenchmarkId::new("one episode, a step down and up", calls), |bencher| {
            bencher.iter(|| {
                bench.press(KeyCode::Down);
                bench.draw();
                bench.press(KeyCode::Up);
            });
        });
    }
    group.finish();
}

/// Going to one of many: what opening the prompt costs, and each letter.
fn finding(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("going to one of 70,000 episodes");
    group.sample_size(20);
    let mut bench = Bench::open(70_000, 1);
    let open = KeyEvent::new(KeyCode::Char('p'), KeyModifiers::CONTROL);
    group.bench_function("opening and leaving", |bencher| {
        bencher.iter(|| {
            bench.app.update(Msg::Key(open));
            bench.press(KeyCode::Esc);
        });
    });
    bench.app.update(Msg::Key(open));
    for typed in ["e", "e6942"] {
        for letter in typed.chars().skip(1) {
            bench.press(KeyCode::Char(letter));
        }
        bench.press(KeyCode::Backspace);
        let last = typed.chars().last().unwrap_or('e');
        group.bench_function(BenchmarkId::new("a letter typed and taken back", typed), |bencher| {
            bencher.iter(|| {
                bench.press(KeyCode::Char(last));
                bench.press(KeyCode::Backspace);
            });
        });
    }
    group.finish();
}

/// Typing a filter over many episodes: the first letter asks all, each further one only those that are left.
fn filtering(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("filtering 70,000 episodes");
    group.sample_size(20);
    let mut bench = Bench::open(70_000, 1);
    bench.press(KeyCode::Char('/'));
    for typed in ["t", "t6", "t694"] {
        for letter in typed.chars() {
            bench.press(KeyCode::Char(letter));
        }
        group.bench_function(BenchmarkId::new("a letter more and one less, behind", typed), |bencher| {
            bencher.iter(|| {
                bench.press(KeyCode::Char('2'));
                bench.press(KeyCode::Backspace);
            });
        });
        for _ in typed.chars() {
            bench.press(KeyCode::Backspace);
        }
    }
    group.finish();
}

/// Full-text search: a hundred times the calls are to cost a hundred times as much, and no more.
fn searching(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("full-text search, everything read");
    group.sample_size(10);
    for episodes in [1_000, 100_000] {
        let mut bench = Bench::open(episodes, 10);
        group.bench_function(BenchmarkId::new("a text that is nowhere, calls", episodes * 10), |bencher| {
            bencher.iter(|| {
                bench.app.update(Msg::Key(KeyEvent::new(KeyCode::Char('f'), KeyModifiers::CONTROL)));
                "nowhere".chars().for_each(|letter| bench.press(KeyCode::Char(letter)));
                bench.press(KeyCode::Enter);
                // The same text again would show the same answers.
                bench.press(KeyCode::Esc);
                bench.app.searching = vidimus::app::App::default().searching;
            });
        });
    }
    group.finish();
}

/// The window on one value: opening it is linear in the value, a frame of it is not.
fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("the window on one value of 200x60");
    group.sample_size(10);
    for size in [50_000, 5_000_000] {
        let value = "many words, again and again. ".repeat(size / 29);
        let text = format!(
            "{{\"format\":\"vidimus.ledger/1\"}}\n{{\"kind\":\"episode\",\"episode\":\"e\"}}\n\
             {{\"kind\":\"call\",\"episode\":\"e\",\"tool\":\"t\",\"arguments\":{{}},\"result\":\"{value}\"}}\n"
        );
        let mut bench = Bench::of(text.into_bytes());
        bench.press(KeyCode::Enter);
        group.bench_function(BenchmarkId::new("opening, one frame, leaving, bytes", size), |bencher| {
            bencher.iter(|| {
                bench.press(KeyCode::Char('v'));
                bench.draw();
                bench.press(KeyCode::Esc);
            });
        });
        bench.press(KeyCode::Char('v'));
        group.bench_function(BenchmarkId::new("a page down and a frame, bytes", size), |bencher| {
            bencher.iter(|| {
                bench.press(KeyCode::PageDown);
                bench.draw();
            });
        });
    }
    group.finish();
}

criterion_group!(benches, drawing, finding, filtering, searching, reading);
criterion_main!(benches);
