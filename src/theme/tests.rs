use super::*;

fn theme(name: &str) -> Theme {
    built_in().into_iter().find(|theme| theme.name() == name).unwrap()
}

#[test]
fn the_built_in_themes_have_no_doubts_and_bear_their_names() {
    for (name, text) in BUILT_IN {
        let (theme, warnings) = parse(text).unwrap();
        assert_eq!(theme.name(), name);
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
    }
}

/// The luminance and contrast of WCAG 2.
fn luminance(colour: Color) -> Option<f64> {
    let Color::Rgb(red, green, blue) = colour else { return None };
    let part = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    Some(0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue))
}

#[test]
fn text_is_readable_on_its_background() {
    for name in ["dark", "light"] {
        let theme = theme(name);
        let ground = theme.style(Role::Text).bg.unwrap();
        for role in Role::ALL.into_iter().filter(|role| !matches!(role, Role::Border)) {
            let style = theme.style(role);
            let text = luminance(style.fg.unwrap_or(theme.style(Role::Text).fg.unwrap())).unwrap();
            let behind = luminance(style.bg.unwrap_or(ground)).unwrap();
            let contrast = (text.max(behind) + 0.05) / (text.min(behind) + 0.05);
            assert!(contrast >= 4.5, "{name}: {} has a contrast of {contrast:.2}", role.name());
        }
    }
}

#[test]
fn one_theme_uses_only_the_colours_of_the_terminal() {
    let theme = theme("terminal");
    for role in Role::ALL {
        let style = theme.style(role);
        assert!(!matches!(style.fg, Some(Color::Rgb(..))) && !matches!(style.bg, Some(Color::Rgb(..))));
    }
}

#[test]
fn without_colour_the_cursor_is_still_seen() {
    for theme in built_in() {
        let theme = theme.without_colour();
        for role in Role::ALL {
            assert_eq!((theme.style(role).fg, theme.style(role).bg), (None, None));
        }
        assert!(theme.style(Role::Selected).add_modifier.contains(Modifier::REVERSED));
    }
}

#[test]
fn mistakes_are_named_and_the_rest_is_taken() {
    let text = "name = \"x\"\ninherits = \"dark\"\n[roles]\nreceit = \"red\"\nheld = \"#12\"\nmuted = \"green\"\n";
    let (theme, warnings) = parse(text).unwrap();
    assert_eq!(theme.style(Role::Muted).fg, Some(Color::Green));
    assert_eq!(warnings.len(), 2);
    assert!(warnings[0].contains("#12") && warnings[1].contains("\"receipt\""), "{warnings:?}");
    assert!(parse("name = \"x\"\nnonsense = 1\n").is_err());
}
