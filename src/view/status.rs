//! The lines that every screen shares: title, breadcrumbs, news, status.

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece};
use super::{braid, pairs, review, study};
use crate::app::action::Action;
use crate::app::data::{RegistryId, RegistrySlot};
use crate::app::gutter::Labels;
use crate::app::keymap::Bound;
use crate::app::msg::Watch;
use crate::app::scan::{Purpose, Scan};
use crate::app::screen::episodes::Column;
use crate::app::screen::pairs::Cell;
use crate::app::screen::registries::Pane;
use crate::app::screen::stepper::{Origin, Pane as StepperPane};
use crate::app::taint::Following;
use crate::app::window::View;
use crate::app::{App, Overlay, Tab, keys};
use crate::domain::invariant::Invariant;
use crate::theme::{Glyphs, Role};
use crate::words::counted;

/// ` vidimus  1 Registries  3 Episodes      2 ledgers · 240 episodes · 462 invariants`
pub(super) fn title(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    let mut pieces: Vec<Piece> = vec![(Role::Title, " vidimus  ".into())];
    for (tab, digit, name) in Tab::ALL {
        let role = if tab == app.tab { Role::TabActive } else { Role::Tab };
        pieces.push((role, app.tab_label(digit, name)));
        pieces.push((Role::Text, "  ".into()));
    }
    // On narrow screens the least important parts, which stand first, are left out.
    let parts = loaded(app);
    let room = usize::from(area.width).saturating_sub(pieces_width(canvas, &pieces) + 2);
    let dot = format!(" {} ", canvas.glyphs.dot());
    let shown = (0..parts.len()).map(|from| parts.get(from..).unwrap_or_default().join(&dot));
    let loaded = shown.into_iter().find(|text| canvas.width(text) <= room).unwrap_or_default();
    split(canvas, area, &pieces, &[(Role::Muted, loaded)]);
}

fn loaded(app: &App) -> Vec<String> {
    let episodes: usize = app.data.ledgers.iter().map(|slot| slot.index.episodes().len()).sum();
    let mut parts = Vec::new();
    let there: Vec<_> = app.data.ledgers.iter().filter(|slot| !slot.gone).collect();
    match there.as_slice() {
        [] => {}
        [one] => parts.push(one.name.clone()),
        many => parts.push(format!("{} ledgers", many.len())),
    }
    if !app.data.ledgers.is_empty() {
        parts.push(counted(episodes, "episode"));
    }
    parts.extend(judges(app));
    parts
}

/// `5 folds of 512 to 537 invariants`: what judges, which stays the same wherever in its set one looks.
fn judges(app: &App) -> Option<String> {
    let judges = app.data.judges_with(app.registry?);
    let slots = || judges.iter().filter_map(|id| app.data.registry(*id));
    let counts = || slots().filter_map(|slot| Some(slot.registry.as_ref()?.invariant_count()));
    let (least, most) = (counts().min()?, counts().max()?);
    let is_fold = slots().all(|slot| slot.registry.as_ref().is_some_and(|it| it.source.fold.is_some()));
    let invariants =
        if least == most { counted(least, "invariant") } else { format!("{least} to {}", counted(most, "invariant")) };
    Some(match slots().next() {
        Some(slot) if !is_fold && app.data.registries.len() > 1 => format!("{}: {invariants}", slot.name),
        _ if is_fold => format!("{} of {invariants}", counted(judges.len(), "fold")),
        _ => invariants,
    })
}

/// ` · 530 invariants`, behind the name of a registry.
fn invariants(app: &App, id: RegistryId, dot: &str) -> Option<Piece> {
    let registry = app.data.registry(id)?.registry.as_ref()?;
    Some((Role::Muted, format!("{dot}{}", counted(registry.invariant_count(), "invariant"))))
}

/// ` (37/480)`, in the title of a pane that does not show its whole list.
pub(super) fn position(place: usize, all: usize, area: Rect) -> String {
    if all + 2 > usize::from(area.height) { format!(" ({}/{all})", place + 1) } else { String::new() }
}

