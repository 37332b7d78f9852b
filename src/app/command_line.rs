//! The command line that prints what is on screen.

mod judging;

use std::collections::BTreeSet;

use super::data::{CallRef, LedgerId, RegistryId};
use super::screen::registries;
use super::screen::review::{self, Sort};
use super::window::View;
use super::{App, Overlay, Tab};
use crate::contract;
use crate::domain::ids::Step;
use crate::link::{Link, SCHEME, Target};
use crate::page::{Kind, Page, Role};
use crate::pair::{Field, Plan};

impl App {
    /// The words of the command that prints the view on screen, the program's name first; nothing where none does.
    ///
    /// One arm a view: a new one has its command here. A test holds every line against the definitions of the
    /// command line.
    pub fn command_line(&self) -> Option<Vec<String>> {
        let window = self.overlays.iter().rev().find_map(|overlay| match overlay {
            Overlay::Page(window) if window.view != View::CommandLine => Some(&window.view),
            _ => None,
        });
        let words = match window {
            None => self.screen_line(),
            Some(View::Help(_)) => Some(words(["keys"])),
            Some(View::Why) => self.call_line("explain", true),
            Some(View::Witness) => self.call_line("witness", true).map(|mut line| {
                let rules = super::pages::witness::rules(self);
                if !rules.is_empty() {
                    line.extend(words(["--redact", &crate::lens::witness::names(rules).replace(", ", ",")]));
                }
                line
            }),
            Some(View::Conversation | View::Findings) => self.episode_line(),
            Some(View::Taint) => self.taint_line(),
            Some(View::Said) => self.said_line(),
            Some(View::Coverage) => self.coverage_line(),
            Some(View::Similar) => self.similar_line(),
            Some(View::Difference) => self.difference_line(),
            Some(
                View::Changes
                | View::Log
                | View::Marks
                | View::Card
                | View::Study
                | View::Reasons
                | View::Left
                | View::Fields
                | View::CallsWith
                | View::Raw
                | View::Beside
                | View::BraidRow
                | View::Agreement
                | View::Vocabulary
                | View::CommandLine,
            ) => None,
            Some(View::Search) => {
                let text = self.searching.typed()?.to_owned();
                Some(words(["search"]).into_iter().chain(self.ledger_paths()).chain([text]).collect())
            }
            Some(View::Frequency) => self.frequency_line(),
            Some(View::Preview) => self.preview_line(),
            Some(View::Audit) => self.audit_line(),
            Some(View::Diff) => self.diff_line(),
            Some(View::Drift) => self.drift_line(),
            Some(View::Freeze) => self.freeze_line(),
            Some(View::Verify) => Some(words(["verify", &self.verified_path()?, "--manifest"])),
        }?;
        Some(std::iter::once("vidimus".to_owned()).chain(words).collect())
    }

    /// Whether the command is one for the screen, because no window lies over it.
    fn command_is_of_screen(&self) -> bool {
        !self.overlays.iter().any(|it| matches!(it, Overlay::Page(window) if window.view != View::CommandLine))
    }

    fn screen_line(&self) -> Option<Vec<String>> {
        match (self.tab, &self.stepper) {
            (Tab::Registries, _) => self.registries_line(),
            (Tab::Review, _) => self.review_line(),
            (Tab::Episodes, Some(_)) => self.episode_line(),
            (Tab::Episodes, None) => self.episodes_line(),
            (Tab::Study, _) => self.study_line(),
            (Tab::Pairs, _) => self.pairs_line(),
        }
    }

    /// The registry on screen, with the firings in all ledgers; of one tool where the cursor is inside one.
    fn registries_line(&self) -> Option<Vec<String>> {
        let mut line = words(["registries"]);
        line.push(self.data.registry(self.registry?)?.path.clone());
        line.extend(self.ledger_paths());
        let tool = self.registries.tools.selected().filter(|_| self.registries.pane != registries::Pane::Tools);
        if let Some(tool) = tool {
            line.extend(words(["--filter", &format!("tool:\"{tool}\"")]));
        }
        Some(line)
    }

