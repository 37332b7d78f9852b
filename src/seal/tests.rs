use proptest::prelude::*;

use super::*;
use crate::diff::difference;
use crate::domain::json::{Json, Object, read};
use crate::domain::registry::Input;
use crate::format::registry::{from_json, print, to_json};
use crate::review::{Day, Decided, Edit, Journal, Moment, Review, Signature, Subject, Verdict};

/// Three tools, with a rule of every kind of expectation, evidence and unknown keys.
const REGISTRY: &str = r#"{"format":"vidimus.registry/1","note":{"z":1,"a":[2.5,9007199254740993]},
 "source":{"kind":"traces","inputs":[{"name":"x.json","sha256":"00"}],"thresholds":{"category":8}},
 "tools":{
  "get":{"calls":9,"set_aside":1,"samples":8,"maps":["m"],"owner":"Mia","invariants":[
   {"class":"no_error","path":"$","support":8},
   {"class":"known_fields","path":"$","support":8,"expected":["a","b"]},
   {"class":"category","path":"b","support":8,"expected":["x","y"],"evidence":{"values":{"x":5,"y":3}},"tag":1.5},
   {"class":"affine","path":"a","support":8,"expected":"c","a":2.50,"b":-1e0,"when":{"path":"b","in":["x"]}}]},
  "put":{"samples":5,"invariants":[{"class":"echo","path":"id","support":5,"expected":"id"}]},
  "ask":{"samples":5,"invariants":[{"class":"stable_type","path":"q","support":5,"expected":["null","string"]}]}}}"#;

fn registry() -> Registry {
    from_json(&read(REGISTRY).unwrap().value).unwrap()
}

fn input(name: &str) -> Input {
    Input::new(name, "ab")
}

/// Decides every rule of `get`: accepted, rejected, edited, waived, in registry order.
fn journal(registry: &Registry) -> Journal {
    let by = Signature { author: "Mia".into(), at: Moment::of_unix(0) };
    let mut journal = Journal::default();
    for (place, verdict) in [
        (0, Verdict::Accepted),
        (1, Verdict::Rejected),
        (2, Verdict::Edited(Edit::AddValues(vec!["z".into()]))),
        (3, Verdict::Waived { until: Day::parse("2027-01-01").unwrap() }),
    ] {
        let subject = Subject::new(&"get".into(), &registry.tools["get"].invariants[place]);
        let decision = journal.judge(subject, verdict, "because", &by).unwrap();
        journal.take([decision]);
    }
    journal
}

fn frozen(registry: &Registry, journal: &Journal, undecided: Undecided) -> Result<Frozen, NotFrozen> {
    let (source, review, day) = (input("r.json"), input("r.json.review.jsonl"), Day::parse("2026-11-30").unwrap());
    let decided = Decided::of(&Review::of(registry, &[], journal, &day)).fingerprint();
    let audit = Object::new().with("clean", 0.25).with("decisions", Object::new().with("sha256", decided));
    freeze(&Freezing {
        registry,
        source: &source,
        journal,
        review: Some(&review),
        day: &day,
        by: "Ada",
        undecided,
        audit: (undecided != Undecided::Reject).then_some(&Json::from(audit)),
        folds: &[input("fold-0.json")],
        skipped: &[],
        may_be_empty: true,
        version: "1.2.3",
    })
}

#[test]
fn nothing_is_frozen_while_something_is_left() {
    let registry = registry();
    let why = frozen(&registry, &journal(&registry), Undecided::Refuse).unwrap_err().to_string();
    let said = "rules are left to decide (2 undecided), the first is of ask: q is text or null; ";
    assert!(why.contains(said), "{why}");
    let mut changed = registry.clone();
    for rule in &mut changed.tools.get_mut("get").unwrap().invariants {
        rule.basis = Some("schema".into());
    }
    let why = frozen(&changed, &journal(&registry), Undecided::Refuse).unwrap_err().to_string();
    assert!(why.contains("4 changed since it was judged, 2 undecided"), "{why}");
}

