//! Filters: numbers that tell functions apart, so that canonical forms are kept only of functions that may be equal.
//!
//! Consumes: the canonical form of a function, which is not kept. Produces: a [`Filter`].
//! Guarantees: functions of equal canonical code have equal `code`, and if their constants are equal too, equal
//! `whole`. Other functions nearly always have different numbers. A filter decides nothing: it is made of the host's
//! names, such as addresses, so its numbers differ from run to run.
//! Making a canonical form takes time. So a filter is made only of a function that shares its outline with another one.
//! An outline is a number that the host has at once; it, too, is equal for functions of equal canonical code.

use rustc_hash::FxHashMap;

use super::form::CanonicalForm;

/// How many times [`refine`] goes over the functions. Two rounds tell most chains of calls apart, and are cheap.
const ROUNDS: usize = 2;

/// What a function is known by: two hashes, and references.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The hash of its code, without constants.
    pub code: u64,
    /// The hash of its code and its constants, in which all functions with bodies count as one constant.
    pub whole: u64,
    /// The functions with bodies that it refers to: each may be equal to another one.
    pub references: Vec<u64>,
}

impl Filter {
    /// The filter of a form. `has_body` says of a constant whether it is a function with a body.
    pub fn of(form: &CanonicalForm, has_body: impl Fn(u64) -> bool) -> Filter {
        let code = form.code.iter().fold(0, |hash, &word| mix(hash, word));
        let mut filter = Filter { code, whole: code, references: Vec::new() };
        for constant in &form.constants {
            let word = if has_body(constant.value) {
                filter.references.push(constant.value);
                1
            } else {
                constant.value
            };
            filter.whole = mix(filter.whole, word);
        }
        filter
    }
}

/// Mixes the filters of the functions that a function refers to into its own. `filters` is indexed by function. A
/// reference is such an index, or the name of a function that takes no part and is equal to no other. The order of
/// references does not count.
pub fn refine(filters: &mut Vec<u64>, references: &[Vec<Result<usize, u64>>]) {
    for _ in 0..ROUNDS {
        let digest = |reference: &Result<usize, u64>| match *reference {
            Ok(function) => scramble(filters[function]),
            Err(name) => scramble(name),
        };
        let sums = references.iter().map(|of| of.iter().map(digest).fold(0, u64::wrapping_add));
        let refined = |(&filter, sum): (&u64, u64)| scramble(filter).wrapping_add(sum);
        *filters = filters.iter().zip(sums).map(refined).collect();
    }
}

/// The items that share their number with another one, in the order given.
pub fn with_company<T: Copy>(all: &[T], number: impl Fn(T) -> u64) -> Vec<T> {
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    all.iter().for_each(|&one| *counts.entry(number(one)).or_default() += 1);
    all.iter().copied().filter(|&one| counts[&number(one)] > 1).collect()
}

/// Mixes one more number into a hash.
fn mix(hash: u64, more: u64) -> u64 {
    let mixed = (hash ^ more).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 33)
}

/// The first half of the finalizer of MurmurHash3.
fn scramble(number: u64) -> u64 {
    mix(0, number ^ (number >> 33))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::canon::ConstantMode;
    use crate::canon::form::FormConstant;

    fn form(code: &[u64], constants: &[u64]) -> CanonicalForm {
        let constant = |&value: &u64| FormConstant {
            value,
            ty: 0,
            intrinsic: 0,
            mode: ConstantMode::Variable,
            is_itself: false,
            instruction: 0,
            operand: 0,
        };
        let constants = constants.iter().map(constant).collect();
        CanonicalForm { code: code.to_vec(), constants, ..CanonicalForm::default() }
    }

    fn of(code: &[u64], constants: &[u64]) -> Filter {
        Filter::of(&form(code, constants), |constant| constant >= 100)
    }

    #[test]
    fn constants_count_in_the_whole_alone() {
        let (one, two) = (of(&[1, 2], &[7]), of(&[1, 2], &[8]));
        assert_eq!(one.code, two.code);
        assert_ne!(one.whole, two.whole);
        assert_ne!(one.code, of(&[2, 1], &[7]).code);
    }

    #[test]
    fn functions_count_as_one_and_are_told() {
        let (one, two) = (of(&[1], &[100, 5]), of(&[1], &[101, 5]));
        assert_eq!(one.whole, two.whole);
        assert_eq!((one.references, two.references), (vec![100], vec![101]));
    }

    #[test]
    fn what_is_called_tells_callers_apart() {
        let mut filters = vec![1, 1, 1, 5, 6];
        refine(&mut filters, &[vec![Ok(3)], vec![Ok(3)], vec![Ok(4)], vec![], vec![Err(9)]]);
        assert_eq!(with_company(&[0, 1, 2, 3, 4], |one| filters[one]), [0, 1]);
    }

    proptest! {
        #[test]
        fn order_of_references_does_not_count(
            filters in prop::collection::vec(any::<u64>(), 4),
            references in prop::collection::vec((0usize..4).prop_map(Ok), 0..6),
        ) {
            let refined = |first: Vec<Result<usize, u64>>| {
                let mut filters = filters.clone();
                refine(&mut filters, &[first, vec![], vec![], vec![]]);
                filters
            };
            let backwards = references.iter().rev().copied().collect();
            prop_assert_eq!(refined(references), refined(backwards));
        }
    }
}
