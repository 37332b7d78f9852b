//! What can be marked, named by meaning and never by colour.

macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// A meaning that has a look.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Role {
            $($(#[$doc])* $name,)*
        }
        impl Role {
            /// Every role.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$name),*];

            /// The name in theme files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

roles! {
    /// Ordinary text, and the screen itself.
    Text = "text",
    /// What is there but matters less.
    Muted = "muted",
    /// Names of things: headings, columns.
    Title = "title",
    /// A tab that is not shown.
    Tab = "tab",
    /// The tab that is shown.
    TabActive = "tab.active",
    /// The row under the cursor, in the pane that has it.
    Selected = "selected",
    /// The row under the cursor of another pane.
    SelectedInactive = "selected.inactive",
    /// A frame.
    Border = "border",
    /// The frame of the pane that has the cursor.
    BorderFocus = "border.focus",
    /// A recorded receipt.
    Receipt = "receipt",
    /// A rule that fires when replayed.
    Replayed = "replayed",
    /// A rule that broke.
    Broken = "broken",
    /// A rule that held.
    Held = "held",
    /// The agent took a listed recovery tool.
    Listed = "listed",
    /// The agent went on with another tool.
    Other = "other",
    /// The agent tried again.
    Retry = "retry",
    /// Completed.
    Completed = "completed",
    /// Failed.
    Failed = "failed",
    /// New since the last look.
    Added = "change.added",
    /// Gone since the last look.
    Removed = "change.removed",
    /// Different since the last look.
    Changed = "change",
    /// Letters that match a filter.
    Match = "match",
    /// A key that can be pressed.
    Key = "key",
    /// A line that must be seen: something could not be read.
    Banner = "banner",
    /// News of a reload.
    News = "news",
    /// A field name.
    Field = "field",
    /// A value.
    Value = "value",
}

impl Role {
    /// The role of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}
