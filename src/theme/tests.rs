use super::colour::{contrast, far, linear, oklab, rgb_of};
use super::*;
use crate::page::{Place, Sign};

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

/// A role that no file sets would silently look like ordinary text.
#[test]
fn every_theme_says_how_every_role_looks() {
    for (name, text) in BUILT_IN {
        let file: toml::Table = text.parse().unwrap();
        let roles = file["roles"].as_table().unwrap();
        for role in Role::ALL {
            let mut known = role.name();
            while !roles.contains_key(known) {
                let wider = known.rsplit_once('.').map(|(wider, _)| wider);
                assert!(wider.is_some(), "{name} does not set {}", role.name());
                known = wider.unwrap();
            }
        }
    }
}

/// The least contrast over all texts of a theme, with its role.
fn least_contrast(theme: &Theme) -> (f64, &'static str) {
    let plain = theme.style(Role::Text);
    let texts = Role::ALL.into_iter().filter(|role| !matches!(role, Role::Border));
    let contrasts = texts.filter_map(|role| {
        let style = theme.style(role);
        let text = rgb_of(style.fg.or(plain.fg)?)?;
        let behind = rgb_of(style.bg.or(plain.bg)?)?;
        Some((contrast(text, behind), role.name()))
    });
    contrasts.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((21.0, "none"))
}

#[test]
fn text_is_readable_on_its_background() {
    let least = [
        ("dark", 4.5),
        ("light", 4.5),
        ("high-contrast", 7.0),
        ("colour-blind", 4.5),
        ("colour-blind-light", 4.5),
        ("sixteen", 4.5),
    ];
    for (name, least) in least {
        let (found, role) = least_contrast(&theme(name));
        assert!(found >= least, "{name}: {role} has a contrast of {found:.2}");
    }
}

/// In fewer colours too, and no text takes the colour of its ground.
#[test]
fn text_stays_readable_where_the_terminal_has_fewer_colours() {
    for theme in built_in() {
        for depth in [Depth::Indexed, Depth::Sixteen] {
            let name = theme.name().to_owned();
            let (found, role) = least_contrast(&theme.clone().in_depth(depth));
            assert!(found >= 4.5, "{name} in {depth:?}: {role} has a contrast of {found:.2}");
        }
    }
}

#[test]
fn no_colour_is_sent_that_the_terminal_does_not_have() {
    for theme in built_in() {
        for (depth, theme) in [Depth::Indexed, Depth::Sixteen].map(|depth| (depth, theme.clone().in_depth(depth))) {
            for style in Role::ALL.map(|role| theme.style(role)) {
                for colour in [style.fg, style.bg].into_iter().flatten() {
                    assert!(!matches!(colour, Color::Rgb(..)), "{}: {colour:?}", theme.name());
                    assert!(depth == Depth::Indexed || !matches!(colour, Color::Indexed(_)), "{colour:?}");
                }
            }
        }
    }
    // Worked by hand: #ff8700 is 208 of the cube; #16181d lies nearest to the grey #1c1c1c, which is 234.
    let text = "name = \"x\"\n[roles]\ntext = { fg = \"#ff8700\", bg = \"#16181d\" }\n";
    let style = parse(text).unwrap().0.in_depth(Depth::Indexed).style(Role::Text);
    assert_eq!((style.fg, style.bg), (Some(Color::Indexed(208)), Some(Color::Indexed(234))));
    let style = parse(text).unwrap().0.in_depth(Depth::Sixteen).style(Role::Text);
    assert_eq!(style.bg, Some(Color::Black));
}

#[test]
fn the_environment_says_how_many_colours_there_are() {
    let depth = |set: &[(&str, &str)]| {
        let set: Vec<(String, String)> = set.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        Depth::of_environment(|name| set.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone()))
    };
    assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::True);
    assert_eq!(depth(&[("TERM", "xterm"), ("COLORTERM", "24bit")]), Depth::True);
    assert_eq!(depth(&[("TERM", "xterm-direct")]), Depth::True);
    assert_eq!(depth(&[("TERM", "xterm-kitty")]), Depth::True);
    assert_eq!(depth(&[("TERM", "tmux-256color"), ("COLORTERM", "yes")]), Depth::Indexed);
    assert_eq!(depth(&[("TERM", "linux")]), Depth::Sixteen);
    assert_eq!(depth(&[]), Depth::Sixteen);
    assert_eq!(depth(&[("TERM", "xterm-direct"), ("NO_COLOR", "1")]), Depth::None);
    assert_eq!(depth(&[("TERM", "dumb"), ("COLORTERM", "truecolor")]), Depth::None);
}

#[test]
fn two_themes_use_only_the_colours_of_the_terminal() {
    for theme in [theme("terminal"), theme("sixteen")] {
        for style in Role::ALL.map(|role| theme.style(role)) {
            for colour in [style.fg, style.bg].into_iter().flatten() {
                assert!(!matches!(colour, Color::Rgb(..) | Color::Indexed(_)), "{}: {colour:?}", theme.name());
            }
        }
    }
}

