//! The vocabulary; it is fixed, so that the labels of two people can be compared.

use std::fmt;

/// Why the two episodes of a pair came out differently. The *run with the receipt* is the one whose receipt comes last
/// before they part; which arm is the first does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PairLabel {
    /// Rescued by a listed tool.
    RescuedListed,
    /// Rescued by asking the same tool again.
    RescuedRetry,
    /// Rescued by a tool that is not listed.
    RescuedOther,
    /// They part before the receipt.
    ChangedBefore,
    /// A receipt on a right result did harm.
    FalseReceiptHarm,
    /// A receipt on a wrong result was passed over.
    RightReceiptIgnored,
    /// It ran out of steps.
    BudgetExhausted,
    /// There is no receipt in the pair.
    NoReceipt,
    /// None of these.
    Other,
}

impl PairLabel {
    /// Every label, in the order of tables and keys.
    pub const ALL: [Self; 9] = [
        Self::RescuedListed,
        Self::RescuedRetry,
        Self::RescuedOther,
        Self::ChangedBefore,
        Self::FalseReceiptHarm,
        Self::RightReceiptIgnored,
        Self::BudgetExhausted,
        Self::NoReceipt,
        Self::Other,
    ];

    /// The name in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RescuedListed => "rescued-listed",
            Self::RescuedRetry => "rescued-retry",
            Self::RescuedOther => "rescued-other",
            Self::ChangedBefore => "changed-before",
            Self::FalseReceiptHarm => "false-receipt-harm",
            Self::RightReceiptIgnored => "right-receipt-ignored",
            Self::BudgetExhausted => "budget-exhausted",
            Self::NoReceipt => "no-receipt",
            Self::Other => "other",
        }
    }

    /// The label of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|label| label.name() == name)
    }

    /// Its place in [`Self::ALL`].
    #[must_use]
    pub fn place(self) -> usize {
        Self::ALL.iter().position(|label| *label == self).unwrap_or_default()
    }

    /// The same in a few words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::RescuedListed => "rescued by a listed tool",
            Self::RescuedRetry => "rescued by a retry",
            Self::RescuedOther => "rescued by another tool",
            Self::ChangedBefore => "changed before the receipt",
            Self::FalseReceiptHarm => "false receipt harm",
            Self::RightReceiptIgnored => "right receipt ignored",
            Self::BudgetExhausted => "budget exhausted",
            Self::NoReceipt => "no receipt in the pair",
            Self::Other => "other",
        }
    }

    /// What it means, in one sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::RescuedListed => {
                "After a receipt the run took a tool that the receipt lists, and completed on what that tool said."
            }
            Self::RescuedRetry => {
                "After a receipt the run asked the same tool again, and completed on what it said this time."
            }
            Self::RescuedOther => {
                "After a receipt the run found what it needed with a tool that the receipt does not list, and completed."
            }
            Self::ChangedBefore => {
                "The two runs differ before any receipt was delivered, so no receipt is why they part."
            }
            Self::FalseReceiptHarm => {
                "A receipt flagged a result that was right, and the run left a way that would have led to the end."
            }
            Self::RightReceiptIgnored => {
                "A receipt flagged a result that was wrong, and the run went on with that result and failed."
            }
            Self::BudgetExhausted => "The run that failed had no step left to finish with.",
            Self::NoReceipt => "Neither run got a receipt, so the monitor has no part in the difference.",
            Self::Other => {
                "None of the other labels says it, as where a run gave up or withheld its answer; a note says what it was."
            }
        }
    }

    /// When it is not to be used, in one sentence.
    #[must_use]
    pub const fn not_when(self) -> &'static str {
        match self {
            Self::RescuedListed => {
                "Not when the listed tool was called for something else, or its answer was not used."
            }
            Self::RescuedRetry => "Not when the retry came back broken too and another tool helped.",
            Self::RescuedOther => "Not when a listed tool was taken after that and gave the value that was used.",
            Self::ChangedBefore => {
                "Not when only the order of calls differs and the runs meet again before the receipt."
            }
            Self::FalseReceiptHarm => "Not when the flagged result was wrong in a place that the task did not need.",
            Self::RightReceiptIgnored => "Not when it did act on the receipt and failed all the same; that is other.",
            Self::BudgetExhausted => "Not when the steps went into following up a receipt on a right result.",
            Self::NoReceipt => "Not when a receipt was delivered that nobody acted on.",
            Self::Other => "Not as a way to put off deciding; leave the pair without a label for that.",
        }
    }
}

impl fmt::Display for PairLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_and_read_back() {
        for (place, label) in PairLabel::ALL.into_iter().enumerate() {
            assert_eq!((PairLabel::named(label.name()), label.place()), (Some(label), place));
            assert!(label.meaning().ends_with('.') && label.not_when().starts_with("Not "), "{label}");
        }
        assert_eq!(PairLabel::named("Other"), None);
    }
}
