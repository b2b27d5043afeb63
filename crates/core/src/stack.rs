//! The stack: how many bytes a function needs of it, and how many it may need.
//!
//! Consumes: encoded functions and merge plans, as plain numbers. Produces: what a call of a function takes of the
//! stack ([`FrameSize`]), and how much merging may make of that ([`FrameLimit`]).
//! Guarantees: all that code generation puts into a frame is counted: slots ([`slots`]), registers that the function has
//! to save, values that it has to spill ([`live`]), and arguments that it passes by the stack. The result is an estimate
//! that is good for comparing two frames: what both have, such as a frame pointer, is left out.

use serde::{Deserialize, Serialize};

use crate::ir::{Call, ConstInfo, EncodedFunction, Inst, InstId, InstKind, Tables, Value};
use crate::registers::{Registers, ValueSize};

pub mod chains;
pub mod live;
pub mod slots;

use live::{InstructionRole, KeptValues, OperandRole, Values};
use slots::Frame;

/// A lifetime marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Marker {
    /// The instruction that it stands before.
    pub before: InstId,
    /// Whether the slot's life begins there; else it ends. Ends come first.
    pub starts: bool,
    /// The static alloca.
    pub slot: InstId,
}

/// What a call of a function needs of the stack, in bytes, without the return address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FrameSize {
    /// Its static allocas. Those that are never alive together by their markers share space, as in code generation.
    pub slots: u64,
    /// The registers that it saves for its callers, and the values that it spills.
    pub values: u64,
    /// The part of `values` for values that are alive across one call, at the call where it is largest.
    pub kept: u64,
    /// The arguments that it passes on the stack, of the call that passes most: code generation makes room for them
    /// once in the frame. And the registers that it saves whatever values it keeps.
    pub arguments: u64,
    /// How many values it keeps across one call at most.
    pub across_calls: u32,
    /// How many addresses of global variables it may keep across one call beside these.
    pub addresses: u32,
    /// The further bytes of slots that its conversions may take.
    pub conversion_slots: u64,
}

impl FrameSize {
    /// The size of a frame with so many bytes of slots and of arguments, and with these values.
    pub fn of(slots: u64, arguments: u64, kept: KeptValues) -> FrameSize {
        let KeptValues { bytes: values, bytes_across: kept, across_calls, addresses } = kept;
        let conversion_slots = 0;
        FrameSize { slots, values, kept, arguments, across_calls, addresses, conversion_slots }
    }

    /// All bytes together.
    pub fn bytes(self) -> u64 {
        self.slots.saturating_add(self.values).saturating_add(self.arguments)
    }

    /// The bytes that it needs however code generation orders its instructions, and even if arguments are pushed by the calls.
    fn least(self) -> u64 {
        self.slots.saturating_add(self.kept)
    }
}

/// How much stack a function may need that takes the place of another by merging.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FrameLimit {
    /// The most bytes that a function may need which takes the place of this one.
    pub bytes: u64,
    /// The same for [`FrameSize::least`]. If an original's frame is estimated too large, the difference is not left to others.
    pub least: u64,
    /// The most bytes of static allocas that one of the originals behind it has.
    pub largest_slots: u64,
    /// The most bytes that one of the originals behind it needs.
    pub largest: u64,
    /// The same of [`FrameSize::least`].
    pub largest_least: u64,
    /// The fewest bytes that one of the originals behind it needs.
    pub smallest: u64,
    /// The fewest bytes of slots that conversions of one of the originals behind it may take.
    pub conversion_slots: u64,
}

/// Whether a function may have several frames on the stack at once.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Recursion {
    /// No cycle of calls leads back to it.
    #[default]
    None,
    /// A call through a pointer, or of another module, may lead back to it.
    Possible,
    /// Direct calls lead back to it.
    Certain,
}

/// Whether slots have more alignment than callers give to the stack. Where a function realigns its frame, x86 makes no jumps of
/// tail calls.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Realignment {
    /// None has.
    #[default]
    Never,
    /// One may have that code generation makes: it puts a vector into a slot to read an element by a variable index.
    Possible,
    /// One has.
    Certain,
}

