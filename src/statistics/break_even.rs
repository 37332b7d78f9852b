//! How common faults must be for a monitor to pay: it helps where there is a fault and may cost where there is none.

/// For which prevalences of faults π the net effect is not negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BreakEven {
    /// For every π.
    Always,
    /// From this π on.
    From(f64),
    /// Up to this π: it costs where there is a fault and helps where there is none.
    UpTo(f64),
    /// For no π.
    Never,
}

/// The net effect in points where a share π of the episodes has a fault: π · fault + (1 − π) · clean.
#[must_use]
pub fn net(pi: f64, fault: f64, clean: f64) -> f64 {
    pi * fault + (1.0 - pi) * clean
}

/// Where the net effect is not negative, from the effects (points) on episodes with a fault and on clean ones (SPEC 9:
/// +11.25 and −5.26 break even at .32). For the unfavourable case give the lower ends of both intervals.
#[must_use]
pub fn break_even(fault: f64, clean: f64) -> BreakEven {
    match (fault >= 0.0, clean >= 0.0) {
        (true, true) => BreakEven::Always,
        (true, false) => BreakEven::From(-clean / (fault - clean)),
        (false, true) => BreakEven::UpTo(clean / (clean - fault)),
        (false, false) => BreakEven::Never,
    }
}

impl BreakEven {
    /// The least π with a net effect that is not negative, if there is one.
    #[must_use]
    pub fn least(self) -> Option<f64> {
        match self {
            Self::Always | Self::UpTo(_) => Some(0.0),
            Self::From(pi) => Some(pi),
            Self::Never => None,
        }
    }

    /// `from π = 0.20`, `from π = 0.32 (0.3186 rounded up)`, `for every π`, `up to π = 0.40`, `for no π`. What it says
    /// holds at the very π that it prints: a least π is never rounded down, a greatest one never up.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Always => "for every π".to_owned(),
            Self::From(pi) => format!("from π = {}", rounded(pi, f64::ceil, "up")),
            Self::UpTo(pi) => format!("up to π = {}", rounded(pi, f64::floor, "down")),
            Self::Never => "for no π".to_owned(),
        }
    }
}

/// Two digits, below .10 three, and what was rounded. What is a whole number of them but for the last bits of its
/// fraction stays that number.
fn rounded(pi: f64, way: impl Fn(f64) -> f64, word: &str) -> String {
    let (places, scale) = if pi < 0.1 { (3, 1000.0) } else { (2, 100.0) };
    let (scaled, nearest) = (pi * scale, (pi * scale).round());
    if (scaled - nearest).abs() < 1e-9 {
        return format!("{:.places$}", nearest / scale);
    }
    let whole = way(scaled) / scale;
    // As many digits as it takes to see that it is another number.
    let is_told = |digits: &usize| format!("{pi:.digits$}").parse() != Ok(whole);
    let digits = (places + 2..=9).find(is_told).unwrap_or(9);
    format!("{whole:.places$} ({pi:.digits$} rounded {word})")
}

/// A prevalence as it is used: hundredths, and up to four decimals where there are more: `0.50`, `0.125`, `0.1724`.
#[must_use]
pub fn pi_text(pi: f64) -> String {
    let is_whole = |scale: f64| ((pi * scale).round() - pi * scale).abs() < 1e-9;
    let places = if is_whole(100.0) {
        2
    } else if is_whole(1000.0) {
        3
    } else {
        4
    };
    format!("{pi:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1 / 19 = .0526…, 1 / 5.8 = .1724…, 1 / 1001 = .000999; downwards 1 / 19 and 2 / 3.
    #[test]
    fn what_is_said_holds_at_the_prevalence_that_is_printed() {
        for (fault, clean, text) in [
            (18.0, -1.0, "from π = 0.053 (0.05263 rounded up)"),
            (4.8, -1.0, "from π = 0.18 (0.1724 rounded up)"),
            (1000.0, -1.0, "from π = 0.001 (0.000999 rounded up)"),
            (9.0, -1.0, "from π = 0.10"),
            (80.0, -20.0, "from π = 0.20"),
            (0.0, -2.0, "from π = 1.00"),
            (-18.0, 1.0, "up to π = 0.052 (0.05263 rounded down)"),
            (-1.0, 2.0, "up to π = 0.66 (0.6667 rounded down)"),
        ] {
            let found = break_even(fault, clean);
            assert_eq!(found.text(), text);
            let printed: f64 = text.split("= ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
            assert!(net(printed, fault, clean) >= -1e-9, "{text}");
        }
    }

    #[test]
    fn a_prevalence_is_shown_as_it_is_used() {
        for (pi, text) in [(0.5, "0.50"), (0.29, "0.29"), (0.125, "0.125"), (5.0 / 29.0, "0.1724"), (0.0, "0.00")] {
            assert_eq!(pi_text(pi), text);
        }
    }

    #[test]
    fn the_published_prevalence_and_the_corners() {
        assert_eq!(break_even(11.25, -5.26).text(), "from π = 0.32 (0.3186 rounded up)");
        assert_eq!(break_even(17.2, 0.0), BreakEven::Always);
        assert_eq!(break_even(0.0, 0.0).least(), Some(0.0));
        assert_eq!(break_even(0.0, -2.0), BreakEven::From(1.0));
        assert_eq!(break_even(3.0, -1.0), BreakEven::From(0.25));
        assert_eq!(break_even(-3.0, 1.0), BreakEven::UpTo(0.25));
        assert_eq!(break_even(-1.0, -1.0).least(), None);
    }

    #[test]
    fn the_net_effect_is_nothing_at_the_break_even() {
        let BreakEven::From(pi) = break_even(11.25, -5.26) else { unreachable!() };
        assert!(net(pi, 11.25, -5.26).abs() < 1e-12);
        assert_eq!((net(0.0, 3.0, -1.0), net(1.0, 3.0, -1.0), net(0.5, 3.0, -1.0)), (-1.0, 3.0, 1.0));
    }
}
