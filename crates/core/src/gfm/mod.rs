//! Functions that are equal but for constants: which of them share a body, and what becomes a parameter.
//!
//! Consumes: canonical functions of equal code ([`Class`]), what is known of their constants, [`Limits`].
//! Produces: [`Plan`]s, of a module's own functions ([`plans`]) or by a summary ([`proposed()`]): members, the one whose
//! body is taken, parameters with their places, self-calls.
//! Guarantees: no function is in two plans. With the arguments of a member, the body of its plan has the constants of
//! that member in all places: a place that is no parameter's has the same constant in all members, or is a call of the
//! function itself in all. Input order alone decides between equals. Unless forced, a plan saves more than it must save
//! for the time that it adds to its members. It makes no member slower than [`TimePolicy`] allows.
//!
//! Follows section 3.3 of "Optimistic Global Function Merger": one parameter for each distinct sequence of constants
//! over the members. Beyond it: a sequence of integers that is another one cut to fewer bits shares its parameter;
//! groups are split where that pays more; calls of the function itself need no parameter. Where there would be too many
//! parameters, constants are read from tables: each member has one, and passes its address.

mod column;
mod parameters;
mod price;
mod proposed;
mod split;
pub mod tables;

use cranelift_entity::PrimaryMap;

use crate::canon::timing::Timing;
use crate::canon::{CanonicalConst, CanonicalFunction};
use crate::ir::FuncId;
use crate::policy::{Spare, TimePolicy};
use crate::price::Bytes;
use crate::registers::Registers;

pub use proposed::{Held, Named, proposed};
pub use split::plans;
use tables::AddressForm;

/// The kind of a constant, as far as parameters depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// An integer of so many bits.
    Integer(u16),
    /// A pointer of the default address space.
    Pointer,
    /// A floating-point number of so many bits that goes in one register.
    Float(u16),
    /// Nothing that is passed in a register: it stays a constant.
    Unfit,
}

/// What is known of a constant that is to be an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArgumentInfo {
    /// Its kind.
    pub shape: Shape,
    /// Its value, when it is a plain integer that fits in 64 bits with its sign.
    pub value: Option<i64>,
    /// How a table holds it, if it is an address that a table can hold. All such constants of a module have one form.
    pub in_table: Option<AddressForm>,
}

/// A function that may share its body.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// The function.
    pub id: FuncId,
    /// Its canonical form.
    pub form: &'a CanonicalFunction,
    /// How long it takes.
    pub timing: &'a Timing,
    /// The constant that is its address, if a recursive call certainly reaches this very definition.
    pub own_address: Option<CanonicalConst>,
    /// Whether it can go, once its calls are rewritten.
    pub removable: bool,
    /// The linker folds members that have the same number: only the first of them saves bytes by sharing a body.
    pub folds_with: Option<u32>,
}

/// Functions of equal code, in order of ids, with what the code costs.
#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    /// The functions.
    pub members: &'a [Member<'a>],
    /// What is known of all constants.
    pub constants: &'a PrimaryMap<CanonicalConst, ArgumentInfo>,
    /// TargetTransformInfo's code size of one body.
    pub units: u64,
}

/// What a plan may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most parameters of one body.
    pub parameters: usize,
    /// Registers that arguments may still take, beside those of the functions' own parameters.
    pub free: Registers,
    /// Whether constants may be read from tables.
    pub tables: bool,
    /// Whether callees may be in tables. They are then called through pointers, and stay when they are merged.
    pub tabled_callees: bool,
    /// A plan has to be worth more than this.
    pub min_gain: Bytes,
    /// What a plan may cost in time.
    pub time: TimePolicy,
    /// Whether legal plans are made even if they do not pay.
    pub force: bool,
}

/// How callers of a member reach the shared body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// The member becomes a thunk.
    Thunk,
    /// Its calls become calls of the body, and it goes.
    Calls,
}

/// What one member passes for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemberArgument {
    /// This number, in the parameter's own width.
    Integer(i64),
    /// This constant.
    Constant(CanonicalConst),
}

impl MemberArgument {
    /// Its value, when it is a plain integer.
    pub fn value(self, constants: &PrimaryMap<CanonicalConst, ArgumentInfo>) -> Option<i64> {
        match self {
            MemberArgument::Integer(value) => Some(value),
            MemberArgument::Constant(id) => constants[id].value,
        }
    }
}

/// A parameter that the shared body has beside those of its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its kind; never [`Shape::Unfit`].
    pub shape: Shape,
    /// Where it is used: indices of constants in canonical order. Integers of other widths are cut off or extended with
    /// their sign there.
    pub places: Vec<u32>,
    /// What each member passes, in order of members.
    pub arguments: Vec<MemberArgument>,
    /// Whether it is an integer that is narrower than one of its places, and is extended when the body is entered.
    pub is_extended: bool,
}

/// A constant that the shared body reads from a table, of which each member has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// Where it is in the table, in bytes: a multiple of its width.
    pub offset: u32,
    /// The constant, as if it were passed by itself.
    pub parameter: Parameter,
    /// How the table holds it, if it is an address.
    pub address: Option<AddressForm>,
}

impl TableEntry {
    /// The number of bytes that it takes.
    pub fn width(&self) -> u32 {
        let number = || number_width(self.parameter.shape);
        self.address.map_or_else(number, AddressForm::width)
    }
}

/// The number of bytes that a number of this kind takes in a table.
fn number_width(shape: Shape) -> u32 {
    match shape {
        Shape::Integer(bits) | Shape::Float(bits) => {
            u32::from(bits).div_ceil(8).next_power_of_two()
        }
        Shape::Pointer | Shape::Unfit => panic!("no number is an address"),
    }
}

/// A body for several functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The functions, in order of ids: two or more, or one whose companions are in other modules.
    pub members: Vec<FuncId>,
    /// The function whose body it is: an index of `members`.
    pub representative: usize,
    /// How each member reaches the body.
    pub access: Vec<Access>,
    /// The parameters, in order of their first places.
    pub parameters: Vec<Parameter>,
    /// The entries of the table, in its order. If there are any, one more parameter is the address of the member's table.
    pub table: Vec<TableEntry>,
    /// Calls of the function itself: indices of constants in canonical order.
    pub self_calls: Vec<u32>,
    /// What is saved by the estimate.
    pub gain: Bytes,
    /// What must be saved for the time that it costs.
    pub time: Bytes,
    /// What must be saved for the stack that the parameters take.
    pub stack: Bytes,
    /// What further merges may add to a call of the body.
    pub spare: Spare,
}

impl Plan {
    /// All that takes the place of constants: what is passed, and then what is read from the table.
    pub fn variables(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().chain(self.table.iter().map(|entry| &entry.parameter))
    }

    /// What it saves beyond what must be saved for its time and stack.
    pub fn worth(&self) -> Bytes {
        self.gain - self.time - self.stack
    }
}

#[cfg(test)]
pub(crate) mod tests;
