//! Which parameters a body for some members of a family needs.
//!
//! Consumes: a [`ConstantFamily`], some of its members. Produces: [`Assignment`], or nothing if there would be too many
//! parameters.
//! Guarantees: there is one parameter or table entry for each distinct sequence over these members, except for integer
//! sequences that are another one cut to fewer bits. An integer wider than a register is passed in a narrower type, or
//! not at all. In a table, the widest entries come first, so that there are no gaps.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::column::{Column, ConstantFamily, joined};
use super::tables::AddressForm;
use super::{Limits, MemberArgument, Parameter, Shape, TableEntry, number_width};
use crate::canon::CanonicalConst;
use crate::price::Prices;
use crate::registers::Registers;

/// The most bits of an integer in a table: the values of plain integers have no more.
const WIDEST: u16 = 64;

/// How the shared body is told the constants of the member that it works for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passing {
    /// By a parameter for each.
    Each,
    /// By a table, except for constants that cannot be in one.
    Table,
}

/// Parameters, table entries and self-calls.
pub(super) struct Assignment {
    /// The parameters, in order of first places.
    pub parameters: Vec<Parameter>,
    /// The table entries, in order of offsets.
    pub table: Vec<TableEntry>,
    /// The places of self-calls, in order.
    pub self_calls: Vec<u32>,
}

/// A sequence that becomes a parameter or a table entry.
struct Sequence {
    cells: Vec<CanonicalConst>,
    places: Vec<u32>,
    shape: Shape,
    /// The values, if all are plain integers.
    values: Option<Vec<i64>>,
}

/// The parameters for `members` of the family; none if these are too many.
pub(super) fn assign(
    family: &ConstantFamily<'_>,
    members: &[usize],
    limits: &Limits,
    passing: Passing,
    prices: &Prices,
) -> Option<Assignment> {
    let (sequences, self_calls) = sequences(family, members);
    let is_tabled =
        |sequence: &Sequence| passing == Passing::Table && sequence.may_be_in_table(family, limits);
    let (tabled, passed): (Vec<_>, Vec<_>) = share(sequences).into_iter().partition(is_tabled);
    if passing == Passing::Table && tabled.len() < 2 {
        return None;
    }
    let mut parameters = Vec::new();
    for sequence in passed {
        parameters.push(parameter(family, sequence, limits.free, prices)?);
    }
    parameters.sort_by_key(|p| p.places[0]);
    let pointer = (!tabled.is_empty()).then_some(Shape::Pointer);
    let shapes = parameters.iter().map(|p| p.shape).chain(pointer);
    let fits = fits(shapes, limits);
    fits.then(|| Assignment { parameters, table: table(tabled, family), self_calls })
}

/// The entries of a table.
fn table(sequences: Vec<Sequence>, family: &ConstantFamily<'_>) -> Vec<TableEntry> {
    let mut entries: Vec<_> = sequences.into_iter().map(|s| s.in_table(family)).collect();
    entries.sort_by_key(|e| (std::cmp::Reverse(e.width()), e.parameter.places[0]));
    let mut end = 0;
    for entry in &mut entries {
        entry.offset = end;
        end += entry.width();
    }
    entries
}

/// The distinct sequences over these members, and the places of self-calls.
fn sequences(family: &ConstantFamily<'_>, members: &[usize]) -> (Vec<Sequence>, Vec<u32>) {
    let mut self_calls = Vec::new();
    let mut found = Distinct::default();
    for column in &family.columns {
        let cells: Vec<_> = members.iter().map(|&m| column.cells[m]).collect();
        let mut places = column.others.clone();
        if family.all_call_themselves(column, members) {
            self_calls.extend(&column.callees);
        } else {
            places.extend(&column.callees);
        }
        if cells.iter().any(|&c| c != cells[0]) && !places.is_empty() {
            found.add(cells, places);
        }
    }
    self_calls.sort_unstable();
    let finish = |(cells, places)| Sequence::new(family, cells, places);
    (found.list.into_iter().map(finish).collect(), self_calls)
}

