//! Names that must not be mixed up, each as a type of its own.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The name as it stands in the file.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(Arc::from(text))
            }
        }
        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(Arc::from(text))
            }
        }
        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({:?})"), &*self.0)
            }
        }
    };
}

text_id!(
    /// A function the agent may call (τ in the paper).
    ToolName
);
text_id!(
    /// One run of one agent on one task in one arm; unique within a ledger.
    EpisodeId
);
text_id!(
    /// What the agent was asked to do; the unit of cross-fitting (SPEC 3).
    TaskId
);
text_id!(
    /// How results were delivered: `baseline`, `advisory`, or a study's own name.
    Arm
);
text_id!(
    /// The model that played the agent.
    ModelName
);
text_id!(
    /// The 16 hex digits that name an invariant across re-mines (SPEC 4).
    InvariantId
);
text_id!(
    /// What names a decision of a review in its file; the decisions of one bulk share a second one.
    DecisionId
);

/// The place of a call within its episode, counted from 0 in file order (SPEC 8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(pub usize);

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
