//! The one table of keys: dispatch, key bar, help, `vidimus keys` and the README all read it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::action::Action;

/// Where a binding applies. A key is looked up in the innermost scope first, then in `Global`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Everywhere but in a prompt.
    Global,
    /// The registries screen.
    Registries,
    /// The review of a registry.
    Review,
    /// The review of a frozen registry: the rows of [`Self::Review`] that decide nothing.
    Frozen,
    /// The list of episodes.
    Episodes,
    /// The pairs of episodes.
    Pairs,
    /// One pair, call by call.
    Braid,
    /// The numbers of the study.
    Study,
    /// One episode, call by call.
    Stepper,
    /// A window over a screen.
    Overlay,
    /// A line of text being typed.
    Prompt,
    /// The letter of a mark is waited for.
    Mark,
    /// A decision on many waits for its yes.
    Confirm,
}

impl Scope {
    /// Every scope with rows of its own, in the order of the reference.
    pub const ALL: [Self; 12] = [
        Self::Global,
        Self::Registries,
        Self::Review,
        Self::Episodes,
        Self::Pairs,
        Self::Braid,
        Self::Study,
        Self::Stepper,
        Self::Overlay,
        Self::Prompt,
        Self::Mark,
        Self::Confirm,
    ];

    /// The name in the settings, as in `[keys.stepper]`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Registries => "registries",
            Self::Review | Self::Frozen => "review",
            Self::Episodes => "episodes",
            Self::Pairs => "pairs",
            Self::Braid => "pair",
            Self::Study => "study",
            Self::Stepper => "stepper",
            Self::Overlay => "window",
            Self::Prompt => "prompt",
            Self::Mark => "mark",
            Self::Confirm => "confirm",
        }
    }

    /// The name shown over its keys.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Global => "Everywhere",
            Self::Registries => "Registries",
            Self::Review => "Review",
            Self::Frozen => "Review of a frozen registry",
            Self::Episodes => "Episodes",
            Self::Pairs => "Pairs",
            Self::Braid => "One pair, call by call",
            Self::Study => "Study",
            Self::Stepper => "One episode, call by call",
            Self::Overlay => "In a window",
            Self::Prompt => "While typing",
            Self::Mark => "After m or '",
            Self::Confirm => "When many are to be decided at once",
        }
    }
}

/// What has nothing to decide in the review of a frozen registry.
const DECIDING: [Action; 15] = [
    A::Accept,
    A::AcceptFollowing,
    A::Reject,
    A::Edit,
    A::Waive,
    A::Comment,
    A::ToggleMark,
    A::AcceptAll,
    A::RejectAll,
    A::WaiveAll,
    A::Undo,
    A::Redo,
    A::NextLeft,
    A::Preview,
    A::Freeze,
];

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Where.
    pub scope: Scope,
    /// The keys, as they are written for people; each does the same.
    pub keys: &'static [&'static str],
    /// What they do.
    pub action: Action,
    /// What they do, in under 48 columns.
    pub help: &'static str,
    /// The word in the key bar, for the keys that matter most; the first ones fit on narrow screens.
    pub bar: Option<&'static str>,
}

impl Binding {
    /// Whether it is one of a scope.
    #[must_use]
    pub fn is_of(&self, scope: Scope) -> bool {
        match scope {
            Frozen => self.scope == Review && !DECIDING.contains(&self.action),
            _ => self.scope == scope,
        }
    }
}

const fn row(
    scope: Scope,
    keys: &'static [&'static str],
    action: Action,
    bar: Option<&'static str>,
    help: &'static str,
) -> Binding {
    Binding { scope, keys, action, help, bar }
}

use Action as A;
use Scope::{
    Braid, Confirm, Episodes, Frozen, Global, Mark, Overlay, Pairs, Prompt, Registries, Review, Stepper, Study,
};

