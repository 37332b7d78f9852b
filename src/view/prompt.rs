//! The line on which a filter is typed, and what is to be said of it.
//!
//! ```text
//!  filter: arm:adv* colour:red_                                            0 of 480
//!    ^ there is no field "colour" to filter by; …
//! ```

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece};
use super::text;
use crate::app::App;
use crate::app::filter::{FilterPrompt, Filtered};
use crate::theme::Role;

/// So many lines are said of a filter at most.
const SAID: usize = 3;

/// The lines of the prompt: what is typed, then a mistake or how the word can go on.
pub(super) fn lines(app: &App, width: u16, canvas: &Canvas<'_>) -> Vec<Vec<Piece>> {
    let Some(prompt) = &app.filter_prompt else { return Vec::new() };
    let width = usize::from(width);
    let mut lines = vec![typed(app, prompt, width, canvas)];
    let said: Vec<Piece> = if let Some(error) = &prompt.error {
        vec![(Role::Broken, "   ".into()), (Role::Broken, error.to_string())]
    } else if !prompt.choices.is_empty() {
        vec![(Role::Muted, "   ".into()), (Role::Text, prompt.choices.join("  "))]
    } else if prompt.list == Filtered::Everywhere && prompt.input.value().is_empty() && !app.searching.text.is_empty() {
        let last = format!("Enter shows again what was found for {}", app.searching.text);
        vec![(Role::Muted, "   ".into()), (Role::Muted, last)]
    } else if prompt.list == Filtered::Episodes && is_number(prompt.input.value()) {
        // A number stands in many columns, and in names that may not be on screen.
        let task = prompt.input.value().trim();
        let said = format!("in any column, and in the episode's own name; task:{task} looks at the task alone");
        vec![(Role::Muted, "   ".into()), (Role::Muted, said)]
    } else if let Some(fields) = prompt.list.fields() {
        let fields = fields.join(" ");
        let said = format!("field:value,or another; tab goes on with a word, f1 says more; fields: {fields}");
        vec![(Role::Muted, "   ".into()), (Role::Muted, said)]
    } else {
        return lines;
    };
    lines.extend(canvas.wrap(&[said], width).into_iter().take(SAID));
    lines
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Draws the lines at the foot of the body.
pub(super) fn draw(canvas: &mut Canvas<'_>, lines: &[Vec<Piece>], area: Rect) {
    canvas.clear(area);
    for (row, line) in (0..area.height).zip(lines) {
        canvas.row(area, row, line, (row == 0).then_some(Role::SelectedInactive));
    }
}

/// The label, the text with its cursor and its mistake marked, and the count at the right.
fn typed(app: &App, prompt: &FilterPrompt, width: usize, canvas: &Canvas<'_>) -> Vec<Piece> {
    let label = format!(" {}: ", prompt.list.asks());
    let count = count(app, prompt);
    let room = width.saturating_sub(text::width(&label) + text::width(&count) + 3);
    let letters: Vec<char> = prompt.input.value().chars().collect();
    let cursor = prompt.input.cursor();
    // Of a long text the part around the cursor is shown.
    let from = (cursor + 1).saturating_sub(room);
    let mut pieces = vec![(Role::Key, label)];
    let mut used = 0;
    for (at, letter) in letters.iter().chain([&' ']).enumerate().skip(from) {
        let shown = canvas.safe(&letter.to_string()).into_owned();
        used += text::width(&shown);
        if used > room {
            break;
        }
        let is_wrong = prompt.error.as_ref().is_some_and(|error| error.place.contains(&at));
        let role = if is_wrong { Role::Match } else { Role::Text };
        if prompt.is_recalled && at < letters.len() {
            pieces.push((Role::Selected, shown));
        } else if at == cursor {
            let shown = if shown == " " { "_".to_owned() } else { shown };
            pieces.push((Role::Selected, shown));
        } else {
            pieces.push((role, shown));
        }
    }
    let used = used.min(room);
    pieces.push((Role::Text, " ".repeat(room.saturating_sub(used) + 1)));
    pieces.push((Role::Muted, count));
    pieces
}

/// `12 of 480`; when finding, `match 2 of 5`.
fn count(app: &App, prompt: &FilterPrompt) -> String {
    let (shown, all) = app.filter_count();
    match prompt.list {
        Filtered::Everywhere => String::new(),
        Filtered::Calls | Filtered::Lines if prompt.input.value().trim().is_empty() => String::new(),
        Filtered::Calls | Filtered::Lines if all == 0 => "no match".into(),
        Filtered::Calls | Filtered::Lines => format!("match {shown} of {all}"),
        _ => format!("{shown} of {all}"),
    }
}
