//! The autopsy as a text, the most important first: what the agent was shown, what breaks now and by how much, the
//! nearest clean sample, what the model saw, every other rule, and what no rule looks at.

mod delivered;
mod likeness;
mod recorded;
mod recovery;
mod violation;

use super::{Autopsy, Likeness, truth};
use crate::contract::{Basis, Verdict};
use crate::domain::class::Class;
use crate::domain::invariant::Invariant;
use crate::page::{Kind, Page, Piece, Role, Sign};
use crate::words;

pub use recorded::{is_same, plainly, said, sign_of};

/// How much of a value is shown, in characters.
const VALUE_CHARS: usize = 400;

/// The heading under which it is told whether a firing was right.
pub const RIGHT: &str = "Was it right?";

/// Where a line of the page leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// To the nearest clean sample.
    ToSample,
    /// To the rule that broke, by the place of the violation.
    ToRule(usize),
}

impl Leads {
    /// The link of a line.
    fn link(self) -> usize {
        match self {
            Self::ToSample => 0,
            Self::ToRule(place) => place + 1,
        }
    }

    /// Where a link leads.
    #[must_use]
    pub fn of(link: usize) -> Self {
        link.checked_sub(1).map_or(Self::ToSample, Self::ToRule)
    }
}

/// The page. Fault labels stand in it only where `with_labels` says that somebody wants to see them.
#[must_use]
pub fn page(autopsy: &Autopsy, with_labels: bool) -> Page {
    let mut page = Page::new(format!("why · {} · call {}", autopsy.call.tool, autopsy.step));
    recorded::write(autopsy, &mut page);
    replay(autopsy, &mut page);
    right_or_wrong(autopsy, with_labels, &mut page);
    for place in 0..autopsy.broken.len() {
        violation::write(autopsy, place, &mut page);
    }
    if autopsy.broken.iter().filter_map(|broken| broken.invariant.as_ref()).any(|rule| rule.support > 0) {
        page.muted(
            "(Clean samples are the calls of episodes without a fault, those alike in arguments and result once; errors are set aside.)",
        );
    }
    hazards(autopsy, &mut page);
    recovery::write(autopsy, &mut page);
    likeness::write(autopsy, &mut page);
    violation::cards(autopsy, &mut page);
    delivered::write(autopsy, &mut page);
    others(autopsy, &mut page);
    whence(autopsy, with_labels, &mut page);
    page
}

/// Whether a firing was right: by the study's label if it is shown, else by what speaks for it and against it.
fn right_or_wrong(autopsy: &Autopsy, with_labels: bool, page: &mut Page) {
    if autopsy.call.receipt.is_none() && autopsy.broken.is_empty() {
        return;
    }
    page.heading(RIGHT);
    if with_labels && autopsy.has_labels {
        page.text(truth::by_label(&autopsy.call, autopsy.episode.faults > 0));
        return;
    }
    if !autopsy.has_labels {
        page.muted("The loaded traces carry no fault labels, which would tell.");
    }
    let signs = truth::signs(autopsy);
    let is_sought = matches!(autopsy.likeness, Likeness::Seeking(..));
    page.text(match (signs.right.is_empty(), signs.wrong.is_empty()) {
        (true, true) if is_sought => "The nearest clean sample may tell; it is still looked for.",
        (true, true) if autopsy.has_labels => "Without the fault labels nothing at hand tells.",
        (true, true) => "Nothing at hand tells. What this kind of rule gets right and wrong stands below.",
        (false, true) => "It looks right:",
        (true, false) => "It looks like a false alarm:",
        (false, false) => "Something speaks for it, something against it:",
    });
    for (label, signs) in [("for it", signs.right), ("against it", signs.wrong)] {
        for sign in signs {
            labelled(label, &sign, page);
        }
    }
}

/// What kind of fault it is, and what that kind calls for.
fn hazards(autopsy: &Autopsy, page: &mut Page) {
    if autopsy.hazards.is_empty() {
        return;
    }
    page.heading("What kind of fault, and what it calls for");
    for told in &autopsy.hazards {
        for (place, sentence) in told.sentences().iter().enumerate() {
            if place == 0 {
                labelled(told.source.words(), sentence, page);
            } else {
                page.item(format!("  {sentence}"));
            }
        }
    }
}

/// Who judges, by what right, and how it came out.
fn replay(autopsy: &Autopsy, page: &mut Page) {
    let Some((registry, basis)) = &autopsy.judge else {
        page.text(autopsy.calm.as_str());
        return;
    };
    let mut sentence: Vec<Piece> = vec![(Role::Muted, format!("Replayed against {registry}: "))];
    if autopsy.broken.is_empty() {
        if autopsy.has_contract && autopsy.call.result.is_some() {
            sentence.push(Sign::Held.lead());
        }
        sentence.push((Role::Text, autopsy.calm.clone()));
    } else {
        let (held, idle) = (autopsy.count(Verdict::Held), autopsy.count(Verdict::NotReached));
        let broken = words::counted(autopsy.broken.len(), "violation");
        sentence.push(Sign::Replayed.lead());
        let is_error = autopsy.broken.iter().any(|broken| broken.violation.class == Class::NoError);
        let others = if is_error {
            "nothing else is checked on an explicit error.".to_owned()
        } else {
            format!("{}.", words::held(held, idle))
        };
        sentence.push((Role::Text, format!("{broken}; {others}")));
    }
    page.push(Kind::Text, sentence);
    page.muted(right(autopsy, *basis));
    recorded::compare(autopsy, page);
}

