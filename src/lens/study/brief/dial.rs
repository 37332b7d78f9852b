//! How common faults must be for the second arm to pay, with a prevalence that can be turned.

use super::Shown;
use crate::figures::Effect;
use crate::lens::study::Study;
use crate::lens::study::pairs::{interval_text, one_decimal};
use crate::lens::study::payoff::unlabelled;
use crate::lens::study::write::{Behind, Writer};
use crate::page::{Piece, Role};
use crate::statistics::{BreakEven, Interval, pi_text};

pub(super) fn write(study: &Study<'_>, shown: Shown, out: &mut Writer) {
    let Some([_, second]) = study.named_arms() else { return };
    let worth = &study.figures.worth;
    out.page.heading("When it pays");
    for (what, short, effect) in [
        ("pairs in which something was broken", "broken", &worth.perturbed),
        ("clean pairs, in which nothing was", "clean", &worth.clean),
    ] {
        out.row(vec![(Role::Text, line(short, effect))], Behind::Pairs(what.to_owned(), effect.pairs.clone()));
    }
    let (Some(seen), Some(pi)) = (worth.seen(), study.prevalence.or_else(|| worth.prevalence())) else {
        out.page.text("From which prevalence on it pays is undefined: it takes pairs of both kinds.");
        unlabelled(study, out);
        return;
    };
    let unfavourable = worth
        .unfavourable()
        .map_or_else(String::new, |it| format!("; at the worse ends of both intervals {}", it.text()));
    out.page.text(format!("{}{unfavourable}.", helps(&second, seen)));
    let Some(net) = worth.net(pi) else { return };
    let mut pieces: Vec<Piece> = vec![(Role::Text, format!("π {} ", pi_text(pi)))];
    pieces
        .extend(slider(pi, usize::from(shown.widths().drawing), |pi| worth.net(pi).is_some_and(|net| net.seen >= 0.0)));
    let ends = net.unfavourable.zip(net.favourable).map(|(low, high)| Interval { low, high });
    let ends = ends.map_or_else(String::new, |it| format!(" ({})", interval_text(it)));
    pieces.push((Role::Title, format!(" {} points", one_decimal(net.seen))));
    pieces.push((Role::Text, ends));
    out.row(pieces, Behind::Prevalence);
    out.page.muted("π is the share of episodes with something broken: left and right turn it.");
}

/// From which prevalence on the second arm helps.
fn helps(second: &str, seen: BreakEven) -> String {
    match seen {
        BreakEven::Always => format!("{second} costs nothing at any π"),
        BreakEven::Never => format!("{second} helps at no π"),
        BreakEven::From(_) | BreakEven::UpTo(_) => format!(
            "{second} helps {}",
            match seen {
                BreakEven::From(_) => format!("{} on", seen.text()),
                other => other.text(),
            }
        ),
    }
}

fn line(what: &str, effect: &Effect) -> String {
    match effect.counts.points() {
        None => format!("{what:<7} undefined (0 of 0)"),
        Some(points) => format!(
            "{what:<7} {:>6} points  {:<16}  {} won and {} lost of {}",
            one_decimal(points),
            effect.bootstrap.map(interval_text).unwrap_or_default(),
            effect.counts.wins,
            effect.counts.losses,
            effect.counts.pairs()
        ),
    }
}

/// All prevalences from 0 to 1: where it does not pay, where it does, and where the dial stands.
fn slider(pi: f64, columns: usize, pays: impl Fn(f64) -> bool) -> Vec<Piece> {
    let last = u32::try_from(columns.saturating_sub(1)).unwrap_or(1).max(1);
    let at = |column: u32| f64::from(column) / f64::from(last);
    let is_dial = |column: u32| (pi - at(column)).abs() * f64::from(last) <= 0.5;
    let mut pieces: Vec<Piece> = Vec::new();
    let mut is_shown = false;
    for column in 0..=last {
        let (role, sign) = if is_dial(column) && !is_shown {
            is_shown = true;
            (Role::Key, "•")
        } else if pays(at(column)) {
            (Role::Completed, "━")
        } else {
            (Role::Failed, "╌")
        };
        match pieces.last_mut() {
            Some((before, text)) if *before == role => text.push_str(sign),
            _ => pieces.push((role, sign.to_owned())),
        }
    }
    pieces
}
