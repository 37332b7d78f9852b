//! How far two colours are apart for the eye, and how readable one is on the other.

use ratatui::style::Color;

/// Red, green and blue of what a colour is, if that is known: the terminal's sixteen are taken as xterm shows them.
pub(super) fn rgb_of(colour: Color) -> Option<[u8; 3]> {
    let place = match colour {
        Color::Rgb(red, green, blue) => return Some([red, green, blue]),
        Color::Indexed(place) => place,
        Color::Reset => return None,
        other => SIXTEEN.iter().position(|(known, _)| *known == other).and_then(|place| u8::try_from(place).ok())?,
    };
    match place {
        0..=15 => SIXTEEN.get(usize::from(place)).map(|(_, rgb)| *rgb),
        16..=231 => {
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            let cube = place - 16;
            Some([level(cube / 36), level(cube / 6 % 6), level(cube % 6)])
        }
        232.. => Some([8 + 10 * (place - 232); 3]),
    }
}

/// The terminal's sixteen colours, as xterm shows them when nobody changed them.
pub(super) const SIXTEEN: [(Color, [u8; 3]); 16] = [
    (Color::Black, [0, 0, 0]),
    (Color::Red, [205, 0, 0]),
    (Color::Green, [0, 205, 0]),
    (Color::Yellow, [205, 205, 0]),
    (Color::Blue, [0, 0, 238]),
    (Color::Magenta, [205, 0, 205]),
    (Color::Cyan, [0, 205, 205]),
    (Color::Gray, [229, 229, 229]),
    (Color::DarkGray, [127, 127, 127]),
    (Color::LightRed, [255, 0, 0]),
    (Color::LightGreen, [0, 255, 0]),
    (Color::LightYellow, [255, 255, 0]),
    (Color::LightBlue, [92, 92, 255]),
    (Color::LightMagenta, [255, 0, 255]),
    (Color::LightCyan, [0, 255, 255]),
    (Color::White, [255, 255, 255]),
];

/// A channel of sRGB in linear light.
pub(super) fn linear(value: u8) -> f64 {
    let value = f64::from(value) / 255.0;
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// The relative luminance of WCAG 2.
pub(super) fn luminance(rgb: [u8; 3]) -> f64 {
    let [red, green, blue] = rgb.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast of WCAG 2, from 1 to 21.
pub(super) fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Oklab (Ottosson 2020): equal steps look equally large.
pub(super) fn oklab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let l = (0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue).cbrt();
    let m = (0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue).cbrt();
    let s = (0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    ]
}

/// How far apart two colours look; black and white are 1 apart.
pub(super) fn distance(one: [u8; 3], other: [u8; 3]) -> f64 {
    far(oklab(one.map(linear)), oklab(other.map(linear)))
}

/// The distance of two places in Oklab.
pub(super) fn far(one: [f64; 3], other: [f64; 3]) -> f64 {
    one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published corner values: WCAG's 21:1, Oklab of white and of pure red, xterm's cube.
    #[test]
    fn the_measures_agree_with_published_values() {
        assert!((contrast([255; 3], [0; 3]) - 21.0).abs() < 1e-9);
        // #767676 is the darkest grey that WCAG lets pass on white, 4.54.
        assert!((contrast([0x76; 3], [255; 3]) - 4.54).abs() < 0.01);
        let red = oklab([1.0, 0.0, 0.0]);
        for (value, published) in red.iter().zip([0.627_955, 0.224_863, 0.125_846]) {
            assert!((value - published).abs() < 1e-4, "{red:?}");
        }
        assert!((distance([0; 3], [255; 3]) - 1.0).abs() < 1e-6);
        assert_eq!(rgb_of(Color::Indexed(208)), Some([255, 135, 0]));
        assert_eq!(rgb_of(Color::Indexed(16)), Some([0, 0, 0]));
        assert_eq!(rgb_of(Color::Indexed(231)), Some([255, 255, 255]));
        assert_eq!(rgb_of(Color::Indexed(244)), Some([128, 128, 128]));
    }
}
