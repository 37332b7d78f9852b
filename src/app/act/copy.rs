//! What goes to the clipboard: what stands under the cursor, as itself or as a link.

use crate::app::command_line::shell;
use crate::app::effect::Effect;
use crate::app::screen::{registries, review, stepper};
use crate::app::window::View;
use crate::app::{App, Tab};
use crate::domain::episode::Record;
use crate::safe::{escaped_json, visible, visible_lines};
use crate::words;
use crate::words::counted;

/// Terminals commonly take 100 kB of base64, which is so many bytes of text; more they drop without a word.
const MOST_BYTES: usize = 75_000;

impl App {
    /// Copies what stands under the cursor.
    pub(super) fn copy(&mut self) -> Vec<Effect> {
        let text = self.text_here();
        self.copy_text(text)
    }

    /// Copies a link to what stands under the cursor.
    pub(super) fn copy_link(&mut self) -> Vec<Effect> {
        let text = self.link().map(|link| link.to_string()).ok_or("there is nothing here to link to");
        self.copy_text(text)
    }

    fn copy_text(&mut self, text: Result<String, &'static str>) -> Vec<Effect> {
        match text {
            Err(why) => {
                self.notice = Some(why.to_owned());
                Vec::new()
            }
            Ok(text) if text.len() > MOST_BYTES => {
                self.notice = Some(format!(
                    "not copied: {} characters are more than terminals take (about {MOST_BYTES}); W writes them to a file",
                    text.chars().count()
                ));
                Vec::new()
            }
            Ok(text) => {
                let count = text.chars().count();
                let characters = counted(count, "character");
                self.notice =
                    Some(format!("sent to the terminal ({characters}); whether it took it cannot be confirmed"));
                vec![Effect::Copy(text)]
            }
        }
    }

    /// What stands under the cursor, as text: values exactly, as JSON whose control characters are escaped;
    /// everything else as a person reads it.
    pub(in crate::app) fn text_here(&self) -> Result<String, &'static str> {
        if let Some(window) = self.window() {
            if window.view == View::CommandLine {
                let line = self.command_line().ok_or("no command prints this window")?;
                return Ok(shell(&line));
            }
            return Ok(window.page.as_text());
        }
        match (self.tab, &self.stepper) {
            (Tab::Registries, _) => self.rule_here(),
            (Tab::Review, _) => self.review_here(),
            (Tab::Episodes, Some(stepper)) => value_here(stepper),
            (Tab::Pairs, _) => self.pair_here(),
            (Tab::Study, _) => self.number_here(),
            (Tab::Episodes, None) => {
                let row = self.episodes.list.selected().ok_or("there is no episode here")?;
                let (_, id) = self.episode_key(*row).ok_or("there is no episode here")?;
                Ok(visible(id.as_str()).into_owned())
            }
        }
    }

    fn review_here(&self) -> Result<String, &'static str> {
        let screen = &self.review.screen;
        let rule = screen.queue.selected().ok_or("there is no rule here")?;
        if screen.pane == review::Pane::Card {
            return Ok(screen.card.page.as_text());
        }
        let it = self.review.judged().rule(rule).ok_or("there is no rule here")?;
        Ok(visible_lines(&format!("{}: {}", rule.tool, words::rule(it))))
    }

    fn rule_here(&self) -> Result<String, &'static str> {
        let tool = self.registries.tools.selected().ok_or("there is no tool here")?;
        if self.registries.pane == registries::Pane::Tools {
            return Ok(visible(tool.as_str()).into_owned());
        }
        let of_rule = self.registries.rule().zip(self.registry);
        let rule =
            of_rule.and_then(|(rule, registry)| self.data.rule(registry, &rule)).ok_or("there is no rule here")?;
        Ok(visible_lines(&format!("{tool}: {}", words::rule(rule))))
    }
}

/// The call, or the value under the cursor in it, or its receipt.
fn value_here(stepper: &stepper::StepperScreen) -> Result<String, &'static str> {
    let detail = stepper.detail.as_ref().ok_or(stepper.why_no_call())?;
    let value = match stepper.pane {
        stepper::Pane::Calls => Record::Call(Box::new((*detail.call).clone())).to_json(),
        stepper::Pane::Receipt => {
            detail.call.receipt.clone().ok_or("no receipt was recorded with this call; w shows what the rules say")?
        }
        stepper::Pane::Tree => {
            let key = stepper.tree.selected().ok_or("there is no value here")?;
            detail.value(key).ok_or("there is no value here: the field is missing")?.into_owned()
        }
    };
    Ok(escaped_json(&value.to_string()).into_owned())
}
