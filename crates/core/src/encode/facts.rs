//! What is true of instructions: bits that the shim sets, by name.
//!
//! Consumes: the bits of an instruction, or of all instructions of a function together. Produces: answers, or a [`Reject`].
//! Guarantees: the reason given is the first in the order of the table, so it does not change from run to run.

use crate::enumeration;
use crate::ir::Call;
use crate::reject::Reject;

/// The names of the facts. The shim includes the same list.
const NAMES: &str = include_str!("body.def");

const fn bit(fact: &str) -> u64 {
    1 << enumeration::number(NAMES, "InstructionFact", fact)
}

/// Facts with the reasons of the same name.
macro_rules! reasons {
    ($($name:ident),* $(,)?) => {
        [$((bit(stringify!($name)), Reject::$name)),*]
    };
}

/// What keeps a function from being merged, in the order in which reasons are given.
const REASONS: [(u64, Reject); 15] = reasons![
    ExceptionHandling,
    Funclet,
    CallBr,
    IndirectBranch,
    MustTail,
    Token,
    Convergent,
    NoDuplicate,
    ReturnsTwice,
    DynamicAlloca,
    SwiftError,
    UnusualParameter,
    Gc,
    StrictFp,
    UnsupportedInstruction,
];

/// The opcode of an instruction, or something that it refers to, is not known well enough.
pub const UNSUPPORTED: u64 = bit("UnsupportedInstruction");

/// All facts that keep a function from being merged.
pub const REFUSING: u64 = {
    let (mut all, mut next) = (0, 0);
    while next < REASONS.len() {
        all |= REASONS[next].0;
        next += 1;
    }
    all
};

/// Refuses the function of an instruction with these facts, unless the reasons are `tolerated`.
///
/// # Errors
/// The first reason of the table.
pub fn check(facts: u64, tolerated: &[Reject]) -> Result<(), Reject> {
    first_reason(facts, &REASONS, tolerated)
}

/// The first of these reasons whose bit is set, unless it is `tolerated`.
///
/// # Errors
/// That reason.
pub fn first_reason(
    facts: u64,
    reasons: &[(u64, Reject)],
    tolerated: &[Reject],
) -> Result<(), Reject> {
    let holds = |(bit, reason): &&(u64, Reject)| facts & bit != 0 && !tolerated.contains(reason);
    reasons.iter().find(holds).map_or(Ok(()), |&(_, reason)| Err(reason))
}

/// Whether it is a landing pad or the pad of a funclet, so that the function has a table of call sites.
pub fn has_pad(facts: u64) -> bool {
    facts & const { bit("Pad") } != 0
}

/// Facts of a body that is moved in one piece: without those of handlers, unless these tie the body to its function.
pub fn of_moved_body(facts: u64) -> u64 {
    let handlers = const { bit("ExceptionHandling") | bit("Funclet") };
    if facts & const { bit("HandlersStay") } != 0 { facts } else { facts & !handlers }
}

/// Whether it is a call marked `nomerge`.
pub fn has_no_merge_call(facts: u64) -> bool {
    facts & const { bit("NoMergeCall") } != 0
}

/// Whether it may be merged with no other instruction.
pub fn never_merges(facts: u64) -> bool {
    facts & const { bit("Never") } != 0
}

/// Whether the first two operands may change places.
pub(super) fn commutes(facts: u64) -> bool {
    facts & const { bit("Commutes") } != 0
}

/// Whether it may be computed wherever its operands are available.
pub(super) fn rematerializable(facts: u64) -> bool {
    facts & const { bit("Rematerializable") } != 0
}

/// Whether it takes no register of its own.
pub(super) fn folded(facts: u64) -> bool {
    facts & const { bit("Folded") } != 0
}

/// The kind of call that it is, if it is one.
pub(super) fn call(facts: u64) -> Option<Call> {
    let kinds = [
        (const { bit("TailCall") }, Call::Tail),
        (const { bit("PlainCall") }, Call::Plain),
        (const { bit("PossibleCall") }, Call::Possible),
    ];
    kinds.into_iter().find(|&(fact, _)| facts & fact != 0).map(|(_, call)| call)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_of_the_table_is_given() {
        let both = bit("Gc") | bit("Funclet");
        assert_eq!(check(both, &[]), Err(Reject::Funclet));
        assert_eq!(check(both, &[Reject::Funclet]), Err(Reject::Gc));
        assert_eq!(check(both, &[Reject::Funclet, Reject::Gc]), Ok(()));
    }

    #[test]
    fn what_only_describes_refuses_nothing() {
        let facts = [
            "Never",
            "Commutes",
            "Rematerializable",
            "Folded",
            "NoMergeCall",
            "TailCall",
            "PlainCall",
            "PossibleCall",
            "Pad",
            "HandlersStay",
        ];
        let all = facts.map(bit).into_iter().sum::<u64>();
        assert_eq!((check(all, &[]), all & REFUSING), (Ok(()), 0));
        assert_eq!(check(UNSUPPORTED, &[]), Err(Reject::UnsupportedInstruction));
    }
}
