//! The nouns of the field (SPEC section 1), with the rules each keeps by itself.
//!
//! Nothing here reads a file, a clock or the terminal, and nothing here uses another module of ours.

pub mod call;
pub mod class;
pub mod episode;
pub mod ids;
pub mod invariant;
pub mod json;
pub mod path;
pub mod registry;
pub mod violation;
