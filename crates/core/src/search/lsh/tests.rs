//! LSH beside the exhaustive search, equation 2, the cap, and independence of order.

use std::cell::RefCell;

use proptest::prelude::*;

use super::super::ExhaustiveIndex;
use super::*;
use crate::fingerprint::{MinHasher, exact_jaccard};

const PARAMS: LshParams = LshParams { rows: 2, bands: 10, bucket_cap: 100 };

fn f(id: u32) -> FuncId {
    FuncId::from_u32(id)
}

fn hashed(params: LshParams, codes: &[u32]) -> MinHash {
    MinHasher::new(params.k()).fingerprint(codes)
}

fn index(params: LshParams, functions: &[(u32, Vec<u32>)]) -> LshIndex {
    let mut index = LshIndex::new(params);
    for (id, codes) in functions {
        index.insert(f(*id), hashed(params, codes));
    }
    index
}

fn ids(candidates: &[Candidate]) -> Vec<u32> {
    candidates.iter().map(|c| c.func.as_u32()).collect()
}

/// `count` functions, all alike.
fn crowd(params: LshParams, count: u32) -> LshIndex {
    index(params, &(0..count).map(|id| (id, vec![1, 2, 3])).collect::<Vec<_>>())
}

#[test]
fn the_most_similar_comes_first() {
    let functions = [
        (0, vec![1, 2, 3, 4, 5, 6, 7, 8]),
        (1, vec![1, 2, 3, 4, 5, 9, 10, 11]),
        (2, vec![1, 2, 3, 4, 5, 6, 7, 9]),
        (3, vec![21, 22, 23, 24]),
        (4, vec![1, 2, 3, 4, 5, 6, 7, 8]),
    ];
    let index = index(LshParams { rows: 1, bands: 200, bucket_cap: 100 }, &functions);
    let found = index.query(f(0), 10, 0.0, |_| true);
    assert_eq!(ids(&found), [4, 2, 1]);
    assert_eq!(found[0].similarity, 1.0);
    assert_eq!(ids(&index.query(f(0), 2, 0.0, |_| true)), [4, 2]);
    assert_eq!(ids(&index.query(f(0), 10, 1.0, |_| true)), [4]);
    assert_eq!(ids(&index.query(f(0), 10, 0.0, |other| other != f(4))), [2, 1]);
}

#[test]
fn ties_go_by_id() {
    assert_eq!(ids(&crowd(PARAMS, 6).query(f(3), 4, 0.0, |_| true)), [0, 1, 2, 4]);
}

#[test]
fn who_is_not_in_has_no_candidates() {
    let mut index = crowd(PARAMS, 3);
    assert!(index.query(f(9), 10, 0.0, |_| true).is_empty());
    index.remove(f(9));
    index.remove(f(1));
    assert!(!index.contains(f(1)) && index.query(f(1), 10, 0.0, |_| true).is_empty());
    assert_eq!(ids(&index.query(f(0), 10, 0.0, |_| true)), [2]);
}

#[test]
fn an_empty_index_keeps_no_buckets() {
    let mut index = crowd(PARAMS, 3);
    (0..3).for_each(|id| index.remove(f(id)));
    assert!(index.bands.iter().all(Band::has_no_late));
    assert!((0..3).all(|id| index.query(f(id), 9, 0.0, |_| true).is_empty()));
}

#[test]
fn candidates_of_many_buckets_are_compared_and_offered_once() {
    let index = crowd(PARAMS, 5);
    let asked = RefCell::new(Vec::new());
    index.query(f(2), 10, 0.0, |other| {
        asked.borrow_mut().push(other.as_u32());
        other != f(4)
    });
    assert_eq!(*asked.borrow(), [0, 1, 3, 4]);
    assert_eq!(index.stats(), LshStats { comparisons: 4, cap_hits: 0 });
}

#[test]
fn a_crowded_bucket_gives_the_next_members() {
    let index = crowd(LshParams { rows: 2, bands: 1, bucket_cap: 3 }, 10);
    assert_eq!(ids(&index.query(f(4), 10, 0.0, |_| true)), [5, 6, 7]);
    assert_eq!(ids(&index.query(f(8), 10, 0.0, |_| true)), [0, 1, 9]);
    assert_eq!(index.stats(), LshStats { comparisons: 6, cap_hits: 2 });
}

#[test]
fn the_cap_does_not_always_hide_the_same_functions() {
    let index = crowd(LshParams { bucket_cap: 3, ..PARAMS }, 40);
    let found = ids(&index.query(f(4), 40, 0.0, |_| true));
    assert_eq!(found, [5, 6, 7, 8, 9, 10, 12, 13, 14, 20, 21, 22, 36, 37, 38]);
    assert_eq!(index.stats().cap_hits, 10);
}

