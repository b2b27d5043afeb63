//! Digests of the content of a module's types, attributes, constants and metadata. They are the same in any process.
//!
//! Consumes: a [`ContentHost`] that says what one thing consists of: bytes, and the things whose digests go between them.
//! Produces: [`Digest`]s, and the text that tells the module from all others.
//! Guarantees: each thing is described once, or twice if it contains itself. The digests of its parts are made before
//! its own. Parts may be nested deep, so nothing here is recursive. The name of a local symbol is unique in the module,
//! and does not depend on numbers that a pass added to make it unique in the program.

use std::hash::Hash;

use cranelift_entity::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;

use crate::call_order::ranks;
use crate::graph::on_cycles;

/// 128 bits of BLAKE3, as two words.
pub type Digest = [u64; 2];

/// What goes between the bytes of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentPart<T> {
    /// The digest of a thing.
    Digest(T),
    /// The text that tells the module from all others of a program.
    Identity,
    /// What a local symbol is called.
    Local(T),
}

/// What a thing consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content<T> {
    /// The bytes: each piece has a fixed size, or is preceded by its length.
    pub bytes: Vec<u8>,
    /// The parts, in order, each with the index of the byte that it precedes.
    pub parts: Vec<(usize, ContentPart<T>)>,
}

impl<T: Copy> Content<T> {
    /// The things whose digests are parts.
    fn digests(&self) -> impl Iterator<Item = T> + '_ {
        self.parts.iter().filter_map(|&(_, part)| match part {
            ContentPart::Digest(thing) => Some(thing),
            ContentPart::Identity | ContentPart::Local(_) => None,
        })
    }
}

/// A symbol of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSymbol<T> {
    /// What the host knows it by.
    pub thing: T,
    /// Its name; empty if it has none.
    pub name: Vec<u8>,
    /// Whether it is a function. Functions of the same name in two modules may be folded; a local variable is a
    /// different one in each module.
    pub is_function: bool,
}

/// The owner of the things.
pub trait ContentHost {
    /// What names a thing. The module is one.
    type Thing: Copy + Eq + Hash;

    /// What a thing consists of. `leads_back` says that the thing contains itself, over any number of steps. The host
    /// must then leave out parts of at least one thing on each such cycle, and may not add parts.
    fn content(&mut self, thing: Self::Thing, leads_back: bool) -> Content<Self::Thing>;

    /// The module, and what it is called.
    fn module(&self) -> (Self::Thing, String);

    /// All symbols of the module, in its order.
    fn symbols(&self) -> Vec<NamedSymbol<Self::Thing>>;
}

/// The digests of one module.
pub struct Digests<H: ContentHost> {
    host: H,
    known: FxHashMap<H::Thing, Digest>,
    identity: Option<String>,
    /// The bytes that stand for each local symbol: its name, and the identity of the module unless functions of other
    /// modules may have the same name.
    locals: Option<FxHashMap<H::Thing, Vec<u8>>>,
}

impl<H: ContentHost> Digests<H> {
    /// Nothing is known yet.
    pub fn new(host: H) -> Digests<H> {
        Digests { host, known: FxHashMap::default(), identity: None, locals: None }
    }

    /// The digest of a thing.
    pub fn of(&mut self, thing: H::Thing) -> Digest {
        if let Some(&known) = self.known.get(&thing) {
            return known;
        }
        let content = self.host.content(thing, false);
        if content.digests().all(|part| self.known.contains_key(&part)) {
            let made = self.finish(&content);
            self.known.insert(thing, made);
            return made;
        }
        let mut open = Open::new();
        open.enter(thing);
        open.discover(self, content);
        open.settle(self);
        self.known[&thing]
    }

    /// The text that tells the module from all others of a program: its name, and a digest of what it defines. It is
    /// the same whenever a pipeline has done the same to the module.
    pub fn identity(&mut self) -> &str {
        if self.identity.is_none() {
            let (module, name) = self.host.module();
            let [first, _] = self.of(module);
            self.identity = Some(format!("{name}#{first:016x}"));
        }
        self.identity.as_deref().unwrap_or_default()
    }

    /// The digest of a description. All its parts have digests already.
    fn finish(&mut self, content: &Content<H::Thing>) -> Digest {
        if content.parts.is_empty() {
            return digest(&content.bytes);
        }
        let mut bytes = Vec::with_capacity(content.bytes.len() + 16 * content.parts.len());
        let mut done = 0;
        for &(at, part) in &content.parts {
            bytes.extend(&content.bytes[done..at]);
            done = at;
            match part {
                ContentPart::Digest(thing) => {
                    let words = self.known.get(&thing).expect("parts are known before the whole");
                    words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
                }
                ContentPart::Identity => add_text(&mut bytes, self.identity().as_bytes()),
                ContentPart::Local(symbol) => bytes.extend(self.local(symbol)),
            }
        }
        bytes.extend(&content.bytes[done..]);
        digest(&bytes)
    }

