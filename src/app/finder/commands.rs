//! Every action as something to find: those that work here first, the others with where they work.

use super::{Candidate, Goal};
use crate::app::App;
use crate::app::action::Action;
use crate::app::keymap::Bound;
use crate::app::keys::Scope;

/// At most so many commands are remembered as used.
const REMEMBERED: usize = 20;

impl App {
    /// A command of the palette was given.
    pub(in crate::app) fn command_used(&mut self, action: Action) {
        self.used.retain(|other| *other != action);
        self.used.insert(0, action);
        self.used.truncate(REMEMBERED);
    }

    /// The commands: those used last, those that work here, those that work elsewhere.
    pub(super) fn commands(&self) -> Vec<Candidate> {
        let here = match self.base_scope() {
            Scope::Review => self.review_scope(),
            scope => scope,
        };
        let mut rows: Vec<(bool, &Bound)> = Vec::new();
        for scope in [here, Scope::Global] {
            rows.extend(self.keymap.of(scope).map(|bound| (true, bound)));
        }
        rows.extend(self.keymap.rows().iter().map(|bound| (false, bound)));
        let mut candidates: Vec<(usize, Candidate)> = Vec::new();
        let mut told: Vec<Action> = Vec::new();
        for (works, bound) in rows {
            let action = bound.row.action;
            // Opening the palette from the palette, and what Enter and Esc do in it, are no commands.
            let is_command = !matches!(action, Action::Palette | Action::Submit | Action::Back);
            // One line for one action: the keys of every row of it that works here.
            if told.contains(&action) {
                if works && let Some((_, before)) = candidates.iter_mut().find(|(_, it)| it.goal == Goal::Do(action)) {
                    before.after.extend(bound.keys.iter().map(|key| format!(" {key}")));
                }
            } else if is_command {
                told.push(action);
                let used = self.used.iter().position(|it| *it == action).unwrap_or(REMEMBERED);
                let candidate = Candidate {
                    kind: "",
                    text: bound.row.help.to_owned(),
                    name: action.name(),
                    after: bound.keys.join(" "),
                    barred: (!works).then(|| match here {
                        Scope::Frozen if bound.row.scope == Scope::Review => place(Scope::Frozen),
                        _ => place(bound.row.scope),
                    }),
                    goal: Goal::Do(action),
                };
                let rank = match (works, is_moving(action)) {
                    (false, _) => REMEMBERED + 2,
                    (true, true) if used == REMEMBERED => REMEMBERED + 1,
                    _ => used,
                };
                candidates.push((rank, candidate));
            }
        }
        // What the list here can be sorted by is found by its name, after everything that has a key.
        candidates.extend(self.orders(true).into_iter().map(|order| (REMEMBERED + 1, order)));
        candidates.sort_by_key(|(rank, _)| *rank);
        candidates.into_iter().map(|(_, candidate)| candidate).collect()
    }
}

impl App {
    /// What is said of a key that does nothing in a scope: where it does something, if it does anywhere.
    pub(in crate::app) fn told_of_idle_key(&self, scope: Scope, key: &str) -> String {
        // The screen that opens from this one is what was meant.
        let below = match scope {
            Scope::Episodes => Some(Scope::Stepper),
            Scope::Pairs => Some(Scope::Braid),
            _ => None,
        };
        let of = |bound: &&Bound| bound.keys.iter().any(|it| it == key);
        let in_scope = |scope: Scope| self.keymap.of(scope).find(of);
        let elsewhere = || self.keymap.rows().iter().filter(|it| it.row.scope != Scope::Prompt).find(of);
        match (below.and_then(in_scope), below) {
            (Some(_), Some(Scope::Stepper)) => {
                format!("{key} works inside an episode: Enter opens the one under the cursor")
            }
            (Some(_), Some(_)) => format!("{key} works inside a pair: Enter opens the one under the cursor"),
            _ => match elsewhere() {
                Some(bound) => {
                    format!("{key} does nothing here; it works {}: {}", place(bound.row.scope), bound.row.help)
                }
                None => format!("{key} does nothing; ? lists the keys that work here"),
            },
        }
    }
}

/// Whether it only moves the cursor: nobody looks for that first.
fn is_moving(action: Action) -> bool {
    use Action as A;
    matches!(action, A::Enter | A::Down | A::Up | A::PageDown | A::PageUp | A::First | A::Last)
}

/// Where the keys of a scope work, after "works".
const fn place(scope: Scope) -> &'static str {
    match scope {
        Scope::Global => "everywhere",
        Scope::Registries => "on the registries screen",
        Scope::Frozen => "on a registry that is not frozen",
        Scope::Review => "on the review screen",
        Scope::Episodes => "in the list of episodes",
        Scope::Pairs => "on the pairs screen",
        Scope::Braid => "in an open pair",
        Scope::Study => "on the study screen",
        Scope::Stepper => "in an open episode",
        Scope::Overlay => "in a window",
        Scope::Prompt => "while typing a filter",
        Scope::Mark => "after m or '",
        Scope::Confirm => "when many are to be decided at once",
    }
}
