//! The outside of a function: its parameters, what it must share with another one to be merged, and how it is used.
//!
//! Consumes: a function. Produces: [`Signature`].
//! Guarantees: two functions with equal `compat` can be one function as far as calling convention, code generation and
//! placement matter. Two parameters with equal ABI can be passed in one register or stack slot.

use cranelift_entity::PrimaryMap;
use fmerge_core::ir::{ArgId, Param, ParamAbi, TypeId, Uses};
use fmerge_core::registers::PassedArgument;
use fmerge_core::reject::Reject;
use inkwell::llvm_sys::core::LLVMGetParam;
use inkwell::llvm_sys::prelude::LLVMValueRef;

use crate::ffi::encode as shim;
use crate::ffi::inlining::only_caller;
use crate::ffi::stack::parameters;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;
use crate::stack::thunk_bytes;
use crate::standing::{Census, takes_stack};

/// What callers see of a function.
pub struct Signature {
    /// Its parameters, encoded.
    pub params: PrimaryMap<ArgId, Param>,
    /// Its parameters in LLVM.
    pub args: PrimaryMap<ArgId, LLVMValueRef>,
    /// Its return type.
    pub ret: TypeId,
    /// The number of what two functions must share to be merged.
    pub compat: u32,
}

/// Encodes the outside of `function`.
///
/// # Errors
/// [`Reject::UnsupportedType`] when a parameter or the result has a type that cannot be selected.
pub fn encode(ctx: &mut ModuleContext, function: FunctionRef) -> Result<Signature, Reject> {
    let args = arguments(function);
    let ret = ctx.type_id(function.return_type());
    let supported = |ctx: &ModuleContext, ty: TypeId| {
        let info = &ctx.tables.types[ty];
        if info.is_void || info.selectable { Ok(()) } else { Err(Reject::UnsupportedType) }
    };
    supported(ctx, ret)?;
    let mut params = PrimaryMap::with_capacity(args.len());
    let passed = parameters(function, ctx.tables.registers.bits);
    for ((arg, &value), passed) in args.iter().zip(&passed) {
        let ty = ctx.type_of(value);
        supported(ctx, ty)?;
        let abi = param_abi(ctx, function, arg, passed);
        params.push(Param { ty, abi, registers: passed.registers });
    }
    Ok(Signature { params, args, ret, compat: compat(ctx, function) })
}

/// The parameters of a function.
pub fn arguments(function: FunctionRef) -> PrimaryMap<ArgId, LLVMValueRef> {
    // SAFETY: the function is alive; each index is below the count.
    let argument = |index| unsafe { LLVMGetParam(function.as_ptr(), index) };
    (0..function.parameters()).map(argument).collect()
}

fn param_abi(
    ctx: &mut ModuleContext,
    function: FunctionRef,
    arg: ArgId,
    passed: &PassedArgument,
) -> ParamAbi {
    let mut words = Vec::new();
    let pinned = shim::param_words(function, arg.as_u32(), &mut words);
    ParamAbi { attrs: ctx.abi.intern(&words), pinned, by_stack: passed.by_stack && !pinned }
}

fn compat(ctx: &mut ModuleContext, function: FunctionRef) -> u32 {
    let mut words = Vec::new();
    shim::function_words(function, &mut words);
    ctx.compat.intern(&words)
}

/// How a function is used now.
pub fn uses(function: FunctionRef, ctx: &ModuleContext) -> Uses {
    let registers = ctx.tables.registers;
    let tail_callers = shim::tail_callers(function);
    let needs_stack = takes_stack(function, registers);
    // A caller can jump with stack arguments only if it was given stack arguments itself.
    let jumps = |&caller: &FunctionRef| !needs_stack || takes_stack(caller, registers);
    let tail_called = tail_callers.iter().any(jumps);
    let thunk_bytes = thunk_bytes(function, registers);
    let uses = Census::of(ctx.thunk_entries).standing(function).uses();
    let inlined = ctx.before_inlining && uses.removable && only_caller(function).is_some();
    Uses { tail_called, thunk_bytes, inlined, ..uses }
}