/// One comment instead of a reason, and an audit made before the decisions.
#[test]
fn a_comment_stands_for_a_reason_and_an_audit_of_other_contracts_is_not_taken() {
    let registry = registry();
    let by = Signature { author: "Mia".into(), at: Moment::of_unix(0) };
    let mut journal = Journal::default();
    for (verdict, reason) in [(Verdict::Rejected, ""), (Verdict::Comment, "the fields vary")] {
        let subject = Subject::new(&"get".into(), &registry.tools["get"].invariants[1]);
        let decision = journal.judge(subject, verdict, reason, &by).unwrap();
        journal.take([decision]);
    }
    let whole = frozen(&registry, &journal, Undecided::Accept).unwrap().registry.seal.unwrap();
    let entry = &whole.manifest.get("left_out").and_then(Json::as_array).unwrap()[0];
    assert_eq!(entry.get("reason").and_then(Json::as_str), Some("the fields vary"));
    let day = Day::parse("2026-11-30").unwrap();
    let audit = Json::from(Object::new().with("clean", 0.25));
    let made = |undecided| {
        freeze(&Freezing {
            registry: &registry,
            source: &input("r.json"),
            journal: &journal,
            review: None,
            day: &day,
            by: "Ada",
            undecided,
            audit: Some(&audit),
            folds: &[],
            skipped: &[],
            may_be_empty: true,
            version: "1",
        })
    };
    assert!(matches!(made(Undecided::Accept), Err(NotFrozen::OtherAudit)));
}

