//! The keys of one place, by what they are for, and what the signs there mean. The keys are those in force; what is
//! said of them comes from the table that handles them.

use crate::app::action::Action;
use crate::app::keymap::{Bound, Keymap};
use crate::app::keys::Scope;
use crate::page::{Kind, Page, Place, Role, Sign};

/// The page for a scope; `window` is the one it was opened from, if it was, where not every action is of use.
pub(super) fn page(keymap: &Keymap, scope: Scope, window: Option<&Page>, is_of_use: &dyn Fn(Action) -> bool) -> Page {
    let mut page = Page::new("keys that work here");
    page.push(Kind::Text, vec![(Role::Title, scope.title().into()), (Role::Text, format!(": {}", purpose(scope)))]);
    let signs = signs(scope, window);
    // Over a window one asks for its signs; on a screen for the keys, and the signs are below.
    let are_first = scope == Scope::Overlay;
    if are_first {
        explain(&signs, "What the signs in this window mean", &mut page);
    } else if !signs.is_empty() {
        let end = keymap.key(Scope::Overlay, Action::Last).unwrap_or_default();
        page.muted(format!("What the signs mean stands below the keys; {end} goes there."));
    }
    let mut rows = rows(keymap, scope);
    rows.retain(|(bound, _)| is_of_use(bound.row.action));
    for group in Group::ALL {
        let rows: Vec<_> = rows.iter().filter(|(bound, _)| Group::of(bound.row.action) == group).collect();
        if rows.is_empty() {
            continue;
        }
        page.heading(group.title());
        for (bound, keys) in rows {
            let keys = format!("{:<22}", keys.join(" "));
            page.push(Kind::Item, vec![(Role::Key, keys), (Role::Text, bound.row.help.to_owned())]);
        }
        if group == Group::Move && tabs_take_digits(keymap, scope) {
            page.muted(
                "  The digits of the screens go there at once, so a number before a key begins with another digit here: \
                 62G is line 62, and 10G is not line 10 but screen 1. Inside an episode every number counts.",
            );
        }
    }
    if !are_first {
        explain(&signs, "What the signs mean", &mut page);
    }
    page.gap();
    page.muted(match keymap.key(scope, Action::Palette) {
        Some(key) if takes_commands(scope) => format!("{key} finds any command by its words; vidimus keys lists all."),
        _ => "vidimus keys, outside, lists all keys; README says how to have your own.".to_owned(),
    });
    page
}

/// The signs with their meanings.
fn explain(signs: &[Sign], heading: &str, page: &mut Page) {
    if signs.is_empty() {
        return;
    }
    page.heading(heading);
    for sign in signs {
        let shown = (sign.role(), format!("{:<10}", sign.text()));
        page.push(Kind::Item, vec![shown, (Role::Text, sign.meaning().to_owned())]);
    }
}

/// The rows that do something in a scope, each with those of its keys that are not taken by another there.
fn rows(keymap: &Keymap, scope: Scope) -> Vec<(&Bound, Vec<&str>)> {
    let own: Vec<_> = keymap.of(scope).collect();
    let is_taken = |key: &&str| own.iter().any(|bound| bound.keys.iter().any(|taken| taken == key));
    let global = keymap.of(Scope::Global).filter(|bound| scope != Scope::Global && reaches(scope, bound.row.action));
    let global = global.map(|bound| {
        let keys: Vec<_> = bound.keys.iter().map(String::as_str).filter(|key| !is_taken(key)).collect();
        (bound, keys)
    });
    let own = own.iter().map(|bound| (*bound, bound.keys.iter().map(String::as_str).collect::<Vec<_>>()));
    own.chain(global).filter(|(_, keys)| !keys.is_empty()).collect()
}

/// Whether digits that could begin a number are keys of tabs.
fn tabs_take_digits(keymap: &Keymap, scope: Scope) -> bool {
    let is_digit = |key: &String| key.len() == 1 && key.chars().all(|c| c.is_ascii_digit());
    keymap.of(scope).any(|bound| bound.row.action == Action::ShowRegistries && bound.keys.iter().any(is_digit))
}

const fn takes_commands(scope: Scope) -> bool {
    !matches!(scope, Scope::Prompt | Scope::Mark | Scope::Confirm)
}

/// Whether a key of everywhere does something in a scope.
const fn reaches(scope: Scope, action: Action) -> bool {
    match scope {
        // A line of text takes every key that is not its own.
        Scope::Prompt | Scope::Mark | Scope::Confirm => false,
        Scope::Overlay => !matches!(action, Action::NextPane | Action::PreviousPane),
        Scope::Episodes => !matches!(action, Action::NextPane | Action::PreviousPane),
        Scope::Global
        | Scope::Registries
        | Scope::Pairs
        | Scope::Braid
        | Scope::Study
        | Scope::Review
        | Scope::Frozen
        | Scope::Stepper => true,
    }
}

