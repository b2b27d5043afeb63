use super::*;

/// Types are their own names, those below 10 pointers or integers of their size by parity; constants are themselves,
/// but those of type 1 one more; nodes as listed.
#[derive(Default)]
struct Host {
    name: TypeName,
    nodes: Vec<Vec<u64>>,
}

impl TapeNames for Host {
    fn ty(&mut self, ty: u64) -> &TypeName {
        let kinds = if ty < 10 { SmallVec::from_slice(&[ty % 2]) } else { SmallVec::new() };
        let words = SmallVec::from_slice(&[if ty < 10 { 0 } else { ty }]);
        self.name = TypeName { words, kinds };
        &self.name
    }

    fn constant(&mut self, value: u64, ty: u64) -> u64 {
        if ty == 1 { value + 1 } else { value }
    }

    fn name(&mut self, constant: u64, words: &mut Vec<u64>) {
        words.push(constant);
    }

    fn node(&mut self, node: u64, _place: u64) -> Vec<u64> {
        self.nodes[node as usize].clone()
    }
}

/// What is known of a constant that belongs to the code, of a function that may be an equal one, and of callees.
const FIXED: u64 = 1 << 5;
const REFERENCE: u64 = FIXED | 1 << 2;
const CALLEE: u64 = 1 | 1 << 2 | 1 << 3;
const DIRECT: u64 = CALLEE | 1 << 4;

/// A constant of which this is known, of this value and type.
fn constant(facts: u64, value: u64, ty: u64) -> [u64; 6] {
    [7, facts, 1, value, ty, 0]
}

fn local(number: u64) -> [u64; 2] {
    [3, number]
}

fn of(parts: &[&[u64]]) -> CanonicalForm {
    form(&parts.concat(), &mut Host::default())
}

#[test]
fn what_is_computed_first_comes_first_where_operands_may_change_places() {
    let add = |one: &[u64], other: &[u64]| of(&[&[9, 1, 2], one, other]);
    let (early, late, number) = (local(3), local(8), constant(0, 50, 20));
    assert_eq!(add(&early, &late), add(&late, &early));
    assert_eq!(add(&early, &late).code, [2, 0, 3, 0, 8]);
    assert_eq!(add(&number, &late), add(&late, &number));
    let subtract = |one: &[u64], other: &[u64]| of(&[&[9, 0, 2], one, other]);
    assert_ne!(subtract(&early, &late), subtract(&late, &early));
    // No order of constants is the same in every process.
    let other = constant(0, 51, 20);
    assert_eq!(add(&number, &other).constants.map_values(), [50, 51]);
    assert_eq!(add(&other, &number).constants.map_values(), [51, 50]);
}

trait Values {
    fn map_values(&self) -> Vec<u64>;
}

impl Values for Vec<FormConstant> {
    fn map_values(&self) -> Vec<u64> {
        self.iter().map(|constant| constant.value).collect()
    }
}

#[test]
fn a_comparison_changes_its_predicate_with_its_operands() {
    let (early, late) = (local(3), local(8));
    let less = of(&[&[9, 2, 30, 40, 2], &early, &late]);
    let greater = of(&[&[9, 2, 40, 30, 2], &late, &early]);
    assert_eq!(less, greater);
    assert_eq!(less.code, [30, 2, 0, 3, 0, 8]);
}

#[test]
fn what_comes_into_a_phi_is_in_the_order_of_blocks() {
    let pair = |block, value| [local(block), local(value)].concat();
    let phi = of(&[&[10, 2], &pair(5, 1), &pair(4, 2)]);
    assert_eq!(phi, of(&[&[10, 2], &pair(4, 2), &pair(5, 1)]));
    assert_eq!(phi.code, [2, 4, 0, 2, 5, 0, 1]);
}

#[test]
fn pointers_and_integers_are_one_but_for_their_kinds() {
    let (pointer, integer, float) = (of(&[&[2, 1]]), of(&[&[2, 2]]), of(&[&[2, 20]]));
    assert_eq!((&pointer.code, &pointer.kinds[..]), (&integer.code, &[1][..]));
    assert_eq!((&integer.kinds[..], &float.kinds[..]), (&[0][..], &[][..]));
    assert_ne!(pointer.code, float.code);
}

#[test]
fn kinds_follow_operands_that_change_places() {
    let (pointer, other) = (constant(0, 50, 1), local(3));
    let one = of(&[&[9, 1, 2], &pointer, &other, &[2, 2]]);
    assert_eq!(one, of(&[&[9, 1, 2], &other, &pointer, &[2, 2]]));
    assert_eq!((one.kinds, one.constants.map_values()), (vec![1, 0], vec![51]));
}

#[test]
fn constants_are_holes_or_belong_to_the_code() {
    let end: &[u64] = &[11];
    let all = of(&[end, &constant(0, 50, 20), &constant(FIXED, 60, 1), &[8, 70], end]);
    assert_eq!(all.code, [1, 0, 20, 2, 61, 1, 0]);
    let seen = |c: &FormConstant| (c.value, c.instruction, c.operand);
    let seen: Vec<_> = all.constants.iter().map(seen).collect();
    assert_eq!(seen, [(50, 1, 1), (70, 1, OFFSET)]);
    // Whether a call may become an indirect one is no property of the code.
    let (free, direct) = (of(&[&constant(CALLEE, 50, 20)]), of(&[&constant(DIRECT, 50, 20)]));
    assert_eq!(free.code, direct.code);
    assert_eq!(direct.constants[0].mode, ConstantMode::Direct);
    assert_ne!(free.code, of(&[&constant(REFERENCE, 50, 20)]).code);
}

#[test]
fn promises_are_words_of_their_own() {
    let all = of(&[&[0, 1, 5], &[1 << 8, 2, 6, 7], &[(1 << 8) + 4], &[5]]);
    assert_eq!((&all.code[..], &all.promises[..]), (&[5, 5][..], &[6, 7, 5][..]));
    assert!(all.has_nameless && !of(&[&[4]]).has_nameless);
}

#[test]
fn distinct_nodes_are_numbered_by_first_sight() {
    // 0 leads to 1 and itself, 1 to what is named; 2 is known by its name alone.
    let nodes =
        vec![vec![0, 2, 1, 3, 6, 1, 0, 6, 0, 0, 4], vec![0, 2, 0, 1, 6, 2, 0], vec![1, 1, 99]];
    let of = |tape: &[u64]| form(tape, &mut Host { nodes: nodes.clone(), ..Host::default() });
    let whole = [3, 0, 1, 3, 3, 1, 0, 1, 2, 99, 4, 0, 5];
    assert_eq!(of(&[6, 0, 0]).code, whole);
    let again = of(&[6, 0, 0, 6, 1, 0, 6, 2, 0]);
    assert_eq!(again.code, [&whole[..], &[4, 1, 2, 99]].concat());
    let promised = of(&[6 + (1 << 8), 0, 0]);
    assert_eq!((&promised.promises[..], promised.code.len()), (&whole[..], 0));
}

#[test]
fn nodes_that_run_deep_are_walked_without_recursion() {
    let mut nodes: Vec<_> = (0..200_000).map(|n| vec![0, 2, 1, 1, 6, n + 1, 0]).collect();
    nodes.push(vec![1, 0]);
    assert_eq!(form(&[6, 0, 0], &mut Host { nodes, ..Host::default() }).code.len(), 800_001);
}
