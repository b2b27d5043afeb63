//! Start-up code: functions that `main` and static initialisers reach by a few calls outside of loops. Except for its
//! own loops, it takes no time, whatever the input.
//!
//! Consumes: a [`Program`], which says who calls whom. Produces: [`Startup`]. Guarantees: each function is entered at most
//! [`MOST`] times in one run of the program, if nothing from outside calls what the program starts with. Each time it
//! executes every instruction outside of its loops at most once. What it calls may take time.
//!
//! For example, `main` calls `parse` twice and `run` once, and `parse` calls `option` fifty times, none of them in a loop:
//! then `option` is entered a hundred times at most.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

/// The most entries that take no time worth counting: a few instructions more in each are a few thousand in all, where
/// starting a process takes a hundred thousand.
pub const MOST: u64 = 1000;

/// Who calls whom.
pub trait Program {
    /// A function of the program.
    type Function: Copy + Eq + Hash;

    /// The functions that the program starts with, each entered once.
    fn starts(&mut self) -> Vec<Self::Function>;

    /// The functions that a body calls, or passes to functions that it calls. A function need be named only if
    /// [`Program::callers_of`] knows all of its callers.
    fn named_by(&mut self, function: Self::Function) -> Vec<Self::Function>;

    /// All functions that may call a function, or pass it on; `None` where others may.
    fn callers_of(&mut self, function: Self::Function) -> Option<Vec<Self::Function>>;

    /// All calls of a function whose callers are known; `None` where one may be repeated by a loop.
    fn calls_of(&mut self, function: Self::Function) -> Option<Vec<StartupCall<Self::Function>>>;

    /// Whether a block of the function can be executed twice in one call of it.
    fn has_cycle(&mut self, function: Self::Function) -> bool;
}

/// A call outside of loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartupCall<F> {
    /// Who calls.
    pub caller: F,
    /// How often at most, in one call of the caller.
    pub times: u32,
}

/// Start-up code: only its loops take time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Startup<F: Eq + Hash> {
    /// Functions without loops: they are sure to take no time.
    pub idle: FxHashSet<F>,
    /// Functions with loops, such as a static initialiser that enters a list of values in a map. All of their code
    /// outside of their loops takes no time.
    pub looping: FxHashSet<F>,
}

impl<F: Copy + Eq + Hash> Startup<F> {
    /// A new function does the work of these: it is start-up code if all of them are.
    pub fn stands_for(&mut self, function: F, originals: &[F]) {
        if originals.iter().all(|original| self.idle.contains(original)) {
            self.idle.insert(function);
        } else if originals.iter().all(|original| self.contains(original)) {
            self.looping.insert(function);
        }
    }

    /// A function is removed.
    pub fn remove(&mut self, function: &F) {
        self.idle.remove(function);
        self.looping.remove(function);
    }

    fn contains(&self, function: &F) -> bool {
        self.idle.contains(function) || self.looping.contains(function)
    }
}

impl<F: Eq + Hash> Default for Startup<F> {
    fn default() -> Startup<F> {
        Startup { idle: FxHashSet::default(), looping: FxHashSet::default() }
    }
}

/// The functions that are entered at most [`MOST`] times.
pub fn find<P: Program>(program: &mut P) -> Startup<P::Function> {
    let starts = program.starts();
    let mut entries: FxHashMap<_, u64> = starts.iter().map(|&function| (function, 1)).collect();
    let (mut unknown, mut pending) = (FxHashSet::default(), starts);
    while let Some(caller) = pending.pop() {
        for callee in program.named_by(caller) {
            if entries.contains_key(&callee) || unknown.contains(&callee) {
                continue;
            }
            let callers = program.callers_of(callee);
            if callers.iter().flatten().any(|caller| !entries.contains_key(caller)) {
                // It is looked at again when that caller is known.
                continue;
            }
            let calls = callers.and_then(|_| program.calls_of(callee));
            match calls.and_then(|calls| sum(&calls, &entries)).filter(|&sum| sum <= MOST) {
                Some(sum) => {
                    entries.insert(callee, sum);
                    pending.push(callee);
                }
                None => {
                    unknown.insert(callee);
                }
            }
        }
    }
    let (looping, idle) = entries.into_keys().partition(|&function| program.has_cycle(function));
    Startup { idle, looping }
}

