//! The list of jumps: where somebody was before going elsewhere, and back again.

use super::App;
use super::spot::Spot;

/// At most so many spots are kept on each side.
const MOST: usize = 100;

/// Where somebody came from, and went back from.
#[derive(Clone, Debug, Default)]
pub struct Jumps {
    /// Spots that were left, the last one last.
    pub back: Vec<Spot>,
    /// Spots that were gone back from, the nearest last.
    pub forward: Vec<Spot>,
    kind: Kind,
}

/// Whether what is being done is remembered as a jump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// If it leads to another list, episode or registry.
    #[default]
    Elsewhere,
    /// If it moves at all.
    Always,
    /// It walks the list of jumps itself.
    Never,
}

impl Jumps {
    fn leave(&mut self, from: Spot) {
        self.forward.clear();
        push(&mut self.back, from);
    }
}

fn push(list: &mut Vec<Spot>, spot: Spot) {
    if list.last() != Some(&spot) {
        list.push(spot);
    }
    let excess = list.len().saturating_sub(MOST);
    list.drain(..excess);
}

impl App {
    /// What is being done is a jump, even within one list: to a receipt, a mark, a line far away.
    pub(super) fn jumps(&mut self) {
        self.jumps.kind = Kind::Always;
    }

    /// Something was done: remembers where it began, if it was a jump.
    pub(super) fn remember_jump(&mut self, before: Spot) {
        let kind = std::mem::take(&mut self.jumps.kind);
        let now = self.spot();
        if before != now {
            self.end_taking_up();
        }
        if kind == Kind::Never {
            return;
        }
        if before != now && (kind == Kind::Always || before.is_elsewhere(&now)) {
            self.jumps.leave(before);
            self.remember();
        }
    }

    /// Goes back to where somebody was before the last jump, or forward again; spots that are gone are
    /// passed over.
    pub(super) fn walk_jumps(&mut self, forward: bool) {
        let times = self.count.unwrap_or(1);
        let mut walked = 0;
        self.jumps.kind = Kind::Never;
        while walked < times {
            let here = self.spot();
            let (from, to) = if forward {
                (&mut self.jumps.forward, &mut self.jumps.back)
            } else {
                (&mut self.jumps.back, &mut self.jumps.forward)
            };
            let Some(spot) = from.pop() else { break };
            if spot == here {
                continue;
            }
            push(to, here);
            if self.go(&spot) {
                walked += 1;
            } else if forward {
                self.jumps.back.pop();
            } else {
                self.jumps.forward.pop();
            }
        }
        self.jumps.kind = Kind::Never;
        if walked == 0 {
            let what = if forward { "no later place to go forward to" } else { "no earlier place to go back to" };
            self.notice = Some(what.into());
        }
    }
}
