//! Numbers as people print them, in one place so that screen, text and tables agree.

/// A share as people read it: `8.2%`.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// A p as the paper prints it, without the zero before the point: three decimals, more where fewer than two digits
/// that count would be left (`.267`, `.057`, `.00073`), `1.0`; below .00001 in powers of ten. Ties go upwards.
#[must_use]
pub fn p_text(p: f64) -> String {
    if p < 1e-300 {
        return "<1e-300".to_owned();
    }
    if p < 1e-5 {
        return format!("{p:.1e}");
    }
    let (mut places, mut scaled) = (3, p * 1000.0);
    while scaled.round() < 10.0 {
        places += 1;
        scaled *= 10.0;
    }
    // A fraction over a power of two is often an exact tie, which formatting alone would round to even.
    let digits = scaled.round();
    if places == 3 && digits >= 1000.0 { "1.0".to_owned() } else { format!(".{digits:0places$.0}") }
}

/// A difference in percentage points with its sign, ties away from 0: `+17.2`; two decimals where they are the whole
/// truth (`+18.75`, as 15 of 80 pairs give), `0.0`.
#[must_use]
pub fn points_text(points: f64) -> String {
    let is_exact = |scale: f64| ((points * scale).round() - points * scale).abs() < 1e-7;
    let (places, scale) = if !is_exact(10.0) && is_exact(100.0) { (2, 100.0) } else { (1, 10.0) };
    let rounded = (points * scale).round() / scale;
    if rounded == 0.0 { "0.0".to_owned() } else { format!("{rounded:+.places$}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_has_no_leading_zero_and_two_digits_that_count() {
        for (p, text) in [
            (0.000_728_607, ".00073"),
            (0.000_122_070, ".00012"),
            (1.0, "1.0"),
            (0.999_6, "1.0"),
            (0.999_4, ".999"),
            (0.057_373, ".057"),
            (0.625, ".625"),
            (0.062_5, ".063"),
            (0.009_96, ".010"),
            (0.001_831, ".0018"),
            (0.25, ".250"),
            (7.26e-8, "7.3e-8"),
            (0.0, "<1e-300"),
        ] {
            assert_eq!(p_text(p), text, "{p}");
        }
    }

    #[test]
    fn points_have_a_sign_and_one_decimal_or_the_whole_truth() {
        for (points, text) in [
            (5500.0 / 320.0, "+17.2"),
            (18.75, "+18.75"),
            (-11.25, "-11.25"),
            (-200.0 / 38.0, "-5.3"),
            (14.000_000_000_000_002, "+14.0"),
            (0.0, "0.0"),
            (-0.01 / 3.0, "0.0"),
            (100.0, "+100.0"),
        ] {
            assert_eq!(points_text(points), text, "{points}");
        }
    }
}
