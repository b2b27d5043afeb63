//! Stack slots: when they are alive, and how many bytes they take together.
//!
//! Consumes: a control-flow graph with the lifetime markers of its static allocas, as plain numbers ([`Frame`]).
//! Produces: where a slot may be alive, and the bytes of all slots when those that are never alive together share
//! space. Guarantees: it follows LLVM's `StackColoring`. Markers decide when a slot is alive; a slot without a marker
//! that starts its life is alive from the beginning; larger slots are placed first. It works with the stretches
//! between markers and not with single instructions, so the result is an estimate, good for comparing two frames.

use smallvec::{SmallVec, smallvec};

use crate::graph::Nodes;
use crate::ir::{EncodedFunction, InstId};

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
}
