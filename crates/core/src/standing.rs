//! What may become of a function whose work another one can do: the one answer for all passes.
//!
//! Consumes: facts of its symbol ([`FunctionSymbol`]) and of its uses ([`UseCounts`]), as the plugin asks LLVM for them.
//! Produces: its [`Standing`]. Guarantees: a function is removed only if nobody else can miss it and none of its uses
//! remains; callers that may run another definition keep calling it; its address becomes another only where addresses
//! do not matter; a function that a global is `!associated` with stays.

use crate::ir::Uses;
use crate::replacement::{Fate, Moves};

/// Which definition of a symbol counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Linkage {
    /// Nobody else sees it.
    Local,
    /// Seen by all, defined once.
    External,
    /// One of several that mean the same, by the one definition rule. Each may be optimised differently.
    OneOfEqual,
    /// One of several that may differ; or callers must come in by this very symbol.
    Interposable,
}

/// What LLVM says of a function, its uses aside. The plugin's shim fills it, in this order.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionSymbol {
    /// Internal or private linkage.
    pub local: bool,
    /// `external` or `weak_odr` linkage.
    pub strong: bool,
    /// `linkonce_odr` linkage.
    pub linkonce_odr: bool,
    /// Another definition may be taken in its place, and it may differ.
    pub interposable: bool,
    /// A shared library may export it, so that the loader may take another program's function of its name.
    pub overridden_by_loader: bool,
    /// No other definition may be taken in its place.
    pub exact: bool,
    /// Exported from a DLL.
    pub dll_exported: bool,
    /// In a comdat.
    pub in_comdat: bool,
    /// In a comdat that has other members.
    pub has_company: bool,
    /// In a comdat of which the linker keeps one of several.
    pub selected_by_linker: bool,
    /// An attribute says that callers must come in by this symbol.
    pub keeps_callers: bool,
    /// Has the attribute `nobuiltin`: it is one that programs may replace.
    pub no_builtin: bool,
    /// Its name is that of a library function that LLVM knows.
    pub named_as_library: bool,
    /// Its address does not matter: global `unnamed_addr`, and no `!type` that could be asked for.
    pub insignificant: bool,
    /// The object format and its linkers allow two symbols at one address.
    pub target_has_aliases: bool,
    /// Has parameters that only the original frame can pass on, or variable arguments.
    pub odd_parameters: bool,
    /// Returns twice, or has strict floating point: a frame of its own would be seen.
    pub odd_frame: bool,
    /// A global says by `!associated` that it belongs to the function. Only functions that could be removed are asked.
    pub associated: bool,
    /// Metadata names it.
    pub named_by_metadata: bool,
    /// A thunk in its place has no unwind entry.
    pub bare_thunk: bool,
}

/// The uses of a function, each in one of the counts. The plugin's shim fills it, in this order.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UseCounts {
    /// Calls that can be rewritten to call a function of another type, with other arguments.
    pub calls: u32,
    /// Other uses as a callee, which a function of the same type can take over.
    pub other_calls: u32,
    /// Uses as a value that may become another function.
    pub addresses: u32,
    /// Uses that must stay: `llvm.used`, aliases, whatever is not known.
    pub others: u32,
}

/// Who refers to a function, and what its symbol allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which definition counts.
    pub linkage: Linkage,
    /// Equal numbers for equal function types.
    pub signature: u32,
    /// As in [`UseCounts`].
    pub calls: u32,
    /// As in [`UseCounts`].
    pub other_calls: u32,
    /// As in [`UseCounts`].
    pub addresses: u32,
    /// As in [`UseCounts`], and one for a global that is `!associated` with the function.
    pub others: u32,
    /// Its address does not matter.
    pub insignificant: bool,
    /// Nobody misses it once it is not used.
    pub droppable: bool,
    /// Others may call it in place of an equal function.
    pub can_be_body: bool,
    /// The target and its linkage allow an alias in its place.
    pub can_be_alias: bool,
    /// It may have aliases.
    pub can_be_aliasee: bool,
    /// It can stay as a function that only calls another.
    pub can_be_thunk: bool,
    /// Metadata names it.
    pub named_by_metadata: bool,
    /// A thunk in its place has no unwind entry.
    pub bare_thunk: bool,
}

impl FunctionSymbol {
    /// Which definition counts.
    pub fn linkage(&self) -> Linkage {
        match () {
            () if self.keeps_callers => Linkage::Interposable,
            () if self.local => Linkage::Local,
            () if self.interposable || self.no_builtin => Linkage::Interposable,
            () if self.exact && !self.selected_by_linker => Linkage::External,
            () => Linkage::OneOfEqual,
        }
    }

