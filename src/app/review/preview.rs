//! What decisions would do to the receipts: of the rule under the cursor, of the pending set, of an edit being typed.
//!
//! Rejected rules are answered from what was looked at already; what an edited rule finds is asked of the calls of its
//! tool in the background.

mod window;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::app::data::RuleRef;
use crate::app::scan::{Purpose, RecordRef, Scan, Which};
use crate::app::window::View;
use crate::app::{App, Ask, Asked, Overlay};
use crate::contract::Basis;
use crate::domain::ids::InvariantId;
use crate::lens::Answer;
use crate::lens::preview::{LookAgain, asked, episodes, summary};
use crate::review::Edit;
use crate::review::outcome::{self, outcome};
use crate::review::preview::{Again, At, Change, Changed, Changes, Edits, Episodes, Preview, Spot, changes_between};

/// Why nothing is said of receipts.
const NO_CALLS: &str = "no calls are loaded to try it on; open both: vidimus TRACES registry.json";

/// What was asked for, and what is known of it.
#[derive(Clone, Debug)]
struct Forecast {
    changes: Changes,
    edits: Arc<Edits>,
    /// Nothing while calls are being looked at again.
    preview: Option<Arc<Preview>>,
}

/// Everything that was asked for.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Forecasts {
    /// The episodes of all ledgers; made when they are needed first.
    episodes: OnceLock<Arc<Episodes>>,
    /// What was said of rules alone: a card is made anew at every key.
    said: RefCell<BTreeMap<InvariantId, String>>,
    /// The pending set, while its window is open.
    pending: Option<(Set, Forecast)>,
    /// The edit that is being typed.
    typed: Option<(String, Forecast)>,
}

/// Which decisions a preview is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// The marked rules, as if they were rejected.
    Marked(usize),
    /// Everything that was decided so far.
    Decided,
}

impl Forecasts {
    /// The calls that were looked at are other ones.
    pub(super) fn forget_previews(&mut self) {
        self.forget_said();
        let forecasts = self
            .pending
            .iter_mut()
            .map(|(_, forecast)| forecast)
            .chain(self.typed.iter_mut().map(|(_, forecast)| forecast));
        forecasts.for_each(|forecast| forecast.preview = None);
    }

    /// Something else may be said of rules.
    pub(super) fn forget_said(&mut self) {
        self.said.take();
    }

    /// The ledgers are other ones.
    pub(in crate::app) fn forget_episodes(&mut self) {
        self.episodes = OnceLock::new();
        self.forget_said();
    }
}

impl App {
    /// The episodes of all ledgers and their pairs.
    fn forecast_episodes(&self) -> &Arc<Episodes> {
        self.review
            .forecasts
            .episodes
            .get_or_init(|| Arc::new(episodes(self.data.ledgers.iter().map(|slot| (slot.id.0, &slot.index)))))
    }

    /// What becomes of the receipts without one rule, in a sentence; nothing while calls are left to be looked at.
    pub(super) fn preview_without(&self, rule: &RuleRef) -> Option<String> {
        let table = self.review.evidence().table();
        if self.data.ledgers.is_empty() || self.is_gathering() {
            return None;
        }
        if table.tools_with(&rule.invariant).next().is_none() {
            return Some("no loaded fold has this rule: in none of them does it judge a call".to_owned());
        }
        if let Some(said) = self.review.forecasts.said.borrow().get(&rule.invariant) {
            return Some(said.clone());
        }
        let changes = Changes::from([(rule.invariant.clone(), None)]);
        let (edits, again) = (Edits::default(), Again::default());
        let preview = Preview::new(table, &changes, &edits, &again, self.forecast_episodes());
        let said = summary("If it is rejected", &preview);
        self.review.forecasts.said.borrow_mut().insert(rule.invariant.clone(), said.clone());
        Some(said)
    }

    /// Opens the preview of the marked rules, or of all decisions so far.
    pub(in crate::app) fn open_preview(&mut self) {
        if self.review.judged().registry().is_none() {
            self.notice = Some("no registry is loaded to be reviewed".into());
            return;
        }
        self.ask_pending();
        self.open_window(View::Preview);
    }

