//! Looking around a call or a tool: its coverage, the calls like it, its difference to an earlier one, its raw record.
//! What these windows show is read in the background; each is made when the answers come.

mod raw;

use std::sync::Arc;

use super::data::{CallRef, RegistryId, RuleRef};
use super::keys::Scope;
use super::scan::{Purpose, RecordRef, Which};
use super::window::{View, Window};
use super::{App, Overlay};
use crate::domain::call::Call;
use crate::domain::ids::{Step, ToolName};
use crate::domain::json::Json;
use crate::lens::coverage::{self, Coverage, Shape};
use crate::lens::difference::{CallDifference, CallName};
use crate::lens::similar::{self, Similar, nearness};
use crate::lens::{Answer, Question, Seen};
use crate::page::Page;
use crate::words::counted;

/// The shape of a tool's results is read from at most so many of them.
const RESULTS: usize = 2_000;
/// The search for near calls ends when it has found so many.
const NEAR: usize = 1_000;

/// What the windows have found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    /// The results that were read for a coverage.
    shape: Shape,
    /// How many results the tool has in all loaded ledgers.
    results: usize,
    /// The rules that the lines of a coverage lead to are of this contract.
    covered: Option<(Option<RegistryId>, ToolName)>,
    /// The calls in the rows of a table, the one asked about first.
    calls: Vec<CallRef>,
    /// The call asked about.
    asked: Option<Arc<Call>>,
    /// The places that the lines of a difference lead to.
    places: Vec<super::tree::RowKey>,
}

/// Asks for every record as it is.
#[derive(Debug)]
pub(super) struct Whole;

impl Question for Whole {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        Some(Answer::Record(seen.clone()))
    }
}

/// Asks for the calls with equal or near arguments.
#[derive(Debug)]
struct Near(Json);

impl Question for Near {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        let Seen::Call(call) = seen else { return None };
        nearness(&self.0, &call.arguments.as_arguments())?;
        Some(Answer::Record(seen.clone()))
    }
}

impl Around {
    /// The contract whose coverage is shown.
    pub(super) fn covered(&self) -> Option<&(Option<RegistryId>, ToolName)> {
        self.covered.as_ref()
    }

    /// The calls that a window sets side by side, the one asked about first.
    pub(super) fn calls(&self) -> &[CallRef] {
        &self.calls
    }
}

impl App {
    /// Opens the coverage of the tool under the cursor, or of the call under it.
    pub(super) fn open_coverage(&mut self) {
        let (registry, tool) = if self.base_scope() == Scope::Stepper {
            let detail = self.stepper.as_ref().and_then(|stepper| stepper.detail.as_ref());
            let judge = detail.and_then(|detail| detail.judge.as_ref()).map(|judge| judge.id);
            (judge.or(self.registry), detail.map(|detail| detail.call.tool.clone()))
        } else {
            (self.registry, self.registries.tools.selected().cloned())
        };
        let Some(tool) = tool else {
            self.notice = Some("there is no tool under the cursor".into());
            return;
        };
        self.cover(registry, tool);
    }

    /// Opens the coverage of a tool that was named; the beginning of its name is enough where only one begins so.
    pub(super) fn open_coverage_of(&mut self, name: &str) {
        let registry = self.registry.and_then(|id| self.data.registry(id)?.registry.as_ref());
        let of_calls = self.data.ledgers.iter().flat_map(|slot| slot.index.tools());
        let tools: std::collections::BTreeSet<&ToolName> =
            registry.into_iter().flat_map(|it| it.tools.keys()).chain(of_calls).collect();
        let exact = tools.iter().find(|tool| tool.as_str() == name);
        let begins: Vec<_> = tools.iter().filter(|tool| tool.as_str().starts_with(name)).collect();
        let found = exact.or(match begins.as_slice() {
            [one] => Some(*one),
            _ => None,
        });
        match found.map(|tool| (*tool).clone()) {
            Some(tool) => self.cover(self.registry, tool),
            None if begins.is_empty() => self.notice = Some(format!("no loaded tool is called {name}")),
            None => self.notice = Some(format!("{} tools begin with {name}: type more of the name", begins.len())),
        }
    }

    fn cover(&mut self, registry: Option<RegistryId>, tool: ToolName) {
        self.around.covered = Some((registry, tool));
        self.read_coverage();
        self.open_window(View::Coverage);
    }

