//! What a binary consists of: sections, and functions with what they belong to.
//!
//! Consumes: an object, library or program, with or without symbols and debug information. Produces: [`Binary`].
//! Guarantees: code that several symbols name counts once; debug information that cannot be read counts as none.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use addr2line::Context as Debug;
use addr2line::gimli::{Dwarf, EndianSlice, RunTimeEndian};
use anyhow::{Context, ensure};
use object::elf::SHF_ALLOC;
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind, SymbolKind};

/// Sizes in bytes, by name.
pub type Sizes = BTreeMap<String, u64>;

/// What was found in a binary.
#[derive(Debug, Default)]
pub struct Binary {
    /// The sections that are loaded.
    pub sections: Sizes,
    /// Bytes of the whole file.
    pub file: u64,
    /// Bytes in sections of code.
    pub code: u64,
    /// Functions, by their symbols. Several of one name are taken together.
    pub functions: Sizes,
    /// Functions by source file; empty without debug information.
    pub files: Sizes,
}

/// Nothing in a binary is larger.
const LIMIT: u64 = 1 << 40;

/// A function's symbol: address, size, name. Of several symbols at an address the longest counts.
type SizedFunction<'a> = (u64, u64, &'a str);

impl Binary {
    /// Reads a file.
    pub fn read(path: &Path) -> anyhow::Result<Binary> {
        let name = path.display();
        let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
        let object = object::File::parse(&*bytes)
            .with_context(|| format!("{name} is no object, library or program"))?;
        let mut binary = Binary { file: bytes.len() as u64, ..Binary::default() };
        for section in object.sections().filter(is_loaded) {
            let name = section.name().unwrap_or("(name cannot be read)").to_owned();
            let size = possible(section.size(), path)?;
            *binary.sections.entry(name).or_default() += size;
            if section.kind() == SectionKind::Text {
                binary.code += size;
            }
        }
        let functions = functions(&object);
        for &(_, size, name) in &functions {
            *binary.functions.entry(name.to_owned()).or_default() += possible(size, path)?;
        }
        binary.files = files(&object, &functions).unwrap_or_default();
        Ok(binary)
    }

    /// Bytes of a section, with those whose names begin with it and a dot.
    pub fn section(&self, name: &str) -> u64 {
        let is = |other: &str| {
            other.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.sections.iter().filter(|(other, _)| is(other)).map(|(_, size)| size).sum()
    }
}

/// A size that a section or function can have, so that sums of them fit.
fn possible(size: u64, path: &Path) -> anyhow::Result<u64> {
    ensure!(size <= LIMIT, "{} is damaged: a part of it has {size} bytes", path.display());
    Ok(size)
}

fn is_loaded<'data>(section: &impl ObjectSection<'data>) -> bool {
    match section.flags() {
        SectionFlags::Elf { sh_flags, .. } => sh_flags & SHF_ALLOC == SHF_ALLOC,
        _ => !matches!(section.kind(), SectionKind::Debug | SectionKind::Metadata),
    }
}

fn functions<'a>(object: &object::File<'a>) -> Vec<SizedFunction<'a>> {
    let mut found: BTreeMap<(Option<usize>, u64), (u64, &'a str)> = BTreeMap::new();
    for symbol in object.symbols() {
        let Ok(name) = symbol.name() else { continue };
        if symbol.kind() != SymbolKind::Text || !symbol.is_definition() || symbol.size() == 0 {
            continue;
        }
        let place = (symbol.section_index().map(|index| index.0), symbol.address());
        let candidate = (symbol.size(), name);
        let known = found.entry(place).or_insert(candidate);
        // The first by name, so that the order of symbols does not count.
        if candidate.0 > known.0 || (candidate.0 == known.0 && name < known.1) {
            *known = candidate;
        }
    }
    found.into_iter().map(|((_, address), (size, name))| (address, size, name)).collect()
}

/// What the functions of each source file need; an object whose addresses are not final has no answer.
fn files(object: &object::File<'_>, functions: &[SizedFunction<'_>]) -> Option<Sizes> {
    if object.kind() == object::ObjectKind::Relocatable {
        return None;
    }
    let endian = match object.is_little_endian() {
        true => RunTimeEndian::Little,
        false => RunTimeEndian::Big,
    };
    object.section_by_name(".debug_line")?;
    let load = |id: addr2line::gimli::SectionId| -> Result<_, addr2line::gimli::Error> {
        let section = object.section_by_name(id.name());
        let data = section.and_then(|section| section.uncompressed_data().ok()).unwrap_or_default();
        Ok(data)
    };
    let sections = addr2line::gimli::DwarfSections::load(load).ok()?;
    let dwarf: Dwarf<EndianSlice<'_, RunTimeEndian>> =
        sections.borrow(|section| EndianSlice::new(section, endian));
    let debug = Debug::from_dwarf(dwarf).ok()?;
    let mut sizes = Sizes::new();
    for &(address, size, _) in functions {
        let location = debug.find_location(address).ok().flatten();
        let file = location.and_then(|location| location.file).unwrap_or("(no debug information)");
        *sizes.entry(file.to_owned()).or_default() += size;
    }
    Some(sizes)
}
