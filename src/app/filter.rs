//! The filters of lists: the line being typed, and those given before.

use tui_input::Input;

use crate::query::lang::QueryError;
use crate::query::{contract, episode, pair, rule};

/// What a filter is given for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Filtered {
    /// The tools of a registry: the typed language, and letters in order.
    Tools,
    /// The rules of a tool: the typed language, and letters in order.
    Rules,
    /// The invariants under review: the typed language.
    Queue,
    /// The episodes: the typed language.
    #[default]
    Episodes,
    /// The pairs: the typed language.
    Pairs,
    /// The calls of an episode and the fields of a call: a text to find; nothing is hidden.
    Calls,
    /// All calls and messages of all ledgers: a text to search for.
    Everywhere,
    /// The lines of the text on screen: a text to find; nothing is hidden.
    Lines,
}

impl Filtered {
    /// Every one.
    pub const ALL: [Self; 8] = [
        Self::Tools,
        Self::Rules,
        Self::Queue,
        Self::Episodes,
        Self::Pairs,
        Self::Calls,
        Self::Everywhere,
        Self::Lines,
    ];

    /// The fields that can be asked for, where filters are of the typed language.
    pub const fn fields(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Queue => Some(&rule::FIELDS),
            Self::Episodes => Some(&episode::FIELDS),
            Self::Pairs => Some(&pair::FIELDS),
            Self::Tools | Self::Rules => Some(&contract::FIELDS),
            Self::Calls | Self::Everywhere | Self::Lines => None,
        }
    }

    /// How its filters are kept between runs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Rules => "rules",
            Self::Queue => "review",
            Self::Episodes => "episodes",
            Self::Pairs => "pairs",
            Self::Calls => "calls",
            Self::Everywhere => "everywhere",
            Self::Lines => "lines",
        }
    }

    /// What is asked for in the prompt.
    pub const fn asks(self) -> &'static str {
        match self {
            Self::Calls | Self::Lines => "find (nothing is hidden)",
            Self::Everywhere => "search everywhere",
            _ => "filter",
        }
    }
}

/// At most so many filters are remembered for each list.
const REMEMBERED: usize = 50;

/// The filters given before, newest last, for each list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remembered {
    /// Those of the tools.
    pub tools: Vec<String>,
    /// Those of the rules.
    pub rules: Vec<String>,
    /// Those of the invariants under review.
    pub queue: Vec<String>,
    /// Those of the episodes.
    pub episodes: Vec<String>,
    /// Those of the pairs.
    pub pairs: Vec<String>,
    /// The texts looked for in calls.
    pub calls: Vec<String>,
    /// The texts searched for everywhere.
    pub everywhere: Vec<String>,
    /// The texts looked for in what is on screen.
    pub lines: Vec<String>,
}

impl Remembered {
    /// Those of one list.
    pub fn of(&self, list: Filtered) -> &[String] {
        match list {
            Filtered::Tools => &self.tools,
            Filtered::Rules => &self.rules,
            Filtered::Queue => &self.queue,
            Filtered::Episodes => &self.episodes,
            Filtered::Pairs => &self.pairs,
            Filtered::Calls => &self.calls,
            Filtered::Everywhere => &self.everywhere,
            Filtered::Lines => &self.lines,
        }
    }

    /// Remembers one as the newest; the same one is never there twice.
    pub fn add(&mut self, list: Filtered, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        let texts = match list {
            Filtered::Tools => &mut self.tools,
            Filtered::Rules => &mut self.rules,
            Filtered::Queue => &mut self.queue,
            Filtered::Episodes => &mut self.episodes,
            Filtered::Pairs => &mut self.pairs,
            Filtered::Calls => &mut self.calls,
            Filtered::Everywhere => &mut self.everywhere,
            Filtered::Lines => &mut self.lines,
        };
        texts.retain(|other| other != text);
        texts.push(text.to_owned());
        let excess = texts.len().saturating_sub(REMEMBERED);
        texts.drain(..excess);
    }
}

