//! Everything that is printed: views as text, JSON, CSV or Markdown on standard output, notes and
//! errors on standard error. With `main.rs` the only place that prints.
//!
//! Text, CSV and Markdown pass the sanitiser, so that what came from a file cannot steer a terminal. JSON for a
//! pipe keeps every byte; on a terminal its control characters are written as `\u` escapes, which is the
//! same JSON.

mod audit;
mod autopsy;
mod coverage;
mod diff;
mod difference;
mod episode;
mod firings;
mod frequency;
mod out;
mod page;
mod pairs;
mod preview;
mod progress;
mod review;
mod seal;
mod search;
mod similar;
mod study;
mod taint;
mod views;

pub use crate::page::{Align, Column, Format, Table};
pub use audit::audit;
pub use autopsy::autopsy;
pub use coverage::coverage;
pub use diff::{diff, drift};
pub use difference::difference;
pub use episode::{episode, witness};
pub use firings::firings;
pub use frequency::frequency;
pub use out::{Out, error, note};
pub use pairs::{braid, pairs};
pub use preview::{preview, previews};
pub use progress::Progress;
pub use review::card;
pub use seal::{frozen, verification};
pub use search::search;
pub use similar::similar;
pub use study::study;
pub use taint::taint;
pub use views::{episodes, invariants, keys};
