//! What tables of a module's constants may hold.
//!
//! Consumes: a module and its target, as LLVM knows them. Produces: [`TableRules`].
//! Guarantees: takes no decision; [`fmerge_core::gfm::tables`] does.

use fmerge_core::gfm::tables::AddressForm;
use inkwell::llvm_sys::prelude::LLVMValueRef;

use crate::analyses::Analyses;
use crate::ffi::tables::{is_placed, table_address, table_target};
use crate::llvm::{FunctionRef, ModuleRef};

/// What tables may hold in one module, and who may read them.
#[derive(Clone, Copy)]
pub(crate) struct TableRules {
    are_read: bool,
    addresses: Option<AddressForm>,
    stand_apart: bool,
}

impl TableRules {
    /// No tables at all.
    pub(crate) const NONE: TableRules =
        TableRules { are_read: false, addresses: None, stand_apart: false };

    /// The tables that the target of a module allows.
    pub(crate) fn of(module: ModuleRef, analyses: Analyses) -> TableRules {
        let target = table_target(module, analyses);
        let addresses = target.address_form();
        TableRules { are_read: target.reads_tables(), addresses, stand_apart: false }
    }

    /// The same for a module whose constants share one section. The linker drops that section only if nothing refers to
    /// any of them. There, a table must not keep what other constants refer to, and other constants must not keep what
    /// the table refers to. So tables have a section of their own, and hold no addresses, since all tables share that
    /// section.
    pub(crate) fn apart(self) -> TableRules {
        TableRules { addresses: None, stand_apart: true, ..self }
    }

    /// Whether tables have a section of their own.
    pub(crate) fn stand_apart(self) -> bool {
        self.stand_apart
    }

    /// Whether a function may read a table. A function whose section the source names may run when other sections
    /// cannot be read.
    pub(crate) fn are_read_by(self, function: FunctionRef) -> bool {
        self.are_read && !is_placed(function)
    }

    /// How a table holds a constant of the module; none if the constant is no address that a table can hold.
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
