//! Turns an alignment into a plan: the phases of the planner, one after the other.
//!
//! Consumes: the functions, their [`Alignment`] and the module's [`Tables`]. Produces: a [`MergePlan`], or the
//! reason why they cannot be merged. Guarantees: deterministic; what it returns should pass
//! [`super::replay`], which proves it.

use cranelift_entity::{EntityRef, PrimaryMap};

use super::affinity::Affinity;
use super::draft::{Params, PlanOptions};
use super::matching::Matching;
use super::{
    MergePlan, Origin, PlanParam, PlanParamId, SideId, Sides, arguments, commute, frame, layout,
    lifetimes, phis, ssa, tails,
};
use crate::align::Alignment;
use crate::ir::{ArgId, InstId, Operand, Tables, TypeId, Value};
use crate::reject::Reject;

/// The return type of the merged function, if the functions may be merged at all. No alignment is needed to tell.
///
/// # Errors
/// The first reason against it.
pub fn compatible(sides: Sides<'_>, tables: &Tables) -> Result<TypeId, Reject> {
    if !sides.agree(|function| function.compat) {
        return Err(Reject::DifferentAttributes);
    }
    if !sides.agree(|function| function.folds) {
        return Err(Reject::FoldedOtherwise);
    }
    let ret = merged_return(sides, tables)?;
    pinned_agree(sides)?;
    frame::agree(sides)?;
    if tails::lost_to_alignment(sides) {
        return Err(Reject::TailCall);
    }
    Ok(ret)
}

/// Plans the merge of functions along their alignment.
///
/// # Errors
/// A reason why they cannot be merged, or [`Reject::NothingAligned`] when nothing would be shared.
pub fn build(
    sides: Sides<'_>,
    alignment: &Alignment,
    tables: &Tables,
    options: PlanOptions,
) -> Result<MergePlan, Reject> {
    build_where_it_may_pay(sides, alignment, tables, options, &|_| Ok(()))
}

/// Does what [`build`] does, but may give up early: `may_pay` is asked when the blocks are laid out. At that time operands
/// are open, and SSA repair has added nothing.
///
/// # Errors
/// Those of [`build`], and that of `may_pay`.
pub fn build_where_it_may_pay(
    sides: Sides<'_>,
    alignment: &Alignment,
    tables: &Tables,
    options: PlanOptions,
    may_pay: &dyn Fn(&MergePlan) -> Result<(), Reject>,
) -> Result<MergePlan, Reject> {
    build_matched(sides, Matching::new(alignment), tables, options, may_pay)
}

/// Plans the merge of functions with these matches.
pub(super) fn build_matched(
    sides: Sides<'_>,
    mut matching: Matching<'_>,
    tables: &Tables,
    options: PlanOptions,
    may_pay: &dyn Fn(&MergePlan) -> Result<(), Reject>,
) -> Result<MergePlan, Reject> {
    let ret = compatible(sides, tables)?;
    let plan = along(sides, &mut matching, ret, tables, options, may_pay)?;
    let lost = tails::lost(&plan, sides);
    if lost.is_empty() {
        return Ok(plan);
    }
    // With tail calls and returns of their own, the sides may still share the rest.
    if !tails::separate(&lost, &mut matching) {
        return Err(Reject::TailCall);
    }
    let plan = along(sides, &mut matching, ret, tables, options, may_pay)?;
    if tails::lost(&plan, sides).is_empty() { Ok(plan) } else { Err(Reject::TailCall) }
}

/// Plans the merge along these matches; those that no plan can honour are taken back.
fn along(
    sides: Sides<'_>,
    matching: &mut Matching<'_>,
    ret: TypeId,
    tables: &Tables,
    options: PlanOptions,
    may_pay: &dyn Fn(&MergePlan) -> Result<(), Reject>,
) -> Result<MergePlan, Reject> {
    let (params, allocas, affinity) = settle(sides, matching);
    if matching.rows.is_empty() {
        return Err(Reject::NothingAligned);
    }
    arguments::check(&params.merged, false, sides, tables, options.thunks_stay)?;
    let void = tables.types.iter().find(|(_, t)| t.is_void).map(|(id, _)| id);
    let void = void.expect("terminators have made void known");
    let mut draft = layout::lay_out(sides, matching, params, allocas, ret, void);
    draft.plan.keeps_apart = stay_apart(sides, options.thunks_stay);
    may_pay(&draft.plan)?;
    phis::place_originals(&mut draft, &affinity);
    let mut plan = ssa::resolve(draft, tables)?;
    if plan.needs_identifier() {
        arguments::check(&plan.params, true, sides, tables, options.thunks_stay)?;
    }
    lifetimes::place(&mut plan, sides)?;
    plan.frame = frame::check(&plan, sides, tables, options.thunks_stay)?;
    Ok(plan)
}

/// Whether several of these functions stay as thunks or are tail-called. Who tail-calls one may be a thunk itself.
fn stay_apart(sides: Sides<'_>, thunks_stay: bool) -> bool {
    let functions = sides.functions();
    functions.filter(|function| function.uses.meets_thunks(thunks_stay)).count() > 1
}