impl Recursion {
    /// How many bytes the frame of a function that needs so many may grow by merging, all merges counted together.
    /// ([`FrameLimit::of`] allows a tenth if that is more.)
    ///
    /// A function that may call itself has thousands of frames on the stack at a time. By the estimate, no frame more
    /// than doubles, counted with two words for the return address and for alignment. Where the recursion is certain,
    /// none grows by more than half or two words, whichever is more, and by no more than four words: the rest is left
    /// for what code generation rounds. (LLVM's inliner, for comparison, gives a function that calls itself up to 1,024
    /// bytes of slots, by `TotalAllocaSizeRecursiveCaller`.) Other functions have one frame at a time; small stacks,
    /// such as those of signal handlers, have several of these.
    pub fn spare(self, bytes: u64, word: u64) -> u64 {
        match self {
            Recursion::None => ONCE,
            Recursion::Possible => bytes.saturating_add(2 * word).min(POINTED),
            Recursion::Certain => half(bytes, word).min(4 * word),
        }
    }
}

/// Half of a frame with its return address, but at least two words: the smallest frame of a function that makes calls.
fn half(bytes: u64, word: u64) -> u64 {
    (bytes.saturating_add(word) / 2).max(2 * word)
}

/// The bytes by which a frame may grow that is on the stack once.
const ONCE: u64 = 256;

/// The most bytes by which the frame of a function may grow that may call itself through a pointer.
pub const POINTED: u64 = 128;

/// The slots of a merged function may always exceed the largest original's by so many bytes, or by a tenth.
const SLACK: u64 = 16;

/// The whole frame of a merged function may exceed the largest original's by so many bytes, or by a tenth, without paying for it.
const FREE: u64 = 16;

/// Bytes of a frame that are not counted here: frame pointer, alignment, stack protector. They count against
/// `warn-stack-size`.
const UNCOUNTED: u64 = 64;

impl Default for FrameLimit {
    fn default() -> FrameLimit {
        let most = u64::MAX;
        FrameLimit {
            bytes: most,
            least: most,
            largest_slots: most,
            largest: most,
            largest_least: most,
            smallest: most,
            conversion_slots: most,
        }
    }
}

impl FrameLimit {
    /// The limit of an original that needs so much, on a target of words of so many bytes.
    pub fn of(size: FrameSize, recursion: Recursion, word: u64) -> FrameLimit {
        let most = |bytes| grown(bytes, recursion.spare(bytes, word));
        FrameLimit {
            bytes: most(size.bytes()),
            least: most(size.least()),
            largest_slots: size.slots,
            largest: size.bytes(),
            largest_least: size.least(),
            smallest: size.bytes(),
            conversion_slots: size.conversion_slots,
        }
    }

    /// The same for a function that is not to need more than `most` bytes by its attribute `warn-stack-size`.
    pub fn warned(self, most: Option<u64>) -> FrameLimit {
        let bytes = most.map_or(u64::MAX, |most| most.saturating_sub(most / 10 + UNCOUNTED));
        FrameLimit { bytes: self.bytes.min(bytes), ..self }
    }

    /// The limit of a function that takes the place of both.
    pub fn and(self, other: FrameLimit) -> FrameLimit {
        FrameLimit {
            bytes: self.bytes.min(other.bytes),
            least: self.least.min(other.least),
            largest_slots: self.largest_slots.max(other.largest_slots),
            largest: self.largest.max(other.largest),
            largest_least: self.largest_least.max(other.largest_least),
            smallest: self.smallest.min(other.smallest),
            conversion_slots: self.conversion_slots.min(other.conversion_slots),
        }
    }

    /// Whether a merged function may have slots of so many bytes: not many more than the largest original.
    pub fn allows_slots(self, slots: u64) -> bool {
        slots <= self.bytes && slots <= grown(self.largest_slots, SLACK)
    }

    /// Whether a merged function may need so much, whatever it saves: not too much for any of the originals.
    pub fn allows(self, size: FrameSize) -> bool {
        self.allows_with(size, 0) && self.allows_slots(size.slots)
    }

    /// Whether it may need `more` bytes beyond those that it is known to need.
    pub fn allows_with(self, size: FrameSize, more: u64) -> bool {
        size.bytes().saturating_add(more) <= self.bytes
            && size.least().saturating_add(more) <= self.least
    }

