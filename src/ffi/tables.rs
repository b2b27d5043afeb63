//! The Rust side of `src/shim/tables.cpp`: declarations in the same order, then safe forms.
//!
//! Consumes: LLVM's values as the C API's pointers. Produces: the facts by which the core decides, and tables.
//! Guarantees: the numbers of enumerations are those of the shim.

use std::ffi::c_void;
use std::ptr;

use fmerge_core::gfm::TableEntry;
use fmerge_core::gfm::tables::{
    Address, AddressForm, Architecture, CodeModel, Relocation, TableTarget,
};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

use super::enumeration::{bit, number, of_number};
use super::structure::crosses;
use crate::analyses::Analyses;
use crate::llvm::{FunctionRef, ModuleRef};

/// A constant in a table.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawTableEntry {
    /// The type of its value. If the table holds a distance, this is still the type of the pointer.
    pub ty: LLVMTypeRef,
    /// Its offset in the table, in bytes.
    pub offset: u32,
    form: u32,
}
crosses!("FmergeTableEntry", RawTableEntry: ty, offset, form);

impl RawTableEntry {
    /// The entry that is planned; `ty` is the type of its value.
    pub fn new(planned: &TableEntry, ty: LLVMTypeRef) -> RawTableEntry {
        let form = match planned.address {
            None => const { number("TableForm", "Number") },
            Some(AddressForm::Whole) => const { number("TableForm", "Whole") },
            Some(AddressForm::ShortDistance) => const { number("TableForm", "ShortDistance") },
            Some(AddressForm::LongDistance) => const { number("TableForm", "LongDistance") },
        };
        RawTableEntry { ty, offset: planned.offset, form }
    }
}

#[repr(C)]
#[derive(Default)]
struct RawTableTarget {
    architecture: u32,
    pointer_bits: u32,
    code_model: u32,
    relocation: u32,
    elf: bool,
    pic: bool,
    plain_variables: bool,
    tagged: bool,
}
crosses!("FmergeTableTarget", RawTableTarget:
    architecture, pointer_bits, code_model, relocation, elf, pic, plain_variables, tagged);

#[repr(C)]
#[derive(Default)]
struct RawAddress {
    offset: i64,
    facts: u64,
}
crosses!("FmergeAddress", RawAddress: offset, facts);

unsafe extern "C" {
    fn fmerge_table_target(
        module: LLVMModuleRef,
        function: LLVMValueRef,
        analyses: *mut c_void,
        out: *mut RawTableTarget,
    );
    fn fmerge_table_address(
        value: LLVMValueRef,
        module: LLVMModuleRef,
        out: *mut RawAddress,
    ) -> bool;
    fn fmerge_is_placed(function: LLVMValueRef) -> bool;
    /// Creates a table with these values in its entries: a new constant of the module. `apart` says whether its section
    /// must hold no other constants.
    pub fn fmerge_table(
        module: LLVMModuleRef,
        entries: *const RawTableEntry,
        values: *const LLVMValueRef,
        count: usize,
        apart: bool,
    ) -> LLVMValueRef;
}

/// What is known of the module's target; code generation is asked about a function of the module, if there is one.
pub fn table_target(module: ModuleRef, analyses: Analyses) -> TableTarget {
    let function = module.defined_functions().first().map_or(ptr::null_mut(), |f| f.as_ptr());
    let mut raw = RawTableTarget::default();
    // SAFETY: module and function are alive; the promise of `Analyses::new`; every field is filled.
    unsafe { fmerge_table_target(module.as_ptr(), function, analyses.as_ptr(), &raw mut raw) };
    let architecture = of_number!(raw.architecture, "TableArchitecture":
        "X86_64" => Architecture::X86_64,
        "AArch64" => Architecture::AArch64,
        "Arm" => Architecture::Arm,
        "RiscV" => Architecture::RiscV,
        "Wasm" => Architecture::Wasm,
        "Other" => Architecture::Other,
    );
    let code_model = of_number!(raw.code_model, "TableCodeModel":
        "Unsaid" => CodeModel::Unsaid,
        "Tiny" => CodeModel::Tiny,
        "Small" => CodeModel::Small,
        "Kernel" => CodeModel::Kernel,
        "Medium" => CodeModel::Medium,
        "Large" => CodeModel::Large,
    );
    let relocation = of_number!(raw.relocation, "TableRelocation":
        "Unknown" => Relocation::Unknown,
        "Allowed" => Relocation::Allowed,
        "Forbidden" => Relocation::Forbidden,
    );
    TableTarget {
        architecture,
        pointer_bits: raw.pointer_bits,
        elf: raw.elf,
        code_model,
        pic: raw.pic,
        relocation,
        plain_variables: raw.plain_variables,
        tagged: raw.tagged,
    }
}

/// What is known of a constant that is a function or a place in a variable; none for any other constant.
///
/// # Safety
/// The constant is alive.
pub unsafe fn table_address(constant: LLVMValueRef, module: ModuleRef) -> Option<Address> {
    let mut raw = RawAddress::default();
    // SAFETY: the caller's promise, and the module is alive; where it is an address, every field is filled.
    let is_address = unsafe { fmerge_table_address(constant, module.as_ptr(), &raw mut raw) };
    let has = |bit: u64| raw.facts & bit != 0;
    is_address.then(|| Address {
        offset: raw.offset,
        here: has(const { bit("AddressFact", "Here") }),
        thread_local: has(const { bit("AddressFact", "ThreadLocal") }),
        elsewhere: has(const { bit("AddressFact", "Elsewhere") }),
        resolved: has(const { bit("AddressFact", "Resolved") }),
        weak: has(const { bit("AddressFact", "Weak") }),
        absolute: has(const { bit("AddressFact", "Absolute") }),
        tagged: has(const { bit("AddressFact", "Tagged") }),
        code_model: has(const { bit("AddressFact", "CodeModel") }),
        placed: has(const { bit("AddressFact", "Placed") }),
        declared: has(const { bit("AddressFact", "Declared") }),
    })
}

/// Whether the source names the section of a function.
pub fn is_placed(function: FunctionRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { fmerge_is_placed(function.as_ptr()) }
}
