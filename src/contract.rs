//! The engine of SPEC 2 to 5: pure functions over values, usable as a library.

mod check;
mod crossfit;
mod date;
mod error;
pub mod evidence;
mod exact_sum;
mod judgement;
mod lexicon;
mod mine;
mod options;
mod sample;
mod tree;

pub mod source;

pub use check::Checker;
pub use crossfit::{Basis, InFold, folds_of, folds_with, in_folds, is_of_inputs, is_of_set, judge_of, judges_with};
pub use date::{is_day, micros_between};
pub use error::explicit_error;
pub use judgement::{Broken, Hop, Judgement, Place, Verdict, path_of, value_at, value_at_mut};
pub use lexicon::{Tokens, is_uuid};
pub use mine::{mine_prepared, mine_tool};
pub use options::{MineOptions, least_support};
pub use sample::{Observation, Prepared};
