//! What the symbols of a program need that no object of it defines.
//!
//! Consumes: what objects record of their symbols. Produces: for each symbol that an object defines, the missing symbols that it
//! leads to; and which functions lead back to themselves. Guarantees: a symbol that several objects define leads to whatever any of
//! them does. Where the linker may take another definition of a symbol, what this one needs is not certain to be needed.
//!
//! It stands for those functions of a program that are in other batches ([`super::batches`]), where bodies must not bring an object
//! what only dead code needs ([`crate::references`]).

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{
    BodyError, FunctionDigest, ModuleRecord, RecordedFunction, RecordedSymbol, packed, unpacked,
};
use crate::container::Container;
use crate::graph::{components, on_cycles};

pub(super) const FILE: Container = Container { magic: *b"\x89fmergeN", version: 1 };

/// A symbol by its name.
pub type SymbolName = u64;

/// Stands for a symbol without a name.
pub const LOCAL: SymbolName = 0;

/// What stands for a name. Names that an accident makes equal would be taken for one, which may cost a merge, or a link where dead
/// code names what is nowhere.
pub fn symbol_name(name: &str) -> SymbolName {
    xxhash_rust::xxh3::xxh3_64(name.strip_prefix('\u{1}').unwrap_or(name).as_bytes()).max(1)
}

/// What a symbol needs, by the numbers of [`Needs::set`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NeedsOf {
    /// Its name.
    pub name: SymbolName,
    /// The linker may take another definition in its place.
    pub is_replaceable: bool,
    /// What is missing, and is needed wherever this definition is kept.
    pub certain: u32,
    /// What is missing, and may be needed there, but for what the symbols in `through` need.
    pub rest: u32,
    /// Replaceable symbols that are needed there, by their numbers in [`Needs::symbol`].
    pub through: u32,
}

/// What the symbols of a program need.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needs {
    /// In the order of names.
    symbols: Vec<NeedsOf>,
    sets: Vec<Vec<u32>>,
    missing: Vec<SymbolName>,
    /// In ascending order.
    recursive: Vec<FunctionDigest>,
}

/// The most symbols in [`NeedsOf::through`].
const MOST_THROUGH: usize = 32;

impl Needs {
    /// What the symbols of these modules need.
    pub fn of(modules: &[&ModuleRecord]) -> Needs {
        let graph = Graph::of(modules);
        let recursive = graph.recursive();
        let symbols = graph.symbols;
        let mut missing = Vec::new();
        let mut own = |(place, one): (usize, &Symbol)| {
            // Each statement of assembly may need something else.
            let own =
                if one.name == LOCAL { symbol_name(&format!("\0 {place}")) } else { one.name };
            missing.push(own);
            missing.len() as u32 - 1
        };
        let own: Vec<Option<u32>> =
            symbols.iter().enumerate().map(|one| one.1.needs_itself().then(|| own(one))).collect();
        let mut sets = NumberSets::default();
        let edges: Vec<&[u32]> = symbols.iter().map(|one| &one.refers_to[..]).collect();
        let all = sets.reached(&edges, &own, |_| true);
        let is_kept = |to: u32| !symbols[to as usize].is_replaceable;
        let certain = sets.reached(&edges, &own, is_kept);
        let needs_nothing = sets.number(Vec::new());
        let is_through = |to: u32| {
            let Symbol { name, is_defined, .. } = symbols[to as usize];
            is_defined && name != LOCAL && all[to as usize] != needs_nothing
        };
        let (through, rest) = sets.through(&edges, &all, is_kept, is_through);
        let mut by_name: Vec<usize> = (0..symbols.len())
            .filter(|&at| symbols[at].is_defined && symbols[at].name != LOCAL)
            .collect();
        by_name.sort_unstable_by_key(|&at| symbols[at].name);
        let places: FxHashMap<u32, u32> = by_name.iter().map(|&at| at as u32).zip(0..).collect();
        let needs = |&at: &usize| {
            let in_order = sets.list[through[at] as usize].iter().map(|to| places[to]).collect();
            NeedsOf {
                name: symbols[at].name,
                is_replaceable: symbols[at].is_replaceable,
                certain: certain[at],
                rest: rest[at],
                through: sets.number(in_order),
            }
        };
        let symbols = by_name.iter().map(needs).collect();
        Needs { symbols, sets: sets.list, missing, recursive }
    }

    /// The number of a symbol; none if no object defines it.
    pub fn find(&self, name: SymbolName) -> Option<u32> {
        let place = self.symbols.binary_search_by_key(&name, |one| one.name).ok()?;
        Some(place as u32)
    }

