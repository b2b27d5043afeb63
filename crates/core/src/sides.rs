//! The functions of a merge, by number.
//!
//! Consumes: encoded functions. Produces: [`Sides`], the functions by [`SideId`]; [`BySide`], a value for each of some
//! sides; and [`Origin`], the instructions that become one. Guarantees: there may be any number of sides; values of two
//! sides take no memory on the heap.

use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use smallvec::{SmallVec, smallvec};

use crate::ir::{EncodedFunction, Inst, InstId};

/// One of the functions of a merge. Its number is the value of the identifier that selects it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SideId(u32);
entity_impl!(SideId, "side");

/// The bits that the identifier of a merge needs to number `sides` functions, two or more.
pub fn identifier_bits(sides: usize) -> u32 {
    usize::BITS - (sides - 1).leading_zeros()
}

/// The functions of a merge, by side. There are two or more.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a>(pub &'a [&'a EncodedFunction]);

impl<'a> Sides<'a> {
    /// How many functions there are.
    pub fn count(self) -> usize {
        self.0.len()
    }

    /// All sides, in order.
    pub fn ids(self) -> impl DoubleEndedIterator<Item = SideId> + Clone {
        (0..self.count()).map(SideId::new)
    }

    /// The function of `side`.
    ///
    /// # Panics
    /// When there is no such side.
    pub fn on(self, side: SideId) -> &'a EncodedFunction {
        self.0[side.index()]
    }

    /// All functions, in order.
    pub fn functions(self) -> impl Iterator<Item = &'a EncodedFunction> {
        self.0.iter().copied()
    }

    /// All sides with their functions, in order.
    pub fn iter(self) -> impl Iterator<Item = (SideId, &'a EncodedFunction)> {
        self.ids().zip(self.functions())
    }

    /// Whether `of` says the same of all functions.
    pub fn agree<T: PartialEq>(self, of: impl Fn(&EncodedFunction) -> T) -> bool {
        let mut all = self.functions().map(of);
        let first = all.next();
        all.all(|one| Some(one) == first)
    }

    /// What `make` makes of each side, by side.
    pub fn map<T>(self, make: impl FnMut(SideId) -> T) -> PrimaryMap<SideId, T> {
        self.ids().map(make).collect()
    }

    /// The instructions that an origin names, each with its side.
    ///
    /// # Panics
    /// When one of them does not exist.
    pub fn insts(self, origin: &Origin) -> impl Iterator<Item = (SideId, &'a Inst)> {
        origin.iter().map(move |(side, inst)| (side, &self.on(side).insts[inst]))
    }
}

/// The instructions that become one instruction of the merged function: at most one of each side.
pub type Origin = BySide<InstId>;

/// A value for each of some sides, in the order of the sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BySide<T>(SmallVec<[(SideId, T); 2]>);

impl<T: Copy> BySide<T> {
    /// The value of one side alone.
    pub fn one(side: SideId, value: T) -> Self {
        BySide(smallvec![(side, value)])
    }

    /// The values of side 0, side 1 and so on, in this order.
    pub fn all(values: impl IntoIterator<Item = T>) -> Self {
        BySide(values.into_iter().enumerate().map(|(at, value)| (SideId::new(at), value)).collect())
    }

    /// The value of `side`, if it has one.
    pub fn on(&self, side: SideId) -> Option<T> {
        self.0.iter().find(|(of, _)| *of == side).map(|&(_, value)| value)
    }

    /// The sides that have a value, each with its value.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (SideId, T)> + Clone + '_ {
        self.0.iter().copied()
    }

    /// The sides that have a value.
    pub fn sides(&self) -> impl DoubleEndedIterator<Item = SideId> + Clone + '_ {
        self.0.iter().map(|&(side, _)| side)
    }

    /// The first side that has a value, with that value.
    pub fn first(&self) -> Option<(SideId, T)> {
        self.0.first().copied()
    }

    /// How many sides have a value.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether several sides have a value.
    pub fn is_shared(&self) -> bool {
        self.count() > 1
    }

    /// The same sides, with what `change` makes of each value.
    pub fn map<U: Copy>(&self, mut change: impl FnMut(SideId, T) -> U) -> BySide<U> {
        BySide(self.iter().map(|(side, value)| (side, change(side, value))).collect())
    }

    /// Gives a side this value, in place of any that it had.
    pub fn insert(&mut self, side: SideId, value: T) {
        match self.0.binary_search_by_key(&side, |&(of, _)| of) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (side, value)),
        }
    }

    /// Takes away the value of a side.
    pub fn remove(&mut self, side: SideId) {
        self.0.retain(|(of, _)| *of != side);
    }
}

impl<T> Default for BySide<T> {
    fn default() -> Self {
        BySide(SmallVec::new())
    }
}

impl<T: Copy + PartialEq> BySide<T> {
    /// The value that is the same for all sides that have one; none if they differ.
    pub fn agreed(&self) -> Option<T> {
        let (_, first) = self.first()?;
        self.iter().all(|(_, value)| value == first).then_some(first)
    }
}

/// Of several values for one side, the last counts.
impl<T: Copy> FromIterator<(SideId, T)> for BySide<T> {
    fn from_iter<I: IntoIterator<Item = (SideId, T)>>(values: I) -> Self {
        let mut all = BySide::default();
        values.into_iter().for_each(|(side, value)| all.insert(side, value));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_some_sides_have_is_kept_in_their_order() {
        let [a, b, c] = [0, 1, 2].map(SideId::new);
        let mut some = BySide::from_iter([(c, 'c'), (a, 'x'), (a, 'a')]);
        assert_eq!(some.iter().collect::<Vec<_>>(), [(a, 'a'), (c, 'c')]);
        assert_eq!((some.on(b), some.first(), some.is_shared()), (None, Some((a, 'a')), true));
        some.insert(b, 'b');
        assert_eq!(some, BySide::all(['a', 'b', 'c']));
        assert_eq!(some.agreed(), None);
        some.remove(a);
        some.remove(b);
        assert_eq!((some.agreed(), some), (Some('c'), BySide::one(c, 'c')));
    }
}
