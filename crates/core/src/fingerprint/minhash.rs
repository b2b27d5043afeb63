//! MinHash fingerprints, section III-B of F3M.
//!
//! Consumes: instruction codes in program order. Produces: [`MinHash`], `k` numbers. A shingle is two neighbouring
//! codes. Each of `k` hash functions gives one number: the least hash of all shingles.
//! Guarantees: the share of equal positions of two fingerprints estimates the Jaccard index of the two sets of
//! shingles, without bias and with a standard error of √(J(1−J)/k).
//!
//! ```text
//! for each distinct shingle s:                    h = FNV-1a(s), once
//!     for each i < k:                             min[i] = least of min[i] and (h ⊕ seed[i]) · M
//! ```
//!
//! The paper stops at h ⊕ seed. Under ⊕ alone, the least hash of a set is found by walking down a binary trie of the
//! hashes. So how often a shingle is the least depends on its place in the trie, and some shingles count more than
//! others. The estimate is then off by 0.10 for two sets of 10 shingles and by 0.05 for sets of 100, whatever k is; the
//! formula above gives 0.033 for k = 200. Multiplying by an odd number is a bijection whose high bits depend on all
//! bits below. With it the error is as the formula says, and hashing takes a tenth more time.

use super::{Similarity, fnv1a};

/// The number of codes in a shingle: 2, by the paper's experiments.
pub(super) const SHINGLE: usize = 2;

/// M: odd, near 2^32 / φ.
const MULTIPLIER: u32 = 0x9e37_79b1;

/// What the seeds are generated from; changing it changes every result.
const SEED: u64 = 0x6633_6d2d_7365_6564;

/// The fingerprint of a function. The positions belong to hash functions: never sort them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinHash(pub Box<[u32]>);

impl MinHash {
    /// The share of equal positions, which estimates the Jaccard index of the two sets of shingles.
    ///
    /// # Panics
    /// On fingerprints of different length, or without any position.
    pub fn similarity(&self, other: &MinHash) -> f64 {
        MinHash::share(equal_positions(&self.0, &other.0), &self.0)
    }

    /// The share of a fingerprint's positions that `equal` positions are.
    ///
    /// # Panics
    /// When it has no position.
    pub fn share(equal: u32, positions: &[u32]) -> f64 {
        assert!(!positions.is_empty(), "a fingerprint has a position");
        f64::from(equal) / positions.len() as f64
    }
}

impl MinHash {
    /// The fingerprint within a class. Within a class similarities stay. Positions of different classes that were equal
    /// no longer are.
    pub fn in_class(mut self, class: u32) -> MinHash {
        let mark = class.wrapping_mul(MULTIPLIER);
        self.0.iter_mut().for_each(|min| *min ^= mark);
        self
    }
}

impl Similarity for MinHash {
    fn similarity(&self, other: &MinHash) -> f64 {
        MinHash::similarity(self, other)
    }
}

/// How many positions of two fingerprints are equal. It has no branches, and no check for overflow, which so few
/// positions cannot cause: so the compiler can use vectors.
///
/// # Panics
/// On fingerprints of different length.
pub(crate) fn equal_positions(a: &[u32], b: &[u32]) -> u32 {
    assert_eq!(a.len(), b.len(), "fingerprints of one length can be compared");
    a.iter().zip(b).map(|(x, y)| u32::from(x == y)).fold(0, u32::wrapping_add)
}

/// Makes fingerprints of one length.
#[derive(Clone, Debug)]
pub struct MinHasher {
    seeds: Box<[u32]>,
}

impl MinHasher {
    /// A hasher for fingerprints of `k` positions. A smaller `k` gives the first positions of a larger one.
    ///
    /// # Panics
    /// When `k` is 0.
    pub fn new(k: u32) -> MinHasher {
        assert!(k > 0, "a fingerprint has a position");
        let mut state = SEED;
        MinHasher { seeds: (0..k).map(|_| (splitmix64(&mut state) >> 32) as u32).collect() }
    }

    /// The fingerprint of a function with these codes. A single code is one shingle by itself. Without codes, every
    /// position is the greatest number.
    pub fn fingerprint(&self, codes: &[u32]) -> MinHash {
        self.of_hashes(&shingle_hashes(codes))
    }

    /// The fingerprint of a set of hashes.
    pub fn of_hashes(&self, hashes: &[u32]) -> MinHash {
        let (seeds, rest) = self.seeds.as_chunks::<LANES>();
        let mut mins = Vec::with_capacity(self.seeds.len());
        mins.extend(seeds.iter().flat_map(|seeds| least(seeds, hashes)));
        let mut last = [0; LANES];
        last[..rest.len()].copy_from_slice(rest);
        mins.extend(&least(&last, hashes)[..rest.len()]);
        MinHash(mins.into_boxed_slice())
    }
}

/// How many positions are computed together. Their least hashes stay in registers meanwhile.
const LANES: usize = 8;

/// The least of all hashes, by each of some hash functions. This is the inner loop, without branches and checks of
/// bounds.
fn least(seeds: &[u32; LANES], hashes: &[u32]) -> [u32; LANES] {
    let mut mins = [u32::MAX; LANES];
    for &hash in hashes {
        for (min, seed) in mins.iter_mut().zip(seeds) {
            *min = (*min).min((hash ^ seed).wrapping_mul(MULTIPLIER));
        }
    }
    mins
}

