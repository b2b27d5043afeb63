//! The checker of alignments sees what is wrong.

use super::super::add;
use super::*;

/// A function of two blocks, and the valid alignment of it with itself, for tests to damage.
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
    let pairs = |left: &EncodedFunction, right: &EncodedFunction| pairs(&aligned(left, right));
    let one = throws(102, 0);
    assert_eq!(pairs(&one, &one), [(0, 0), (1, 1), (2, 2)]);
    let other_clause = pairs(&one, &throws(102, 1));
    assert!(!other_clause.contains(&(0, 0)) && !other_clause.contains(&(2, 2)), "{other_clause:?}");
    let other_invoke = pairs(&one, &throws(103, 0));
    assert!(!other_invoke.contains(&(0, 0)) && other_invoke.contains(&(2, 2)), "{other_invoke:?}");
}

fn alone(of: usize, inst: u32) -> Origin {
    Origin::one(side(of), InstId::from_u32(inst))
}

#[test]
fn the_checker_sees_a_landing_pad_that_is_not_matched() {
    let one = throws(102, 0);
    for count in 2..=4 {
        let (functions, mut alignment) = same(&one, count);
        assert_eq!(alignment.validate(Sides(&functions)), Ok(()));
        let pads = &mut alignment.rows[2].steps[0];
        let pad = pads.on(side(1)).expect("the pads are matched");
        pads.remove(side(1));
        alignment.rows[2].steps.insert(1, Origin::one(side(1), pad));
        let fault = AlignmentError::LandingPad(2);
        assert_eq!(alignment.validate(Sides(&functions)), Err(fault));
    }
}

/// A function aligned with itself, so many times.
fn same(one: &EncodedFunction, count: usize) -> (Vec<&EncodedFunction>, Alignment) {
    let (functions, params) = (vec![one; count], AlignParams::default());
    let outline = Outline::of(one, params.unit);
    let add = |alignment, new| add(Sides(&functions[..new]), &alignment, (one, &outline), &params);
    let alignment = (2..count).fold(aligned(one, one), add);
    (functions, alignment)
}

#[test]
fn the_checker_sees_broken_rows() {
    let (func, _) = sound();
    let b = |number| BlockId::from_u32(number);
    for count in 2..=5 {
        let (functions, sound) = same(&func, count);
        let check = |damage: &dyn Fn(&mut Alignment)| {
            let mut damaged = sound.clone();
            damage(&mut damaged);
            damaged.validate(Sides(&functions)).unwrap_err()
        };
        let last = side(count - 1);
        assert_eq!(check(&|a| a.rows.reverse()), AlignmentError::Order(1));
        assert_eq!(check(&|a| a.rows[1] = a.rows[0].clone()), AlignmentError::Order(1));
        assert_eq!(
            check(&|a| a.rows[1].blocks.insert(last, b(9))),
            AlignmentError::NoSuchBlock(1, last, b(9))
        );
        assert_eq!(check(&|a| a.rows[1].blocks.insert(last, b(0))), AlignmentError::Entry(1));
        let beyond = side(count);
        assert_eq!(
            check(&|a| a.rows[1].blocks.insert(beyond, b(1))),
            AlignmentError::NoSuchSide(1, beyond)
        );
        assert_eq!(
            check(&|a| a.rows[1].steps.push(Origin::one(beyond, InstId::from_u32(0)))),
            AlignmentError::NoSuchSide(1, beyond)
        );
        assert_eq!(
            check(&|a| a.rows[1].blocks = BySide::one(side(0), b(1))),
            AlignmentError::Alone(1)
        );
        let without = |a: &mut Alignment| a.rows[1].blocks.remove(last);
        let fault =
            if count == 2 { AlignmentError::Alone(1) } else { AlignmentError::Steps(1, last) };
        assert_eq!(check(&without), fault);
    }
}

#[test]
fn the_checker_sees_a_block_that_is_in_two_rows() {
    let spec = [block(&body(0, 2), &[1, 2]), block(&body(5, 2), &[]), block(&body(5, 2), &[])];
    let func = function(&spec);
    for count in 2..=4 {
        let (functions, mut alignment) = same(&func, count);
        let (last, first) = (side(count - 1), alignment.rows[1].clone());
        let second = &mut alignment.rows[2];
        second.blocks.insert(last, BlockId::from_u32(1));
        for (step, other) in second.steps.iter_mut().zip(&first.steps) {
            step.insert(last, other.on(last).expect("equal blocks match"));
        }
        let twice = AlignmentError::BlockTwice(2, last, BlockId::from_u32(1));
        assert_eq!(alignment.validate(Sides(&functions)), Err(twice));
    }
}

#[test]
fn the_checker_sees_broken_steps() {
    let (func, _) = sound();
    let i = InstId::from_u32;
    for count in 2..=5 {
        let (functions, sound) = same(&func, count);
        let check = |damage: &dyn Fn(&mut Vec<Origin>)| {
            let mut damaged = sound.clone();
            damage(&mut damaged.rows[1].steps);
            damaged.validate(Sides(&functions)).unwrap_err()
        };
        let (last, steps) = (side(count - 1), AlignmentError::Steps(1, side(0)));
        assert_eq!(check(&|s| s.truncate(2)), steps);
        assert_eq!(check(&|s| s.swap(0, 1)), steps);
        assert_eq!(check(&|s| s.insert(0, s[0].clone())), steps);
        assert_eq!(check(&|s| s[0].remove(last)), AlignmentError::Steps(1, last));
        assert_eq!(check(&|s| s.push(Origin::default())), AlignmentError::Empty(1));
        // A match of the last side's second instruction with the first one of the others.
        let shifted = |s: &mut Vec<Origin>| {
            s[0].insert(last, i(4));
            s[1].remove(last);
            s.insert(0, Origin::one(last, i(3)));
        };
        assert_eq!(check(&shifted), AlignmentError::MayNotMerge(1, last, i(4)));
        let later_first = |s: &mut Vec<Origin>| {
            _ = s.splice(0..1, (0..count).rev().map(|of| alone(of, 3)));
        };
        let fault = AlignmentError::StretchOrder(1, side(count - 2), i(3));
        assert_eq!(check(&later_first), fault);
    }
}
