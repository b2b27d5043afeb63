//! Shared bodies of functions that differ in constants, for merging within one module ([`crate::host`]) and by
//! summaries ([`crate::global`]).
//!
//! Consumes: plans and functions. Produces: bodies and arguments (`share.rs`), what tables may hold (`tables.rs`), and
//! what a plan may do with a function. Guarantees: a body does the work of each member if it is called with the
//! arguments of that member.

pub(crate) mod share;
mod tables;

use fmerge_core::gfm::Limits;
use fmerge_core::options::Options;
use fmerge_core::registers::ArgumentRegisters;

use crate::ffi::stack::parameters;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;
pub(crate) use tables::TableRules;

/// What a plan may do with a function of this type. That depends on the options and on the registers of the target.
pub(crate) fn limits(
    options: &Options,
    ctx: &ModuleContext,
    function: FunctionRef,
    tables: TableRules,
) -> Limits {
    let registers = ctx.tables.registers;
    let own: ArgumentRegisters =
        parameters(function, registers.bits).iter().map(|passed| passed.registers).sum();
    Limits {
        parameters: options.params as usize,
        free: registers.without(own.integers, own.floats),
        tables: tables.are_read_by(function),
        tabled_callees: true,
        min_gain: options.min_gain.into(),
        time: options.time_policy(ctx.tables.prices),
        force: options.force,
    }
}
