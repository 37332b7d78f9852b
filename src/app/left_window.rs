//! The way back into a window that was left for what one of its lines leads to: Esc finds it as it was.

use super::spot::Spot;
use super::window::View;
use super::{App, Overlay};

/// What Esc does where such a line led to.
const BACK: &str = "esc goes back to the window, as it was";

/// A window that was left, with those under it.
#[derive(Clone, Debug)]
pub(super) struct LeftWindow {
    overlays: Vec<Overlay>,
    /// The screen that it was open over.
    over: Spot,
    /// Where its line led to.
    to: Spot,
}

impl App {
    /// Goes where a line of a window leads. What looks at the contracts from outside is not done with one line: Esc
    /// comes back to it.
    pub(super) fn follow_link(&mut self, view: &View, link: usize) {
        let is_kept = matches!(view, View::Preview | View::Audit | View::Diff | View::Drift | View::Verify);
        let left = is_kept.then(|| (self.overlays.clone(), self.spot()));
        self.lead(view, link);
        let Some((overlays, over)) = left.filter(|_| self.overlays.is_empty()) else { return };
        self.left_window = Some(Box::new(LeftWindow { overlays, over, to: self.spot() }));
        self.notice = Some(match self.notice.take() {
            Some(said) => format!("{said}; {BACK}"),
            None => BACK.to_owned(),
        });
    }

    /// The windows that were left.
    pub(super) fn left_overlays(&self) -> impl Iterator<Item = &Overlay> {
        self.left_window.iter().flat_map(|left| &left.overlays)
    }

    /// Whether this is where a line of the window led to.
    pub(super) fn is_led_here(&self) -> bool {
        self.left_window.as_ref().is_some_and(|left| match (&left.to, self.spot()) {
            (Spot::Rules { registry, tool, rule }, Spot::Rules { registry: r, tool: t, rule: u }) => {
                (registry, tool, rule.is_some()) == (&r, &t, u.is_some())
            }
            (Spot::Call { ledger, episode, .. }, Spot::Call { ledger: l, episode: e, .. }) => {
                (ledger, episode) == (&l, &e)
            }
            (to, now) => *to == now,
        })
    }

    /// Back into the window; false if this is not where it led to.
    pub(super) fn return_to_window(&mut self) -> bool {
        if !self.is_led_here() {
            return false;
        }
        let Some(left) = self.left_window.take() else { return false };
        match &left.over {
            // The queue and its card have not moved meanwhile.
            Spot::Judging { .. } => self.come_back_to_review(),
            over => _ = self.go(over),
        }
        self.overlays = left.overlays;
        self.refresh_windows();
        true
    }
}
