//! `fmerge symbolize`: which original functions an address may stand for.
//!
//! Consumes: a linker map, merge reports, and addresses or a stack trace. Produces: the same lines, each
//! address followed by every function that may have been there (section 4.4 of the paper). Guarantees: what
//! the linker folded at one address is listed in full, and so is what was merged into each of these.

mod map;
mod reports;

use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use regex::{Captures, Regex};

use crate::terminal;
use map::LinkerMap;
use reports::Reports;

/// Arguments of `fmerge symbolize`.
#[derive(clap::Args)]
pub struct Args {
    /// The linker's map: -Wl,-Map=FILE with lld or GNU ld, best with -Wl,--no-demangle.
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// A report of the merging passes, or a folder of reports; may be given several times.
    #[arg(long, value_name = "FILE")]
    report: Vec<PathBuf>,
    /// Where the program was loaded: subtracted from every address.
    #[arg(long, value_name = "ADDRESS", value_parser = hexadecimal, default_value = "0")]
    base: u64,
    /// Addresses, hexadecimal; without any, a stack trace is read from standard input.
    #[arg(value_parser = hexadecimal)]
    addresses: Vec<u64>,
}

fn hexadecimal(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    match u64::from_str_radix(digits, 16) {
        Ok(number) if !digits.starts_with('+') => Ok(number),
        _ => Err("not a hexadecimal number".to_owned()),
    }
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let name = args.map.display();
    let map = std::fs::read(&args.map).with_context(|| format!("cannot read the map {name}"))?;
    let map = LinkerMap::parse(&String::from_utf8_lossy(&map));
    ensure!(!map.is_empty(), "no symbols in the map {name}: is it from lld or GNU ld?");
    let reports = Reports::read(&args.report)?;
    let symbolizer = Symbolizer { map, reports, base: args.base };
    Ok(match args.addresses.is_empty() {
        true => symbolizer.trace(&standard_input()?),
        false => args.addresses.iter().map(|a| symbolizer.address(*a)).collect(),
    })
}

fn standard_input() -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

struct Symbolizer {
    map: LinkerMap,
    reports: Reports,
    base: u64,
}

impl Symbolizer {
    /// A trace with what each line may stand for under it.
    fn trace(&self, trace: &str) -> String {
        let place = Regex::new(
            r"(?x) (?<name>[\w.$@]+)\+0x(?<offset>[0-9a-fA-F]+)
            | 0x(?<hex>[0-9a-fA-F]+)
            | ^\s*(?<bare>[0-9a-fA-F]+)\s*$",
        )
        .expect("a valid pattern");
        let line = |line: &str| {
            let found: Vec<_> = place.captures_iter(line).filter_map(|c| self.place(&c)).collect();
            // Many lines give the address and, again, the symbol with the offset.
            let mut once: Vec<_> = found.clone();
            once.dedup();
            format!("{line}\n{}", once.concat())
        };
        trace.lines().map(line).collect()
    }

    /// What is at a place in a trace, if it is one of the program.
    fn place(&self, found: &Captures<'_>) -> Option<String> {
        let number = |name| found.name(name).and_then(|n| u64::from_str_radix(n.as_str(), 16).ok());
        let address = match (found.name("name"), number("offset")) {
            (Some(name), Some(offset)) => match self.map.address_of(name.as_str()) {
                Some(start) => start.checked_add(offset)?,
                // A file and an offset in it, as in `program(+0x1130)` or `libx.so+0x1130`.
                None => offset,
            },
            _ => number("hex").or(number("bare"))?.checked_sub(self.base)?,
        };
        self.at(address)
    }

    /// An address given by the user, with what it may stand for.
    fn address(&self, address: u64) -> String {
        let found = address.checked_sub(self.base).and_then(|a| self.at(a));
        format!("{address:#x}\n{}", found.unwrap_or_else(|| "    nothing in the map\n".into()))
    }

    /// All functions that may be at an address: a line for each, and under it what was merged into it.
    fn at(&self, address: u64) -> Option<String> {
        let names = self.map.at(address);
        (!names.is_empty()).then(|| names.iter().map(|name| self.symbol(name)).collect())
    }

    fn symbol(&self, name: &str) -> String {
        let originals = self.reports.originals(name);
        let name = terminal::word(name);
        let lines = originals.iter().map(|o| format!("        {}\n", terminal::word(o)));
        match originals.is_empty() {
            true => format!("    {name}\n"),
            false => format!("    {name}, merged from\n{}", lines.collect::<String>()),
        }
    }
}
