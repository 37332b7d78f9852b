//! A witness card: one violation with everything that is needed to judge it, for somebody who has none of the files.
//! Values can be taken out by rule; the broken one stays unless all go.

use super::autopsy;
use super::redact::{Redactor, Rule};
use crate::domain::call::Call;
use crate::domain::ids::ToolName;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::{Json, Object};
use crate::domain::violation::Violation;
use crate::link::Link;
use crate::page::{Kind, Page, Role};
use crate::receipt::{self, Recorded};
use crate::recovery::{NextAction, classify_next};
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
    /// The files it is made from.
    pub inputs: Vec<Input>,
}

/// A file, with its hash where that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// `ledger` or `registry`.
    pub what: &'static str,
    /// The name without folders.
    pub name: String,
    /// SHA-256 in hex; a ledger's only where the whole file was read for it.
    pub hash: Option<String>,
    /// What the hash is of.
    pub hash_of: &'static str,
}

impl Input {
    /// A ledger, with the hash of its bytes.
    #[must_use]
    pub fn ledger(name: impl Into<String>, hash: Option<String>) -> Self {
        Self { what: "ledger", name: name.into(), hash, hash_of: "sha256" }
    }

    /// A registry, with the hash of its content: however it is laid out, equal contents have equal hashes.
    #[must_use]
    pub fn registry(name: impl Into<String>, content: &Json) -> Self {
        let hash = Some(content.fingerprint());
        Self { what: "registry", name: name.into(), hash, hash_of: "sha256 of canonical JSON" }
    }
}

/// The rules that the key of the window goes through, from nothing to everything.
pub const STEPS: [&[Rule]; 5] = [
    &[],
    &[Rule::Ids, Rule::Emails],
    &[Rule::Ids, Rule::Emails, Rule::LongText],
    &[Rule::Ids, Rule::Emails, Rule::LongText, Rule::Numbers],
    &[Rule::AllValues],
];

/// A card, with the values taken out that are to go.
#[derive(Clone, Debug)]
struct Card<'a> {
    witness: &'a Witness<'a>,
    arguments: Json,
    result: Json,
    violation: Violation,
    sentence: String,
    rule: Option<Invariant>,
    /// With the numbers of this call; left out where values are taken out.
    equation: Option<String>,
    /// Nothing if none was recorded, or if it is a text that is left out.
    receipt: Option<Json>,
    recovery_tools: &'a [ToolName],
    next: (NextAction, String),
    redact: &'a [Rule],
}

impl<'a> Card<'a> {
    fn new(witness: &'a Witness<'a>, redact: &'a [Rule], recorded: Option<&'a Recorded>) -> Option<Self> {
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
        let equation = rule.as_ref().filter(|_| redactor.is_idle());
        let equation = equation.and_then(|rule| words::equation(violation, rule));
        let receipt = match &call.receipt {
            Some(Json::String(_)) if redactor.takes_numbers() => None,
            Some(receipt) => Some(redactor.value(&["receipt"], receipt)),
            None => None,
        };
        let known = recorded.and_then(Recorded::known);
        let tools = known.and_then(|known| known.recovery_tools.as_deref()).unwrap_or(witness.recovery_tools);
        let action = classify_next(&call.tool, tools, witness.next);
        Some(Self {
            witness,
            arguments,
            result,
            sentence: words::violation(&shown, rule.as_ref()),
            violation: shown,
            rule,
            equation,
            receipt,
            recovery_tools: tools,
            next: (action, words::next_action(action, &call.tool, witness.next)),
            redact,
        })
    }

    fn page(&self, recorded: Option<&Recorded>) -> Page {
        let (witness, call) = (self.witness, self.witness.call);
        let sign = witness.violations.first().map(|violation| autopsy::sign_of(violation, recorded).lead());
        let mut page = Page::new(format!("witness: {} of {}", self.violation.code(), call.tool));
        page.push(Kind::Text, sign.into_iter().chain([(Role::Text, self.sentence.clone())]).collect());
        if !self.redact.is_empty() {
            let rules = names(self.redact);
            page.muted(format!("Values are taken out by the rules {rules}. Equal ones have equal names."));
        }
        page.heading("The call");
        fact(&mut page, "tool", call.tool.to_string(), Role::Text);
        fact(&mut page, "arguments", self.arguments.to_string(), Role::Value);
        fact(&mut page, "result", self.result.to_string(), Role::Value);
        fact(&mut page, "broken field", self.violation.path.clone(), Role::Value);
        fact(&mut page, "what is there", self.violation.observed.to_string(), Role::Value);
        fact(&mut page, "what belongs there", self.violation.expected.to_string(), Role::Value);
        let others = self.others().map(|other| format!("{} at {}", other.code(), other.path)).collect::<Vec<_>>();
        if !others.is_empty() {
            fact(&mut page, "broken besides", others.join(", "), Role::Text);
        }
        if let Some(rule) = &self.rule {
            page.heading("The rule");
            fact(&mut page, "in words", words::rule(rule), Role::Text);
            if let Some(equation) = &self.equation {
                fact(&mut page, "this call", equation.clone(), Role::Text);
            }
            if let Some(evidence) = words::evidence(rule) {
                fact(&mut page, "evidence", evidence, Role::Text);
            }
            fact(&mut page, "id", rule.id.to_string(), Role::Value);
        }
        page.heading("What the agent was told and did");
        match (&self.receipt, &call.receipt) {
            (Some(receipt), _) => fact(&mut page, "receipt (recorded)", receipt.to_string(), Role::Value),
            (None, Some(_)) => {
                fact(&mut page, "receipt (recorded)", "a text, left out with the values".into(), Role::Muted);
            }
            (None, None) => fact(&mut page, "receipt", "none was recorded; the rule was replayed".into(), Role::Text),
        }
        let tools = self.recovery_tools.iter().map(ToolName::as_str).collect::<Vec<_>>().join(", ");
        fact(&mut page, "recovery tools", if tools.is_empty() { "none listed".into() } else { tools }, Role::Text);
        fact(&mut page, "next", self.next.1.clone(), Role::Text);
        page.heading("Where this is from");
        fact(&mut page, "link", witness.link.to_string(), Role::Value);
        for input in &witness.inputs {
            let hash = input.hash.as_ref().map_or_else(String::new, |hash| format!(" ({} {hash})", input.hash_of));
            fact(&mut page, input.what, format!("{}{hash}", input.name), Role::Text);
        }
        page
    }