const fn purpose(scope: Scope) -> &'static str {
    match scope {
        Scope::Global => "on every screen and in every window.",
        Scope::Registries => {
            "what the results of each tool were like in the clean samples, rule by rule, and where each rule fires."
        }
        Scope::Review => {
            "the rules of one registry, the most suspicious first, to be accepted or rejected. Every decision is saved \
             at once, and can be taken back."
        }
        Scope::Frozen => {
            "the rules of a frozen registry, with what was decided of each. Its review is closed: to decide again, review \
             the registry it was made from."
        }
        Scope::Episodes => "one row for each run of an agent on a task. Open one to see its calls and its receipts.",
        Scope::Pairs => {
            "the same task, model and trial in two arms, side by side: who won, who lost, and where the two part. Enter on a \
             number of the table shows its pairs alone; tab goes from the table to the list."
        }
        Scope::Braid => {
            "the two episodes of a pair side by side, aligned call by call: what both begin with is folded, below stands \
             what differs in the row under the cursor. Enter opens the call in its episode."
        }
        Scope::Study => {
            "the numbers of the two arms: who won and by how much, what receipts led to, when it pays. Enter on a number \
             shows the episodes or pairs that it counts, and nothing else; esc comes back to it."
        }
        Scope::Stepper => {
            "calls at the left; what went in and came back at the right, with the rules that hold or break there; \
             below, the receipt."
        }
        Scope::Overlay => "it lies over the screen; closing it loses nothing.",
        Scope::Prompt => "what you type takes effect at once.",
        Scope::Mark => "a letter names the place.",
        Scope::Confirm => "one key decides on many; every other key leaves them as they are.",
    }
}

/// What keys are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Move,
    Decide,
    Look,
    Go,
    Out,
}

impl Group {
    const ALL: [Self; 5] = [Self::Move, Self::Decide, Self::Look, Self::Go, Self::Out];

    const fn title(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Decide => "Decide",
            Self::Look => "Look",
            Self::Go => "Go",
            Self::Out => "Take away, and the program",
        }
    }

    /// What is about none of the others looks at something.
    fn of(action: Action) -> Self {
        let is_in = |actions: &[Action]| actions.contains(&action);
        if is_in(MOVE) {
            Self::Move
        } else if is_in(DECIDE) {
            Self::Decide
        } else if is_in(GO) {
            Self::Go
        } else if is_in(OUT) {
            Self::Out
        } else {
            Self::Look
        }
    }
}

use Action as A;

const DECIDE: &[Action] = &[
    A::ConfirmLabel,
    A::ChooseLabel,
    A::Note,
    A::Accept,
    A::AcceptFollowing,
    A::Reject,
    A::Edit,
    A::Waive,
    A::Comment,
    A::ToggleMark,
    A::AcceptAll,
    A::RejectAll,
    A::WaiveAll,
    A::Confirm,
    A::Undo,
    A::Redo,
    A::Freeze,
    A::SetReviewer,
];

const MOVE: &[Action] = &[
    A::Down,
    A::Up,
    A::PageDown,
    A::PageUp,
    A::First,
    A::Last,
    A::NextPane,
    A::PreviousPane,
    A::NextReceipt,
    A::PreviousReceipt,
    A::NextError,
    A::PreviousError,
    A::NextChange,
    A::NextMatch,
    A::PreviousMatch,
    A::NextDifference,
    A::PreviousDifference,
    A::NextEpisode,
    A::PreviousEpisode,
    A::OlderFilter,
    A::NewerFilter,
    A::NextLeft,
];
const GO: &[Action] = &[
    A::Enter,
    A::Back,
    A::Submit,
    A::ShowRegistries,
    A::ShowReview,
    A::ShowEpisodes,
    A::ShowPairs,
    A::ShowStudy,
    A::GoToPair,
    A::GoToRule,
    A::SetMark,
    A::GoToMark,
    A::ListMarks,
    A::JumpBack,
    A::JumpForward,
    A::Palette,
    A::GoToAnything,
];
const OUT: &[Action] = &[
    A::Copy,
    A::CopyLink,
    A::NextTheme,
    A::ToggleMouse,
    A::Redraw,
    A::Suspend,
    A::Pause,
    A::Tour,
    A::Help,
    A::CloseOrQuit,
    A::Quit,
];

/// The signs of a place: those that can stand on its screen, or those that stand in the window it was opened from.
fn signs(scope: Scope, window: Option<&Page>) -> Vec<Sign> {
    let place = match scope {
        Scope::Registries => Place::Registries,
        Scope::Review | Scope::Frozen => Place::Review,
        Scope::Episodes => Place::Episodes,
        Scope::Pairs => Place::Pairs,
        Scope::Braid => Place::Braid,
        Scope::Stepper => Place::Stepper,
        _ => return window.map(|window| Sign::inside(window).collect()).unwrap_or_default(),
    };
    Sign::on(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(scope: Scope) -> String {
        page(&Keymap::default(), scope, None, &|_| true).as_text()
    }

    #[test]
    fn a_place_is_told_of_the_keys_that_work_in_it_and_no_others() {
        let stepper = text(Scope::Stepper);
        assert!(stepper.contains("next call with a receipt") && stepper.contains("quit, always"), "{stepper}");
        assert!(!stepper.contains("sort by the next column"), "{stepper}");
        let prompt = text(Scope::Prompt);
        assert!(prompt.contains("take what was typed") && !prompt.contains("next pane"), "{prompt}");
        let window = text(Scope::Overlay);
        assert!(window.contains("a page down") && !window.contains("next pane"), "{window}");
    }

    /// Each row of the table that a scope has is in its help exactly once.
    #[test]
    fn every_key_of_a_scope_is_listed_once() {
        let keymap = Keymap::default();
        for scope in Scope::ALL {
            let listed = page(&keymap, scope, None, &|_| true);
            for bound in keymap.of(scope).filter(|bound| !bound.keys.is_empty()) {
                let is_it = |line: &&crate::page::Line| {
                    line.pieces.first().is_some_and(|(_, keys)| keys.trim_end() == bound.keys.join(" "))
                        && line.pieces.get(1).is_some_and(|(_, help)| help == bound.row.help)
                };
                assert_eq!(listed.lines.iter().filter(is_it).count(), 1, "{scope:?} {}", bound.row.help);
            }
        }
    }
}
