//! What a plan is in LLVM's terms: the types of its parameters, their places, the arguments, the shared body.
//!
//! Consumes: a [`Plan`], and the canonical form of the function whose body it takes. Produces: values that
//! [`fmerge_parameterize`] and calls of the body are made of, and that body.
//! Guarantees: takes no decision; parameters have the order of the plan.

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::{CanonicalConst, CanonicalFunction};
use fmerge_core::gfm::{Argument, Plan, Shape};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMConstBitCast, LLVMConstInt, LLVMConstIntToPtr, LLVMConstPtrToInt, LLVMDoubleTypeInContext,
    LLVMFloatTypeInContext, LLVMGetModuleContext, LLVMGetTypeKind, LLVMIntTypeInContext,
    LLVMPointerTypeInContext, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};

use crate::ffi::gfm::{Place, Shared, fmerge_parameterize};
use crate::llvm::{FunctionRef, ModuleRef};

/// The shared body, which the representative has lost; none when the members' attributes contradict each other.
/// `form` is that of the representative, whose body it describes.
///
/// # Safety
/// The members have equal code, and bodies as `form` has it.
pub(crate) unsafe fn share(
    plan: &Plan,
    form: &CanonicalFunction,
    members: &[FunctionRef],
    types: &[LLVMTypeRef],
    name: &str,
) -> Option<FunctionRef> {
    let places = places(plan, form);
    let what = Shared {
        members: members.as_ptr().cast(),
        member_count: members.len(),
        representative: plan.representative,
        types: types.as_ptr(),
        type_count: types.len(),
        places: places.as_ptr(),
        place_count: places.len(),
        name: name.as_ptr().cast(),
        name_length: name.len(),
    };
    // SAFETY: the caller's promise; lists and name come with their lengths.
    unsafe { FunctionRef::new(fmerge_parameterize(&raw const what)) }
}

/// Where parameters and calls of the function itself stand in the body.
pub(crate) fn places(plan: &Plan, form: &CanonicalFunction) -> Vec<Place> {
    let place = |index: u32, parameter: i32| {
        let constant = &form.constants[index as usize];
        Place { instruction: constant.instruction, operand: constant.operand, parameter }
    };
    let parameters = plan.parameters.iter().zip(0..);
    let parameters =
        parameters.flat_map(|(parameter, n)| parameter.places.iter().map(move |&index| (index, n)));
    let own = plan.self_calls.iter().map(|&index| (index, -1));
    parameters.chain(own).map(|(index, parameter)| place(index, parameter)).collect()
}

/// The type of each parameter, in the context of a module.
pub(crate) fn parameter_types(plan: &Plan, module: ModuleRef) -> Vec<LLVMTypeRef> {
    // SAFETY: the module is alive, and so is its context.
    let context = unsafe { LLVMGetModuleContext(module.as_ptr()) };
    let ty = |shape| {
        // SAFETY: as above.
        unsafe {
            match shape {
                Shape::Integer(bits) => LLVMIntTypeInContext(context, u32::from(bits)),
                Shape::Pointer => LLVMPointerTypeInContext(context, 0),
                Shape::Float(32) => LLVMFloatTypeInContext(context),
                Shape::Float(64) => LLVMDoubleTypeInContext(context),
                Shape::Float(_) | Shape::Unfit => {
                    panic!("a plan has parameters that can be passed")
                }
            }
        }
    };
    plan.parameters.iter().map(|parameter| ty(parameter.shape)).collect()
}

/// What member `i` passes for each parameter; `constants` are those behind the plan's ids.
///
/// # Safety
/// The constants are alive, and the types of their context.
pub(crate) unsafe fn arguments(
    plan: &Plan,
    i: usize,
    types: &[LLVMTypeRef],
    constants: &PrimaryMap<CanonicalConst, LLVMValueRef>,
) -> Vec<LLVMValueRef> {
    let argument = |(parameter, &ty): (&fmerge_core::gfm::Parameter, _)| {
        match parameter.arguments[i] {
            // SAFETY: the type is an integer type of a living context.
            Argument::Integer(value) => unsafe { LLVMConstInt(ty, value as u64, 1) },
            // SAFETY: the caller's promise.
            Argument::Constant(id) => unsafe { converted(constants[id], ty) },
        }
    };
    plan.parameters.iter().zip(types).map(argument).collect()
}

/// A constant as a pointer or as an integer of its size.
///
/// # Safety
/// The constant is alive, and the type of its context.
pub(crate) unsafe fn converted(constant: LLVMValueRef, ty: LLVMTypeRef) -> LLVMValueRef {
    // SAFETY: the caller's promise; the kinds are looked at first.
    unsafe {
        let is_pointer = |ty| LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMPointerTypeKind;
        let from = LLVMTypeOf(constant);
        match (is_pointer(from), is_pointer(ty)) {
            _ if from == ty => constant,
            (false, true) => LLVMConstIntToPtr(constant, ty),
            (true, false) => LLVMConstPtrToInt(constant, ty),
            _ => LLVMConstBitCast(constant, ty),
        }
    }
}
