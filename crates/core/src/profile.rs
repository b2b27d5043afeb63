//! Branch weights of code that stands for that of two functions.
//!
//! Consumes: how often two functions are entered, and the weights that each gives the ways out of one branch.
//! Produces: how much each function counts ([`Shares`]), and weights for both together.
//! Guarantees: a way that both never take has weight zero, and a way that one takes at all has not, unless that
//! function is hardly ever entered, by the measure of the other; no sum overflows.

/// How often two functions are entered, in proportion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// Of the one.
    pub one: u64,
    /// Of the other.
    pub other: u64,
}

/// The greatest share, and about the sum of the weights of a side: twice their product fits in 64 bits.
const SHARE_LIMIT: u64 = 1 << 24;
const WEIGHT_LIMIT: u64 = 1 << 31;

impl Shares {
    /// Both count the same.
    pub const EQUAL: Shares = Shares { one: 1, other: 1 };

    /// By how often the functions were entered; none when one of the counts is not known, or both are zero.
    pub fn of(one: Option<u64>, other: Option<u64>) -> Option<Shares> {
        let (one, other) = (one?, other?);
        let scale = one.max(other) / SHARE_LIMIT + 1;
        (one.max(other) > 0).then_some(Shares { one: one / scale, other: other / scale })
    }
}

/// The weights of a branch that stands for two, without what they have in common as a factor; none when one side's
/// weights say nothing or the sides have not as many.
pub fn mixed(one: &[u64], other: &[u64], shares: Shares) -> Option<Vec<u64>> {
    let (one, other) = (normal(one)?, normal(other)?);
    if one.is_empty() || one.len() != other.len() {
        return None;
    }
    let sums = one.iter().zip(&other).map(|(one, other)| one * shares.one + other * shares.other);
    Some(reduced(sums.collect()))
}

/// Weights that add up to about [`WEIGHT_LIMIT`]; what is not zero stays so. None if all are zero.
fn normal(weights: &[u64]) -> Option<Vec<u64>> {
    let capped = || weights.iter().map(|&weight| weight.min(u32::MAX.into()));
    let sum: u64 = capped().sum();
    let scaled = |weight: u64| (weight * WEIGHT_LIMIT / sum).max(u64::from(weight > 0));
    (sum > 0).then(|| capped().map(scaled).collect())
}

/// Divided by what all have in common.
fn reduced(mut weights: Vec<u64>) -> Vec<u64> {
    let common = weights.iter().copied().fold(0, gcd).max(1);
    weights.iter_mut().for_each(|weight| *weight /= common);
    weights
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn weights_go_by_how_often_each_function_is_entered() {
        let shares = Shares::of(Some(300), Some(100)).expect("both are known");
        assert_eq!(mixed(&[1, 0], &[0, 1], shares), Some(vec![3, 1]));
        assert_eq!(mixed(&[10, 10], &[5, 15], Shares::EQUAL), Some(vec![3, 5]));
    }

    #[test]
    fn nothing_is_mixed_with_weights_that_say_nothing() {
        assert_eq!(mixed(&[0, 0], &[1, 2], Shares::EQUAL), None);
        assert_eq!(mixed(&[1, 2, 3], &[1, 2], Shares::EQUAL), None);
        assert_eq!(mixed(&[], &[], Shares::EQUAL), None);
    }

    #[test]
    fn shares_need_counts_of_both() {
        assert_eq!(Shares::of(None, Some(3)), None);
        assert_eq!(Shares::of(Some(0), Some(0)), None);
        assert_eq!(Shares::of(Some(0), Some(3)), Some(Shares { one: 0, other: 3 }));
    }

    proptest! {
        #[test]
        fn ways_that_are_taken_keep_a_weight(
            ways in prop::collection::vec((any::<u64>(), any::<u64>()), 1..9),
            entries in (any::<u64>(), any::<u64>()),
        ) {
            let (one, other): (Vec<u64>, Vec<u64>) = ways.into_iter().unzip();
            let shares = Shares::of(Some(entries.0), Some(entries.1)).unwrap_or(Shares::EQUAL);
            if let Some(mixed) = mixed(&one, &other, shares) {
                for (at, &weight) in mixed.iter().enumerate() {
                    let taken = (one[at] > 0 && shares.one > 0) || (other[at] > 0 && shares.other > 0);
                    prop_assert_eq!(weight > 0, taken);
                }
            }
        }

        #[test]
        fn order_of_sides_does_not_matter(
            one in prop::collection::vec(any::<u32>(), 3),
            other in prop::collection::vec(any::<u32>(), 3),
            shares in (0..SHARE_LIMIT, 0..SHARE_LIMIT),
        ) {
            let wide = |weights: &[u32]| weights.iter().map(|&w| w.into()).collect::<Vec<u64>>();
            let (one, other) = (wide(&one), wide(&other));
            let forward = mixed(&one, &other, Shares { one: shares.0, other: shares.1 });
            let backward = mixed(&other, &one, Shares { one: shares.1, other: shares.0 });
            prop_assert_eq!(forward, backward);
        }
    }
}
