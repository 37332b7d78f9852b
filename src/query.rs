//! Finding rows: the filter language shared by every list and by `--filter`, and fuzzy matching.

pub mod complete;
pub mod contract;
pub mod episode;
pub mod filter;
pub mod fuzzy;
pub mod lang;
pub mod order;
pub mod pair;
pub mod rule;
pub mod text;