    fn local(&mut self, symbol: H::Thing) -> &[u8] {
        if self.locals.is_none() {
            let symbols = self.host.symbols();
            self.locals = Some(name_locals(symbols, self.identity().as_bytes()));
        }
        self.locals.as_ref().map_or(&[], |locals| &locals[&symbol])
    }
}

/// The digest of the bytes of a description.
fn digest(bytes: &[u8]) -> Digest {
    let bytes = *blake3::hash(bytes).as_bytes();
    [0, 8].map(|at| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i])))
}

/// The digest of a text.
pub fn of_text(text: &str) -> Digest {
    let mut bytes = Vec::new();
    add_text(&mut bytes, text.as_bytes());
    digest(&bytes)
}

fn add_text(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text);
}

//===-- Graphs -------------------------------------------------------------------------------------

/// A thing without a digest, numbered by first sight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Node(u32);
entity_impl!(Node, "thing");

/// The things that one thing contains, over any number of steps, and that have no digest yet.
struct Open<T> {
    things: PrimaryMap<Node, T>,
    nodes: FxHashMap<T, Node>,
    contents: PrimaryMap<Node, Content<T>>,
}

impl<T: Copy + Eq + Hash> Open<T> {
    fn new() -> Open<T> {
        Open { things: PrimaryMap::new(), nodes: FxHashMap::default(), contents: PrimaryMap::new() }
    }

    fn enter(&mut self, thing: T) {
        let things = &mut self.things;
        self.nodes.entry(thing).or_insert_with(|| things.push(thing));
    }

    /// Asks the host for the contents of all things, and once more for those of things that contain themselves. `first`
    /// is the content of the first thing.
    fn discover<H: ContentHost<Thing = T>>(&mut self, digests: &mut Digests<H>, first: Content<T>) {
        let mut next = Some(first);
        while let Some(content) = next {
            let unknown = content.digests().filter(|part| !digests.known.contains_key(part));
            unknown.for_each(|part| self.enter(part));
            self.contents.push(content);
            let thing = self.things.get(self.contents.next_key());
            next = thing.map(|&thing| digests.host.content(thing, false));
        }
        let edges: Vec<Vec<u32>> = self
            .contents
            .values()
            .map(|content| self.parts(content).map(|part| part.as_u32()).collect())
            .collect();
        for (node, leads_back) in self.things.keys().zip(on_cycles(&edges)) {
            if leads_back {
                self.contents[node] = digests.host.content(self.things[node], true);
            }
        }
    }

    /// The parts of a thing that are nodes.
    fn parts<'a>(&'a self, content: &'a Content<T>) -> impl Iterator<Item = Node> + 'a {
        content.digests().filter_map(|part| self.nodes.get(&part).copied())
    }

    /// Makes the digests of all nodes, each after those of its parts.
    fn settle<H: ContentHost<Thing = T>>(&self, digests: &mut Digests<H>) {
        let parts = self.contents.values().map(|content| self.parts(content).collect());
        let ranks = ranks(&parts.collect::<PrimaryMap<Node, Vec<Node>>>());
        let mut order: Vec<Node> = self.things.keys().collect();
        order.sort_unstable_by_key(|&node| ranks[node]);
        for node in order {
            let made = digests.finish(&self.contents[node]);
            digests.known.insert(self.things[node], made);
        }
    }
}

//===-- Local symbols ------------------------------------------------------------------------------

/// What stands for each symbol if it is local. Its plain name does if no other symbol of the module has the same one,
/// else its full name, or a number if it has no name. The identity of the module is added, except for functions that
/// have a name: that name means the same function in any module.
fn name_locals<T: Eq + Hash>(
    symbols: Vec<NamedSymbol<T>>,
    identity: &[u8],
) -> FxHashMap<T, Vec<u8>> {
    let mut named: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
    for symbol in &symbols {
        *named.entry(plain_name(&symbol.name)).or_default() += 1;
    }
    let mut nameless = 0u32..;
    let text = |symbol: NamedSymbol<T>| {
        let plain = plain_name(&symbol.name);
        let has_name = !symbol.name.is_empty();
        let called = match has_name {
            false => format!("unnamed {}", nameless.next().unwrap_or_default()).into_bytes(),
            true if named[&plain] == 1 => [b"plain ", &plain[..]].concat(),
            true => [b"full ", &symbol.name[..]].concat(),
        };
        let is_shared = has_name && symbol.is_function;
        let mut text = Vec::new();
        add_text(&mut text, &called);
        add_text(&mut text, if is_shared { &[] } else { identity });
        (symbol.thing, text)
    };
    symbols.into_iter().map(text).collect()
}

/// A name without the numbers that a pass added to make it unique in the program, as in `f.llvm.123`.
fn plain_name(name: &[u8]) -> Vec<u8> {
    let mut plain = name.to_vec();
    for mark in [&b".llvm."[..], b".__uniq."] {
        while let Some(at) = plain.windows(mark.len()).position(|part| part == mark) {
            let rest = plain[at + mark.len()..].iter();
            let digits = rest.take_while(|byte| byte.is_ascii_digit()).count();
            plain.drain(at..at + mark.len() + digits);
        }
    }
    plain
}

#[cfg(test)]
mod tests;
