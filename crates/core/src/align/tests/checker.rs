//! The checker of alignments sees what is wrong.

use super::*;

/// A valid alignment of two blocks, two of them alike, to be damaged.
fn sound() -> (EncodedFunction, Alignment) {
    let func = function(&[block(&body(0, 2), &[1]), block(&body(5, 2), &[])]);
    let alignment = aligned(&func, &func);
    (func, alignment)
}

/// An invoke of key `key`, what follows it, and its landing pad with this clause.
fn throws(key: u32, clause: usize) -> EncodedFunction {
    let mut invoke = build::invoke(&[build::c(3), build::b(1), build::b(2)]);
    (invoke.key.0, invoke.cost) = (key, 3);
    let mut pad = build::landing_pad(build::c(9 + clause));
    pad.key.0 += clause as u32;
    let work = |key| build::op(build::VOID, key, &[build::c(6)]);
    let after = vec![work(9), build::ret(&[])];
    let handler = vec![pad, work(10), work(9), build::ret(&[])];
    build::function(&[], build::VOID, vec![vec![invoke], after, handler])
}

#[test]
fn invokes_are_matched_with_the_landing_pads_that_they_lead_to() {
    let pairs = |left: &EncodedFunction, right: &EncodedFunction| {
        let alignment = aligned(left, right);
        assert_eq!(alignment.validate(left, right), Ok(()));
        alignment.pairs.iter().map(|p| (p.left.as_u32(), p.right.as_u32())).collect::<Vec<_>>()
    };
    let one = throws(102, 0);
    assert_eq!(pairs(&one, &one), [(0, 0), (1, 1), (2, 2)]);
    let other_clause = pairs(&one, &throws(102, 1));
    assert!(!other_clause.contains(&(0, 0)) && !other_clause.contains(&(2, 2)), "{other_clause:?}");
    let other_invoke = pairs(&one, &throws(103, 0));
    assert!(!other_invoke.contains(&(0, 0)) && other_invoke.contains(&(2, 2)), "{other_invoke:?}");
}

#[test]
fn the_checker_sees_a_landing_pad_that_is_not_matched() {
    let one = throws(102, 0);
    let mut alignment = aligned(&one, &one);
    let Step::Match(l, r) = alignment.pairs[2].steps[0] else { panic!("the pads are matched") };
    alignment.pairs[2].steps.splice(..1, [Step::Left(l), Step::Right(r)]);
    let pad = BlockId::from_u32(2);
    assert_eq!(alignment.validate(&one, &one), Err(AlignmentError::LandingPad(pad, pad)));
}

#[test]
fn the_checker_sees_broken_pairs() {
    let (func, sound) = sound();
    let check = |damage: fn(&mut Alignment)| {
        let mut damaged = sound.clone();
        damage(&mut damaged);
        damaged.validate(&func, &func).unwrap_err()
    };
    let (b0, b1, b9) = (BlockId::from_u32(0), BlockId::from_u32(1), BlockId::from_u32(9));
    assert_eq!(check(|a| a.pairs.reverse()), AlignmentError::Order(b0));
    assert_eq!(
        check(|a| a.pairs[1].right = BlockId::from_u32(9)),
        AlignmentError::NoSuchBlock(b1, b9)
    );
    assert_eq!(check(|a| a.pairs[1].right = BlockId::from_u32(0)), AlignmentError::Entry(b1, b0));
}

#[test]
fn the_checker_sees_a_block_that_is_paired_twice() {
    let spec = [block(&body(0, 2), &[1, 2]), block(&body(5, 2), &[]), block(&body(5, 2), &[])];
    let func = function(&spec);
    let mut alignment = aligned(&func, &func);
    let wrong = |step: &mut Step| match step {
        Step::Match(l, r) => *r = InstId::from_u32(l.as_u32() - 3),
        other => panic!("equal blocks match, and not {other:?}"),
    };
    alignment.pairs[2].steps.iter_mut().for_each(wrong);
    alignment.pairs[2].right = alignment.pairs[1].right;
    let twice = AlignmentError::PairedTwice(BlockId::from_u32(1));
    assert_eq!(alignment.validate(&func, &func), Err(twice));
}

#[test]
fn the_checker_sees_broken_steps() {
    let (func, sound) = sound();
    let check = |damage: fn(&mut Vec<Step>)| {
        let mut damaged = sound.clone();
        damage(&mut damaged.pairs[1].steps);
        damaged.validate(&func, &func).unwrap_err()
    };
    let (b1, i3, i4) = (BlockId::from_u32(1), InstId::from_u32(3), InstId::from_u32(4));
    let steps = AlignmentError::Steps(b1, b1);
    assert_eq!(check(|s| s.truncate(2)), steps);
    assert_eq!(check(|s| s.swap(0, 1)), steps);
    assert_eq!(check(|s| s.insert(0, s[0])), steps);
    let commuted = |s: &mut Vec<Step>| {
        let [i3, i4] = [3, 4].map(InstId::from_u32);
        s.splice(0..2, [Step::Right(i3), Step::Match(i3, i4), Step::Left(i4)]);
    };
    assert_eq!(check(commuted), AlignmentError::MayNotMerge(i3, i4));
    let right_first = |s: &mut Vec<Step>| {
        let i3 = InstId::from_u32(3);
        s.splice(0..1, [Step::Right(i3), Step::Left(i3)]);
    };
    assert_eq!(check(right_first), AlignmentError::StretchOrder(i3));
}
