//! What the merged function needs of the stack.
//!
//! Consumes: a finished [`MergePlan`] with its lifetime markers, and the functions. Produces: nothing, or the reason
//! against the merge.
//! Guarantees: it measures the plan as [`EncodedFunction::frame_size`](crate::ir::EncodedFunction::frame_size) measures
//! the originals, so that their limits hold for it.

use cranelift_entity::EntitySet;

use super::{MergePlan, Origin, PlanValue, Sides, Slot, SlotId, SlotKind};
use crate::ir::{EncodedFunction, Inst, InstKind, Tables};
use crate::registers::{Registers, ValueSize};
use crate::reject::Reject;
use crate::stack::live::{InstructionRole, OperandRole, Values};
use crate::stack::slots::{Event, Frame};
use crate::stack::{FrameLimit, FrameSize, Recursion};

/// Refuses functions if one needs more stack than another allows. The merged function would need as much: it has the stack
/// slots of all, and keeps the values of all across calls.
///
/// # Errors
/// [`Reject::FrameGrows`].
pub(super) fn agree(sides: Sides<'_>) -> Result<(), Reject> {
    // What is inlined into one of them comes into the frames of all, and nothing measures it before.
    if recurses(sides) && !sides.agree(|function| function.inlines) {
        return Err(Reject::FrameGrows);
    }
    let limit = limit(sides);
    let fits = sides.functions().all(|function| limit.allows(function.frame));
    if fits { Ok(()) } else { Err(Reject::FrameGrows) }
}

/// The bytes of the plan's frame that the merge must pay for.
pub(super) fn excess(plan: &MergePlan, sides: Sides<'_>) -> u64 {
    limit(sides).excess(plan.frame)
}

/// The limit for the frame of a function that takes the place of all of these.
fn limit(sides: Sides<'_>) -> FrameLimit {
    let limits = sides.functions().map(|function| function.limit);
    limits.reduce(FrameLimit::and).unwrap_or_default()
}

/// What the merged function needs of the stack. Refuses a plan that needs more than the originals behind it allow.
///
/// # Errors
/// [`Reject::FrameGrows`].
pub(super) fn check(
    plan: &MergePlan,
    sides: Sides<'_>,
    tables: &Tables,
    thunks_stay: bool,
) -> Result<FrameSize, Reject> {
    let limit = limit(sides);
    let slots = slots(plan, sides).size();
    if !limit.allows_slots(slots) {
        return Err(Reject::FrameGrows);
    }
    let kept = values(plan, sides, tables).kept(registers(sides, tables));
    let outside =
        most(plan, sides, |inst| inst.passed_bytes) + most(plan, sides, |inst| inst.saved_bytes);
    let answers = if recurses(sides) {
        repeated_questions(plan, sides) * tables.registers.bytes()
    } else {
        0
    };
    let conversion_slots = conversion_slots(plan, sides);
    let frame = FrameSize { conversion_slots, ..FrameSize::of(slots, outside + answers, kept) };
    if fits(frame, sides, tables, thunks_stay) { Ok(frame) } else { Err(Reject::FrameGrows) }
}

/// Checks a merged function, `made`, once LLVM has cleaned it up. LLVM moves code that two sides have in common, which keeps
/// values alive for longer. Refuses a function that direct calls lead back to if its frame may then be larger than the
/// originals behind it allow; other functions have room for that.
///
/// # Errors
/// [`Reject::FrameGrows`].
pub fn check_frame(
    made: &EncodedFunction,
    sides: Sides<'_>,
    tables: &Tables,
    thunks_stay: bool,
) -> Result<(), Reject> {
    let frame = made.frame_on(tables, registers(sides, tables));
    let may_grow = !recurses_for_certain(sides) || fits(frame, sides, tables, thunks_stay);
    if may_grow { Ok(()) } else { Err(Reject::FrameGrows) }
}

/// Whether direct calls lead back to one of the functions.
pub fn recurses_for_certain(sides: Sides<'_>) -> bool {
    sides.functions().any(|function| function.recursion == Recursion::Certain)
}

fn recurses(sides: Sides<'_>) -> bool {
    sides.functions().any(|function| function.recursion != Recursion::None)
}

/// The registers that a merged function is measured with. If a side may call itself, the most that values may take counts;
/// otherwise a register more or less does not matter.
fn registers(sides: Sides<'_>, tables: &Tables) -> Registers {
    let recurses = recurses(sides);
    let addresses = tables.registers.addresses && recurses;
    Registers { addresses, at_most: recurses, ..tables.registers }
}

