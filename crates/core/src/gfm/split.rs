//! Which members of a class share a body: all, or groups that need fewer parameters.
//!
//! Consumes: a [`Class`], [`Limits`], [`Prices`]. Produces: [`Plan`]s.
//! Guarantees: the result is worth at least as much as one group of all members of each family, where such a group is
//! possible. The search ends: it looks at a bounded number of ways, and then stops splitting.
//!
//! A group is split by the values of one sequence: members with equal values stay together, and all members whose value
//! no other has form one more group. The best of all sequences is taken, and each part is split in turn:
//! `best(G) = max(whole(G), max over sequences s of Σ best(parts of G by s))`.
//! A member that a body would make slower than it may become is left out of that body.

use std::collections::BTreeSet;

use super::column::{ConstantFamily, families, partition, representative};
use super::parameters::{Assignment, Passing, assign, varies};
use super::{Access, Class, Limits, Parameter, Plan};
use crate::canon::ConstantMode;
use crate::policy::{self, Spare};
use crate::price::{Bytes, Executed, Price, Prices, Tenths};
use crate::stack::excess_of;

/// How many times a group is split, one split within another.
const DEEPEST: u32 = 4;
/// The most sequences by which a group is split: those with the fewest values.
const SEQUENCES: usize = 6;
/// The cells of the table of constants that the search of one family may look at.
const WORK: usize = 1 << 20;

/// The plans for a class, in order of families and members.
pub fn plans(class: &Class<'_>, limits: &Limits, prices: &Prices) -> Vec<Plan> {
    let found = families(class).into_iter().flat_map(|family| {
        let mut search = SplitSearch { class, family: &family, limits, prices, work: WORK };
        let all: Vec<usize> = (0..family.members.len()).collect();
        search.best(&all, DEEPEST)
    });
    found.filter(|plan| limits.force || plan.worth() > limits.min_gain).collect()
}

struct SplitSearch<'a> {
    class: &'a Class<'a>,
    family: &'a ConstantFamily<'a>,
    limits: &'a Limits,
    prices: &'a Prices,
    work: usize,
}

/// How a member reaches the body, and what that costs.
#[derive(Clone, Copy)]
struct Reach {
    access: Access,
    bytes: Tenths,
    /// How much more one call executes than a call of the member did.
    added: Executed,
    /// The bytes that must be saved for the added time.
    time: Tenths,
}

