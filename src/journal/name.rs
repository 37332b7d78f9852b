//! The name that a decision is signed with.

use std::borrow::Cow;

use super::{Refusal, Signature};
use crate::safe::visible;

/// A person's name as it was typed or found, without spaces around it: it is not empty, and all of it can be seen.
pub fn reviewer_name(text: &str) -> Result<String, Refusal> {
    let name = text.trim();
    if name.is_empty() {
        return Err(Refusal::new("the name is empty, and nobody would answer for it; say who decides"));
    }
    match visible(name) {
        Cow::Borrowed(_) => Ok(name.to_owned()),
        Cow::Owned(shown) => {
            Err(Refusal::new(format!("the name {shown} holds a character that cannot be seen; write it without")))
        }
    }
}

impl Signature {
    /// Whether something can be signed with it; the sentence says why not.
    pub fn is_fit(&self) -> Result<(), Refusal> {
        reviewer_name(&self.author).map(|_| ())
    }
}
