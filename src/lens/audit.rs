//! An audit as a text, and as data.

mod data;
mod page;

pub use data::{json, table};
pub use page::page;