    /// What a symbol needs.
    pub fn symbol(&self, number: u32) -> Option<NeedsOf> {
        self.symbols.get(number as usize).copied()
    }

    /// Whether a function may lead back to itself by way of others, in the whole program.
    pub fn is_recursive(&self, function: &FunctionDigest) -> bool {
        self.recursive.binary_search(function).is_ok()
    }

    /// The missing symbols of a set.
    pub fn set(&self, number: u32) -> impl Iterator<Item = SymbolName> {
        self.numbers(number).filter_map(|one| self.missing.get(one as usize).copied())
    }

    /// The numbers in a set.
    pub fn numbers(&self, number: u32) -> impl Iterator<Item = u32> {
        self.sets.get(number as usize).into_iter().flatten().copied()
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        FILE.framed(&packed(self))
    }

    /// What a file says.
    ///
    /// # Errors
    /// The first fault.
    pub fn from_bytes(bytes: &[u8]) -> Result<Needs, BodyError> {
        unpacked(FILE.content(bytes).map_err(|why| BodyError::of(why, FILE))?)
    }
}

#[derive(Default)]
struct Symbol {
    name: SymbolName,
    is_defined: bool,
    is_needed: bool,
    /// A definition that does something else may take its place.
    is_default: bool,
    is_replaceable: bool,
    is_function: bool,
    refers_to: Vec<u32>,
}

impl Symbol {
    /// Whether a reference to it needs what the modules do not show.
    fn needs_itself(&self) -> bool {
        self.is_default || (self.is_needed && !self.is_defined)
    }
}

/// The symbols of several modules; those of one name are one.
struct Graph {
    symbols: Vec<Symbol>,
    names: FxHashMap<SymbolName, u32>,
    /// The functions that may share bodies, with their numbers.
    functions: Vec<(FunctionDigest, u32)>,
}

impl Graph {
    fn of(modules: &[&ModuleRecord]) -> Graph {
        let mut graph =
            Graph { symbols: Vec::new(), names: FxHashMap::default(), functions: Vec::new() };
        for module in modules {
            let numbers: Vec<u32> =
                module.symbols.iter().map(|one| graph.number(one.name)).collect();
            for (own, number) in module.symbols.iter().zip(&numbers) {
                let RecordedSymbol { is_defined, is_needed, is_replaceable, .. } = *own;
                let known = &mut graph.symbols[*number as usize];
                known.is_defined |= is_defined;
                known.is_needed |= is_needed && !is_defined;
                known.is_default |= is_needed && is_defined;
                known.is_replaceable |= is_replaceable;
                known.is_function |= own.is_function;
                let to = own.refers_to.iter().filter_map(|&at| numbers.get(at as usize));
                known.refers_to.extend(to);
            }
            let number =
                |one: &RecordedFunction| Some((one.digest, *numbers.get(one.symbol as usize)?));
            graph.functions.extend(module.functions.iter().filter_map(number));
        }
        for symbol in &mut graph.symbols {
            symbol.refers_to.sort_unstable();
            symbol.refers_to.dedup();
        }
        graph
    }

    /// The functions on circles of functions that refer to each other.
    fn recursive(&self) -> Vec<FunctionDigest> {
        let is_function = |&to: &u32| self.symbols[to as usize].is_function;
        let called = |one: &Symbol| -> Vec<u32> {
            let all = one.refers_to.iter().copied();
            all.filter(|to| one.is_function && is_function(to)).collect()
        };
        let on_cycles = on_cycles(&self.symbols.iter().map(called).collect::<Vec<_>>());
        let of = self.functions.iter().filter(|one| on_cycles[one.1 as usize]);
        let all: BTreeSet<FunctionDigest> = of.map(|one| one.0).collect();
        all.into_iter().collect()
    }

    fn number(&mut self, name: SymbolName) -> u32 {
        let next = self.symbols.len() as u32;
        let number = if name == LOCAL { next } else { *self.names.entry(name).or_insert(next) };
        if number == next {
            self.symbols.push(Symbol { name, ..Symbol::default() });
        }
        number
    }
}

/// Sets of numbers, each once.
#[derive(Default)]
struct NumberSets {
    list: Vec<Vec<u32>>,
    numbers: FxHashMap<Vec<u32>, u32>,
}

impl NumberSets {
    fn number(&mut self, mut set: Vec<u32>) -> u32 {
        set.sort_unstable();
        set.dedup();
        let next = self.list.len() as u32;
        *self.numbers.entry(set).or_insert_with_key(|set| {
            self.list.push(set.clone());
            next
        })
    }