    /// Asks anew what the pending set would change.
    fn ask_pending(&mut self) {
        let (set, changes) = self.pending_changes();
        let forecast = self.forecast(changes, Purpose::Preview);
        self.review.forecasts.pending = Some((set, forecast));
    }

    fn pending_changes(&self) -> (Set, Changes) {
        let marked = &self.review.screen.marked;
        if !marked.is_empty() {
            let changes = marked.iter().map(|rule| (rule.invariant.clone(), None)).collect();
            return (Set::Marked(marked.len()), changes);
        }
        let judged = self.review.judged();
        let registry = judged.registry().and_then(|id| self.data.registry(id)?.registry.clone());
        let changes = registry.map(|registry| {
            let result = outcome(&registry, &judged.review, outcome::Default::Keep).registry;
            changes_between(&registry, &result)
        });
        (Set::Decided, changes.unwrap_or_default())
    }

    /// Answers at once if nothing is edited; else looks again at the calls of the edited rules' tools.
    fn forecast(&mut self, changes: Changes, purpose: Purpose) -> Forecast {
        self.drop_scan(purpose);
        let edits = Arc::new(Edits::new(self.review.evidence().table(), &changes));
        let records: Vec<RecordRef> = edits.tools().flat_map(|tool| self.data.calls_of_tool(tool)).collect();
        let mut forecast = Forecast { changes, edits, preview: None };
        if self.is_gathering() {
            return forecast;
        }
        if records.is_empty() {
            forecast.preview = Some(Arc::new(self.preview_of(&forecast, &Again::default())));
        } else {
            self.start_scan(purpose, Arc::new(LookAgain(Arc::clone(&forecast.edits))), records);
        }
        forecast
    }

    fn preview_of(&self, forecast: &Forecast, again: &Again) -> Preview {
        let table = self.review.evidence().table();
        Preview::new(table, &forecast.changes, &forecast.edits, again, self.forecast_episodes())
    }

    /// More calls were looked at again.
    pub(in crate::app) fn take_previews(&mut self, purpose: Purpose) {
        if purpose == Purpose::Preview && !self.is_view_open(&View::Preview) {
            // Nobody waits for it any more.
            self.review.forecasts.pending = None;
            self.drop_scan(purpose);
            return;
        }
        if !self.scan(purpose).is_some_and(Scan::is_done) {
            return;
        }
        let forecasts = &self.review.forecasts;
        let forecast = match purpose {
            Purpose::Preview => forecasts.pending.as_ref().map(|(_, forecast)| forecast),
            Purpose::TypedPreview => forecasts.typed.as_ref().map(|(_, forecast)| forecast),
            _ => None,
        };
        let Some(forecast) = forecast.filter(|forecast| forecast.preview.is_none()) else { return };
        let mut again = Again::default();
        for (at, answer) in self.scan(purpose).map(Scan::found).unwrap_or_default() {
            if let Answer::Found(found) = answer {
                self.add_again(*at, found, &mut again);
            }
        }
        let preview = Some(Arc::new(self.preview_of(forecast, &again)));
        let forecasts = &mut self.review.forecasts;
        match purpose {
            Purpose::Preview => forecasts.pending.iter_mut().for_each(|(_, it)| it.preview.clone_from(&preview)),
            _ => forecasts.typed.iter_mut().for_each(|(_, it)| it.preview.clone_from(&preview)),
        }
        self.drop_scan(purpose);
    }

    fn add_again(&self, at: RecordRef, found: &[crate::review::preview::Found], again: &mut Again) -> Option<()> {
        let Which::Call(place) = at.which else { return None };
        let slot = self.data.ledger(at.ledger)?;
        let entry = slot.index.calls().get(place as usize)?;
        let episode = slot.index.episodes().get(entry.episode as usize)?;
        let judges = self.review.evidence().judges();
        let (judge, basis) = self.data.judge_of(judges.first()?.0, &episode.task_or_id())?;
        let judge = judges.iter().position(|(id, _)| *id == judge)?;
        let spot = Spot { ledger: at.ledger.0, episode: entry.episode, step: entry.step() };
        let at = At {
            spot,
            judge,
            tool: slot.index.tool(entry),
            is_faulted: entry.has_fault(),
            is_clean: episode.faults == 0,
            is_held_out: matches!(basis, Basis::HeldOut | Basis::NewTask),
        };
        again.add(self.review.evidence().table(), at, found.to_vec());
        Some(())
    }

