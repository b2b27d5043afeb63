//! Filters: numbers by which functions are sorted before their canonical forms are made.
//!
//! Consumes: the outlines of instructions, block by block. Produces: a number for each function.
//! Guarantees: equal for functions with equal canonical code (and, where operands are told, equal constants), in
//! any order of blocks, as long as no blocks are there that only each other reach; often different for others. It
//! decides nothing: names in it are whatever the host has, so that numbers differ from run to run.

use rustc_hash::FxHashMap;

/// How often filters take up those of the functions that are referred to: far enough to tell most chains of calls
/// apart, and cheap.
const ROUNDS: usize = 2;

/// What the canonical form does with an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A φ or a stack slot: the order of blocks and the type of the slot do not count.
    Unordered,
    /// The computation of an address: how it is computed does not count.
    Address,
    /// All else.
    Plain,
}

/// What a filter takes of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The opcode.
    pub opcode: u32,
    /// Equal for types that count as one.
    pub ty: u64,
    /// What is done with it.
    pub shape: Shape,
    /// Of a comparison, the predicate or that of its mirror image, whichever is less.
    pub predicate: Option<u32>,
    /// Whether the first two operands may change places.
    pub exchanges: bool,
    /// How many operands it has.
    pub operands: u32,
}

/// An operand, as far as a filter tells it apart; `F` names functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand<F> {
    /// What is no constant.
    Local,
    /// An integer, its lowest 64 bits.
    Number(u64),
    /// A null pointer, an aggregate of zeros, or undefined.
    Empty,
    /// A function with a body: it may be equal to another one.
    Function(F),
    /// Any other constant, by name.
    Named(u64),
}

/// The number of a block; `operands` are those of all instructions, one after the other, or empty where they are not
/// told. Functions that are referred to are appended to `references`.
pub fn of_block<F: Copy>(
    outlines: &[Outline],
    mut operands: &[Operand<F>],
    references: &mut Vec<F>,
) -> u64 {
    let tells_operands = !operands.is_empty();
    let mut hash = 0;
    for outline in outlines {
        let count = if tells_operands { outline.operands as usize } else { 0 };
        let (own, rest) = operands.split_at(count);
        operands = rest;
        hash = mix(hash, of_instruction(outline, own, references));
    }
    hash
}

fn of_instruction<F: Copy>(
    outline: &Outline,
    operands: &[Operand<F>],
    references: &mut Vec<F>,
) -> u64 {
    let mut number = |operand: &Operand<F>| of_operand(operand, references);
    let mut hash = mix(outline.opcode.into(), outline.ty);
    let mut rest = operands;
    match outline.shape {
        Shape::Unordered => {
            operands.iter().for_each(|operand| _ = number(operand));
            return hash;
        }
        Shape::Address => rest = &operands[..operands.len().min(1)],
        Shape::Plain => {
            hash = mix(hash, outline.operands.into());
            if let Some(predicate) = outline.predicate {
                hash = mix(hash, predicate.into());
            }
            if let ([first, second, ..], true) = (operands, outline.exchanges) {
                hash = mix(hash, number(first).wrapping_add(number(second)));
                rest = &operands[2..];
            }
        }
    }
    rest.iter().fold(hash, |hash, operand| mix(hash, number(operand)))
}

fn of_operand<F: Copy>(operand: &Operand<F>, references: &mut Vec<F>) -> u64 {
    match *operand {
        Operand::Local => 1,
        Operand::Number(number) => number,
        Operand::Empty => 0,
        Operand::Named(name) => name,
        Operand::Function(function) => {
            references.push(function);
            1
        }
    }
}

/// Takes up what each function refers to: `filters` by function, `references` by index of a function, or the name of
/// one that takes no part and is no other's equal. Equal functions refer to equal ones, in any order of blocks.
pub fn refine(filters: &mut Vec<u64>, references: &[Vec<Result<usize, u64>>]) {
    for _ in 0..ROUNDS {
        let digest = |reference: &Result<usize, u64>| match *reference {
            Ok(function) => scramble(filters[function]),
            Err(name) => scramble(name),
        };
        let sums = references.iter().map(|of| of.iter().map(digest).fold(0, u64::wrapping_add));
        let refined = |(&filter, sum): (&u64, u64)| scramble(filter).wrapping_add(sum);
        *filters = filters.iter().zip(sums).map(refined).collect();
    }
}

/// Which functions share their filter with another.
pub fn with_company(filters: &[u64]) -> Vec<bool> {
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    filters.iter().for_each(|&filter| *counts.entry(filter).or_default() += 1);
    filters.iter().map(|filter| counts[filter] > 1).collect()
}

/// Mixes one more number in, as [`scramble`] does.
pub fn mix(hash: u64, more: u64) -> u64 {
    let mixed = (hash ^ more).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 33)
}

/// The finalizer of MurmurHash3, in half.
fn scramble(number: u64) -> u64 {
    mix(0, number ^ (number >> 33))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ADD: Outline = Outline {
        opcode: 1,
        ty: 7,
        shape: Shape::Plain,
        predicate: None,
        exchanges: true,
        operands: 2,
    };

    fn of(outlines: &[Outline], operands: &[Operand<usize>]) -> (u64, Vec<usize>) {
        let mut references = Vec::new();
        (of_block(outlines, operands, &mut references), references)
    }

    #[test]
    fn operands_that_change_places_do_not_count() {
        let (one, two) = (Operand::Local, Operand::Number(9));
        assert_eq!(of(&[ADD], &[one, two]), of(&[ADD], &[two, one]));
        let fixed = Outline { exchanges: false, ..ADD };
        assert_ne!(of(&[fixed], &[one, two]), of(&[fixed], &[two, one]));
    }

    #[test]
    fn how_an_address_is_computed_does_not_count() {
        let address = |operands| Outline { shape: Shape::Address, operands, ..ADD };
        let (base, step) = (Operand::Local, Operand::Number(4));
        let (short, long) = (address(2), address(3));
        assert_eq!(of(&[short], &[base, step]), of(&[long], &[base, step, Operand::Number(1)]));
        assert_ne!(of(&[short], &[base, step]), of(&[short], &[Operand::Named(5), step]));
    }

    #[test]
    fn functions_count_as_one_and_are_told() {
        let call = |function| of(&[ADD], &[Operand::Local, Operand::Function(function)]);
        let ((hash, references), (other, others)) = (call(3), call(4));
        assert_eq!((hash, references, others), (other, vec![3], vec![4]));
        let phi = Outline { shape: Shape::Unordered, ..ADD };
        assert_eq!(of(&[phi], &[Operand::Function(8), Operand::Local]).1, [8]);
    }

    #[test]
    fn what_is_called_tells_callers_apart() {
        let mut filters = vec![1, 1, 1, 5, 6];
        refine(&mut filters, &[vec![Ok(3)], vec![Ok(3)], vec![Ok(4)], vec![], vec![Err(9)]]);
        assert_eq!(with_company(&filters), [true, true, false, false, false]);
    }

    proptest! {
        #[test]
        fn order_of_references_does_not_count(
            filters in prop::collection::vec(any::<u64>(), 4),
            references in prop::collection::vec((0usize..4).prop_map(Ok), 0..6),
        ) {
            let refined = |first: Vec<Result<usize, u64>>| {
                let mut filters = filters.clone();
                refine(&mut filters, &[first, vec![], vec![], vec![]]);
                filters
            };
            let backwards = references.iter().rev().copied().collect();
            prop_assert_eq!(refined(references), refined(backwards));
        }
    }
}