#[test]
fn the_seal_tells_who_decided_what_and_holds() {
    let registry = registry();
    let whole = frozen(&registry, &journal(&registry), Undecided::Accept).unwrap();
    assert_eq!((whole.kept, whole.left_out, whole.by_default), (4, 2, 2));
    let again = from_json(&read(&print(&whole.registry)).unwrap().value).unwrap();
    let found = verify(&again, &Against::default()).unwrap();
    assert_eq!((found.findings.as_slice(), found.sealed), (&[][..], 4));
    let seal = again.seal.as_ref().unwrap();
    let part = |path: &[&str]| {
        let whole = Json::from(seal.manifest.clone());
        path.iter().fold(whole, |value, key| value.get(key).cloned().unwrap_or_default()).to_string()
    };
    assert_eq!(part(&["vidimus"]) + &part(&["by"]) + &part(&["day"]), r#""1.2.3""Ada""2026-11-30""#);
    assert_eq!(part(&["audit", "clean"]), "0.25");
    assert_eq!(part(&["undecided"]), r#"{"default":"accept","rules":2}"#);
    assert_eq!(part(&["folds"]), r#"[{"name":"fold-0.json","sha256":"ab"}]"#);
    let told = |list: &str| {
        let entries = seal.manifest.get(list).unwrap().as_array().unwrap();
        let text = |entry: &Json, key: &str| entry.get(key).map_or(String::new(), Json::to_string);
        let told = entries.iter().map(|entry| {
            let decision = entry.get("decision").cloned().unwrap_or_default();
            [text(entry, "standing"), text(&decision, "by"), text(&decision, "reason"), text(&decision, "until")]
                .concat()
        });
        told.collect::<Vec<_>>()
    };
    let judged = r#""Mia""because""#;
    assert_eq!(
        told("invariants"),
        [
            r#""undecided""#.to_owned(),
            format!(r#""accepted"{judged}"#),
            format!(r#""edited"{judged}"#),
            r#""undecided""#.to_owned()
        ]
    );
    assert_eq!(told("left_out"), [format!(r#""rejected"{judged}"#), format!(r#""waived"{judged}"2027-01-01""#)]);
    assert!(matches!(frozen(&again, &journal(&registry), Undecided::Accept), Err(NotFrozen::Already(_))));
}

/// What verify says first of a frozen registry whose text was tampered with.
fn first(from: &str, to: &str) -> (Wrong, String) {
    let registry = registry();
    let whole = frozen(&registry, &journal(&registry), Undecided::Accept).unwrap();
    let Json::Object(mut file) = to_json(&whole.registry) else { unreachable!() };
    let tools = file.get("tools").unwrap().to_string();
    assert!(tools.contains(from), "{tools}");
    file.insert("tools", read(&tools.replacen(from, to, 1)).unwrap().value);
    let found = verify(&from_json(&file.into()).unwrap(), &Against::default()).unwrap();
    let first = found.findings.first().unwrap();
    (first.wrong, format!("{}: {}", first.tool.as_ref().map_or("", |tool| tool.as_str()), first.what))
}

#[test]
fn what_was_tampered_with_is_named() {
    let cases = [
        (r#"["x","y","z"]"#, r#"["x","y"]"#, Wrong::Invariant, "get: b may no longer be z"),
        (
            r#""support":5,"expected":"id""#,
            r#""support":6,"expected":"id""#,
            Wrong::Invariant,
            "put: id repeats the argument id: held in 6 samples, before held in 5 samples",
        ),
        (
            r#""y":3"#,
            r#""y":4"#,
            Wrong::Invariant,
            "get: b is one of x, y, z: the evidence or a further key of the rule was changed",
        ),
        (
            r#""samples":8"#,
            r#""samples":9"#,
            Wrong::Rest,
            "get: the counts, maps or further keys of the contract were changed",
        ),
        (
            r#""class":"echo","path":"id""#,
            r#""class":"echo","path":"ID""#,
            Wrong::Invariant,
            "put: ID repeats the argument id (before: id repeats the argument id)",
        ),
    ];
    for (from, to, wrong, what) in cases {
        assert_eq!(first(from, to), (wrong, what.to_owned()));
    }
}

#[test]
fn a_manifest_that_was_changed_is_named_before_all() {
    let registry = registry();
    let mut whole = frozen(&registry, &journal(&registry), Undecided::Accept).unwrap().registry;
    whole.seal.as_mut().unwrap().manifest.insert("by", "Eve");
    assert_eq!(verify(&whole, &Against::default()).unwrap().findings[0].wrong, Wrong::Manifest);
    assert!(verify(&registry, &Against::default()).is_none());
    // Sealed anew by whoever changed it.
    let mut whole = frozen(&registry, &journal(&registry), Undecided::Accept).unwrap().registry;
    let seal = whole.seal.as_mut().unwrap();
    seal.manifest.insert("format", "vidimus.frozen/9");
    seal.sha256 = Json::from(seal.manifest.clone()).fingerprint();
    let found = verify(&whole, &Against::default()).unwrap();
    assert!(!found.holds());
    let said = "the format of the manifest is \"vidimus.frozen/9\"; this version understands \"vidimus.frozen/1\"";
    assert_eq!(found.findings[0].what, said);
    // The hash is of the manifest: what stands beside both is sealed by nothing.
    let mut whole = frozen(&registry, &journal(&registry), Undecided::Accept).unwrap().registry;
    whole.seal.as_mut().unwrap().extra.insert("extra", 1_u64);
    let found = verify(&whole, &Against::default()).unwrap();
    assert_eq!((found.findings.len(), found.findings[0].wrong, found.holds()), (1, Wrong::Manifest, false));
    assert!(found.findings[0].what.starts_with("the seal has a further key \"extra\""), "{}", found.findings[0].what);
}

#[test]
fn it_comes_out_of_what_it_was_made_from_or_not() {
    let registry = registry();
    let journal = journal(&registry);
    let whole = frozen(&registry, &journal, Undecided::Accept).unwrap().registry;
    let against = |source, journal| {
        let review = Some(input("r.json.review.jsonl"));
        let against = Against { source: Some((source, journal, review)), folds: Some(vec![input("fold-0.json")]) };
        verify(&whole, &against).unwrap().findings
    };
    assert_eq!(against(&registry, &journal), []);
    let nobody = Journal::default();
    let first = against(&registry, &nobody).remove(0);
    // It was rejected when the registry was frozen, and nobody rejects it now.
    assert_eq!(
        first.what,
        "the decisions now leave something else than was frozen (added): the result has no fields but a, b"
    );
    assert_eq!((first.old, first.new.as_deref()), (None, Some("the result has no fields but a, b")));
    let found = verify(&whole, &Against { source: Some((&registry, &nobody, None)), folds: None }).unwrap();
    assert!(found.holds());
    let page = crate::lens::seal::verification("f", whole.seal.as_ref().unwrap(), &found).as_text();
    assert!(page.starts_with("The seal holds, but"), "{page}");
    assert!(page.contains("sealed: nothing\n  comes out now: the result has no fields but a, b"), "{page}");
}

#[test]
fn a_frozen_registry_remembers_its_review() {
    let registry = registry();
    let whole = frozen(&registry, &journal(&registry), Undecided::Accept).unwrap().registry;
    let whole = from_json(&read(&print(&whole)).unwrap().value).unwrap();
    let review = recorded(&whole).unwrap();
    let told = |row: &crate::review::Row| {
        let by = row.standing.decision().map(|it| format!(" by {}: {}", it.author, it.reason)).unwrap_or_default();
        format!("{} {}{by}", row.tool, row.standing.name())
    };
    assert_eq!(
        review.rows.iter().map(told).collect::<Vec<_>>(),
        ["ask undecided", "get accepted by Mia: because", "get edited by Mia: because", "put undecided"]
    );
    let gone: Vec<_> = review.orphans.iter().map(|it| it.decision.verdict().unwrap().name()).collect();
    assert_eq!(gone, ["reject", "waive"]);
    assert!(recorded(&registry).is_none());
}

#[test]
fn a_key_that_stands_twice_breaks_the_seal() {
    let registry = registry();
    let whole = frozen(&registry, &journal(&registry), Undecided::Accept).unwrap().registry;
    let text = print(&whole);
    let (read, notes) = crate::format::registry::parse(text.replacen('{', "{\"tools\":{},", 1).as_bytes()).unwrap();
    assert_eq!((read.doubled.as_slice(), notes.len()), (&["tools".to_owned()][..], 1));
    let found = verify(&read, &Against::default()).unwrap();
    assert_eq!((found.findings[0].wrong, found.holds()), (Wrong::File, false));
    assert!(found.findings[0].what.starts_with("the key \"tools\" stands twice"), "{}", found.findings[0].what);
}

/// The same value written in another way: members in another order, numbers with other spellings.
fn rewritten(value: &Json, dice: &mut impl FnMut(usize) -> usize) -> String {
    let list = |items: Vec<String>, open: &str, close: &str| format!("{open}{}{close}", items.join(" , "));
    match value {
        Json::Number(number) => match number.as_i64().filter(|it| it.abs() < 1 << 40) {
            Some(whole) => format!("{whole}{}", ["", ".0", "e0"][dice(3)]),
            None if number.is_integer() => number.text().to_owned(),
            None => format!("{:e}", number.double()),
        },
        Json::Array(items) => list(items.iter().map(|item| rewritten(item, dice)).collect(), "[", "]"),
        Json::Object(members) => {
            let mut members: Vec<String> =
                members.iter().map(|(key, value)| format!("{}:{}", Json::from(key), rewritten(value, dice))).collect();
            for place in (1..members.len()).rev() {
                members.swap(place, dice(place + 1));
            }
            list(members, "{", "}")
        }
        other => other.to_string(),
    }
}

proptest! {
    #[test]
    fn order_and_spelling_change_neither_hash_nor_seal_nor_difference(dice in prop::collection::vec(any::<usize>(), 400)) {
        let registry = registry();
        let whole = frozen(&registry, &journal(&registry), Undecided::Accept).unwrap().registry;
        let mut rolls = dice.into_iter().cycle();
        let text = rewritten(&to_json(&whole), &mut |sides| rolls.next().unwrap_or(0) % sides);
        let again = from_json(&read(&text).unwrap().value).unwrap();
        prop_assert_eq!(registry_hash(&again), registry_hash(&whole));
        prop_assert!(verify(&again, &Against::default()).unwrap().findings.is_empty());
        let found = difference(&whole, &again);
        prop_assert!(found.changes.is_empty(), "{:?}", found.changes);
    }
}
