//! Whether a program still does what it did.
//!
//! Consumes: a program before and after something was done to it. Produces: nothing, or the first function that does
//! something else. Guarantees: every function that is left is run, as its symbol stands. For each function that went,
//! the body that does its work now is run, with the arguments that the body needs.

use super::Program;
use super::Symbol;
use super::group::Replaced;
use super::run::{Mismatch, Word, arguments, compare, constant, run};
use crate::ir::FuncId;

/// With how many sets of arguments each function is run.
const RUNS: u64 = 2;
/// How long each run is.
const FUEL: usize = 120;

/// Compares all functions of `before` with what they are `after`.
///
/// # Errors
/// The first function that differs, and how.
pub fn same(
    before: &Program,
    after: &Program,
    replaced: &[Replaced],
) -> Result<(), (FuncId, Mismatch)> {
    for seed in 0..RUNS {
        for (function, _) in before.defined() {
            let own = arguments(before, function, seed);
            let expected = run(before, function, &own, FUEL);
            let judge = |body: FuncId, words: &[Word]| {
                compare(&expected, &run(after, body, words, FUEL)).map_err(|e| (function, e))
            };
            if !matches!(after.symbols[function], Symbol::Gone) {
                judge(function, &own)?;
            }
            for one in replaced.iter().filter(|r| r.member == function) {
                let extras = one.constants().map(|&e| constant(after, after.constants[e]));
                let words: Vec<Word> = own.iter().copied().chain(extras).collect();
                judge(one.target, &words)?;
            }
        }
    }
    Ok(())
}
