//! What sharing a body saves and costs, in tenths of a byte.
//!
//! Consumes: the size of a body, parameters, how members are reached. Produces: prices.
//! Guarantees: a function's fixed part, thunks with their unwind entries, every argument at every call, and
//! what parameters do to the body are all counted.
//!
//! With S the size of one body, of n members: saved are S·(n − 1); spent are the arguments, in each thunk or
//! at each call, the thunks themselves, and for each parameter a register in the body (equation 1 of the
//! paper has one price for a thunk, and no calls). Thunks and parameters are priced by what
//! `bench/calibrate_groups.py` measures on x86-64; code as in [`CostModel`].

use cranelift_entity::PrimaryMap;

use super::{Argument, ConstantInfo, Parameter, Shape};
use crate::canon::ConstantId;
use crate::profit::CostModel;

/// Prices, in tenths of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// What a body costs.
    pub code: CostModel,
    /// A thunk without its arguments: unwind entry and jump.
    pub thunk: i64,
    /// A parameter of the shared body: it is kept in a register, or saved and reloaded.
    pub parameter: i64,
    /// Each place where a parameter stands in for a constant: the register is used instead of an immediate.
    pub place: i64,
    /// As such a place, a callee.
    pub callee: i64,
    /// An integer extended with its sign in the body.
    pub extension: i64,
    /// An argument that is zero.
    pub zero: i64,
    /// An argument of eight bits: pushed and popped at `minsize`, each with an unwind entry.
    pub small: i64,
    /// An argument of up to 32 bits.
    pub medium: i64,
    /// An argument of up to 64 bits: one that is a small negative number, or any other.
    pub wide: [i64; 2],
    /// An address.
    pub address: i64,
    /// A floating-point number, from memory.
    pub float: i64,
}

impl Default for Prices {
    fn default() -> Self {
        Prices {
            code: CostModel::default(),
            thunk: 250,
            parameter: 30,
            place: 0,
            callee: 0,
            extension: 30,
            zero: 25,
            small: 75,
            medium: 50,
            wide: [70, 100],
            address: 70,
            float: 120,
        }
    }
}

impl Prices {
    /// One body, with its fixed part.
    pub fn body(&self, units: i64, constants: usize) -> i64 {
        self.code.function + self.code.unit * units + self.code.constant * constants as i64
    }

    /// What a parameter costs in the body; `callees` of its places are callees.
    pub fn in_body(&self, places: usize, callees: usize) -> i64 {
        self.parameter + self.place * (places - callees) as i64 + self.callee * callees as i64
    }

    /// One argument.
    pub fn argument(
        &self,
        shape: Shape,
        argument: Argument,
        constants: &PrimaryMap<ConstantId, ConstantInfo>,
    ) -> i64 {
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

    fn integer(&self, value: i64, bits: u16) -> i64 {
        match value {
            0 => self.zero,
            -0x80..0x80 => self.small,
            _ if bits <= 32 || u32::try_from(value).is_ok() => self.medium,
            _ if i32::try_from(value).is_ok() => self.wide[0],
            _ => self.wide[1],
        }
    }

    /// The arguments of all members for one parameter.
    pub fn arguments(
        &self,
        parameter: &Parameter,
        constants: &PrimaryMap<ConstantId, ConstantInfo>,
    ) -> i64 {
        let price = |&argument| self.argument(parameter.shape, argument, constants);
        parameter.arguments.iter().map(price).sum()
    }
}
