//! Whether a terminal's own ground is dark or light.

use super::colour::luminance;

/// The ground of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Light letters on dark.
    Dark,
    /// Dark letters on light.
    Light,
}

impl Ground {
    /// What `COLORFGBG` says (rxvt, Konsole and others set it): the last part is the place of the ground among the
    /// sixteen colours, of which grey and white are light.
    pub fn of_environment(get: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let value = get("COLORFGBG")?;
        match value.rsplit(';').next()?.trim().parse::<u8>().ok()? {
            7 | 15 => Some(Self::Light),
            0..=6 | 8 => Some(Self::Dark),
            // The bright colours can be either.
            _ => None,
        }
    }

    /// What a terminal answers when it is asked for the colour of its ground (OSC 11): `rgb:ffff/ffff/ffff`, with
    /// one to four digits a channel, `rgba:` with a fourth channel, or `#rrggbb`.
    pub fn of_answer(answer: &str) -> Option<Self> {
        let rgb = match answer.strip_prefix('#') {
            Some(digits) if digits.is_ascii() && digits.len() % 3 == 0 => {
                let each = digits.len() / 3;
                [0, 1, 2].map(|at| digits.get(at * each..(at + 1) * each).and_then(channel))
            }
            Some(_) => return None,
            None => {
                let mut parts = answer.strip_prefix("rgba:").or_else(|| answer.strip_prefix("rgb:"))?.split('/');
                [(); 3].map(|()| parts.next().and_then(channel))
            }
        };
        let [Some(red), Some(green), Some(blue)] = rgb else { return None };
        // As far from black as from white, for the eye.
        Some(if luminance([red, green, blue]) > 0.179 { Self::Light } else { Self::Dark })
    }
}

/// A channel of one to four hexadecimal digits, as a byte.
fn channel(digits: &str) -> Option<u8> {
    let most = (1u32 << (4 * u32::try_from(digits.len()).ok().filter(|count| (1..=4).contains(count))?)) - 1;
    let value = u32::from_str_radix(digits, 16).ok()?;
    u8::try_from(value * 255 / most).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_may_tell() {
        let ground = |value: &str| Ground::of_environment(|_| Some(value.to_owned()));
        assert_eq!(ground("15;0"), Some(Ground::Dark));
        assert_eq!(ground("0;default;15"), Some(Ground::Light));
        assert_eq!(ground("12;8"), Some(Ground::Dark));
        assert_eq!(ground("0;7"), Some(Ground::Light));
        assert_eq!(ground("0;default"), None);
        assert_eq!(ground("0;11"), None);
        assert_eq!(Ground::of_environment(|_| None), None);
    }

    #[test]
    fn answers_of_every_spelling_are_read() {
        assert_eq!(Ground::of_answer("rgb:ffff/ffff/ffff"), Some(Ground::Light));
        assert_eq!(Ground::of_answer("rgb:1e1e/1e1e/2e2e"), Some(Ground::Dark));
        assert_eq!(Ground::of_answer("rgb:f/f/e"), Some(Ground::Light));
        assert_eq!(Ground::of_answer("rgba:0000/0000/0000/cccc"), Some(Ground::Dark));
        assert_eq!(Ground::of_answer("#fdf6e3"), Some(Ground::Light), "solarized light");
        assert_eq!(Ground::of_answer("#002b36"), Some(Ground::Dark), "solarized dark");
        for wrong in ["", "rgb:", "rgb:12", "rgb:fffff/0/0", "rgb:gg/00/00", "#12", "#\u{e9}", "black"] {
            assert_eq!(Ground::of_answer(wrong), None, "{wrong}");
        }
    }
}
