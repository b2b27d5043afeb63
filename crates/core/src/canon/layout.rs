//! Which types have so few parts that they are compared by layout.
//!
//! Consumes: what types consist of. Produces: a verdict. Guarantees: a type of very many parts is equal only to itself,
//! because a conversion would handle its parts one by one.

/// The most parts of a type that is compared by layout.
const MOST_PARTS: u64 = 256;

/// Whether a type has few parts, each counted as often as it occurs. `parts` says which parts a type has, and how often
/// it repeats them all, as an array does.
pub fn has_few_parts<T: Copy>(ty: T, parts: &impl Fn(T) -> (Vec<T>, u64)) -> bool {
    takes(ty, parts, MOST_PARTS).is_some()
}

/// The part of `budget` that is left after a type and its parts; none if they exceed it.
fn takes<T: Copy>(ty: T, parts: &impl Fn(T) -> (Vec<T>, u64), budget: u64) -> Option<u64> {
    let start = budget.checked_sub(1)?;
    let (all, times) = parts(ty);
    let left = all.into_iter().try_fold(start, |budget, part| takes(part, parts, budget))?;
    left.checked_sub((start - left).checked_mul(times.saturating_sub(1))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 is a scalar, 1 a struct of two scalars, 2 and 3 arrays of 84 and 85 structs, 4 an empty array of scalars.
    fn parts(ty: u32) -> (Vec<u32>, u64) {
        match ty {
            0 => (vec![], 1),
            1 => (vec![0, 0], 1),
            2 => (vec![1], 84),
            3 => (vec![1], 85),
            _ => (vec![0], 0),
        }
    }

    #[test]
    fn parts_are_counted_as_often_as_they_occur() {
        let few = |ty| has_few_parts(ty, &parts);
        assert_eq!([0, 1, 2, 3, 4].map(few), [true, true, true, true, true]);
        let more = |ty| if ty == 5 { (vec![3, 0], 1) } else { parts(ty) };
        assert!(!has_few_parts(5, &more), "256 and two more");
        assert!(!has_few_parts(6, &|_| (vec![6], 1)), "nothing is too deep");
        assert!(!has_few_parts(6, &|ty| if ty == 6 { (vec![0], u64::MAX) } else { (vec![], 1) }));
    }
}
