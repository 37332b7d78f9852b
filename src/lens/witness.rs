//! A witness card: one violation with everything that is needed to judge it, for somebody who has none of the files.
//! Values can be taken out by rule; the broken one stays unless all go.

use super::autopsy;
use super::redact::{Redactor, Rule};
use crate::domain::call::Call;
use crate::domain::ids::ToolName;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::Json;
use crate::domain::violation::Violation;
use crate::link::Link;
use crate::page::{Kind, Page, Role};
use crate::receipt;
use crate::recovery::classify_next;
use crate::words;

/// What a card tells of.
#[derive(Clone, Debug)]
pub struct Witness<'a> {
    /// The link to the call.
    pub link: Link,
    /// The call.
    pub call: &'a Call,
    /// What breaks, the one that is told first.
    pub violations: &'a [Violation],
    /// The rules of the tool.
    pub rules: &'a [Invariant],
    /// The tools that a receipt lists now; those of a recorded one are read from it.
    pub recovery_tools: &'a [ToolName],
    /// The tool of the next call.
    pub next: Option<&'a ToolName>,
    /// The files, each with its hash where that is known.
    pub inputs: Vec<(String, Option<String>)>,
}

/// The card; a call on which nothing breaks has none.
#[must_use]
pub fn page(witness: &Witness<'_>, redact: &[Rule]) -> Option<Page> {
    let violation = witness.violations.first()?;
    let call = witness.call;
    let rule = witness.rules.iter().find(|rule| rule.id == violation.invariant);
    let mut redactor = Redactor::new(redact, std::slice::from_ref(&violation.observed));
    let (arguments, result) = (call.arguments.as_arguments(), call.result.as_ref().map(Json::as_result));
    redactor.look(&[], &arguments);
    if let Some(result) = &result {
        redactor.look(&[], result);
    }
    let arguments = redactor.value(&[], &arguments);
    let result = result.map(|result| redactor.value(&[], &result)).unwrap_or_default();
    let shown = redacted(&mut redactor, violation);
    let rule = rule.map(|rule| redacted_rule(&mut redactor, rule));

    let recorded = call.receipt.as_ref().map(receipt::read);
    let sign = autopsy::sign_of(violation, recorded.as_ref());
    let mut page = Page::new(format!("witness: {} of {}", violation.code(), call.tool));
    page.push(Kind::Text, vec![sign.lead(), (Role::Text, words::violation(&shown, rule.as_ref()))]);
    page.heading("The call");
    fact(&mut page, "tool", call.tool.to_string(), Role::Text);
    fact(&mut page, "arguments", arguments.to_string(), Role::Value);
    fact(&mut page, "result", result.to_string(), Role::Value);
    fact(&mut page, "broken field", shown.path.clone(), Role::Value);
    fact(&mut page, "what is there", shown.observed.to_string(), Role::Value);
    fact(&mut page, "what belongs there", shown.expected.to_string(), Role::Value);
    if let [_, others @ ..] = witness.violations
        && !others.is_empty()
    {
        let codes = others.iter().map(|other| format!("{} at {}", other.code(), other.path)).collect::<Vec<_>>();
        fact(&mut page, "broken besides", codes.join(", "), Role::Text);
    }
    if let Some(rule) = &rule {
        page.heading("The rule");
        fact(&mut page, "in words", words::rule(rule), Role::Text);
        if let Some(equation) = words::equation(violation, rule).filter(|_| redactor.is_idle()) {
            fact(&mut page, "this call", equation, Role::Text);
        }
        if let Some(evidence) = words::evidence(rule) {
            fact(&mut page, "evidence", evidence, Role::Text);
        }
        fact(&mut page, "id", rule.id.to_string(), Role::Value);
    }
    page.heading("What the agent was told and did");
    let recorded = call.receipt.as_ref().map(receipt::read);
    match &call.receipt {
        Some(Json::String(_)) if redactor.takes_numbers() => {
            fact(&mut page, "receipt (recorded)", "a text, left out with the values".into(), Role::Muted);
        }
        Some(receipt) => {
            let shown = redactor.value(&["receipt"], receipt);
            fact(&mut page, "receipt (recorded)", shown.to_string(), Role::Value);
        }
        None => fact(&mut page, "receipt", "none was recorded; the rule was replayed".into(), Role::Text),
    }
    let known = recorded.as_ref().and_then(receipt::Recorded::known);
    let tools = known.and_then(|known| known.recovery_tools.as_deref()).unwrap_or(witness.recovery_tools);
    let names = tools.iter().map(ToolName::as_str).collect::<Vec<_>>().join(", ");
    fact(&mut page, "recovery tools", if names.is_empty() { "none listed".into() } else { names }, Role::Text);
    let action = classify_next(&call.tool, tools, witness.next);
    fact(&mut page, "next", words::next_action(action, &call.tool, witness.next), Role::Text);
    page.heading("Where this is from");
    fact(&mut page, "link", witness.link.to_string(), Role::Value);
    for (name, hash) in &witness.inputs {
        let hash = hash.as_ref().map_or_else(String::new, |hash| format!(" (sha256 {hash})"));
        fact(&mut page, "file", format!("{name}{hash}"), Role::Text);
    }
    if !redactor.is_idle() {
        let rules = redact.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let what = format!("Values are taken out by the rules {rules}. Equal ones have equal names.");
        page.muted(what);
    }
    Some(page)
}

