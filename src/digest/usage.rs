//! What an episode cost, as its outcome writes it.

use super::Usage;
use crate::domain::json::{Json, Number, Object};

impl Usage {
    /// Reads the `usage` of an outcome; the names of the `OpenAI` API stand for ours.
    #[must_use]
    pub fn read(usage: &Object) -> Self {
        let number = |names: &[&str]| names.iter().find_map(|name| usage.get(name).and_then(Json::as_number));
        Self {
            input_tokens: number(&["input_tokens", "prompt_tokens"]).and_then(Number::as_u64),
            output_tokens: number(&["output_tokens", "completion_tokens"]).and_then(Number::as_u64),
            cost_usd: number(&["cost_usd", "total_cost_usd"]).map(Number::double).filter(|cost| cost.is_finite()),
        }
    }
}
