//! tau-bench result files: `{task_id, reward, info, traj, trial}`, an episode each. Also their few-shot
//! transcripts, which are one text an episode and hold no calls.

use super::Out;
use super::chat::{Chat, advertised, scalar_text};
use super::react;
use crate::domain::episode::{Episode, Outcome, Record};
use crate::domain::ids::{EpisodeId, TaskId};
use crate::domain::json::{Json, Number, Object};

/// How near to 1 a reward must come to be success (SPEC 8).
const TOLERANCE: f64 = 1e-6;
/// The text of a few-shot transcript.
const TRANSCRIPT: &str = "messages_display";

/// An episode has a trajectory; or messages, but then also a reward of its task.
pub(super) fn is_episode(value: &Json) -> bool {
    let list = |key: &str| value.get(key).is_some_and(|list| list.as_array().is_some());
    let rewarded = value.get("task_id").is_some() && value.get("reward").is_some();
    list("traj") && (rewarded || value.get("reward").is_some())
        || list("messages") && rewarded
        || value.get(TRANSCRIPT).is_some_and(|text| text.as_str().is_some())
}

/// One episode.
pub(super) fn read(id: &EpisodeId, value: Json, out: &mut Out) {
    let Json::Object(mut members) = value else { return };
    let mut episode = Episode::bare(id.clone());
    episode.task = members.get("task_id").and_then(scalar_text).map(TaskId::from);
    episode.trial = members.get("trial").and_then(Json::as_number).and_then(Number::as_i64);
    episode.tools = members.get("tools").and_then(advertised);
    out.records.push(Record::Episode(episode));

    if let Some(Json::String(transcript)) = members.remove(TRANSCRIPT) {
        out.notes.count(
            "episode is a few-shot transcript: text without calls",
            "episodes are few-shot transcripts: text without calls",
            || id.to_string(),
        );
        Chat::new(id, out).say("transcript", transcript);
    }
    let messages = match members.remove("traj").or_else(|| members.remove("messages")) {
        Some(Json::Array(messages)) => messages,
        _ => Vec::new(),
    };
    let mut chat = Chat::new(id, out);
    if react::is_text(&messages) {
        react::messages(&mut chat, &messages);
    } else {
        chat.messages(messages);
    }
    outcome(id, &members, out);
}

/// Keys that say how a run ended; they go into the outcome as they are.
const ENDED: [&str; 4] = ["termination_reason", "stop_reason", "max_steps", "num_steps"];

fn outcome(id: &EpisodeId, members: &Object, out: &mut Out) {
    let reward = members.get("reward").and_then(Json::as_number).map(Number::double);
    let error = members.get("info").and_then(|info| info.get("error")).filter(|error| !error.is_null());
    let mut extra = Object::new();
    if let Some(error) = error {
        out.notes.count("episode crashed and was kept", "episodes crashed and were kept", || id.to_string());
        extra.insert("error", error.clone());
    }
    // What ended a run is told by forks of the format, beside the reward or in `info`.
    let told = |name: &str| members.get(name).or_else(|| members.get("info")?.get(name)).filter(|it| !it.is_null());
    for name in ENDED {
        if let Some(how) = told(name) {
            extra.insert(name, how.clone());
        }
    }
    if reward.is_some() || !extra.is_empty() || error.is_some() {
        let completed = reward.map(|reward| reward >= 1.0 - TOLERANCE);
        out.records.push(Record::Outcome(Outcome {
            episode: id.clone(),
            completed,
            score: reward,
            usage: None,
            extra,
        }));
    }
}
