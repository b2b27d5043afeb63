//! Short forms of sets, and how similar two of them are.
//!
//! Consumes: ascending distinct hashes. Produces: a [`Sketched`] set. Guarantees: the similarity is 1 for equal sets, and
//! but for [`Sketch::Containment`] it is or estimates the Jaccard index, with an error of about 1/√k.

use fmerge_core::fingerprint::{MinHash, MinHasher, fnv1a, splitmix64};
use fmerge_core::sorted;

/// How a set is shortened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sketch {
    /// Not at all.
    Whole,
    /// Not at all; what counts is the share of the smaller set that the larger one has.
    Containment,
    /// F3M's MinHash of so many positions: n · k steps for n hashes.
    MinHash(u32),
    /// One-permutation hashing (Li, Owen and Zhang 2012) with Shrivastava's densification (2017): n + k steps. Each hash
    /// falls into one of k bins, which keeps the least; an empty bin takes what a bin has that its number leads to.
    OnePermutation(u32),
    /// Ertl's SuperMinHash (2017): the hash functions are made dependent, so that the error of small sets is less.
    SuperMinHash(u32),
    /// F3M's MinHash of k positions of which b bits are kept (Li and König 2010).
    Bits(u32, u32),
}

/// A set in short.
#[derive(Clone, Debug)]
pub enum Sketched {
    /// All of it.
    Whole(Box<[u32]>),
    /// All of it, compared by the smaller one.
    Containment(Box<[u32]>),
    /// Positions of which the equal ones are counted.
    Positions(MinHash),
    /// The same; so many bits of each are equal by chance.
    Bits(MinHash, u32),
}

/// Shortens a set.
pub type Maker = Box<dyn Fn(&[u32]) -> Sketched + Sync>;

impl Sketch {
    /// The function that shortens sets.
    pub fn maker(self) -> Maker {
        match self {
            Sketch::Whole => Box::new(|set| Sketched::Whole(set.into())),
            Sketch::Containment => Box::new(|set| Sketched::Containment(set.into())),
            Sketch::MinHash(k) => {
                let hasher = MinHasher::new(k);
                Box::new(move |set| Sketched::Positions(hasher.of_hashes(set)))
            }
            Sketch::OnePermutation(k) => {
                Box::new(move |set| Sketched::Positions(MinHash(one_permutation(set, k))))
            }
            Sketch::SuperMinHash(k) => {
                Box::new(move |set| Sketched::Positions(MinHash(super_min_hash(set, k))))
            }
            Sketch::Bits(k, bits) => {
                let hasher = MinHasher::new(k);
                Box::new(move |set| {
                    let mut short = hasher.of_hashes(set);
                    short.0.iter_mut().for_each(|min| *min &= (1 << bits) - 1);
                    Sketched::Bits(short, bits)
                })
            }
        }
    }
}

impl Sketched {
    /// How many bytes it has, without those that say which kind it is.
    pub fn bytes(&self) -> usize {
        match self {
            Sketched::Whole(set) | Sketched::Containment(set) => size_of_val(&**set),
            Sketched::Positions(positions) => size_of_val(&*positions.0),
            // They are kept in 32 bits each, but need no more than this.
            Sketched::Bits(positions, bits) => positions.0.len() * *bits as usize / 8,
        }
    }

    /// From 0 to 1.
    ///
    /// # Panics
    /// On sketches of two kinds.
    pub fn similarity(&self, other: &Sketched) -> f64 {
        let share = |shared: usize, all: usize| match all {
            0 => 1.0,
            _ => shared as f64 / all as f64,
        };
        match (self, other) {
            (Sketched::Whole(a), Sketched::Whole(b)) => {
                let shared = intersect(a, b);
                share(shared, a.len() + b.len() - shared)
            }
            (Sketched::Containment(a), Sketched::Containment(b)) => {
                share(intersect(a, b), a.len().min(b.len()))
            }
            (Sketched::Positions(a), Sketched::Positions(b)) => a.similarity(b),
            (Sketched::Bits(a, bits), Sketched::Bits(b, _)) => {
                let chance = 0.5_f64.powi(*bits as i32);
                ((a.similarity(b) - chance) / (1.0 - chance)).max(0.0)
            }
            _ => panic!("sketches of one kind can be compared"),
        }
    }
}