/// Lists of places by sequence, in order of first sight.
struct Distinct<K> {
    numbers: FxHashMap<K, usize>,
    list: Vec<(K, Vec<u32>)>,
}

impl<K> Default for Distinct<K> {
    fn default() -> Self {
        Distinct { numbers: FxHashMap::default(), list: Vec::new() }
    }
}

impl<K: Eq + Hash + Clone> Distinct<K> {
    fn add(&mut self, key: K, places: Vec<u32>) {
        let number = *self.numbers.entry(key.clone()).or_insert(self.list.len());
        if number == self.list.len() {
            self.list.push((key, Vec::new()));
        }
        self.list[number].1.extend(places);
    }
}

impl Sequence {
    fn new(
        family: &ConstantFamily<'_>,
        cells: Vec<CanonicalConst>,
        mut places: Vec<u32>,
    ) -> Sequence {
        places.sort_unstable();
        let infos = || cells.iter().map(|&c| family.constants[c]);
        let shape = joined(infos().map(|info| info.shape));
        let values = match shape {
            Shape::Integer(_) => infos().map(|info| info.value).collect(),
            _ => None,
        };
        Sequence { cells, places, shape, values }
    }

    fn may_be_in_table(&self, family: &ConstantFamily<'_>, limits: &Limits) -> bool {
        let form = family.members[0].form;
        let is_callee = |&place: &u32| form.constants[place as usize].mode.is_callee();
        if !limits.tabled_callees && self.places.iter().any(is_callee) {
            return false;
        }
        match self.shape {
            Shape::Pointer => self.address_form(family).is_some(),
            Shape::Integer(bits) => bits <= WIDEST && self.values.is_some(),
            Shape::Float(bits) => bits == 32 || bits == 64,
            Shape::Unfit => false,
        }
    }

    /// How a table holds all of these constants, if they are addresses that it can hold.
    fn address_form(&self, family: &ConstantFamily<'_>) -> Option<AddressForm> {
        let forms = || self.cells.iter().map(|&cell| family.constants[cell].in_table);
        let first = forms().next()??;
        forms().all(|form| form == Some(first)).then_some(first)
    }

    /// The table entry, still without its offset. An integer is as wide there as the next type that can be loaded.
    fn in_table(self, family: &ConstantFamily<'_>) -> TableEntry {
        let address = self.address_form(family);
        let Sequence { cells, places, shape, values } = self;
        let constants = || cells.iter().map(|&cell| MemberArgument::Constant(cell)).collect();
        let numbers = |values: Vec<i64>| values.into_iter().map(MemberArgument::Integer).collect();
        let arguments = values.map_or_else(constants, numbers);
        let shape = match shape {
            Shape::Integer(_) => Shape::Integer(8 * number_width(shape) as u16),
            other => other,
        };
        let parameter = Parameter { shape, places, arguments, is_extended: false };
        TableEntry { offset: 0, parameter, address }
    }

    fn bits(&self) -> u16 {
        match self.shape {
            Shape::Integer(bits) => bits,
            _ => 0,
        }
    }

    /// The values cut to so many bits, if all are plain integers.
    fn low(&self, bits: u16) -> Option<Vec<i64>> {
        Some(self.values.as_ref()?.iter().map(|&value| cut(value, bits)).collect())
    }
}