    /// Registries, decisions or calls are other ones: what is on screen is asked anew.
    pub(in crate::app) fn renew_previews(&mut self) {
        if self.review.forecasts.pending.is_some() {
            if self.is_view_open(&View::Preview) {
                self.ask_pending();
            } else {
                self.review.forecasts.pending = None;
                self.drop_scan(Purpose::Preview);
            }
        }
        self.review.forecasts.typed = None;
        self.preview_typed();
    }

    /// The edit being typed is another one.
    pub(in crate::app) fn preview_typed(&mut self) {
        let typed = self.typed_edit();
        let before = self.review.forecasts.typed.as_ref().map(|(text, _)| text);
        if before == typed.as_ref().map(|(text, _)| text) && !self.is_gathering() {
            return;
        }
        self.review.forecasts.typed = None;
        self.drop_scan(Purpose::TypedPreview);
        if let Some((text, changes)) = typed {
            let forecast = self.forecast(changes, Purpose::TypedPreview);
            self.review.forecasts.typed = Some((text, forecast));
        }
    }

    /// What is being typed, if it is an edit.
    fn typed_edit(&self) -> Option<(String, Changes)> {
        let Some(Overlay::Ask(ask)) = self.overlays.last() else { return None };
        if !is_edit(ask.what) {
            return None;
        }
        let rule = self.review.asking.as_ref()?.rules.first()?;
        let it = self.review.judged().rule(rule)?;
        let text = ask.input.value().trim().to_owned();
        let edited = Edit::typed(it, &text).ok()?.apply(it).ok()?;
        Some((text, Changes::from([(rule.invariant.clone(), Some(edited))])))
    }

    /// What the edit being typed would change, in a sentence; nothing for other questions.
    pub fn said_of_edit(&self, ask: &Ask) -> Option<String> {
        if !is_edit(ask.what) {
            return None;
        }
        if let Some(refusal) = self.typed_refusal(ask) {
            return Some(refusal);
        }
        if self.data.ledgers.is_empty() {
            return Some(format!("what it would change is not known: {NO_CALLS}"));
        }
        let Some((_, forecast)) = &self.review.forecasts.typed else {
            return Some("what it would change shows here as soon as it is an edit".to_owned());
        };
        Some(match &forecast.preview {
            Some(preview) => {
                let said = summary(&asked(&forecast.changes), preview);
                match self.only_folds(preview) {
                    0 => said,
                    count => format!(
                        "{said} {count} of these go without the edit, too: only a fold's own version of the rule is \
                         broken there"
                    ),
                }
            }
            None => self.preview_progress(Purpose::TypedPreview),
        })
    }

    /// How many of the receipts that an edit takes away are a fold's alone: the rule as it stands would give none.
    fn only_folds(&self, preview: &Preview) -> usize {
        let table = self.review.evidence().table();
        let is_fold = |call: &&Changed| {
            let mut fires = call.before.iter().map(|id| table.fire_of(id, call.spot));
            fires.all(|fire| fire.is_some_and(|fire| fire.own == Some(false)))
        };
        preview.with(Change::Lost).filter(is_fold).count()
    }

    /// Why what is being typed is no edit, or hardly one; nothing before something is typed.
    fn typed_refusal(&self, ask: &Ask) -> Option<String> {
        let text = ask.input.value().trim();
        let rule = self.review.asking.as_ref()?.rules.first()?;
        let it = self.review.judged().rule(rule).filter(|_| !text.is_empty())?;
        match Edit::typed(it, text) {
            Err(refusal) => Some(refusal.to_string()),
            Ok(edit) => self.doubt_of(self.review.asking.as_ref()?, &edit),
        }
    }

    fn preview_progress(&self, purpose: Purpose) -> String {
        match self.scan(purpose).map(Scan::progress) {
            Some((done, all)) => format!("looking at the calls of its tool again: {done} of {all}"),
            None => {
                let (done, all) = self.gathered();
                format!("calls are being looked at: {done} of {all} so far")
            }
        }
    }
}

fn is_edit(asked: Asked) -> bool {
    matches!(asked, Asked::EditValues | Asked::EditFields | Asked::EditTypes | Asked::EditGuard)
}
