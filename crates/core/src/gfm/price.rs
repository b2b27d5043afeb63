//! What sharing a body saves and costs.
//!
//! Consumes: parameters and their arguments, the target's [`Prices`]. Produces: prices of them.
//! Guarantees: a function's fixed part, thunks with their unwind entries, every argument at every call, and
//! what parameters do to the body are all counted.
//!
//! With S the size of one body, of n members: saved are S·(n − 1); spent are the arguments, in each thunk or
//! at each call, the thunks themselves, and for each parameter a register in the body (equation 1 of the
//! paper has one price for a thunk, and no calls).

use cranelift_entity::PrimaryMap;

use super::{Argument, ArgumentInfo, Parameter, Shape};
use crate::canon::CanonicalConst;
use crate::price::{Price, Prices};

impl Prices {
    /// One argument.
    pub fn argument(
        &self,
        shape: Shape,
        argument: Argument,
        constants: &PrimaryMap<CanonicalConst, ArgumentInfo>,
    ) -> Price {
        let value = match argument {
            Argument::Integer(value) => Some(value),
            Argument::Constant(id) => constants[id].value,
        };
        match (shape, value) {
            (Shape::Float(_), _) => self.float,
            (_, None) => self.address,
            (Shape::Integer(bits), Some(value)) => self.integer(value, bits),
            (_, Some(value)) => self.integer(value, 64),
        }
    }

    /// The arguments of all members for one parameter.
    pub(super) fn arguments(
        &self,
        parameter: &Parameter,
        constants: &PrimaryMap<CanonicalConst, ArgumentInfo>,
    ) -> Price {
        let price = |&argument| self.argument(parameter.shape, argument, constants);
        parameter.arguments.iter().map(price).sum()
    }
}