    /// In a window of coverage: the same tool by the next or the previous registry. Which one is on screen below, and
    /// so who judges, stays as it is.
    pub(super) fn turn_coverage(&mut self, forward: bool) {
        let Some((registry, tool)) = self.around.covered.clone() else { return };
        match self.data.beside(registry, forward) {
            Some(next) if Some(next) != registry => {
                // Where the same names vary, the results that were read look the same.
                let maps = |id: Option<RegistryId>| id.and_then(|id| Some(&self.contract(id, &tool)?.maps));
                let is_same = maps(registry).map(Vec::as_slice).unwrap_or_default()
                    == maps(Some(next)).map(Vec::as_slice).unwrap_or_default();
                self.around.covered = Some((Some(next), tool));
                if !is_same {
                    self.read_coverage();
                }
                self.refresh_windows();
                let name = self.data.registry(next).map(|slot| slot.name.as_str()).unwrap_or_default();
                self.notice = Some(format!("coverage by {name}; the registry on screen stays as it is"));
            }
            _ => self.notice = Some("only one registry is loaded".into()),
        }
    }

    /// Reads the results whose coverage is shown.
    pub(super) fn read_coverage(&mut self) {
        let Some((registry, tool)) = self.around.covered.clone() else { return };
        let all = self.data.calls_of_tool(&tool);
        self.around.results = all.len();
        // Spread over all of them, so that a change of the tool half way shows.
        let every = all.len().div_ceil(RESULTS).max(1);
        let maps = registry.and_then(|id| self.contract(id, &tool)).map(|contract| contract.maps.clone());
        self.around.shape = Shape::new(&maps.unwrap_or_default());
        self.start_scan(Purpose::Coverage, Arc::new(Whole), all.into_iter().step_by(every).collect());
    }

    fn contract(&self, registry: RegistryId, tool: &ToolName) -> Option<&crate::domain::registry::ToolContract> {
        self.data.registry(registry)?.registry.as_ref()?.tools.get(tool)
    }

    /// The coverage as far as the results were read.
    pub(super) fn coverage_page(&self) -> Option<Page> {
        let (registry, tool) = self.around.covered.as_ref()?;
        let contract = registry.and_then(|id| self.contract(id, tool));
        let coverage = Coverage::new(tool, contract, self.around.shape.clone());
        // Those of its set say what it says of most fields, and something else of some.
        let others = registry.map(|id| self.data.judges_with(id)).unwrap_or_default();
        let others = others.into_iter().filter(|id| Some(*id) != *registry).filter_map(|id| {
            let contract = self.contract(id, tool);
            let name = self.data.registry(id)?.name.clone();
            Some((name, Coverage::new(tool, contract, self.around.shape.clone())))
        });
        let mut page = coverage::page_among(&coverage, &others.collect::<Vec<_>>());
        if let Some(slot) = registry.and_then(|id| self.data.registry(id)) {
            page.title = format!("{} by {}", page.title, slot.name);
        }
        let read = self.around.shape.results() + self.around.shape.errors();
        match self.scan(Purpose::Coverage) {
            Some(scan) if !scan.is_done() => {
                page.muted(format!("Reading: {read} of {} so far.", counted(scan.progress().1, "result")));
            }
            _ if read < self.around.results => {
                page.muted(format!("{read} of the {} loaded calls of this tool were read.", self.around.results));
            }
            _ => {}
        }
        Some(page)
    }

    /// Opens the table of calls like the one under the cursor.
    pub(super) fn open_similar(&mut self) {
        let Some((at, call)) = self.call_under_cursor() else { return };
        self.look_for_similar(at, &call);
        self.open_page(View::Similar, &format!("Looking for other calls of {}.", call.tool));
    }

    fn look_for_similar(&mut self, at: CallRef, call: &Arc<Call>) {
        let records = self.data.calls_of_tool(&call.tool);
        let question = Near(call.arguments.as_arguments().into_owned());
        self.around.calls = vec![at];
        self.around.asked = Some(Arc::clone(call));
        self.start_scan(Purpose::Similar, Arc::new(question), records);
    }

    /// Reads the calls of a window again, after their file was written anew.
    pub(super) fn ask_around_again(&mut self, view: &View, calls: Vec<CallRef>) {
        let purpose = match view {
            View::Difference => Purpose::Difference,
            View::Raw => Purpose::Raw,
            _ => Purpose::Similar,
        };
        let question: Arc<dyn Question> = if *view == View::Raw { Arc::new(raw::Line) } else { Arc::new(Whole) };
        let wanted = if purpose == Purpose::Difference { 2 } else { 1 };
        // The table begins with its call as it is now.
        self.around.asked = None;
        let records = calls.iter().take(wanted).rev().filter_map(|call| self.record_of(*call)).collect();
        self.around.calls = calls;
        self.start_scan(purpose, question, records);
    }