/// How often all these calls are executed at most, if each caller is known.
fn sum<F: Copy + Eq + Hash>(calls: &[StartupCall<F>], entries: &FxHashMap<F, u64>) -> Option<u64> {
    calls.iter().map(|call| Some(entries.get(&call.caller)? * u64::from(call.times))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls as caller, callee and times, where 0 stands for a loop.
    struct Listed<'a> {
        calls: &'a [(u32, u32, u32)],
        open: &'a [u32],
        looping: &'a [u32],
    }

    impl Program for Listed<'_> {
        type Function = u32;

        fn starts(&mut self) -> Vec<u32> {
            vec![0]
        }

        fn named_by(&mut self, function: u32) -> Vec<u32> {
            self.calls.iter().filter(|call| call.0 == function).map(|call| call.1).collect()
        }

        fn callers_of(&mut self, function: u32) -> Option<Vec<u32>> {
            let own = self.calls.iter().filter(|call| call.1 == function);
            (!self.open.contains(&function)).then(|| own.map(|call| call.0).collect())
        }

        fn calls_of(&mut self, function: u32) -> Option<Vec<StartupCall<u32>>> {
            let own = self.calls.iter().filter(|call| call.1 == function);
            let known =
                |&(caller, _, times): &_| (times > 0).then_some(StartupCall { caller, times });
            own.map(known).collect()
        }

        fn has_cycle(&mut self, function: u32) -> bool {
            self.looping.contains(&function)
        }
    }

    fn found(calls: &[(u32, u32, u32)], open: &[u32], looping: &[u32]) -> Vec<u32> {
        sorted(find(&mut Listed { calls, open, looping }).idle)
    }

    fn sorted(functions: FxHashSet<u32>) -> Vec<u32> {
        let mut functions: Vec<u32> = functions.into_iter().collect();
        functions.sort_unstable();
        functions
    }

    #[test]
    fn calls_multiply_along_their_way() {
        assert_eq!(found(&[(0, 1, 20), (1, 2, 50)], &[], &[]), [0, 1, 2]);
        assert_eq!(found(&[(0, 1, 20), (1, 2, 50), (0, 2, 1)], &[], &[]), [0, 1]);
        assert_eq!(found(&[(0, 1, u32::MAX), (1, 2, u32::MAX)], &[], &[]), [0]);
    }

    #[test]
    fn every_caller_must_be_known() {
        // 3 is called by 1 and by 2, and nothing is known of 2.
        assert_eq!(found(&[(0, 1, 1), (1, 3, 1), (2, 3, 1)], &[], &[]), [0, 1]);
        // Whichever caller is found first, the other follows.
        let diamond = [(0, 1, 1), (0, 2, 1), (1, 3, 1), (2, 3, 1), (1, 4, 1), (4, 2, 1)];
        assert_eq!(found(&diamond, &[], &[]), [0, 1, 2, 3, 4]);
        assert_eq!(found(&diamond, &[4], &[]), [0, 1]);
    }

    #[test]
    fn what_is_called_in_a_loop_or_recursively_may_take_time() {
        assert_eq!(found(&[(0, 1, 0), (1, 2, 1)], &[], &[]), [0]);
        assert_eq!(found(&[(0, 1, 1), (1, 1, 1)], &[], &[]), [0]);
        assert_eq!(found(&[(0, 1, 1), (1, 2, 1), (2, 1, 1)], &[], &[]), [0]);
    }

    #[test]
    fn a_function_with_a_loop_may_take_time_but_not_what_it_calls_outside() {
        let calls = [(0, 1, 1), (1, 2, 1), (0, 3, 0)];
        let Startup { idle, looping } =
            find(&mut Listed { calls: &calls, open: &[], looping: &[1, 3] });
        assert_eq!((sorted(idle), sorted(looping)), (vec![0, 2], vec![1]));
    }
}
