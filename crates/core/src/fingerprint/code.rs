//! The 32-bit instruction code of F3M, section III-B.
//!
//! Consumes: opcode, result type and operand types. Produces: a code that is equal for instructions that
//! may merge and nearly always different for others.
//! Guarantees: take two instructions of the same opcode and number of operands. If exactly one type differs, their
//! codes differ, as long as the module has less than 2^20 types. If each instruction has one type throughout, and the
//! two types differ, then their codes differ for up to 15 operands and less than 2^16 types.
//!
//! Layout, from the top: opcode (8 bits), number of operands (4 bits, 15 standing for more), types (20
//! bits). The paper multiplies the numbers of the operand types. Our numbers are small and dense, so many
//! products would be equal (2 · 6 = 3 · 4). Here the types are the digits of a number in an odd base, modulo
//! 2^20, so that their order counts too.

use crate::ir::{EncodedFunction, TypeId};

/// Bits for the types.
const TYPE_BITS: u32 = 20;
/// Bits for the number of operands.
const COUNT_BITS: u32 = 4;
/// The lowest bit of a code's opcode and number of operands. Bits from here on are the same in all modules.
pub(super) const OPCODE_SHIFT: u32 = TYPE_BITS;
/// The base that type numbers are digits in. Where all types are equal, the type's number is multiplied by a
/// sum of powers of this base. The base is 1 modulo 4, so that this product loses as few low bits as possible.
const BASE: u32 = 0x9e375;

/// The code of an instruction of `opcode` (LLVM's number, below 256) with these types.
///
/// Type numbers belong to a module, and so do codes.
pub fn instruction_code(
    opcode: u32,
    result: TypeId,
    operands: impl Iterator<Item = TypeId>,
) -> u32 {
    let (count, types) = operands.fold((0_u32, digit(0, result)), |(count, types), operand| {
        (count.saturating_add(1), digit(types, operand))
    });
    let count = count.min((1 << COUNT_BITS) - 1);
    (opcode << (TYPE_BITS + COUNT_BITS)) | (count << TYPE_BITS) | (types & ((1 << TYPE_BITS) - 1))
}

/// Appends a type as a digit. Types count from 1, so that the first type is not a leading zero.
fn digit(types: u32, next: TypeId) -> u32 {
    types.wrapping_mul(BASE).wrapping_add(next.as_u32()).wrapping_add(1)
}

/// The codes of a function: blocks in order, instructions in order.
pub fn instruction_codes(function: &EncodedFunction) -> Vec<u32> {
    let insts = function.blocks.values().flat_map(|block| &block.insts);
    insts.map(|&inst| function.insts[inst].code).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::ir::{Block, Inst, InstKind};
    use crate::key::MergeKey;

    fn code(opcode: u32, result: u32, operands: &[u32]) -> u32 {
        let operands = operands.iter().map(|&t| TypeId::from_u32(t));
        instruction_code(opcode, TypeId::from_u32(result), operands)
    }

    #[test]
    fn each_property_matters() {
        let add = code(13, 3, &[3, 3]);
        assert_eq!(add, code(13, 3, &[3, 3]));
        assert_ne!(add, code(14, 3, &[3, 3]), "opcode");
        assert_ne!(add, code(13, 4, &[3, 3]), "result type");
        assert_ne!(add, code(13, 3, &[3, 4]), "operand type");
        assert_ne!(add, code(13, 3, &[3]), "number of operands");
        assert_ne!(code(56, 0, &[1, 2]), code(56, 0, &[2, 1]), "order of operands");
        assert_ne!(code(56, 0, &[2, 6]), code(56, 0, &[3, 4]), "a product would be equal");
        assert_ne!(code(56, 0, &[]), code(56, 1, &[]), "the first type is no zero");
    }

    #[test]
    fn the_opcode_is_on_top() {
        assert_eq!(code(255, 9, &[9; 40]) >> 24, 255);
        assert_eq!(code(1, 9, &[9; 40]) >> 24, 1);
    }

    #[test]
    fn many_operands_leave_opcode_and_count_in_place() {
        assert_eq!(code(2, 7, &[1; 15]) >> 20, 0x2f);
        assert_eq!(code(2, 7, &[1; 500]) >> 20, 0x2f);
        assert_ne!(code(2, 7, &[1; 16]), code(2, 7, &[1; 17]));
    }

    /// The forms of arithmetic, loads, stores and comparisons, over more types than a module has.
    #[test]
    fn types_of_simple_instructions_never_collide() {
        let forms: [fn(u32) -> u32; 5] = [
            |t| code(13, t, &[t, t]),
            |t| code(32, t, &[1]),
            |t| code(33, 0, &[t, 1]),
            |t| code(53, 2, &[t, t]),
            |t| code(60, t, &[2, t, t]),
        ];
        for form in forms {
            let codes: BTreeSet<u32> = (0..20_000).map(form).collect();
            assert_eq!(codes.len(), 20_000);
        }
    }

    proptest! {
        #[test]
        fn one_different_type_is_always_seen(
            types in prop::collection::vec(0_u32..100_000, 1..20), at: prop::sample::Index, other in 0_u32..100_000
        ) {
            let mut changed = types.clone();
            *at.get_mut(&mut changed) = other;
            let both = [&types, &changed].map(|t| code(1, t[0], &t[1..]));
            prop_assert_eq!(types == changed, both[0] == both[1]);
        }
    }

    #[test]
    fn a_function_is_read_block_by_block() {
        let mut function = EncodedFunction::empty("f", TypeId::from_u32(0));
        for codes in [vec![5, 6], vec![7]] {
            let block = function.blocks.push(Block::default());
            for code in codes {
                let (ty, key) = (TypeId::from_u32(0), MergeKey(0));
                let operands = Default::default();
                let kind = InstKind::Normal;
                let inst = function.insts.push(Inst {
                    kind,
                    ty,
                    key,
                    code,
                    cost: 1,
                    bytes: 0,
                    passed_bytes: 0,
                    saved_bytes: 0,
                    call: None,
                    commutes: false,
                    rematerializable: false,
                    folded: false,
                    block,
                    operands,
                });
                function.blocks[block].insts.push(inst);
            }
        }
        let entry = function.entry();
        function.blocks[entry].insts.reverse();
        assert_eq!(instruction_codes(&function), [6, 5, 7]);
    }
}
