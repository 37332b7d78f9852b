//! The window of a preview: call by call, pair by pair.

use super::Set;
use crate::app::App;
use crate::app::data::{CallRef, LedgerId};
use crate::app::review::Judged;
use crate::app::review::moving::BACK;
use crate::app::scan::Purpose;
use crate::app::screen::episodes::EpisodeRef;
use crate::app::screen::stepper::Origin;
use crate::domain::ids::InvariantId;
use crate::domain::invariant::Invariant;
use crate::lens::preview::{Names, broken_words, page};
use crate::page::{Kind, Page, Role};
use crate::pair::Pair;
use crate::review::preview::{Episode, Fire, Spot};
use crate::words;

/// Where the receipts would be.
const NO_CALLS_HERE: &str = "No calls are loaded to try the rules on; open both: vidimus TRACES registry.json";

impl App {
    /// The window of the pending set.
    pub(in crate::app) fn preview_page(&self) -> Option<Page> {
        let (set, forecast) = self.review.forecasts.pending.as_ref()?;
        let asked = match set {
            Set::Marked(1) => "If the marked rule is rejected".to_owned(),
            Set::Marked(count) => format!("If the {count} marked rules are rejected"),
            Set::Decided if forecast.changes.is_empty() => {
                let mut page = Page::new("what would change");
                page.text("Nothing so far: no rule is rejected, edited or waived yet, and none is marked.");
                page.muted(
                    "Mark rules with space to see what rejecting all of them would do; the card of a rule says it of \
                     that rule alone.",
                );
                return Some(page);
            }
            Set::Decided => {
                let edited = forecast.changes.values().flatten().count();
                let gone = forecast.changes.len() - edited;
                format!("With all decisions so far ({gone} rejected or waived, {edited} edited)")
            }
        };
        if self.data.ledgers.is_empty() {
            let mut page = Page::new("what would change");
            page.text(format!("{asked}: what changes in receipts is not known. {NO_CALLS_HERE}"));
            return Some(page);
        }
        let Some(preview) = &forecast.preview else {
            let mut page = Page::new("what would change");
            page.push(Kind::Text, vec![(Role::News, self.preview_progress(Purpose::Preview))]);
            return Some(page);
        };
        let rule = |id: &InvariantId| self.review.judged().sentence(id).unwrap_or_else(|| id.to_string());
        let spot = |spot: Spot| self.call_at(spot).map(|call| self.call_words(call)).unwrap_or_default();
        let broken = |at: Spot, id: &InvariantId| {
            let fire = self.review.evidence().table().fire_of(id, at);
            let judged = fire.as_ref().and_then(|fire| self.judge_of_fire(fire, id));
            judged.map_or_else(
                || rule(id),
                |(judge, it)| broken_words(&judge, it, fire.as_ref().map_or("", |fire| &*fire.seen)),
            )
        };
        Some(page(&asked, preview, &Names { spot: &spot, broken: &broken, rule: &rule }))
    }

    /// The name of the registry that judged a call, and the rule as it stands in it.
    pub(in crate::app::review) fn judge_of_fire(&self, fire: &Fire, id: &InvariantId) -> Option<(String, &Invariant)> {
        let (judge, registry) = self.review.evidence().judges().get(fire.judge)?;
        Some((self.data.registry(*judge)?.name.clone(), registry.rule(id)?))
    }

    /// Opens the call or the pair behind a line of the window.
    pub(in crate::app) fn follow_preview(&mut self, link: usize) {
        let pending = self.review.forecasts.pending.as_ref();
        let Some(preview) = pending.and_then(|(_, forecast)| forecast.preview.clone()) else { return };
        if let Some(touched) = link.checked_sub(preview.calls.len()) {
            let pair = preview.pairs.get(touched).map(|touched| touched.pair);
            if !pair.is_some_and(|pair| self.open_forecast_pair(pair)) {
                self.notice = Some("that pair is none of those on screen 4: its runs pair otherwise there".into());
            }
            return;
        }
        match preview.calls.get(link).and_then(|call| self.call_at(call.spot)) {
            Some(call) => {
                self.jumps();
                self.overlays.clear();
                self.open_call(call);
            }
            None => self.notice = Some("that call is gone".into()),
        }
    }

    /// Opens a pair of the preview; false if the pairs screen has none of these two episodes.
    fn open_forecast_pair(&mut self, pair: Pair) -> bool {
        let both = self.forecast_episodes().both(pair);
        let key =
            |it: &Episode| self.episode_key(EpisodeRef { ledger: LedgerId(it.ledger), place: it.episode as usize });
        let Some((one, two)) = both.and_then(|(one, two)| Some((key(one)?, key(two)?))) else { return false };
        let (straight, turned) = ([one.clone(), two.clone()], [two, one]);
        // The arms of the screen may be swapped, and stay so.
        let at = if self.has_pair_at(&turned) { turned } else { straight };
        self.jumps();
        self.go_to_pair_spot(Some(&at), true)
    }

    /// Opens a call over the review.
    pub(in crate::app::review) fn open_from_review(&mut self, call: CallRef) {
        self.open_call(call);
        if let Some(stepper) = &mut self.stepper {
            stepper.from = Some(Origin::Review);
            self.notice = Some(BACK.into());
        }
    }
}

impl Judged {
    /// A rule in words, by its id.
    fn sentence(&self, id: &InvariantId) -> Option<String> {
        let row = self.review.rows.iter().find(|row| row.id == *id)?;
        let rule = self.of.as_ref()?.1.tools.get(&row.tool)?.invariants.get(row.place)?;
        Some(words::rule(rule))
    }
}
