//! Ways of looking at calls: plain data out, and a page of it. The screens and the commands of the same name both
//! ask here, so that both say the same. Pure: what is read and when is somebody else's affair.

pub mod audit;
pub mod autopsy;
pub mod braid;
pub mod conversation;
pub mod coverage;
pub mod diff;
pub mod difference;
pub mod drift;
pub mod findings;
pub mod frequency;
pub mod hazards;
pub mod labels;
pub mod lines;
pub mod lists;
pub mod pairs;
pub mod preview;
mod question;
pub mod queue;
pub mod redact;
pub mod runs;
pub mod said;
pub mod seal;
pub mod search;
pub mod similar;
pub mod spread;
pub mod study;
pub mod taint;
pub mod transcript;
pub mod verdict;
pub mod witness;

pub use question::{Answer, At, Question, Seen};
