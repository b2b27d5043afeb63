//! The functions that may be equal, as `identical` sees them.
//!
//! Consumes and produces: plain data. Guarantees: a constant is taken for a function only where an equal one may be referred
//! to in its place.

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::{CanonicalConst, CanonicalFunction, ConstantUse};
use crate::ir::FuncId;
use crate::standing::Standing;

/// What takes part.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// The canonical forms.
    pub forms: PrimaryMap<FuncId, CanonicalFunction>,
    /// How each is used, and what may become of it.
    pub standings: PrimaryMap<FuncId, Standing>,
    /// The function that a constant is, where it takes part.
    pub of_constants: SecondaryMap<CanonicalConst, Option<FuncId>>,
}

impl Functions {
    /// The function that a constant refers to, when an equal one may be referred to in its place.
    pub fn reference(&self, constant: &ConstantUse, calls_move: bool) -> Option<FuncId> {
        let target = self.of_constants[constant.value]?;
        let as_value = !constant.mode.is_callee();
        self.standings[target].is_interchangeable(as_value, calls_move).then_some(target)
    }
}
