//! Batches of a program's functions, so that merging a large program takes no more memory than a batch does.
//!
//! Consumes: what objects record of their functions. Produces: the functions of each batch. Guarantees: every function is in a
//! batch, together with the local and inline functions that it leads to, so that these may be in several: two functions can have
//! one body only where what they call has one. Similar functions are in one batch, as far as their sketches tell and there is room.
//! Equal input gives equal batches.
//!
//! Functions are placed one after the other, each where most of its neighbours are, times what the batch has left: linear
//! deterministic greedy of Stanton and Kliot, "Streaming Graph Partitioning for Large Distributed Graphs" (2012), section 4. Then
//! each is placed anew, as in Nishimura and Ugander, "Restreaming Graph Partitioning" (2013). Neighbours are those with an equal
//! place in the sketch; the fewer they are, the more each counts.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{FunctionDigest, ModuleRecord, RecordedFunction, SKETCH};

/// How much room batches have beyond what the functions take, so that similar functions find some: one part in this many.
const SPARE: u64 = 16;

/// The most batches. What placing a function takes grows with their number.
const MOST_BATCHES: u64 = 1000;

/// The functions of each batch, in ascending order. A batch has at most `most` instructions, unless one function and what it leads
/// to have more, or the program has very many.
pub fn batches(modules: &[&ModuleRecord], most: u64) -> Vec<Vec<FunctionDigest>> {
    let program = ProgramFunctions::of(modules);
    let total: u64 = program.functions.iter().map(|one| one.instructions).sum();
    let digests = |functions: BTreeSet<usize>| -> Vec<FunctionDigest> {
        let sorted: BTreeSet<_> =
            functions.into_iter().map(|one| program.functions[one].digest).collect();
        sorted.into_iter().collect()
    };
    let all = 0..program.functions.len();
    if total <= most {
        return vec![digests(all.collect())];
    }
    let most = most.max(total.div_ceil(MOST_BATCHES));
    let count = (total + total / SPARE).div_ceil(most).min(program.functions.len() as u64);
    let mut placement = Placement::new(&program, count, most);
    for _ in 0..ROUNDS {
        let roots = all.clone().filter(|&one| !program.functions[one].follows);
        roots.for_each(|one| placement.place(one));
    }
    // Functions that only lead to each other.
    for one in all {
        if !placement.has(one) {
            placement.place(one);
        }
    }
    let filled = placement.batches.into_iter().filter(|batch| !batch.functions.is_empty());
    filled.map(|batch| digests(batch.functions.into_keys().collect())).collect()
}

/// Functions that have one digest.
struct DistinctFunction {
    digest: FunctionDigest,
    /// Of all of them that one module of the program would have.
    instructions: u64,
    sketch: [u32; SKETCH],
    /// The functions that they lead to and that count by their code.
    inner: Vec<usize>,
    /// Others lead to it, so that it goes where they go.
    follows: bool,
}

struct ProgramFunctions {
    functions: Vec<DistinctFunction>,
}

impl ProgramFunctions {
    fn of(modules: &[&ModuleRecord]) -> ProgramFunctions {
        let (mut functions, mut numbers) = (Vec::new(), FxHashMap::default());
        for module in modules {
            let mut fresh = Vec::new();
            for function in &module.functions {
                let RecordedFunction { digest, instructions, is_inline, sketch, .. } = function;
                let next = functions.len();
                let number = *numbers.entry(*digest).or_insert(next);
                if number == next {
                    let node = DistinctFunction {
                        digest: *digest,
                        instructions: 0,
                        sketch: *sketch,
                        inner: Vec::new(),
                        follows: false,
                    };
                    functions.push(node);
                    fresh.push((number, function));
                }
                if number == next || !is_inline {
                    functions[number].instructions += u64::from(*instructions);
                }
            }
            for (number, function) in fresh {
                let places =
                    function.inner.iter().filter_map(|&at| module.functions.get(at as usize));
                let inner: Vec<usize> = places.map(|one| numbers[&one.digest]).collect();
                inner
                    .iter()
                    .filter(|&&one| one != number)
                    .for_each(|&one| functions[one].follows = true);
                functions[number].inner = inner;
            }
        }
        ProgramFunctions { functions }
    }

    /// A function, and all that it leads to.
    fn whole(&self, root: usize) -> Vec<usize> {
        let (mut all, mut seen, mut next) = (vec![root], BTreeSet::from([root]), 0);
        while let Some(&at) = all.get(next) {
            all.extend(self.functions[at].inner.iter().copied().filter(|&one| seen.insert(one)));
            next += 1;
        }
        all
    }
}

