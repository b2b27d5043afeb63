//! Stack slots: when they are alive, and how many bytes they take together.
//!
//! Consumes: a control-flow graph with the lifetime markers of its static allocas, as plain numbers ([`Frame`]).
//! Produces: where a slot may be alive, and the bytes of all slots when those that are never alive together share
//! space. Guarantees: it follows LLVM's `StackColoring`. Markers decide when a slot is alive; a slot without a marker
//! that starts its life is alive from the beginning; larger slots are placed first. It works with the stretches
//! between markers and not with single instructions, so the result is an estimate, good for comparing two frames.

use std::iter;
use std::ops::Range;

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

    /// The numbers of the set, in ascending order.
    fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        let of_word = |(at, &word): (usize, &u64)| {
            let first = (word != 0).then_some(word);
            let left = iter::successors(first, |&word| Some(word & (word - 1)).filter(|&w| w != 0));
            left.map(move |word| 64 * at + word.trailing_zeros() as usize)
        };
        self.0.iter().enumerate().flat_map(of_word)
    }
}

/// Stretches of code, in ascending order, none of which overlap.
#[derive(Clone, Debug, Default)]
struct Stretches(Vec<Range<usize>>);

impl Stretches {
    /// Adds a stretch that begins at or behind the end of all others.
    fn push(&mut self, stretch: Range<usize>) {
        match self.0.last_mut() {
            Some(last) if last.end == stretch.start => last.end = stretch.end,
            _ => self.0.push(stretch),
        }
    }

    /// Whether two have a place in common. Takes logarithmic time for each stretch of the one that has fewer.
    fn meet(&self, other: &Stretches) -> bool {
        let (few, many) = if self.0.len() < other.0.len() { (self, other) } else { (other, self) };
        few.0.iter().any(|one| {
            let behind = many.0.partition_point(|stretch| stretch.end <= one.start);
            many.0.get(behind).is_some_and(|stretch| stretch.start < one.end)
        })
    }

    /// Adds all stretches of another one, which it does not meet.
    fn join(&mut self, other: &Stretches) {
        for stretch in &other.0 {
            let at = self.0.partition_point(|one| one.start < stretch.start);
            self.0.insert(at, stretch.clone());
        }
    }
}

/// Which slots may be alive at the start of each block.
#[derive(Clone, Debug)]
pub struct AliveSlots {
    at_start: Vec<Bits>,
}

impl AliveSlots {
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
    pub fn alive(&self) -> AliveSlots {
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
        AliveSlots { at_start }
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
        let mut places: Vec<(u64, Stretches)> = Vec::new();
        for slot in order {
            match places.iter_mut().find(|(_, taken)| !taken.meet(&times[slot])) {
                Some((_, taken)) => taken.join(&times[slot]),
                None => places.push((self.bytes[slot], times[slot].clone())),
            }
        }
        places.iter().map(|(bytes, _)| bytes).sum()
    }

    /// For each slot, the stretches between markers in which it may be alive. Takes time linear in the markers, and in the slots that
    /// are alive where blocks begin.
    fn times(&self) -> Vec<Stretches> {
        let alive = self.alive();
        let mut times = vec![Stretches::default(); self.bytes.len()];
        let mut since: Vec<Option<usize>> = vec![None; self.bytes.len()];
        let mut point = 0;
        for (events, at_start) in self.events.iter().zip(&alive.at_start) {
            let mut begun: Vec<usize> = at_start.numbers().collect();
            begun.iter().for_each(|&slot| since[slot] = Some(point));
            for event in events {
                point += 1;
                if event.starts {
                    since[event.slot].get_or_insert(point);
                    begun.push(event.slot);
                } else if let Some(start) = since[event.slot].take() {
                    times[event.slot].push(start..point);
                }
            }
            point += 1;
            for slot in begun {
                if let Some(start) = since[slot].take() {
                    times[slot].push(start..point);
                }
            }
        }
        times
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same as [`Frame::size`] by sets of single points: quadratic, and simple.
    fn naive_size(frame: &Frame) -> u64 {
        let alive = frame.alive();
        let mut points = vec![Vec::new(); frame.bytes.len()];
        let mut point = 0;
        for (block, events) in frame.events.iter().enumerate() {
            let mut now = alive.at_start[block].clone();
            for event in [None].into_iter().chain(events.iter().map(Some)) {
                if let Some(event) = event {
                    now.set(event.slot, event.starts);
                }
                now.numbers().for_each(|slot| points[slot].push(point));
                point += 1;
            }
        }
        let mut order: Vec<usize> = (0..frame.bytes.len()).collect();
        order.sort_by_key(|&slot| std::cmp::Reverse(frame.bytes[slot]));
        let mut places: Vec<(u64, Vec<usize>)> = Vec::new();
        for slot in order {
            let fits = |taken: &[usize]| taken.iter().all(|point| !points[slot].contains(point));
            match places.iter_mut().find(|(_, taken)| fits(taken)) {
                Some((_, taken)) => taken.extend(&points[slot]),
                None => places.push((frame.bytes[slot], points[slot].clone())),
            }
        }
        places.iter().map(|(bytes, _)| bytes).sum()
    }

    fn frames() -> impl Strategy<Value = Frame> {
        let block = (
            proptest::collection::vec(0..5_u32, 0..3),
            proptest::collection::vec((0..6_usize, any::<bool>()), 0..8),
        );
        let blocks = proptest::collection::vec(block, 5);
        (proptest::collection::vec(0..5_u64, 6), blocks).prop_map(|(bytes, blocks)| Frame {
            bytes,
            successors: blocks.iter().map(|(next, _)| Nodes::from_slice(next)).collect(),
            events: blocks
                .iter()
                .map(|(_, all)| all.iter().map(|&(slot, starts)| Event { slot, starts }).collect())
                .collect(),
        })
    }

    proptest! {
        #[test]
        fn stretches_say_the_same_as_sets_of_points(frame in frames()) {
            let is_marked = frame.marked().contains(&true);
            prop_assert_eq!(frame.size(), if is_marked { naive_size(&frame) } else { frame.bytes.iter().sum() });
        }
    }

    /// A merge of two functions with 10,000 slots took seconds.
    #[test]
    fn ten_thousand_slots_that_live_in_turns_take_the_space_of_one() {
        let turn = |slot| [true, false].map(|starts| Event { slot, starts });
        let frame = Frame {
            bytes: vec![8; 10_000],
            successors: vec![Nodes::new()],
            events: vec![(0..10_000).flat_map(turn).collect()],
        };
        assert_eq!(frame.size(), 8);
    }

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
