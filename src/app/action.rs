//! What a person can ask for, as verbs.

macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What a key, or a line of the command palette, asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Action {
            $($(#[$doc])* $name,)*
        }
        impl Action {
            /// Every action.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$name),*];

            /// The name, in words joined by dashes: `next-receipt`. Commands and key settings are called so.
            pub fn name(self) -> String {
                let name = match self {
                    $(Self::$name => stringify!($name),)*
                };
                let mut out = String::new();
                for (at, c) in name.char_indices() {
                    if at > 0 && c.is_ascii_uppercase() {
                        out.push('-');
                    }
                    out.push(c.to_ascii_lowercase());
                }
                out
            }

            /// The action of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|action| action.name() == name)
            }
        }
    };
}

actions! {
    /// Open, unfold, jump.
    Enter,
    /// Up one level.
    Back,
    /// A wide window to the right; else in.
    ScrollRight,
    /// A wide window to the left; else back.
    ScrollLeft,
    /// Takes values out of a card, by the next rules.
    Redact,
    /// One line down.
    Down,
    /// One line up.
    Up,
    /// A page down.
    PageDown,
    /// A page up.
    PageUp,
    /// The first line.
    First,
    /// The last line, or the line whose number was typed.
    Last,
    /// The next pane.
    NextPane,
    /// The previous pane.
    PreviousPane,
    /// Type a filter.
    Filter,
    /// A filter given before.
    OlderFilter,
    /// A filter given after the one on the line.
    NewerFilter,
    /// Complete the word being typed.
    Complete,
    /// The next place where the text that was looked for stands.
    NextMatch,
    /// The previous place where it stands.
    PreviousMatch,
    /// Count the values of a field.
    Frequency,
    /// Search for a text in all loaded calls and messages.
    Search,
    /// Search them for the value under the cursor.
    SearchValue,
    /// Take what was typed.
    Submit,
    /// The registries screen.
    ShowRegistries,
    /// The review screen.
    ShowReview,
    /// The episodes screen.
    ShowEpisodes,
    /// The pairs screen.
    ShowPairs,
    /// The study screen.
    ShowStudy,
    /// Each line of the study with its parts, or without.
    ToggleBranches,
    /// What one more pair would do to p.
    OneMorePair,
    /// A prevalence of faults that is lower by .01.
    LowerPrevalence,
    /// A prevalence of faults that is higher by .01.
    RaisePrevalence,
    /// A prevalence of faults that is lower by .10.
    LowerPrevalenceMore,
    /// A prevalence of faults that is higher by .10.
    RaisePrevalenceMore,
    /// The next section of the page.
    NextSection,
    /// The section before.
    PreviousSection,
    /// Throw different studies together, or keep them apart.
    PoolStudies,
    /// From an episode to its pair.
    GoToPair,
    /// Choose which two arms are held against each other, and what the two of a pair share.
    ChoosePairing,
    /// The next two arms.
    NextArms,
    /// The two arms before.
    PreviousArms,
    /// The two arms the other way round.
    SwapArms,
    /// The next row of a pair in which the two differ.
    NextDifference,
    /// The one before.
    PreviousDifference,
    /// Label a pair as it is guessed.
    ConfirmLabel,
    /// Give it another label.
    ChooseLabel,
    /// Note something about it.
    Note,
    /// Hide arms and outcomes until a pair has its label, or show them again.
    ToggleBlind,
    /// How far labelling is, and how far labels and guesses agree.
    Agreement,
    /// What the labels mean.
    Vocabulary,
    /// The next registry, for browsing and for replay.
    NextRegistry,
    /// What the registry file said before it was rewritten.
    EarlierGeneration,
    /// What it said later.
    LaterGeneration,
    /// The previous registry.
    PreviousRegistry,
    /// The next row that a reload changed.
    NextChange,
    /// Sort by the next measure.
    NextSort,
    /// Turn the order round.
    ReverseSort,
    /// Choose by what the list is sorted.
    ChooseSort,
    /// The next receipt.
    NextReceipt,
    /// The previous receipt.
    PreviousReceipt,
    /// The next explicit error or replayed firing.
    NextError,
    /// The previous explicit error or replayed firing.
    PreviousError,
    /// The receipt autopsy.
    Why,
    /// The next episode of the list.
    NextEpisode,
    /// The previous episode of the list.
    PreviousEpisode,
    /// Fold or unfold a line of the tree.
    ToggleFold,
    /// Fold or unfold the whole tree.
    ToggleAllFolds,
    /// Follow the value under the cursor, or stop.
    FollowValue,
    /// List where the followed value stands again.
    ListReached,
    /// What was said, with the calls between.
    Conversation,
    /// The final answer.
    FinalAnswer,
    /// Show or hide the study's fault labels.
    ShowLabels,
    /// The value under the cursor, whole.
    ShowValue,
    /// From a line of the result to the rule that judged it.
    GoToRule,
    /// Accept the invariant: it is a contract of the tool.
    Accept,
    /// Accept it with all that follow from it.
    AcceptFollowing,
    /// Reject it: it is an accident of the sample.
    Reject,
    /// Accept it with a change.
    Edit,
    /// Leave it out until a day.
    Waive,
    /// Say something about it.
    Comment,
    /// Mark it, for a decision on all that are marked.
    ToggleMark,
    /// Accept all that are marked, or shown.
    AcceptAll,
    /// Reject them all.
    RejectAll,
    /// Waive them all.
    WaiveAll,
    /// Yes: do it to all.
    Confirm,
    /// Take the last decision back.
    Undo,
    /// Let it count again.
    Redo,
    /// The next invariant that is left to decide.
    NextLeft,
    /// Fold what follows from other invariants under them, or unfold it.
    ToggleImplied,
    /// What is left, by tool and class; and what is gone.
    ListLeft,
    /// What the pending decisions would change.
    Preview,
    /// How the contracts do on clean results and on injected faults.
    Audit,
    /// The registry on screen against another one.
    Diff,
    /// What became of what the tool under the cursor says of itself.
    ToolDrift,
    /// Make a frozen registry of what was accepted.
    Freeze,
    /// Hold the frozen registry on screen against its seal.
    Verify,
    /// Say who decides.
    SetReviewer,
    /// Mark this place with a letter.
    SetMark,
    /// Go to the place that a letter marks.
    GoToMark,
    /// The marks, to go to one.
    ListMarks,
    /// Back to before the last jump.
    JumpBack,
    /// Forward to where the last way back began.
    JumpForward,
    /// What stands under the cursor, to the clipboard.
    Copy,
    /// A link to what stands under the cursor, to the clipboard.
    CopyLink,
    /// The rules on every field of a tool's results.
    Coverage,
    /// The calls like this one.
    Similar,
    /// This call against the previous one of its tool.
    Difference,
    /// The card of a violation, that stands alone.
    Witness,
    /// What stands out in the open episode.
    StandsOut,
    /// The record as it stands in the file.
    Raw,
    /// What is on screen, to a file.
    Write,
    /// To where a link leads.
    GoToLink,
    /// The command line that prints what is on screen.
    ShowCommandLine,
    /// Go to any tool, rule or episode.
    GoToAnything,
    /// The command palette.
    Palette,
    /// What changed since the person looked.
    Changes,
    /// The log of messages.
    Log,
    /// The next theme.
    NextTheme,
    /// Listen to the mouse, or leave it to the terminal.
    ToggleMouse,
    /// The keys of this place.
    Help,
    /// What is on screen, in the person's pager.
    OpenInPager,
    /// The same in the person's editor.
    OpenInEditor,
    /// Draw everything anew.
    Redraw,
    /// A tour for newcomers.
    Tour,
    /// Pause following, or go on.
    Pause,
    /// To the shell and back.
    Suspend,
    /// Close the window, or quit where none is open.
    CloseOrQuit,
    /// Quit, whatever is open.
    Quit,
}

impl Action {
    /// Whether a line of text begins with it, which a person types on at once.
    pub const fn begins_line(self) -> bool {
        matches!(
            self,
            Self::Filter
                | Self::Search
                | Self::ChoosePairing
                | Self::ChooseLabel
                | Self::ChooseSort
                | Self::Note
                | Self::Edit
                | Self::Waive
                | Self::WaiveAll
                | Self::Comment
                | Self::SetReviewer
                | Self::Write
                | Self::GoToLink
                | Self::GoToAnything
                | Self::Palette
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_words_and_lead_back() {
        assert_eq!(Action::NextReceipt.name(), "next-receipt");
        assert_eq!(Action::Why.name(), "why");
        let names: BTreeSet<_> = Action::ALL.iter().map(|action| action.name()).collect();
        assert_eq!(names.len(), Action::ALL.len());
        assert!(Action::ALL.iter().all(|action| Action::from_name(&action.name()) == Some(*action)));
    }
}
