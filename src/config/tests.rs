use super::*;
use crate::app::action::Action;
use crate::app::keys::Scope;

fn parse(text: &str) -> Result<Config, String> {
    Config::parse(text, Path::new("config.toml")).map_err(|error| error.to_string())
}

#[test]
fn what_is_not_set_has_its_default() {
    assert_eq!(parse("").unwrap(), Config::default());
    let set = parse("theme = \"light\"\nformat = \"json\"\n[receipt]\nschema = \"v2\"\n").unwrap();
    assert_eq!(set.theme.as_deref(), Some("light"));
    assert_eq!(set.format, Format::Json);
    assert_eq!(set.receipt, ReceiptConfig { schema: ReceiptSchema::V2, ..ReceiptConfig::default() });
}

#[test]
fn a_wrong_key_is_told_with_its_line_and_the_nearest_name() {
    assert_eq!(
        parse("\n# mine\ntehme = \"light\"\n").unwrap_err(),
        "config.toml:3: there is no setting \"tehme\"; did you mean \"theme\"?"
    );
    assert_eq!(
        parse("[receipt]\nshema = \"v1\"\n").unwrap_err(),
        "config.toml:2: there is no setting \"shema\"; did you mean \"schema\"?"
    );
    assert_eq!(
        parse("qqq = 1\n").unwrap_err(),
        "config.toml:1: there is no setting \"qqq\"; there are theme, colours, ascii, linear, mouse, state, format, receipt, schema, source, keys"
    );
}

#[test]
fn a_wrong_value_is_told_with_its_line() {
    let error = parse("theme = \"x\"\n[receipt]\nschema = \"v9\"\n").unwrap_err();
    assert!(error.starts_with("config.toml:3: \"v9\" is no receipt schema; the schemas are v1"), "{error}");
    let error = parse("theme = \n").unwrap_err();
    assert!(error.starts_with("config.toml:1: "), "{error}");
}

/// Each key of the list is one that the structs know, so that a suggestion is never wrong.
#[test]
fn every_listed_key_exists() {
    let values = ["\"x\"", "\"256\"", "true", "true", "true", "true", "\"csv\"", "{}", "\"v1\"", "\"x\"", "{}"];
    for (key, value) in KEYS.iter().zip(values) {
        let inside = format!("[receipt]\n{key} = {value}\n");
        assert!(parse(&format!("{key} = {value}\n")).is_ok() || parse(&inside).is_ok(), "{key}");
    }
}

#[test]
fn own_keys_are_checked_and_told_with_their_line() {
    let text = "[keys.stepper]\nwhy = [\"f3\"]\n\n[keys.global]\nhelp = [\"f1\", \"?\"]\n";
    let config = Config::parse(text, Path::new("config.toml")).unwrap();
    assert_eq!(config.keymap.key(Scope::Stepper, Action::Why), Some("f3"));
    assert_eq!(config.keymap.key(Scope::Stepper, Action::Help), Some("f1"));
    assert_eq!(config.notes, Vec::<String>::new());
    assert_eq!(
        parse("\n[keys.stepper]\nnext-receipt = [\"x\"]\ntoggel-fold = [\"f3\"]\n").unwrap_err(),
        "config.toml:4: there is no action \"toggel-fold\" in [keys.stepper]; did you mean \"toggle-fold\"?"
    );
    let shadowing = Config::parse("[keys.stepper]\nwhy = [\"j\"]\n", Path::new("config.toml")).unwrap();
    assert_eq!(shadowing.notes, ["config.toml:2: in [keys.stepper] \"j\" means why now, and no longer down"]);
    let error = parse("[keys.stepper]\nwhy = \"f3\"\n").unwrap_err();
    assert!(error.starts_with("config.toml:2: "), "{error}");
}

#[test]
fn values_of_the_wrong_kind_are_told_in_plain_words() {
    let told = |text: &str| Config::parse(text, Path::new("config.toml")).unwrap_err().to_string();
    for (text, wanted) in [
        ("[keys]\nquit = \"x\"\n", "config.toml:2: keys stand in a table for each screen: write [keys.stepper]"),
        ("keys = 3\n", "config.toml:1: keys stand in a table for each screen"),
        ("[keys.stepper]\nwhy = \"w\"\n", "config.toml:2: keys stand in a list: write [\"w\"]"),
        ("[keys.stepper]\nwhy = [3]\n", "config.toml:2: write text in quotes"),
        ("mouse = \"yes\"\n", "config.toml:1: write true or false"),
        ("receipt = 3\n", "config.toml:1: receipt is a table: write [receipt]"),
    ] {
        let told = told(text);
        assert!(told.starts_with(wanted), "{text}: {told}");
    }
}