    /// The bytes of its frame that a merged function has to pay for: those by which it is notably larger than the largest original.
    pub fn excess(self, size: FrameSize) -> u64 {
        let beyond = |bytes: u64, largest| bytes.saturating_sub(grown(largest, FREE));
        beyond(size.bytes(), self.largest).max(beyond(size.least(), self.largest_least))
    }
}

/// The bytes to pay for if a frame of unknown size grows by at most so many.
pub fn excess_of(more: u64) -> u64 {
    more.saturating_sub(FREE)
}

/// A tenth more, or `spare` bytes.
fn grown(bytes: u64, spare: u64) -> u64 {
    bytes.saturating_add((bytes / 10).max(spare))
}

impl OperandRole {
    /// A constant as an operand.
    pub fn of(info: &ConstInfo) -> OperandRole {
        match info.variable {
            Some(variable) => OperandRole::Variable(variable),
            None => OperandRole::Free,
        }
    }
}

impl InstructionRole {
    /// The role of an encoded instruction. With `at_most`, what may become a call is one.
    pub fn of(inst: &Inst, at_most: bool) -> InstructionRole {
        match (inst.kind, inst.call) {
            (InstKind::Phi, _) => InstructionRole::Phi,
            (_, None) => InstructionRole::Plain,
            (_, Some(Call::Possible)) if !at_most => InstructionRole::Plain,
            (_, Some(_)) => InstructionRole::Call { by_stack: inst.passed_bytes > 0 },
        }
    }
}

impl Values {
    /// The values of an encoded function: first the parameters, then the instructions, each by number. Addresses of
    /// stack slots do not count, because they are computed again where they are needed.
    fn of(function: &EncodedFunction, tables: &Tables, at_most: bool) -> Values {
        let params = function.params.len() as u32;
        let size = |ty| tables.types[ty].size;
        let mut values = Values::new(function.params.values().map(|param| size(param.ty)));
        let is_slot = |inst: &Inst| inst.kind == InstKind::StaticAlloca;
        let base = |mut value| {
            while let Value::Inst(inst) = value
                && function.insts[inst].folded
            {
                value = function.insts[inst].operands[0].value;
            }
            value
        };
        let operand = |value| match base(value) {
            Value::Arg(arg) => OperandRole::Value(arg.as_u32()),
            Value::Inst(inst) if is_slot(&function.insts[inst]) => OperandRole::Free,
            Value::Inst(inst) => OperandRole::Value(params + inst.as_u32()),
            Value::Block(block) => OperandRole::Block(block.as_u32()),
            Value::Const(id) => OperandRole::of(&tables.consts[id]),
        };
        for (block, content) in &function.blocks {
            values.block(function.successors(block).map(|b| b.as_u32()).collect());
            for &id in &content.insts {
                let inst = &function.insts[id];
                let is_free = is_slot(inst) || inst.folded;
                let size = if is_free { ValueSize::default() } else { size(inst.ty) };
                // A folded instruction is computed where it is used, so its base is used there.
                let used = if inst.folded { &[][..] } else { &inst.operands };
                let operands = used.iter().map(|o| operand(o.value));
                let role = InstructionRole::of(inst, at_most);
                values.instruction(params + id.as_u32(), size, role, operands);
            }
        }
        values
    }
}

impl EncodedFunction {
    /// What an original needs of the stack, at least.
    pub fn frame_size(&self, tables: &Tables) -> FrameSize {
        self.frame_on(tables, Registers { addresses: false, at_most: false, ..tables.registers })
    }

