//! Functions for the tests of this folder: by what they call, and by how they are used.

use super::{CanonicalConst, CanonicalFunction, ConstantMode, ConstantUse};
use crate::ir::Uses;
use crate::standing::{Linkage, Standing};

/// An external function that is only called.
pub const EXTERNAL: Standing = Standing {
    linkage: Linkage::External,
    signature: 0,
    calls: 1,
    other_calls: 0,
    addresses: 0,
    others: 0,
    insignificant: false,
    droppable: false,
    can_be_body: true,
    can_be_alias: true,
    can_be_aliasee: true,
    can_be_thunk: true,
    named_by_metadata: false,
    bare_thunk: false,
};

/// A local function that is only called.
pub const LOCAL: Standing =
    Standing { linkage: Linkage::Local, droppable: true, can_be_alias: false, ..EXTERNAL };

/// A function of this code, of 40 instructions, that calls these constants and promises nothing.
pub fn calling(code: u32, callees: &[u32]) -> CanonicalFunction {
    let call = |(&value, operand)| ConstantUse {
        value: CanonicalConst::from_u32(value),
        mode: ConstantMode::Callee,
        instruction: 0,
        operand,
    };
    CanonicalFunction {
        name: String::new(),
        code,
        promises: 0,
        kinds: Box::default(),
        constants: callees.iter().zip(0..).map(call).collect(),
        size: 40,
        uses: Uses::default(),
    }
}