/// Left and right on one line; the right gives way first.
fn split(canvas: &mut Canvas<'_>, area: Rect, left: &[Piece], right: &[Piece]) {
    let (left_width, right_width) = (pieces_width(canvas, left), pieces_width(canvas, right));
    let room = usize::from(area.width);
    canvas.row(area, 0, left, None);
    if left_width + right_width + 2 <= room {
        let x = area.x + area.width - u16::try_from(right_width + 1).unwrap_or(0);
        canvas.row(Rect { x, width: area.x + area.width - x, ..area }, 0, right, None);
    }
}

fn pieces_width(canvas: &Canvas<'_>, pieces: &[Piece]) -> usize {
    pieces.iter().map(|(_, piece)| canvas.width(piece)).sum()
}

/// The verdict at the right, whatever place that leaves for the way there.
fn with_verdict(canvas: &mut Canvas<'_>, area: Rect, left: &[Piece], right: &[Piece]) {
    // The first piece says the most.
    let room = usize::from(area.width);
    let right = if pieces_width(canvas, right) * 2 > room { right.get(..1).unwrap_or_default() } else { right };
    let wide = u16::try_from(pieces_width(canvas, right) + 1).unwrap_or(u16::MAX);
    if right.is_empty() || wide + 12 > area.width {
        return canvas.row(area, 0, left, None);
    }
    canvas.row(Rect { width: area.width - wide - 1, ..area }, 0, left, None);
    canvas.row(Rect { x: area.x + area.width - wide, width: wide, ..area }, 0, right, None);
}

/// Draws where the person is, and the verdict on it.
pub(super) fn breadcrumbs(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    let (left, right) = crumbs(app, canvas);
    with_verdict(canvas, area, &left, &right);
}

/// Where the person is, and the verdict on it.
pub(super) fn crumbs(app: &App, canvas: &Canvas<'_>) -> (Vec<Piece>, Vec<Piece>) {
    let level = format!(" {} ", canvas.glyphs.level());
    let dot = format!(" {} ", canvas.glyphs.dot());
    let mut left: Vec<Piece> = Vec::new();
    let mut right: Vec<Piece> = Vec::new();
    match (app.tab, &app.stepper) {
        (Tab::Registries, _) => {
            left.push((Role::Muted, " Registries".into()));
            if let Some(slot) = app.registry.and_then(|id| app.data.registry(id)) {
                left.push((Role::Text, format!("{level}{}", slot.name)));
                left.extend(seal(app, slot.id, &dot));
                left.extend(invariants(app, slot.id, &dot));
            }
            if app.registries.pane != Pane::Tools
                && let Some(tool) = app.registries.tools.selected()
            {
                left.push((Role::Title, format!("{level}{tool}")));
            }
            let count = app.data.registries.iter().filter(|slot| slot.registry.is_some()).count();
            if count > 1 {
                right.push((Role::Muted, format!("{count} registries, ] shows the next")));
            }
        }
        (Tab::Review, _) => return review::crumbs(app, canvas),
        (Tab::Pairs, _) => {
            return match &app.pairs.open {
                Some(open) => braid::crumbs(app, open, canvas),
                None => pairs::crumbs(app, canvas),
            };
        }
        (Tab::Study, _) => return study::crumbs(app, canvas),
        (Tab::Episodes, None) => {
            left.push((Role::Muted, " Episodes".into()));
            let all: usize = app.data.ledgers.iter().map(|slot| slot.index.episodes().len()).sum();
            let shown = app.episodes.list.rows().len();
            let text =
                if shown == all { counted(all, "episode") } else { format!("{shown} of {}", counted(all, "episode")) };
            left.push((Role::Text, format!("{level}{text}")));
            if shown < all {
                if let Some(only) = &app.episodes.only {
                    left.push((Role::Changed, format!("{dot}only {} (esc leads back)", only.what)));
                } else {
                    left.push((Role::Changed, format!("{dot}{} hidden by the filter ", all - shown)));
                }
                left.push((Role::Match, app.episodes.filter.clone()));
            }
            let turned = if app.episodes.reversed { ", turned round" } else { "" };
            let order = match app.episodes.sort {
                Column::File => "in file order".to_owned(),
                column => format!("sorted by {}", column.name()),
            };
            if shown > 0 {
                right.push((Role::Muted, format!("{}/{shown}", app.episodes.list.place() + 1)));
                right.push((Role::Muted, dot.clone()));
            }
            right.push((Role::Muted, format!("{order}{turned}")));
        }
        (Tab::Episodes, Some(stepper)) => {
            let firings_of = |rule: &Invariant| format!(" Firings of {} {}", rule.class, rule.path);
            let place = match &stepper.from {
                Some(Origin::Review) => Some(" Review".to_owned()),
                Some(Origin::Pair) => Some(" Pair".to_owned()),
                Some(Origin::Firings(rule)) => app.registry.and_then(|id| app.data.rule(id, rule)).map(firings_of),
                None => None,
            };
            left.push((Role::Muted, place.unwrap_or_else(|| " Episodes".to_owned())));
            let slot = app.data.ledger(stepper.episode.ledger);
            let Some(episode) = slot.and_then(|slot| slot.index.episodes().get(stepper.episode.place)) else {
                return (left, right);
            };
            let mut parts = vec![format!("task {}", episode.task_or_id())];
            parts.extend(episode.trial.map(|trial| format!("trial {trial}")));
            parts.extend(episode.arm.as_ref().map(ToString::to_string));
            parts.extend(episode.model.as_ref().map(ToString::to_string));
            left.push((Role::Title, format!("{level}{}", parts.join(&dot))));
            let (role, verdict) = match episode.completed() {
                Some(true) => (Role::Completed, "COMPLETED"),
                Some(false) => (Role::Failed, "FAILED"),
                None => (Role::Muted, "outcome unknown"),
            };
            right.push((role, verdict.into()));
            right.push((Role::Muted, format!("{dot}{}", counted(episode.receipts as usize, "receipt"))));
        }
    }
    (left, right)
}

