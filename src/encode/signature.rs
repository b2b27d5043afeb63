//! The outside of a function: parameters, what two functions must share, how it is used.
//!
//! Consumes: a living function. Produces: [`Signature`].
//! Guarantees: two functions with equal `compat` can be one function as far as calling convention, code
//! generation and placement go; two parameters with equal ABI can be one register or stack slot.

use cranelift_entity::PrimaryMap;
use fmerge_core::ir::{ArgId, Param, ParamAbi, TypeId, Uses};
use fmerge_core::registers::{ArgumentRegisters, Registers};
use fmerge_core::reject::Reject;
use inkwell::llvm_sys::core::{
    LLVMCountParams, LLVMGetParam, LLVMGetReturnType, LLVMGlobalGetValueType,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;

use crate::ffi::encode as shim;
use crate::module::ModuleContext;
use crate::standing::Census;

/// What callers see of a function.
pub struct Signature {
    /// Its parameters, encoded.
    pub params: PrimaryMap<ArgId, Param>,
    /// Its parameters in LLVM.
    pub args: PrimaryMap<ArgId, LLVMValueRef>,
    /// Its return type.
    pub ret: TypeId,
    /// What it must share with another to be merged.
    pub compat: u32,
    /// How it is used.
    pub uses: Uses,
}

/// Encodes the outside of `function`.
///
/// # Errors
/// [`Reject::UnsupportedType`] when a parameter or the result could not be left out or selected.
pub fn encode(ctx: &mut ModuleContext, function: LLVMValueRef) -> Result<Signature, Reject> {
    let args = arguments(function);
    let ret = return_type(ctx, function);
    let supported = |ctx: &ModuleContext, ty: TypeId| {
        let info = &ctx.tables.types[ty];
        if info.is_void || info.selectable { Ok(()) } else { Err(Reject::UnsupportedType) }
    };
    supported(ctx, ret)?;
    let mut params = PrimaryMap::with_capacity(args.len());
    for (arg, &value) in &args {
        let ty = ctx.type_of(value);
        supported(ctx, ty)?;
        let registers = param_registers(ctx, function, arg);
        params.push(Param { ty, abi: param_abi(ctx, function, arg), registers });
    }
    Ok(Signature {
        params,
        args,
        ret,
        compat: compat(ctx, function),
        uses: uses(function, ctx.tables.registers),
    })
}

fn arguments(function: LLVMValueRef) -> PrimaryMap<ArgId, LLVMValueRef> {
    // SAFETY: `encode` is only asked about living functions; each index is below the count.
    unsafe { (0..LLVMCountParams(function)).map(|index| LLVMGetParam(function, index)).collect() }
}

fn return_type(ctx: &mut ModuleContext, function: LLVMValueRef) -> TypeId {
    // SAFETY: the value type of a living function is a function type.
    ctx.type_id(unsafe { LLVMGetReturnType(LLVMGlobalGetValueType(function)) })
}

fn param_abi(ctx: &mut ModuleContext, function: LLVMValueRef, arg: ArgId) -> ParamAbi {
    let mut words = Vec::new();
    // SAFETY: the function is alive and has this parameter.
    let pinned = unsafe { shim::param_words(function, arg.as_u32(), &mut words) };
    ParamAbi { attrs: ctx.abi.intern(&words), pinned }
}

fn param_registers(ctx: &ModuleContext, function: LLVMValueRef, arg: ArgId) -> ArgumentRegisters {
    // SAFETY: the function is alive and has this parameter.
    unsafe { shim::param_registers(function, arg.as_u32(), ctx.tables.registers.bits) }
}

fn compat(ctx: &mut ModuleContext, function: LLVMValueRef) -> u32 {
    let mut words = Vec::new();
    // SAFETY: the function is alive.
    unsafe { shim::function_words(function, &mut words) };
    ctx.compat.intern(&words)
}

fn uses(function: LLVMValueRef, registers: Registers) -> Uses {
    // SAFETY: the function is alive.
    let tail_callers = unsafe { shim::tail_callers(function) };
    let needs_stack = takes_stack(function, registers);
    // Only a caller that was given arguments by the stack itself can jump with such arguments.
    let jumps = |&caller: &LLVMValueRef| !needs_stack || takes_stack(caller, registers);
    let tail_called = tail_callers.iter().any(jumps);
    Uses { tail_called, ..Census::default().standing(function).uses() }
}

/// Whether some arguments of a living function go by the stack.
fn takes_stack(function: LLVMValueRef, registers: Registers) -> bool {
    // SAFETY: the function is alive.
    !registers.hold_all(unsafe { shim::argument_registers(function, registers.bits) })
}
