//! An audit as a text, and as data.

mod data;
mod page;

pub use data::{contracts, json, table};
pub use page::page;
