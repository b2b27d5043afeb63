//! Linker maps: which symbols are at which address.
//!
//! Consumes: the text of a map, from lld or GNU ld. Produces: [`LinkerMap`]. Guarantees: lines that are not
//! understood are passed over; symbols at one address are all kept, sorted by name.
//!
//! lld gives a line to each output section, input section and symbol, told apart by their indentation. GNU ld
//! names global symbols only; with `-ffunction-sections` the sections' names tell the local ones, and the others as they were mangled.

use regex::Regex;

use crate::demangle::readable;

/// A symbol with the bytes that are its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Symbol {
    address: u64,
    size: u64,
    name: String,
}

/// The symbols of a program, by address.
#[derive(Debug, Default)]
pub struct LinkerMap {
    symbols: Vec<Symbol>,
}

impl LinkerMap {
    /// Reads a map of either linker.
    pub fn parse(text: &str) -> LinkerMap {
        let mut symbols = match text.lines().any(|l| l.contains("VMA") && l.ends_with("Symbol")) {
            true => lld(text),
            false => gnu(text),
        };
        symbols.sort_unstable();
        symbols.dedup_by(|a, b| a.address == b.address && a.name == b.name);
        extend_to_next(&mut symbols);
        LinkerMap { symbols }
    }

    /// Whether nothing was found in the map.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// The address of the first symbol of a name.
    pub fn address_of(&self, name: &str) -> Option<u64> {
        self.symbols.iter().find(|s| s.name == name).map(|s| s.address)
    }

    /// The symbols at an address. Where a function ends in a call that does not return, the return address
    /// is the first behind it, and the function before counts if nothing else is there.
    pub fn at(&self, address: u64) -> Vec<&str> {
        let names = self.around(address);
        match (names.is_empty(), address.checked_sub(1)) {
            (true, Some(before)) => self.around(before),
            _ => names,
        }
    }

    fn around(&self, address: u64) -> Vec<&str> {
        let end = self.symbols.partition_point(|s| s.address <= address);
        // Of the symbols that begin at or before the address, those that begin last.
        let Some(last) = self.symbols[..end].last() else { return Vec::new() };
        let begin = self.symbols.partition_point(|s| s.address < last.address);
        let inside = |s: &&Symbol| address - s.address < s.size;
        self.symbols[begin..end].iter().filter(inside).map(|s| s.name.as_str()).collect()
    }
}

/// A symbol without a size reaches to the next address that has one.
fn extend_to_next(symbols: &mut [Symbol]) {
    let mut next = u64::MAX;
    let mut here = u64::MAX;
    for symbol in symbols.iter_mut().rev() {
        if symbol.address < here {
            (next, here) = (here, symbol.address);
        }
        if symbol.size == 0 {
            symbol.size = next - symbol.address;
        }
    }
}

/// `VMA LMA Size Align`, then a symbol behind 17 blanks.
fn lld(text: &str) -> Vec<Symbol> {
    let line = Regex::new(
        r"^\s*(?<address>[0-9a-f]+)\s+[0-9a-f]+\s+(?<size>[0-9a-f]+)\s+\d+ {17}(?<name>\S.*)$",
    )
    .expect("a valid pattern");
    let symbols = text.lines().filter_map(|l| line.captures(l)).map(|found| Symbol {
        address: number(&found["address"]),
        size: number(&found["size"]),
        name: found["name"].to_owned(),
    });
    symbols.collect()
}

/// An input section's name, address, size and file, on one line or two, then its global symbols, an address
/// and a name each.
fn gnu(text: &str) -> Vec<Symbol> {
    let section =
        Regex::new(r"^ (?<section>\.\S+)\s+0x(?<address>[0-9a-f]+)\s+0x(?<size>[0-9a-f]+)\s+\S")
            .expect("a valid pattern");
    let symbol = Regex::new(r"^\s{16,}0x(?<address>[0-9a-f]+)\s{2,}(?<name>\S.*)$").expect("valid");
    // What is above was discarded: its addresses are all zero.
    let placed = text.split_once("Linker script and memory map").map_or(text, |(_, map)| map);
    let joined = join_long_names(placed);
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut end = 0;
    for line in joined.lines() {
        if let Some(found) = section.captures(line) {
            let (address, size) = (number(&found["address"]), number(&found["size"]));
            end = address.saturating_add(size);
            let name = found["section"].strip_prefix(".text.").map(str::to_owned);
            symbols.extend(name.filter(|_| size > 0).map(|name| Symbol { address, size, name }));
        } else if let Some(found) = symbol.captures(line).filter(|f| !is_assignment(&f["name"])) {
            let (address, name) = (number(&found["address"]), found["name"].to_owned());
            let known = symbols
                .last()
                .is_some_and(|s| s.address == address && readable(&s.name) == readable(&name));
            let size = end.saturating_sub(address);
            symbols.extend((!known).then_some(Symbol { address, size, name }));
        }
    }
    cut_at_next(&mut symbols);
    symbols
}

fn number(hexadecimal: &str) -> u64 {
    u64::from_str_radix(hexadecimal, 16).unwrap_or_default()
}

/// A line of the linker script that defines a symbol has the same shape as a symbol's.
fn is_assignment(text: &str) -> bool {
    text.contains(" = ") || text.starts_with("ASSERT")
}

/// A name that is too long for its column stands on a line of its own.
fn join_long_names(text: &str) -> String {
    let long = Regex::new(r"(?m)^( \.\S+)\n(\s+0x)").expect("a valid pattern");
    long.replace_all(text, "$1$2").into_owned()
}

/// A symbol of GNU ld reaches to the end of its section, or to the next symbol.
fn cut_at_next(symbols: &mut [Symbol]) {
    symbols.sort_unstable();
    let addresses: Vec<_> = symbols.iter().map(|s| s.address).collect();
    for symbol in symbols {
        let next = addresses.partition_point(|a| *a <= symbol.address);
        if let Some(next) = addresses.get(next) {
            symbol.size = symbol.size.min(next - symbol.address);
        }
    }
}
