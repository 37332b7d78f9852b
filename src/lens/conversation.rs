//! What was said in an episode, with the calls between: the messages in full words, the calls by name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::taint::{Find, is_assistant};
use super::{Answer, Question, Seen};
use crate::domain::episode::Message;
use crate::domain::ids::{Step, ToolName};
use crate::page::{Kind, Page, Piece, Role};
use crate::words::{beginning, counted};

/// Wants every message.
#[derive(Clone, Copy, Debug)]
pub struct Messages;

impl Question for Messages {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        matches!(seen, Seen::Message(_)).then(|| Answer::Record(seen.clone()))
    }
}

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Turn {
    /// Something was said.
    Said {
        /// Which of the messages, from 0.
        number: usize,
        /// The message; nothing while it is being read.
        message: Option<Arc<Message>>,
    },
    /// A tool was called.
    Called {
        /// Which call.
        step: Step,
        /// The tool.
        tool: ToolName,
        /// What stands out there, in a word or two.
        note: Option<(Role, String)>,
    },
}

/// How a conversation is shown.
#[derive(Clone, Debug, Default)]
pub struct Show {
    /// The messages that are shown however long they are.
    pub full: BTreeSet<usize>,
    /// Where the followed value stands in messages.
    pub found: BTreeMap<usize, Find>,
    /// The call that the person looks at.
    pub here: Option<Step>,
    /// Whose conversation it is, where there are several: it stands before each turn.
    pub whose: String,
}

impl Show {
    fn lead(&self) -> Piece {
        let lead = if self.whose.is_empty() { String::new() } else { format!("{} · ", self.whose) };
        (Role::Key, lead)
    }
}

/// So many bytes of a message are shown, unless all of it was asked for.
const SHOWN: usize = 1200;
/// So many calls in a row are shown: the first ones and the last one.
const CALLS_IN_A_ROW: usize = 6;

/// The number of the final answer: the last message, if the agent spoke it and no call stands behind it.
#[must_use]
pub fn final_answer(turns: &[Turn]) -> Option<usize> {
    let after = turns.iter().rev().take_while(|turn| matches!(turn, Turn::Said { .. }));
    after.into_iter().find_map(|turn| match turn {
        Turn::Said { number, message: Some(message) } if is_assistant(&message.role) => Some(*number),
        _ => None,
    })
}

/// The conversation as a text. Links are places in `turns`.
#[must_use]
pub fn page(turns: &[Turn], show: &Show) -> Page {
    let messages = turns.iter().filter(|turn| matches!(turn, Turn::Said { .. })).count();
    let calls = turns.len() - messages;
    let mut page = Page::new(format!("conversation: {}, {}", counted(messages, "message"), counted(calls, "call")));
    if messages == 0 {
        page.muted("No messages are recorded for this episode, only calls.");
    }
    let answer = final_answer(turns);
    let mut in_a_row = 0;
    for (at, turn) in turns.iter().enumerate() {
        match turn {
            Turn::Said { number, message } => {
                in_a_row = 0;
                if !page.lines.is_empty() {
                    page.gap();
                }
                match message {
                    None => page.link(Kind::Text, vec![(Role::Muted, format!("message {} …", number + 1))], at),
                    Some(message) => said(&mut page, at, *number, message, answer == Some(*number), show),
                }
            }
            Turn::Called { step, tool, note } => {
                let is_last = !matches!(turns.get(at + 1), Some(Turn::Called { .. }));
                in_a_row += 1;
                let is_here = show.here == Some(*step);
                if in_a_row < CALLS_IN_A_ROW || is_last || is_here || note.is_some() {
                    if in_a_row == 1 && !page.lines.is_empty() {
                        page.gap();
                    }
                    let sign = if is_here { " ← you are here" } else { "" };
                    let call = (Role::Muted, format!("call {step} "));
                    let mut pieces = vec![show.lead(), call, (Role::Title, tool.to_string())];
                    pieces.extend(note.as_ref().map(|(role, note)| (*role, format!("  {note}"))));
                    pieces.push((Role::Muted, sign.to_owned()));
                    page.link(Kind::Item, pieces, at);
                } else if in_a_row == CALLS_IN_A_ROW {
                    let later = turns.iter().skip(at + 1);
                    let left = later.take_while(|turn| matches!(turn, Turn::Called { .. })).count();
                    page.link(Kind::Item, vec![(Role::Muted, format!("… {}", counted(left, "further call")))], at);
                }
            }
        }
    }
    page
}

fn said(page: &mut Page, at: usize, number: usize, message: &Message, is_answer: bool, show: &Show) {
    let role = if message.role.is_empty() { "nobody named" } else { &message.role };
    let mut head: Vec<Piece> =
        vec![show.lead(), (Role::Title, role.to_owned()), (Role::Muted, format!(", message {}", number + 1))];
    if is_answer {
        head.push((Role::Key, ", the final answer".into()));
    }
    let found = show.found.get(&number);
    if let Some(found) = found {
        head.push((Role::Match, format!(", holds the value ({})", found.kind.name())));
    }
    page.link(Kind::Text, head, at);
    body(page, at, number, &message.text, show);
}

