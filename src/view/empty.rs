//! What stands where nothing is to be shown: why, and what to do next.

use super::canvas::Piece;
use crate::app::App;
use crate::app::action::Action;
use crate::app::screen::review::LEFT;
use crate::app::screen::stepper::StepperScreen;
use crate::domain::registry::ToolContract;
use crate::theme::Role;
use crate::words::counted;

fn text(sentence: impl Into<String>) -> Vec<Piece> {
    vec![(Role::Text, sentence.into())]
}

fn muted(sentence: impl Into<String>) -> Vec<Piece> {
    vec![(Role::Muted, sentence.into())]
}

fn command(line: &str) -> Vec<Piece> {
    vec![(Role::Key, format!("  {line}"))]
}

/// A filter looks at the columns of a list, not at what was said.
fn text_of_messages(key: &str, text: &str) -> Vec<Piece> {
    muted(format!("{key} searches calls and messages for {text}; a filter looks at the columns only."))
}

fn filtered(sentence: String) -> Vec<Vec<Piece>> {
    vec![text(sentence), muted("Esc takes the filter away, / changes it.")]
}

/// In place of the registries.
pub(super) fn registries(app: &App) -> Vec<Vec<Piece>> {
    if !app.data.found {
        return vec![muted("Looking for files …")];
    }
    vec![
        text("No registry is loaded."),
        muted("Mine one from your traces, then open both:"),
        command("vidimus mine TRACES -o registry.json"),
        command("vidimus TRACES registry.json"),
    ]
}

/// In place of the queue of a review.
pub(super) fn review(app: &App) -> Vec<Vec<Piece>> {
    let count = app.review_count();
    let filter = &app.review.screen.filter;
    if count.left == 0 && filter.trim() == LEFT && !app.is_review_frozen() {
        return vec![
            text(format!("Nothing is left to decide: all {} are judged.", counted(count.all, "rule"))),
            muted("/ changes the filter: an empty one shows all rules again, standing:rejected those that go."),
            muted("u takes your last decision back, # lists what is left and what is gone."),
            muted("F freezes what stays, with a seal and the record of who decided what."),
        ];
    }
    vec![
        text(format!("No rule under review passes the filter {filter:?}.")),
        muted(if app.is_review_frozen() {
            "Esc shows all rules again, / changes the filter."
        } else {
            "Esc goes back to what is left to decide, / changes the filter."
        }),
    ]
}

/// In place of the tools of a registry.
pub(super) fn tools(app: &App) -> Vec<Vec<Piece>> {
    let filter = &app.registries.tool_filter;
    if !filter.is_empty() {
        return filtered(format!("No tool matches {filter:?}."));
    }
    vec![
        text("This registry has no tool."),
        muted("Mine one from traces with calls:"),
        command("vidimus mine TRACES -o registry.json"),
    ]
}

/// In place of the rules of a tool.
pub(super) fn rules(app: &App, tool: &str, contract: &ToolContract) -> Vec<Vec<Piece>> {
    let filter = &app.registries.rule_filter;
    if !contract.invariants.is_empty() {
        return filtered(format!("No rule of {tool} matches {filter:?}."));
    }
    let samples = counted(usize::try_from(contract.samples).unwrap_or(usize::MAX), "clean sample");
    vec![
        text(format!("The registry has no rule for {tool} ({samples}).")),
        muted("c lists the fields of its results; with more traces there may be rules:"),
        command("vidimus mine TRACES -o registry.json"),
    ]
}

/// In place of the rules while there is no tool.
pub(super) fn no_tool() -> Vec<Piece> {
    muted("The rules of the tool under the cursor stand here.")
}

/// In place of everything about a rule while there is none.
pub(super) fn no_rule() -> Vec<Piece> {
    muted("The rule under the cursor is explained here.")
}

/// In place of arguments and result while there is no call.
pub(super) fn no_call() -> Vec<Piece> {
    muted("What a call asked for and what came back stand here.")
}

/// In place of the episodes.
pub(super) fn episodes(app: &App) -> Vec<Vec<Piece>> {
    let filter = &app.episodes.filter;
    let is_reading = app.data.ledgers.iter().any(|slot| !slot.complete);
    if !filter.is_empty() {
        let whole = if filter.contains(':') && !filter.contains('*') {
            " What stands after a colon is matched whole; * stands for anything, as in model:gpt*."
        } else {
            ""
        };
        let mut lines = filtered(format!("No episode passes the filter {filter:?}.{whole}"));
        lines.extend(
            app.text_in_filter()
                .map(|text| text_of_messages(app.keymap.key(app.base_scope(), Action::Search).unwrap_or(":"), &text)),
        );
        return lines;
    }
    if !app.data.found || is_reading {
        return vec![muted(if app.data.found { "Reading …" } else { "Looking for files …" })];
    }
    if app.data.ledgers.is_empty() {
        return vec![
            text("No ledger is loaded."),
            muted(
                "Start vidimus with a ledger, a tau-bench result file or a chat log: vidimus PATH. Without a path it \
                 opens its sample study. L lists what was passed over and why.",
            ),
        ];
    }
    vec![
        text("No episode is in what is loaded yet."),
        muted("Episodes appear here as they are written. L lists lines that could not be read and why."),
    ]
}

/// In place of the pairs.
pub(super) fn pairs(app: &App) -> Vec<Vec<Piece>> {
    if app.data.ledgers.is_empty() || !app.data.found {
        return episodes(app);
    }
    if app.data.ledgers.iter().any(|slot| !slot.complete) {
        return vec![muted("Reading … Pairs are made once all files are there.")];
    }
    let axis = app.pairs.pairing().map_or("arm", |pairing| pairing.plan.axis.name());
    vec![
        text(format!("There is nothing to pair: the loaded episodes do not have two values of {axis}.")),
        muted(
            "A pair is the same task, model and trial in two arms. c pairs by another field, such as model or trial.",
        ),
        muted("Two files, one for each arm, can be opened together:"),
        command("vidimus BASELINE.jsonl ADVISORY.jsonl"),
    ]
}

/// In place of the numbers of the study.
pub(super) fn study(app: &App) -> Vec<Vec<Piece>> {
    if app.data.ledgers.is_empty() || !app.data.found {
        return episodes(app);
    }
    if app.data.ledgers.iter().any(|slot| !slot.complete) {
        return vec![muted("Reading … The numbers are counted once all files are there.")];
    }
    vec![muted("Counting …")]
}

/// In place of the list of pairs.
pub(super) fn filtered_pairs(app: &App) -> Vec<Vec<Piece>> {
    let filter = &app.pairs.screen.filter;
    if filter.trim().is_empty() {
        return vec![
            text("No two episodes of the two arms belong together."),
            muted("The counts above say why; c pairs them otherwise."),
        ];
    }
    filtered(format!("No pair passes the filter {filter:?}."))
}

/// In place of the calls of an episode.
pub(super) fn calls(stepper: &StepperScreen) -> Vec<Vec<Piece>> {
    vec![text(stepper.why_no_call()), muted("M shows what was said, J goes to the next episode.")]
}