/// The filter being typed.
#[derive(Clone, Debug, Default)]
pub struct FilterPrompt {
    /// The text and its cursor.
    pub input: Input,
    /// What the filter was before, for Esc.
    pub before: String,
    /// For which list.
    pub list: Filtered,
    /// Why the text is no filter, and where.
    pub error: Option<QueryError>,
    /// Whether the text is the one from before, untouched: what is typed takes its place.
    pub is_recalled: bool,
    /// How the word before the cursor can go on, after Tab.
    pub choices: Vec<String>,
    /// How far back in the remembered filters the text is from; 0 is what was typed.
    back: usize,
    /// What was typed before going back.
    typed: String,
}

impl FilterPrompt {
    /// A prompt that begins with the filter in force.
    pub fn new(list: Filtered, before: String) -> Self {
        Self { input: Input::new(before.clone()), is_recalled: !before.is_empty(), before, list, ..Self::default() }
    }

    /// The text was changed by hand: going back starts anew from it.
    pub fn changed(&mut self) {
        self.back = 0;
        self.is_recalled = false;
        self.choices.clear();
    }

    /// Goes to an older remembered filter, or a newer one; false where there is none.
    pub fn walk(&mut self, remembered: &[String], is_older: bool) -> bool {
        // The one in force is on the line already.
        let others: Vec<_> = remembered.iter().filter(|text| **text != self.before).collect();
        if self.back == 0 {
            self.input.value().clone_into(&mut self.typed);
        }
        let to = if is_older { self.back + 1 } else { self.back.saturating_sub(1) };
        if to > others.len() || (to == 0 && self.back == 0) {
            return false;
        }
        self.back = to;
        self.is_recalled = false;
        let older = others.len().checked_sub(to).and_then(|at| others.get(at)).filter(|_| to > 0);
        let text = older.map_or_else(|| self.typed.clone(), |text| (*text).clone());
        self.input = Input::new(text);
        self.choices.clear();
        true
    }

    /// Puts a text in the place of the characters from `from` to the cursor.
    pub fn replace(&mut self, from: usize, with: &str) {
        let cursor = self.input.cursor();
        let before: String = self.input.value().chars().take(from).collect();
        let after: String = self.input.value().chars().skip(cursor).collect();
        let place = from + with.chars().count();
        self.input = Input::new(format!("{before}{with}{after}")).with_cursor(place);
        self.back = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembered_filters_are_walked_and_what_was_typed_comes_back() {
        let mut remembered = Remembered::default();
        for text in ["a", "b", "a", " ", "c"] {
            remembered.add(Filtered::Episodes, text);
        }
        assert_eq!(remembered.of(Filtered::Episodes), ["b", "a", "c"]);
        assert_eq!(remembered.of(Filtered::Tools), [""; 0]);
        let mut prompt = FilterPrompt::new(Filtered::Episodes, "c".into());
        prompt.input = Input::new("typed".into());
        let mut walk = |is_older| {
            let moved = prompt.walk(remembered.of(Filtered::Episodes), is_older);
            (moved, prompt.input.value().to_owned())
        };
        // The one in force is left out.
        assert_eq!(walk(true), (true, "a".into()));
        assert_eq!(walk(true), (true, "b".into()));
        assert_eq!(walk(true), (false, "b".into()));
        assert_eq!(walk(false), (true, "a".into()));
        assert_eq!(walk(false), (true, "typed".into()));
        assert_eq!(walk(false), (false, "typed".into()));
    }

    #[test]
    fn a_completion_replaces_only_the_word() {
        let mut prompt = FilterPrompt::new(Filtered::Episodes, "é ta x".into());
        prompt.input = prompt.input.with_cursor(4);
        prompt.replace(2, "task:");
        assert_eq!((prompt.input.value(), prompt.input.cursor()), ("é task: x", 7));
    }
}
