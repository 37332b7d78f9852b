//! What is asked of records that are read in the background, one after the other.

use std::fmt;
use std::sync::Arc;

use super::autopsy::Weighed;
use crate::domain::call::Call;
use crate::domain::episode::Message;
use crate::domain::ids::Step;

/// A record with its payload.
#[derive(Clone, Debug)]
pub enum Seen {
    /// A call.
    Call(Arc<Call>),
    /// A message.
    Message(Arc<Message>),
}

/// Where a record stands in its episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// It is the call of this step.
    Call(Step),
    /// It is a message.
    Message {
        /// Which of the messages, from 0.
        number: usize,
        /// How many calls stand before it.
        before: usize,
    },
}

/// Asked of each record, on another thread; it knows nothing of the records before.
pub trait Question: fmt::Debug + Send + Sync {
    /// What the record has to say; nothing if it does not matter. Answers are kept until the question is dropped, so
    /// they should hold no more than is shown.
    fn ask(&self, seen: &Seen) -> Option<Answer>;

    /// What the bytes of the record have to say; with an answer the record is not parsed.
    fn ask_line(&self, _line: &[u8]) -> Option<Answer> {
        None
    }
}

/// What a record said.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The record itself is wanted.
    Record(Seen),
    /// Where it has the values that are followed, one by one.
    Taint(Vec<super::taint::Told>),
    /// The bytes of the record.
    Line(std::sync::Arc<[u8]>),
    /// How near a call is to the one asked about.
    Weighed(Weighed),
    /// The values of a field, each once.
    Values(Vec<String>),
    /// What the rules of each judge find on a call.
    Looks(Vec<(usize, crate::review::preview::Look)>),
    /// What edited rules find on a call.
    Found(Vec<crate::review::preview::Found>),
    /// A text that was looked for stands here.
    Hits(super::search::Hits),
}