/// What became of the seal of a frozen registry.
pub(super) fn seal(app: &App, registry: RegistryId, dot: &str) -> Option<Piece> {
    let (words, holds) = app.seal_words(registry)?;
    Some((if holds { Role::Held } else { Role::Banner }, format!("{dot}{words}")))
}

/// What must be seen: a notice first, then what cannot be read, then news.
pub(super) fn news(app: &App) -> Vec<(Role, String)> {
    let mut lines = Vec::new();
    let question = app.question();
    lines.extend(question.iter().map(|question| (Role::Banner, question.clone())));
    app.question_shown.set_drawn(question);
    lines.extend(app.review.bulk.iter().map(|bulk| (Role::Banner, bulk.breakdown().to_owned())));
    lines.extend(app.broken_seals().into_iter().map(|sentence| (Role::Banner, sentence)));
    lines.extend(app.notice.iter().map(|notice| (Role::SelectedInactive, notice.clone())));
    if let Some(following) = app.following().filter(|_| app.tab == Tab::Episodes) {
        lines.push((Role::SelectedInactive, following_line(app, following)));
    }
    let registries = app.data.registries.iter().filter_map(|slot| slot.problem.clone());
    let ledgers = app.data.ledgers.iter().filter_map(|slot| slot.problem.clone());
    lines.extend(registries.chain(ledgers).map(|problem| (Role::Banner, problem)));
    lines.extend(app.data.registries.iter().filter_map(RegistrySlot::banner).map(|banner| (Role::Banner, banner)));
    lines.extend(app.news.iter().map(|news| (Role::News, news.clone())));
    lines.extend(app.said_of_order().map(|order| (Role::News, order)));
    lines
}

/// So many sentences are told, and as many rows taken; one more where the screen is high.
const NEWS_ROWS: usize = 2;

/// The news in rows: what is said last is left out first, and no sentence takes all of the room.
pub(super) fn news_rows(app: &App, canvas: &Canvas<'_>, area: Rect) -> Vec<(Role, Vec<Piece>)> {
    let most = if area.height < 20 { NEWS_ROWS } else { NEWS_ROWS + 1 };
    let columns = usize::from(area.width.saturating_sub(2));
    let mut rows = Vec::new();
    let news: Vec<_> = news(app).into_iter().take(NEWS_ROWS).collect();
    let all = news.len();
    for (place, (role, sentence)) in news.into_iter().enumerate() {
        let room = most.saturating_sub(rows.len() + all - place - 1);
        let wrapped = canvas.wrap(&[vec![(role, sentence)]], columns);
        // The last row goes on beyond the edge, which says that more was to be said.
        let (whole, rest) = wrapped.split_at(room.saturating_sub(1).min(wrapped.len()));
        rows.extend(whole.iter().map(|row| (role, row.clone())));
        let rest: Vec<String> = rest.iter().map(|row| row.iter().map(|(_, piece)| piece.as_str()).collect()).collect();
        if room > 0 && !rest.is_empty() {
            rows.push((role, vec![(role, rest.join(" "))]));
        }
    }
    rows
}

