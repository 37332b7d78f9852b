//! Sums of doubles without rounding on the way (SPEC 3: the double nearest to the exact sum).

/// Digits of 32 bits, the lowest worth 2⁻¹⁰⁷⁴, so that every finite double is a whole number of units:
/// 2098 bits, and two digits more for carries.
const DIGITS: usize = 68;
/// The unit of the lowest digit as an exponent of two.
const LOWEST: i32 = -1074;

/// The double nearest to the exact sum (ties to even); nothing if a value or the rounded sum is not
/// finite. Exact for fewer than 2³⁰ values.
pub(super) fn exact_sum(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut digits = [0_i64; DIGITS];
    for value in values {
        if !value.is_finite() {
            return None;
        }
        add(&mut digits, value);
    }
    carry(&mut digits);
    let negative = digits.last().is_some_and(|top| *top < 0);
    if negative {
        for digit in &mut digits {
            *digit = -*digit;
        }
        carry(&mut digits);
    }
    let sum = nearest(&digits);
    sum.is_finite().then_some(if negative { -sum } else { sum })
}

fn add(digits: &mut [i64; DIGITS], value: f64) {
    let bits = value.to_bits();
    let exponent = (bits >> 52) & 0x7ff;
    let fraction = bits & ((1 << 52) - 1);
    // A subnormal has the exponent of the smallest normal, without the hidden bit.
    let (mantissa, place) = if exponent == 0 { (fraction, 0) } else { (fraction | 1 << 52, exponent - 1) };
    let mut shifted = u128::from(mantissa) << (place % 32);
    let first = usize::try_from(place / 32).unwrap_or(DIGITS);
    for digit in digits.iter_mut().skip(first).take(3) {
        let part = i64::from(low_digit(shifted));
        *digit += if value.is_sign_negative() { -part } else { part };
        shifted >>= 32;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low 32 bits are what is asked for")]
fn low_digit(bits: u128) -> u32 {
    bits as u32
}

/// Brings every digit but the top one into 0..2³².
fn carry(digits: &mut [i64; DIGITS]) {
    let mut over = 0;
    let Some((top, rest)) = digits.split_last_mut() else { return };
    for digit in rest {
        let whole = *digit + over;
        *digit = whole & 0xffff_ffff;
        over = whole >> 32;
    }
    *top += over;
}

/// The double nearest to carried digits, ties to even; infinity beyond the range.
fn nearest(digits: &[i64; DIGITS]) -> f64 {
    let Some(top) = digits.iter().rposition(|digit| *digit != 0) else { return 0.0 };
    let digit = |place: usize| u128::try_from(digits.get(place).copied().unwrap_or(0)).unwrap_or(0);
    // The top three digits hold at least 65 bits of the number, more than the 53 + 1 that decide.
    let base = top.saturating_sub(2);
    let window = digit(base) | digit(base + 1) << 32 | digit(base + 2) << 64;
    let below = digits.iter().take(base).any(|digit| *digit != 0);
    let length = u128::BITS - window.leading_zeros();
    let dropped = length.saturating_sub(53);
    let mut mantissa = window >> dropped;
    if dropped > 0 {
        let rest = window & ((1 << dropped) - 1);
        let half = 1_u128 << (dropped - 1);
        let up = rest > half || (rest == half && (below || mantissa & 1 == 1));
        mantissa += u128::from(up);
    }
    let places = i32::try_from(base * 32).unwrap_or(i32::MAX - 2000);
    scaled(mantissa, places + i32::try_from(dropped).unwrap_or(0) + LOWEST)
}

/// `mantissa · 2^exponent` for a mantissa of at most 2⁵³ and an exponent of at least −1074: exact, or
/// infinity.
fn scaled(mantissa: u128, exponent: i32) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most 2^53, which a double holds exactly")]
    let mantissa = mantissa as f64;
    let bits = match u64::try_from(exponent - LOWEST) {
        // A power of two below the normal range is a single bit of the fraction.
        Ok(place @ 0..52) => 1 << place,
        Ok(place @ 52..2098) => (place - 51) << 52,
        _ => return f64::INFINITY,
    };
    mantissa * f64::from_bits(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_exact_numbers() {
        let sum = |values: &[f64]| exact_sum(values.iter().copied());
        assert_eq!(sum(&[0.1; 10]), Some(1.0));
        assert_eq!(sum(&[1e308, 1e308, -1e308, -1e308, 7.0]), Some(7.0));
        assert_eq!(sum(&[1e16, 1.0, 1e-16]), Some(10_000_000_000_000_002.0), "above the tie by a hair");
        assert_eq!(sum(&[1e16, 1.0]), Some(1e16), "a tie goes to even");
        assert_eq!(sum(&[1e100, 1.0, -1e100]), Some(1.0));
        assert_eq!(sum(&[-0.1, -0.2]), Some(-(0.1 + 0.2)));
        assert_eq!(sum(&[5e-324, 5e-324]), Some(1e-323));
        assert_eq!(sum(&[2.2e-308, -2.0e-308]), Some(2.2e-308 - 2.0e-308));
        assert_eq!(sum(&[]), Some(0.0));
    }

    /// The largest double is 2¹⁰²⁴ − 2⁹⁷¹; half a step more is a tie, which rounds away, out of range.
    #[test]
    fn the_end_of_the_range_is_where_rounding_says() {
        let half_step = 2_f64.powi(970);
        assert_eq!(exact_sum([f64::MAX, half_step]), None);
        assert_eq!(exact_sum([f64::MAX, half_step, -5e-324]), Some(f64::MAX));
        assert_eq!(exact_sum([-f64::MAX, -f64::MAX]), None);
        assert_eq!(exact_sum([f64::INFINITY, 1.0]), None);
        assert_eq!(exact_sum([f64::MAX; 3].into_iter().chain([-f64::MAX; 2])), Some(f64::MAX));
    }
}