/// Whether the originals allow a merged function with this frame.
fn fits(frame: FrameSize, sides: Sides<'_>, tables: &Tables, thunks_stay: bool) -> bool {
    let fits = |function: &EncodedFunction| {
        let stays = thunks_stay || !function.uses.removable;
        let thunk = if stays { function.uses.thunk_bytes } else { 0 };
        // Code generation may keep the addresses of stack slots and of variables in registers across calls. Originals are
        // taken to keep none: their code is simpler, so code generation seldom does it there.
        let is_first = frame.slots > 0 && function.frame.slots == 0;
        let recurses = function.recursion != Recursion::None;
        // Targets where loads and stores take addresses from registers save registers in pairs.
        let grows = tables.registers.addresses && frame.bytes() > function.limit.smallest;
        let kept = u32::from(recurses) * (frame.addresses + u32::from(grows));
        let more = kept + u32::from(is_first);
        let addresses = u64::from(more) * tables.registers.bytes();
        let conversion_slots = match recurses {
            true => frame.conversion_slots.saturating_sub(function.limit.conversion_slots),
            false => 0,
        };
        function.limit.allows_with(frame, thunk + addresses + conversion_slots)
    };
    limit(sides).allows(frame) && sides.functions().all(fits)
}

/// How many answers about the identifier may be kept across calls. Where the plan asks one question several times, LLVM
/// asks it once and keeps the answer in a register. With two sides, the identifier itself is the answer.
fn repeated_questions(plan: &MergePlan, sides: Sides<'_>) -> u64 {
    if sides.count() == 2 {
        return 0;
    }
    let (mut once, mut again) = (Vec::new(), Vec::new());
    let chooses = |slot: &&Slot| matches!(slot.kind, SlotKind::Select | SlotKind::IdBranch);
    let choices = plan.slots.values().filter(chooses);
    for (question, _) in choices.flat_map(|slot| slot.choice().questions) {
        match once.contains(&question) {
            false => once.push(question),
            true if again.contains(&question) => {}
            true => again.push(question),
        }
    }
    again.len() as u64
}

/// The greatest value of `bytes` over all instructions of the merged function.
fn most(plan: &MergePlan, sides: Sides<'_>, bytes: fn(&Inst) -> u64) -> u64 {
    let origins = plan.slots.values().filter_map(|slot| slot.copied());
    let insts = origins.flat_map(|origin| sides.insts(origin));
    insts.map(|(_, inst)| bytes(inst)).max().unwrap_or(0)
}

/// The bytes of stack slots that code generation may make for conversions of the merged function.
fn conversion_slots(plan: &MergePlan, sides: Sides<'_>) -> u64 {
    let bytes = |origin: &Origin| {
        let insts = sides.insts(origin).map(|(_, inst)| inst);
        let conversions = insts.filter(|inst| inst.kind != InstKind::StaticAlloca);
        conversions.map(|inst| inst.bytes).max().unwrap_or(0)
    };
    plan.slots.values().filter_map(|slot| slot.copied()).map(bytes).sum()
}

/// The stack slots of the merged function, with its control flow and its lifetime markers.
fn slots(plan: &MergePlan, sides: Sides<'_>) -> Frame {
    let mut slots = Vec::new();
    let mut frame = Frame::default();
    for &id in &plan.blocks[plan.entry()].slots {
        let origin = plan.slots[id].copied();
        let insts = origin.into_iter().flat_map(|origin: &Origin| sides.insts(origin));
        let allocas = insts.filter(|(_, inst)| inst.kind == InstKind::StaticAlloca);
        let bytes = allocas.map(|(_, inst)| inst.bytes).max().unwrap_or(0);
        if bytes > 0 {
            slots.push(id);
            frame.bytes.push(bytes);
        }
    }
    for block in plan.blocks.keys() {
        frame.successors.push(plan.successors(block).map(|b| b.as_u32()).collect());
    }
    frame.events = vec![Vec::new(); plan.blocks.len()];
    for content in plan.blocks.values() {
        for &before in &content.slots {
            let first = plan.markers.partition_point(|marker| marker.before < before);
            for marker in plan.markers[first..].iter().take_while(|m| m.before == before) {
                if let Some(slot) = slots.iter().position(|&id| id == marker.slot) {
                    let block = plan.slots[before].block.as_u32() as usize;
                    frame.events[block].push(Event { slot, starts: marker.starts });
                }
            }
        }
    }
    frame
}

