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
    stand_apart: bool,
}

impl Tables {
    /// No tables at all.
    pub(crate) const NONE: Tables = Tables { are_read: false, addresses: None, stand_apart: false };

    /// Those of a module.
    pub(crate) fn of(module: ModuleRef, analyses: Analyses) -> Tables {
        let target = table_target(module, analyses);
        let addresses = target.address_form();
        Tables { are_read: target.reads_tables(), addresses, stand_apart: false }
    }

    /// The same where constants share a section, and the linker drops it if nothing refers to any of them. Then a table must not
    /// be the reason why what others refer to is kept, and others not the reason why what a table refers to is: it has a section
    /// of its own, and holds no addresses, since all tables share that.
    pub(crate) fn apart(self) -> Tables {
        Tables { addresses: None, stand_apart: true, ..self }
    }

    /// Whether they have a section of their own.
    pub(crate) fn stand_apart(self) -> bool {
        self.stand_apart
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
