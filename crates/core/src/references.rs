//! What a link needs when it drops code that nobody refers to (`--gc-sections`): whether a merge would make it need more.
//!
//! Consumes: the symbols of a module, who refers to whom, and who may be kept for what the module does not show.
//! Produces: whether functions may share a body. Guarantees: whatever the link keeps, after the merges that
//! [`References::may_share`] has allowed it needs those symbols of other objects that it needed before, and no others.
//!
//! A function that nobody calls may refer to symbols that are nowhere. Such a program links, because the linker drops the
//! function, and its references with it. A body that does the work of that function and of one that is used would bring
//! them back. So whatever one of the functions needs must be needed anyhow whenever the other is kept: by the other
//! itself, or by everything that the other can be kept for. For example, two local functions that `f` alone calls may
//! share a body, whatever they call. Two functions that other objects see may share one only if they call the same.

use cranelift_entity::{EntitySet, PrimaryMap, entity_impl};

/// A symbol, or several that are kept and dropped together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(u32);
entity_impl!(SymbolId, "symbol");

/// Why a symbol is kept, apart from references in the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Root {
    /// For no other reason.
    #[default]
    None,
    /// Other objects, or the linker's script, may refer to it.
    Possible,
    /// It is always kept, as `main` is.
    Certain,
}

/// What is known of a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymbolFacts {
    /// Why it is kept.
    pub root: Root,
    /// A reference to it may need what the module does not show: it is a symbol of another object, which may be missing, or another
    /// definition may take its place that does something else and needs more.
    pub is_needed: bool,
    /// The linker may take another definition in its place.
    pub is_replaceable: bool,
}

#[derive(Clone, Debug, Default)]
struct SymbolNode {
    facts: SymbolFacts,
    refers_to: Vec<SymbolId>,
    users: Vec<SymbolId>,
}

/// The symbols of a module, and who refers to whom.
#[derive(Clone, Debug, Default)]
pub struct References {
    symbols: PrimaryMap<SymbolId, SymbolNode>,
    /// The symbols that are always kept; computed when they are first needed.
    always: Option<EntitySet<SymbolId>>,
}

impl References {
    /// Adds a symbol, which refers to nothing yet.
    pub fn add(&mut self, facts: SymbolFacts) -> SymbolId {
        self.symbols.push(SymbolNode { facts, ..SymbolNode::default() })
    }

    /// From now on a symbol refers to these, and to no others.
    pub fn set(&mut self, from: SymbolId, to: Vec<SymbolId>) {
        for old in std::mem::take(&mut self.symbols[from].refers_to) {
            self.symbols[old].users.retain(|&user| user != from);
        }
        self.extend(from, to);
    }

    /// From now on a symbol refers to these, too.
    pub fn extend(&mut self, from: SymbolId, to: Vec<SymbolId>) {
        to.iter().for_each(|&one| self.symbols[one].users.push(from));
        self.symbols[from].refers_to.extend(to);
        self.always = None;
    }

    /// From now on a symbol is always kept.
    pub fn keep_always(&mut self, id: SymbolId) {
        self.symbols[id].facts.root = Root::Certain;
        self.always = None;
    }

    /// Whether these functions may share a body, which is kept wherever one of them is.
    pub fn may_share(&mut self, members: &[SymbolId]) -> bool {
        let always = self.always.take().unwrap_or_else(|| self.find_always());
        let is_always_kept =
            |one: SymbolId| always.contains(one) && (self.is_certain(one) || self.leads_on(one));
        let adds_nothing = |to: SymbolId| {
            let mut others = members.iter().filter(|&&from| from != to && !is_always_kept(from));
            others.all(|&from| self.adds_nothing(from, to, &always))
        };
        let may = members.iter().all(|&to| adds_nothing(to));
        self.always = Some(always);
        may
    }

    /// Whether all that `from` may need is needed wherever `to` is kept. What `to` refers to is needed there, and whatever the
    /// definition needs that the linker takes.
    fn adds_nothing(&self, from: SymbolId, to: SymbolId, always: &EntitySet<SymbolId>) -> bool {
        let with = self.walk([to], |at, visit| {
            if at == to || self.leads_on(at) {
                self.visit_all(at, visit);
            }
        });
        if with.contains(from) && self.leads_on(from) {
            return true;
        }
        let more = self.walk([from], |at, visit| {
            let next = self.symbols[at].refers_to.iter().copied();
            next.filter(|&next| !with.contains(next) && !always.contains(next)).for_each(visit);
        });
        let names = |one: SymbolId, to: SymbolId| self.symbols[one].refers_to.contains(&to);
        // The body does the work of `from`, and does not refer to it, unless it did.
        let is_brought = |one: SymbolId| one != from || more.iter().any(|at| names(at, from));
        let mut needed =
            more.iter().filter(|&one| self.symbols[one].facts.is_needed && is_brought(one));
        needed.all(|one| self.is_kept_with(one, to))
    }

    /// Whether every reason to keep `with` keeps `needed` too.
    fn is_kept_with(&self, needed: SymbolId, with: SymbolId) -> bool {
        let keepers = self.walk([needed], |at, visit| {
            if at == needed || self.leads_on(at) {
                self.symbols[at].users.iter().copied().for_each(visit);
            }
        });
        if keepers.contains(with) {
            return true;
        }
        let reasons = self.walk([with], |at, visit| {
            let users = self.symbols[at].users.iter().copied();
            users.filter(|&user| !keepers.contains(user)).for_each(visit);
        });
        reasons.iter().all(|one| self.symbols[one].facts.root == Root::None)
    }

    fn find_always(&self) -> EntitySet<SymbolId> {
        let certain = self.symbols.iter().filter(|(_, one)| one.facts.root == Root::Certain);
        self.walk(certain.map(|(id, _)| id), |at, visit| {
            if self.is_certain(at) || self.leads_on(at) {
                self.visit_all(at, visit);
            }
        })
    }

    fn is_certain(&self, one: SymbolId) -> bool {
        self.symbols[one].facts.root == Root::Certain
    }

    fn visit_all(&self, at: SymbolId, visit: &mut dyn FnMut(SymbolId)) {
        self.symbols[at].refers_to.iter().copied().for_each(visit);
    }

    /// Whether a reference to a symbol keeps this very definition.
    fn leads_on(&self, to: SymbolId) -> bool {
        !self.symbols[to].facts.is_replaceable
    }

    /// These symbols, and all that can be reached from them.
    fn walk(
        &self,
        from: impl IntoIterator<Item = SymbolId>,
        mut next: impl FnMut(SymbolId, &mut dyn FnMut(SymbolId)),
    ) -> EntitySet<SymbolId> {
        let mut seen = EntitySet::with_capacity(self.symbols.len());
        let mut open: Vec<SymbolId> = from.into_iter().filter(|&one| seen.insert(one)).collect();
        while let Some(at) = open.pop() {
            next(at, &mut |one| {
                if seen.insert(one) {
                    open.push(one);
                }
            });
        }
        seen
    }
}

#[cfg(test)]
mod tests;
