//! The command lines of the windows of a review.

use std::path::Path;

use super::words;
use crate::app::App;
use crate::app::data::RegistryId;

impl App {
    /// What the pending decisions change: the marked rules by their ids, else what the journal says.
    pub(super) fn preview_line(&self) -> Option<Vec<String>> {
        let id = self.review.judged().registry()?;
        let mut line = words(["preview"]);
        line.extend(self.ledger_paths());
        line.extend(self.reviewing_words(id)?);
        let marked = &self.review.screen.marked;
        if marked.is_empty() {
            line.extend(words(["--journal", &self.review.kept(id)?.place]));
        }
        line.extend(marked.iter().flat_map(|rule| words(["--reject", rule.invariant.as_str()])));
        Some(line)
    }

    /// The audit, with the same seed.
    pub(super) fn audit_line(&self) -> Option<Vec<String>> {
        let id = self.review.judged().registry()?;
        let mut line = words(["audit"]);
        line.extend(self.ledger_paths());
        line.extend(self.reviewing_words(id)?);
        Some(line)
    }

    /// The comparison of two registries.
    pub(super) fn diff_line(&self) -> Option<Vec<String>> {
        let [old, new] = self.compared_paths()?;
        Some(words(["diff", &old, &new]))
    }

    /// The freeze itself; what is done with undecided rules is for the person to say.
    pub(super) fn freeze_line(&self) -> Option<Vec<String>> {
        let id = self.review.judged().registry()?;
        let mut line = words(["freeze", &self.data.registry(id)?.path]);
        if !self.review.author.is_empty() {
            line.extend(words(["--by", &self.review.author]));
        }
        if let [option, folder] = self.reviewing_words(id)?.as_slice()
            && option == "--crossfit"
        {
            line.extend(words(["--folds", folder]));
        }
        Some(line)
    }

    /// Who judges for a review: `--crossfit` with the folder of its folds, else `--registry`.
    pub(super) fn reviewing_words(&self, id: RegistryId) -> Option<Vec<String>> {
        let judges = self.review.evidence().judges();
        let paths = judges.iter().filter_map(|(id, _)| Some(self.data.registry(*id)?.path.as_str()));
        let mut folders = paths.map(|path| Path::new(path).parent());
        let is_of_folds = !judges.iter().any(|(judge, _)| *judge == id);
        match folders.next().flatten() {
            Some(folder) if is_of_folds && folders.all(|other| other == Some(folder)) => {
                let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                Some(words(["--crossfit", &folder.display().to_string()]))
            }
            _ => Some(words(["--registry", &self.data.registry(id)?.path])),
        }
    }
}
