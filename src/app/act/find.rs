//! Finding a text among the calls of an episode or the fields of a call: the cursor goes there, nothing is hidden.

use crate::app::App;
use crate::app::filter::Filtered;
use crate::app::screen::stepper::{Find, Pane};
use crate::query::text::Sought;

impl App {
    /// The cursor when the prompt opened: from there on is looked while the text is typed.
    pub(in crate::app) fn mark_find_origin(&mut self) {
        if let Some(stepper) = &mut self.stepper {
            stepper.find.origin = (stepper.calls.selected().copied(), stepper.tree.selected().cloned());
        }
    }

    /// Looks for a text in the pane that has the cursor, from where the prompt opened on.
    pub(in crate::app) fn find(&mut self, text: String) {
        let Some(stepper) = &mut self.stepper else { return };
        let (call, row) = stepper.find.origin.clone();
        stepper.find = Find { sought: Sought::new(&text), text, origin: (call, row.clone()), count: (0, 0) };
        if stepper.pane == Pane::Calls {
            if let Some(call) = call
                && stepper.calls.selected() != Some(&call)
            {
                stepper.calls.select(&call);
                self.show_call();
            }
        } else if let Some(row) = row {
            stepper.tree.select(&row);
        }
        self.find_next(true, true);
    }

    /// Where a text was looked for in vain, and where else it could be.
    pub(in crate::app) fn why_not_found(&self) -> String {
        let text = self.filter();
        if self.filtered() == Filtered::Lines {
            return format!("no match for {text:?} in this text; ctrl-f looks everywhere");
        }
        match self.stepper.as_ref().map(|stepper| stepper.pane) {
            Some(Pane::Calls) => format!(
                "no match for {text:?} among the tools of this episode; in the fields of a call Tab, then / looks, \
                 ctrl-f everywhere"
            ),
            _ => format!("no match for {text:?} in this call; ctrl-f looks everywhere"),
        }
    }

    /// Goes to the next place where the text stands.
    pub(in crate::app) fn next_match(&mut self, forward: bool) {
        if self.next_line_match(forward) {
            return;
        }
        if self.looked_for().is_some() {
            self.notice = Some("nothing is looked for: / finds a text in what is on screen".into());
            return;
        }
        if self.stepper.as_ref().is_none_or(|stepper| stepper.find.sought.is_empty()) {
            self.notice = Some("nothing is looked for: / finds a tool among the calls, or a field or value".into());
            return;
        }
        if !self.find_next(forward, false) {
            let side = if forward { "further" } else { "earlier" };
            let place = match self.stepper.as_ref().map(|stepper| stepper.pane) {
                Some(Pane::Calls) => "episode",
                _ => "call",
            };
            self.notice = Some(format!("no {side} match in this {place}"));
        }
    }

    /// Whether there was one. While typing the cursor's own place counts, and behind the end the search goes on
    /// from the beginning.
    fn find_next(&mut self, forward: bool, is_typing: bool) -> bool {
        let Some(stepper) = &mut self.stepper else { return false };
        if stepper.find.sought.is_empty() {
            return false;
        }
        let (found, here) = if stepper.pane == Pane::Calls {
            let Some(slot) = self.data.ledger(stepper.episode.ledger) else { return false };
            // Tools are few: each is asked once, however many calls there are.
            let tools: Vec<bool> =
                slot.index.tools().iter().map(|tool| stepper.find.sought.is_in(tool.as_str())).collect();
            let is_found = |place: &u32| {
                let entry = slot.index.calls().get(*place as usize);
                entry.is_some_and(|entry| tools.get(entry.tool as usize).copied().unwrap_or(false))
            };
            let rows = stepper.calls.rows().iter().enumerate();
            let found: Vec<usize> = rows.filter(|(_, place)| is_found(place)).map(|(at, _)| at).collect();
            (found, stepper.calls.place())
        } else {
            self.open_matching_folds();
            let Some(stepper) = &self.stepper else { return false };
            let rows = stepper.rows.iter().enumerate();
            let is_found = |row: &crate::app::tree::TreeRow| stepper.find.sought.is_in(&row.text());
            let found: Vec<usize> = rows.filter(|(_, row)| is_found(row)).map(|(at, _)| at).collect();
            (found, stepper.tree.place())
        };
        let Some(stepper) = &mut self.stepper else { return false };
        let next = match (forward, is_typing) {
            (true, true) => found.iter().position(|at| *at >= here).or(if found.is_empty() { None } else { Some(0) }),
            (true, false) => found.iter().position(|at| *at > here),
            (false, _) => found.iter().rposition(|at| *at < here),
        };
        let at_match = next.or_else(|| found.iter().rposition(|at| *at <= here));
        stepper.find.count = (at_match.map_or(0, |at| at + 1), found.len());
        let Some(at) = next.and_then(|next| found.get(next).copied()) else { return false };
        if stepper.pane == Pane::Calls {
            if at != here {
                stepper.calls.move_to(at);
                stepper.receipt_scroll = 0;
                self.show_call();
            }
        } else {
            stepper.tree.move_to(at);
        }
        true
    }

    /// A match inside a folded part is shown: its folds are opened.
    fn open_matching_folds(&mut self) {
        let Some(stepper) = &mut self.stepper else { return };
        let Some(detail) = stepper.detail.as_ref().filter(|_| !stepper.closed.is_empty()) else { return };
        let all = detail.rows(&std::collections::BTreeSet::new());
        let before = stepper.closed.len();
        for row in all.iter().filter(|row| stepper.find.sought.is_in(&row.text())) {
            let (part, place) = &row.key;
            stepper
                .closed
                .retain(|(other, fold)| !(other == part && fold.len() < place.len() && place.starts_with(fold)));
        }
        if stepper.closed.len() != before {
            self.lay_out();
        }
    }
}
