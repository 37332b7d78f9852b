//! What of the pairs outlives a moment: the place of the cursor, what is remembered of a visit, what is copied and
//! written.

use std::sync::Arc;

use crate::app::screen::braid::Fold;
use crate::app::screen::episodes::EpisodeRef;
use crate::app::screen::pairs::{PairKey, Sort};
use crate::app::spot::{FileKey, Spot};
use crate::app::{App, Tab};
use crate::domain::ids::EpisodeId;
use crate::domain::json::{Json, Object};
use crate::lens::labels::disputants;
use crate::lens::pairs;
use crate::page::{Format, Table};
use crate::pair::{Field, Plan};

impl App {
    /// Where the pairs screen is.
    pub(in crate::app) fn pair_spot(&self) -> Spot {
        let key = |(ledger, episode): &(crate::app::data::LedgerId, EpisodeId)| {
            Some((self.ledger_key(self.data.ledger(*ledger)?), episode.clone()))
        };
        let open = self.pairs.open.as_ref().map(|open| &open.pair);
        let at = open.or_else(|| self.pairs.screen.list.selected());
        let at = at.and_then(|pair| Some(Box::new([key(&pair.first)?, key(&pair.second)?])));
        Spot::Pair { at, is_open: self.pairs.open.is_some() }
    }

    /// Goes to a pair by its episodes, whichever arms are looked at now; false if they make none.
    pub(in crate::app) fn go_to_pair_spot(&mut self, at: Option<&[(FileKey, EpisodeId); 2]>, is_open: bool) -> bool {
        let Some([(file, first), (other, second)]) = at else {
            self.show_tab(Tab::Pairs);
            return true;
        };
        let (Some(one), Some(two)) = (self.episode_of(file, first), self.episode_of(other, second)) else {
            return false;
        };
        self.make_pairs();
        let pair = PairKey { first: (one.ledger, first.clone()), second: (two.ledger, second.clone()) };
        if self.pairs.pair(&pair).is_none() {
            let before = self.pairs.plan.clone();
            if let Some(arms) = self.arms_of([one, two]) {
                self.use_plan(before.with_arms(arms));
            }
            if self.pairs.pair(&pair).is_none() {
                self.use_plan(before);
                return false;
            }
        }
        self.show_tab(Tab::Pairs);
        self.show_pair_in_list(&pair);
        if is_open {
            self.open_pair(&pair);
        } else {
            self.close_pair();
        }
        true
    }

    /// Whether two episodes make a pair as the arms are chosen, in this order.
    pub(in crate::app) fn has_pair_at(&mut self, at: &[(FileKey, EpisodeId); 2]) -> bool {
        self.make_pairs();
        let [(file, first), (other, second)] = at;
        let (Some(one), Some(two)) = (self.episode_of(file, first), self.episode_of(other, second)) else {
            return false;
        };
        let pair = PairKey { first: (one.ledger, first.clone()), second: (two.ledger, second.clone()) };
        self.pairs.pair(&pair).is_some()
    }

    /// The arms of two episodes.
    fn arms_of(&self, two: [EpisodeRef; 2]) -> Option<[Arc<str>; 2]> {
        let axis = &self.pairs.pairing()?.plan.axis;
        let arm = |episode: EpisodeRef| {
            let run = self.pairs.runs.get(self.pairs.seats.run_of(episode)?)?;
            Some(Arc::from(&*run.value(axis)?))
        };
        Some([arm(two[0])?, arm(two[1])?])
    }

    /// What is remembered of the screen from visit to visit.
    pub(in crate::app) fn pairs_memory(&self) -> Object {
        let (screen, plan) = (&self.pairs.screen, &self.pairs.plan);
        let key: Vec<Json> = plan.key.iter().map(|field| Json::from(field.name())).collect();
        let arms =
            plan.arms.as_ref().map(|arms| Json::from(arms.iter().map(|arm| Json::from(&**arm)).collect::<Vec<_>>()));
        Object::new()
            .with("filter", screen.filter.as_str())
            .with("sort", screen.sort.field())
            .with("reversed", screen.reversed)
            .with("axis", plan.axis.name())
            .with("key", key)
            .with("arms", arms)
            .with("mixes_studies", plan.mixes_studies)
            .with("blind", self.blind_seed())
            .with("at", self.pair_spot().to_json())
    }

    /// Takes up what was remembered of the last visit.
    pub(in crate::app) fn take_up_pairs(&mut self, json: &Json) {
        let text = |key: &str| json.get(key).and_then(Json::as_str);
        let is = |key: &str| json.get(key).and_then(Json::as_bool).unwrap_or(false);
        let screen = &mut self.pairs.screen;
        text("filter").unwrap_or_default().clone_into(&mut screen.filter);
        screen.sort = text("sort").and_then(Sort::by_field).unwrap_or_default();
        screen.reversed = is("reversed");
        if let Some(axis) = text("axis") {
            let texts = |key: &str| -> Option<Vec<&str>> {
                Some(json.get(key)?.as_array()?.iter().filter_map(Json::as_str).collect())
            };
            let mut plan = Plan::along(Field::named(axis));
            if let Some(key) = texts("key").filter(|key| !key.is_empty()) {
                plan.key = key.into_iter().map(Field::named).collect();
            }
            if let Some([first, second]) = texts("arms").as_deref() {
                plan.arms = Some([Arc::from(*first), Arc::from(*second)]);
            }
            plan.mixes_studies = is("mixes_studies");
            self.pairs.plan = plan;
        }
        self.take_up_blind(json.get("blind").and_then(|seed| seed.as_number()?.as_u64()));
        self.pairs.wanted = json.get("at").and_then(Spot::from_json);
    }

