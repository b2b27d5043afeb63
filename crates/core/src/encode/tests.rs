use super::*;
use crate::ir::{ConstInfo, TypeInfo};
use crate::registers::{ArgumentRegisters, ValueSize};
use xxhash_rust::xxh3::xxh3_64;

/// Type 0 is void, 1 an integer, 2 a pointer, 3 a label. Constants are their numbers. Intrinsic 1 is a marker, 2 is
/// dropped, 3 needs equal operands.
#[derive(Default)]
struct Known {
    tables: Tables,
    keys: MergeKeys,
}

const VOID: u64 = 0;
const INT: u64 = 1;
const POINTER: u64 = 2;
const LABEL: u64 = 3;

impl Known {
    fn new() -> Known {
        let mut known = Known::default();
        for (name, selectable) in [("void", false), ("i32", true), ("ptr", true), ("label", false)]
        {
            let (is_void, size) = (name == "void", ValueSize::default());
            let info = TypeInfo { name: name.into(), is_void, selectable, size };
            known.tables.types.push(info);
        }
        known
    }

    fn encode(&mut self, described: &[Described]) -> Result<EncodedBody, Reject> {
        let mut body = BodyDescription::default();
        for (inst, operands, words) in described {
            let (operand_count, word_count) = (operands.len() as u32, words.len() as u32);
            body.insts.push(DescribedInst { operands: operand_count, words: word_count, ..*inst });
            body.operands.extend(operands);
            body.words.extend(words);
        }
        encode(&body, self)
    }
}

impl BodyNames for Known {
    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn ty(&mut self, ty: u64) -> TypeId {
        TypeId::from_u32(ty as u32)
    }

    fn constant(&mut self, constant: u64) -> Result<ConstId, Reject> {
        match constant {
            666 => Err(Reject::ComdatLocalReference),
            _ => Ok(ConstId::from_u32(constant as u32)),
        }
    }

    fn is_selectable(&self, constant: ConstId) -> bool {
        constant.as_u32() < 100
    }

    fn treatment(&mut self, intrinsic: u32) -> IntrinsicTreatment {
        match intrinsic {
            1 => IntrinsicTreatment::Lifetime { starts: true },
            2 => IntrinsicTreatment::Drop,
            3 => IntrinsicTreatment::Exact,
            _ => IntrinsicTreatment::Refuse(Reject::Coroutine),
        }
    }

    fn keys(&mut self) -> &mut MergeKeys {
        &mut self.keys
    }

    fn content(&mut self, _kind: u32, word: u64) -> u64 {
        word % 1000
    }

    fn type_content(&mut self, ty: TypeId) -> u64 {
        xxh3_64(self.tables.types[ty].name.as_bytes())
    }

    fn constant_name(&self, constant: ConstId) -> String {
        let name = |one: &ConstInfo| one.name.clone();
        self.tables.consts.get(constant).map(name).unwrap_or_default()
    }
}

type Described = (DescribedInst, Vec<DescribedOperand>, Vec<u64>);

fn inst(kind: InstKind, ty: u64, opcode: u32) -> DescribedInst {
    DescribedInst {
        ty,
        facts: 0,
        bytes: 0,
        kind,
        opcode,
        block: BlockId::from_u32(0),
        intrinsic: 0,
        cost: 1,
        operands: 0,
        words: 0,
        passed: 0,
    }
}

fn operand(reference: OperandReference, ty: u64) -> DescribedOperand {
    DescribedOperand { ty, reference, must_stay: false }
}

fn constant(number: u64) -> DescribedOperand {
    operand(OperandReference::Constant(number), INT)
}

fn add(first: u64, second: u64) -> Described {
    (inst(InstKind::Normal, INT, 13), vec![constant(first), constant(second)], vec![])
}

fn ret() -> Described {
    (inst(InstKind::Ret, VOID, 1), vec![], vec![])
}

fn call(intrinsic: u32, operands: Vec<DescribedOperand>) -> Described {
    (DescribedInst { intrinsic, ..inst(InstKind::Normal, VOID, 56) }, operands, vec![])
}

fn slot() -> Described {
    (inst(InstKind::StaticAlloca, POINTER, 31), vec![constant(1)], vec![])
}

#[test]
fn constants_count_in_a_key_where_they_are_fixed() {
    let mut known = Known::new();
    let body = known.encode(&[add(1, 2), add(3, 4), add(1, 200), add(1, 201), ret()]).unwrap();
    let keys: Vec<MergeKey> = body.insts.values().map(|inst| inst.key).collect();
    assert_eq!(keys[0], keys[1]);
    assert!(keys[2] != keys[0] && keys[3] != keys[2]);
    let (fixed, free) = (OperandMode::Same, OperandMode::Selectable);
    let modes = |at: u32| -> Vec<OperandMode> {
        body.insts[InstId::from_u32(at)].operands.iter().map(|operand| operand.mode).collect()
    };
    assert_eq!((modes(0), modes(2)), (vec![free, free], vec![free, fixed]));
}

#[test]
fn keys_do_not_depend_on_what_was_encoded_before() {
    let (first, second) =
        (vec![add(1, 200), slot(), ret()], vec![call(3, vec![constant(9)]), ret()]);
    let keys = |known: &mut Known, described: &[Described]| -> Vec<MergeKey> {
        known.encode(described).unwrap().insts.values().map(|inst| inst.key).collect()
    };
    let (mut known, mut other) = (Known::new(), Known::new());
    let before = (keys(&mut known, &first), keys(&mut known, &second));
    let after = (keys(&mut other, &second), keys(&mut other, &first));
    assert_eq!(before, (after.1, after.0));
}

