//! Which blocks go together, and in how many comparisons.

use super::*;

#[test]
fn functions_with_nothing_in_common_have_no_pairs() {
    let left = function(&[block(&body(0, 4), &[1]), block(&body(4, 4), &[])]);
    let right = function(&[
        block(&body(10, 4), &[1, 2]),
        block(&body(14, 4), &[0]),
        block(&body(18, 4), &[0]),
    ]);
    assert_eq!(aligned(&left, &right).rows, []);
    assert_eq!(aligned(&left, &right).ratio(Sides(&[&left, &right])), 0.0);
}

#[test]
fn blocks_that_look_alike_go_with_the_edges_not_with_the_layout() {
    let arms = |first: usize, second: usize| {
        let switch = block(&body(0, 2), &[first, second, 3]);
        function(&[switch, block(&body(5, 3), &[first]), block(&body(5, 3), &[3]), block(&[], &[])])
    };
    assert_eq!(pairs(&aligned(&arms(1, 2), &arms(2, 1))), [(0, 0), (1, 2), (2, 1), (3, 3)]);
}

#[test]
fn a_block_more_on_one_side_does_not_derail_the_rest() {
    let chain = |keys: &[u32]| {
        let last = keys.len();
        let mut spec: Spec = (0..last).map(|k| block(&body(keys[k], 5), &[k + 1])).collect();
        spec.push(block(&[], &[]));
        function(&spec)
    };
    let alignment = aligned(&chain(&[0, 10, 20, 30, 40]), &chain(&[0, 10, 90, 20, 30, 40]));
    assert_eq!(pairs(&alignment), [(0, 0), (1, 1), (2, 3), (3, 4), (4, 5), (5, 6)]);
}

#[test]
fn a_lone_branch_is_paired_between_pairs_and_not_elsewhere() {
    let around = |key| {
        function(&[block(&body(0, 5), &[1]), block(&body(key, 1), &[2]), block(&body(5, 5), &[])])
    };
    assert_eq!(pairs(&aligned(&around(20), &around(30))), [(0, 0), (1, 1), (2, 2)]);
    let ways = |key, ways: &[usize]| {
        let ends = block(&body(key + 5, 5), &[]);
        function(&[block(&body(key, 5), ways), block(&[], &[2]), ends.clone(), ends])
    };
    assert_eq!(pairs(&aligned(&ways(20, &[1, 2, 3]), &ways(40, &[1, 3]))), []);
}

#[test]
fn an_edge_from_a_pair_to_itself_does_not_pay_for_it() {
    let spin = |key, ways: &[usize]| {
        function(&[block(&[], ways), block(&body(key, 2), &[1, 2]), block(&body(0, 9), &[])])
    };
    assert_eq!(pairs(&aligned(&spin(20, &[1]), &spin(40, &[1, 2, 2]))), [(2, 2)]);
}

#[test]
fn terminators_part_when_the_pairs_that_they_lead_to_are_dropped() {
    let around = |own: u32, shared| vec![(own, 1, 0), (shared, 1, 0), (own + 1, 1, 0)];
    let with = |own, ways: &[usize]| {
        let arms = [block(&around(own, 5), ways), block(&around(own + 2, 6), ways)];
        let [first, second] = arms;
        function(&[block(&body(0, 5), &[1, 2]), first, second, block(&[], &[]), block(&[], &[])])
    };
    let alignment = aligned(&with(20, &[3]), &with(30, &[3, 4]));
    let shape: String = alignment.rows[0].steps.iter().map(letter).collect();
    assert_eq!(shape, "MMMMMLR");
    assert!(!pairs(&alignment).contains(&(1, 1)) && !pairs(&alignment).contains(&(2, 2)));
}

/// An entry of `ways` edges, which matches no entry of another number of edges, and these blocks.
fn fan(ways: usize, bodies: &[Vec<InstSpec>]) -> EncodedFunction {
    let targets: Vec<usize> = (0..ways).map(|w| 1 + w % bodies.len()).collect();
    let arms = bodies.iter().map(|insts| block(insts, &[]));
    function(&[block(&[], &targets)].into_iter().chain(arms).collect::<Spec>())
}

#[test]
fn the_rarest_keys_find_the_candidates() {
    let bodies: Vec<Vec<InstSpec>> = (0..40).map(|k| vec![(0, 1, 0), (100 + k, 3, 0)]).collect();
    let reversed: Vec<Vec<InstSpec>> = bodies.iter().rev().cloned().collect();
    let (left, right) = (fan(40, &bodies), fan(41, &reversed));
    let params = AlignParams { candidates: 1, ..AlignParams::default() };
    let alignment = align(&left, &right, &params);
    let expected: Vec<(u32, u32)> = (1..=40).map(|k| (k, 41 - k)).collect();
    assert_eq!(pairs(&alignment), expected);
}

#[test]
fn equal_constants_decide_between_blocks_of_equal_keys() {
    let storing = |constant: u32| vec![(1, 1, constant), (2, 1, constant), (3, 2, 0)];
    let bodies = |constants: [u32; 3]| constants.map(storing).to_vec();
    let (left, right) = (fan(3, &bodies([1, 2, 3])), fan(4, &bodies([3, 1, 2])));
    assert_eq!(pairs(&aligned(&left, &right)), [(1, 2), (2, 3), (3, 1)]);
}