    /// The queue of the review, or the card where the cursor is in it.
    fn review_line(&self) -> Option<Vec<String>> {
        let mut line = words(["review"]);
        line.push(self.data.registry(self.review.judged().registry()?)?.path.clone());
        let screen = &self.review.screen;
        if let Some(rule) = screen.queue.selected().filter(|_| screen.pane == review::Pane::Card) {
            line.extend(words(["--show", rule.invariant.as_str()]));
        } else {
            match screen.filter.trim() {
                filter if filter == screen.home => {}
                "" => line.push("--decided".to_owned()),
                filter => line.extend(words(["--filter", filter])),
            }
            if screen.sort != Sort::default() {
                line.extend(words(["--sort", screen.sort.field()]));
            }
        }
        // The folds are those of one folder, as `mine --folds` writes them.
        let judges =
            self.review.evidence().judges().first().filter(|(id, _)| Some(*id) != self.review.judged().registry());
        let fold = judges.and_then(|(id, _)| self.data.registry(*id));
        if let Some((folder, _)) = fold.and_then(|slot| slot.path.rsplit_once('/')) {
            line.extend(words(["--folds", folder]));
        }
        let calls: Vec<String> = self.ledger_paths().collect();
        if !calls.is_empty() {
            line.push("--calls".to_owned());
            line.extend(calls);
        }
        Some(line)
    }

    fn episodes_line(&self) -> Option<Vec<String>> {
        if self.data.ledgers.is_empty() {
            return None;
        }
        let mut line = words(["episodes"]);
        line.extend(self.ledger_paths());
        line.extend(self.judging_paths());
        let only = self.episodes.only.as_ref();
        let ids = only.map(|only| only.rows().filter_map(|row| Some((row.ledger, self.entry(*row)?.id.as_str()))));
        let filter = self.with_only("episode", &self.episodes.filter, ids);
        if !filter.is_empty() {
            line.extend(words(["--filter", &filter]));
        }
        if let Some(field) = self.episodes.sort.field() {
            line.extend(words(["--sort", field]));
        }
        if self.episodes.reversed {
            line.push("--reverse".to_owned());
        }
        Some(line)
    }

    /// A filter that also holds the rows of a list to those behind a number: by the ids of their episodes, and where
    /// several files are loaded by these.
    pub(super) fn with_only<'i>(
        &self,
        field: &str,
        filter: &str,
        only: Option<impl Iterator<Item = (LedgerId, &'i str)>>,
    ) -> String {
        let mut terms = vec![filter.trim().to_owned()];
        if let Some(only) = only {
            let (ledgers, ids): (BTreeSet<LedgerId>, Vec<&str>) = only.unzip();
            let listed = |texts: &mut dyn Iterator<Item = &str>| {
                texts.map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(",")
            };
            terms.push(format!("{field}:{}", listed(&mut ids.into_iter())));
            if self.data.ledgers.len() > 1 {
                let names = ledgers.iter().filter_map(|id| Some(self.data.ledger(*id)?.name.as_str()));
                terms.push(format!("file:{}", listed(&mut names.into_iter())));
            }
        }
        terms.retain(|term| !term.is_empty());
        terms.join(" ")
    }

    /// Which episodes make a pair, as options.
    pub(super) fn plan_words(&self) -> Vec<String> {
        let mut line = Vec::new();
        let Some(plan) = self.pairs.pairing().map(|pairing| &pairing.plan) else { return line };
        if let Some([first, second]) = &plan.arms {
            line.extend(words(["--arms", &format!("{first},{second}")]));
        }
        let usual = Plan::along(plan.axis.clone());
        if plan.axis != Plan::default().axis {
            line.extend(words(["--arm-field", plan.axis.name()]));
        }
        if plan.key != usual.key {
            line.extend(words(["--key", &plan.key.iter().map(Field::name).collect::<Vec<_>>().join(",")]));
        }
        if plan.mixes_studies {
            line.push("--pool".to_owned());
        }
        line
    }

