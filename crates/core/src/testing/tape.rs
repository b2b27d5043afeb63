//! A tape of choices: the one source of chance of all generators.

/// Choices, read one by one; an exhausted tape gives zeros, by convention the smallest choice.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    choices: Vec<u32>,
    next: usize,
}

impl Tape {
    /// From these choices, in order.
    pub fn new(choices: Vec<u32>) -> Self {
        Tape { choices, next: 0 }
    }

    /// From a fuzzer's bytes: four for each choice, a remainder ignored.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let word = |c: &[u8]| c.iter().fold(0, |w, &b| w << 8 | u32::from(b));
        Tape::new(bytes.chunks_exact(4).map(word).collect())
    }

    /// `length` choices that follow from a seed alone (Steele, Lea and Flood's SplitMix).
    pub fn from_seed(seed: u64, length: usize) -> Self {
        let mut state = seed;
        let choices = (0..length).map(|_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            (super::interpret::scramble(state) >> 32) as u32
        });
        Tape::new(choices.collect())
    }

    /// A choice below `count`; 0 where there is none.
    pub fn pick(&mut self, count: usize) -> usize {
        let choice = self.choices.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        (choice as usize).checked_rem(count).unwrap_or(0)
    }

    /// Yes, in one of `count` cases; never on an exhausted tape, as long as `count` is above 1.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.pick(count) + 1 == count
    }

    /// One of these, if there are any.
    pub fn choose<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let index = self.pick(all.len());
        all.get(index).copied()
    }

    /// Whether all choices were read.
    pub fn is_exhausted(&self) -> bool {
        self.next >= self.choices.len()
    }
}