/// The table.
#[rustfmt::skip]
pub static BINDINGS: &[Binding] = &[
    row(Registries, &["s"], A::NextSort, Some("sort"), "sort tools or rules by the next measure"),
    row(Registries, &["S"], A::ReverseSort, None, "turn the order round"),
    row(Registries, &["alt-s"], A::ChooseSort, None, "choose what to sort by"),
    row(Registries, &["["], A::PreviousRegistry, None, "previous registry"),
    row(Registries, &["]"], A::NextRegistry, Some("next registry"), "next registry"),
    row(Registries, &["{"], A::EarlierGeneration, None, "the registry before it was rewritten"),
    row(Registries, &["}"], A::LaterGeneration, None, "the registry as it was later"),
    row(Registries, &["d"], A::Diff, Some("compare"), "compare this registry with another one"),
    row(Registries, &["D"], A::ToolDrift, None, "drift of the tool: its schemas, by snapshot"),
    row(Registries, &["n"], A::NextChange, None, "next changed rule of this tool"),
    row(Registries, &["c"], A::Coverage, Some("coverage"), "fields of the tool's results, and their rules"),
    row(Registries, &["1"], A::ShowRegistries, None, "the registries screen"),
    row(Registries, &["2"], A::ShowReview, None, "the review screen"),
    row(Registries, &["3"], A::ShowEpisodes, None, "the episodes screen"),
    row(Registries, &["4"], A::ShowPairs, None, "the pairs screen"),
    row(Registries, &["5"], A::ShowStudy, None, "the study screen"),
    row(Review, &["a"], A::Accept, Some("accept"), "accept: it is a contract of the tool"),
    row(Review, &["+"], A::AcceptFollowing, None, "accept it with all that follow from it"),
    row(Review, &["r"], A::Reject, Some("reject"), "reject: it is an accident of the sample"),
    row(Review, &["e"], A::Edit, Some("edit"), "accept it with a change: widen it, guard it"),
    row(Review, &["z"], A::Waive, None, "waive it until a day, with a reason"),
    row(Review, &["c"], A::Comment, None, "comment on it; decides nothing"),
    row(Review, &["space"], A::ToggleMark, None, "mark it, or take its mark away"),
    row(Review, &["A"], A::AcceptAll, None, "accept all marked, or all shown; asks first"),
    row(Review, &["X"], A::RejectAll, None, "reject all marked, or all shown; asks first"),
    row(Review, &["Z"], A::WaiveAll, None, "waive all marked, or all shown; asks first"),
    row(Review, &["u"], A::Undo, Some("undo"), "take your last decision back, without end"),
    row(Review, &["U"], A::Redo, None, "let count again what you took back last"),
    row(Review, &["n"], A::NextLeft, None, "next rule that is left to decide"),
    row(Review, &["i"], A::ToggleImplied, None, "fold or unfold what follows from other rules"),
    row(Review, &["p"], A::Preview, Some("preview"), "what the marked rules or all decisions change"),
    row(Review, &["t"], A::Audit, Some("audit"), "try the contracts: clean rates, injected faults"),
    row(Review, &["F"], A::Freeze, None, "freeze: a sealed registry of what was accepted"),
    row(Review, &["d"], A::Diff, None, "compare this registry with another one"),
    row(Review, &["D"], A::ToolDrift, None, "drift of the tool: its schemas, by snapshot"),
    row(Review, &["s"], A::NextSort, Some("sort"), "sort by the next measure"),
    row(Review, &["S"], A::ReverseSort, None, "why the queue is never turned round"),
    row(Review, &["alt-s"], A::ChooseSort, None, "choose what to sort by"),
    row(Review, &["w"], A::Why, Some("reasons"), "what the reasons of suspicion mean"),
    row(Review, &["#"], A::ListLeft, None, "what is left by tool and class; what is gone"),
    row(Review, &["["], A::PreviousRegistry, None, "review the previous registry"),
    row(Review, &["]"], A::NextRegistry, None, "review the next registry"),
    row(Review, &["1"], A::ShowRegistries, None, "the registries screen"),
    row(Review, &["2"], A::ShowReview, None, "the review screen"),
    row(Review, &["3"], A::ShowEpisodes, None, "the episodes screen"),
    row(Review, &["4"], A::ShowPairs, None, "the pairs screen"),
    row(Review, &["5"], A::ShowStudy, None, "the study screen"),
    row(Confirm, &["y"], A::Confirm, Some("yes"), "yes: decide on all of them"),
    row(Confirm, &["esc"], A::Back, None, "no; so does every other key"),
    row(Confirm, &["ctrl-c"], A::Quit, None, "quit"),
    row(Episodes, &["s"], A::NextSort, Some("sort"), "sort by the next column"),
    row(Episodes, &["S"], A::ReverseSort, None, "turn the order round"),
    row(Episodes, &["alt-s"], A::ChooseSort, None, "choose the column to sort by"),
    row(Episodes, &["n"], A::NextReceipt, Some("next with receipt"), "next episode with a receipt"),
    row(Episodes, &["N"], A::PreviousReceipt, None, "previous episode with a receipt"),
    row(Episodes, &["e"], A::NextError, Some("next with error"), "next episode with an error or a firing"),
    row(Episodes, &["E"], A::PreviousError, None, "previous episode with an error or a firing"),
    row(Episodes, &["f"], A::Frequency, None, "count the values of a field"),
    row(Episodes, &["1"], A::ShowRegistries, None, "the registries screen"),
    row(Episodes, &["2"], A::ShowReview, None, "the review screen"),
    row(Episodes, &["3"], A::ShowEpisodes, None, "the episodes screen"),
    row(Episodes, &["4"], A::ShowPairs, None, "the pairs screen"),
    row(Episodes, &["5"], A::ShowStudy, None, "the study screen"),
    row(Pairs, &["c"], A::ChoosePairing, Some("arms"), "choose arms, and what the two of a pair share"),
    row(Pairs, &["v"], A::NextArms, None, "the next two arms"),
    row(Pairs, &["V"], A::PreviousArms, None, "the two arms before"),
    row(Pairs, &["x"], A::SwapArms, Some("swap"), "swap the two arms: wins become losses"),
    row(Pairs, &["a"], A::ConfirmLabel, Some("label as guessed"), "label it as guessed"),
    row(Pairs, &["e"], A::ChooseLabel, Some("other label"), "give it another label"),
    row(Pairs, &["i"], A::Note, None, "note something about it"),
    row(Pairs, &["u"], A::Undo, None, "take your last label or note back"),
    row(Pairs, &["U"], A::Redo, None, "let count again what you took back last"),
    row(Pairs, &["b"], A::ToggleBlind, None, "blind: hide arms and outcomes until labelled"),
    row(Pairs, &["="], A::Agreement, None, "labels so far, and how they fit the guesses"),
    row(Pairs, &["w"], A::Vocabulary, None, "what the labels mean"),
    row(Pairs, &["n"], A::NextLeft, Some("next to label"), "next pair without a label"),
    row(Pairs, &["s"], A::NextSort, Some("sort"), "sort by the next column"),
    row(Pairs, &["S"], A::ReverseSort, None, "turn the order round"),
    row(Pairs, &["alt-s"], A::ChooseSort, None, "choose the column to sort by"),
    row(Pairs, &["l", "right"], A::ScrollRight, None, "in the table: to the right; else go in"),
    row(Pairs, &["h", "left"], A::ScrollLeft, None, "in the table: to the left; else go back"),
    row(Pairs, &["1"], A::ShowRegistries, None, "the registries screen"),
    row(Pairs, &["2"], A::ShowReview, None, "the review screen"),
    row(Pairs, &["3"], A::ShowEpisodes, None, "the episodes screen"),
    row(Pairs, &["4"], A::ShowPairs, None, "the pairs screen"),
    row(Pairs, &["5"], A::ShowStudy, None, "the study screen"),
    row(Braid, &["n"], A::NextDifference, Some("difference"), "next difference or receipt, or where they meet"),
    row(Braid, &["N"], A::PreviousDifference, None, "the difference before"),
    row(Braid, &["l", "right"], A::ScrollRight, None, "to the second strand; from there go in"),
    row(Braid, &["h", "left"], A::ScrollLeft, None, "to the first strand; from there go back"),
    row(Braid, &["z", "space"], A::ToggleFold, Some("unfold"), "fold or unfold what both begin with"),
    row(Braid, &["A"], A::FinalAnswer, Some("answers"), "final answers of both, then all they said"),
    row(Braid, &["M"], A::Conversation, None, "messages of the side under the cursor"),
    row(Braid, &["a"], A::ConfirmLabel, Some("label as guessed"), "label it as guessed"),
    row(Braid, &["e"], A::ChooseLabel, Some("other label"), "give it another label"),
    row(Braid, &["i"], A::Note, None, "note something about it"),
    row(Braid, &["u"], A::Undo, None, "take your last label or note back"),
    row(Braid, &["U"], A::Redo, None, "let count again what you took back last"),
    row(Braid, &["b"], A::ToggleBlind, None, "blind: hide arms and outcomes until labelled"),
    row(Braid, &["="], A::Agreement, None, "labels so far, and how they fit the guesses"),
    row(Braid, &["w"], A::Vocabulary, None, "what the labels mean"),
    row(Braid, &["."], A::NextLeft, Some("next to label"), "next pair without a label"),
    row(Braid, &["J"], A::NextEpisode, Some("next pair"), "next pair of the list"),
    row(Braid, &["K"], A::PreviousEpisode, None, "previous pair of the list"),
    row(Study, &["s"], A::NextSort, Some("group"), "tables by model, stratum, tool, code"),
    row(Study, &["S"], A::ReverseSort, None, "the grouping before"),
    row(Study, &["i"], A::ToggleBranches, Some("parts"), "each line with its parts, or without"),
    row(Study, &["p"], A::OneMorePair, Some("one more"), "what one more pair would do to p"),
    row(Study, &["left"], A::LowerPrevalence, Some("dial"), "break-even: fewer faults, π less .01"),
    row(Study, &["right"], A::RaisePrevalence, None, "break-even: more faults, π plus .01"),
    row(Study, &["<"], A::LowerPrevalenceMore, None, "break-even: π less .10"),
    row(Study, &[">"], A::RaisePrevalenceMore, None, "break-even: π plus .10"),
    row(Study, &["l"], A::ScrollRight, None, "wide lines: to the right; else go in"),
    row(Study, &["h"], A::ScrollLeft, None, "wide lines: to the left; else go back"),
    row(Study, &["}"], A::NextSection, None, "next section"),
    row(Study, &["{"], A::PreviousSection, None, "previous section"),
    row(Study, &["n", "."], A::NextMatch, None, "next match of what / looks for"),
    row(Study, &["N", ","], A::PreviousMatch, None, "previous match of what / looks for"),
    row(Study, &["tab"], A::NextPane, None, "next number that can be opened"),
    row(Study, &["shift-tab"], A::PreviousPane, None, "previous number that can be opened"),
    row(Study, &["c"], A::ChoosePairing, Some("arms"), "choose arms, and what the two of a pair share"),
    row(Study, &["v"], A::NextArms, None, "the next two arms"),
    row(Study, &["V"], A::PreviousArms, None, "the two arms before"),
    row(Study, &["x"], A::SwapArms, None, "swap the two arms: wins become losses"),
    row(Study, &["+"], A::PoolStudies, None, "pool different studies, or keep them apart"),
    row(Study, &["1"], A::ShowRegistries, None, "the registries screen"),
    row(Study, &["2"], A::ShowReview, None, "the review screen"),
    row(Study, &["3"], A::ShowEpisodes, None, "the episodes screen"),
    row(Study, &["4"], A::ShowPairs, None, "the pairs screen"),
    row(Study, &["5"], A::ShowStudy, None, "the study screen"),
    row(Stepper, &["n"], A::NextReceipt, Some("receipt"), "next call with a receipt"),
    row(Stepper, &["N"], A::PreviousReceipt, None, "previous call with a receipt"),
    row(Stepper, &["e"], A::NextError, Some("error"), "next explicit error or firing"),
    row(Stepper, &["E"], A::PreviousError, None, "previous explicit error or firing"),
    row(Stepper, &["w"], A::Why, Some("why"), "why this call has a receipt, or has none"),
    row(Stepper, &["c"], A::Coverage, Some("coverage"), "fields of this tool's results, and their rules"),
    row(Stepper, &["="], A::Similar, None, "other calls with equal or near arguments"),
    row(Stepper, &["d"], A::Difference, None, "difference to the tool's previous call here"),
    row(Stepper, &["s"], A::StandsOut, None, "what stands out in this episode, with evidence"),
    row(Stepper, &["x"], A::Raw, None, "the record as it stands in the file"),
    row(Stepper, &["X"], A::Witness, None, "a card of this violation that stands alone"),
    row(Stepper, &["p"], A::GoToPair, Some("pair"), "go to the pair of this episode"),
    row(Stepper, &["J"], A::NextEpisode, None, "next episode of the list"),
    row(Stepper, &["K"], A::PreviousEpisode, None, "previous episode of the list"),
    row(Stepper, &["["], A::PreviousRegistry, None, "replay against the previous registry"),
    row(Stepper, &["]"], A::NextRegistry, None, "replay against the next registry"),
    row(Stepper, &["{"], A::EarlierGeneration, None, "replay against it before it was rewritten"),
    row(Stepper, &["}"], A::LaterGeneration, None, "replay against it as it was later"),
    row(Stepper, &["z", "space"], A::ToggleFold, None, "fold or unfold this part of the result"),
    row(Stepper, &["Z"], A::ToggleAllFolds, None, "fold or unfold everything"),
    row(Stepper, &["v"], A::ShowValue, None, "the whole value, however long"),
    row(Stepper, &["t"], A::FollowValue, Some("follow"), "follow this value through the episode, or stop"),
    row(Stepper, &["H"], A::ListReached, None, "list where the followed value stands again"),
    row(Stepper, &["M"], A::Conversation, Some("messages"), "the conversation: messages and calls in order"),
    row(Stepper, &["A"], A::FinalAnswer, None, "the final answer"),
    row(Stepper, &["V"], A::ShowLabels, Some("fault labels"), "show or hide the study's fault labels"),
    row(Stepper, &["."], A::NextMatch, None, "next match of what / looks for"),
    row(Stepper, &[","], A::PreviousMatch, None, "previous match of what / looks for"),
    row(Stepper, &["f"], A::Frequency, None, "count the values of this field in all calls"),
    row(Stepper, &["*"], A::SearchValue, None, "search all files for the value under the cursor"),
    row(Stepper, &["r"], A::GoToRule, None, "go to the rule behind this line"),
    row(Overlay, &["n"], A::NextReceipt, Some("next receipt"), "next receipt here; after /, the next match"),
    row(Overlay, &["N"], A::PreviousReceipt, None, "previous receipt; after /, the match before"),
    row(Overlay, &["."], A::NextMatch, None, "next match of what / looks for (n, too)"),
    row(Overlay, &[","], A::PreviousMatch, None, "previous match of what / looks for (N, too)"),
    row(Overlay, &["["], A::PreviousRegistry, None, "a coverage: by the previous registry"),
    row(Overlay, &["]"], A::NextRegistry, Some("next registry"), "a coverage: by the next registry"),
    row(Overlay, &["space"], A::PageDown, Some("page"), "a page down"),
    row(Overlay, &["tab"], A::NextPane, None, "next line that leads on"),
    row(Overlay, &["shift-tab"], A::PreviousPane, None, "previous line that leads on"),
    row(Overlay, &["V"], A::ShowLabels, None, "show or hide the study's fault labels"),
    row(Overlay, &["l", "right"], A::ScrollRight, Some("sideways"), "a wide table: to the right; else go in"),
    row(Overlay, &["h", "left"], A::ScrollLeft, None, "a wide table: to the left; else go back"),
    row(Overlay, &["X"], A::Redact, Some("take values out"), "on a card: take values out, by the next rules"),
    row(Prompt, &["enter"], A::Submit, None, "take what was typed"),
    row(Prompt, &["esc"], A::Back, None, "leave, with the text as it was before"),
    row(Prompt, &["tab"], A::Complete, None, "complete a field's name or value"),
    row(Prompt, &["up"], A::OlderFilter, None, "an earlier filter (commands: line above)"),
    row(Prompt, &["down"], A::NewerFilter, None, "a later filter (commands: line below)"),
    row(Prompt, &["ctrl-n"], A::Down, None, "next line of the list, next match"),
    row(Prompt, &["ctrl-p"], A::Up, None, "previous line of the list, previous match"),
    row(Prompt, &["pagedown"], A::PageDown, None, "a page down in the list"),
    row(Prompt, &["pageup"], A::PageUp, None, "a page up in the list"),
    row(Prompt, &["f1"], A::Help, None, "the keys that work while typing"),
    row(Prompt, &["ctrl-c"], A::Quit, None, "quit"),
    row(Mark, &["?"], A::ListMarks, None, "list the marks"),
    row(Mark, &["'"], A::JumpBack, None, "back to where you were before the last jump"),
    row(Mark, &["esc"], A::Back, None, "no mark"),
    row(Mark, &["ctrl-c"], A::Quit, None, "quit"),
    row(Global, &["enter", "l", "right"], A::Enter, Some("open"), "go in: open, unfold, jump"),
    row(Global, &["esc", "h", "left", "backspace"], A::Back, None, "go back; never decides, never quits"),
    row(Global, &["j", "down"], A::Down, None, "down (a number before it repeats it)"),
    row(Global, &["k", "up"], A::Up, None, "up"),
    row(Global, &["ctrl-d", "pagedown"], A::PageDown, None, "a page down"),
    row(Global, &["ctrl-u", "pageup"], A::PageUp, None, "a page up"),
    row(Global, &["g", "home"], A::First, None, "first line"),
    row(Global, &["G", "end"], A::Last, None, "last line (with a number: that line)"),
    row(Global, &["tab"], A::NextPane, Some("pane"), "next pane"),
    row(Global, &["shift-tab"], A::PreviousPane, None, "previous pane"),
    row(Global, &["/"], A::Filter, Some("filter"), "filter this list; in a text or episode: find"),
    row(Global, &["alt-1"], A::ShowRegistries, None, "the registries screen, from everywhere"),
    row(Global, &["alt-2"], A::ShowReview, None, "the review screen, from everywhere"),
    row(Global, &["alt-3"], A::ShowEpisodes, None, "the episodes screen, from everywhere"),
    row(Global, &["alt-4"], A::ShowPairs, None, "the pairs screen, from everywhere"),
    row(Global, &["alt-5"], A::ShowStudy, None, "the study screen, from everywhere"),
    row(Global, &["ctrl-f"], A::Search, Some("search"), "search all calls and messages for a text"),
    row(Global, &[":"], A::Palette, Some("commands"), "find any command by name"),
    row(Global, &["ctrl-p"], A::GoToAnything, None, "go to any tool, rule or episode"),
    row(Global, &["m"], A::SetMark, None, "mark this place with the letter that follows"),
    row(Global, &["'"], A::GoToMark, None, "go to the mark of the letter that follows"),
    row(Global, &["ctrl-o", "alt-left"], A::JumpBack, None, "back to where you were before the last jump"),
    row(Global, &["ctrl-i", "alt-right"], A::JumpForward, None, "forward again (ctrl-i where it is no tab)"),
    row(Global, &["y"], A::Copy, None, "copy what stands under the cursor"),
    row(Global, &["Y"], A::CopyLink, None, "copy a link to it, that leads here again"),
    row(Global, &["o"], A::OpenInPager, None, "read what is on screen in your $PAGER"),
    row(Global, &["O"], A::OpenInEditor, None, "open a copy of it in your $EDITOR"),
    row(Global, &["W"], A::Write, None, "write what is on screen to a file"),
    row(Global, &[], A::GoToLink, None, "go to a link: type or paste it"),
    row(Global, &[], A::ShowCommandLine, None, "cli: the command line that prints this view"),
    row(Global, &[], A::SetReviewer, None, "say who decides and labels, for the record"),
    row(Global, &[], A::Verify, None, "hold the frozen registry on screen to its seal"),
    row(Global, &["R"], A::Changes, None, "what changed since you looked"),
    row(Global, &["L"], A::Log, None, "messages: notes, bad lines, news"),
    row(Global, &["T"], A::NextTheme, None, "next theme"),
    row(Global, &[], A::ToggleMouse, None, "mouse on or off: off, the terminal selects text"),
    row(Global, &["?", "f1"], A::Help, Some("keys"), "the keys that work here, and the signs"),
    row(Global, &[], A::Tour, None, "a tour for newcomers in five steps"),
    row(Global, &["P"], A::Pause, None, "pause following, or go on"),
    row(Global, &["ctrl-l"], A::Redraw, None, "draw the screen anew"),
    row(Global, &["ctrl-z"], A::Suspend, None, "suspend to the shell"),
    row(Global, &["q"], A::CloseOrQuit, Some("quit"), "quit (in a window: close it)"),
    row(Global, &["ctrl-c"], A::Quit, None, "quit, always"),
];

