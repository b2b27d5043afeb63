//! Which symbols of a module refer to which, for a linker that drops what nobody refers to (`--gc-sections`).
//!
//! Consumes: a module, and how code generation places its symbols. Produces: whether functions may share a body, by the
//! rule of [`fmerge_core::references`]. The answer is for the module as it is after the merges that were noted.
//! Guarantees: a function that is not known here shares no body.

use fmerge_core::icf::DroppedFunctions;
use fmerge_core::options::Options;
use fmerge_core::references::{References, Root, SymbolId};
use fmerge_core::report::Place;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ffi::references::{
    DescribedSymbol, Sections, SymbolRef, associated, describe, listed, starting, symbols,
};
use crate::linker;
use crate::llvm::{FunctionRef, ModuleRef};

/// What a linker that comes after a pass at this place may drop, unless the option says it. In LTO, the linker's
/// arguments tell. After a compile or before code generation, any link may follow. A pass that is run by hand counts as
/// followed by none.
pub fn dropped_functions(options: &Options, place: Place) -> DroppedFunctions {
    match (options.gc_sections, place) {
        (Some(true), _) | (None, Place::Compile | Place::Codegen) => DroppedFunctions::Unreferenced,
        (None, Place::Early | Place::Late) => linker::dropped_functions(),
        (Some(false), _) | (None, Place::ByHand) => DroppedFunctions::None,
    }
}

/// The symbols of a module, and what they refer to.
pub struct ModuleReferences {
    sections: Sections,
    references: References,
    ids: FxHashMap<SymbolRef, SymbolId>,
    listed: FxHashSet<SymbolRef>,
    starting: FxHashSet<SymbolRef>,
    /// By symbol: those that are kept with it because they say so (`!associated`).
    associated: FxHashMap<SymbolRef, Vec<SymbolRef>>,
    /// Whether symbols that loaders may ask for are kept.
    keeps_exported: bool,
}

fn symbol(function: FunctionRef) -> SymbolRef {
    SymbolRef::of(function.as_ptr().cast())
}

impl ModuleReferences {
    /// The symbols of a module as it is now; none if its linker drops nothing.
    pub fn of(
        module: ModuleRef,
        sections: Sections,
        dropped: DroppedFunctions,
    ) -> Option<ModuleReferences> {
        if dropped == DroppedFunctions::None {
            return None;
        }
        let mut kept_with: FxHashMap<SymbolRef, Vec<SymbolRef>> = FxHashMap::default();
        for (of, with) in associated(module) {
            kept_with.entry(of).or_default().push(with);
        }
        let mut all = ModuleReferences {
            sections,
            references: References::default(),
            ids: FxHashMap::default(),
            listed: listed(module).into_iter().collect(),
            starting: starting(module).into_iter().collect(),
            associated: kept_with,
            keeps_exported: dropped == DroppedFunctions::Unexported,
        };
        // SAFETY: they are symbols of the module, which is alive.
        unsafe { all.enter(symbols(module)) };
        Some(all)
    }

    /// Whether these functions may share a body.
    pub fn may_share(&mut self, functions: &[FunctionRef]) -> bool {
        let ids = functions.iter().map(|&one| self.ids.get(&symbol(one)).copied());
        let ids: Option<Vec<SymbolId>> = ids.collect();
        ids.is_some_and(|ids| self.references.may_share(&ids))
    }

    /// From now on, each body does the work of its members. The members that are `alive` have changed, and so have the
    /// functions in `changed`.
    pub fn note(
        &mut self,
        bodies: &[(FunctionRef, Vec<FunctionRef>)],
        changed: &[FunctionRef],
        alive: impl Fn(FunctionRef) -> bool,
    ) {
        let pairs =
            bodies.iter().flat_map(|(body, members)| members.iter().map(move |&one| (*body, one)));
        let (mut now, mut gone) = (changed.to_vec(), Vec::new());
        for (body, member) in pairs {
            if alive(member) {
                now.push(member);
            } else if let Some(id) = self.ids.remove(&symbol(member)) {
                // Another value may get this address.
                gone.push((id, body));
            }
        }
        now.extend(bodies.iter().map(|one| one.0));
        for function in now {
            // SAFETY: the function is alive, and so is what it refers to.
            unsafe { self.describe_again(symbol(function)) };
        }
        for (id, body) in gone {
            let body = self.ids[&symbol(body)];
            if id != body {
                self.references.set(id, vec![body]);
            }
        }
    }

    /// Describes a symbol that is new, or whose references have changed.
    ///
    /// # Safety
    /// The symbol exists.
    unsafe fn describe_again(&mut self, one: SymbolRef) {
        let Some(&id) = self.ids.get(&one) else {
            // SAFETY: the caller's promise.
            return unsafe { self.enter(vec![one]) };
        };
        // SAFETY: the caller's promise; what a symbol refers to exists, too.
        let described = unsafe {
            let described = self.described(one);
            self.enter(described.refers_to.clone());
            described
        };
        let to = described.refers_to.iter().map(|to| self.ids[to]).collect();
        match described.home {
            Some(_) => self.references.extend(id, to),
            None => self.references.set(id, to),
        }
    }

    /// Enters symbols, and all that they lead to.
    ///
    /// # Safety
    /// The symbols exist.
    unsafe fn enter(&mut self, symbols: Vec<SymbolRef>) {
        let (mut open, mut entered) = (symbols, Vec::new());
        while let Some(at) = open.pop() {
            if self.ids.contains_key(&at) {
                continue;
            }
            // SAFETY: the caller's promise; what a symbol refers to exists, too.
            let DescribedSymbol { facts, home, refers_to, .. } = unsafe { self.described(at) };
            let id = match home {
                None => self.references.add(facts),
                Some(home) => *self.ids.entry(home).or_insert_with(|| self.references.add(facts)),
            };
            if facts.root == Root::Certain {
                self.references.keep_always(id);
            }
            self.ids.insert(at, id);
            open.extend(&refers_to);
            entered.push((id, refers_to));
        }
        for (id, refers_to) in entered {
            let to = refers_to.iter().map(|to| self.ids[to]).collect();
            self.references.extend(id, to);
        }
    }

    /// The shim's description of a symbol, changed by what the lists of the module say of it.
    ///
    /// # Safety
    /// The symbol exists.
    unsafe fn described(&self, one: SymbolRef) -> DescribedSymbol {
        // SAFETY: the caller's promise.
        let mut described = unsafe { describe(one, self.sections) };
        let is_asked_for = self.keeps_exported && described.is_exported;
        if is_asked_for || self.starting.contains(&one) {
            described.facts.root = Root::Certain;
        } else if self.listed.contains(&one) {
            // The linker may keep it for itself, in a section of its own.
            (described.facts.root, described.home) = (Root::Possible, None);
        }
        described.refers_to.extend(self.associated.get(&one).into_iter().flatten());
        described
    }
}
