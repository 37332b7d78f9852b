use super::*;
use crate::domain::ids::ToolName;
use crate::domain::json::read;
use crate::format::registry::invariant_from_json;

/// What follows from what, by place: `2<0` for a rule that is folded under the first.
fn folded(rules: &[&str]) -> String {
    let rules: Vec<Invariant> = rules
        .iter()
        .map(|text| invariant_from_json(&ToolName::from("get"), &read(&format!("{{{text}}}")).unwrap().value).unwrap())
        .collect();
    let found = implied(&rules);
    found.iter().map(|(place, follows)| format!("{place}<{}", follows.from)).collect::<Vec<_>>().join(" ")
}

fn order(first: &str, later: &str) -> String {
    format!(r#""class":"date_order","path":"{first}","expected":"{later}""#)
}

fn line(x: &str, y: &str, a: f64, b: f64) -> String {
    format!(r#""class":"affine","path":"{x}","expected":"{y}","a":{a},"b":{b}"#)
}

fn positive(path: &str) -> String {
    format!(r#""class":"positive","path":"{path}""#)
}

fn all(rules: &[String]) -> String {
    folded(&rules.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn types_follow_from_rules_that_only_they_can_keep() {
    let kind = |path: &str, kind: &str| format!(r#""class":"stable_type","path":"{path}","expected":[{kind}]"#);
    let rules = [
        r#""class":"required_field","path":"item.name""#.to_owned(),
        r#""class":"known_fields","path":"$","expected":["status"]"#.to_owned(),
        kind("$", "\"object\""),
        kind("item", "\"object\""),
        kind("list", "\"array\""),
        kind("list[]", "\"string\",\"null\""),
        kind("n", "\"integer\""),
        kind("status", "\"string\""),
        kind("total", "\"number\",\"null\""),
        kind("odd", "\"number\",\"string\""),
        positive("n"),
        r#""class":"category","path":"list[]","expected":["a"]"#.to_owned(),
        r#""class":"category","path":"status","expected":["a"]"#.to_owned(),
        r#""class":"category","path":"odd","expected":["a"]"#.to_owned(),
        line("sub", "total", 2.0, 1.0),
    ];
    assert_eq!(all(&rules), "2<1 3<0 4<11 5<11 6<10 7<12 8<14", "the list leads over its elements to their category");
}

#[test]
fn a_chain_of_equalities_needs_its_links_only() {
    let equal = |x, y| line(x, y, 1.0, 0.0);
    assert_eq!(all(&[equal("x", "y"), equal("x", "z"), equal("y", "z")]), "2<0");
    assert_eq!(all(&[equal("x", "y"), equal("y", "z"), equal("a", "b")]), "");
    // y = 2x + 1 and z = 3y - 2, so z = 6x + 1.
    assert_eq!(all(&[line("x", "y", 2.0, 1.0), line("x", "z", 6.0, 1.0), line("y", "z", 3.0, -2.0)]), "2<0");
    assert_eq!(all(&[line("x", "y", 2.0, 1.0), line("x", "z", 6.0, 1.5), line("y", "z", 3.0, -2.0)]), "");
    // The equality is kept, though it comes last.
    assert_eq!(all(&[line("x", "y", 2.0, 0.0), line("x", "z", 2.0, 0.0), equal("y", "z")]), "1<0");
    let guarded = r#""class":"affine","path":"y","expected":"z","a":1,"b":0,"when":{"path":"k","in":["v"]}"#.to_owned();
    assert_eq!(all(&[equal("x", "y"), equal("x", "z"), guarded]), "", "one with a condition is on its own");
}

#[test]
fn what_grows_with_a_positive_number_is_positive() {
    assert_eq!(all(&[positive("x"), positive("y"), line("x", "y", 2.0, 0.0)]), "1<0");
    assert_eq!(all(&[positive("x"), positive("y"), line("x", "y", 2.0, -1.0)]), "");
    assert_eq!(all(&[positive("x"), positive("y"), line("x", "y", -2.0, 0.0)]), "");
    assert_eq!(all(&[positive("x"), positive("y"), line("y", "x", 2.0, -1.0)]), "1<0", "y = x/2 + 1/2");
}

#[test]
fn dates_in_order_follow_along_the_way() {
    assert_eq!(all(&[order("a", "b"), order("a", "c"), order("b", "c")]), "1<0");
    assert_eq!(all(&[order("a", "b"), order("a", "d"), order("b", "c"), order("c", "d")]), "1<0");
    assert_eq!(all(&[order("a", "b"), order("b", "a")]), "", "two that are the same day");
    assert_eq!(all(&[order("a", "b"), order("b", "c"), order("c", "a")]), "");
}