/// Lets integer sequences share the parameter of a wider one that has the same low bits: taking these costs nothing. Of several, the
/// first one is taken. Takes time linear in the sequences for each width that occurs.
fn share(mut sequences: Vec<Sequence>) -> Vec<Sequence> {
    sequences.sort_by_key(|s| std::cmp::Reverse(s.bits()));
    let mut widths: Vec<u16> = sequences.iter().map(Sequence::bits).collect();
    widths.dedup();
    let mut kept: Vec<Sequence> = Vec::new();
    let mut by_low_bits: FxHashMap<(u16, Vec<i64>), usize> = FxHashMap::default();
    for sequence in sequences {
        let bits = sequence.bits();
        let wider = sequence.low(bits).and_then(|low| by_low_bits.get(&(bits, low)));
        if let Some(&wider) = wider {
            kept[wider].places.extend(sequence.places);
            continue;
        }
        for &narrower in widths.iter().filter(|&&width| width <= bits) {
            if let Some(low) = sequence.low(narrower) {
                by_low_bits.entry((narrower, low)).or_insert(kept.len());
            }
        }
        kept.push(sequence);
    }
    for sequence in &mut kept {
        sequence.places.sort_unstable();
    }
    kept
}

/// The low bits of a number, extended with their sign.
pub(super) fn cut(value: i64, bits: u16) -> i64 {
    let unused = 64 - u32::from(bits.clamp(1, 64));
    value << unused >> unused
}

fn parameter(
    family: &ConstantFamily<'_>,
    sequence: Sequence,
    registers: Registers,
    prices: &Prices,
) -> Option<Parameter> {
    let Sequence { cells, places, shape, values } = sequence;
    if shape == Shape::Unfit {
        return None;
    }
    let constants = cells.iter().map(|&c| MemberArgument::Constant(c));
    let as_is = Parameter { shape, places, arguments: constants.collect(), is_extended: false };
    let Shape::Integer(bits) = shape else { return Some(as_is) };
    let numbers = |width| {
        let fit = |values: &Vec<i64>| values.iter().all(|&v| cut(v, width) == v);
        let arguments =
            |values: Vec<i64>| values.into_iter().map(MemberArgument::Integer).collect();
        values.clone().filter(fit).map(arguments)
    };
    let narrow = |width| {
        let (shape, arguments) = (Shape::Integer(width), numbers(width)?);
        Some(Parameter { shape, arguments, places: as_is.places.clone(), is_extended: true })
    };
    if bits > registers.bits {
        return narrow(registers.bits);
    }
    let plain = match &values {
        Some(values) => {
            let arguments = values.iter().map(|&v| MemberArgument::Integer(v)).collect();
            Parameter { arguments, ..as_is.clone() }
        }
        None => as_is.clone(),
    };
    let narrower = if bits > 32 { narrow(32) } else { None };
    let cheaper = |p: &Parameter| {
        let price = prices.arguments(p, family.constants) + prices.extension;
        price.bytes < prices.arguments(&plain, family.constants).bytes
    };
    Some(narrower.filter(cheaper).unwrap_or(plain))
}

/// Whether parameters of these kinds are few enough, and there are registers for all.
pub(super) fn fits(shapes: impl Iterator<Item = Shape>, limits: &Limits) -> bool {
    let is_float = |shape: &Shape| matches!(shape, Shape::Float(_));
    let (floats, others): (Vec<_>, Vec<_>) = shapes.partition(is_float);
    let wanted_floats: Vec<_> = floats.into_iter().map(width).collect();
    let wanted_integers = others.len();
    let count = wanted_integers + wanted_floats.len();
    let free = limits.free;
    // Where floats have no registers of their own, they go in those for integers.
    let (integers, floats) = match free.floats {
        0 => {
            let moved = wanted_floats.iter().map(|w| u32::from(w.div_ceil(free.bits)));
            (wanted_integers as u32 + moved.sum::<u32>(), 0)
        }
        _ => (wanted_integers as u32, wanted_floats.len() as u32),
    };
    count <= limits.parameters && integers <= free.integers && floats <= free.floats
}

fn width(shape: Shape) -> u16 {
    match shape {
        Shape::Integer(bits) | Shape::Float(bits) => bits,
        Shape::Pointer | Shape::Unfit => 0,
    }
}

/// Whether a column takes more than one value over these members.
pub(super) fn varies(column: &Column, members: &[usize]) -> bool {
    members.iter().any(|&m| column.cells[m] != column.cells[members[0]])
}