/// How often functions are placed, each time knowing where all others are.
const ROUNDS: u32 = 3;

#[derive(Default)]
struct Batch {
    /// By function, how many of those that were placed here lead to it, or are it.
    functions: BTreeMap<usize, u32>,
    instructions: u64,
}

/// By batch, how many functions have a value in one place of their sketches.
type BatchCounts = SmallVec<[(u32, u32); 2]>;

struct Placement<'a> {
    program: &'a ProgramFunctions,
    most: u64,
    batches: Vec<Batch>,
    /// Where each function was placed for its own sake.
    place_of: Vec<Option<usize>>,
    buckets: [FxHashMap<u32, BatchCounts>; SKETCH],
}

impl<'a> Placement<'a> {
    fn new(program: &'a ProgramFunctions, count: u64, most: u64) -> Placement<'a> {
        Placement {
            program,
            most,
            batches: (0..count).map(|_| Batch::default()).collect(),
            place_of: vec![None; program.functions.len()],
            buckets: Default::default(),
        }
    }

    /// Whether a function is in a batch.
    fn has(&self, one: usize) -> bool {
        self.batches.iter().any(|batch| batch.functions.contains_key(&one))
    }

    /// Places a function and what it leads to, or places it anew.
    fn place(&mut self, root: usize) {
        let whole = self.program.whole(root);
        if let Some(batch) = self.place_of[root].take() {
            whole.iter().for_each(|&one| self.take_out(one, batch));
        }
        let size: u64 = whole.iter().map(|&one| self.program.functions[one].instructions).sum();
        let mut votes = vec![0.0; self.batches.len()];
        whole.iter().for_each(|&one| self.vote(one, &mut votes));
        let fits = |batch: &usize| {
            let taken = self.batches[*batch].instructions;
            taken == 0 || taken + size <= self.most
        };
        let free = |batch: usize| self.most.saturating_sub(self.batches[batch].instructions);
        let worth = |batch: usize| votes[batch] * free(batch) as f64;
        let best = (0..self.batches.len()).filter(fits).max_by(|&one, &other| {
            let by_worth = worth(one).total_cmp(&worth(other));
            by_worth.then(free(one).cmp(&free(other))).then(other.cmp(&one))
        });
        let best = best.unwrap_or_else(|| self.next());
        self.place_of[root] = Some(best);
        whole.into_iter().for_each(|one| self.put(one, best));
    }

    /// A batch where no other has room: a new one, or that with the least if there are many.
    fn next(&mut self) -> usize {
        if self.batches.len() as u64 >= MOST_BATCHES {
            let least = (0..self.batches.len()).min_by_key(|&one| self.batches[one].instructions);
            return least.unwrap_or_default();
        }
        self.batches.push(Batch::default());
        self.batches.len() - 1
    }

    /// Adds for each batch the share that it has of the functions with equal places, by the size of this one.
    fn vote(&self, one: usize, votes: &mut [f64]) {
        let DistinctFunction { sketch, instructions, .. } = &self.program.functions[one];
        for (buckets, value) in self.buckets.iter().zip(sketch) {
            let Some(bucket) = buckets.get(value) else { continue };
            let all: u32 = bucket.iter().map(|one| one.1).sum();
            for &(batch, count) in bucket {
                votes[batch as usize] += *instructions as f64 * f64::from(count) / f64::from(all);
            }
        }
    }

    fn put(&mut self, one: usize, batch: usize) {
        let DistinctFunction { sketch, instructions, .. } = &self.program.functions[one];
        let Batch { functions, instructions: taken } = &mut self.batches[batch];
        let count = functions.entry(one).or_default();
        *count += 1;
        if *count > 1 {
            return;
        }
        *taken += instructions;
        for (buckets, value) in self.buckets.iter_mut().zip(sketch) {
            let bucket = buckets.entry(*value).or_default();
            match bucket.iter_mut().find(|one| one.0 == batch as u32) {
                Some(known) => known.1 += 1,
                None => bucket.push((batch as u32, 1)),
            }
        }
    }

    fn take_out(&mut self, one: usize, batch: usize) {
        let DistinctFunction { sketch, instructions, .. } = &self.program.functions[one];
        let Batch { functions, instructions: taken } = &mut self.batches[batch];
        let Some(count) = functions.get_mut(&one) else { return };
        *count -= 1;
        if *count > 0 {
            return;
        }
        functions.remove(&one);
        *taken -= instructions;
        for (buckets, value) in self.buckets.iter_mut().zip(sketch) {
            let Some(bucket) = buckets.get_mut(value) else { continue };
            let known = bucket.iter_mut().find(|one| one.0 == batch as u32);
            known.into_iter().for_each(|one| one.1 -= 1);
            bucket.retain(|one| one.1 > 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn function(number: u8, instructions: u32, sketch: u32, inner: &[u32]) -> RecordedFunction {
        RecordedFunction {
            digest: [number; 32],
            instructions,
            symbol: 0,
            is_inline: false,
            sketch: [sketch; SKETCH],
            inner: inner.to_vec(),
        }
    }

    fn module(functions: Vec<RecordedFunction>) -> ModuleRecord {
        ModuleRecord { functions, ..ModuleRecord::default() }
    }

    #[test]
    fn similar_functions_of_several_modules_are_in_one_batch() {
        let one = module((0..6).map(|n| function(n, 10, u32::from(n), &[])).collect());
        let other = module((0..6).map(|n| function(n + 10, 10, u32::from(n), &[])).collect());
        let made = batches(&[&one, &other], 50);
        assert!(made.len() >= 3, "{made:?}");
        for number in 0..6 {
            let with = |batch: &Vec<FunctionDigest>| batch.contains(&[number; 32]);
            let batch =
                made.iter().find(|batch| with(batch)).expect("every function is in a batch");
            assert!(batch.contains(&[number + 10; 32]), "{number} of {made:?}");
        }
    }

    #[test]
    fn what_fits_is_one_batch() {
        let one = module(vec![function(1, 10, 1, &[]), function(2, 10, 2, &[])]);
        assert_eq!(batches(&[&one], 20), [[[1; 32], [2; 32]]]);
    }

    #[test]
    fn copies_of_an_inline_function_count_once() {
        let inline = RecordedFunction { is_inline: true, ..function(1, 10, 1, &[]) };
        let (one, other) = (module(vec![inline.clone()]), module(vec![inline]));
        let count =
            |modules: &[&ModuleRecord]| ProgramFunctions::of(modules).functions[0].instructions;
        assert_eq!(count(&[&one, &other]), 10);
        let local = module(vec![function(1, 10, 1, &[])]);
        assert_eq!(count(&[&local, &local]), 20);
    }

    #[test]
    fn functions_that_count_by_their_code_are_wherever_they_are_called() {
        // The first two call the third, which calls the fourth; the last two call each other.
        let functions = vec![
            function(1, 30, 1, &[2]),
            function(2, 30, 2, &[2]),
            function(3, 5, 3, &[3]),
            function(4, 5, 4, &[]),
            function(5, 5, 5, &[5]),
            function(6, 5, 6, &[4]),
        ];
        let made = batches(&[&module(functions)], 45);
        let batch = |of: u8| made.iter().filter(move |one| one.contains(&[of; 32])).count();
        assert_eq!([1, 2, 3, 4].map(batch), [1, 1, 2, 2], "{made:?}");
        assert!(batch(5) > 0 && batch(6) > 0);
    }

    #[test]
    fn few_functions_have_few_batches_whatever_their_sizes_are_said_to_be() {
        let one = module(vec![function(1, u32::MAX, 1, &[]), function(2, u32::MAX, 2, &[0])]);
        assert!(batches(&[&one], 1).len() <= 2);
    }

    proptest! {
        #[test]
        fn no_function_is_lost_and_none_is_without_what_it_leads_to(
            functions in proptest::collection::vec((1..30_u32, 0..5_u32, proptest::collection::vec(0..20_u32, 0..3)), 1..20),
            most in 1..100_u64,
        ) {
            let of = |(number, (size, sketch, inner)): (u8, &(u32, u32, Vec<u32>))| function(number, *size, *sketch, inner);
            let module = module((0..).zip(&functions).map(of).collect());
            let made = batches(&[&module], most);
            prop_assert_eq!(&made, &batches(&[&module], most));
            for one in &module.functions {
                let own: Vec<_> = made.iter().filter(|batch| batch.contains(&one.digest)).collect();
                prop_assert!(!own.is_empty());
                let inner = one.inner.iter().filter_map(|&at| module.functions.get(at as usize));
                for inner in inner {
                    prop_assert!(own.iter().all(|batch| batch.contains(&inner.digest)));
                }
            }
        }
    }
}