    /// For each node the set of the numbers that can be reached from it by edges to nodes that `leads`; its own number is among
    /// them.
    fn reached(
        &mut self,
        edges: &[&[u32]],
        numbers: &[Option<u32>],
        leads: impl Fn(u32) -> bool,
    ) -> Vec<u32> {
        let edges = filtered(edges, leads);
        let mut known: Vec<Option<u32>> = vec![None; edges.len()];
        for component in components(&edges) {
            let own: Vec<u32> = component.iter().filter_map(|&one| numbers[one as usize]).collect();
            let set = self.union(successors(&component, &edges, &known), own);
            component.iter().for_each(|&one| known[one as usize] = Some(set));
        }
        known.into_iter().map(|set| set.expect("every node is in a component")).collect()
    }

    /// For each node some of those that are not `kept` and that it leads to by nodes that are: the ones that are `through`, as far as
    /// there is room; and what the others of these reach.
    fn through(
        &mut self,
        edges: &[&[u32]],
        all: &[u32],
        is_kept: impl Fn(u32) -> bool,
        is_through: impl Fn(u32) -> bool,
    ) -> (Vec<u32>, Vec<u32>) {
        let kept = filtered(edges, &is_kept);
        let mut known: Vec<Option<u32>> = vec![None; edges.len()];
        let mut rest: Vec<Option<u32>> = vec![None; edges.len()];
        for component in components(&kept) {
            let own = component.iter().flat_map(|&one| edges[one as usize]).copied();
            let own = own.filter(|&to| !is_kept(to));
            let inner = successors(&component, &kept, &known);
            let inner = inner.iter().flat_map(|&set| self.list[set as usize].iter().copied());
            let (mut nearest, mut others) = (BTreeSet::new(), BTreeSet::new());
            for one in own.chain(inner) {
                let has_room = nearest.contains(&one) || nearest.len() < MOST_THROUGH;
                if has_room && is_through(one) {
                    nearest.insert(one);
                } else {
                    others.insert(all[one as usize]);
                }
            }
            others.extend(successors(&component, &kept, &rest));
            let nearest = self.number(nearest.into_iter().collect());
            let others = self.union(others.into_iter().collect(), Vec::new());
            for &one in &component {
                known[one as usize] = Some(nearest);
                rest[one as usize] = Some(others);
            }
        }
        let sets = |all: Vec<Option<u32>>| {
            all.into_iter().map(|set| set.expect("every node is in a component")).collect()
        };
        (sets(known), sets(rest))
    }

    /// The union of sets and more numbers.
    fn union(&mut self, sets: Vec<u32>, own: Vec<u32>) -> u32 {
        match sets[..] {
            [only] if own.is_empty() => only,
            _ => {
                let all = sets.iter().flat_map(|&set| self.list[set as usize].iter().copied());
                let all = all.chain(own).collect();
                self.number(all)
            }
        }
    }
}

fn filtered(edges: &[&[u32]], leads: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
    edges.iter().map(|to| to.iter().copied().filter(|&to| leads(to)).collect()).collect()
}

