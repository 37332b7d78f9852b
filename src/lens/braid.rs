//! Two episodes side by side as a text: where they part, whether a receipt can be the cause, where they meet again,
//! and every call of both.

mod brief;
mod page;
mod row;
mod sentence;

pub use brief::{brief, first_difference, parts_at};
pub use page::{Strand, kind_words, page, receipts_among, rows, sign};
pub use row::{arguments, next_sign, row};
pub use sentence::{cause, meeting, parting, sentences};
