//! Random valid functions: structured code, so that SSA form comes for free.
//!
//! Consumes: a [`Tape`]. Produces: [`EncodedFunction`]s over the types and constants of [`tables`].
//! Guarantees: every function passes [`EncodedFunction::validate`]; keys, types and modes are those of one
//! fixed catalogue, so that functions of different tapes go together.
//!
//! Control flow: conditionals and switches with empty, returning and joined arms (so edges may repeat),
//! loops with breaks and continues, invokes whose result may feed a φ of their normal destination, landing
//! pads of one invoke or of all invokes of a region (nested in one another), which resume or go on. Lifetime
//! markers stand around stretches of code, or anywhere; tail calls before returns, or before a join of them.

mod catalogue;
mod code;
mod control;

use proptest::prelude::*;

pub use catalogue::tables;
pub(super) use catalogue::{
    OPS, commutes, constant, constant_type, is_call, jump, landing_pad, op, ret,
};

use super::draft::Draft;
use super::{Tape, mutate};
use crate::ir::{EncodedFunction, InstId, TypeId, Value};
use crate::stack::{FrameLimit, Recursion};
use catalogue::{I32, I64, VOID, ty_id};

/// The values that may be used at a point, with their types.
type Scope = Vec<(Value, TypeId)>;

/// An edge that is still to get its target: a terminator's block, the operand, and what may be used there.
struct Edge {
    block: usize,
    operand: usize,
    scope: Scope,
}

/// The loop around the current point.
struct Loop {
    continues: Vec<Edge>,
    breaks: Vec<Edge>,
}

struct Generator<'t> {
    tape: &'t mut Tape,
    draft: Draft,
    /// The block that grows; `None` after a return.
    current: Option<usize>,
    scope: Scope,
    allocas: Vec<Value>,
    /// Markers that will stand before the next code: their alloca, and whether its life starts.
    waiting: Vec<(InstId, bool)>,
    loops: Vec<Loop>,
    /// The unwind edges of the regions around the current point, outermost first.
    regions: Vec<Vec<Edge>>,
    /// How many instructions may still be made, roughly.
    budget: usize,
}

/// A function of roughly at most `budget` instructions.
pub fn function(tape: &mut Tape, name: &str, budget: usize) -> EncodedFunction {
    let returns = [VOID, I32, I64];
    let ret = ty_id(returns[tape.pick(returns.len())]);
    let draft = Draft {
        insts: Vec::new(),
        blocks: Vec::new(),
        params: Vec::new(),
        ret,
        markers: Vec::new(),
    };
    let (scope, allocas, loops, regions) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut generator = Generator {
        tape,
        draft,
        current: None,
        scope,
        allocas,
        waiting: Vec::new(),
        loops,
        regions,
        budget,
    };
    generator.make_params();
    let entry = generator.draft.new_block();
    generator.current = Some(entry);
    generator.make_allocas();
    generator.statements(3);
    generator.make_ret();
    let mut function = generator.draft.finish(name);
    decide_surroundings(&mut function, tape);
    function
}

/// Where it is called from, and how large its frame may be.
fn decide_surroundings(function: &mut EncodedFunction, tape: &mut Tape) {
    function.uses.removable = !tape.one_in(6);
    function.uses.tail_called = tape.one_in(6);
    function.scopes_count = tape.one_in(12);
    let recursions = [Recursion::None, Recursion::Possible, Recursion::Certain];
    function.recursion = recursions[tape.pick(recursions.len())];
    if tape.one_in(4) {
        function.frame = function.frame_size(&tables());
        function.limit = FrameLimit::of(function.frame, function.recursion, 8);
    }
}

/// Tapes for functions of up to some hundred instructions.
pub fn tapes() -> impl Strategy<Value = Tape> {
    prop::collection::vec(any::<u32>(), 0..400).prop_map(Tape::new)
}

/// Any function.
pub fn functions() -> impl Strategy<Value = EncodedFunction> {
    tapes().prop_map(|mut tape| function(&mut tape, "f", 80))
}

/// A function and a near twin of it.
pub fn twins() -> impl Strategy<Value = (EncodedFunction, EncodedFunction)> {
    (functions(), tapes()).prop_map(|(left, mut tape)| {
        let right = mutate::twin(&left, &mut tape, 12);
        (left, right)
    })
}

