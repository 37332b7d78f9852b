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
        }
    };
}

actions! {
    /// Open, unfold, jump.
    Enter,
    /// Up one level.
    Back,
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
    /// Take what was typed.
    Submit,
    /// The registries screen.
    ShowRegistries,
    /// The episodes screen.
    ShowEpisodes,
    /// The next registry, for browsing and for replay.
    NextRegistry,
    /// The previous registry.
    PreviousRegistry,
    /// The next row that a reload changed.
    NextChange,
    /// Sort by the next measure.
    NextSort,
    /// Turn the order round.
    ReverseSort,
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
    /// From a line of the result to the rule that judged it.
    GoToRule,
    /// The command palette.
    Palette,
    /// What changed since the person looked.
    Changes,
    /// The log of messages.
    Log,
    /// The next theme.
    NextTheme,
    /// The keys of this place.
    Help,
    /// Draw everything anew.
    Redraw,
    /// To the shell and back.
    Suspend,
    /// Close the window, or quit where none is open.
    CloseOrQuit,
    /// Quit, whatever is open.
    Quit,
}