impl SplitSearch<'_> {
    /// The best plans for these members, or for parts of them.
    fn best(&mut self, members: &[usize], depth: u32) -> Vec<Plan> {
        if members.len() < 2 {
            return Vec::new();
        }
        let mut best: Vec<Plan> = self.whole(members).into_iter().collect();
        if depth == 0 {
            return best;
        }
        for sequence in self.sequences(members) {
            let parts = self.parts(members, sequence);
            let plans: Vec<_> = parts.iter().flat_map(|p| self.best(p, depth - 1)).collect();
            if self.score(&plans) > self.score(&best) {
                best = plans;
            }
        }
        best
    }

    /// What plans are compared by, greater is better: the number of merges under `force`, else the bytes that they are
    /// worth.
    fn score(&self, plans: &[Plan]) -> (usize, Bytes) {
        match self.limits.force {
            true => (plans.iter().map(|plan| plan.members.len() - 1).sum(), Bytes::ZERO),
            false => (0, plans.iter().map(|plan| plan.worth().max(Bytes::ZERO)).sum()),
        }
    }

    /// The columns to split by; none once the search has looked at enough cells.
    fn sequences(&mut self, members: &[usize]) -> Vec<usize> {
        let cells = members.len() * self.family.columns.len();
        let Some(left) = self.work.checked_sub(cells) else {
            return Vec::new();
        };
        self.work = left;
        let columns = self.family.columns.iter().enumerate();
        let mut useful: Vec<(usize, usize)> = columns
            .filter(|(_, column)| varies(column, members))
            .map(|(number, _)| (self.by_value(members, number).len(), number))
            .filter(|&(values, _)| values < members.len())
            .collect();
        useful.sort_unstable();
        useful.into_iter().take(SEQUENCES).map(|(_, number)| number).collect()
    }

    fn by_value(&self, members: &[usize], sequence: usize) -> Vec<Vec<usize>> {
        let column = &self.family.columns[sequence];
        partition(members.to_vec(), |&m| column.cells[m])
    }

    /// The parts of members with equal values, and last the members whose values no other has.
    fn parts(&self, members: &[usize], sequence: usize) -> Vec<Vec<usize>> {
        let (alone, mut parts): (Vec<_>, Vec<_>) =
            self.by_value(members, sequence).into_iter().partition(|part| part.len() == 1);
        parts.push(alone.into_iter().flatten().collect());
        parts
    }

    /// One body for these members, which are told their constants in the way that is worth most.
    fn whole(&self, members: &[usize]) -> Option<Plan> {
        let each = self.told(members, Passing::Each);
        let table = || self.told(members, Passing::Table);
        let table = if self.limits.tables { table() } else { None };
        match (each, table) {
            (Some(each), Some(table)) if self.limits.force || each.worth() >= table.worth() => {
                Some(each)
            }
            (each, table) => table.or(each),
        }
    }

    /// One body for those of these members that gain by it and do not become too slow. Fewer members may need fewer
    /// parameters, so the plan is made again for those that are left.
    fn told(&self, members: &[usize], passing: Passing) -> Option<Plan> {
        let body = self.body();
        let mut kept = members.to_vec();
        loop {
            self.representative(&kept)?;
            let assignment = assign(self.family, &kept, self.limits, passing, self.prices)?;
            let reach = |(i, &member)| Some((member, self.reach(member, i, &assignment)?));
            let reached: Vec<_> = kept.iter().enumerate().filter_map(reach).collect();
            let worth =
                |(_, reach): &(usize, Reach)| self.limits.force || reach.bytes + reach.time < body;
            let (members, reached): (Vec<_>, Vec<_>) = reached.into_iter().filter(worth).unzip();
            if members.len() == kept.len() {
                return Some(self.plan(&kept, &reached, assignment));
            }
            if members.len() < 2 {
                return None;
            }
            kept = members;
        }
    }

    /// The member that can stand for all of them: an index of `members`.
    fn representative(&self, members: &[usize]) -> Option<usize> {
        let chosen: Vec<_> = members.iter().map(|&m| self.family.members[m]).collect();
        let best = representative(&chosen)?;
        let form = chosen[best].form;
        chosen.iter().all(|m| form.can_stand_for(m.form)).then_some(best)
    }

    fn body(&self) -> Tenths {
        let constants = self.family.members[0].form.constants.len();
        self.prices.body(self.class.units, constants).bytes
    }

    fn plan(&self, members: &[usize], reached: &[Reach], assignment: Assignment) -> Plan {
        let spent: Tenths = reached.iter().map(|reach| reach.bytes).sum();
        let spent = spent + self.in_body(&assignment);
        let saved = self.body() * (self.unfolded(members) as i64 - 1);
        let member = |&m: &usize| &self.family.members[m];
        let left = |(m, reach): (_, &Reach)| member(m).timing.spare.less(reach.added);
        let Assignment { parameters, table, self_calls } = assignment;
        let passed = parameters.len() + usize::from(!table.is_empty());
        Plan {
            members: members.iter().map(|m| member(m).id).collect(),
            representative: self.representative(members).expect("`whole` has asked"),
            access: reached.iter().map(|reach| reach.access).collect(),
            parameters,
            table,
            self_calls,
            gain: (saved - spent).floor(),
            time: reached.iter().map(|reach| reach.time).sum::<Tenths>().ceil(),
            stack: policy::of_stack(excess_of(self.limits.free.bytes() * passed as u64)),
            spare: members.iter().zip(reached).map(left).fold(Spare::default(), Spare::and),
        }
    }

    /// How many of these members are left once the linker has folded those of equal numbers.
    fn unfolded(&self, members: &[usize]) -> usize {
        let mut seen = BTreeSet::new();
        let numbers = members.iter().map(|&member| self.family.members[member].folds_with);
        numbers.filter(|number| number.is_none_or(|number| seen.insert(number))).count()
    }

    /// The bytes that parameters and loads take in the body.
    fn in_body(&self, assignment: &Assignment) -> Tenths {
        let form = self.family.members[0].form;
        let is_callee = |&&p: &&u32| form.constants[p as usize].mode == ConstantMode::Callee;
        let calls = |p: &Parameter| {
            self.prices.indirect_call * p.places.iter().filter(is_callee).count() as i64
        };
        let Assignment { parameters, table, .. } = assignment;
        let passed = parameters.iter().map(|p| self.prices.parameter + calls(p)).sum::<Price>();
        let load = |p: &Parameter| self.prices.table_entry * p.places.len() as i64 + calls(p);
        let loads = table.iter().map(|entry| load(&entry.parameter)).sum::<Price>();
        let pointer = self.prices.callee_saved * i64::from(!table.is_empty());
        (passed + loads + pointer).bytes
    }

    /// The cheapest way in which a member, the `i`th of the assignment, reaches the body; none if the member would
    /// become too slow.
    fn reach(&self, member: usize, i: usize, assignment: &Assignment) -> Option<Reach> {
        let (body, constants) = (self.body(), self.family.constants);
        let Assignment { parameters, table, self_calls } = assignment;
        let value = |p: &Parameter| p.arguments[i].value(constants);
        let argument = |p: &Parameter| self.prices.argument(p.shape, value(p));
        let (own, pointer) = self.prices.table(table);
        let arguments = parameters.iter().map(argument).sum::<Price>() + pointer;
        let member = &self.family.members[member];
        let inside = self.prices.in_shared_body(parameters, table, self_calls, member.timing);
        let way = |access, Price { bytes, executed }| {
            let added = inside + executed;
            let bytes = bytes + own;
            let time = member.timing.cost(added, (body - bytes).floor(), self.limits.time)?;
            Some(Reach { access, bytes, added, time })
        };
        let sites = member.form.uses.call_sites.saturating_sub(self_calls.len() as u32);
        let at_calls = Price { bytes: arguments.bytes * i64::from(sites), ..arguments };
        let calls = member.removable.then(|| way(Access::Calls, at_calls)).flatten();
        let thunk = self.prices.thunk_of(member.form.uses.bare_thunk);
        let thunk = way(Access::Thunk, thunk + arguments);
        let ways = calls.into_iter().chain(thunk);
        ways.min_by_key(|reach| reach.bytes + reach.time)
    }
}