/// A function and another of the same shape: same blocks and φs, other operands, operations and branches.
pub fn lookalikes() -> impl Strategy<Value = (EncodedFunction, EncodedFunction)> {
    (functions(), tapes()).prop_map(|(left, mut tape)| {
        let right = mutate::lookalike(&left, &mut tape, 12);
        (left, right)
    })
}

/// So many functions of the same shape, as [`lookalikes`] are.
pub fn families(count: usize) -> impl Strategy<Value = Vec<EncodedFunction>> {
    (functions(), prop::collection::vec(tapes(), count - 1)).prop_map(|(first, mut tapes)| {
        let others = tapes.iter_mut().map(|tape| mutate::lookalike(&first, tape, 12));
        let others: Vec<EncodedFunction> = others.collect();
        [vec![first], others].concat()
    })
}

/// So many functions that align well: near twins of the first.
pub fn relatives(count: usize) -> impl Strategy<Value = Vec<EncodedFunction>> {
    (functions(), prop::collection::vec(tapes(), count - 1)).prop_map(|(first, mut tapes)| {
        let others = tapes.iter_mut().map(|tape| mutate::twin(&first, tape, 12));
        let others: Vec<EncodedFunction> = others.collect();
        [vec![first], others].concat()
    })
}

/// Two functions that have nothing in common but the catalogue.
pub fn strangers() -> impl Strategy<Value = (EncodedFunction, EncodedFunction)> {
    (functions(), functions())
}

#[cfg(test)]
mod tests {
    use super::catalogue::*;
    use super::*;
    use crate::ir::BlockId;

    #[test]
    fn an_empty_tape_gives_the_smallest_function() {
        let smallest = function(&mut Tape::default(), "f", 80);
        assert_eq!((smallest.size(), smallest.params.len()), (1, 0));
    }

    /// A generator that never makes a thing tests nothing of it.
    #[test]
    fn everything_is_generated() {
        let all: Vec<_> =
            (0..200).map(|seed| function(&mut Tape::from_seed(seed, 400), "f", 80)).collect();
        let has = |key: u32| all.iter().any(|f| f.insts.values().any(|i| i.key.0 == key));
        let keys = [
            LIFETIME,
            JUMP,
            BRANCH,
            INVOKE,
            INVOKE + 1,
            RESUME,
            LANDING_PAD,
            LANDING_PAD + 1,
            RET,
            RET + I32,
            CALL,
            CALL + I32,
            SWITCH + 3,
            PHI + PTR,
        ];
        assert!((0..OPS.len() as u32).chain(keys).all(has));
        let repeats = |f: &EncodedFunction| {
            f.blocks.keys().any(|b| {
                let succs: Vec<_> = f.successors(b).collect();
                succs.iter().any(|s| succs.iter().filter(|t| *t == s).count() > 1)
            })
        };
        assert!(all.iter().any(repeats), "a terminator with two edges to one block");
        let loops = |f: &EncodedFunction| {
            f.blocks.keys().any(|b| f.successors(b).any(|s| s <= b && f.phis(s).count() > 1))
        };
        assert!(all.iter().any(loops), "a loop with φs");
        let pads = |f: &EncodedFunction, least: usize| {
            f.blocks.keys().any(|b| {
                let leads = |from: &BlockId| f.successors(*from).any(|s| s == b);
                f.landing_pad(b).is_some() && f.blocks.keys().filter(leads).count() >= least
            })
        };
        assert!(all.iter().any(|f| pads(f, 3)), "a landing pad of several invokes");
        assert!(all.iter().any(|f| f.params.values().any(|p| p.abi.pinned)));
        assert!(all.iter().any(|f| f.size() > 60));
        assert!(all.iter().any(|f| f.params.len() > 7), "arguments on the stack");
        let tail_calls = all.iter().filter(|f| crate::plan::has_tail_calls(f)).count();
        assert!(tail_calls > 20, "{tail_calls} functions with tail calls");
        let marked = all.iter().filter(|f| f.markers.iter().any(|m| m.starts)).count();
        assert!(marked > 40, "{marked} functions with lifetimes");
        let shares = |f: &EncodedFunction| {
            f.frame_size(&tables()).slots < f.insts.values().map(|inst| inst.bytes).sum::<u64>()
        };
        assert!(all.iter().any(shares), "slots that share their place");
    }

    proptest! {
        #[test]
        fn functions_are_valid(function in functions()) {
            prop_assert_eq!(function.validate(), Ok(()));
        }
    }
}
