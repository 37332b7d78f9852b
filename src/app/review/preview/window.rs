//! The window of a preview: call by call, pair by pair.

use super::Set;
use crate::app::App;
use crate::app::data::CallRef;
use crate::app::review::Judged;
use crate::app::review::moving::BACK;
use crate::app::scan::Purpose;
use crate::app::screen::stepper::Origin;
use crate::domain::ids::InvariantId;
use crate::domain::invariant::Invariant;
use crate::lens::preview::{Names, broken_words, page};
use crate::page::{Kind, Page, Role};
use crate::review::preview::{Fire, Spot};
use crate::words;

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

    /// Opens the call behind a line of the window.
    pub(in crate::app) fn follow_preview(&mut self, link: usize) {
        let pending = self.review.forecasts.pending.as_ref();
        let call = pending.and_then(|(_, forecast)| forecast.preview.as_ref()?.calls.get(link));
        match call.and_then(|call| self.call_at(call.spot)) {
            Some(call) => self.open_from_review(call),
            None => self.notice = Some("that call is gone".into()),
        }
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
