//! The arrows in the header of `src/lib.rs`, held against the `use` lines; and what the pure modules must not touch.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Modules without files, threads, clock, environment or terminal.
const PURE: &[&str] = &[
    "app",
    "audit",
    "contract",
    "diff",
    "digest",
    "domain",
    "figures",
    "format",
    "import",
    "index",
    "journal",
    "label",
    "lens",
    "link",
    "page",
    "pair",
    "query",
    "receipt",
    "recovery",
    "review",
    "rng",
    "safe",
    "sample",
    "seal",
    "statistics",
    "words",
];
/// What of the standard library they do without.
const WORLD: [&str; 5] = ["fs", "thread", "env", "net", "process"];
/// The files that may name the key types of crossterm.
const KEY_TYPES: [&str; 4] = ["app/act.rs", "app/keymap.rs", "app/keys.rs", "app/msg.rs"];

/// A source file without comments and without its tests.
struct Source {
    /// Its path from `src`, with slashes.
    path: String,
    code: String,
}

impl Source {
    /// The module of `lib.rs` it belongs to.
    fn module(&self) -> &str {
        self.path.split(['/', '.']).next().unwrap()
    }

    /// How many `super::` lead from it to the root.
    fn depth(&self) -> usize {
        self.path.split('/').count()
    }
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The Rust files below a folder, by path from it.
fn files(folder: &Path) -> Vec<(Vec<String>, String)> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(inner) = folders.pop() {
        for entry in std::fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let parts = path.strip_prefix(folder).unwrap().iter();
                let parts = parts.map(|part| part.to_str().unwrap().to_owned()).collect();
                files.push((parts, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

fn sources() -> Vec<Source> {
    let is_test = |parts: &[String]| parts.iter().any(|part| part == "tests" || part == "tests.rs");
    let own = files(&src()).into_iter().filter(|(parts, _)| !is_test(parts));
    own.map(|(parts, text)| Source { path: parts.join("/"), code: code_of(&text) })
        .filter(|source| !["lib.rs", "main.rs"].contains(&source.path.as_str()))
        .collect()
}

/// The code above the tests, which stand at the end of a file; comments out, spaces out.
fn code_of(text: &str) -> String {
    let above = text.split("#[cfg(test)]").next().unwrap();
    let lines = above.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line.trim(), "\n"]).collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn name_at(text: &str) -> String {
    text.chars().take_while(|c| is_word(*c)).collect()
}

/// What stands right after a prefix such as `crate::`, in braces or not.
fn after(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let before = code.get(..at).unwrap();
        if before.ends_with(is_word) || before.ends_with(':') {
            continue;
        }
        let rest = code.get(at + prefix.len()..).unwrap();
        let Some(group) = rest.strip_prefix('{') else {
            found.insert(name_at(rest));
            continue;
        };
        let (mut depth, mut first) = (0, true);
        for (at, c) in group.char_indices() {
            match c {
                '}' if depth == 0 => break,
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' => first = true,
                c if depth == 0 && first && is_word(c) => {
                    found.insert(name_at(group.get(at..).unwrap()));
                    first = false;
                }
                _ => {}
            }
        }
    }
    found
}

fn mentions(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let (before, rest) = (code.get(..at).unwrap(), code.get(at + word.len()..).unwrap());
        !before.ends_with(is_word) && !rest.starts_with(is_word)
    })
}

/// The arrows of `lib.rs`: who may use whom; `None` for those who may use everything.
fn arrows(lib: &str) -> BTreeMap<String, Option<BTreeSet<String>>> {
    let header: Vec<_> = lib.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let start = header.iter().position(|line| line.starts_with("uses:")).unwrap();
    let table = header.iter().skip(start).take_while(|line| **line != "```");
    let mut arrows = BTreeMap::new();
    for entry in table.flat_map(|line| line.trim_start_matches("uses:").split('|')) {
        let (users, used) = entry.split_once(':').unwrap_or_else(|| panic!("{entry:?} is no arrow"));
        let used = used.split('(').next().unwrap().trim();
        let names = |list: &str| list.split(',').map(|name| name.trim().to_owned()).collect::<BTreeSet<_>>();
        let used = match used {
            "everything" => None,
            "nothing of ours" => Some(BTreeSet::new()),
            list => Some(names(list)),
        };
        for user in names(users) {
            assert!(arrows.insert(user.clone(), used.clone()).is_none(), "{user} stands twice in the header");
        }
    }
    arrows
}

