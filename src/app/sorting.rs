//! The order of lists: one way for all of them. A key takes the next order, another turns it round; the palette, a
//! window and a click on a heading choose one.

use super::App;
use super::action::Action;
use super::finder::{Candidate, Goal};
use super::keys::Scope;
use super::screen::episodes::Column;
use super::screen::pairs;
use super::screen::registries::{Pane, RuleSort, ToolSort};
use crate::query::rule;

/// A list that can be sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sorted {
    /// The tools of a registry.
    Tools,
    /// The rules of a tool.
    Rules,
    /// The rules under review.
    Queue,
    /// The episodes.
    Episodes,
    /// The pairs.
    Pairs,
}

impl Sorted {
    /// Its orders, by what they are called.
    #[must_use]
    pub fn orders(self) -> Vec<&'static str> {
        match self {
            Self::Tools => ToolSort::ALL.map(ToolSort::name).to_vec(),
            Self::Rules => RuleSort::ALL.map(RuleSort::name).to_vec(),
            Self::Queue => rule::Sort::ALL.map(rule::Sort::field).to_vec(),
            Self::Episodes => Column::ALL.map(Column::name).to_vec(),
            Self::Pairs => pairs::Sort::ALL.map(pairs::Sort::field).to_vec(),
        }
    }

    /// What stands in it.
    const fn what(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Rules | Self::Queue => "rules",
            Self::Episodes => "episodes",
            Self::Pairs => "pairs",
        }
    }
}

impl App {
    /// The list under the cursor, if it can be sorted.
    #[must_use]
    pub fn sorted(&self) -> Option<Sorted> {
        match (self.base_scope(), self.registries.pane) {
            (Scope::Registries, Pane::Tools) => Some(Sorted::Tools),
            (Scope::Registries, Pane::Rules) => Some(Sorted::Rules),
            (Scope::Review, _) => Some(Sorted::Queue),
            (Scope::Episodes, _) => Some(Sorted::Episodes),
            (Scope::Pairs, _) => Some(Sorted::Pairs),
            _ => None,
        }
    }

    /// By which of its orders a list is sorted.
    fn order_of(&self, list: Sorted) -> usize {
        let place = match list {
            Sorted::Tools => ToolSort::ALL.iter().position(|it| *it == self.registries.sort),
            Sorted::Rules => RuleSort::ALL.iter().position(|it| *it == self.registries.rule_sort),
            Sorted::Queue => rule::Sort::ALL.iter().position(|it| *it == self.review.screen.sort),
            Sorted::Episodes => Column::ALL.iter().position(|it| *it == self.episodes.sort),
            Sorted::Pairs => pairs::Sort::ALL.iter().position(|it| *it == self.pairs.screen.sort),
        };
        place.unwrap_or(0)
    }

    /// Sorts a list by one of its orders, and says so.
    pub(super) fn sort_by(&mut self, list: Sorted, place: usize) {
        let what = list.what();
        let said = match list {
            Sorted::Tools => {
                self.registries.sort = ToolSort::ALL.get(place).copied().unwrap_or_default();
                format!("by {}", self.registries.sort.name())
            }
            Sorted::Rules => {
                self.registries.rule_sort = RuleSort::ALL.get(place).copied().unwrap_or_default();
                self.take_weights();
                match self.registries.rule_sort {
                    RuleSort::Suspicion if self.registries.weights.is_empty() => {
                        "by suspicion, of which the review (2) knows none here".to_owned()
                    }
                    sort => format!("by {}", sort.name()),
                }
            }
            Sorted::Queue => {
                self.review.screen.sort = rule::Sort::ALL.get(place).copied().unwrap_or_default();
                self.review.screen.sort.words().to_owned()
            }
            Sorted::Episodes => {
                self.episodes.sort = Column::ALL.get(place).copied().unwrap_or_default();
                format!("by {}", self.episodes.sort.name())
            }
            Sorted::Pairs => {
                self.pairs.screen.sort = pairs::Sort::ALL.get(place).copied().unwrap_or_default();
                self.pairs.screen.sort.words().to_owned()
            }
        };
        self.put_in_order(list);
        self.notice = Some(match list {
            Sorted::Queue => format!("sorted {said}"),
            _ => format!("{what} sorted {said}"),
        });
    }

    fn put_in_order(&mut self, list: Sorted) {
        match list {
            Sorted::Tools | Sorted::Rules => self.registries.refresh(&self.data, self.registry),
            Sorted::Queue => self.refresh_queue(),
            Sorted::Episodes => self.episodes.refresh(&self.data),
            Sorted::Pairs => self.refresh_pairs(),
        }
    }

