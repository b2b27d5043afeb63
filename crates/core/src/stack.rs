//! The stack: when slots are alive, how many bytes a function needs, and how many it may need.
//!
//! Consumes: a control-flow graph with the lifetime markers of its static allocas, as plain numbers ([`Frame`]).
//! Produces: where a slot may be alive, and the bytes of the frame when slots that are never alive together share
//! space. Guarantees: it follows LLVM's `StackColoring`. Markers decide when a slot is alive; a slot without a marker
//! that starts its life is alive from the beginning; larger slots are placed first. It works with the stretches
//! between markers and not with single instructions, so the result is an estimate, good for comparing two frames.

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use crate::graph::Nodes;
use crate::ir::{EncodedFunction, Inst, InstId, InstKind, Value};

pub mod held;

use held::{Operand, Sort, Values};

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

/// What a function needs of the stack, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FrameSize {
    /// Its static allocas, as the code generator shares them by their markers.
    pub slots: u64,
    /// The values that it keeps while it calls others.
    pub held: u64,
}

impl FrameSize {
    /// The need of a function with so many bytes of slots that holds so many values across one call.
    pub fn new(slots: u64, values: u64) -> FrameSize {
        FrameSize { slots, held: values * REGISTER }
    }

    /// How many values it keeps.
    pub fn values(self) -> i64 {
        i64::try_from(self.held / REGISTER).unwrap_or(i64::MAX)
    }

    /// All bytes together, without the return address.
    pub fn bytes(self) -> u64 {
        self.slots.saturating_add(self.held)
    }
}

/// Bytes of a register, as of a return address.
const REGISTER: u64 = 8;

/// What one merge may make of the frame of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FrameLimit {
    /// The bytes that a function may need which takes the place of this one.
    pub bytes: u64,
    /// The most bytes of static allocas that one of the originals behind it has.
    pub largest: u64,
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

impl Recursion {
    /// How much a function that needs so many bytes may grow by merging, all merges counted together. LLVM's inliner
    /// allows a caller that calls itself 1,024 bytes of slots (`TotalAllocaSizeRecursiveCaller`) and asks nothing of
    /// others. Less is allowed here, since thousands of frames may lie on the stack at a time: 32 bytes, and no frame
    /// more than doubles. Small stacks (threads of 16 kB, signal handlers of 8 kB) have several functions on them.
    fn spare(self, bytes: u64) -> u64 {
        match self {
            Recursion::None => 256,
            Recursion::Possible => 128,
            Recursion::Certain => bytes.saturating_add(REGISTER).min(32),
        }
    }
}

/// The slots of a merged function may always be larger than the largest original's by so many bytes, or by a tenth.
const SLACK: u64 = 16;

impl Default for FrameLimit {
    fn default() -> FrameLimit {
        FrameLimit { bytes: u64::MAX, largest: u64::MAX }
    }
}

impl FrameLimit {
    /// The limit of an original that needs so much: a tenth more, or a small number of bytes.
    pub fn of(size: FrameSize, recursion: Recursion) -> FrameLimit {
        let bytes = size.bytes();
        FrameLimit { bytes: grown(bytes, recursion.spare(bytes)), largest: size.slots }
    }

    /// The limit of a function that takes the place of both.
    pub fn and(self, other: FrameLimit) -> FrameLimit {
        FrameLimit { bytes: self.bytes.min(other.bytes), largest: self.largest.max(other.largest) }
    }

    /// Whether a merged function may have slots of so many bytes: not many more than the largest original.
    pub fn allows_slots(self, slots: u64) -> bool {
        slots <= self.bytes && slots <= grown(self.largest, SLACK)
    }

    /// Whether a merged function may need so much: neither too much for one of the originals, nor slots of many
    /// more bytes than the largest has.
    pub fn allows(self, size: FrameSize) -> bool {
        size.bytes() <= self.bytes && self.allows_slots(size.slots)
    }
}

/// A tenth more, or `spare` bytes.
fn grown(bytes: u64, spare: u64) -> u64 {
    bytes.saturating_add((bytes / 10).max(spare))
}

/// A slot's life begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The number of the slot.
    pub slot: usize,
    /// Whether its life begins; else it ends.
    pub starts: bool,
}

/// A frame: slots by number, blocks by number, the entry first.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The bytes of each slot.
    pub bytes: Vec<u64>,
    /// The successors of each block.
    pub successors: Vec<Nodes>,
    /// The markers in each block, in order.
    pub events: Vec<Vec<Event>>,
}

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Bits(SmallVec<[u64; 2]>);

impl Bits {
    fn new(count: usize) -> Bits {
        Bits(smallvec![0; count.div_ceil(64)])
    }

    fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }

    fn set(&mut self, bit: usize, value: bool) {
        let (word, mask) = (&mut self.0[bit / 64], 1 << (bit % 64));
        *word = if value { *word | mask } else { *word & !mask };
    }

    /// Adds the others; true when that changed something.
    fn join(&mut self, other: &Bits) -> bool {
        let mut changed = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }

    fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// Which slots may be alive at the start of each block.
#[derive(Clone, Debug)]
pub struct Alive {
    at_start: Vec<Bits>,
}

impl Alive {
    /// Whether the slot may be alive where the block begins.
    pub fn at_start(&self, block: usize, slot: usize) -> bool {
        self.at_start[block].has(slot)
    }
}

impl Frame {
    /// The frame of an encoded function. Slots are numbered in the order of [`EncodedFunction::allocas`].
    pub fn of(function: &EncodedFunction) -> Frame {
        let slots: Vec<InstId> = function.allocas().collect();
        let successors = |block| function.successors(block).map(|b| b.as_u32()).collect();
        let mut frame = Frame {
            bytes: slots.iter().map(|&slot| function.insts[slot].bytes).collect(),
            successors: function.blocks.keys().map(successors).collect(),
            events: vec![Vec::new(); function.blocks.len()],
        };
        for marker in &function.markers {
            let slot = slots.binary_search(&marker.slot).expect("markers are of static allocas");
            let block = function.insts[marker.before].block.as_u32() as usize;
            frame.events[block].push(Event { slot, starts: marker.starts });
        }
        frame
    }

    /// Slots whose life a marker starts; the others are alive from the beginning.
    pub fn marked(&self) -> Vec<bool> {
        let mut marked = vec![false; self.bytes.len()];
        let starts = self.events.iter().flatten().filter(|event| event.starts);
        starts.for_each(|event| marked[event.slot] = true);
        marked
    }

    /// Where slots may be alive: on some path from the entry, their life has begun and has not ended.
    pub fn alive(&self) -> Alive {
        let count = self.bytes.len();
        let mut start = Bits::new(count);
        let marked = self.marked();
        (0..count).filter(|&slot| !marked[slot]).for_each(|slot| start.set(slot, true));
        let mut at_start = vec![Bits::new(count); self.successors.len()];
        let mut seen = vec![false; self.successors.len()];
        let mut waiting = vec![0];
        if let Some(entry) = at_start.first_mut() {
            entry.join(&start);
            seen[0] = true;
        } else {
            waiting.clear();
        }
        while let Some(block) = waiting.pop() {
            let mut now = at_start[block].clone();
            self.events[block].iter().for_each(|event| now.set(event.slot, event.starts));
            for &next in &self.successors[block] {
                let next = next as usize;
                let changed = at_start[next].join(&now);
                if changed || !std::mem::replace(&mut seen[next], true) {
                    waiting.push(next);
                }
            }
        }
        Alive { at_start }
    }

    /// The bytes of all slots when those that are never alive together share space.
    pub fn size(&self) -> u64 {
        let marked = self.marked();
        if !marked.contains(&true) {
            return self.bytes.iter().sum();
        }
        let times = self.times();
        let mut order: Vec<usize> = (0..self.bytes.len()).collect();
        order.sort_by_key(|&slot| std::cmp::Reverse(self.bytes[slot]));
        let mut places: Vec<(u64, Bits)> = Vec::new();
        for slot in order {
            let free = places.iter_mut().find(|(_, taken)| !taken.meets(&times[slot]));
            match free {
                Some((_, taken)) => _ = taken.join(&times[slot]),
                None => places.push((self.bytes[slot], times[slot].clone())),
            }
        }
        places.iter().map(|(bytes, _)| bytes).sum()
    }

    /// For each slot, the stretches between markers in which it may be alive.
    fn times(&self) -> Vec<Bits> {
        let points = self.successors.len() + self.events.iter().map(Vec::len).sum::<usize>();
        let mut times = vec![Bits::new(points); self.bytes.len()];
        let alive = self.alive();
        let mut point = 0;
        for (block, events) in self.events.iter().enumerate() {
            let mut now = alive.at_start[block].clone();
            for event in [None].into_iter().chain(events.iter().map(Some)) {
                if let Some(event) = event {
                    now.set(event.slot, event.starts);
                }
                let slots = times.iter_mut().enumerate();
                slots.filter(|(slot, _)| now.has(*slot)).for_each(|(_, t)| t.set(point, true));
                point += 1;
            }
        }
        times
    }
}

impl Sort {
    /// The sort of an encoded instruction.
    pub fn of(inst: &Inst) -> Sort {
        match inst.kind {
            InstKind::Phi => Sort::Phi,
            _ if inst.call.is_some() => Sort::Call,
            _ => Sort::Plain,
        }
    }
}