    fn study_line(&self) -> Option<Vec<String>> {
        self.pairs.pairing()?;
        let mut line = words(["study"]);
        line.extend(self.ledger_paths());
        line.extend(self.plan_words());
        let screen = &self.studying.screen;
        if screen.is_sensitive {
            line.push("--sensitivity".to_owned());
        }
        if let Some(pi) = screen.prevalence {
            line.extend(words(["--prevalence", &format!("{pi:.2}")]));
        }
        let judges = self.judging_paths();
        match judges.first().map(|path| (path, path.rsplit_once('/'))) {
            // The folds are those of one folder, as `mine --folds` writes them.
            Some((_, Some((folder, _)))) if judges.len() > 1 => line.extend(words(["--crossfit", folder])),
            Some((path, _)) => line.extend(words(["--registry", path])),
            None => {}
        }
        Some(line)
    }

    fn episode_line(&self) -> Option<Vec<String>> {
        let (path, id, _) = self.call_here()?;
        let mut line = words(["episode", &path, &id]);
        line.extend(self.judge_words());
        Some(line)
    }

    /// A command on the call under the cursor; one that needs a registry has no line without one.
    pub(super) fn call_line(&self, command: &str, needs_registry: bool) -> Option<Vec<String>> {
        let (path, id, step) = self.call_here()?;
        let mut line = words([command, &path, &id, &step.to_string()]);
        let judge = self.judge_words();
        if needs_registry && judge.is_empty() {
            return None;
        }
        line.extend(judge);
        if needs_registry && let Some(recovery) = &self.data.recovery_path {
            line.extend(words(["--recovery", recovery]));
        }
        Some(line)
    }

    fn frequency_line(&self) -> Option<Vec<String>> {
        let counting = self.counting.as_ref()?;
        let mut line = words(["frequency"]);
        line.extend(self.ledger_paths());
        line.extend(self.judging_paths());
        line.push(counting.field());
        if counting.is_of_episodes() && !self.episodes.filter.trim().is_empty() {
            line.extend(words(["--filter", &self.episodes.filter]));
        }
        Some(line)
    }

    fn coverage_line(&self) -> Option<Vec<String>> {
        let (registry, tool) = self.around.covered()?;
        let mut line = words(["coverage", &self.data.registry((*registry)?)?.path, "--tool", tool.as_str()]);
        line.extend(self.ledger_paths().flat_map(|path| words(["--ledger", &path])));
        Some(line)
    }

    fn similar_line(&self) -> Option<Vec<String>> {
        let (path, id, step) = self.names_of(*self.around.calls().first()?)?;
        Some(words(["similar", &path, &id, &step]))
    }

    /// The followed values, wherever the cursor stands in its episode.
    fn taint_line(&self) -> Option<Vec<String>> {
        let following = self.following()?;
        let trails = following.trails();
        let source = &trails.first()?.source;
        let slot = self.data.ledger(following.episode.ledger)?;
        let call = slot.index.episodes().get(following.episode.place)?.calls.get(source.step.0)?;
        let (path, id, step) = self.names_of(CallRef { ledger: following.episode.ledger, place: *call })?;
        // As a link has it: the only spelling that no odd name makes doubtful.
        let mut line = words(["taint", &path, &id, &step]);
        for trail in trails {
            let target = Target::Value("e".into(), Step(0), trail.source.part, trail.source.place.clone());
            let link = Link { file: "x".to_owned(), target }.to_string();
            line.push(link.strip_prefix(&format!("{SCHEME}x#e/0/"))?.to_owned());
        }
        Some(line)
    }

    fn difference_line(&self) -> Option<Vec<String>> {
        let [after, before, ..] = self.around.calls() else { return None };
        let (path, id, step) = self.names_of(*after)?;
        let (_, before, earlier) = self.names_of(*before)?;
        Some(words(["difference", &path, &id, &step, "--with", &before, &earlier]))
    }

    /// The ledger's path, the episode's id and the step of a call.
    fn names_of(&self, call: CallRef) -> Option<(String, String, String)> {
        let slot = self.data.ledger(call.ledger)?;
        let entry = slot.index.calls().get(call.place as usize)?;
        let episode = slot.index.episodes().get(entry.episode as usize)?;
        Some((slot.path.clone(), episode.id.to_string(), entry.step().to_string()))
    }

