//! What tables of a module's constants may hold.
//!
//! Consumes: a module and its target, as LLVM knows them. Produces: [`Tables`].
//! Guarantees: takes no decision; [`fmerge_core::gfm::tables`] does.

use fmerge_core::gfm::tables::AddressForm;
use inkwell::llvm_sys::prelude::LLVMValueRef;

use crate::analyses::Analyses;
use crate::ffi::tables::{is_placed, table_address, table_target};
use crate::llvm::{FunctionRef, ModuleRef};

/// The answers for a module.
#[derive(Clone, Copy)]
pub(crate) struct Tables {
    are_read: bool,
    addresses: Option<AddressForm>,
}

impl Tables {
    /// No tables at all.
    pub(crate) const NONE: Tables = Tables { are_read: false, addresses: None };

    /// Those of a module.
    pub(crate) fn of(module: ModuleRef, analyses: Analyses) -> Tables {
        let target = table_target(module, analyses);
        Tables { are_read: target.reads_tables(), addresses: target.address_form() }
    }

    /// The same, but without addresses.
    pub(crate) fn of_numbers(self) -> Tables {
        Tables { addresses: None, ..self }
    }

    /// Whether a function may read one. One that is in a section of its own may run when others cannot be read.
    pub(crate) fn are_read_by(self, function: FunctionRef) -> bool {
        self.are_read && !is_placed(function)
    }

    /// How a table holds a constant of the module, if that is an address that it can hold.
    ///
    /// # Safety
    /// The constant is alive.
    pub(crate) unsafe fn form(
        self,
        constant: LLVMValueRef,
        module: ModuleRef,
    ) -> Option<AddressForm> {
        // SAFETY: the caller's promise.
        let address = || unsafe { table_address(constant, module) };
        self.addresses.filter(|form| address().is_some_and(|address| form.holds(&address)))
    }
}