    /// Whether all objects that need the function have it, and the linker does not miss it in this one.
    fn is_droppable(&self) -> bool {
        self.local || (self.linkonce_odr && !self.has_company && !self.dll_exported)
    }

    /// Whether others may call it by its name: a local symbol of a group that the linker may drop is not such a
    /// function, nor is one whose callers LLVM takes for callers of the library, nor one that the loader may replace: the
    /// programs that define its name do not mean its equals.
    fn can_be_body(&self) -> bool {
        let is_known = match self.linkage() {
            Linkage::External => true,
            Linkage::Local => !self.selected_by_linker,
            Linkage::OneOfEqual | Linkage::Interposable => false,
        };
        is_known && !self.named_as_library && !self.overridden_by_loader
    }
}

impl Standing {
    /// What follows from the facts; `signature` is the number of the function's type.
    pub fn of(symbol: &FunctionSymbol, uses: UseCounts, signature: u32) -> Standing {
        let UseCounts { calls, other_calls, addresses, others } = uses;
        Standing {
            linkage: symbol.linkage(),
            signature,
            calls,
            other_calls,
            addresses,
            others: others + u32::from(symbol.associated),
            insignificant: symbol.insignificant,
            droppable: symbol.is_droppable(),
            can_be_body: symbol.can_be_body(),
            can_be_alias: symbol.strong
                && !symbol.in_comdat
                && !symbol.dll_exported
                && symbol.target_has_aliases,
            can_be_aliasee: !symbol.in_comdat,
            can_be_thunk: !symbol.odd_parameters && !symbol.odd_frame,
            named_by_metadata: symbol.named_by_metadata,
            bare_thunk: symbol.bare_thunk,
        }
    }

    /// Whether calls of it may become calls of the function that does its work.
    pub fn calls_may_move(&self) -> bool {
        self.linkage != Linkage::Interposable
    }

    /// Whether nobody can tell its address from another: it does not matter, or is not known.
    pub fn is_insignificant(&self) -> bool {
        let is_unknown = self.linkage == Linkage::Local && self.addresses + self.others == 0;
        self.insignificant || is_unknown
    }

    /// Whether a body that calls it, or (`as_value`) refers to it, may be equal to one that calls or refers to an equal
    /// function. For that, the definition that runs must be the one that was compared, or its calls will move to that
    /// one (`calls_move`).
    pub fn is_interchangeable(&self, as_value: bool, calls_move: bool) -> bool {
        match (as_value, self.linkage) {
            (_, Linkage::Interposable) | (true, Linkage::OneOfEqual) => false,
            (true, _) => self.insignificant,
            (false, Linkage::OneOfEqual) => calls_move && self.other_calls == 0,
            (false, _) => true,
        }
    }

    /// Which uses become uses of an equal function, given what becomes of this one. Metadata that lists functions, such
    /// as `!callees`, stays true only when nothing is left of this one.
    pub fn moves(&self, fate: Fate, body_is_insignificant: bool) -> Moves {
        let addresses_may = self.insignificant && body_is_insignificant;
        let is_free = fate == Fate::Gone || !self.named_by_metadata;
        match self.calls_may_move() {
            true if addresses_may && is_free => Moves::CallsAndAddresses,
            true => Moves::Calls,
            false => Moves::Nothing,
        }
    }

    /// The uses that remain after all uses that may move have moved to another function, which may have the
    /// `same_type`.
    pub fn left(&self, moves: Moves, same_type: bool) -> u32 {
        let calls = match moves {
            Moves::Nothing => self.calls + self.other_calls,
            _ if same_type => 0,
            _ => self.other_calls,
        };
        let addresses = if moves == Moves::CallsAndAddresses { 0 } else { self.addresses };
        calls + addresses + self.others
    }

    /// Whether it may be removed: nobody misses it once these uses have become uses of another function.
    pub fn may_go(&self, moves: Moves, same_type: bool) -> bool {
        let may_move = moves == Moves::Nothing || self.calls_may_move();
        may_move && self.droppable && self.left(moves, same_type) == 0
    }

    /// Whether it is removed when its calls become calls of a function of another type. Local functions are. Other
    /// functions may have copies in other objects; their callers keep calling the thunk, whose name all objects know.
    pub fn goes_with_its_calls(&self) -> bool {
        self.linkage == Linkage::Local && self.may_go(Moves::Calls, false)
    }

    /// How it is used, for those who plan a body with other parameters.
    pub fn uses(&self) -> Uses {
        let call_sites = if self.calls_may_move() { self.calls } else { 0 };
        let removable = self.goes_with_its_calls();
        Uses { removable, call_sites, bare_thunk: self.bare_thunk, ..Uses::default() }
    }
}

#[cfg(test)]
mod tests;
