//! Chance without a clock: `SplitMix64` (Steele, Lea and Flood 2014), keyed so that every decision
//! stands by itself.
//!
//! A stream is named by a seed and a list of keys (task, model, topic …). What one decision draws never
//! shifts another: the two arms of a pair of the sample study share their past because they ask for the same names.

/// The odd constant by which `SplitMix64` steps: 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The stream of that name.
    pub fn of(seed: u64, keys: &[u64]) -> Self {
        Self(keys.iter().fold(mix(seed), |state, key| mix(state ^ key.wrapping_mul(GOLDEN).rotate_left(17))))
    }

    /// The next 64 bits.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A whole number from `low` to `high`, both possible.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = u64::from(high.abs_diff(low)) + 1;
        // The span is small beside 2^64: the bias of the remainder is of no account here.
        low.saturating_add(i32::try_from(self.next() % span).unwrap_or_default())
    }

    /// True in so many of 100 cases.
    pub fn percent(&mut self, share: i32) -> bool {
        self.between(0, 99) < share
    }

    /// A place below `count`, 0 if there is none.
    pub fn place(&mut self, count: usize) -> usize {
        let count = count.max(1) as u64;
        usize::try_from(self.next() % count).unwrap_or_default()
    }

    /// A whole number below `count`, every one exactly as likely (Lemire 2019, ACM TOMACS 29, 3); 0 if there is none.
    pub fn below(&mut self, count: u64) -> u64 {
        let count = count.max(1);
        loop {
            let product = u128::from(self.next()) * u128::from(count);
            let (high, low) = halves(product);
            // The few products that would favour some results lie below 2^64 mod count.
            if low >= count || low >= count.wrapping_neg() % count {
                return high;
            }
        }
    }

    /// How many of so many coins show heads.
    pub fn heads(&mut self, coins: u64) -> u64 {
        let whole: u64 = (0..coins / 64).map(|_| u64::from(self.next().count_ones())).sum();
        let rest = coins % 64;
        whole + if rest > 0 { u64::from((self.next() >> (64 - rest)).count_ones()) } else { 0 }
    }

    /// How many of so many throws hit, each with a chance of `hits` in `of`, which is not to be 0.
    ///
    /// Each throw is a number below 1, one binary digit after the other, for all that are still as `hits / of` up to
    /// there: half of them are told apart with each digit, and only how many there are has to be drawn.
    pub fn successes(&mut self, throws: u64, hits: u64, of: u64) -> u64 {
        if hits >= of {
            return throws;
        }
        let (mut rest, mut open, mut found) = (u128::from(hits), throws, 0);
        // Once no digit is left of the chance, what is still as it is does not lie below it.
        while open > 0 && rest > 0 {
            rest *= 2;
            let ones = self.heads(open);
            if rest >= u128::from(of) {
                rest -= u128::from(of);
                found += open - ones;
                open = ones;
            } else {
                open -= ones;
            }
        }
        found
    }

    /// One of the values; they are not to be empty.
    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.place(values.len())]
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the two halves are what is asked for")]
fn halves(product: u128) -> (u64, u64) {
    ((product >> 64) as u64, product as u64)
}

/// The output function of `SplitMix64`.
fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A text as a key: FNV-1a of its bytes.
pub fn key(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for state 0, as in Vigna's reference `splitmix64.c`.
    #[test]
    fn the_stream_is_that_of_the_reference() {
        let mut rng = Rng(0);
        let first: Vec<u64> = (0..3).map(|_| rng.next()).collect();
        assert_eq!(first, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    }

    /// Of 8 throws with a chance of 3/8 so many hit: binomial coefficients times 3^k 5^(8-k), of 8^8.
    #[test]
    fn so_many_throws_hit() {
        let mut rng = Rng::of(11, &[]);
        let mut seen = [0_u32; 9];
        for _ in 0..80_000 {
            seen[usize::try_from(rng.successes(8, 3, 8)).unwrap()] += 1;
        }
        let ways = [390_625, 1_875_000, 3_937_500, 4_725_000, 3_543_750, 1_701_000, 510_300, 87_480, 6_561];
        for (seen, ways) in seen.into_iter().zip(ways) {
            let expected = 80_000.0 * f64::from(ways) / f64::from(1 << 24);
            assert!((f64::from(seen) - expected).abs() < 4.0 * expected.sqrt(), "{seen} instead of {expected}");
        }
        assert_eq!((rng.successes(9, 0, 7), rng.successes(9, 7, 7), rng.successes(0, 1, 2)), (0, 9, 0));
        // A chance that has no end in binary digits: 100,000 throws with 1/3, within four standard errors of 149.
        assert!(rng.successes(100_000, 1, 3).abs_diff(33_333) < 4 * 150);
    }

    #[test]
    fn below_reaches_every_place_and_no_other() {
        let mut rng = Rng::of(1, &[]);
        let mut seen = [0_u32; 7];
        for _ in 0..7000 {
            seen[usize::try_from(rng.below(7)).unwrap()] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
        assert_eq!((rng.below(1), rng.below(0)), (0, 0));
        // Of 2^63 + 1 places nearly half of all draws are thrown away.
        assert!((0..100).all(|_| rng.below((1 << 63) + 1) <= 1 << 63));
    }
}