#[test]
fn what_a_word_names_counts_by_its_content() {
    // The host has the same thing as 5 in one module and as 1005 in the other.
    let key = |word: u64, is_thing: bool| {
        let (mut known, (inst, operands, _)) = (Known::new(), add(1, 2));
        let body = BodyDescription {
            insts: vec![ret().0, DescribedInst { operands: 2, words: 2, ..inst }],
            operands,
            words: vec![7, word],
            things: is_thing.then_some(DescribedThing { at: 1, kind: 0 }).into_iter().collect(),
            ..BodyDescription::default()
        };
        encode(&body, &mut known).unwrap().insts[InstId::from_u32(1)].key
    };
    assert_eq!(key(5, true), key(1005, true));
    assert!(key(5, true) != key(6, true) && key(5, false) != key(1005, false));
}

#[test]
fn words_tell_instructions_apart_and_those_that_never_merge_have_no_key() {
    let mut known = Known::new();
    let with = |word: u64, facts: u64| {
        let (inst, operands, _) = add(1, 2);
        (DescribedInst { facts, ..inst }, operands, vec![word])
    };
    let never =
        1 << crate::enumeration::number(include_str!("body.def"), "InstructionFact", "Never");
    let body = known.encode(&[with(7, 0), with(8, 0), with(7, 0), with(7, never), ret()]).unwrap();
    let keys: Vec<MergeKey> = body.insts.values().map(|inst| inst.key).collect();
    assert!(keys[0] != keys[1] && keys[0] == keys[2] && keys[3] == MergeKey::NEVER);
}

#[test]
fn what_is_dropped_has_no_id_and_markers_stand_before_what_comes_next() {
    let mut known = Known::new();
    let of_slot = || vec![operand(OperandReference::Inst(0), POINTER)];
    let described =
        [slot(), call(2, vec![]), call(1, of_slot()), call(1, of_slot()), slot(), ret()];
    let body = known.encode(&described).unwrap();
    assert_eq!(body.described.values().copied().collect::<Vec<_>>(), [0, 4, 5]);
    let marker = Marker { before: InstId::from_u32(2), starts: true, slot: InstId::from_u32(0) };
    assert_eq!(body.markers, [marker]);
}

#[test]
fn exact_calls_have_fixed_operands_and_a_terminator_is_never_dropped() {
    let mut known = Known::new();
    let (invoke, ..) = call(2, vec![]);
    let invoke = DescribedInst { kind: InstKind::Invoke, ..invoke };
    let body = known.encode(&[call(3, vec![constant(1)]), (invoke, vec![], vec![])]).unwrap();
    assert_eq!(body.insts.len(), 2);
    assert_eq!(body.insts[InstId::from_u32(0)].operands[0].mode, OperandMode::Same);
}

#[test]
fn a_phi_has_each_reachable_predecessor_once() {
    let mut known = Known::new();
    let from = |reference| operand(reference, LABEL);
    let (first, second) = (BlockId::from_u32(0), BlockId::from_u32(1));
    let pairs = vec![
        constant(1),
        from(OperandReference::Unreached),
        constant(2),
        from(OperandReference::Block(second)),
        constant(2),
        from(OperandReference::Block(second)),
        operand(OperandReference::Inst(0), INT),
        from(OperandReference::Block(first)),
    ];
    let body = known.encode(&[(inst(InstKind::Phi, INT, 55), pairs, vec![]), ret()]).unwrap();
    let phi = &body.insts[InstId::from_u32(0)];
    let expected =
        [(second, Value::Const(ConstId::from_u32(2))), (first, Value::Inst(InstId::from_u32(0)))];
    assert_eq!(phi.incoming().collect::<Vec<_>>(), expected);
}

#[test]
fn the_first_instruction_that_refuses_gives_the_reason() {
    let mut known = Known::new();
    let unsupported = (DescribedInst { facts: facts::UNSUPPORTED, ..add(1, 2).0 }, vec![], vec![]);
    let encoded = known.encode(&[call(9, vec![]), unsupported.clone()]);
    assert_eq!(encoded, Err(Reject::Coroutine));
    assert_eq!(known.encode(&[unsupported]), Err(Reject::UnsupportedInstruction));
    assert_eq!(known.encode(&[add(1, 666)]), Err(Reject::ComdatLocalReference));
}

#[test]
fn a_call_passes_by_the_stack_what_registers_do_not_hold() {
    let mut known = Known::new();
    let registers = ArgumentRegisters::ONE;
    let passed = [PassedArgument { registers, bytes: 4, ..PassedArgument::default() }; 8];
    let (call, ..) = call(0, vec![]);
    let call = DescribedInst { passed: 8, ..call };
    let body = BodyDescription {
        insts: vec![call, call, ret().0],
        passed: passed.repeat(2),
        ..BodyDescription::default()
    };
    let body = encode(&body, &mut known).unwrap();
    let bytes: Vec<u64> = body.insts.values().map(|inst| inst.passed_bytes).collect();
    // x86-64 has six registers for integers, and each of the others takes eight bytes.
    assert_eq!(bytes, [16, 16, 0]);
}
