//! Dates in order: a ≤ b and b ≤ c, so a ≤ c.

use super::{Found, Net};
use crate::domain::invariant::{Expected, Invariant};

/// The date orders that follow from others. From the last rule to the first, each goes that the others can do without.
pub(super) fn of_dates(rules: &[Invariant]) -> Found {
    let orders: Vec<(usize, String, &str)> = rules
        .iter()
        .enumerate()
        .filter_map(|(place, rule)| match &rule.expected {
            Expected::Later(later) => Some((place, rule.path.to_string(), later.as_str())),
            _ => None,
        })
        .collect();
    let mut kept: Vec<bool> = orders.iter().map(|_| true).collect();
    let net = |kept: &[bool], but: Option<usize>| {
        let mut net = Net::new();
        for ((number, (place, first, later)), _) in orders.iter().enumerate().zip(kept).filter(|(_, kept)| **kept) {
            if but != Some(number) {
                net.lead(first, *place, later);
            }
        }
        net
    };
    for (number, (_, first, later)) in orders.iter().enumerate().rev() {
        if net(&kept, Some(number)).way(first, later).is_some()
            && let Some(kept) = kept.get_mut(number)
        {
            *kept = false;
        }
    }
    let left = net(&kept, None);
    let gone = orders.iter().zip(&kept).filter(|(_, kept)| !**kept);
    gone.filter_map(|((place, first, later), _)| Some((*place, left.way(first, later)?))).collect()
}