#[test]
fn a_bucket_that_just_fits_is_no_cap_hit() {
    let index = crowd(LshParams { bucket_cap: 3, ..PARAMS }, 4);
    index.query(f(0), 10, 0.0, |_| true);
    assert_eq!(index.stats(), LshStats { comparisons: 3, cap_hits: 0 });
}

#[test]
fn inserting_again_replaces() {
    let mut index = index(PARAMS, &[(0, vec![1, 2, 3]), (1, vec![1, 2, 3])]);
    index.insert(f(1), hashed(PARAMS, &[7, 8, 9]));
    assert!(index.query(f(0), 10, 0.0, |_| true).is_empty());
    index.insert(f(0), hashed(PARAMS, &[7, 8, 9]));
    assert_eq!(ids(&index.query(f(0), 10, 0.0, |_| true)), [1]);
}

/// Equal hashes in different bands do not make a shared band.
#[test]
fn bands_are_apart() {
    let params = LshParams { rows: 1, bands: 2, bucket_cap: 9 };
    let mut index = LshIndex::new(params);
    index.insert(f(0), MinHash(vec![1, 2].into()));
    index.insert(f(1), MinHash(vec![2, 1].into()));
    assert!(index.query(f(0), 9, 0.0, |_| true).is_empty());
}

#[test]
#[should_panic(expected = "positions of a fingerprint")]
fn a_fingerprint_of_another_length() {
    LshIndex::new(PARAMS).insert(f(0), MinHash(vec![1, 2].into()));
}

/// A deterministic source of well-spread words.
fn words(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state ^ (state >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as u32
    }
}

/// Pairs of functions of about `shared` common codes in a hundred each.
fn pairs(seed: u64, count: u32, shared: usize) -> Vec<(u32, Vec<u32>)> {
    let mut word = words(seed);
    let mut functions = Vec::new();
    for pair in 0..count {
        let common: Vec<u32> = (0..shared).map(|_| word()).collect();
        for id in [2 * pair, 2 * pair + 1] {
            let own = (shared..100).map(|_| word());
            functions.push((id, common.iter().copied().chain(own).collect()));
        }
    }
    functions
}

/// The share of pairs that are found, and what equation 2 says of their exact similarities.
fn recall(params: LshParams, functions: &[(u32, Vec<u32>)]) -> (f64, f64) {
    let index = index(params, functions);
    let (mut found, mut expected) = (0.0, 0.0);
    for pair in functions.chunks_exact(2) {
        let partner = f(pair[1].0);
        let hits = index.query(f(pair[0].0), 1, 0.0, |other| other == partner);
        found += hits.len() as f64;
        let s = exact_jaccard(&pair[0].1, &pair[1].1);
        expected += 1.0 - (1.0 - s.powi(params.rows as i32)).powi(params.bands as i32);
    }
    let pairs = functions.len() as f64 / 2.0;
    (found / pairs, expected / pairs)
}

#[test]
fn recall_is_that_of_equation_2() {
    let shapes = [(1, 3), (2, 5), (2, 10), (2, 25), (4, 10)];
    for (rows, bands) in shapes {
        for shared in [20, 40, 60, 80] {
            let params = LshParams { rows, bands, bucket_cap: 100 };
            let (found, expected) = recall(params, &pairs(u64::from(bands), 600, shared));
            // Four standard errors of a share of 600, and one pair for shares near 0 and 1.
            let slack = 4.0 * (expected * (1.0 - expected) / 600.0).sqrt() + 1.0 / 600.0;
            assert!(
                (found - expected).abs() <= slack,
                "{params:?} {shared}: {found} for {expected}"
            );
        }
    }
}

/// Small functions over few codes, so that many share shingles.
fn functions() -> impl Strategy<Value = Vec<(u32, Vec<u32>)>> {
    let codes = prop::collection::vec(0_u32..6, 0..12);
    prop::collection::btree_map(0_u32..40, codes, 1..25).prop_map(|map| map.into_iter().collect())
}

fn answers(index: &LshIndex) -> Vec<Vec<Candidate>> {
    (0..40).map(|id| index.query(f(id), 5, 0.1, |_| true)).collect()
}

/// Whether a and b agree on all rows of a band.
fn share_a_band(params: LshParams, a: &MinHash, b: &MinHash) -> bool {
    let rows = params.rows as usize;
    a.0.chunks(rows).zip(b.0.chunks(rows)).any(|(x, y)| x == y)
}