/// What a colour looks like without red or without green receptors: the matrices of Machado, Oliveira and
/// Fernandes (2009) at full severity, on linear light.
fn seen_without(receptor: char, rgb: [u8; 3]) -> [f64; 3] {
    let matrix = match receptor {
        'p' => {
            [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]]
        }
        _ => {
            [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]]
        }
    };
    let light = rgb.map(linear);
    matrix.map(|row: [f64; 3]| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))
}

/// The least distance, in Oklab, between what is good, what is bad, what to look at, and what is only said.
fn least_distance(theme: &Theme, receptor: char) -> f64 {
    let groups = [
        [Role::Held, Role::Listed, Role::Completed, Role::Added],
        [Role::Broken, Role::Failed, Role::Removed, Role::Broken],
        [Role::Receipt, Role::Retry, Role::Changed, Role::Receipt],
        [Role::Replayed, Role::Other, Role::Replayed, Role::Other],
    ];
    let seen = |role: &Role| oklab(seen_without(receptor, rgb_of(theme.style(*role).fg.unwrap()).unwrap()));
    let mut least = f64::MAX;
    for (at, group) in groups.iter().enumerate() {
        for other in groups.iter().skip(at + 1) {
            for (one, two) in group.iter().flat_map(|one| other.iter().map(move |two| (one, two))) {
                least = least.min(far(seen(one), seen(two)));
            }
        }
    }
    least
}

#[test]
fn the_colour_blind_themes_keep_marks_apart_without_red_or_green() {
    for name in ["colour-blind", "colour-blind-light"] {
        for receptor in ['p', 'd'] {
            let least = least_distance(&theme(name), receptor);
            assert!(least >= 0.08, "{name} without {receptor}: {least:.3}");
        }
    }
    // The ordinary theme does not: the measure can tell them apart.
    assert!(least_distance(&theme("dark"), 'd') < 0.07);
}

/// Signs that can stand on one screen differ, whatever the colours are: there, one sign has one meaning.
#[test]
fn signs_of_one_screen_differ_in_every_spelling() {
    // What stands for a place rather than for a meaning: before a name, between facts, at an end.
    let is_placed = |sign: &Sign| {
        matches!(sign, Sign::Cursor | Sign::Resting | Sign::Open | Sign::Closed | Sign::Dot | Sign::More | Sign::Counts)
    };
    for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
        for place in [Place::Registries, Place::Episodes, Place::Stepper] {
            let signs: Vec<Sign> = Sign::on(place).filter(|sign| !is_placed(sign)).collect();
            for (at, one) in signs.iter().enumerate() {
                for other in &signs[..at] {
                    assert_ne!(glyphs.of(*one), glyphs.of(*other), "{one:?} and {other:?} on {place:?}");
                }
            }
        }
    }
}

#[test]
fn a_theme_inherits_colours_and_roles_and_changes_some() {
    let mine = "name = \"mine\"\ninherits = \"dark\"\n[palette]\naccent = \"#010203\"\n";
    let (theme, warnings) = parse(mine).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(theme.style(Role::Key).fg, Some(Color::Rgb(1, 2, 3)), "a colour by its name, wherever it is used");
    assert_eq!(theme.style(Role::Broken), self::theme("dark").style(Role::Broken));
    let other = "name = \"other\"\ninherits = \"mine\"\n[roles]\nheld = \"red\"\n";
    let among = [("mine".to_owned(), mine.to_owned()), ("other".to_owned(), other.to_owned())];
    let (theme, warnings) = parse_among(other, &among).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!((theme.style(Role::Held).fg, theme.style(Role::Key).fg), (Some(Color::Red), Some(Color::Rgb(1, 2, 3))));
    // In a circle there is no parent at last.
    let round = "name = \"mine\"\ninherits = \"mine\"\n";
    let (_, warnings) = parse_among(round, &[("mine".to_owned(), round.to_owned())]).unwrap();
    assert!(warnings[0].contains("which is no theme"), "{warnings:?}");
    // A person's theme may change the built-in one of its own name.
    let dark = "name = \"dark\"\ninherits = \"dark\"\n[roles]\nheld = \"red\"\n";
    let (theme, warnings) = parse_among(dark, &[("dark".to_owned(), dark.to_owned())]).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(theme.style(Role::Broken), self::theme("dark").style(Role::Broken));
}

#[test]
fn without_colour_the_cursor_is_still_seen() {
    for theme in built_in() {
        let theme = theme.without_colour();
        for role in Role::ALL {
            assert_eq!((theme.style(role).fg, theme.style(role).bg), (None, None));
        }
        assert!(theme.style(Role::Selected).add_modifier.contains(Modifier::REVERSED));
        let resting = theme.style(Role::SelectedInactive).add_modifier;
        assert!(!resting.contains(Modifier::REVERSED) && resting.contains(Modifier::UNDERLINED));
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