/// The sets of the nodes that a component leads to, each once.
fn successors(component: &[u32], edges: &[Vec<u32>], known: &[Option<u32>]) -> Vec<u32> {
    let next = component.iter().flat_map(|&one| &edges[one as usize]);
    let sets: BTreeSet<u32> = next.filter_map(|&to| known[to as usize]).collect();
    sets.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::SKETCH;
    use super::*;

    /// A symbol that is defined, by its name, and what it refers to.
    fn defined(name: &str, refers_to: &[u32]) -> RecordedSymbol {
        let name = if name.is_empty() { LOCAL } else { symbol_name(name) };
        RecordedSymbol {
            name,
            is_function: true,
            is_defined: true,
            is_needed: false,
            is_replaceable: false,
            refers_to: refers_to.to_vec(),
        }
    }

    fn declared(name: &str) -> RecordedSymbol {
        RecordedSymbol { is_defined: false, is_needed: true, ..defined(name, &[]) }
    }

    fn inline(name: &str, refers_to: &[u32]) -> RecordedSymbol {
        RecordedSymbol { is_replaceable: true, ..defined(name, refers_to) }
    }

    fn module(symbols: Vec<RecordedSymbol>) -> ModuleRecord {
        ModuleRecord { symbols, ..ModuleRecord::default() }
    }

    /// What a symbol needs for certain, what else it may need, and what it needs by way of others.
    fn needs(of: &Needs, name: &str) -> [Vec<SymbolName>; 3] {
        let needs = of.find(symbol_name(name)).and_then(|one| of.symbol(one));
        let needs = needs.expect("an object defines it");
        let through = of.numbers(needs.through).filter_map(|one| of.symbol(one));
        let through = through.map(|one| one.name).collect();
        [of.set(needs.certain).collect(), of.set(needs.rest).collect(), through]
    }

    fn names<const N: usize>(names: [&str; N]) -> Vec<SymbolName> {
        names.map(symbol_name).to_vec()
    }

    #[test]
    fn what_another_object_defines_is_not_missing() {
        let one = module(vec![defined("f", &[1, 2]), declared("g"), declared("nowhere")]);
        let other = module(vec![defined("g", &[1]), defined("", &[2]), declared("too")]);
        let all = Needs::of(&[&one, &other]);
        assert_eq!(needs(&all, "f"), [names(["nowhere", "too"]), names([]), names([])]);
        assert_eq!(needs(&all, "g"), [names(["too"]), names([]), names([])]);
        assert_eq!(all.find(symbol_name("nowhere")), None);
        assert_eq!(Needs::from_bytes(&all.to_bytes()), Ok(all));
    }

    #[test]
    fn what_a_replaceable_function_needs_is_not_certain() {
        let one =
            module(vec![defined("f", &[1, 3]), inline("g", &[2]), declared("x"), declared("y")]);
        let all = Needs::of(&[&one]);
        assert_eq!(needs(&all, "f"), [names(["y"]), names([]), names(["g"])]);
        assert_eq!(needs(&all, "g"), [names(["x"]), names([]), names([])]);
        let g = all.find(symbol_name("g")).and_then(|one| all.symbol(one));
        assert!(g.is_some_and(|one| one.is_replaceable));
    }

    #[test]
    fn a_default_is_needed_itself() {
        let default = RecordedSymbol { is_needed: true, ..inline("d", &[]) };
        let all = Needs::of(&[&module(vec![defined("f", &[1]), default])]);
        let [certain, rest, through] = needs(&all, "f");
        assert_eq!((certain, rest, through), (names([]), names([]), names(["d"])));
        assert_eq!(needs(&all, "d")[0], names(["d"]));
    }

    #[test]
    fn functions_that_call_each_other_need_the_same() {
        let one = module(vec![
            defined("f", &[1]),
            defined("g", &[0, 2]),
            declared("x"),
            defined("h", &[]),
        ]);
        let all = Needs::of(&[&one]);
        assert_eq!(needs(&all, "f")[0], names(["x"]));
        assert_eq!(needs(&all, "g")[0], names(["x"]));
        assert_eq!(needs(&all, "h"), [names([]), names([]), names([])]);
    }

    #[test]
    fn functions_of_two_modules_that_call_each_other_are_recursive() {
        let function = |digest: u8, symbol| RecordedFunction {
            digest: [digest; 32],
            instructions: 1,
            symbol,
            is_inline: false,
            sketch: [0; SKETCH],
            inner: Vec::new(),
        };
        let local = RecordedSymbol { is_defined: true, ..defined("", &[2]) };
        let one = ModuleRecord {
            functions: vec![function(1, 0), function(2, 1)],
            ..module(vec![defined("f", &[1]), local, declared("g")])
        };
        let other = ModuleRecord {
            functions: vec![function(3, 0), function(4, 2)],
            ..module(vec![defined("g", &[1]), declared("f"), defined("h", &[1])])
        };
        let all = Needs::of(&[&one, &other]);
        let is = [1, 2, 3, 4].map(|digest| all.is_recursive(&[digest; 32]));
        assert_eq!(is, [true, true, true, false]);
    }

    #[test]
    fn what_is_needed_by_way_of_many_is_not_lost() {
        let most = MOST_THROUGH as u32;
        let mut symbols = vec![defined("f", &(1..most + 3).collect::<Vec<_>>())];
        symbols.extend((1..most + 3).map(|n| inline(&format!("g{n}"), &[most + 2 + n])));
        symbols.extend((1..most + 3).map(|n| declared(&format!("x{n}"))));
        let [certain, rest, through] = needs(&Needs::of(&[&module(symbols)]), "f");
        assert_eq!((certain.len(), rest.len(), through.len()), (0, 2, MOST_THROUGH));
        assert!(
            rest.iter().all(|name| (1..most + 3).any(|n| *name == symbol_name(&format!("x{n}"))))
        );
    }

    #[test]
    fn odd_files_are_refused() {
        assert_eq!(Needs::from_bytes(b"text"), Err(BodyError::Foreign));
        let bytes = Needs::default().to_bytes();
        assert_eq!(Needs::from_bytes(&bytes[..bytes.len() - 1]), Err(BodyError::Damaged));
    }
}