/// How many items two ascending sequences share.
fn intersect(left: &[u32], right: &[u32]) -> usize {
    sorted::common(left, right, Ord::cmp).count()
}

fn one_permutation(set: &[u32], k: u32) -> Box<[u32]> {
    let mut bins = vec![u32::MAX; k as usize];
    let bin = |hash: u32| ((u64::from(hash) * u64::from(k)) >> 32) as usize;
    for &hash in set {
        // FNV-1a leaves the high bits of short inputs alike.
        let mixed = mix(hash.into()) as u32;
        let least = &mut bins[bin(mixed)];
        *least = (*least).min(mixed);
    }
    let filled = bins.clone();
    let taken = |at: u32| {
        let mut tries = (0..).map(|attempt| bin(mix(u64::from(fnv1a(&[at, attempt]))) as u32));
        tries.find(|&other| filled[other] != u32::MAX)
    };
    if !set.is_empty() {
        for (at, least) in (0..).zip(&mut bins).filter(|(_, least)| **least == u32::MAX) {
            *least = taken(at).map_or(u32::MAX, |other| filled[other]);
        }
    }
    bins.into()
}

/// Each item walks the positions in an order of its own and leaves there the step's number with a fraction.
fn super_min_hash(set: &[u32], k: u32) -> Box<[u32]> {
    const FRACTION: u32 = 20;
    let mut least = vec![u32::MAX; k as usize];
    let mut order: Vec<usize> = (0..k as usize).collect();
    for &hash in set {
        let mut state = hash.into();
        let mut swaps = Vec::new();
        for step in 0..k as usize {
            // No position can become less from here on.
            if least.iter().all(|&value| value >> FRACTION < step as u32) {
                break;
            }
            let random = splitmix64(&mut state);
            let other = step + (random % (k as usize - step) as u64) as usize;
            order.swap(step, other);
            swaps.push((step, other));
            let value = ((step as u32) << FRACTION) | (random >> (64 - FRACTION)) as u32;
            let place = &mut least[order[step]];
            *place = (*place).min(value);
        }
        for (step, other) in swaps.into_iter().rev() {
            order.swap(step, other);
        }
    }
    least.into()
}

/// All bits of the result depend on all of `word`.
fn mix(word: u64) -> u64 {
    splitmix64(&mut word.clone())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALL: [Sketch; 6] = [
        Sketch::Whole,
        Sketch::Containment,
        Sketch::MinHash(256),
        Sketch::OnePermutation(256),
        Sketch::SuperMinHash(256),
        Sketch::Bits(256, 8),
    ];

    fn similarity(sketch: Sketch, a: &[u32], b: &[u32]) -> f64 {
        let make = sketch.maker();
        make(a).similarity(&make(b))
    }

    fn set(from: u32, to: u32) -> Vec<u32> {
        let mut all: Vec<u32> = (from..to).map(|n| fnv1a(&[n])).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn estimates_are_near_the_jaccard_index() {
        let (a, b) = (set(0, 90), set(30, 120));
        for sketch in ALL {
            let expected = if sketch == Sketch::Containment { 60.0 / 90.0 } else { 0.5 };
            let found = similarity(sketch, &a, &b);
            assert!((found - expected).abs() < 0.16, "{sketch:?}: {found} for {expected}");
        }
    }

    /// Each kind over many small pairs: none is off to one side.
    #[test]
    fn estimates_have_no_bias() {
        for sketch in ALL.into_iter().filter(|&s| s != Sketch::Containment) {
            let of = |n: u32| {
                similarity(sketch, &set(n * 100, n * 100 + 12), &set(n * 100 + 4, n * 100 + 16))
            };
            let mean = (0..200).map(of).sum::<f64>() / 200.0;
            assert!((mean - 0.5).abs() < 0.02, "{sketch:?}: {mean}");
        }
    }

    proptest! {
        #[test]
        fn equal_sets_are_equal_and_order_does_not_matter(a in prop::collection::btree_set(any::<u32>(), 0..40),
            b in prop::collection::btree_set(any::<u32>(), 0..40)) {
            let [a, b]: [Vec<u32>; 2] = [a, b].map(|set| set.into_iter().collect());
            for sketch in ALL {
                prop_assert_eq!(similarity(sketch, &a, &a), 1.0);
                prop_assert_eq!(similarity(sketch, &a, &b), similarity(sketch, &b, &a));
            }
        }
    }
}