/// By what right the registry judges.
fn right(autopsy: &Autopsy, basis: Basis) -> String {
    let task = autopsy.episode.task_or_id();
    match basis {
        Basis::Whole => {
            "It was mined without setting a task aside: it judges also what it may have learned from.".into()
        }
        Basis::HeldOut => format!("It is the fold that held task {task} out: it was mined without this task."),
        Basis::NewTask => format!("It is a fold; no fold was mined from task {task}, so any of them may judge it."),
        Basis::Unsure => format!(
            "It is a fold, and no fold at hand says that it held task {task} out: it may have been mined from this very \
             task."
        ),
    }
}

fn labelled(label: &str, text: &str, page: &mut Page) {
    page.push(Kind::Item, vec![(Role::Muted, format!("{label}: ")), (Role::Text, text.to_owned())]);
}

/// Every rule of the tool by what it says: those that broke one by one, the others a line for each class, since they
/// are many; then what no rule looks at.
fn others(autopsy: &Autopsy, page: &mut Page) {
    for (verdict, heading, sign) in [
        (Verdict::Broken, "Rules that broke", Sign::Replayed),
        (Verdict::Held, "Rules that held", Sign::Held),
        (Verdict::NotReached, "Rules with nothing to look at here", Sign::Dot),
    ] {
        let count = autopsy.count(verdict);
        if count == 0 {
            continue;
        }
        page.heading(format!("{heading}: {count}"));
        for (own, line) in by_class(autopsy, verdict) {
            page.push(Kind::Item, vec![own.unwrap_or(sign).lead(), (Role::Text, line)]);
        }
    }
    if autopsy.call.result.is_none() || autopsy.judge.is_none() || autopsy.is_error() {
        return;
    }
    page.heading(format!("Fields that no rule looks at: {}", autopsy.unguarded.len()));
    if autopsy.unguarded.is_empty() {
        page.item("none: at least one rule looks at every value of this result");
    }
    for path in &autopsy.unguarded {
        page.item(path.to_string());
    }
    if !autopsy.shape_only.is_empty() {
        page.heading(format!("Fields of which {}: {}", words::SHAPE_ONLY, autopsy.shape_only.len()));
        page.item(autopsy.shape_only.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
    }
}

/// Lines of rules; a broken one has a sign of its own.
fn by_class(autopsy: &Autopsy, verdict: Verdict) -> Vec<(Option<Sign>, String)> {
    let of_verdict =
        || autopsy.judged.iter().filter(|judged| judged.verdict == verdict).map(|judged| &judged.invariant);
    if verdict == Verdict::Broken {
        let recorded = autopsy.recorded.as_ref().map(|recorded| &recorded.receipt);
        let sign = |rule: &Invariant| {
            let broken = autopsy.broken.iter().find(|broken| broken.violation.invariant == rule.id)?;
            Some(sign_of(&broken.violation, recorded))
        };
        return of_verdict().map(|it| (sign(it), format!("{} {}: {}", it.class, it.path, words::rule(it)))).collect();
    }
    if verdict == Verdict::NotReached && autopsy.is_error() {
        let others = of_verdict().count();
        return vec![(None, format!("the other {others}, since nothing else is checked on an explicit error"))];
    }
    let lines = Class::all().map(|class| {
        let of_class = of_verdict().filter(|it| it.class == class);
        (class, of_class.map(|it| it.path.to_string()).collect::<Vec<_>>())
    });
    let lines = lines.filter(|(_, paths)| !paths.is_empty());
    lines.map(|(class, paths)| (None, format!("{class} ({}): {}", paths.len(), paths.join(", ")))).collect()
}

/// Where the call stands, and what was asked.
fn whence(autopsy: &Autopsy, with_labels: bool, page: &mut Page) {
    let episode = &autopsy.episode;
    let facts = [
        ("task", episode.task.as_ref().map(ToString::to_string)),
        ("arm", episode.arm.as_ref().map(ToString::to_string)),
        ("model", episode.model.as_ref().map(ToString::to_string)),
        ("trial", episode.trial.map(|trial| trial.to_string())),
        ("completed", episode.completed().map(|completed| if completed { "yes" } else { "no" }.to_owned())),
    ];
    let known = facts.into_iter().filter_map(|(name, value)| Some(format!(" · {name} {}", value?)));
    page.heading("The call");
    page.item(format!(
        "{} · {} · episode {} · step {} of 0 to {}{}",
        autopsy.call.tool,
        autopsy.file,
        episode.id,
        autopsy.step,
        autopsy.calls.saturating_sub(1),
        known.collect::<String>()
    ));
    labelled("arguments", &shortened(&autopsy.call.arguments.to_string()), page);
    if let Some(fault) = autopsy.call.fault.as_ref().filter(|_| with_labels) {
        labelled("fault label (for audits, no checker sees it)", &truth::fault(fault), page);
    }
}

/// The beginning of a long text, with the number of characters that are left out.
fn shortened(text: &str) -> String {
    let mut chars = text.chars();
    let head: String = chars.by_ref().take(VALUE_CHARS).collect();
    match chars.count() {
        0 => head,
        more => format!("{head}… ({more} more characters)"),
    }
}
