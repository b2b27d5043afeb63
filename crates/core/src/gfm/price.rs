//! What sharing a body saves and costs.
//!
//! Consumes: parameters and their arguments, the target's [`Prices`]. Produces: prices of them.
//! Guarantees: a function's fixed part, thunks with their unwind entries, every argument at every call, and
//! what parameters do to the body are all counted.
//!
//! If n functions share a body, and S is its size, they save S·(n − 1). They pay for the arguments in each thunk or at
//! each call, for the thunks themselves, and for a register in the body for each parameter. (Equation 1 of the paper
//! has one price for a thunk, and no calls.)
//!
//! Each member pays the bytes of its table, and one more argument for the table's address. In the body, each place has
//! a load.
//!
//! In time, a member pays at each call for the arguments, and for the jump of its thunk. It pays for each use of a
//! parameter as often as that runs: for a register, an indirect call, or an operation that a constant made faster.

use cranelift_entity::PrimaryMap;

use super::{ArgumentInfo, MemberArgument, Parameter, Shape, TableEntry};
use crate::canon::CanonicalConst;
use crate::canon::timing::Timing;
use crate::price::{Executed, Price, Prices, Tenths};

impl Prices {
    /// The price of one argument. `value` is known if it is a plain integer.
    pub fn argument(&self, shape: Shape, value: Option<i64>) -> Price {
        match (shape, value) {
            (Shape::Float(_), _) => self.float,
            (_, None) => self.address,
            (Shape::Integer(bits), Some(value)) => self.integer(value, bits),
            (_, Some(value)) => self.integer(value, 64),
        }
    }

    /// How much more one call of the shared body executes than one call of the member: uses and extensions of
    /// parameters, loads from the table, and arguments of recursive calls.
    pub(super) fn in_shared_body(
        &self,
        parameters: &[Parameter],
        table: &[TableEntry],
        self_calls: &[u32],
        timing: &Timing,
    ) -> Executed {
        let places = parameters.iter().flat_map(|p| p.places.iter().copied());
        let tables = i64::from(!table.is_empty());
        let handed_on = self.identifier(0).executed * (parameters.len() as i64 + tables);
        let loads = || table.iter().flat_map(|entry| entry.parameter.places.iter().copied());
        let extended = parameters.iter().filter(|p| p.is_extended).count() as i64;
        timing.added(places.chain(loads()), self)
            + timing.at(self.table_entry.executed, loads())
            + self.callee_saved.executed * tables
            + timing.at(handed_on, self_calls.iter().copied())
            + self.extension.executed * extended
    }

    /// The bytes of a member's table, and the price of the argument that says where it is.
    pub(super) fn table(&self, table: &[TableEntry]) -> (Tenths, Price) {
        let Some(last) = table.last() else { return Default::default() };
        (Tenths::new(10 * i64::from(last.offset + last.width())), self.address)
    }

    /// The price of the arguments of all members for one parameter.
    pub(super) fn arguments(
        &self,
        parameter: &Parameter,
        constants: &PrimaryMap<CanonicalConst, ArgumentInfo>,
    ) -> Price {
        let price =
            |argument: &MemberArgument| self.argument(parameter.shape, argument.value(constants));
        parameter.arguments.iter().map(price).sum()
    }
}