/// How a key is written in the table; nothing for keys the table has no name for.
pub fn name_of(key: KeyEvent) -> Option<String> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    if key.modifiers.intersects(KeyModifiers::SUPER | KeyModifiers::META) {
        return None;
    }
    let base = match key.code {
        KeyCode::Char(' ') => "space".to_owned(),
        KeyCode::Char(c) if control => c.to_lowercase().to_string(),
        KeyCode::Char(c) => c.to_string(),
        KeyCode::Enter => "enter".into(),
        KeyCode::Esc => "esc".into(),
        KeyCode::Left => "left".into(),
        KeyCode::Right => "right".into(),
        KeyCode::Up => "up".into(),
        KeyCode::Down => "down".into(),
        KeyCode::Home => "home".into(),
        KeyCode::End => "end".into(),
        KeyCode::PageUp => "pageup".into(),
        KeyCode::PageDown => "pagedown".into(),
        KeyCode::Backspace => "backspace".into(),
        KeyCode::Tab => "tab".into(),
        KeyCode::BackTab => "shift-tab".into(),
        KeyCode::Insert => "insert".into(),
        KeyCode::Delete => "delete".into(),
        KeyCode::F(number) => format!("f{number}"),
        _ => return None,
    };
    let control = if control { "ctrl-" } else { "" };
    let alt = if alt { "alt-" } else { "" };
    Some(format!("{control}{alt}{base}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn bindings(scope: Scope) -> impl Iterator<Item = &'static Binding> {
        BINDINGS.iter().filter(move |binding| binding.scope == scope)
    }

    #[test]
    fn no_key_is_bound_twice_in_a_scope() {
        for scope in Scope::ALL {
            let mut seen = BTreeSet::new();
            for key in bindings(scope).flat_map(|binding| binding.keys) {
                assert!(seen.insert(*key), "{key} is bound twice in {scope:?}");
            }
        }
    }

    /// The scopes that stand over `Global` shadow a key of it only where this list says so.
    #[test]
    fn global_keys_are_never_shadowed_by_accident() {
        let global: BTreeSet<_> = bindings(Global).flat_map(|binding| binding.keys).collect();
        // Sideways in a wide window, else what they do everywhere; a window has lines that lead on and no panes.
        let sideways = [A::ScrollLeft, A::ScrollRight, A::NextPane, A::PreviousPane];
        // The study has a dial, and turns it with the keys that look like it.
        let shadowing = [&sideways[..], &[A::LowerPrevalence, A::RaisePrevalence]].concat();
        for scope in [Registries, Review, Episodes, Pairs, Braid, Study, Stepper, Overlay] {
            let bindings = bindings(scope).filter(|binding| !shadowing.contains(&binding.action));
            for key in bindings.flat_map(|binding| binding.keys) {
                assert!(!global.contains(key), "{key} in {scope:?}");
            }
        }
    }

    #[test]
    fn every_action_is_bound_and_every_help_text_is_short() {
        for action in Action::ALL {
            assert!(BINDINGS.iter().any(|binding| binding.action == action), "{action:?} has no key");
        }
        for binding in BINDINGS {
            assert!(binding.help.chars().count() < 48, "{}", binding.help);
        }
    }
}
