//! Branch weights of code that stands for that of two functions.
//!
//! Consumes: how often two functions are entered, and the weights that each gives to the successors of one branch.
//! Produces: how much each function counts ([`shares`]), and weights for both together. Guarantees: an edge that
//! neither function takes has weight zero. An edge that one takes has a weight above zero, unless that function is
//! hardly ever entered compared with the other. No sum overflows.

/// The greatest share. A side's weights add up to about [`WEIGHT_LIMIT`], so that twice the product of both fits in 64 bits.
const SHARE_LIMIT: u64 = 1 << 24;
const WEIGHT_LIMIT: u64 = 1 << 31;

/// How much each function counts, in proportion to how often it is entered; `None` if none is ever entered.
pub fn shares(counts: &[u64]) -> Option<Vec<u64>> {
    let most = counts.iter().copied().max().unwrap_or(0);
    let scale = most / SHARE_LIMIT + 1;
    (most > 0).then(|| counts.iter().map(|count| count / scale).collect())
}

/// The weights of a branch that stands for two, divided by their greatest common divisor. `None` if all weights of a
/// side are zero, or if the sides have different numbers of weights.
pub fn mixed(one: &[u64], other: &[u64], shares: [u64; 2]) -> Option<Vec<u64>> {
    let (one, other) = (normal(one)?, normal(other)?);
    if one.is_empty() || one.len() != other.len() {
        return None;
    }
    let sums = one.iter().zip(&other).map(|(one, other)| one * shares[0] + other * shares[1]);
    Some(reduced(sums.collect()))
}

/// Weights that add up to about [`WEIGHT_LIMIT`]; those above zero stay above zero. `None` if all are zero.
fn normal(weights: &[u64]) -> Option<Vec<u64>> {
    let capped = || weights.iter().map(|&weight| weight.min(u32::MAX.into()));
    let sum: u64 = capped().sum();
    let scaled = |weight: u64| (weight * WEIGHT_LIMIT / sum).max(u64::from(weight > 0));
    (sum > 0).then(|| capped().map(scaled).collect())
}

/// The weights divided by their greatest common divisor.
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
        assert_eq!(shares(&[300, 100]), Some(vec![300, 100]));
        assert_eq!(mixed(&[1, 0], &[0, 1], [300, 100]), Some(vec![3, 1]));
        assert_eq!(mixed(&[10, 10], &[5, 15], [1, 1]), Some(vec![3, 5]));
    }

    #[test]
    fn nothing_is_mixed_with_weights_that_say_nothing() {
        assert_eq!(mixed(&[0, 0], &[1, 2], [1, 1]), None);
        assert_eq!(mixed(&[1, 2, 3], &[1, 2], [1, 1]), None);
        assert_eq!(mixed(&[], &[], [1, 1]), None);
    }

    #[test]
    fn shares_are_small_numbers_in_proportion() {
        assert_eq!(shares(&[0, 0]), None);
        assert_eq!(shares(&[]), None);
        assert_eq!(shares(&[0, 3, 5]), Some(vec![0, 3, 5]));
        let large = shares(&[u64::MAX, u64::MAX / 2]).expect("they were entered");
        assert!(large[0] <= SHARE_LIMIT && large[0].abs_diff(2 * large[1]) <= 2);
    }

    proptest! {
        #[test]
        fn ways_that_are_taken_keep_a_weight(
            ways in prop::collection::vec((any::<u64>(), any::<u64>()), 1..9),
            entries in (any::<u64>(), any::<u64>()),
        ) {
            let (one, other): (Vec<u64>, Vec<u64>) = ways.into_iter().unzip();
            let known = shares(&[entries.0, entries.1]);
            let shares = known.map_or([1, 1], |shares| [shares[0], shares[1]]);
            if let Some(mixed) = mixed(&one, &other, shares) {
                for (at, &weight) in mixed.iter().enumerate() {
                    let taken = (one[at] > 0 && shares[0] > 0) || (other[at] > 0 && shares[1] > 0);
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
            let forward = mixed(&one, &other, [shares.0, shares.1]);
            let backward = mixed(&other, &one, [shares.1, shares.0]);
            prop_assert_eq!(forward, backward);
        }
    }
}
