//! Labels of pairs that came out differently (SPEC 1): a fixed vocabulary, a first guess by rule, what people said of
//! it, and how far they agree.
//!
//! 1. [`guess`](guess::guess) looks at the [`Facts`] of a pair and gives a [`Guess`]: a label and its reason in words.
//! 2. A person gives a [`Mark`]: a label, with the guess that stood beside it, or a note alone. Marks are the decisions
//!    of a [`Journal`] (`<ledger>.labels.jsonl`), which is kept as a review keeps its own: see [`crate::journal`].
//! 3. [`Labels`] says where each pair stands by a journal; a label given to other calls comes back as changed.
//! 4. [`Comparison`](agreement::Comparison) counts how far two sets of labels agree.
//! 5. [`Reasons`] counts why the pairs of a study were won and lost, with the pairs behind each number.
//! 6. [`Blind`](blind::Blind) hides from the person what would sway them.

pub mod agreement;
pub mod blind;
pub mod guess;
mod mark;
mod reasons;
mod standing;
mod word;

pub use guess::{Facts, Guess, Parting};
pub use mark::{Journal, Mark, PairId, Said, What, content, header, lines};
pub use reasons::{Entry, Reasons, Side, Source};
pub use standing::{Labels, Of, Standing};
pub use word::PairLabel;
