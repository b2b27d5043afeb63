//! What inlining brings along chains of calls: stack slots and code.
//!
//! Consumes: for each function, the bytes of its own slots and its own code, and its calls of other functions. Produces: what inlining it
//! brings. Guarantees: it takes time linear in the number of calls. Slots of two callees are not alive together, so that they
//! share space; those of a function and of its callees add up.

use std::mem;

/// A function's slots and code, with what is inlined into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brought {
    /// Bytes of slots, if all is inlined that may be.
    pub bytes: u64,
    /// What inlining it costs, if only what is inlined for sure is. A plain instruction costs 1.
    pub cost: u64,
}

/// A call that may be inlined.
#[derive(Clone, Copy, Debug)]
pub struct FittingCall {
    /// The number of the callee.
    pub callee: usize,
    /// What it may cost to be inlined by the caller; the greatest number where it is inlined at any size.
    pub most: u64,
}

impl FittingCall {
    /// Whether the callee, of this cost, may be inlined.
    pub fn may_fit(self, cost: u64) -> bool {
        cost <= self.most.saturating_mul(FOLDED)
    }
}

/// What constants fold of a callee may be much: one of so many times the cost may still be inlined.
const FOLDED: u64 = 3;

/// What inlining each function brings: of its own, and of its callees. Of a callee that leads back to it, what it has of its
/// own alone, as cycles are not inlined all the way. Functions are numbers.
pub fn with_callees(own: &[Brought], calls: &[Vec<FittingCall>]) -> Vec<Brought> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Open,
        Entered,
        Known,
    }
    let mut state = vec![State::Open; own.len()];
    let mut all = own.to_vec();
    let mut work: Vec<usize> = Vec::new();
    for first in 0..own.len() {
        work.push(first);
        while let Some(&one) = work.last() {
            if state[one] == State::Open {
                state[one] = State::Entered;
                let callees = calls[one].iter().map(|call| call.callee);
                work.extend(callees.filter(|&callee| state[callee] == State::Open));
                continue;
            }
            work.pop();
            if mem::replace(&mut state[one], State::Known) == State::Entered {
                all[one] = own[one].with(one, &calls[one], &all);
            }
        }
    }
    all
}

impl Brought {
    /// With what these calls of function `one` bring, given what is known of all functions.
    fn with(self, one: usize, calls: &[FittingCall], all: &[Brought]) -> Brought {
        let (mut bytes, mut cost) = (0, self.cost);
        for call in calls.iter().filter(|call| call.callee != one) {
            let callee = all[call.callee];
            if call.may_fit(callee.cost) {
                bytes = callee.bytes.max(bytes);
            }
            if callee.cost <= call.most {
                cost = callee.cost.saturating_add(cost);
            }
        }
        Brought { bytes: self.bytes.saturating_add(bytes), cost }
    }
}

/// For each function, how many bytes its chain takes less where each function of it is inlined into its only caller: then all
/// share the space of the one with the largest slots. Of the chains through a function, the one with the most bytes counts. No bytes
/// where the chain takes at most twice as many without that. `own` has the bytes of each function's slots. Functions are numbers;
/// callers may lead around a cycle.
pub fn shared_space(own: &[u64], callers: &[Option<usize>]) -> Vec<u64> {
    /// The sum and the greatest of the slots of a chain.
    type Chain = (u64, u64);
    let add = |(sum, most): Chain, bytes: u64| (sum.saturating_add(bytes), most.max(bytes));
    let saved = |(over, most_over): Chain, (under, most_under): Chain| {
        let most = most_over.max(most_under);
        let saved = over.saturating_add(under) - most;
        if saved > most { saved } else { 0 }
    };
    // From the callees up: a function is done when all that it is the only caller of are.
    let mut waiting = vec![0_usize; own.len()];
    callers.iter().flatten().for_each(|&caller| waiting[caller] += 1);
    let mut below: Vec<Chain> = own.iter().map(|&bytes| (bytes, bytes)).collect();
    let mut order: Vec<usize> = (0..own.len()).filter(|&one| waiting[one] == 0).collect();
    let mut next = 0;
    while let Some(&one) = order.get(next) {
        next += 1;
        let Some(caller) = callers[one] else { continue };
        below[caller] = below[caller].max(add(below[one], own[caller]));
        waiting[caller] -= 1;
        if waiting[caller] == 0 {
            order.push(caller);
        }
    }
    let mut above: Vec<Chain> = vec![(0, 0); own.len()];
    let mut shared = vec![0; own.len()];
    for &one in order.iter().rev() {
        above[one] = callers[one].map_or((0, 0), |caller| add(above[caller], own[caller]));
        shared[one] = saved(above[one], below[one]);
    }
    shared
}

/// The functions of `first`, and all to which `edges` lead from them. Functions are numbers.
pub fn reached(first: impl IntoIterator<Item = usize>, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    let mut work: Vec<usize> = first.into_iter().collect();
    while let Some(one) = work.pop() {
        if !mem::replace(&mut reached[one], true) {
            work.extend(edges[one].iter().filter(|&&next| !reached[next]));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::{Brought, FittingCall, reached, shared_space, with_callees};

    /// Functions of so many bytes of slots each, and calls of others that fit.
    fn bytes(own: &[u64], callees: &[&[usize]]) -> Vec<u64> {
        let own: Vec<_> = own.iter().map(|&bytes| Brought { bytes, cost: 10 }).collect();
        let call = |&callee: &usize| FittingCall { callee, most: u64::MAX };
        let calls: Vec<_> = callees.iter().map(|own| own.iter().map(call).collect()).collect();
        with_callees(&own, &calls).into_iter().map(|all| all.bytes).collect()
    }

    #[test]
    fn slots_along_a_chain_of_calls_add_up_and_those_of_siblings_do_not() {
        let callees: [&[usize]; 5] = [&[1, 2], &[3], &[], &[], &[4, 3]];
        assert_eq!(bytes(&[1, 10, 500, 100, 7], &callees), [501, 110, 500, 100, 107]);
    }

    #[test]
    fn a_cycle_of_calls_ends() {
        assert_eq!(bytes(&[1, 10, 100], &[&[1], &[2], &[0]]), [112, 111, 101]);
    }

    #[test]
    fn what_is_too_large_with_its_callees_is_not_inlined() {
        let own = |bytes| Brought { bytes, cost: 20 };
        let call = |callee, most| vec![FittingCall { callee, most }];
        // The second costs 40 with the third, so that it may fit into the first one if constants fold it.
        let calls = |most| [call(1, most), call(2, 20), vec![]];
        let with = |most| with_callees(&[own(1), own(10), own(100)], &calls(most))[0];
        assert_eq!(with(40), Brought { bytes: 111, cost: 60 });
        assert_eq!(with(39), Brought { bytes: 111, cost: 20 });
        assert_eq!(with(13), Brought { bytes: 1, cost: 20 });
    }

    #[test]
    fn functions_of_a_chain_share_the_space_of_the_largest() {
        // 0 calls 1 and 4, 1 calls 2, 2 calls 3; 5 and 6 call each other only.
        let callers = [None, Some(0), Some(1), Some(2), Some(0), Some(6), Some(5)];
        let shared = shared_space(&[100, 400, 100, 300, 50, 7, 7], &callers);
        assert_eq!(shared, [500, 500, 500, 500, 0, 0, 0]);
    }

    #[test]
    fn what_is_lent_is_passed_on_along_calls_and_around_a_cycle() {
        let edges = [vec![1], vec![2], vec![1, 3], vec![], vec![3]];
        assert_eq!(reached([1], &edges), [false, true, true, true, false]);
    }
}
