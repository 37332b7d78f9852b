//! A person's own keys: checked against the table, so that a wrong name or a key given twice is told and not lost.

use super::Keymap;
use crate::app::action::Action;
use crate::app::keys::Scope;

/// One line of the settings: an action in a scope gets these keys instead of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnKeys {
    /// The scope, by name.
    pub scope: String,
    /// The action, by name.
    pub action: String,
    /// The keys; none to take them away.
    pub keys: Vec<String>,
    /// Where it stands, for whoever tells of it.
    pub at: usize,
}

/// Why a line of the settings cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyError {
    /// Where the line stands.
    pub at: usize,
    /// What is wrong and what to do.
    pub what: String,
}

/// Keys by a word, as [`crate::app::keys::name_of`] writes them.
const WORDS: [&str; 16] = [
    "space",
    "enter",
    "esc",
    "left",
    "right",
    "up",
    "down",
    "home",
    "end",
    "pageup",
    "pagedown",
    "backspace",
    "tab",
    "shift-tab",
    "insert",
    "delete",
];
/// What a terminal sends for these is what it sends for the other key.
const SAME: [(&str, &str); 3] = [("ctrl-i", "tab"), ("ctrl-m", "enter"), ("ctrl-[", "esc")];

impl Keymap {
    /// The table with a person's own keys in it, and what should be known of them: keys that work everywhere but not
    /// in a scope any more, with their place.
    pub fn with(own: &[OwnKeys]) -> Result<(Self, Vec<KeyError>), KeyError> {
        let mut keymap = Self::default();
        let mut set: Vec<(Scope, Action, usize)> = Vec::new();
        for OwnKeys { scope, action, keys, at } in own {
            let failed = |what| KeyError { at: *at, what };
            let scope = scope_named(scope).map_err(failed)?;
            let action = action_named(&keymap, scope, action).map_err(failed)?;
            let keys = keys.iter().map(|key| key_named(key)).collect::<Result<Vec<_>, _>>().map_err(failed)?;
            check(scope, action, &keys).map_err(failed)?;
            let mut keys = Some(keys);
            for bound in keymap.0.iter_mut().filter(|bound| (bound.row.scope, bound.row.action) == (scope, action)) {
                bound.keys = keys.take().unwrap_or_default();
            }
            set.push((scope, action, *at));
        }
        let mut shadows = Vec::new();
        for (scope, action, at) in set {
            let rows = keymap.of(scope).filter(|bound| bound.row.action == action);
            for key in rows.flat_map(|bound| &bound.keys) {
                let other = |of| keymap.of(of).find(|bound| bound.row.action != action && bound.keys.contains(key));
                if let Some(twin) = other(scope) {
                    let (twin, scope) = (twin.row.action.name(), scope.name());
                    let what = format!(
                        "{key:?} is also the key of {twin} in [keys.{scope}]; give that another key, or none: {twin} = []"
                    );
                    return Err(KeyError { at, what });
                }
                let is_over = !matches!(scope, Scope::Global | Scope::Prompt | Scope::Mark | Scope::Confirm);
                if let Some(hidden) = other(Scope::Global).filter(|_| is_over) {
                    let (action, hidden, scope) = (action.name(), hidden.row.action.name(), scope.name());
                    let what = format!("in [keys.{scope}] {key:?} means {action} now, and no longer {hidden}");
                    shadows.push(KeyError { at, what });
                }
            }
        }
        Ok((keymap, shadows))
    }
}

fn scope_named(name: &str) -> Result<Scope, String> {
    let names = Scope::ALL.map(Scope::name);
    let found = Scope::ALL.into_iter().find(|scope| scope.name() == name);
    found.ok_or_else(|| format!("there is no table [keys.{name}]; {}", crate::words::offered(name, names)))
}

fn action_named(keymap: &Keymap, scope: Scope, name: &str) -> Result<Action, String> {
    let of = |scope| keymap.of(scope).map(|bound| bound.row.action);
    if let Some(action) = of(scope).find(|action| action.name() == name) {
        return Ok(action);
    }
    let elsewhere: Vec<_> = Scope::ALL.into_iter().filter(|scope| of(*scope).any(|it| it.name() == name)).collect();
    if elsewhere.is_empty() {
        let names = of(scope).map(Action::name).collect::<Vec<_>>();
        let offered = crate::words::offered(name, names.iter().map(String::as_str));
        return Err(format!("there is no action {name:?} in [keys.{}]; {offered}", scope.name()));
    }
    let tables: Vec<_> = elsewhere.iter().map(|scope| format!("[keys.{}]", scope.name())).collect();
    Err(format!("{name} is no action of [keys.{}]; it belongs in {}", scope.name(), tables.join(" or ")))
}

