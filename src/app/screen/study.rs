//! Screen 5: one page of numbers (UI.md).

use crate::app::window::{View, Window};
use crate::lens::study::By;
use crate::page::Page;

/// The state of the screen.
#[derive(Clone, Debug)]
pub struct StudyScreen {
    /// The page, with its cursor.
    pub window: Window,
    /// By what its tables are.
    pub by: By,
    /// Whether each line of a table has its parts below it.
    pub is_open: bool,
    /// Whether it is said what one more pair would do to p.
    pub is_sensitive: bool,
    /// The prevalence of faults that was turned to; that of the data until then.
    pub prevalence: Option<f64>,
}

impl Default for StudyScreen {
    fn default() -> Self {
        Self {
            window: Window::new(View::Study, Page::default()),
            by: By::default(),
            is_open: false,
            is_sensitive: false,
            prevalence: None,
        }
    }
}
