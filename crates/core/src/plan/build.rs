//! From an alignment to a plan, one phase a line.
//!
//! Consumes: a [`Pair`], its [`Alignment`] and the module's [`Tables`]. Produces: a [`MergePlan`], or the
//! reason why the two cannot be merged. Guarantees: deterministic; what it returns should pass
//! [`super::replay`], which proves it.

use cranelift_entity::PrimaryMap;

use super::affinity::Affinity;
use super::matching::Matching;
use super::{
    MergePlan, Pair, PlanParam, PlanParamId, Side, arguments, crossing, frame, layout, lifetimes,
    phis, ssa, tails,
};
use crate::align::Alignment;
use crate::ir::{ArgId, EncodedFunction, InstId, Operand, Tables, TypeId, Value};
use crate::reject::Reject;

/// Switches of the planner, for tests and for measuring what each part is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanOptions {
    /// Let values of the two sides that can never both be live share one φ web, in place of a select
    /// (SalSSA's φ-node coalescing).
    pub coalesce: bool,
    /// Both originals stay as thunks, whatever calls them.
    pub thunks_stay: bool,
}

impl Default for PlanOptions {
    fn default() -> Self {
        PlanOptions { coalesce: true, thunks_stay: false }
    }
}

/// How the parameters of both sides map to the merged ones.
#[derive(Clone, Debug)]
pub(super) struct Params {
    pub(super) merged: PrimaryMap<PlanParamId, PlanParam>,
    /// By side, then by parameter of that side.
    pub(super) of: [Vec<PlanParamId>; 2],
}

/// Static allocas by pairs; one without a partner stands alone.
pub(super) type AllocaPairs = Vec<(Option<InstId>, Option<InstId>)>;

/// Whether two functions may be merged at all, before any alignment.
///
/// # Errors
/// The first reason against it.
pub fn compatible(pair: Pair<'_>, tables: &Tables) -> Result<(), Reject> {
    if pair.left.compat != pair.right.compat {
        return Err(Reject::DifferentAttributes);
    }
    merged_return(pair, tables)?;
    pinned_agree(pair)
}

/// Plans the merge of a pair along its alignment.
///
/// # Errors
/// A reason why the pair cannot be merged, or [`Reject::NothingAligned`] when nothing would be shared.
pub fn build(
    pair: Pair<'_>,
    alignment: &Alignment,
    tables: &Tables,
    options: PlanOptions,
) -> Result<MergePlan, Reject> {
    compatible(pair, tables)?;
    let ret = merged_return(pair, tables)?;
    if tails::lost_to_alignment(pair) {
        return Err(Reject::TailCall);
    }
    let mut matching = Matching::new(alignment);
    let plan = along(pair, &mut matching, ret, tables, options)?;
    let lost = tails::lost(&plan, pair);
    if lost.is_empty() {
        return Ok(plan);
    }
    // With tail calls and returns of their own, the sides may still share the rest.
    if !tails::separate(&lost, &mut matching) {
        return Err(Reject::TailCall);
    }
    let plan = along(pair, &mut matching, ret, tables, options)?;
    if tails::lost(&plan, pair).is_empty() { Ok(plan) } else { Err(Reject::TailCall) }
}

/// Plans the merge along these matches; those that no plan can honour are taken back.
fn along(
    pair: Pair<'_>,
    matching: &mut Matching,
    ret: TypeId,
    tables: &Tables,
    options: PlanOptions,
) -> Result<MergePlan, Reject> {
    let (params, allocas, affinity) = settle(pair, matching);
    if matching.pairs.is_empty() {
        return Err(Reject::NothingAligned);
    }
    arguments::check(&params.merged, pair, tables, options.thunks_stay)?;
    let void = tables.types.iter().find(|(_, t)| t.is_void).map(|(id, _)| id);
    let void = void.expect("terminators have made void known");
    let mut draft = layout::lay_out(pair, matching, params, &allocas, ret, void);
    phis::place_originals(&mut draft, &affinity);
    let mut plan = ssa::resolve(draft, tables, options)?;
    lifetimes::place(&mut plan, pair)?;
    frame::check(&plan, pair)?;
    Ok(plan)
}

/// The return type of the merged function: equal ones, or that of the side which is not `void`.
fn merged_return(pair: Pair<'_>, tables: &Tables) -> Result<TypeId, Reject> {
    let (left, right) = (pair.left.ret, pair.right.ret);
    match (tables.types[left].is_void, tables.types[right].is_void) {
        (true, _) => Ok(right),
        (_, true) => Ok(left),
        _ if left == right => Ok(left),
        _ => Err(Reject::DifferentReturnType),
    }
}

/// Pinned parameters must be alike on both sides, place by place.
fn pinned_agree(pair: Pair<'_>) -> Result<(), Reject> {
    let places = pair.left.params.len().max(pair.right.params.len());
    for place in 0..places {
        let arg = ArgId::from_u32(place as u32);
        let (left, right) = (pair.left.params.get(arg), pair.right.params.get(arg));
        let pinned = [left, right].iter().flatten().any(|p| p.abi.pinned);
        if pinned && left != right {
            return Err(Reject::PinnedParameter);
        }
    }
    Ok(())
}

