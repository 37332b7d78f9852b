//! The state of each screen; the view has a file of the same name for each.

pub mod braid;
pub mod episodes;
pub mod pairs;
pub mod registries;
pub mod review;
pub mod stepper;
pub mod study;
