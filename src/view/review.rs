//! Screen 2: the queue of a review at the left, the card of the rule under the cursor at the right.

use ratatui::layout::Rect;

use super::apart::Apart;
use super::canvas::{Canvas, Piece, lit};
use super::overlay::Focus;
use super::registries::list_rows;
use super::{empty, overlay};
use crate::app::App;
use crate::app::data::RuleRef;
use crate::app::review::Mark;
use crate::app::screen::review::{Implied, Pane, Sort};
use crate::lens::queue::telling;
use crate::query::rule::RuleFilter;
use crate::review::Count;
use crate::review::suspicion::Kind;
use crate::theme::Role;
use crate::words::{self, counted};

/// From so many columns on, queue and card stand side by side.
const WIDE: u16 = 100;
/// With fewer columns the counts come first.
const NARROW: u16 = 60;
/// So many columns of a reviewer's name are shown at most.
const NAME: usize = 24;
const REVIEWER: &str = "reviewer: ";
/// From so many rows on, a narrow screen has a few rows of the queue above the card.
const TALL: u16 = 16;

/// Draws the screen.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    if app.review.judged().registry().is_none() {
        return canvas.notice(area, &empty::registries(app));
    }
    if app.review.screen.queue.rows().is_empty() {
        return canvas.notice(area, &empty::review(app));
    }
    if area.width >= WIDE {
        // The card wraps and the rows are cut: what the card can do without is theirs, until they have enough.
        let left = (area.width * 3 / 5).min(area.width.saturating_sub(46)).max(area.width / 2).min(110);
        queue(app, canvas, Rect { width: left, ..area });
        let right = Rect { x: area.x + left, width: area.width - left, ..area };
        card(app, canvas, right, false);
    } else if area.height >= TALL && app.review.screen.pane == Pane::Queue {
        let above = area.height / 3;
        queue(app, canvas, Rect { height: above, ..area });
        let below = Rect { y: area.y + above, height: area.height.saturating_sub(above), ..area };
        card(app, canvas, below, false);
    } else {
        // One rule a screen.
        card(app, canvas, area, true);
    }
}

fn queue(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    let screen = &app.review.screen;
    let shown = screen.queue.rows().len();
    let all_fit = shown + 2 <= usize::from(area.height);
    let place = if all_fit { String::new() } else { format!("{}/", screen.queue.place() + 1) };
    let marked = match screen.marked.len() {
        0 => String::new(),
        count => format!(", {count} marked"),
    };
    let folded = match app.review.folded {
        0 => String::new(),
        count => format!(", {count} folded (i)"),
    };
    // What was typed so far may be no filter, and then everything is shown.
    let read = RuleFilter::parse(&screen.filter);
    let matching = match screen.filter.trim() {
        "" => String::new(),
        // The longest of it, and no news.
        _ if area.width < NARROW => String::new(),
        _ if read.is_err() => String::new(),
        filter => format!(" matching {filter}"),
    };
    let back = if screen.pane == Pane::Card { "esc: back here · " } else { "" };
    let title = format!("{back}{place}{}{matching}{folded}{marked}", counted(shown, "rule"));
    let inside = canvas.frame(area, &title, screen.pane == Pane::Queue);
    let filter = read.unwrap_or_default();
    let longest = screen.queue.rows().iter().map(|rule| canvas.width(rule.tool.as_str())).max().unwrap_or(0);
    let widths = Widths::of(usize::from(inside.width), longest);
    let rows = || screen.queue.rows().iter();
    let tools = canvas.apart(rows().map(|rule| &rule.tool), widths.tool + 1);
    let paths = rows().filter_map(|rule| Some(&app.review.judged().rule(rule)?.path));
    let paths = canvas.apart(paths, widths.path);
    list_rows(canvas, inside, &screen.queue, screen.pane == Pane::Queue, |canvas, _, rule| {
        row(app, rule, &filter, &Columns { widths, tools: &tools, paths: &paths }, canvas)
    });
}

/// The columns of a row: tool, class (the card says it where there is no room) and path; the reason takes what is left.
#[derive(Clone, Copy)]
struct Widths {
    tool: usize,
    class: usize,
    path: usize,
}

impl Widths {
    fn of(columns: usize, longest: usize) -> Self {
        let room = columns.saturating_sub(7);
        // Tools of one beginning are told apart by their ends, paths by both; of a class five letters are enough.
        Self {
            tool: longest.min(room / if room < 60 { 4 } else { 3 }).max(4),
            class: match room {
                0..40 => 0,
                40..60 => 5,
                60..90 => 9,
                _ => 14,
            },
            path: (room / if room < 60 { 4 } else { 5 }).clamp(7, 40),
        }
    }
}

