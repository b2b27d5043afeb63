//! Which symbols of a module refer to which, for a linker that drops what nobody refers to (`--gc-sections`).
//!
//! Consumes: a module, and how code generation places its symbols. Produces: whether functions may share a body, by the
//! rule of [`fmerge_core::references`]. The answer is for the module as it is after the merges that were noted.
//! Guarantees: a function that is not known here shares no body.

use std::rc::Rc;

use fmerge_core::bodies::{
    FunctionDigest, LOCAL, Needs, NeedsOf, RecordedSymbol, SymbolName, symbol_name,
};
use fmerge_core::icf::DroppedFunctions;
use fmerge_core::options::Options;
use fmerge_core::references::{References, Root, SymbolFacts, SymbolId};
use fmerge_core::report::Place;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ffi::references::{
    DescribedSymbol, Sections, SymbolRef, associated, describe, listed, name_of, place_of,
    starting, symbols,
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

/// What is recorded of the symbols that a module defines, and of those that these lead to; and where each is in the list.
pub fn recorded(module: ModuleRef) -> (Vec<RecordedSymbol>, FxHashMap<SymbolRef, u32>) {
    let mut open = symbols(module);
    let mut places: FxHashMap<SymbolRef, u32> = open.iter().copied().zip(0..).collect();
    let mut recorded: Vec<RecordedSymbol> = Vec::new();
    let mut together: Vec<(u32, u32)> = Vec::new();
    while let Some(&at) = open.get(recorded.len()) {
        // SAFETY: the symbols are the module's, which is alive.
        let (described, section, name) = unsafe {
            (describe(at, Sections::apart()), place_of(at, Sections::apart()), name_of(at))
        };
        let place = |&to: &SymbolRef| {
            let next = open.len() as u32;
            *places.entry(to).or_insert_with(|| {
                open.push(to);
                next
            })
        };
        let refers_to: Vec<u32> = described.refers_to.iter().chain(&section).map(place).collect();
        if section.is_some() {
            // What is in a section is kept with all of it.
            together.push((refers_to[refers_to.len() - 1], recorded.len() as u32));
        }
        recorded.push(RecordedSymbol {
            name: name.as_ref().map_or(LOCAL, |one| symbol_name(&one.0)),
            is_function: described.is_function,
            is_defined: name.map_or(!described.facts.is_needed, |one| !one.1),
            is_needed: described.facts.is_needed,
            is_replaceable: described.facts.is_replaceable,
            refers_to,
        });
    }
    for (section, symbol) in together {
        let section = &mut recorded[section as usize];
        // Nobody who refers to one of its symbols is sure to need the others.
        section.is_replaceable = true;
        section.refers_to.push(symbol);
    }
    (recorded, places)
}

/// What is known of a program of which the module is a part.
pub struct ProgramPart {
    needs: Needs,
    /// The symbols that this part defines. Local functions that become symbols later are not among them, whatever they are called.
    defined: FxHashMap<SymbolName, SymbolRef>,
}

impl ProgramPart {
    /// The module as it is now, and what the symbols of the whole program need.
    pub fn new(module: ModuleRef, needs: Needs) -> ProgramPart {
        let named = |one: SymbolRef| {
            // SAFETY: it is a symbol of the module, which is alive.
            let (name, _) = unsafe { name_of(one) }?;
            Some((symbol_name(&name), one))
        };
        ProgramPart { needs, defined: symbols(module).into_iter().filter_map(named).collect() }
    }

    /// Whether a function of the program may lead back to itself by way of others, which may be in other parts.
    pub fn is_recursive(&self, function: &FunctionDigest) -> bool {
        self.needs.is_recursive(function)
    }
}

/// What may be referred to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Referent {
    /// What the module has.
    Symbol(SymbolRef),
    /// A symbol of another part of the program, by its number in [`Needs`].
    Elsewhere(u32),
    /// Missing symbols of which such a symbol may need some.
    Rest(u32),
    /// A symbol that no object of the program defines.
    Missing(SymbolName),
    /// What may be kept because it lies in one section with the symbol.
    Beside(SymbolRef),
    /// A section that symbols share.
    Section(SymbolRef),
}