    /// What it may need on a target of these registers.
    pub fn frame_on(&self, tables: &Tables, registers: Registers) -> FrameSize {
        let has_slots = self.insts.values().any(|inst| inst.kind == InstKind::StaticAlloca);
        let slots = if has_slots { Frame::of(self).size() } else { 0 };
        let most = |bytes: fn(&Inst) -> u64| self.insts.values().map(bytes).max().unwrap_or(0);
        let arguments = most(|inst| inst.passed_bytes) + most(|inst| inst.saved_bytes);
        let kept = Values::of(self, tables, registers.at_most).kept(registers);
        let converts = |inst: &&Inst| inst.kind != InstKind::StaticAlloca;
        let conversion_slots = self.insts.values().filter(converts).map(|inst| inst.bytes).sum();
        FrameSize { conversion_slots, ..FrameSize::of(slots, arguments, kept) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(slots: u64, values: u64) -> FrameSize {
        FrameSize { slots, values: 8 * values, kept: 8 * values, ..FrameSize::default() }
    }

    #[test]
    fn what_recurses_may_hardly_grow() {
        let limit =
            |slots, values, recursion| FrameLimit::of(size(slots, values), recursion, 8).bytes;
        assert_eq!(limit(40, 0, Recursion::Certain), 64);
        assert_eq!(limit(1000, 0, Recursion::Certain), 1100);
        assert_eq!(limit(0, 5, Recursion::Certain), 64);
        assert_eq!(limit(0, 9, Recursion::Certain), 104);
        // A return address and one register may become four words.
        assert_eq!(limit(0, 1, Recursion::Certain), 24);
        assert_eq!(limit(0, 0, Recursion::Certain), 16);
        assert_eq!(limit(0, 0, Recursion::Possible), 16);
        assert_eq!(limit(40, 0, Recursion::Possible), 96);
        assert_eq!(limit(400, 0, Recursion::Possible), 528);
        let of = |slots, recursion| FrameLimit::of(size(slots, 0), recursion, 8);
        assert_eq!(of(40, Recursion::Certain).and(of(0, Recursion::None)).bytes, 64);
    }

    #[test]
    fn a_frame_that_is_notably_larger_than_all_originals_has_to_pay() {
        let limit = FrameLimit::of(size(0, 2), Recursion::None, 8);
        let larger = limit.and(FrameLimit::of(size(0, 20), Recursion::None, 8));
        assert_eq!([2, 3, 4, 20].map(|values| limit.excess(size(0, values))), [0, 0, 0, 128]);
        assert_eq!([20, 22, 23].map(|values| larger.excess(size(0, values))), [0, 0, 8]);
    }

    #[test]
    fn merges_of_merged_functions_are_measured_by_the_first_originals() {
        let of = |slots| FrameLimit::of(size(slots, 0), Recursion::None, 8);
        let merged = of(1000).and(of(1000));
        assert!(merged.allows(size(1100, 0)));
        assert!(!merged.allows(size(1101, 0)));
        assert!(!merged.and(of(700)).allows(size(1000, 0)));
    }

    #[test]
    fn values_that_are_kept_count_with_the_slots_of_each_original() {
        let limit = FrameLimit::of(size(0, 2), Recursion::Possible, 8);
        assert!(limit.allows(size(16, 4)));
        assert!(!limit.allows(size(16, 5)));
        assert!(!limit.allows(size(17, 0)), "slots may not grow by as much");
    }

    #[test]
    fn arguments_that_go_by_the_stack_count() {
        let limit = FrameLimit::of(size(0, 2), Recursion::Certain, 8);
        assert!(limit.allows(FrameSize { arguments: 16, ..size(0, 2) }));
        assert!(!limit.allows(FrameSize { arguments: 24, ..size(0, 2) }));
    }

    #[test]
    fn what_may_be_pushed_or_ordered_otherwise_leaves_nothing_to_others() {
        let own = FrameSize { values: 408, arguments: 432, ..FrameSize::default() };
        let limit = FrameLimit::of(own, Recursion::Certain, 8);
        assert!(limit.allows(FrameSize { kept: 16, ..own }));
        assert!(!limit.allows(FrameSize { kept: 24, ..own }));
        assert!(!limit.allows(size(0, 16)));
        assert_eq!(limit.excess(FrameSize { kept: 64, ..own }), 48);
    }

    #[test]
    fn a_limit_that_the_build_sets_leaves_room_for_what_is_not_counted() {
        let limit = |most| FrameLimit::of(size(860, 2), Recursion::None, 8).warned(most);
        assert!(limit(None).allows(size(868, 2)));
        assert!(!limit(Some(900)).allows(size(868, 2)));
        assert!(limit(Some(1100)).allows(size(868, 2)));
    }
}
