//! What two sorted lists have in common.
//!
//! Consumes: two slices that are sorted alike. Produces: pairs of equal items. Guarantees: each item is in one pair at
//! most, and there are as many pairs as the intersection of the two multisets has items; linear time, nothing allocated.

use std::cmp::Ordering;

/// The pairs of items that `order` calls equal. Both lists are sorted by it.
pub fn common<'a, T>(
    mut left: &'a [T],
    mut right: &'a [T],
    order: impl Fn(&T, &T) -> Ordering,
) -> impl Iterator<Item = (&'a T, &'a T)> {
    std::iter::from_fn(move || {
        while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
            let found = order(a, b);
            left = if found.is_le() { left_rest } else { left };
            right = if found.is_ge() { right_rest } else { right };
            if found.is_eq() {
                return Some((a, b));
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_items_are_in_as_many_pairs_as_both_have() {
        let pairs = |left: &[i32], right: &[i32]| {
            common(left, right, Ord::cmp).map(|(a, _)| *a).collect::<Vec<_>>()
        };
        assert_eq!(pairs(&[1, 2, 2, 2, 5], &[0, 2, 2, 5, 5]), [2, 2, 5]);
        assert!(pairs(&[1, 3], &[2, 4]).is_empty() && pairs(&[], &[1]).is_empty());
    }
}
