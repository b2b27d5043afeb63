//! How one function takes over the work of another.
//!
//! Consumes: nothing; the passes fill it, and one executor in the plugin carries it out. Produces: [`Replacement`]:
//! a member, the function that takes its place, what is passed to that, and what becomes of the member.
//! Guarantees: [`keep_what_is_passed`] keeps every function alive whose address another replacement hands on.

use std::collections::HashSet;
use std::hash::Hash;

/// What becomes of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It keeps its body, which all share.
    Body,
    /// All its uses become uses of the body, and it is removed.
    Gone,
    /// Its symbol becomes an alias of the body.
    Alias,
    /// It stays and calls the body.
    Thunk,
    /// It keeps its code, and its calls become calls of the body: the linker folds the two.
    Folded,
    /// It stays as it is: nothing can be gained, or it may not be touched.
    Apart,
}

/// What a parameter of the target is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument<C> {
    /// The member's parameter of this index, converted where the types differ.
    Parameter(u32),
    /// The same constant in every call.
    Constant(C),
    /// Poison, because the target does not use the parameter when it does this member's work.
    Poison,
}

/// Which uses of the member become uses of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// None: callers go through the member.
    Nothing,
    /// Its calls, as far as they can be rewritten.
    Calls,
    /// Its calls, and its address wherever that may become another.
    CallsAndAddresses,
}

/// A function whose work another one does from now on. `F` names functions, and `C` constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement<F, C = F> {
    /// The function.
    pub member: F,
    /// What does its work.
    pub target: F,
    /// What each parameter of the target is given, in their order.
    pub arguments: Vec<Argument<C>>,
    /// Which uses of the member become uses of the target.
    pub moves: Moves,
    /// What becomes of the member: [`Fate::Gone`], [`Fate::Alias`], [`Fate::Thunk`] or [`Fate::Folded`].
    pub fate: Fate,
}

impl<F, C> Replacement<F, C> {
    /// A replacement by a target of another type: if the member `goes`, its calls become calls of the target;
    /// otherwise it is a thunk, and callers call that.
    pub fn new(member: F, target: F, arguments: Vec<Argument<C>>, goes: bool) -> Replacement<F, C> {
        let (moves, fate) =
            if goes { (Moves::Calls, Fate::Gone) } else { (Moves::Nothing, Fate::Thunk) };
        Replacement { member, target, arguments, moves, fate }
    }

    /// The constants that are passed.
    pub fn constants(&self) -> impl Iterator<Item = &C> {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Constant(constant) => Some(constant),
            Argument::Parameter(_) | Argument::Poison => None,
        })
    }

    /// Makes the member a thunk through which all its callers go.
    pub fn keep(&mut self) {
        (self.moves, self.fate) = (Moves::Nothing, Fate::Thunk);
    }
}

/// The first `own` parameters of the member in order, and then these constants.
pub fn own_and<C>(own: u32, constants: impl IntoIterator<Item = C>) -> Vec<Argument<C>> {
    let constants = constants.into_iter().map(Argument::Constant);
    (0..own).map(Argument::Parameter).chain(constants).collect()
}

/// Keeps as a thunk each member that would be removed but whose address another replacement passes. Before the calls of
/// the other are made, no use of the member shows that. `address` gives a function as a constant.
pub fn keep_what_is_passed<F, C: Copy + Eq + Hash>(
    replacements: &mut [Replacement<F, C>],
    mut address: impl FnMut(&F) -> C,
) {
    let passed: HashSet<C> =
        replacements.iter().flat_map(Replacement::constants).copied().collect();
    for replacement in replacements.iter_mut().filter(|r| r.fate == Fate::Gone) {
        if passed.contains(&address(&replacement.member)) {
            replacement.keep();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn going(member: u32, constants: &[u32]) -> Replacement<u32> {
        Replacement::new(member, 100, own_and(2, constants.iter().copied()), true)
    }

    #[test]
    fn own_parameters_come_before_constants() {
        use Argument::{Constant, Parameter};
        assert_eq!(own_and(2, [7, 8]), [Parameter(0), Parameter(1), Constant(7), Constant(8)]);
    }

    #[test]
    fn what_another_passes_stays_as_a_thunk() {
        let mut all = [going(1, &[3]), going(2, &[9]), going(3, &[9])];
        keep_what_is_passed(&mut all, |&member| member);
        let fates: Vec<_> = all.iter().map(|r| (r.fate, r.moves)).collect();
        let goes = (Fate::Gone, Moves::Calls);
        assert_eq!(fates, [goes, goes, (Fate::Thunk, Moves::Nothing)]);
    }

    #[test]
    fn what_passes_itself_stays() {
        let mut all = [going(1, &[1])];
        keep_what_is_passed(&mut all, |&member| member);
        assert_eq!(all[0].fate, Fate::Thunk);
    }

    #[test]
    fn an_alias_stays_one_when_its_address_is_passed() {
        let mut all = [Replacement { fate: Fate::Alias, ..going(1, &[]) }, going(2, &[1])];
        keep_what_is_passed(&mut all, |&member| member);
        assert_eq!(all[0].fate, Fate::Alias);
    }
}