/// What is known of a node.
struct Described {
    facts: SymbolFacts,
    home: Option<Referent>,
    refers_to: Vec<Referent>,
}

/// The symbols of a module, and what they refer to.
pub struct ModuleReferences {
    sections: Sections,
    /// What is known of the rest, if the module is a part of a program.
    part: Option<Rc<ProgramPart>>,
    /// The symbols that such a part defines, as long as they exist.
    defined: FxHashMap<SymbolName, SymbolRef>,
    names: FxHashMap<SymbolRef, SymbolName>,
    references: References,
    ids: FxHashMap<Referent, SymbolId>,
    /// The symbols in sections that several share, as the module was at first: what comes later does what one of these did.
    sections_shared: FxHashMap<SymbolRef, Vec<SymbolRef>>,
    listed: FxHashSet<SymbolRef>,
    starting: FxHashSet<SymbolRef>,
    /// By symbol: those that are kept with it because they say so (`!associated`).
    associated: FxHashMap<SymbolRef, Vec<SymbolRef>>,
    /// Whether symbols that loaders may ask for are kept.
    keeps_exported: bool,
}

fn symbol(function: FunctionRef) -> Referent {
    Referent::Symbol(SymbolRef::of(function.as_ptr().cast()))
}

impl ModuleReferences {
    /// The symbols of a module as it is now; none if its linker drops nothing.
    pub fn of(
        module: ModuleRef,
        sections: Sections,
        part: Option<Rc<ProgramPart>>,
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
            part,
            defined: FxHashMap::default(),
            names: FxHashMap::default(),
            references: References::default(),
            ids: FxHashMap::default(),
            sections_shared: FxHashMap::default(),
            listed: listed(module).into_iter().collect(),
            starting: starting(module).into_iter().collect(),
            associated: kept_with,
            keeps_exported: dropped == DroppedFunctions::Unexported,
        };
        let defined = symbols(module);
        for &one in &defined {
            // SAFETY: as below.
            if let Some(place) = unsafe { place_of(one, sections) } {
                all.sections_shared.entry(place).or_default().push(one);
            }
        }
        all.sections_shared.retain(|_, members| members.len() > 1);
        if let Some(part) = &all.part {
            let known = |&one: &SymbolRef| {
                // SAFETY: as below.
                let name = symbol_name(&unsafe { name_of(one) }?.0);
                (part.defined.get(&name) == Some(&one)).then_some((one, name))
            };
            all.names = defined.iter().filter_map(known).collect();
            all.defined = all.names.iter().map(|(&one, &name)| (name, one)).collect();
        }
        // SAFETY: they are symbols of the module, which is alive.
        unsafe { all.enter(defined.into_iter().map(Referent::Symbol).collect()) };
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
                let name = self.names.remove(&SymbolRef::of(member.as_ptr().cast()));
                name.map(|name| self.defined.remove(&name));
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
    unsafe fn describe_again(&mut self, one: Referent) {
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
    unsafe fn enter(&mut self, symbols: Vec<Referent>) {
        let (mut open, mut entered) = (symbols, Vec::new());
        while let Some(at) = open.pop() {
            if self.ids.contains_key(&at) {
                continue;
            }
            // SAFETY: the caller's promise; what a symbol refers to exists, too.
            let Described { facts, home, refers_to } = unsafe { self.described(at) };
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

    /// A symbol of the program, which may be in this part of it.
    fn node_of(&self, needs: Option<&Needs>, number: u32) -> Referent {
        let name = needs.and_then(|needs| needs.symbol(number)).map(|one| one.name);
        let own = name.and_then(|name| self.defined.get(&name));
        own.map_or(Referent::Elsewhere(number), |&own| Referent::Symbol(own))
    }

    /// # Safety
    /// A symbol of the module exists.
    unsafe fn described(&self, one: Referent) -> Described {
        let needs = self.part.as_deref().map(|part| &part.needs);
        let plain = SymbolFacts::default();
        let described = |facts, refers_to| Described { facts, home: None, refers_to };
        match one {
            // SAFETY: the caller's promise.
            Referent::Symbol(symbol) => unsafe { self.described_symbol(symbol) },
            Referent::Elsewhere(number) => match needs.and_then(|needs| needs.symbol(number)) {
                Some(NeedsOf { is_replaceable, certain, through, .. }) => {
                    let missing = needs.into_iter().flat_map(|needs| needs.set(certain));
                    let through = needs.into_iter().flat_map(|needs| needs.numbers(through));
                    let through = through.map(|one| self.node_of(needs, one));
                    let refers_to = missing.map(Referent::Missing).chain(through);
                    let facts =
                        SymbolFacts { root: Root::Possible, is_needed: false, is_replaceable };
                    described(facts, refers_to.chain([Referent::Rest(number)]).collect())
                }
                None => described(plain, Vec::new()),
            },
            Referent::Rest(number) => {
                let of = needs.and_then(|needs| Some(needs.set(needs.symbol(number)?.rest)));
                let missing = of.into_iter().flatten();
                let facts = SymbolFacts { is_replaceable: true, ..plain };
                described(facts, missing.map(Referent::Missing).collect())
            }
            Referent::Missing(_) => described(SymbolFacts { is_needed: true, ..plain }, Vec::new()),
            // Whoever refers to one symbol of a section is not sure to keep it: so these are no reason to keep anything.
            Referent::Beside(symbol) => {
                // SAFETY: the caller's promise.
                let place = unsafe { place_of(symbol, self.sections) };
                let facts = SymbolFacts { is_replaceable: true, ..plain };
                described(facts, place.into_iter().map(Referent::Section).collect())
            }
            Referent::Section(place) => {
                let members = self.sections_shared.get(&place).into_iter().flatten();
                let facts = SymbolFacts { is_replaceable: true, ..plain };
                described(facts, members.copied().map(Referent::Symbol).collect())
            }
        }
    }

    /// The shim's description of a symbol, changed by what the lists of the module say of it, and by what is known of other parts
    /// of the program.
    ///
    /// # Safety
    /// The symbol exists.
    unsafe fn described_symbol(&self, one: SymbolRef) -> Described {
        // SAFETY: the caller's promise.
        let DescribedSymbol { mut facts, mut home, mut refers_to, is_exported, .. } =
            unsafe { describe(one, self.sections) };
        // SAFETY: as above.
        let place = unsafe { place_of(one, self.sections) };
        if (self.keeps_exported && is_exported) || self.starting.contains(&one) {
            facts.root = Root::Certain;
        } else if self.listed.contains(&one) {
            // The linker may keep it for itself, in a section of its own.
            (facts.root, home) = (Root::Possible, None);
        }
        refers_to.extend(self.associated.get(&one).into_iter().flatten());
        let mut refers_to: Vec<Referent> = refers_to.into_iter().map(Referent::Symbol).collect();
        let is_shared = |place| self.sections_shared.contains_key(place);
        refers_to
            .extend(place.as_ref().filter(|place| is_shared(place)).map(|_| Referent::Beside(one)));
        // SAFETY: the caller's promise.
        let named = || unsafe { name_of(one) };
        if let Some((part, (name, is_declared))) = self.part.as_deref().zip(named()) {
            let name = symbol_name(&name);
            let elsewhere = part.needs.find(name).map(Referent::Elsewhere);
            if is_declared {
                let missing = facts.is_needed.then_some(Referent::Missing(name));
                refers_to.extend(elsewhere.or(missing));
                facts.is_needed = false;
            } else if facts.is_replaceable && self.names.contains_key(&one) {
                // Other definitions may be in other parts.
                refers_to.extend(elsewhere);
            }
        }
        Described { facts, home: home.map(Referent::Symbol), refers_to }
    }
}