    /// The ledger's path, the episode's id and the step under the cursor.
    fn call_here(&self) -> Option<(String, String, usize)> {
        let stepper = self.stepper.as_ref()?;
        let slot = self.data.ledger(stepper.episode.ledger)?;
        let id = slot.index.episodes().get(stepper.episode.place)?.id.to_string();
        Some((slot.path.clone(), id, stepper.calls.place()))
    }

    /// `--registry` with the file that judges the open episode.
    fn judge_words(&self) -> Vec<String> {
        let judge = || {
            let stepper = self.stepper.as_ref()?;
            let slot = self.data.ledger(stepper.episode.ledger)?;
            let task = slot.index.episodes().get(stepper.episode.place)?.task_or_id();
            let (judge, _) = self.data.judge_of(self.registry?, &task)?;
            Some(self.data.registry(judge)?.path.clone())
        };
        judge().map(|path| words(["--registry", &path])).unwrap_or_default()
    }

    fn ledger_paths(&self) -> impl Iterator<Item = String> + '_ {
        self.data.ledgers.iter().map(|slot| slot.path.clone())
    }

    /// The registry on screen, with the other folds of its set.
    fn judging_paths(&self) -> Vec<String> {
        let chosen = self.registry.and_then(|id| self.data.registry(id));
        let Some((chosen, own)) = chosen.and_then(|slot| Some((slot.id, slot.registry.as_ref()?))) else {
            return Vec::new();
        };
        let judges = self.data.registries.iter().filter(|slot| {
            let other = slot.registry.as_ref();
            slot.id == chosen || other.is_some_and(|other| contract::is_of_set(&own.source, &other.source))
        });
        judges.map(|slot| slot.path.clone()).collect()
    }

    /// Remembers where a ledger lies.
    pub(super) fn ledger_lies_at(&mut self, id: LedgerId, path: String) {
        if let Some(slot) = self.data.ledger_mut(id) {
            slot.path = path;
        }
    }

    /// Remembers where a registry lies.
    pub(super) fn registry_lies_at(&mut self, id: RegistryId, path: String) {
        if let Some(slot) = self.data.registries.iter_mut().find(|slot| slot.id == id) {
            slot.path = path;
        }
    }

    /// The window with the command line.
    pub(super) fn command_line_page(&self) -> Page {
        let mut page = Page::new("command line");
        match self.command_line() {
            Some(line) => {
                let of_episode = self.stepper.is_some() && self.tab == Tab::Episodes && self.command_is_of_screen();
                page.text(if of_episode {
                    "This prints the whole episode, every call of it (vidimus explain prints one):"
                } else {
                    "This prints what is on screen:"
                });
                page.gap();
                page.push(Kind::Text, vec![(Role::Value, shell(&line))]);
                page.gap();
                page.muted("y copies it. Add --format json, csv or md for other forms.");
                if self.data.is_built_in {
                    page.muted(
                        "The sample study is built in; write it to a folder first: vidimus sample -o sample-data",
                    );
                }
            }
            None => page.text("No command prints this window; W writes it to a file."),
        }
        page
    }
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

/// Words as a shell reads them back: quoted where they must be.
pub fn shell(words: &[String]) -> String {
    let quoted = words.iter().map(|word| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
        if !word.is_empty() && word.chars().all(is_plain) {
            word.clone()
        } else if word.chars().any(char::is_control) {
            // Only this form of quotes has a way to write a control character.
            let escaped = word.chars().flat_map(|c| match c {
                '\'' | '\\' => format!("\\{c}").chars().collect::<Vec<_>>(),
                c if c.is_control() => format!("\\u{:04x}", u32::from(c)).chars().collect(),
                c => vec![c],
            });
            format!("$'{}'", escaped.collect::<String>())
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::shell;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let words = ["vidimus", "a b", "it's", "", "$x", "e/1", "a\u{1b}"].map(str::to_owned);
        assert_eq!(shell(&words), r"vidimus 'a b' 'it'\''s' '' '$x' e/1 $'a\u001b'");
    }
}
