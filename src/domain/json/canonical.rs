//! One spelling for equal values: canonical JSON after RFC 8785 (JCS), and hashes of it.
//!
//! Members stand in the order of their names' UTF-16 code units, strings escape only what must be, and a number is
//! spelled as ECMAScript spells its double: `1`, `1.0` and `1e0` are one. Where the RFC has no answer, nothing is lost
//! without a trace: an integer that no double holds (beyond 2⁵³) keeps its digits, a number beyond the range its text.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::{Json, Number, push_escaped};

impl Json {
    /// The canonical text: equal for equal values, however they were written.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut out = String::new();
        push(&mut out, self);
        out
    }

    /// SHA-256 of the canonical text in UTF-8, in hex.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        sha256_hex(self.canonical().as_bytes())
    }
}

/// SHA-256 of bytes, as lowercase hex digits.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing into a String cannot fail.
        write!(hex, "{byte:02x}").ok();
    }
    hex
}

fn push(out: &mut String, value: &Json) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Json::Number(number) => out.push_str(&spelled(number)),
        Json::String(text) => {
            push_escaped(out, text).ok();
        }
        Json::Array(items) => {
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                out.push_str(if place > 0 { "," } else { "" });
                push(out, item);
            }
            out.push(']');
        }
        Json::Object(object) => {
            let mut members: Vec<(&str, &Json)> = object.iter().collect();
            members.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            out.push('{');
            for (place, (key, value)) in members.into_iter().enumerate() {
                out.push_str(if place > 0 { "," } else { "" });
                push_escaped(out, key).ok();
                out.push(':');
                push(out, value);
            }
            out.push('}');
        }
    }
}

fn spelled(number: &Number) -> String {
    let double = number.double();
    if !double.is_finite() {
        return number.text().to_owned();
    }
    let (negative, digits, exponent) = shortest(double);
    if let Some(text) = number.integer_text() {
        let written = text.trim_start_matches('-');
        let zeros = usize::try_from(exponent + 1).unwrap_or(0).saturating_sub(digits.len());
        let padded = || format!("{digits}{}", "0".repeat(zeros));
        if written != padded() && written != format!("{:.0}", double.abs()) {
            return text.to_owned();
        }
    }
    ecmascript(negative, &digits, exponent)
}

/// Sign, shortest digits that lead back to the double, and the power of ten of the first of them.
fn shortest(double: f64) -> (bool, String, i32) {
    let value = double.abs();
    let shortest = format!("{value:e}");
    let places = shortest.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count();
    // Of several spellings that are equally short ECMA-262 takes the nearest, and of two as near the even one.
    let nearest = format!("{value:.*e}", places.saturating_sub(1));
    let text = if nearest.parse() == Ok(value) { nearest } else { shortest };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (double < 0.0, mantissa.replace('.', ""), exponent.parse().unwrap_or(0))
}

/// `Number::toString` of ECMA-262, as RFC 8785, section 3.2.2.3, asks for.
fn ecmascript(negative: bool, digits: &str, exponent: i32) -> String {
    let sign = if negative { "-" } else { "" };
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    // The names of ECMA-262: the value is 0.digits times ten to the n.
    let n = exponent + 1;
    let split = |at: i32| digits.split_at_checked(usize::try_from(at).unwrap_or(0)).unwrap_or((digits, ""));
    match n {
        _ if count <= n && n <= 21 => format!("{sign}{digits}{}", zeros(n - count)),
        1..=21 => {
            let (whole, fraction) = split(n);
            format!("{sign}{whole}.{fraction}")
        }
        -5..=0 => format!("{sign}0.{}{digits}", zeros(-n)),
        _ => {
            let (first, rest) = split(1);
            let point = if rest.is_empty() { "" } else { "." };
            let plus = if exponent < 0 { "" } else { "+" };
            format!("{sign}{first}{point}{rest}e{plus}{exponent}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn of(text: &str) -> String {
        read(text).unwrap().value.canonical()
    }

    /// RFC 8785, appendix B: the bits of a double and its spelling.
    #[test]
    fn doubles_are_spelled_as_the_appendix_of_the_rfc_spells_them() {
        let vectors: [(u64, &str); 24] = [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ];
        for (bits, spelling) in vectors {
            assert_eq!(Json::from(f64::from_bits(bits)).canonical(), spelling, "{bits:016x}");
        }
    }

    /// RFC 8785, section 3.2.2 (the sample) and 3.2.3 (the order of names).
    #[test]
    fn the_samples_of_the_rfc_come_out() {
        let sample = r#"{
          "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
          "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
          "literals": [null, true, false]
        }"#;
        assert_eq!(
            of(sample),
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
             \"string\":\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"
        );
        let names = r#"{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",
          "1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}"#;
        let Json::Object(sorted) = read(&of(names)).unwrap().value else { unreachable!() };
        let order = ["\r", "1", "\u{80}", "\u{f6}", "\u{20ac}", "\u{1f600}", "\u{fb33}"];
        assert_eq!(sorted.iter().map(|(name, _)| name).collect::<Vec<_>>(), order);
    }

    #[test]
    fn spellings_of_one_value_are_one_and_different_integers_never() {
        for (spellings, canonical) in [
            (&["1", "1.0", "1e0", "0.1E1", "10e-1"][..], "1"),
            (&["-0", "0.0", "-0.0", "0e9"], "0"),
            (&["1e30", "1000000000000000000000000000000", "1.0E+30"], "1e+30"),
            (&["9007199254740993"], "9007199254740993"),
            (&["-123456789012345678901234567890"], "-123456789012345678901234567890"),
            (&["1e400"], "1e400"),
        ] {
            for text in spellings {
                assert_eq!(of(text), canonical, "{text}");
                assert_eq!(of(&of(text)), canonical, "{text} twice");
            }
        }
    }

    /// The digest that FIPS 180 shows for "abc".
    #[test]
    fn the_hash_is_sha_256() {
        assert_eq!(sha256_hex(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