/// Pairs parameters and allocas, and takes back matches that need a select where none may stand, or invokes
/// that unwind to different places, until nothing changes: each round takes back at least one. Then crosses
/// the operands of matches where that brings equal values together.
fn settle(pair: Pair<'_>, matching: &mut Matching) -> (Params, AllocaPairs, Affinity) {
    loop {
        matching.dissolve_odd_heads(pair);
        let affinity = Affinity::count(pair, matching);
        let params = pair_params(pair, &affinity);
        let allocas = pair_allocas(pair, &affinity);
        let one = one_value(pair, matching, &params, &allocas);
        let mut broken = matching.violations(pair, &one);
        broken.append(&mut matching.parted_unwinds(pair));
        if broken.is_empty() {
            matching.crossed = crossing::choose(pair, matching, &affinity, one);
            return (params, allocas, affinity);
        }
        matching.unmatch(&broken);
    }
}

/// Whether two operands are one merged value without a select: equal constants, paired parameters,
/// matched instructions or paired allocas. Blocks are always fine: branches find their own way.
fn one_value(
    pair: Pair<'_>,
    matching: &Matching,
    params: &Params,
    allocas: &AllocaPairs,
) -> impl Fn(&Operand, &Operand) -> bool + use<> {
    let mut partner = vec![None; pair.left.insts.len()];
    for (left, right) in matching.matches() {
        partner[left.as_u32() as usize] = Some(right);
    }
    for &(left, right) in allocas {
        if let (Some(left), Some(right)) = (left, right) {
            partner[left.as_u32() as usize] = Some(right);
        }
    }
    let of = params.of.clone();
    move |left, right| match (left.value, right.value) {
        (Value::Const(l), Value::Const(r)) => l == r,
        (Value::Arg(l), Value::Arg(r)) => of[0][l.as_u32() as usize] == of[1][r.as_u32() as usize],
        (Value::Inst(l), Value::Inst(r)) => partner[l.as_u32() as usize] == Some(r),
        (Value::Block(_), Value::Block(_)) => true,
        _ => false,
    }
}

/// Pairs parameters of equal type and ABI. The left's keep their places, the right's others follow.
fn pair_params(pair: Pair<'_>, affinity: &Affinity) -> Params {
    let args = |f: &EncodedFunction| f.params.keys().map(Value::Arg).collect::<Vec<_>>();
    let at = |f: &EncodedFunction, i: usize| f.params[ArgId::from_u32(i as u32)];
    let pairs = affinity.pair_up(&args(pair.left), &args(pair.right), |i, j| {
        let (left, right) = (at(pair.left, i), at(pair.right, j));
        (left == right && (!left.abi.pinned || i == j)).then_some(0)
    });
    let mut left_partner = vec![None; pair.left.params.len()];
    let mut right_partner = vec![None; pair.right.params.len()];
    for (i, j) in pairs {
        left_partner[i] = Some(ArgId::from_u32(j as u32));
        right_partner[j] = Some(ArgId::from_u32(i as u32));
    }
    number_params(pair, &left_partner, &right_partner)
}

fn number_params(
    pair: Pair<'_>,
    left_partner: &[Option<ArgId>],
    right_partner: &[Option<ArgId>],
) -> Params {
    let mut merged = PrimaryMap::new();
    let mut of = [Vec::new(), vec![PlanParamId::from_u32(0); pair.right.params.len()]];
    for (arg, param) in pair.left.params.iter() {
        let right = left_partner[arg.as_u32() as usize];
        let id = merged.push(PlanParam { ty: param.ty, abi: param.abi, left: Some(arg), right });
        of[0].push(id);
        if let Some(right) = right {
            of[1][right.as_u32() as usize] = id;
        }
    }
    for (arg, param) in pair.right.params.iter() {
        if right_partner[arg.as_u32() as usize].is_none() {
            let (ty, abi) = (param.ty, param.abi);
            let id = merged.push(PlanParam { ty, abi, left: None, right: Some(arg) });
            of[1][arg.as_u32() as usize] = id;
        }
    }
    Params { merged, of }
}

/// Pairs static allocas of equal key: both sides' frames then share the space. Of those that could share it equally
/// well, such that are of like size.
fn pair_allocas(pair: Pair<'_>, affinity: &Affinity) -> AllocaPairs {
    let left: Vec<InstId> = pair.left.allocas().collect();
    let right: Vec<InstId> = pair.right.allocas().collect();
    let values = |ids: &[InstId]| ids.iter().map(|&i| Value::Inst(i)).collect::<Vec<_>>();
    let pairs = affinity.pair_up(&values(&left), &values(&right), |i, j| {
        let (left, right) = (&pair.left.insts[left[i]], &pair.right.insts[right[j]]);
        left.key.may_merge(right.key).then_some(left.bytes.abs_diff(right.bytes))
    });
    let mut result: AllocaPairs = left.iter().map(|&l| (Some(l), None)).collect();
    let mut alone = vec![true; right.len()];
    for (i, j) in pairs {
        result[i].1 = Some(right[j]);
        alone[j] = false;
    }
    let rest = right.iter().zip(alone).filter(|&(_, alone)| alone);
    result.extend(rest.map(|(&r, _)| (None, Some(r))));
    result
}

impl Params {
    /// The merged parameter that carries a parameter of one side.
    pub(super) fn carrying(&self, side: Side, arg: ArgId) -> PlanParamId {
        self.of[side.index()][arg.as_u32() as usize]
    }
}