/// What became of the followed values, in a line: whether the final answer has them first, the keys last.
fn following_line(app: &App, following: &Following) -> String {
    let trails = following.trails();
    if !app.is_followed_to_the_end() {
        let (asked, all) = app.scan(Purpose::Taint).map(Scan::progress).unwrap_or_default();
        let subject = match trails.as_slice() {
            [one] => one.subject(),
            many => format!("{} values that broke", many.len()),
        };
        return format!("following {subject}: {asked} of {all} records read");
    }
    let (held, by_name) = match trails.as_slice() {
        [one] => (one.origin().map(|origin| format!("; {origin}")).unwrap_or_default(), one.short.is_some()),
        many => (String::new(), many.iter().any(|trail| trail.short.is_some())),
    };
    let it = if trails.len() == 1 { "it" } else { "some" };
    let by_name = if by_name { format!("; {it} followed by name only") } else { String::new() };
    let turn = following.turn().map(|turn| format!("{turn}, ")).unwrap_or_default();
    let pair = app.odd_side().map(|pair| format!("; {pair}")).unwrap_or_default();
    format!("{}{pair}{held}{by_name} ({turn}H lists it, Esc ends it)", following.sentence())
}

/// `● live  0 bad lines       / filter  ? keys  q quit`
pub(super) fn status(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    let left = state(app, canvas.glyphs);
    let left_width: usize = left.iter().map(|(_, piece)| canvas.width(piece)).sum();
    let mut room = usize::from(area.width).saturating_sub(left_width + 3);
    let mut right: Vec<Piece> = Vec::new();
    for (key, word) in bar(app) {
        let wide = canvas.width(key) + 1 + canvas.width(word) + 2;
        if wide > room {
            continue;
        }
        room -= wide;
        right.push((Role::Key, key.to_owned()));
        right.push((Role::Muted, format!(" {word}  ")));
    }
    split(canvas, area, &left, &right);
}