impl Values {
    /// The values of an encoded function: first the parameters, then the instructions, each by number. Addresses of
    /// stack slots do not count, because they are computed again where they are needed.
    fn of(function: &EncodedFunction) -> Values {
        let params = function.params.len() as u32;
        let mut values = Values::new(params);
        let operand = |value| match value {
            Value::Arg(arg) => Operand::Value(arg.as_u32()),
            Value::Inst(inst) if function.insts[inst].kind == InstKind::StaticAlloca => {
                Operand::Free
            }
            Value::Inst(inst) => Operand::Value(params + inst.as_u32()),
            Value::Block(block) => Operand::Block(block.as_u32()),
            Value::Const(_) => Operand::Free,
        };
        for (block, content) in &function.blocks {
            values.block(function.successors(block).map(|b| b.as_u32()).collect());
            for &id in &content.insts {
                let inst = &function.insts[id];
                let operands = inst.operands.iter().map(|o| operand(o.value));
                values.instruction(params + id.as_u32(), Sort::of(inst), operands);
            }
        }
        values
    }
}

impl EncodedFunction {
    /// What it needs of the stack.
    pub fn frame_size(&self) -> FrameSize {
        let has_slots = self.insts.values().any(|inst| inst.kind == InstKind::StaticAlloca);
        let slots = if has_slots { Frame::of(self).size() } else { 0 };
        FrameSize::new(slots, Values::of(self).across_calls())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One block with these events, the slots 8 and 4 bytes.
    fn line(events: &[(usize, bool)]) -> Frame {
        let events = events.iter().map(|&(slot, starts)| Event { slot, starts }).collect();
        Frame { bytes: vec![8, 4], successors: vec![Nodes::new()], events: vec![events] }
    }

    #[test]
    fn slots_that_live_one_after_the_other_share_their_place() {
        assert_eq!(line(&[(0, true), (0, false), (1, true), (1, false)]).size(), 8);
    }

    #[test]
    fn slots_that_live_together_or_without_markers_do_not() {
        assert_eq!(line(&[(0, true), (1, true), (0, false), (1, false)]).size(), 12);
        assert_eq!(line(&[(0, true), (0, false)]).size(), 12);
        assert_eq!(line(&[]).size(), 12);
    }

    /// Where the marker that starts a life was in code that can no longer be reached.
    #[test]
    fn a_slot_whose_life_nothing_starts_is_alive_from_the_beginning() {
        let frame = line(&[(0, false), (1, true), (1, false)]);
        assert!(frame.alive().at_start(0, 0));
        assert!(!frame.alive().at_start(0, 1));
    }

    #[test]
    fn a_loop_carries_a_life_back_to_its_head() {
        let event = |slot, starts| Event { slot, starts };
        let frame = Frame {
            bytes: vec![8, 4],
            successors: [&[1][..], &[1, 2], &[]].map(Nodes::from_slice).to_vec(),
            // The first slot is alive from the end of a turn to the next turn, and so at the head.
            events: vec![vec![], vec![event(1, true), event(1, false), event(0, true)], vec![]],
        };
        assert!(frame.alive().at_start(1, 0));
        assert!(!frame.alive().at_start(1, 1));
        assert_eq!(frame.size(), 12);
    }

    #[test]
    fn what_recurses_may_hardly_grow() {
        let limit = |slots, values, recursion| {
            FrameLimit::of(FrameSize::new(slots, values), recursion).bytes
        };
        assert_eq!(limit(40, 0, Recursion::Certain), 72);
        assert_eq!(limit(1000, 0, Recursion::Certain), 1100);
        assert_eq!(limit(40, 0, Recursion::None), 296);
        assert_eq!(limit(0, 5, Recursion::Certain), 72);
        // A return address and one register may become four words.
        assert_eq!(limit(0, 1, Recursion::Certain), 24);
        assert_eq!(limit(0, 0, Recursion::Certain), 8);
        let of = |slots, recursion| FrameLimit::of(FrameSize::new(slots, 0), recursion);
        assert_eq!(of(40, Recursion::Certain).and(of(0, Recursion::None)).bytes, 72);
    }

    #[test]
    fn merges_of_merged_functions_are_measured_by_the_first_originals() {
        let of = |slots| FrameLimit::of(FrameSize::new(slots, 0), Recursion::None);
        let merged = of(1000).and(of(1000));
        assert!(merged.allows(FrameSize::new(1100, 0)));
        assert!(!merged.and(of(900)).allows(FrameSize::new(1101, 0)));
    }

    #[test]
    fn values_that_are_kept_count_with_the_slots_of_each_original() {
        let limit = FrameLimit::of(FrameSize::new(0, 2), Recursion::Possible);
        assert!(limit.allows(FrameSize::new(16, 16)));
        assert!(!limit.allows(FrameSize::new(16, 17)));
        assert!(!limit.allows(FrameSize::new(17, 0)), "slots may not grow by as much");
    }
}