    /// Opens the difference of the call under the cursor to the previous one of its tool; with a count n, to the n-th
    /// before it.
    pub(super) fn open_difference(&mut self) {
        let Some((at, call)) = self.call_under_cursor() else { return };
        let back = self.count.unwrap_or(1).max(1);
        let Some(before) = self.earlier(at, back) else {
            let which =
                if back == 1 { "no earlier call".to_owned() } else { format!("there are not {back} earlier calls") };
            self.notice = Some(format!("{which} of {} in this episode (= looks in all)", call.tool));
            return;
        };
        self.around.calls = vec![at, before];
        let records = [before, at].into_iter().filter_map(|call| self.record_of(call)).collect();
        self.start_scan(Purpose::Difference, Arc::new(Whole), records);
        self.open_page(View::Difference, "Reading both calls.");
    }

    /// The n-th call of the same tool before a call of the open episode.
    fn earlier(&self, call: CallRef, back: usize) -> Option<CallRef> {
        let index = &self.data.ledger(call.ledger)?.index;
        let entry = index.calls().get(call.place as usize)?;
        let episode = index.episodes().get(entry.episode as usize)?;
        let earlier = episode.calls.iter().take(entry.step().0).rev();
        let mut same =
            earlier.filter(|place| index.calls().get(**place as usize).is_some_and(|it| it.tool == entry.tool));
        same.nth(back - 1).map(|place| CallRef { ledger: call.ledger, place: *place })
    }

    /// Opens the record of the call under the cursor as it stands in the file.
    pub(super) fn open_raw(&mut self) {
        let Some((at, _)) = self.call_under_cursor() else { return };
        self.around.calls = vec![at];
        let records = self.record_of(at).into_iter().collect();
        self.start_scan(Purpose::Raw, Arc::new(raw::Line), records);
        self.open_page(View::Raw, "Reading the record.");
    }

    fn call_under_cursor(&mut self) -> Option<(CallRef, Arc<Call>)> {
        let found = self.stepper.as_ref().and_then(|stepper| {
            let detail = stepper.detail.as_ref()?;
            Some((CallRef { ledger: stepper.episode.ledger, place: detail.place }, Arc::clone(&detail.call)))
        });
        if found.is_none() {
            let why =
                self.stepper.as_ref().map_or("there is no call under the cursor", |stepper| stepper.why_no_call());
            self.notice = Some(why.into());
        }
        found
    }

    pub(super) fn record_of(&self, call: CallRef) -> Option<RecordRef> {
        let entry = self.data.ledger(call.ledger)?.index.calls().get(call.place as usize)?;
        Some(RecordRef { ledger: call.ledger, episode: entry.episode, which: Which::Call(call.place) })
    }

    /// Opens a window whose page comes later.
    fn open_page(&mut self, view: View, sentence: &str) {
        let mut page = Page::new("…");
        page.muted(sentence);
        self.overlays.push(Overlay::Page(Box::new(Window::new(view, page))));
    }

    /// Takes what a scan for one of these windows has found.
    pub(super) fn look_around(&mut self, purpose: Purpose) {
        let (view, page) = match purpose {
            Purpose::Coverage => {
                for (_, answer) in self.take_found(purpose) {
                    if let Answer::Record(Seen::Call(call)) = answer
                        && let Some(result) = &call.result
                    {
                        self.around.shape.add(result);
                    }
                }
                return;
            }
            Purpose::Similar => (View::Similar, self.similar_page()),
            Purpose::Difference => (View::Difference, self.difference_page()),
            Purpose::Raw => (View::Raw, self.raw_page()),
            _ => return,
        };
        // A table that is made anew comes as a whole, so that the cursor finds its line.
        let is_whole = self.scan(purpose).is_none_or(super::scan::Scan::is_done);
        let windows = self.overlays.iter_mut().filter_map(|overlay| match overlay {
            Overlay::Page(window) if window.view == view => Some(window),
            _ => None,
        });
        if let (Some(window), Some(page)) = (windows.last(), page)
            && (is_whole || window.note().is_none())
        {
            window.set_page(page);
        }
    }