/// The text of a message, without who said it.
pub(super) fn body(page: &mut Page, at: usize, number: usize, text: &str, show: &Show) {
    let found = show.found.get(&number);
    // What is found stays in sight.
    let least = found.map_or(SHOWN, |found| SHOWN.max(found.range.end));
    let is_full = show.full.contains(&number) || text.len() <= least;
    let end = if is_full { text.len() } else { beginning(text, least).len() };
    let mut from = 0;
    let mut was_blank = false;
    for line in text.get(..end).unwrap_or_default().split('\n') {
        let range = from..from + line.len();
        from = range.end + 1;
        if line.trim().is_empty() {
            was_blank = true;
            continue;
        }
        if std::mem::take(&mut was_blank) && range.start > 0 {
            page.gap();
        }
        let pieces = match found.filter(|found| found.range.start < range.end && range.start < found.range.end) {
            None => vec![(Role::Text, line.to_owned())],
            Some(found) => {
                let cut = |at: usize| at.clamp(range.start, range.end) - range.start;
                let (before, rest) = line.split_at_checked(cut(found.range.start)).unwrap_or((line, ""));
                let (hit, after) = rest.split_at_checked(cut(found.range.end) - before.len()).unwrap_or((rest, ""));
                vec![(Role::Text, before.into()), (Role::Match, hit.into()), (Role::Text, after.into())]
            }
        };
        page.link(Kind::Item, pieces, at);
    }
    if text.trim().is_empty() {
        page.link(Kind::Item, vec![(Role::Muted, "(nothing)".into())], at);
    }
    if !is_full {
        let rest = text.len() - end;
        let more = format!("… {rest} of {} bytes more: Enter shows all of it", text.len());
        page.link(Kind::Item, vec![(Role::Muted, more)], at);
    } else if text.len() > SHOWN && show.full.contains(&number) {
        page.link(Kind::Item, vec![(Role::Muted, "Enter shows less of it".into())], at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::Object;
    use crate::lens::taint;

    fn said(number: usize, role: &str, text: &str) -> Turn {
        let message = Message { episode: "e".into(), role: role.into(), text: text.into(), extra: Object::new() };
        Turn::Said { number, message: Some(Arc::new(message)) }
    }

    fn called(step: usize) -> Turn {
        Turn::Called { step: Step(step), tool: "get".into(), note: None }
    }

    #[test]
    fn messages_and_calls_stand_in_order_and_lead_to_themselves() {
        let turns = [said(0, "user", "Hi\n\nthere"), called(0), said(1, "assistant", "It is $5.00.")];
        let page = page(&turns, &Show { here: Some(Step(0)), ..Show::default() });
        assert_eq!(page.title, "conversation: 2 messages, 1 call");
        assert_eq!(
            page.as_text(),
            "user, message 1\n  Hi\n\n  there\n\n  call 0 get ← you are here\n\nassistant, message 2, the final answer\n  It \
             is $5.00.\n"
        );
        let links: Vec<_> = page.lines.iter().filter_map(|line| line.link).collect();
        assert_eq!(links, [0, 0, 0, 1, 2, 2]);
    }

    #[test]
    fn long_texts_are_capped_with_their_size_and_a_found_value_stays_in_sight() {
        let long = format!("{}needle{}", "x".repeat(2000), "y".repeat(3000));
        let turns = [said(0, "assistant", &long)];
        let text = |show: &Show| page(&turns, show).as_text();
        assert!(text(&Show::default()).contains("… 3806 of 5006 bytes more"));
        let find = taint::Find { kind: taint::Kind::Exact, range: 2000..2006, count: 1 };
        let show = Show { found: [(0, find)].into(), ..Show::default() };
        assert!(text(&show).contains("needle") && text(&show).contains("… 3000 of 5006 bytes more"));
        let full = Show { full: [0].into(), ..Show::default() };
        assert!(text(&full).contains(&"y".repeat(3000)) && text(&full).contains("Enter shows less"));
    }

    /// Were the run counted anew at each of its calls, this would not end while somebody waits for it.
    #[test]
    fn a_very_long_run_of_calls_is_counted_once() {
        let turns: Vec<_> = (0..100_000).map(called).collect();
        let page = page(&turns, &Show::default());
        // Five calls, the sum of the rest but for the last, and the last; before them that there are no messages.
        assert!(page.as_text().contains("… 99994 further calls"), "{}", page.as_text());
        assert_eq!(page.lines.iter().filter(|line| line.link.is_some()).count(), 7);
    }

    #[test]
    fn many_calls_in_a_row_are_summed() {
        let turns: Vec<_> = (0..100).map(called).chain([said(0, "assistant", "done")]).collect();
        let text = page(&turns, &Show::default()).as_text();
        let lines: Vec<_> = text.lines().map(str::trim).filter(|line| line.contains("call")).collect();
        let first = (0..5).map(|step| format!("call {step} get"));
        let expected: Vec<_> = first.chain(["… 94 further calls".into(), "call 99 get".into()]).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn the_final_answer_is_the_agents_last_word_behind_the_last_call() {
        assert_eq!(final_answer(&[said(0, "assistant", "a"), called(0)]), None);
        assert_eq!(final_answer(&[called(0), said(0, "assistant", "a"), said(1, "user", "bye")]), Some(0));
        assert_eq!(final_answer(&[called(0), said(0, "user", "bye")]), None);
    }
}
