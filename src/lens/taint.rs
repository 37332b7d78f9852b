//! Following a value: where it stands again in the later calls, messages and the final answer.
//!
//! Equal values say nothing of cause. What stood in the episode before is told too, so that nobody takes a value for
//! the child of a call that only repeated it.

mod needle;
mod number;
mod page;
mod sentence;
mod spelling;
mod sum;
mod trail;

pub use needle::{Find, Kind, Needle, Needles};
pub(super) use number::written_numbers;
pub use page::{linked, page};
pub use sentence::{InAnswer, Reach};
pub use sum::sum;
pub use trail::{By, FinalAnswer, Found, Hit, Source, Spot, Told, Trail, is_assistant, sources, told};

#[cfg(test)]
mod tests;
