//! Who reviews, and what time it is: read here, passed in everywhere else.

use std::process::{Command, Stdio};
use std::time::SystemTime;

use crate::review::{Moment, Signature};

/// The signature of whoever runs the program, now: `author` if given, else the name that git knows, else `$USER`.
#[must_use]
pub fn signature(author: Option<&str>) -> Signature {
    Signature { author: author.map_or_else(self::author, str::to_owned), at: now() }
}

/// The name that git knows here, else `$USER`, else `unknown`.
#[must_use]
pub fn author() -> String {
    let user = || std::env::var("USER").ok();
    let names = [git(), user(), std::env::var("USERNAME").ok()];
    let name = names.into_iter().flatten().map(|name| name.trim().to_owned()).find(|name| !name.is_empty());
    name.unwrap_or_else(|| "unknown".into())
}

/// Without a git, or without a name, there is none.
fn git() -> Option<String> {
    let mut git = Command::new("git");
    git.args(["config", "user.name"]).stdin(Stdio::null()).stderr(Stdio::null());
    let output = git.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// This second. A clock that stands before 1970 counts as 1970.
#[must_use]
pub fn now() -> Moment {
    Moment::of_unix(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs()))
}