#[test]
fn predecessors_of_a_pair_go_together() {
    let arms = |ways: &[usize], first: usize, second: usize| {
        let same = |next| block(&body(0, 3), &[next]);
        let ends = [block(&body(10, 6), &[]), block(&body(20, 6), &[])];
        let [ten, twenty] = ends;
        function(&[block(&[], ways), same(first), same(second), ten, twenty])
    };
    let alignment = aligned(&arms(&[1, 2], 3, 4), &arms(&[1, 2, 2], 4, 3));
    assert_eq!(pairs(&alignment), [(1, 2), (2, 1), (3, 3), (4, 4)]);
}

#[test]
fn among_equals_the_same_place_decides() {
    let left = fan(4, &[body(0, 3), body(20, 3), body(30, 3), body(0, 3)]);
    let right = fan(5, &[body(40, 3), body(50, 3), body(60, 3), body(0, 3)]);
    assert!(pairs(&aligned(&left, &right)).contains(&(4, 4)));
}

#[test]
fn a_block_that_lost_its_first_choice_gets_a_second() {
    let left = fan(4, &[body(20, 3), body(30, 3), body(0, 3), body(0, 3)]);
    let right = fan(5, &[body(0, 3), body(40, 3), body(50, 3), body(0, 3)]);
    let params = AlignParams { candidates: 1, ..AlignParams::default() };
    let alignment = align(&left, &right, &params);
    assert_eq!(pairs(&alignment), [(3, 1), (4, 4)]);
}

#[test]
fn candidates_come_from_near_to_far() {
    let func = fan(9, &vec![body(0, 1); 9]);
    let outline = Outline::of(&func, 4);
    let view = View::new(&func, &outline);
    let index = KeyIndex::new(&view);
    let found = index.candidates([MergeKey(0)].into_iter(), 5, 4);
    let places: Vec<usize> = found.iter().map(|&b| view.position(b)).collect();
    assert_eq!(places, [5, 4, 6, 3]);
}

#[test]
fn the_entry_goes_with_the_entry_or_alone() {
    let left = function(&[block(&body(0, 9), &[1]), block(&body(20, 2), &[])]);
    let right = function(&[block(&body(30, 2), &[1]), block(&body(0, 9), &[])]);
    let alignment = aligned(&left, &right);
    assert!(
        alignment
            .rows
            .iter()
            .map(blocks_of)
            .all(|(l, r)| (l == left.entry()) == (r == right.entry()))
    );
}

#[test]
fn a_band_finds_what_is_shifted_by_less_than_its_width() {
    let code: Vec<InstSpec> = (0..3000).map(|k| (k * 7919 % 1000, 1, 0)).collect();
    let left = function(&[block(&[body(5000, 1), code.clone(), body(6000, 1)].concat(), &[])]);
    let right = function(&[block(&[body(5001, 40), code, body(6001, 2)].concat(), &[])]);
    assert_eq!(matched(&aligned(&left, &right)), 3001);
}

/// An interpreter's loop: a switch over `arms` blocks that all lead back; every tenth looks like no other.
fn interpreter(arms: usize, shift: usize) -> EncodedFunction {
    let mut spec: Spec = vec![block(&body(0, 3), &[1])];
    spec.push(block(&body(3, 2), &(2..arms + 2).collect::<Vec<_>>()));
    for arm in 0..arms {
        let kind = (arm + shift) as u32;
        let key = if kind.is_multiple_of(10) { 100 + kind } else { 10 + kind % 7 };
        spec.push(block(&body(key, 1 + kind % 5), &[1]));
    }
    function(&spec)
}

#[test]
fn thousands_of_blocks_take_few_comparisons() {
    // Blocks of one cheap instruction: with dearer gaps, most pairs would not be kept.
    let params = AlignParams { gap: 8, select: 8, ..AlignParams::default() };
    for (left, right) in [
        (interpreter(3000, 0), interpreter(3000, 0)),
        (interpreter(3000, 0), interpreter(2900, 3)),
        (
            function(&vec![block(&[(1, 1, 0)], &[]); 3000]),
            function(&vec![block(&[(1, 1, 0)], &[]); 2999]),
        ),
    ] {
        let pairing = paired(&left, &right, &params);
        assert!(pairing.comparisons <= most_comparisons(&left, &params));
        assert!(pairing.comparisons < left.blocks.len() * right.blocks.len() / 20);
        let alignment =
            settle::settle(Pair { left: &left, right: &right }, &params, &pairing.pairs);
        let sides = Sides(&[&left, &right]);
        assert_eq!(alignment.validate(sides), Ok(()));
        assert!(alignment.ratio(sides) > 0.7, "{}", alignment.ratio(sides));
    }
}

#[test]
fn terminators_with_other_keys_do_not_merge() {
    let left = function(&[block(&[], &[1]), block(&[], &[])]);
    let funcs = Pair { left: &left, right: &left };
    let [b0, b1] = [0, 1].map(BlockId::from_u32);
    assert!(terminators_merge(funcs, b0, b0));
    assert!(!terminators_merge(funcs, b0, b1));
}
