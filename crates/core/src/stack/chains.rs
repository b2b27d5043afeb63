//! Stack slots along chains of calls that are inlined into each other.
//!
//! Consumes: for each function, the bytes of its own slots, and the functions that it calls. Produces: the bytes that inlining it
//! brings. Guarantees: it takes time linear in the number of calls. Slots of two callees are not alive together, so that they
//! share space; those of a function and of its callees add up.

/// For each function, its own bytes and the most that a callee brings; of a callee that leads back to it, its own bytes alone, as
/// cycles are not inlined all the way. Functions are numbers.
pub fn with_callees(own: &[u64], callees: &[Vec<usize>]) -> Vec<u64> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Open,
        Entered,
        Known,
    }
    let mut state = vec![State::Open; own.len()];
    let mut bytes = own.to_vec();
    let mut work: Vec<usize> = Vec::new();
    for first in 0..own.len() {
        work.push(first);
        while let Some(&one) = work.last() {
            if state[one] == State::Open {
                state[one] = State::Entered;
                let open = callees[one].iter().filter(|&&callee| state[callee] == State::Open);
                work.extend(open);
                continue;
            }
            work.pop();
            if state[one] == State::Entered {
                state[one] = State::Known;
                let others = callees[one].iter().filter(|&&callee| callee != one);
                let most = others.map(|&callee| bytes[callee]).max().unwrap_or(0);
                bytes[one] = own[one].saturating_add(most);
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::with_callees;

    #[test]
    fn slots_along_a_chain_of_calls_add_up_and_those_of_siblings_do_not() {
        let callees = [vec![1, 2], vec![3], vec![], vec![], vec![4, 3]];
        assert_eq!(with_callees(&[1, 10, 500, 100, 7], &callees), [501, 110, 500, 100, 107]);
    }

    #[test]
    fn a_cycle_of_calls_ends() {
        let sum = with_callees(&[1, 10, 100], &[vec![1], vec![2], vec![0]]);
        assert_eq!(sum, [112, 111, 101]);
    }
}