/// The columns with the names that stand in them.
struct Columns<'n> {
    widths: Widths,
    tools: &'n Apart,
    paths: &'n Apart,
}

fn row(app: &App, rule: &RuleRef, filter: &RuleFilter, columns: &Columns<'_>, canvas: &Canvas<'_>) -> Vec<Piece> {
    let Columns { widths, tools, paths } = *columns;
    let judged = app.review.judged();
    let Some(it) = judged.rule(rule) else { return Vec::new() };
    let mark = app.review_mark(rule);
    let is_marked = app.review.screen.marked.contains(rule);
    let implied = app.review.entry(rule).map_or(0, |entry| entry.implies.len());
    let screen = &app.review.screen;
    // Only behind a rule that stands above.
    let is_behind = screen.sort == Sort::Suspicion && screen.implied == Implied::Shown;
    let under = app.review.entry(rule).and_then(|entry| entry.under.clone()).filter(|_| is_behind);
    let over = under.map(|over| RuleRef { tool: rule.tool.clone(), invariant: over });
    let follows = over.is_some_and(|over| screen.queue.rows().contains(&over));
    let comments = judged.row(rule).map_or(0, |row| row.comments.len());
    let tool = canvas.pad_name(rule.tool.as_str(), tools, widths.tool + 1);
    let class = canvas.pad(it.class.name(), widths.class);
    let path = canvas.pad_name(&it.path.to_string(), paths, widths.path);
    let mut pieces = vec![
        (Role::Key, if is_marked { canvas.glyphs.marked() } else { " " }.to_owned()),
        (role(mark), format!("{} ", sign(mark, canvas))),
    ];
    pieces.extend(lit(Role::Text, &tool, &filter.found_in("tool", &tool)));
    if widths.class > 0 {
        pieces.extend(lit(Role::Muted, &class, &filter.found_in("class", &class)));
        pieces.push((Role::Text, " ".into()));
    }
    pieces.extend(lit(Role::Field, &path, &filter.found_in("path", &path)));
    pieces.push((Role::Text, " ".into()));
    if implied > 0 && app.review.screen.implied == Implied::Folded && app.review.screen.sort == Sort::Suspicion {
        pieces.push((Role::Key, format!("+{implied} ")));
    }
    if app.review.is_contested(rule) {
        pieces.push((Role::Changed, format!("{} ", canvas.glyphs.contested())));
    }
    if comments > 0 {
        let sign = canvas.glyphs.comment();
        pieces.push((Role::News, if comments > 1 { format!("{sign}{comments} ") } else { format!("{sign} ") }));
    }
    let reason = match mark {
        Mark::Undecided if follows => format!("{} {}", canvas.glyphs.follows(), reason(app, rule)),
        Mark::Undecided => reason(app, rule),
        Mark::Saving => "saving …".to_owned(),
        _ => format!("{}: {}", mark.word(), words::short_rule(it)),
    };
    pieces.push((if mark == Mark::Undecided { Role::Text } else { role(mark) }, reason));
    pieces
}

/// The strongest reason of suspicion; the rule itself where nothing speaks against it.
pub(super) fn reason(app: &App, rule: &RuleRef) -> String {
    let judged = app.review.judged();
    let short = |sentence: &str| sentence.strip_prefix("it ").unwrap_or(sentence).to_owned();
    // What it follows from says nothing against it, and few samples speak against many: there the rule itself tells more.
    let is_common = |kind: Kind| matches!(kind, Kind::Implied | Kind::RuleOfThree);
    let special = telling(judged.reasons(rule)).filter(|reason| !is_common(reason.kind));
    let strongest = special.map(|reason| short(&reason.sentence));
    strongest.or_else(|| judged.rule(rule).map(words::short_rule)).unwrap_or_default()
}

fn role(mark: Mark) -> Role {
    match mark {
        Mark::Undecided => Role::Muted,
        Mark::Accepted | Mark::Edited => Role::Held,
        Mark::Rejected => Role::Broken,
        Mark::Waived => Role::Retry,
        Mark::Changed | Mark::WaiverOver => Role::Changed,
        Mark::Saving => Role::News,
    }
}