/// What is watched, and what was passed over.
pub(super) fn state(app: &App, glyphs: Glyphs) -> Vec<Piece> {
    let mut left: Vec<Piece> = Vec::new();
    let has_problem = app.data.registries.iter().any(|slot| slot.problem.is_some())
        || app.data.ledgers.iter().any(|slot| slot.problem.is_some());
    left.push(if let Some(paused) = &app.paused {
        let key = app.keymap.key(app.scope(), Action::Pause).unwrap_or(":");
        let (dot, waiting) = (glyphs.dot(), paused.waiting());
        (Role::News, format!(" {} paused {dot} {waiting} {dot} {key} goes on", glyphs.paused()))
    } else if has_problem {
        let stays = app.data.registries.iter().any(|slot| slot.problem.is_some() && slot.registry.is_some());
        let what = if stays { "last good shown" } else { "a file cannot be read" };
        (Role::Broken, format!(" {} {what}", glyphs.broken_file()))
    } else {
        match &app.watch {
            Watch::Nothing => (Role::Muted, format!(" {} sample study", glyphs.dot())),
            Watch::Live if app.is_following() => (Role::Held, format!(" {} live, follows", glyphs.live())),
            Watch::Live => (Role::Held, format!(" {} live", glyphs.live())),
            Watch::Polling(_) => (Role::Retry, format!(" {} polling", glyphs.polling())),
            Watch::Off(_) => (Role::Muted, format!(" {} not watched", glyphs.dot())),
        }
    });
    // It comes first: the person looks for it now. While it is typed, the prompt says it.
    if let Some((at, all)) = app.found_in_lines().filter(|_| app.filter_prompt.is_none()) {
        left.push((Role::News, format!("  match {at} of {all}")));
    }
    if !app.data.failed.is_empty() {
        let paths = counted(app.data.failed.len(), "path");
        left.push((Role::Broken, format!("  {} {paths} not read (L)", glyphs.broken_file())));
    }
    let reading = app.data.ledgers.iter().filter(|slot| !slot.complete);
    let (read, total) = reading.fold((0, 0), |sum, slot| (sum.0 + slot.index.indexed(), sum.1 + slot.total));
    if let Some(percent) = (read * 100u64).checked_div(total) {
        left.push((Role::News, format!(" reading {}% ", percent.min(99))));
    } else if !app.data.found {
        left.push((Role::News, " looking for files ".into()));
    }
    let replays = app.data.ledgers.iter().filter(|slot| slot.replay.running);
    let (done, calls) = replays
        .fold((0, 0), |sum, slot| (sum.0 + u64::from(slot.replay.checked), sum.1 + slot.index.calls().len() as u64));
    if calls > 0 && app.registry.is_some() {
        left.push((Role::Muted, format!("  replaying {}%", (done * 100 / calls).min(99))));
    }
    let needs_digests =
        matches!(app.tab, Tab::Pairs | Tab::Study) || (app.tab == Tab::Episodes && app.episodes.asks_labels());
    if needs_digests && !app.data.is_digested() {
        let (done, all) = app.data.digest_progress();
        left.push((Role::News, format!("  {} of {} read", done, counted(all, "episode"))));
    }
    let bad: u64 = app.data.ledgers.iter().map(|slot| slot.index.bad_count()).sum();
    let bad_role = if bad > 0 { Role::Broken } else { Role::Muted };
    left.push((bad_role, format!("  {}", counted(usize::try_from(bad).unwrap_or(usize::MAX), "bad line"))));
    let mended: u64 = app.data.ledgers.iter().map(|slot| slot.index.note_count()).sum();
    if mended > 0 {
        left.push((
            Role::Retry,
            format!("  {} mended (L)", counted(usize::try_from(mended).unwrap_or(usize::MAX), "value")),
        ));
    }
    left.extend(uncounted(app).into_iter().map(|text| (Role::Changed, format!("  {text}"))));
    if app.labels == Labels::Shown {
        left.push((Role::Changed, format!("  {} fault labels shown", glyphs.fault())));
    }
    if let Some(count) = app.count {
        left.push((Role::Key, format!("  {count}")));
        // Whoever meant the tab of that digit learns how to get there.
        let meant = Tab::ALL.iter().find(|(_, digit, _)| digit.to_digit(10).map(|digit| digit as usize) == Some(count));
        if let Some((_, digit, name)) = meant {
            left.push((Role::Muted, format!(" (alt-{digit}: {name})")));
        }
    }
    left
}

/// The episodes that are in no pair or in no cell, as long as there are any; `L` and the Pairs screen say which.
fn uncounted(app: &App) -> Vec<String> {
    // With one arm nothing is paired, and nothing could be.
    let of = |cell| if app.pairs.arms().is_some() { app.pairs.count(cell) } else { 0 };
    let counts = [
        (of(Cell::Unmatched), "unpaired"),
        (of(Cell::Duplicates), "twice"),
        (app.data.unknown_outcomes(), "without outcome"),
    ];
    counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect()
}

/// What is asked for first where the cursor stands; all else follows in the order of the table.
fn wanted(app: &App) -> &'static [Action] {
    use Action as A;
    let pane = app.stepper.as_ref().filter(|_| app.tab == Tab::Episodes).map(|stepper| stepper.pane);
    match pane {
        Some(StepperPane::Calls) => {
            &[A::NextReceipt, A::NextError, A::Why, A::Conversation, A::FollowValue, A::Coverage, A::NextPane]
        }
        Some(StepperPane::Tree) => {
            &[A::FollowValue, A::Why, A::Coverage, A::NextReceipt, A::NextError, A::Conversation, A::NextPane]
        }
        Some(StepperPane::Receipt) => {
            &[A::Why, A::NextReceipt, A::NextError, A::Conversation, A::Coverage, A::FollowValue, A::NextPane]
        }
        None => &[],
    }
}