    /// What the keys of the order do.
    pub(super) fn act_on_order(&mut self, action: Action) {
        match action {
            Action::NextSort => self.next_sort(),
            Action::ReverseSort => self.reverse_sort(),
            _ => self.choose_sort(),
        }
    }

    /// The next order of the list under the cursor.
    fn next_sort(&mut self) {
        match self.sorted() {
            Some(list) => self.sort_by(list, (self.order_of(list) + 1) % list.orders().len()),
            None => self.notice = Some(NOT_SORTED.into()),
        }
    }

    /// Turns the order of the list under the cursor round.
    fn reverse_sort(&mut self) {
        let Some(list) = self.sorted() else {
            self.notice = Some(NOT_SORTED.into());
            return;
        };
        let turned = match list {
            Sorted::Tools => &mut self.registries.reversed,
            Sorted::Rules => &mut self.registries.rules_reversed,
            Sorted::Episodes => &mut self.episodes.reversed,
            Sorted::Pairs => &mut self.pairs.screen.reversed,
            Sorted::Queue => {
                self.notice =
                    Some("the queue is never turned round: what asks most for a decision stands first; s sorts by another measure".into());
                return;
            }
        };
        *turned = !*turned;
        let way = if *turned { "turned round" } else { "in their usual order again" };
        self.notice = Some(format!("{} {way}", list.what()));
        self.put_in_order(list);
    }

    /// Lists the orders of the list under the cursor, to choose one.
    fn choose_sort(&mut self) {
        match self.sorted() {
            Some(_) => self.open_finder(super::finder::Among::Orders),
            None => self.notice = Some(NOT_SORTED.into()),
        }
    }

    /// A heading was clicked: the list is sorted by it, and by the same again the other way round.
    pub(super) fn click_heading(&mut self, list: Sorted, place: usize) {
        self.sort_under(list);
        if self.order_of(list) == place { self.reverse_sort() } else { self.sort_by(list, place) }
    }

    /// The keys go to the list that is sorted.
    fn sort_under(&mut self, list: Sorted) {
        match list {
            Sorted::Tools => self.registries.pane = Pane::Tools,
            Sorted::Pairs => self.pairs.screen.pane = pairs::Pane::List,
            Sorted::Rules | Sorted::Queue | Sorted::Episodes => {}
        }
    }

    /// The orders of the list under the cursor, as something to find; among commands each says what it does.
    pub(super) fn orders(&self, are_commands: bool) -> Vec<Candidate> {
        let Some(list) = self.sorted() else { return Vec::new() };
        let now = self.order_of(list);
        let orders = list.orders().into_iter().enumerate();
        let candidate = |(place, name): (usize, &str)| Candidate {
            kind: "",
            text: if are_commands { format!("sort {} by {name}", list.what()) } else { name.to_owned() },
            name: if are_commands { format!("sort {name}") } else { name.to_owned() },
            after: if place == now { "now".to_owned() } else { String::new() },
            barred: None,
            goal: Goal::Sort(list, place),
        };
        orders.map(candidate).collect()
    }

    /// What the review knows against the rules on the registries screen, where they are sorted by that.
    fn take_weights(&mut self) {
        self.registries.weights.clear();
        let judged = self.review.judged();
        let is_here = judged.registry().is_some() && judged.registry() == self.registry;
        let Some(tool) = self.registries.tools.selected().filter(|_| is_here) else { return };
        if self.registries.rule_sort == RuleSort::Suspicion {
            let registry = self.registry.and_then(|id| self.data.registry(id)?.registry.as_ref());
            let rules = registry.and_then(|registry| registry.tools.get(tool)).map(|it| it.invariants.iter());
            let weight = |id: &crate::domain::ids::InvariantId| Some(judged.suspicions.of(tool, id)?.weight);
            self.registries.weights =
                rules.into_iter().flatten().filter_map(|rule| Some((rule.id.clone(), weight(&rule.id)?))).collect();
        }
    }

    /// Keeps rules that are sorted by suspicion in the order of what the review knows now.
    pub(super) fn renew_weights(&mut self) {
        if self.registries.rule_sort != RuleSort::Suspicion {
            return;
        }
        let before = std::mem::take(&mut self.registries.weights);
        self.take_weights();
        if self.registries.weights != before {
            self.registries.refresh_rules(&self.data, self.registry);
        }
    }
}

/// What is said where nothing is sorted.
const NOT_SORTED: &str = "this list stands in the order of the files and is not sorted";
