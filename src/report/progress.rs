//! Progress of long work: a bar on standard error, when that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::safe::visible;
use crate::study::Meter;

/// A bar; invisible where standard error is no terminal. It goes when dropped, so that nothing of it is left between
/// results.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for work that is about to begin.
    #[must_use]
    pub fn new() -> Self {
        // The target hides itself where standard error is no terminal.
        Self { bar: ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr()) }
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}

impl Meter for Progress {
    fn begin(&self, what: &str, total: Option<u64>) {
        let template = if total.is_some() { "{msg} {wide_bar} {percent:>3}%" } else { "{msg} {human_pos} records" };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        self.bar.set_length(total.unwrap_or(0));
        self.bar.set_position(0);
        self.bar.set_message(visible(what).into_owned());
    }

    fn reached(&self, done: u64) {
        self.bar.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