fn sign(mark: Mark, canvas: &Canvas<'_>) -> &'static str {
    match mark {
        Mark::Undecided => canvas.glyphs.dot(),
        Mark::Accepted => canvas.glyphs.accepted(),
        Mark::Rejected => canvas.glyphs.rejected(),
        Mark::Edited => canvas.glyphs.edited(),
        Mark::Waived => canvas.glyphs.waived(),
        Mark::Changed | Mark::WaiverOver => canvas.glyphs.changed(),
        Mark::Saving => canvas.glyphs.saving(),
    }
}

/// The card; where it has the screen for itself it says which one of the queue it is.
fn card(app: &App, canvas: &mut Canvas<'_>, area: Rect, is_alone: bool) {
    let screen = &app.review.screen;
    screen.set_drawn();
    let focus = match screen.pane {
        Pane::Card => Focus::Here,
        Pane::Queue if is_alone => Focus::Alone,
        Pane::Queue => Focus::Elsewhere,
    };
    let place =
        if is_alone { format!("{}/{} ", screen.queue.place() + 1, screen.queue.rows().len()) } else { String::new() };
    let title = format!("{place}{}", screen.card.page.title);
    overlay::pane(canvas, area, &title, &screen.card, focus);
}

/// `Review ▸ whole.json · 38 of 112 undecided · 3 changed since accepted · most suspicious first`, and who decides.
pub(super) fn crumbs(app: &App, canvas: &Canvas<'_>) -> (Vec<Piece>, Vec<Piece>) {
    let level = format!(" {} ", canvas.glyphs.level());
    let dot = format!(" {} ", canvas.glyphs.dot());
    let mut left: Vec<Piece> = vec![(Role::Muted, " Review".into())];
    let judged = app.review.judged();
    let Some(slot) = judged.registry().and_then(|id| app.data.registry(id)) else { return (left, Vec::new()) };
    left.push((Role::Title, format!("{level}{}", slot.name)));
    if let Some(seal) = super::status::seal(app, slot.id, &dot) {
        left.extend([seal, (Role::Muted, format!("{dot}frozen, only to look at"))]);
        for (standing, count) in judged.review.by_standing() {
            let word = if standing == "undecided" { "kept by default" } else { standing };
            left.push((Role::Text, format!("{dot}{count} {word}")));
        }
        return (left, Vec::new());
    }
    let Count { all, left: undecided } = app.review_count();
    let role = if undecided > 0 { Role::Text } else { Role::Held };
    let changed = judged.changed();
    let width = |pieces: &[Piece]| -> usize { pieces.iter().map(|(_, piece)| canvas.width(piece)).sum() };
    let counts_width;
    if app.size.0 < NARROW {
        // What is left is what one looks for here; the file has room behind it, if any.
        let mut counts = vec![(role, format!(" {undecided} of {all} undecided"))];
        if changed > 0 {
            counts.push((Role::Changed, format!("{dot}{changed} changed")));
        }
        counts_width = width(&counts);
        counts.push((Role::Title, format!("{dot}{}", slot.name)));
        left = counts;
    } else {
        left.push((role, format!("{dot}{undecided} of {all} undecided")));
        if changed > 0 {
            left.push((Role::Changed, format!("{dot}{changed} changed since decided")));
        }
        counts_width = width(&left);
    }
    left.push((Role::Muted, format!("{dot}{}", app.review.screen.sort.words())));
    if let Some(why) = app.review_refusal() {
        left.push((Role::Banner, format!("{dot}{why}")));
    } else if app.data.is_built_in
        && let Some(kept) = app.review.kept(slot.id)
    {
        left.push((Role::Muted, format!("{dot}kept in {}", kept.place)));
    }
    let author = &app.review.author;
    // The counts keep their room, however long the name is.
    let room = usize::from(app.size.0).saturating_sub(counts_width + 3);
    let reviewer = match author.as_str() {
        "" => "nobody reviews".to_owned(),
        name if canvas.width(name).min(NAME) + REVIEWER.len() <= room => {
            format!("{REVIEWER}{}", canvas.fit(name, (room - REVIEWER.len()).min(NAME)))
        }
        name => canvas.fit(name, room.min(NAME)),
    };
    let mut right = vec![(Role::Muted, reviewer)];
    if app.is_gathering() && !app.data.ledgers.is_empty() {
        let (done, calls) = app.gathered();
        let percent = (done * 100).checked_div(calls).unwrap_or(0);
        right.push((Role::News, format!("{dot}the order may still change: {percent}% of calls looked at")));
    }
    (left, right)
}