proptest! {
    /// What the exhaustive search finds, and only that, is found if it shares a band.
    #[test]
    fn lsh_is_the_exhaustive_search_of_those_that_share_a_band(functions in functions()) {
        let index = index(PARAMS, &functions);
        let mut oracle = ExhaustiveIndex::new();
        let prints: Vec<_> = functions.iter().map(|(id, c)| (f(*id), hashed(PARAMS, c))).collect();
        prints.iter().for_each(|(id, print)| oracle.insert(*id, print.clone()));
        for (id, own) in &prints {
            let near = |other| prints.iter().any(|(o, p)| *o == other && share_a_band(PARAMS, own, p));
            prop_assert_eq!(
                index.query(*id, 5, 0.2, |_| true),
                oracle.query(*id, 5, 0.2, near)
            );
        }
    }

    #[test]
    fn order_does_not_matter((functions, shuffled) in functions()
        .prop_flat_map(|fs| (Just(fs.clone()), Just(fs).prop_shuffle())), cap in 1_u32..4)
    {
        let params = LshParams { bucket_cap: cap, ..PARAMS };
        let (one, other) = (index(params, &functions), index(params, &shuffled));
        prop_assert_eq!(answers(&one), answers(&other));
        prop_assert_eq!(one.stats(), other.stats());
    }

    /// A dirty index, from which functions went and to which they came back, answers like a fresh one.
    #[test]
    fn what_was_removed_leaves_no_trace(
        functions in functions(), gone in functions(), back in 0_usize..10, cap in 1_u32..4
    ) {
        let params = LshParams { bucket_cap: cap, ..PARAMS };
        let mut dirty = index(params, &gone);
        functions.iter().for_each(|(id, codes)| dirty.insert(f(*id), hashed(params, codes)));
        for (id, _) in gone.iter().filter(|(id, _)| functions.iter().all(|(kept, _)| kept != id)) {
            dirty.remove(f(*id));
        }
        for (id, codes) in functions.iter().take(back) {
            dirty.remove(f(*id));
            dirty.insert(f(*id), hashed(params, codes));
        }
        let fresh = index(params, &functions);
        prop_assert_eq!(answers(&dirty), answers(&fresh));
    }

    /// A function is found in the same way whether it came with all others, or later, or came back.
    #[test]
    fn filling_is_inserting_one_by_one(
        functions in functions(), first in 0_usize..25, gone in 0_usize..10, cap in 1_u32..4, threads in 1_u32..3
    ) {
        let params = LshParams { bucket_cap: cap, ..PARAMS };
        let mut prints: Vec<_> = functions.iter().map(|(id, codes)| (f(*id), hashed(params, codes))).collect();
        let late = prints.split_off(first.min(prints.len()));
        let mut filled = LshIndex::new(params);
        filled.fill(prints.clone(), &Threads::new(threads));
        for (id, _) in prints.iter().take(gone) {
            filled.insert(*id, hashed(params, &[99, 98]));
        }
        late.into_iter().for_each(|(id, print)| filled.insert(id, print));
        for (id, print) in prints.into_iter().take(gone) {
            filled.remove(id);
            filled.insert(id, print);
        }
        prop_assert_eq!(answers(&filled), answers(&index(params, &functions)));
    }
}

proptest! {
    #[test]
    fn what_is_noted_often_is_the_same_counted_and_sorted(
        ids in prop::collection::vec(0_u32..40, 0..60),
        least in 1_usize..5,
    ) {
        let noted: Vec<FuncId> = ids.into_iter().map(FuncId::from_u32).collect();
        let sorted = |few_ids: usize| {
            let mut found = often(noted.clone(), least, few_ids);
            found.sort_unstable();
            found
        };
        // So many more ids than notes that sorting takes less time than counters.
        prop_assert_eq!(sorted(40), sorted((noted.len() + 1) * WORTH_COUNTERS));
    }

    #[test]
    fn low_bytes_are_equal_wherever_positions_are(
        both in prop::collection::vec((0_u32..600, 0_u32..600), 1..5000),
    ) {
        let (one, other): (Vec<u32>, Vec<u32>) = both.into_iter().unzip();
        let counted = one.iter().zip(&other).filter(|(a, b)| **a as u8 == **b as u8).count();
        let params = LshParams { rows: 1, bands: one.len() as u32, bucket_cap: 1 };
        let mut index = LshIndex::new(params);
        let exact = equal_positions(&one, &other);
        index.insert(f(0), MinHash(one.into()));
        index.insert(f(1), MinHash(other.into()));
        let low = index.fingerprints.low_bytes(f(0));
        let at_most = index.fingerprints.equal_at_most(low, f(1));
        prop_assert_eq!(at_most as usize, counted);
        prop_assert!(exact <= at_most);
    }
}