/// The return type of the merged function: that of all sides which are not `void`.
fn merged_return(sides: Sides<'_>, tables: &Tables) -> Result<TypeId, Reject> {
    let mut merged = sides.on(SideId::new(0)).ret;
    for function in sides.functions() {
        if tables.types[merged].is_void {
            merged = function.ret;
        } else if !tables.types[function.ret].is_void && function.ret != merged {
            return Err(Reject::DifferentReturnType);
        }
    }
    Ok(merged)
}

/// Pinned parameters must be alike on all sides, place by place.
fn pinned_agree(sides: Sides<'_>) -> Result<(), Reject> {
    let places = sides.functions().map(|function| function.params.len()).max().unwrap_or(0);
    for place in (0..places).map(ArgId::new) {
        let params = || sides.functions().map(|function| function.params.get(place));
        let pinned = params().flatten().any(|p| p.abi.pinned);
        if pinned && params().skip(1).zip(params()).any(|(one, other)| one != other) {
            return Err(Reject::PinnedParameter);
        }
    }
    Ok(())
}

/// Groups parameters and allocas. Takes back matches that need a select where none may stand, and matches of invokes that
/// unwind to different places, until nothing changes. Then commutes the operands of matches where that brings equal
/// values together.
fn settle(sides: Sides<'_>, matching: &mut Matching<'_>) -> (Params, Vec<Origin>, Affinity) {
    loop {
        matching.dissolve_odd_heads(sides);
        let affinity = Affinity::count(sides, matching);
        let params = merge_params(sides, &affinity);
        let allocas = group_allocas(sides, &affinity);
        let one = one_value(sides, matching, &params, &allocas);
        let mut broken = matching.violations(sides, &one);
        broken.append(&mut matching.parted_unwinds(sides));
        if broken.is_empty() {
            matching.commuted = commute::choose(sides, matching, &affinity, one);
            return (params, allocas, affinity);
        }
        matching.unmatch(&broken);
    }
}

/// Whether operands of two sides are one merged value without a select: equal constants, parameters that became
/// one, matched instructions or grouped allocas. Blocks always count as one: the layout dispatches where they differ.
fn one_value(
    sides: Sides<'_>,
    matching: &Matching<'_>,
    params: &Params,
    allocas: &[Origin],
) -> impl Fn((SideId, &Operand), (SideId, &Operand)) -> bool + use<> {
    let mut match_of = sides.map(|side| vec![None; sides.on(side).insts.len()]);
    for (number, origin) in matching.matches().chain(allocas).enumerate() {
        for (side, inst) in origin.iter().filter(|_| origin.is_shared()) {
            match_of[side][inst.index()] = Some(number);
        }
    }
    let of = params.of.clone();
    move |(side, one), (other_side, other)| match (one.value, other.value) {
        (Value::Const(l), Value::Const(r)) => l == r,
        (Value::Arg(l), Value::Arg(r)) => of[side][l.index()] == of[other_side][r.index()],
        (Value::Inst(l), Value::Inst(r)) => {
            let number = match_of[side][l.index()];
            number.is_some() && number == match_of[other_side][r.index()]
        }
        (Value::Block(_), Value::Block(_)) => true,
        _ => false,
    }
}

/// Merges parameters of equal type and ABI. Those of the first side keep their places; those that it does not have follow.
fn merge_params(sides: Sides<'_>, affinity: &Affinity) -> Params {
    let args = sides.map(|side| sides.on(side).params.keys().map(Value::Arg).collect());
    let param = |(side, at): (SideId, usize)| sides.on(side).params[ArgId::new(at)];
    let groups = affinity.group(&args, |one, other| {
        let fits = !param(one).abi.pinned || one.1 == other.1;
        (param(one) == param(other) && fits).then_some(0)
    });
    let mut of = sides.map(|side| vec![PlanParamId::new(0); sides.on(side).params.len()]);
    let mut merged = PrimaryMap::new();
    for group in groups {
        let first = param(group.first().expect("groups have members"));
        let args = group.map(|_, at| ArgId::new(at));
        let id = merged.push(PlanParam { ty: first.ty, abi: first.abi, args });
        group.iter().for_each(|(side, at)| of[side][at] = id);
    }
    Params { merged, of }
}

/// Groups static allocas of equal key, so that the sides share their space in the frame. Allocas of similar size are
/// preferred.
fn group_allocas(sides: Sides<'_>, affinity: &Affinity) -> Vec<Origin> {
    let allocas: PrimaryMap<SideId, Vec<InstId>> =
        sides.functions().map(|function| function.allocas().collect()).collect();
    let values = allocas.values().map(|ids| ids.iter().map(|&i| Value::Inst(i)).collect());
    let slot = |(side, at): (SideId, usize)| &sides.on(side).insts[allocas[side][at]];
    let groups = affinity.group(&values.collect(), |one, other| {
        let (one, other) = (slot(one), slot(other));
        one.key.may_merge(other.key).then_some(one.bytes.abs_diff(other.bytes))
    });
    groups.iter().map(|group| group.map(|side, at| allocas[side][at])).collect()
}