/// A key as it is written in the table.
fn key_named(written: &str) -> Result<String, String> {
    let mut base = written;
    let (mut control, mut alt) = (false, false);
    loop {
        if let Some(rest) = base.strip_prefix("ctrl-").filter(|rest| !rest.is_empty() && !control) {
            (control, base) = (true, rest);
        } else if let Some(rest) = base.strip_prefix("alt-").filter(|rest| !rest.is_empty() && !alt) {
            (alt, base) = (true, rest);
        } else {
            break;
        }
    }
    let is_function = base.strip_prefix('f').and_then(|n| n.parse::<u8>().ok()).is_some_and(|n| (1..=24).contains(&n));
    let mut letters = base.chars();
    let is_letter = matches!((letters.next(), letters.next()), (Some(c), None) if !c.is_control() && c != ' ');
    if !is_letter && !is_function && !WORDS.contains(&base) {
        let help = crate::words::offered(base, WORDS);
        return Err(format!(
            "there is no key {written:?}; {help}, f1 to f24, or one character, with ctrl- or alt- before it"
        ));
    }
    let base = if control { base.to_lowercase() } else { base.to_owned() };
    let key = format!("{}{}{base}", if control { "ctrl-" } else { "" }, if alt { "alt-" } else { "" });
    match SAME.iter().find(|(same, _)| *same == key) {
        Some((_, other)) => Err(format!("a terminal sends the same for {key} and {other}; name {other}")),
        None => Ok(key),
    }
}

/// What can never be: the way out, and what could not be typed any more.
fn check(scope: Scope, action: Action, keys: &[String]) -> Result<(), String> {
    if (action == Action::Quit) != keys.iter().any(|key| key == "ctrl-c") {
        return Err("ctrl-c always quits: it is a key of quit, and of nothing else".into());
    }
    let typed = keys.iter().find(|key| key.chars().count() == 1 || *key == "space");
    match typed.filter(|_| matches!(scope, Scope::Prompt | Scope::Mark)) {
        Some(key) => Err(format!("{key:?} could not be typed any more; take a key with ctrl- or alt-")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(own: &[(&str, &str, &[&str])]) -> Result<(Keymap, Vec<KeyError>), String> {
        let own = own.iter().enumerate().map(|(at, (scope, action, keys))| OwnKeys {
            scope: (*scope).into(),
            action: (*action).into(),
            keys: keys.iter().map(|key| (*key).into()).collect(),
            at,
        });
        Keymap::with(&own.collect::<Vec<_>>()).map_err(|error| format!("{}: {}", error.at, error.what))
    }

    #[test]
    fn own_keys_take_the_place_of_the_usual_ones() {
        let (keymap, shadows) = with(&[("stepper", "why", &["f3", "alt-ctrl-W"])]).unwrap();
        assert_eq!((keymap.key(Scope::Stepper, Action::Why), shadows), (Some("f3"), vec![]));
        let why = keymap.of(Scope::Stepper).find(|bound| bound.row.action == Action::Why).unwrap();
        assert_eq!(why.keys, ["f3", "ctrl-alt-w"]);
        let (keymap, _) = with(&[("global", "help", &[])]).unwrap();
        assert_eq!(keymap.key(Scope::Stepper, Action::Help), None);
        assert_eq!(with(&[]).unwrap().0, Keymap::default());
    }

    #[test]
    fn wrong_names_are_told_with_the_nearest_one() {
        let told = |scope, action, key: &str| with(&[(scope, action, &[key])]).unwrap_err();
        assert_eq!(told("steper", "why", "x"), "0: there is no table [keys.steper]; did you mean \"stepper\"?");
        assert_eq!(
            told("stepper", "next-recipt", "x"),
            "0: there is no action \"next-recipt\" in [keys.stepper]; did you mean \"next-receipt\"?"
        );
        assert_eq!(
            told("episodes", "why", "x"),
            "0: why is no action of [keys.episodes]; it belongs in [keys.review] or [keys.stepper]"
        );
        assert!(
            told("stepper", "why", "pgdown").starts_with("0: there is no key \"pgdown\"; did you mean \"pagedown\"?")
        );
        assert!(told("stepper", "why", "f25").starts_with("0: there is no key"));
        assert_eq!(told("stepper", "why", "ctrl-i"), "0: a terminal sends the same for ctrl-i and tab; name tab");
    }

    #[test]
    fn a_key_given_twice_is_told_and_a_hidden_one_is_noted() {
        let told = with(&[("stepper", "next-receipt", &["n"]), ("stepper", "why", &["n"])]).unwrap_err();
        let way = "give that another key, or none: why = []";
        assert_eq!(told, format!("0: \"n\" is also the key of why in [keys.stepper]; {way}"));
        // Two that change places are no conflict.
        assert!(with(&[("stepper", "next-receipt", &["N"]), ("stepper", "previous-receipt", &["n"])]).is_ok());
        let (_, shadows) = with(&[("stepper", "why", &["j"])]).unwrap();
        assert_eq!(shadows[0].what, "in [keys.stepper] \"j\" means why now, and no longer down");
    }

    #[test]
    fn the_way_out_stays_and_text_can_be_typed() {
        let way_out = "0: ctrl-c always quits: it is a key of quit, and of nothing else";
        assert_eq!(with(&[("global", "quit", &["Q"])]).unwrap_err(), way_out);
        assert_eq!(with(&[("stepper", "why", &["ctrl-c"])]).unwrap_err(), way_out);
        assert!(with(&[("global", "quit", &["Q", "ctrl-c"])]).is_ok());
        assert!(with(&[("prompt", "down", &["x"])]).unwrap_err().starts_with("0: \"x\" could not be typed"));
    }
}