/// Whether a key leads anywhere in the files at hand.
fn is_of_use(app: &App, action: Action) -> bool {
    let episodes = || app.data.ledgers.iter().flat_map(|slot| slot.index.episodes());
    let has_receipts = || episodes().any(|episode| episode.receipts > 0);
    match action {
        Action::NextReceipt => has_receipts(),
        // Where there are receipts they are what one came for.
        Action::NextError => !has_receipts() && episodes().next().is_some(),
        Action::ShowLabels => app.has_labels(),
        // Blind the guess is hidden, so there is nothing to confirm.
        Action::ConfirmLabel => app.has_guess_here(),
        // One page, and nothing in it is hidden.
        Action::NextPane | Action::Filter => app.tab != Tab::Study,
        Action::LowerPrevalence => app.studying.figures().is_some_and(|figures| figures.worth.seen().is_some()),
        Action::OneMorePair => app.studying.figures().is_some_and(|figures| figures.paired.whole().is_some()),
        _ => true,
    }
}

/// The keys that matter here, those of the screen before those of every screen; the way out always fits.
pub(super) fn bar(app: &App) -> Vec<(&str, &'static str)> {
    let scope = app.scope();
    let of = |scope| app.keymap.of(scope).filter_map(|bound| Some((bound, bound.row.bar?)));
    if scope == keys::Scope::Prompt {
        if matches!(app.overlays.last(), Some(Overlay::Ask(ask)) if ask.refusal.is_some()) {
            return vec![("esc", "close")];
        }
        let mut keys = vec![("enter", "take"), ("esc", "back")];
        if let Some(prompt) = &app.filter_prompt {
            keys.extend(Some(("tab", "complete")).filter(|_| prompt.list.fields().is_some()));
            keys.push(("up", "earlier ones"));
        }
        return keys;
    }
    if scope == keys::Scope::Confirm {
        return vec![("y", "yes, all of them"), ("any other key", "no")];
    }
    if scope == keys::Scope::Mark {
        return vec![("a to z", "the mark"), ("?", "list"), ("'", "back"), ("esc", "leave")];
    }
    if scope == keys::Scope::Overlay {
        let window = app.window();
        let leads = window.is_some_and(|window| window.link().is_some());
        let has_links = window.is_some_and(|window| window.page.has_links());
        let follow = leads.then_some(("enter", "go there")).or(has_links.then_some(("tab", "next link")));
        let (space, labels) = (("space", "page"), app.keymap.key(scope, Action::ShowLabels));
        let labels = labels.filter(|_| app.has_labels() && window.is_some_and(|window| window.view == View::Why));
        let is_wide = app.window().is_some_and(crate::app::window::Window::is_wide);
        let sideways = is_wide.then_some(("h l", "sideways"));
        let is_card = app.window().is_some_and(|window| window.view == View::Witness);
        let redact = app.keymap.key(scope, Action::Redact).filter(|_| is_card).map(|key| (key, "take values out"));
        let is_coverage = window.is_some_and(|window| window.view == View::Coverage);
        let others = is_coverage && app.data.registries.len() > 1;
        let turn = app.keymap.key(scope, Action::NextRegistry).filter(|_| others).map(|key| (key, "next registry"));
        let moves = if has_links { "move" } else { "scroll" };
        let first = std::iter::once(("j k", moves)).chain(follow).chain(sideways).chain(redact).chain(turn);
        let labels = labels.map(|key| (key, "fault labels"));
        return first.chain([("esc", "close"), ("?", "keys"), space]).chain(labels).collect();
    }
    let mut rows: Vec<_> = of(keys::Scope::Global).collect();
    let is_way_out = |bound: &Bound| matches!(bound.row.action, Action::Help | Action::CloseOrQuit);
    let way_out: Vec<_> = rows.extract_if(.., |(bound, _)| is_way_out(bound)).collect();
    let mut own: Vec<_> = of(scope).chain(rows).filter(|(bound, _)| is_of_use(app, bound.row.action)).collect();
    let wanted = wanted(app);
    let place = |action| wanted.iter().position(|one| *one == action).unwrap_or(wanted.len());
    own.sort_by_key(|(bound, _)| place(bound.row.action));
    let rows = way_out.into_iter().chain(own);
    rows.filter_map(|(bound, word)| Some((bound.keys.first()?.as_str(), word))).collect()
}
