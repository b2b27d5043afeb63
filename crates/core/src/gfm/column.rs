//! The constants of several functions as a table: one row for each member, one column for each sequence.
//!
//! Consumes: members of equal code. Produces: [`ConstantFamily`]s, whose members agree in all constants that have to stay
//! constants.
//! Guarantees: in a family, a place that is in no column has one constant in all members.

use std::hash::Hash;

use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;

use super::{ArgumentInfo, Class, Member, Shape};
use crate::canon::{CanonicalConst, ConstantMode, ConstantUse};

/// Members of which one can stand for all, and whose constants differ only where a parameter may be, or in self-calls.
pub(super) struct ConstantFamily<'a> {
    /// The members, in order of ids.
    pub members: Vec<Member<'a>>,
    /// What is known of all constants.
    pub constants: &'a PrimaryMap<CanonicalConst, ArgumentInfo>,
    /// The sequences in which members differ.
    pub columns: Vec<Column>,
}

/// A sequence of constants over the members, and its places.
pub(super) struct Column {
    /// The constants, by member.
    pub cells: Vec<CanonicalConst>,
    /// Places of callees, in order.
    pub callees: Vec<u32>,
    /// Other places, in order.
    pub others: Vec<u32>,
}

/// What is compared at a place that has to stay a constant.
#[derive(PartialEq, Eq, Hash)]
enum Fixed {
    Itself,
    Constant(CanonicalConst),
}

/// The families of a class with two members or more, in order of their first members.
pub(super) fn families<'a>(class: &Class<'a>) -> Vec<ConstantFamily<'a>> {
    let alike = split_by_kinds(class.members);
    let fixed = |members: Vec<Member<'a>>| {
        let places = fixed_places(&members, class.constants);
        partition(members, |member| {
            places.iter().map(|&place| fixed_key(member, place)).collect::<Vec<_>>()
        })
    };
    let families = alike.into_iter().flat_map(fixed).filter(|members| members.len() > 1);
    families.map(|members| ConstantFamily::new(members, class.constants)).collect()
}

/// Splits items by a key; parts are in order of first sight.
pub(super) fn partition<T, K: Eq + Hash>(items: Vec<T>, key: impl Fn(&T) -> K) -> Vec<Vec<T>> {
    let mut numbers = FxHashMap::default();
    let mut parts: Vec<Vec<T>> = Vec::new();
    for item in items {
        let number = *numbers.entry(key(&item)).or_insert(parts.len());
        if number == parts.len() {
            parts.push(Vec::new());
        }
        parts[number].push(item);
    }
    parts
}

/// Splits members so that each part has a member that can stand for all of it. Nearly always there is one part.
fn split_by_kinds<'a>(members: &[Member<'a>]) -> Vec<Vec<Member<'a>>> {
    let mut rest = members.to_vec();
    let mut parts = Vec::new();
    while let Some(best) = representative(&rest) {
        let form = rest[best].form;
        let (part, others) = rest.into_iter().partition(|m| form.can_stand_for(m.form));
        parts.push(part);
        rest = others;
    }
    parts
}

/// The member with the most pointers, the first of these. If any member can stand for all, this one can.
pub(super) fn representative(members: &[Member<'_>]) -> Option<usize> {
    let pointers = |m: &Member<'_>| m.form.kinds.iter().filter(|&&k| k).count();
    (0..members.len()).min_by_key(|&i| (std::cmp::Reverse(pointers(&members[i])), i))
}

/// Whether the place is a self-call of the member.
fn is_self_call(member: &Member<'_>, place: u32) -> bool {
    let constant = &member.form.constants[place as usize];
    constant.mode.is_callee() && Some(constant.value) == member.own_address
}

fn fixed_places(
    members: &[Member<'_>],
    constants: &PrimaryMap<CanonicalConst, ArgumentInfo>,
) -> Vec<u32> {
    let Some(first) = members.first() else { return Vec::new() };
    let is_fixed = |&place: &u32| {
        let uses = || members.iter().map(|m| &m.form.constants[place as usize]);
        let stays = |c: &ConstantUse| match c.mode {
            ConstantMode::Variable | ConstantMode::Callee => false,
            ConstantMode::Reference | ConstantMode::Direct => true,
        };
        let differs = uses().any(|c| c.value != first.form.constants[place as usize].value);
        let unfit = || joined(uses().map(|c| constants[c.value].shape)) == Shape::Unfit;
        differs && (uses().any(stays) || unfit())
    };
    (0..first.form.constants.len() as u32).filter(is_fixed).collect()
}

fn fixed_key(member: &Member<'_>, place: u32) -> Fixed {
    match is_self_call(member, place) {
        true => Fixed::Itself,
        false => Fixed::Constant(member.form.constants[place as usize].value),
    }
}

/// The shape of a parameter for all of these. Where pointers and integers meet at one place, they are of one size.
pub(super) fn joined(shapes: impl Iterator<Item = Shape>) -> Shape {
    let join = |one, other| match (one, other) {
        (one, other) if one == other => one,
        (Shape::Pointer, Shape::Integer(_)) | (Shape::Integer(_), Shape::Pointer) => Shape::Pointer,
        _ => Shape::Unfit,
    };
    shapes.reduce(join).unwrap_or(Shape::Unfit)
}

impl<'a> ConstantFamily<'a> {
    fn new(
        members: Vec<Member<'a>>,
        constants: &'a PrimaryMap<CanonicalConst, ArgumentInfo>,
    ) -> ConstantFamily<'a> {
        let mut numbers: FxHashMap<Vec<CanonicalConst>, usize> = FxHashMap::default();
        let mut columns: Vec<Column> = Vec::new();
        for place in 0..members[0].form.constants.len() as u32 {
            let cells: Vec<_> =
                members.iter().map(|m| m.form.constants[place as usize].value).collect();
            let is_callee = is_call(&members, place);
            if cells.iter().all(|&c| c == cells[0]) {
                continue;
            }
            let number = *numbers.entry(cells.clone()).or_insert(columns.len());
            if number == columns.len() {
                columns.push(Column { cells, callees: Vec::new(), others: Vec::new() });
            }
            let column = &mut columns[number];
            if is_callee { column.callees.push(place) } else { column.others.push(place) }
        }
        ConstantFamily { members, constants, columns }
    }

    /// Whether all of these members call themselves at the column's places of callees.
    pub fn all_call_themselves(&self, column: &Column, members: &[usize]) -> bool {
        members.iter().all(|&m| Some(column.cells[m]) == self.members[m].own_address)
    }
}

/// Whether the place is, in all members, the callee of a call that could name another function.
fn is_call(members: &[Member<'_>], place: u32) -> bool {
    members.iter().all(|m| m.form.constants[place as usize].mode.is_callee())
}