/// The slots that take no register of their own, because code generation folds them as it folds their originals: their
/// operands are still constants, except for the first one, and no select or φ needs them as values.
fn folded(plan: &MergePlan, sides: Sides<'_>) -> EntitySet<SlotId> {
    let mut folded = EntitySet::with_capacity(plan.slots.len());
    let is_const = |value: &PlanValue| matches!(value, PlanValue::Const(_));
    for (id, slot) in &plan.slots {
        let (SlotKind::Inst(origin) | SlotKind::Rematerialized(origin)) = &slot.kind else {
            continue;
        };
        if sides.insts(origin).all(|(_, inst)| inst.folded)
            && slot.operands[1..].iter().all(is_const)
        {
            folded.insert(id);
        }
    }
    let chooses = |slot: &&Slot| matches!(slot.kind, SlotKind::Phi(_) | SlotKind::Select);
    for &value in plan.slots.values().filter(chooses).flat_map(|slot| &slot.operands) {
        if let PlanValue::Slot(slot) = value {
            folded.remove(slot);
        }
    }
    folded
}

/// The values of the merged function: parameters, the identifier, slots.
fn values(plan: &MergePlan, sides: Sides<'_>, tables: &Tables) -> Values {
    let id = plan.params.len() as u32;
    let size = |ty| tables.types[ty].size;
    let identifier = ValueSize::INTEGER;
    let sizes = plan.params.values().map(|p| size(p.ty)).chain([identifier]);
    let mut values = Values::new(sizes).uncounted(id);
    let is_stack = |inst: &Inst| inst.kind == InstKind::StaticAlloca;
    let folded = folded(plan, sides);
    let base = |mut value| {
        while let PlanValue::Slot(slot) = value
            && folded.contains(slot)
        {
            value = plan.slots[slot].operands[0];
        }
        value
    };
    let operand = |value| match base(value) {
        PlanValue::Param(param) => OperandRole::Value(param.as_u32()),
        PlanValue::Id => OperandRole::Value(id),
        PlanValue::Slot(slot) => match sides.copied(&plan.slots[slot]).is_some_and(is_stack) {
            true => OperandRole::Free,
            false => OperandRole::Value(id + 1 + slot.as_u32()),
        },
        PlanValue::Block(block) => OperandRole::Block(block.as_u32()),
        PlanValue::Const(id) => OperandRole::of(&tables.consts[id]),
        PlanValue::Poison(_) => OperandRole::Free,
    };
    for (block, content) in &plan.blocks {
        values.block(plan.successors(block).map(|b| b.as_u32()).collect());
        for &slot in &content.slots {
            let content = &plan.slots[slot];
            let copied = sides.copied(content);
            let role = match content.kind {
                SlotKind::Phi(_) => InstructionRole::Phi,
                _ => copied.map_or(InstructionRole::Plain, |inst| InstructionRole::of(inst, true)),
            };
            let is_folded = folded.contains(slot);
            let is_free = is_folded || copied.is_some_and(is_stack);
            let size = if is_free { ValueSize::default() } else { size(content.ty) };
            let chooses = matches!(content.kind, SlotKind::Select | SlotKind::IdBranch);
            let identifier = chooses.then_some(OperandRole::Value(id));
            let used = if is_folded { &[][..] } else { &content.operands };
            let operands = used.iter().map(|&value| operand(value)).chain(identifier);
            values.instruction(id + 1 + slot.as_u32(), size, role, operands);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{PlanOptions, build, lifetimes};
    use super::*;
    use crate::align::{AlignParams, Alignment, Row, align};
    use crate::ir::{BlockId, Call, EncodedFunction};
    use crate::plan::replay;
    use crate::testing::build::*;
    use crate::testing::{Tape, generate, plans};

    /// The verdict on the plan that shares all code of two functions of the same shape.
    fn shared(left: &EncodedFunction, right: &EncodedFunction) -> Result<(), Reject> {
        shared_on(&generate::tables(), left, right)
    }

    fn shared_on(
        tables: &Tables,
        left: &EncodedFunction,
        right: &EncodedFunction,
    ) -> Result<(), Reject> {
        let sides = Sides(&[left, right]);
        let mut plan = plans::weave(sides, &mut Tape::default()).expect("they have the same shape");
        plan.markers.clear();
        lifetimes::place(&mut plan, sides).expect("no sanitizer looks");
        assert_eq!(replay::replay(&plan, sides, tables), Ok(()));
        check(&plan, sides, tables, false).map(drop)
    }

    #[test]
    fn what_is_asked_of_the_identifier_again_may_be_kept_across_calls() {
        let one = |name: u32, [first, second]: [usize; 2]| {
            let call = Inst { call: Some(Call::Plain), ..op(VOID, 5, &[c(first)]) };
            let code = vec![call, op(VOID, 6, &[c(second)]), ret(&[])];
            EncodedFunction { name: name.to_string(), ..function(&[], VOID, vec![code]) }
        };
        let repeated_questions = |members: [[usize; 2]; 3]| {
            let functions = [0, 1, 2].map(|at| one(at, members[at as usize]));
            let functions = functions.each_ref();
            let rows = vec![Row::in_step(
                crate::sides::BySide::all([BlockId::from_u32(0); 3]),
                Sides(&functions),
            )];
            let alignment = Alignment::by_hand(Sides(&functions), rows).expect("it is right");
            let options = PlanOptions::default();
            let plan = build(Sides(&functions), &alignment, &generate::tables(), options);
            super::repeated_questions(&plan.expect("a plan"), Sides(&functions))
        };
        assert_eq!(repeated_questions([[1, 3], [2, 4], [2, 4]]), 1);
        assert_eq!(repeated_questions([[1, 3], [2, 4], [2, 3]]), 0);
        assert_eq!(repeated_questions([[1, 4], [2, 5], [3, 6]]), 2);
    }

    fn limited(function: EncodedFunction, recursion: Recursion) -> EncodedFunction {
        let frame = function.frame_size(&generate::tables());
        EncodedFunction { frame, limit: FrameLimit::of(frame, recursion, 8), ..function }
    }

    #[test]
    fn slots_that_grow_too_much_are_refused() {
        let code = |markers: &[(usize, bool, usize)]| {
            let allocas = [sized_alloca(1000), sized_alloca(1000)];
            let ops = (0..4).map(|n| op(VOID, 9, &[c(n)]));
            let body = allocas.into_iter().chain(ops).chain([ret(&[])]).collect();
            limited(marked(function(&[], VOID, vec![body]), markers), Recursion::None)
        };
        let apart = [(2, true, 0), (4, false, 0), (4, true, 1), (6, false, 1)];
        let (small, large) = (code(&apart), code(&[]));
        assert_eq!([&small, &large].map(|f| f.frame_size(&generate::tables()).slots), [1000, 2000]);
        assert!(shared(&small, &small).is_ok());
        assert!(shared(&large, &large).is_ok());
        assert_eq!(shared(&small, &large), Err(Reject::FrameGrows));
        assert_eq!(shared(&large, &small), Err(Reject::FrameGrows));
    }

    #[test]
    fn the_address_of_a_slot_takes_a_register_where_an_original_had_no_slot() {
        let slots = |slots| {
            let body = vec![sized_alloca(16), op(VOID, 9, &[i(0)]), ret(&[])];
            let limit = FrameLimit { bytes: 20, ..FrameLimit::default() };
            let frame = FrameSize { slots, ..FrameSize::default() };
            EncodedFunction { frame, limit, ..function(&[], VOID, vec![body]) }
        };
        assert!(shared(&slots(16), &slots(16)).is_ok());
        assert_eq!(shared(&slots(16), &slots(0)), Err(Reject::FrameGrows));
    }

    proptest! {
        #[test]
        fn frames_that_do_not_agree_are_refused_in_every_plan(
            (left, right) in prop_oneof![generate::twins(), generate::lookalikes()],
            gap in 0_u32..40,
        ) {
            let limited = |function: EncodedFunction| {
                let recursion = function.recursion;
                limited(function, recursion)
            };
            let (left, right) = (limited(left), limited(right));
            if agree(Sides(&[&left, &right])).is_err() {
                // Without these sizes `agree` refuses nothing, so that the refusal is that of the plan.
                let [left, right] = [left, right].map(|function| {
                    EncodedFunction { frame: FrameSize::default(), ..function }
                });
                let params = AlignParams { gap, ..AlignParams::default() };
                let alignment = align(&left, &right, &params);
                let sides = Sides(&[&left, &right]);
                let options = PlanOptions::default();
                prop_assert!(build(sides, &alignment, &generate::tables(), options).is_err());
            }
        }
    }

    /// Seven values are computed before a call; `count` of them are used behind it.
    fn keeps(count: usize, recursion: Recursion) -> EncodedFunction {
        let values = (0..7).map(|n| op(I32, 10 + n, &[a(0)]));
        let call = crate::ir::Inst { call: Some(Call::Plain), ..op(VOID, 60, &[a(0)]) };
        let uses = (0..7).map(|n| op(VOID, 20, &[if n < count { i(n) } else { c(3) }]));
        let body = values.chain([call]).chain(uses).chain([ret(&[])]).collect();
        limited(function(&[I32], VOID, vec![body]), recursion)
    }

    /// Addresses at these distances from the parameter are computed before a call and used behind it.
    fn keeps_addresses(distances: [usize; 3], folded: bool) -> EncodedFunction {
        let address = |n| crate::ir::Inst { folded, ..rematerializable(PTR, 7, &[a(0), c(n)]) };
        let call = crate::ir::Inst { call: Some(Call::Plain), ..op(VOID, 60, &[]) };
        let uses = (0..3).map(|n| op(VOID, 20, &[i(n)]));
        let body = distances.map(address).into_iter().chain([call]).chain(uses);
        function(&[PTR], VOID, vec![body.chain([ret(&[])]).collect()])
    }

    #[test]
    fn what_is_folded_takes_the_register_of_what_it_is_computed_from() {
        let tables = generate::tables();
        let own = |folded| keeps_addresses([3, 4, 5], folded).frame_size(&tables).values;
        assert_eq!([true, false].map(own), [8, 24]);
        let merged = |distances, folded| {
            let [left, right] = [[3, 4, 5], distances].map(|of| keeps_addresses(of, folded));
            let sides = Sides(&[&left, &right]);
            let plan = plans::weave(sides, &mut Tape::default()).expect("they have the same shape");
            check(&plan, sides, &tables, false).expect("nothing is limited").values
        };
        assert_eq!([true, false].map(|folded| merged([3, 4, 5], folded)), [8, 24]);
        // An access cannot fold a distance that is chosen by the identifier.
        assert_eq!(merged([3, 4, 6], true), 16);
    }

    #[test]
    fn registers_that_are_saved_by_two_leave_room_for_one_less() {
        let of = |values, recursion| {
            let frame = FrameSize { values, ..FrameSize::default() };
            let limit = FrameLimit { bytes: 8, smallest: values, ..FrameLimit::default() };
            EncodedFunction { frame, limit, recursion, ..keeps(1, recursion) }
        };
        let verdict = |addresses, function: EncodedFunction| {
            let tables = generate::tables();
            let registers = Registers { addresses, ..tables.registers };
            shared_on(&Tables { registers, ..tables }, &function, &function)
        };
        assert_eq!(verdict(false, of(0, Recursion::Certain)), Ok(()));
        assert_eq!(verdict(true, of(0, Recursion::Certain)), Err(Reject::FrameGrows));
        assert_eq!(verdict(true, of(0, Recursion::Possible)), Err(Reject::FrameGrows));
        assert_eq!(verdict(true, of(8, Recursion::Certain)), Ok(()));
        assert_eq!(verdict(true, of(0, Recursion::None)), Ok(()));
    }

    #[test]
    fn a_thunk_that_is_no_jump_counts() {
        let of = |thunk_bytes| {
            let few = keeps(1, Recursion::Certain);
            EncodedFunction { uses: crate::ir::Uses { thunk_bytes, ..few.uses }, ..few }
        };
        assert!(shared(&of(0), &of(0)).is_ok());
        assert_eq!(shared(&of(0), &of(64)), Err(Reject::FrameGrows));
    }

    #[test]
    fn arguments_that_one_side_passes_by_the_stack_are_room_in_each_frame() {
        let passing = |passed, recursion| {
            let call = crate::ir::Inst {
                call: Some(Call::Plain),
                passed_bytes: passed,
                ..op(VOID, 60, &[a(0)])
            };
            limited(function(&[I32], VOID, vec![vec![call, ret(&[])]]), recursion)
        };
        let [none, much] = [0, 4096].map(|passed| passing(passed, Recursion::Certain));
        assert!(shared(&much, &much).is_ok());
        assert_eq!(shared(&none, &much), Err(Reject::FrameGrows));
        let [none, much] = [0, 128].map(|passed| passing(passed, Recursion::None));
        assert!(shared(&none, &much).is_ok());
    }

    #[test]
    fn what_recurses_is_not_made_to_keep_many_more_values() {
        let of = |count, recursion| keeps(count, recursion);
        let frame = FrameSize { values: 56, kept: 56, across_calls: 7, ..FrameSize::default() };
        assert_eq!(of(7, Recursion::None).frame, frame);
        let [few, many] = [1, 7].map(|count| of(count, Recursion::Certain));
        // The identifier is one more value.
        assert!(shared(&few, &few).is_ok());
        assert!(shared(&many, &many).is_ok());
        assert_eq!(shared(&few, &many), Err(Reject::FrameGrows));
        assert_eq!(shared(&many, &few), Err(Reject::FrameGrows));
        let [few, many] = [1, 7].map(|count| of(count, Recursion::None));
        assert!(shared(&few, &many).is_ok());
    }
}
