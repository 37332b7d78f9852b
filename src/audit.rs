//! The audit: how often contracts fire on clean results, and what they catch of faults put into copies of them.
//!
//! Where a fault goes is the seed's choice among **all** places at which it makes sense ([`FAULTS`] says which), not
//! only where a rule looks: otherwise a recall would only say that rules are rules. What a category, a relation or an
//! order of dates is, is read from the clean results of the tool alone ([`Material`]), held-out ones included, and
//! never from the registry that is audited. A fault counts as caught only if the faulted result breaks a rule that the
//! clean one did not break by the same code at the same path.

mod auditor;
mod clean;
mod fault;
mod gap;
mod inject;
mod material;
mod outline;
mod recall;

#[cfg(test)]
mod tests;

pub use auditor::{Applied, Audit, Auditor, Before, Contracts, Judge, Labelled, Plan, Subject};
pub use clean::{Clean, CodeCount, Outcomes};
pub use fault::{FAULTS, Fault, FaultRow};
pub use gap::{Gap, Why};
pub use inject::{Change, Faulted, Ineligible, inject};
pub use material::{Gathered, Material};
pub use outline::Outline;
pub use recall::{Recall, first_new};
