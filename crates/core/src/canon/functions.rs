//! The functions that may be equal, as `identical` sees them.
//!
//! Consumes and produces: plain data. Guarantees: a constant counts as a reference to a function only where a reference
//! to an equal function may take its place.

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::{CanonicalConst, CanonicalFunction, ConstantUse};
use crate::ir::FuncId;
use crate::standing::Standing;

/// Whether a function is merged only if its only caller is, because it is to be inlined there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallerTie {
    /// It is merged whatever becomes of its callers.
    #[default]
    Free,
    /// It is merged only if this function is merged with the callers of its equals. Then it has one call again.
    To(FuncId),
    /// It is not merged: its only caller takes no part.
    Alone,
}

/// The functions that take part.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// The canonical forms.
    pub forms: PrimaryMap<FuncId, CanonicalFunction>,
    /// How each is used, and what may become of it.
    pub standings: PrimaryMap<FuncId, Standing>,
    /// For each constant: the function that it is, if that function takes part.
    pub of_constants: SecondaryMap<CanonicalConst, Option<FuncId>>,
    /// Whether each is merged only together with its caller.
    pub ties: SecondaryMap<FuncId, CallerTie>,
}

impl Functions {
    /// The function that a constant refers to, if a reference to an equal function may take its place. `calls_move`:
    /// calls of a merged function become calls of the body.
    pub fn reference(&self, constant: &ConstantUse, calls_move: bool) -> Option<FuncId> {
        let target = self.of_constants[constant.value]?;
        let as_value = !constant.mode.is_callee();
        self.standings[target].is_interchangeable(as_value, calls_move).then_some(target)
    }
}