#[test]
fn modules_use_only_what_the_header_of_lib_lets_them_use() {
    let lib = std::fs::read_to_string(src().join("lib.rs")).unwrap();
    let arrows = arrows(&lib);
    let modules: BTreeSet<_> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(arrows.keys().map(String::as_str).collect::<BTreeSet<_>>(), modules, "header and modules differ");
    let mut wrong = Vec::new();
    for source in sources() {
        let Some(allowed) = &arrows[source.module()] else { continue };
        let mut used = after(&source.code, "crate::");
        used.extend(after(&source.code, &"super::".repeat(source.depth())));
        for name in used {
            if name != source.module() && modules.contains(name.as_str()) && !allowed.contains(&name) {
                wrong.push(format!("{} uses {name}", source.path));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn the_arrows_go_one_way() {
    let arrows = arrows(&std::fs::read_to_string(src().join("lib.rs")).unwrap());
    let mut left: BTreeMap<_, _> = arrows.iter().filter_map(|(user, used)| Some((user, used.clone()?))).collect();
    while !left.is_empty() {
        let open: BTreeSet<_> = left.keys().map(|user| (*user).clone()).collect();
        let before = left.len();
        left.retain(|_, used| used.iter().any(|used| open.contains(used)));
        assert!(left.len() < before, "these use each other in a circle: {:?}", left.keys());
    }
}

#[test]
fn pure_modules_touch_no_file_thread_clock_environment_or_terminal() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| PURE.contains(&source.module())) {
        let of_world = after(&source.code, "std::").into_iter().filter(|name| WORLD.contains(&name.as_str()));
        wrong.extend(of_world.map(|name| format!("{}: std::{name}", source.path)));
        for word in ["ratatui", "crossterm", "SystemTime", "Instant"] {
            let key_types = word == "crossterm" && KEY_TYPES.contains(&source.path.as_str());
            if mentions(&source.code, word) && !key_types {
                wrong.push(format!("{}: {word}", source.path));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// The guard itself sees every way to write a path.
#[test]
fn the_guard_sees_groups_and_roots() {
    let code = code_of(
        "// crate::view::x\nuse crate::{files::{a, b}, index};\nuse crate::app::App;\nx(super::super::report::y);\n#[cfg(test)]\nuse crate::cli;",
    );
    let names = |list: &[&str]| list.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    assert_eq!(after(&code, "crate::"), names(&["app", "files", "index"]));
    assert_eq!(after(&code, "super::super::"), names(&["report"]));
    assert!(mentions("use std::time::Instant;", "Instant") && !mentions("Instantly", "Instant"));
}

/// What is longer owns more than one thing.
#[test]
fn no_file_has_more_than_500_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = [src(), root.join("tests")].into_iter().flat_map(|folder| files(&folder));
    let long = all.filter(|(_, text)| text.lines().count() > 500);
    assert_eq!(long.map(|(parts, _)| parts.join("/")).collect::<Vec<_>>(), Vec::<String>::new());
}

/// `1 rules` comes about where somebody puts the ending on by hand.
#[test]
fn plurals_are_made_in_one_place() {
    let by_hand = r#"{ "" } else { "s" }"#;
    let is_made = |source: &Source| std::fs::read_to_string(src().join(&source.path)).unwrap().contains(by_hand);
    let makers: Vec<String> = sources().into_iter().filter(is_made).map(|it| it.path).collect();
    assert_eq!(makers, ["words.rs"], "words::counted puts the ending on");
}