    fn others(&self) -> impl Iterator<Item = &Violation> {
        self.witness.violations.iter().skip(1)
    }

    fn json(&self) -> Json {
        let (witness, call) = (self.witness, self.witness.call);
        let broken = &self.violation;
        let other =
            |other: &Violation| Json::from(Object::new().with("code", other.code()).with("path", other.path.as_str()));
        let violation = Object::new()
            .with("code", broken.code())
            .with("class", broken.class.name())
            .with("path", broken.path.as_str())
            .with("expected", broken.expected.clone())
            .with("observed", broken.observed.clone())
            .with("sentence", self.sentence.as_str())
            .with("besides", self.others().map(other).collect::<Vec<_>>());
        let rule = self.rule.as_ref().map(|rule| {
            let rule = Object::new()
                .with("id", rule.id.as_str())
                .with("class", rule.class.name())
                .with("path", rule.path.to_string())
                .with("support", rule.support)
                .with("in_words", words::rule(rule))
                .with("evidence", words::evidence(rule).map_or(Json::Null, Json::from));
            Json::from(rule.with("this_call", self.equation.as_deref().map_or(Json::Null, Json::from)))
        });
        let tools: Vec<Json> = self.recovery_tools.iter().map(|tool| tool.as_str().into()).collect();
        let recovery = Object::new()
            .with("tools", tools)
            .with("next_tool", witness.next.map_or(Json::Null, |tool| tool.as_str().into()))
            .with("action", self.next.0.name())
            .with("sentence", self.next.1.as_str());
        let input = |input: &Input| {
            let hash = input.hash.as_deref().map_or(Json::Null, Json::from);
            let hashed = Json::from(if input.hash.is_some() { input.hash_of } else { "not known" });
            Json::from(
                Object::new()
                    .with("what", input.what)
                    .with("name", input.name.as_str())
                    .with("hash", hash)
                    .with("hash_of", hashed),
            )
        };
        Object::new()
            .with("tool", call.tool.as_str())
            .with("call", Object::new().with("arguments", self.arguments.clone()).with("result", self.result.clone()))
            .with("violation", violation)
            .with("rule", rule.unwrap_or_default())
            .with("is_recorded", call.has_receipt())
            .with("receipt", self.receipt.clone().unwrap_or_default())
            .with("recovery", recovery)
            .with("link", witness.link.to_string())
            .with("inputs", witness.inputs.iter().map(input).collect::<Vec<_>>())
            .with("redacted_by", self.redact.iter().map(|rule| rule.to_string().into()).collect::<Vec<Json>>())
            .into()
    }
}

/// The card as a page; a call on which nothing breaks has none.
#[must_use]
pub fn page(witness: &Witness<'_>, redact: &[Rule]) -> Option<Page> {
    let recorded = witness.call.receipt.as_ref().map(receipt::read);
    Some(Card::new(witness, redact, recorded.as_ref())?.page(recorded.as_ref()))
}

/// The same for programs.
#[must_use]
pub fn json(witness: &Witness<'_>, redact: &[Rule]) -> Option<Json> {
    let recorded = witness.call.receipt.as_ref().map(receipt::read);
    Some(Card::new(witness, redact, recorded.as_ref())?.json())
}

/// Rules as they are written on the command line.
#[must_use]
pub fn names(rules: &[Rule]) -> String {
    rules.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
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
            inputs: vec![
                Input::ledger("a.jsonl", Some("abc".into())),
                Input::registry("r.json", &crate::domain::json::read("{}").unwrap().value),
            ],
        };
        let text = page(&witness, &rules).unwrap().as_text();
        // For programs it says the same, and takes the same out.
        let data = json(&witness, &rules).unwrap();
        let told = |path: &[&str]| path.iter().try_fold(&data, |at, name| at.get(name)).unwrap().to_string();
        assert!(text.contains(&format!("arguments: {}", told(&["call", "arguments"]))));
        assert!(text.contains(&format!("what is there: {}", told(&["violation", "observed"]))));
        assert_eq!(told(&["violation", "code"]), "\"nonpositive_value\"");
        assert_eq!(told(&["recovery", "tools"]), "[\"other\"]");
        assert_eq!(data.get("redacted_by").unwrap().as_array().unwrap().len(), names.len());
        text
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
            "ledger: a.jsonl (sha256 abc)",
            // `printf {} | sha256sum`
            "registry: r.json (sha256 of canonical JSON 44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a)",
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