    /// The pair that the last visit ended at, once there are pairs.
    pub(super) fn stand_on_wanted_pair(&mut self) {
        let Some(Spot::Pair { at: Some(at), is_open }) = self.pairs.wanted.take() else { return };
        let [(file, first), (other, second)] = *at;
        let (Some(one), Some(two)) = (self.ledger_of(&file), self.ledger_of(&other)) else { return };
        let pair = PairKey { first: (one, first), second: (two, second) };
        if self.pairs.screen.list.select(&pair) && is_open && self.tab == Tab::Pairs {
            self.open_pair(&pair);
        }
    }

    /// What is copied: the two episodes.
    pub(in crate::app) fn pair_here(&self) -> Result<String, &'static str> {
        let pair = self.pairs.screen.list.selected().ok_or("there is no pair here")?;
        if let Some(why) = self.why_hidden(pair) {
            return Err(why);
        }
        let facts = self.pair_facts(pair).ok_or("there is no pair here")?;
        Ok(crate::safe::visible(&facts.runs.map(|run| run.episode.to_string()).join(" ")).into_owned())
    }

    /// The list of pairs as rows and columns.
    pub(in crate::app) fn pairs_table(&self) -> Table {
        let mut table = pairs::table();
        let rows = self.pairs.screen.list.rows().iter();
        table.rows = rows.filter_map(|key| Some(self.pair_facts(key)?.values().to_vec())).collect();
        table
    }

    /// The command that prints the list, or the open pair.
    pub(in crate::app) fn pairs_line(&self) -> Option<Vec<String>> {
        self.pairs.arms()?;
        if let Some(open) = &self.pairs.open {
            if let Some(seed) = self.blind_seed() {
                let mut line = vec!["labels".to_owned(), "show".to_owned()];
                line.extend(self.data.ledgers.iter().map(|slot| slot.path.clone()));
                line.extend(self.plan_words());
                line.extend(["--pair".to_owned(), self.case(&open.pair)?.name()]);
                line.extend(["--blind".to_owned(), "--seed".to_owned(), seed.to_string()]);
                line.extend(Some("--whole".to_owned()).filter(|_| open.fold == Fold::Open));
                return Some(line);
            }
            let [one, other] = self.pair_entries(&open.pair)?;
            // The command reads one path.
            if open.pair.first.0 != open.pair.second.0 {
                return None;
            }
            let path = self.data.ledger(open.pair.first.0)?.path.clone();
            let whole = Some("--whole".to_owned()).filter(|_| open.fold == Fold::Open);
            let words = ["braid".to_owned(), path, one.id.to_string(), other.id.to_string()];
            return Some(words.into_iter().chain(whole).collect());
        }
        let mut line = vec![if self.is_blind() { "labels" } else { "pairs" }.to_owned()];
        line.extend(self.data.ledgers.iter().map(|slot| slot.path.clone()));
        line.extend(self.plan_words());
        if let Some(seed) = self.blind_seed() {
            line.extend(["--blind".to_owned(), "--seed".to_owned(), seed.to_string()]);
            return Some(line);
        }
        let only = self.pairs.screen.only.as_ref();
        let ids = only.map(|only| only.rows().map(|pair| (pair.first.0, pair.first.1.as_str())));
        let filter = self.with_only("first", &self.pairs.screen.filter, ids);
        if !filter.is_empty() {
            line.extend(["--filter".to_owned(), filter]);
        }
        Some(line)
    }

    /// The command that prints what both of an open pair said.
    pub(in crate::app) fn said_line(&self) -> Option<Vec<String>> {
        let open = self.pairs.open.as_ref()?;
        let mut line = vec!["labels".to_owned(), "show".to_owned()];
        line.extend(self.data.ledgers.iter().map(|slot| slot.path.clone()));
        line.extend(self.plan_words());
        line.extend(["--pair".to_owned(), self.case(&open.pair)?.name()]);
        if let Some(seed) = self.blind_seed() {
            line.extend(["--blind".to_owned(), "--seed".to_owned(), seed.to_string()]);
        }
        line.push("--messages".to_owned());
        Some(line)
    }

    /// What is written of the screen: the list as a table, or the open pair as a text.
    pub(in crate::app) fn pairs_document(&self, format: Format) -> Result<String, String> {
        let Some(open) = &self.pairs.open else { return Ok(self.pairs_table().print(format)) };
        if let Some(why) = self.why_hidden(&open.pair) {
            return Err(why.to_owned());
        }
        let reading = || "the two episodes are still being read".to_owned();
        let (braid, strands) = open.braid.as_ref().zip(self.strands(open)).ok_or_else(reading)?;
        let mut page = crate::lens::braid::page(braid, strands, open.fold == Fold::Open);
        if let Some(label) = self.label_of(&open.pair) {
            page.heading("label");
            page.item(format!("{}: {}", label.words(), label.meaning()));
        }
        let disputed = self.label_standing(&open.pair).as_ref().map(disputants).unwrap_or_default();
        if !disputed.is_empty() {
            page.heading("label");
            page.item(format!("disputed: {}", disputed.join(", ")));
        }
        for (author, note) in self.notes_of(&open.pair) {
            page.item(format!("{author}: {note}"));
        }
        match format {
            Format::Md => Ok(page.as_markdown()),
            Format::Text => Ok(page.as_text()),
            Format::Json | Format::Csv => {
                Err("a pair is text here: end the name in .md or .txt; vidimus braid has it as data".to_owned())
            }
        }
    }
}