/// The hashes of the distinct shingles, in ascending order. Repeats cannot lower a minimum, and removing them by sorting
/// takes much less time than `k` lanes for each.
pub(crate) fn shingle_hashes(codes: &[u32]) -> Vec<u32> {
    let mut hashes: Vec<u32> = shingles(codes).map(fnv1a).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// The overlapping shingles of `codes`.
pub(super) fn shingles(codes: &[u32]) -> impl Iterator<Item = &[u32]> {
    codes.windows(codes.len().clamp(1, SHINGLE))
}

/// The next number of Steele, Lea and Flood's generator.
pub fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::exact_jaccard;
    use super::*;

    fn fingerprint(codes: &[u32]) -> MinHash {
        MinHasher::new(200).fingerprint(codes)
    }

    /// The published first outputs for the state 1234567.
    #[test]
    fn splitmix64_of_the_publication() {
        let mut state = 1_234_567;
        assert_eq!(splitmix64(&mut state), 6_457_827_717_110_365_317);
        assert_eq!(splitmix64(&mut state), 3_203_168_211_198_807_973);
    }

    /// Worked out from the definition by another program: a change of these changes every merge.
    #[test]
    fn fingerprints_are_fixed() {
        let mins = MinHasher::new(3).fingerprint(&[1, 2, 3, 4]);
        assert_eq!(*mins.0, FIXED);
    }

    #[test]
    fn classes_share_nothing_and_change_nothing_within() {
        let [one, other] = [&[1, 2, 3, 4][..], &[1, 2, 3, 5]].map(fingerprint);
        let within = one.clone().in_class(7).similarity(&other.clone().in_class(7));
        assert_eq!(within, one.similarity(&other));
        assert_eq!(one.clone().in_class(7).similarity(&one.clone().in_class(8)), 0.0);
    }

    const FIXED: [u32; 3] = [995_877_038, 1_124_619_944, 926_901_882];

    #[test]
    fn seeds_are_distinct() {
        let mut seeds = MinHasher::new(4096).seeds.to_vec();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 4096);
    }

    #[test]
    fn short_functions() {
        let (none, one, two) = (fingerprint(&[]), fingerprint(&[7]), fingerprint(&[7, 7]));
        assert_eq!(none.similarity(&none), 1.0);
        assert_eq!(one.similarity(&fingerprint(&[7])), 1.0);
        assert_eq!(one.similarity(&fingerprint(&[8])), 0.0);
        assert_eq!(none.similarity(&one), 0.0);
        assert_eq!(one.similarity(&two), 0.0);
    }

    #[test]
    fn repeats_change_nothing() {
        assert_eq!(fingerprint(&[1, 2, 1, 2, 1]), fingerprint(&[1, 2, 1]));
    }

    #[test]
    fn order_within_shingles_matters() {
        assert_eq!(fingerprint(&[1, 2, 3]).similarity(&fingerprint(&[3, 2, 1])), 0.0);
    }

    #[test]
    #[should_panic(expected = "one length")]
    fn lengths_must_agree() {
        MinHasher::new(2).fingerprint(&[]).similarity(&MinHasher::new(3).fingerprint(&[]));
    }

    /// Two sequences that share a middle; codes are spread over 32 bits, as true ones are.
    fn related() -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
        let codes = |n| prop::collection::vec(any::<u32>(), n);
        (codes(0..40), codes(2..80), codes(0..40), codes(0..40))
            .prop_map(|(a, shared, b, c)| ([a, shared.clone(), b].concat(), [shared, c].concat()))
    }

    proptest! {
        /// Five standard errors: one failure in millions of right estimates.
        #[test]
        fn similarity_estimates_the_jaccard_index((a, b) in related()) {
            let exact = exact_jaccard(&a, &b);
            let estimate = fingerprint(&a).similarity(&fingerprint(&b));
            let error = (exact * (1.0 - exact) / 200.0).sqrt();
            prop_assert!((estimate - exact).abs() <= 5.0 * error + 1.0 / 200.0, "{estimate} for {exact}");
        }

        #[test]
        fn similarity_is_symmetric_and_one_for_equal((a, b) in related()) {
            let (x, y) = (fingerprint(&a), fingerprint(&b));
            prop_assert_eq!(x.similarity(&y), y.similarity(&x));
            prop_assert_eq!(x.similarity(&x), 1.0);
        }

        #[test]
        fn fewer_positions_are_a_prefix(codes in prop::collection::vec(any::<u32>(), 0..50), k in 1_u32..200) {
            let short = MinHasher::new(k).fingerprint(&codes);
            prop_assert_eq!(&*short.0, &fingerprint(&codes).0[..k as usize]);
        }
    }

    /// Over many small pairs, where hash functions that are too alike show as a larger error.
    #[test]
    fn the_standard_error_is_that_of_independent_hashes() {
        let mut state = 1;
        let mut next = || (splitmix64(&mut state) >> 32) as u32;
        let (mut squares, mut expected) = (0.0, 0.0);
        for _ in 0..500 {
            let shared: Vec<u32> = (0..8).map(|_| next()).collect();
            let [a, b] =
                [0; 2].map(|_| [shared.clone(), (0..4).map(|_| next()).collect()].concat());
            let exact = exact_jaccard(&a, &b);
            squares += (fingerprint(&a).similarity(&fingerprint(&b)) - exact).powi(2);
            expected += exact * (1.0 - exact) / 200.0;
        }
        let ratio = (squares / expected).sqrt();
        assert!((0.85..1.15).contains(&ratio), "{ratio} times the standard error");
    }
}
