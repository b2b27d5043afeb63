//! TargetTransformInfo's code-size costs alone, as the papers' systems have them. The thesis chapter on profitability sums
//! them over the functions, with one unit for a branch or a select, and nothing for a function, a constant or a φ.
//!
//! A unit counts as 4 bytes, so that gains are of the size of bytes. Executed instructions are those of x86-64.

use super::{Price, Prices, X86_64};

const UNIT: f64 = 4.0;

/// The prices of the papers.
pub const TTI: Prices = Prices {
    unit: Price::new(UNIT, 1.0),
    constant: Price::new(0.0, 0.0),
    function: Price::new(0.0, 1.0),
    callee_saved: Price::new(0.0, 2.0),
    callee_saved_registers: X86_64.callee_saved_registers,
    // A call and a return.
    thunk: Price::new(2.0 * UNIT, 1.0),
    bare_thunk: Price::new(2.0 * UNIT, 1.0),
    framed_thunk: Price::new(2.0 * UNIT, 1.0),
    select: [Price::new(UNIT, 2.0), Price::new(UNIT, 3.0), Price::new(UNIT, 4.0)],
    id_branch: Price::new(UNIT, 2.0),
    jump: Price::new(UNIT, 0.5),
    copy: Price::new(0.0, 0.3),
    copy_constant: Price::new(0.0, 0.5),
    parameter: Price::new(0.0, 0.2),
    // Each argument is a unit of the call.
    integer: &[(i64::MIN..=i64::MAX, Price::new(UNIT, 1.0))],
    address: Price::new(UNIT, 1.0),
    float: Price::new(UNIT, 1.0),
    stack_argument: Price::new(0.0, 2.0),
    call_beside_pushes: Price::new(0.0, 0.0),
    ..X86_64
};
