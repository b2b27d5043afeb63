//! What a plan is in LLVM's terms: the types of its parameters, their places, the arguments, the shared body.
//!
//! Consumes: a [`Plan`], and the canonical form of the function whose body is shared. Produces: the shared body
//! ([`fmerge_parameterize`]), and what calls of it pass.
//! Guarantees: no decision is taken here; parameters have the order of the plan.

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::{CanonicalConst, CanonicalFunction};
use fmerge_core::gfm::{MemberArgument, Parameter, Plan, Shape};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMConstBitCast, LLVMConstInt, LLVMConstIntToPtr, LLVMConstPtrToInt, LLVMDoubleTypeInContext,
    LLVMFloatTypeInContext, LLVMGetModuleContext, LLVMIntTypeInContext, LLVMPointerTypeInContext,
    LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};

use crate::ffi::gfm::{ParameterPlace, Shared, fmerge_parameterize};
use crate::ffi::open::kind_of;
use crate::ffi::tables::{RawTableEntry, fmerge_table};
use crate::llvm::{FunctionRef, ModuleRef};

/// The shared body; none when the members' attributes contradict each other. It is the body of the representative,
/// which loses it. `form` is the canonical form of the representative.
///
/// # Safety
/// The members have equal code, and bodies as `form` describes; the module is theirs.
pub(crate) unsafe fn share(
    plan: &Plan,
    form: &CanonicalFunction,
    members: &[FunctionRef],
    types: &[LLVMTypeRef],
    name: &str,
    module: ModuleRef,
) -> Option<FunctionRef> {
    let (places, entries) = (places(plan, form), entries(plan, module));
    let what = Shared {
        members: members.as_ptr().cast(),
        member_count: members.len(),
        representative: plan.representative,
        types: types.as_ptr(),
        type_count: types.len(),
        entries: entries.as_ptr(),
        entry_count: entries.len(),
        places: places.as_ptr(),
        place_count: places.len(),
        name: name.as_ptr().cast(),
        name_length: name.len(),
    };
    // SAFETY: the caller's promise; lists and name come with their lengths.
    unsafe { FunctionRef::new(fmerge_parameterize(&raw const what)) }
}

/// Where parameters stand in the body, and where it calls the function itself.
pub(crate) fn places(plan: &Plan, form: &CanonicalFunction) -> Vec<ParameterPlace> {
    let place = |(index, parameter, entry): (u32, i32, i32)| {
        let constant = &form.constants[index as usize];
        ParameterPlace {
            instruction: constant.instruction,
            operand: constant.operand,
            parameter,
            entry,
        }
    };
    let table = plan.parameters.len() as i32;
    let passed = plan.parameters.iter().zip(0..).map(|(parameter, n)| (parameter, n, -1));
    let read = plan.table.iter().zip(0..).map(|(entry, n)| (&entry.parameter, table, n));
    let variables = passed.chain(read).flat_map(|(variable, n, entry)| {
        variable.places.iter().map(move |&index| (index, n, entry))
    });
    let own = plan.self_calls.iter().map(|&index| (index, -1, -1));
    variables.chain(own).map(place).collect()
}

/// The entries of the plan's table.
fn entries(plan: &Plan, module: ModuleRef) -> Vec<RawTableEntry> {
    let entry = |entry: &fmerge_core::gfm::TableEntry| {
        RawTableEntry::new(entry, type_of(entry.parameter.shape, module))
    };
    plan.table.iter().map(entry).collect()
}

/// The type of each parameter, in the context of a module.
pub(crate) fn parameter_types(plan: &Plan, module: ModuleRef) -> Vec<LLVMTypeRef> {
    let table = (!plan.table.is_empty()).then_some(Shape::Pointer);
    let shapes = plan.parameters.iter().map(|parameter| parameter.shape).chain(table);
    shapes.map(|shape| type_of(shape, module)).collect()
}

fn type_of(shape: Shape, module: ModuleRef) -> LLVMTypeRef {
    // SAFETY: the module is alive, and so is its context.
    unsafe {
        let context = LLVMGetModuleContext(module.as_ptr());
        match shape {
            Shape::Integer(bits) => LLVMIntTypeInContext(context, u32::from(bits)),
            Shape::Pointer => LLVMPointerTypeInContext(context, 0),
            Shape::Float(32) => LLVMFloatTypeInContext(context),
            Shape::Float(64) => LLVMDoubleTypeInContext(context),
            Shape::Float(_) | Shape::Unfit => panic!("a plan has parameters that can be passed"),
        }
    }
}

/// The arguments that member `i` passes, one for each parameter. `constants` are those behind the plan's ids. If the
/// plan has a table, a table is made for the member. If it stands `apart`, its section holds only tables.
///
/// # Safety
/// The constants are alive, and the types are of their context.
pub(crate) unsafe fn arguments(
    plan: &Plan,
    i: usize,
    types: &[LLVMTypeRef],
    constants: &PrimaryMap<CanonicalConst, LLVMValueRef>,
    module: ModuleRef,
    apart: bool,
) -> Vec<LLVMValueRef> {
    let value = |parameter: &Parameter, ty| {
        match parameter.arguments[i] {
            // SAFETY: the type is an integer type of a living context.
            MemberArgument::Integer(value) => unsafe { LLVMConstInt(ty, value as u64, 1) },
            // SAFETY: the caller's promise.
            MemberArgument::Constant(id) => unsafe { converted(constants[id], ty) },
        }
    };
    let passed = plan.parameters.iter().zip(types).map(|(parameter, &ty)| value(parameter, ty));
    let entries = entries(plan, module);
    let table = (!entries.is_empty()).then(|| {
        let pairs = plan.table.iter().zip(&entries);
        let values: Vec<_> = pairs.map(|(own, entry)| value(&own.parameter, entry.ty)).collect();
        // SAFETY: the module is alive; there is a value of its type for each entry.
        unsafe {
            let (entries, count) = (entries.as_ptr(), values.len());
            fmerge_table(module.as_ptr(), entries, values.as_ptr(), count, apart)
        }
    });
    passed.chain(table).collect()
}

/// A constant, converted to a type of its size.
///
/// # Safety
/// The constant is alive, and the type of its context.
pub(crate) unsafe fn converted(constant: LLVMValueRef, ty: LLVMTypeRef) -> LLVMValueRef {
    // SAFETY: the caller's promise; the kinds are looked at first.
    unsafe {
        let is_pointer = |ty| kind_of(ty) == Some(LLVMTypeKind::LLVMPointerTypeKind);
        let from = LLVMTypeOf(constant);
        match (is_pointer(from), is_pointer(ty)) {
            _ if from == ty => constant,
            (false, true) => LLVMConstIntToPtr(constant, ty),
            (true, false) => LLVMConstPtrToInt(constant, ty),
            _ => LLVMConstBitCast(constant, ty),
        }
    }
}