fn redacted(redactor: &mut Redactor, violation: &Violation) -> Violation {
    let field = violation.path.rsplit(['.', ']', '}']).next().unwrap_or_default().to_owned();
    let observed = redactor.value(&[&field], &violation.observed);
    let expected = redactor.value(&[&field], &violation.expected);
    Violation { expected, observed, ..violation.clone() }
}

/// The rule without the values of others: what was seen in training is told only where nothing is to be taken out.
fn redacted_rule(redactor: &mut Redactor, rule: &Invariant) -> Invariant {
    if redactor.is_idle() {
        return rule.clone();
    }
    let field = rule.path.path().last_field().unwrap_or_default().to_owned();
    let mut text = |value: &String| match redactor.value(&[&field], &Json::from(value.as_str())) {
        Json::String(text) => text,
        other => other.to_string(),
    };
    let expected = match &rule.expected {
        Expected::Values(values) => Expected::Values(values.iter().map(&mut text).collect()),
        other => other.clone(),
    };
    Invariant { expected, evidence: None, ..rule.clone() }
}

fn fact(page: &mut Page, name: &str, value: String, role: Role) {
    page.push(Kind::Item, vec![(Role::Muted, format!("{name}: ")), (role, value)]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Checker;
    use crate::domain::ids::Step;
    use crate::format::{record, registry};
    use crate::link::Target;

    const CALL: &str = r#"{"kind":"call","episode":"e1","tool":"get","arguments":{"user_id":"mia_li_3668"},"result":{"price":-79,"user_id":"mia_li_3668","total":4711},"receipt":{"status":"inconsistent","violation":{"tool":"get","property":"nonpositive_value","path":"price","expected":null,"observed":-79},"admissible_recovery_tools":["other"]}}"#;
    const RULES: &str = r#"{"format":"vidimus.registry/1","source":{"kind":"traces"},"tools":{"get":{"calls":9,"set_aside":0,"samples":9,"maps":[],"invariants":[{"class":"positive","path":"price","support":9,"expected":null,"evidence":{"min":4711,"median":4711,"max":4711}}]}}}"#;

    fn card(names: &[&str]) -> String {
        let call = record::parse_call(CALL.as_bytes()).unwrap();
        let (registry, _) = registry::parse(RULES.as_bytes()).unwrap();
        let contract = &registry.tools[&call.tool];
        let violations = Checker::new(&call.tool, contract).check(&call.arguments, call.result.as_ref().unwrap());
        let rules: Vec<Rule> = names.iter().map(|name| Rule::parse(name).unwrap()).collect();
        let witness = Witness {
            link: Link { file: "a.jsonl".into(), target: Target::Call("e1".into(), Step(0)) },
            call: &call,
            violations: &violations,
            rules: &contract.invariants,
            recovery_tools: &[],
            next: None,
            inputs: vec![("a.jsonl".into(), Some("abc".into()))],
        };
        page(&witness, &rules).unwrap().as_text()
    }

    #[test]
    fn a_card_stands_alone() {
        let card = card(&[]);
        for words in [
            "price is -79; in 9 clean samples it was always 4711",
            "arguments: {\"user_id\":\"mia_li_3668\"}",
            "in words: price is above zero",
            "recovery tools: other",
            "the agent called no further tool",
            "link: vidimus:a.jsonl#e1/0",
            "file: a.jsonl (sha256 abc)",
        ] {
            assert!(card.contains(words), "{words} in\n{card}");
        }
    }

    #[test]
    fn values_are_taken_out_and_the_broken_one_stays() {
        let ids = card(&["ids"]);
        assert!(!ids.contains("mia_li") && ids.contains("-79") && ids.contains("4711"), "{ids}");
        assert!(ids.matches("‹id-1 string(11)›").count() == 2, "equal values stay equal\n{ids}");
        let numbers = card(&["numbers"]);
        assert!(!numbers.contains("4711") && numbers.contains("-79") && numbers.contains("mia_li_3668"), "{numbers}");
        let all = card(&["all-values"]);
        for gone in ["mia_li", "4711", "79"] {
            assert!(!all.contains(gone), "{gone} in\n{all}");
        }
    }
}