    fn similar_page(&mut self) -> Option<Page> {
        let asked = *self.around.calls.first()?;
        let Some(call) = self.around.asked.clone() else {
            let Some((_, Answer::Record(Seen::Call(call)))) = self.scan(Purpose::Similar)?.found().first() else {
                return None;
            };
            let call = Arc::clone(call);
            self.look_for_similar(asked, &call);
            return None;
        };
        if self.scan(Purpose::Similar)?.found().len() > NEAR {
            self.stop_scan(Purpose::Similar);
        }
        let scan = self.scan(Purpose::Similar)?;
        let found = scan.found().iter().filter_map(|(at, answer)| match (at.which, answer) {
            (Which::Call(place), Answer::Record(Seen::Call(call))) => {
                Some((CallRef { ledger: at.ledger, place }, Arc::clone(call)))
            }
            _ => None,
        });
        // The call asked about is among those of its tool, wherever it stands: it comes first.
        let others = found.filter(|(at, _)| *at != asked);
        let found: Vec<(CallRef, Arc<Call>)> = std::iter::once((asked, call)).chain(others).collect();
        let is_one_file = found.iter().all(|(at, _)| at.ledger == asked.ledger);
        let name = |(at, _): &(CallRef, Arc<Call>)| {
            let name = self.name_of(*at).unwrap_or(CallName { episode: "?".into(), step: Step(0) });
            let file = self.data.ledger(at.ledger).filter(|_| !is_one_file).map(|slot| format!("{}: ", slot.name));
            (format!("{}{}", file.unwrap_or_default(), name.episode), name.step.0)
        };
        let names: Vec<(String, usize)> = found.iter().map(name).collect();
        let similar = Similar::new(&found.iter().map(|(_, call)| &**call).collect::<Vec<_>>());
        let mut page = similar::page(&similar, &names);
        let (asked, all) = scan.progress();
        if found.len() > NEAR {
            page.muted(format!("The search ended early, after {} near calls.", found.len() - 1));
        } else if !scan.is_done() {
            page.muted(format!("Looking: {asked} of {} so far.", counted(all, "call")));
        }
        self.around.calls = found.into_iter().map(|(at, _)| at).collect();
        Some(page)
    }

    fn difference_page(&mut self) -> Option<Page> {
        let [(before_at, before), (after_at, after)] = self.scan(Purpose::Difference)?.found() else { return None };
        let (Answer::Record(Seen::Call(before)), Answer::Record(Seen::Call(after))) = (before, after) else {
            return None;
        };
        let name = |record: &RecordRef| match record.which {
            Which::Call(place) => self.name_of(CallRef { ledger: record.ledger, place }),
            Which::Message(_) => None,
        };
        let found = CallDifference::new((name(before_at)?, before), (name(after_at)?, after));
        let page = found.page();
        self.around.places = found.changes().map(|(part, change)| (part, change.after.clone())).collect();
        Some(page)
    }

    fn name_of(&self, call: CallRef) -> Option<CallName> {
        let index = &self.data.ledger(call.ledger)?.index;
        let entry = index.calls().get(call.place as usize)?;
        Some(CallName { episode: index.episodes().get(entry.episode as usize)?.id.clone(), step: entry.step() })
    }

    /// From a line of a coverage to its rule.
    pub(super) fn go_to_covering_rule(&mut self, at: usize) {
        let Some((Some(registry), tool)) = self.around.covered.clone() else { return };
        let rule = self.contract(registry, &tool).and_then(|contract| contract.invariants.get(at));
        let Some(invariant) = rule.map(|rule| rule.id.clone()) else { return };
        self.overlays.pop();
        self.jumps();
        let before = self.registry.map(|id| self.data.judges_with(id));
        self.use_registry(Some(registry));
        self.show_rule(&RuleRef { tool, invariant });
        let back = "ctrl-o goes back, c shows the coverage again";
        self.notice = Some(match self.data.registry(registry) {
            Some(slot) if before != Some(self.data.judges_with(registry)) => {
                format!("{} judges from now on; {back}", slot.name)
            }
            _ => back.to_owned(),
        });
    }

    /// From a row of the table to its call.
    pub(super) fn go_to_similar(&mut self, at: usize) {
        let Some(call) = self.around.calls.get(at).copied().filter(|_| self.scan(Purpose::Similar).is_some()) else {
            self.notice = Some("the file was written anew: close this and press = again".into());
            return;
        };
        self.overlays.pop();
        self.open_call(call);
        self.notice = Some("ctrl-o goes back to where you came from".into());
    }

    /// From a line of a difference to its place in the call under the cursor.
    pub(super) fn go_to_place(&mut self, at: usize) {
        let Some(row) = self.around.places.get(at).cloned() else { return };
        self.overlays.pop();
        self.show_place(row);
    }
}
