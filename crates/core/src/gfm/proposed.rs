//! The plan for one function that a summary names, where the other members of its group are in other modules.
//!
//! Consumes: a [`Proposal`], which knows constants by digest, and the constants of the function itself. Produces: a
//! [`Plan`] with that function as its only member.
//! Guarantees: places share a parameter only where they hold the same constant, with the same shape: a digest proposes,
//! the constants decide. A parameter has the shape of its places, whatever its value, so that the modules that follow
//! one proposal make the same body. Only this module knows what the plan costs its function in time: the function does
//! not become slower than it may, whatever the other modules do.

use super::parameters::fits;
use super::{Access, ArgumentInfo, Limits, MemberArgument, Parameter, Plan, Shape};
use crate::canon::CanonicalConst;
use crate::canon::timing::Timing;
use crate::ir::FuncId;
use crate::price::{Bytes, Executed, Prices};
use crate::reject::Reject;
use crate::summary::{Fit, FunctionSummary, Proposal};

/// What a hole holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The constant.
    pub constant: CanonicalConst,
    /// What is known of it, as the place takes it.
    pub info: ArgumentInfo,
}

/// A function that a summary may name.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// The function.
    pub id: FuncId,
    /// What other modules are told of it.
    pub summary: &'a FunctionSummary,
    /// What its holes hold, in their order.
    pub held: &'a [Held],
    /// Its self-calls: indices of constants in canonical order.
    pub self_calls: &'a [u32],
    /// How long it takes.
    pub timing: &'a Timing,
    /// Whether it can go, once its calls are rewritten.
    pub removable: bool,
}

/// The plan for `function`.
///
/// # Errors
/// When the proposal is of another function, when places that would share a parameter hold different constants,
/// when there are more parameters than `limits` allows, or when the time that it costs does not pay.
pub fn proposed(
    proposal: &Proposal,
    function: &Named<'_>,
    limits: &Limits,
    prices: &Prices,
) -> Result<Plan, Reject> {
    if !matches!(proposal.fit(function.summary), Fit::Exact | Fit::Pattern) {
        return Err(Reject::StaleSummary);
    }
    let parameters = (0..proposal.parameters).map(|number| parameter(proposal, function, number));
    let (parameters, arguments): (Vec<_>, Vec<_>) =
        parameters.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    if !fits(parameters.iter().map(|p| p.shape), limits) {
        return Err(Reject::Unprofitable);
    }
    let gain = Bytes::from(proposal.saving / proposal.members.max(1));
    let argument = |info: &ArgumentInfo| prices.argument(info.shape, info.value).executed;
    let (access, jump) = match function.removable {
        true => (Access::Calls, Executed::ZERO),
        false => (Access::Thunk, prices.thunk.executed),
    };
    let inside = prices.in_shared_body(&parameters, &[], function.self_calls, function.timing);
    let added = arguments.iter().map(argument).sum::<Executed>() + jump + inside;
    let time = function.timing.cost(added, gain, limits.time).ok_or(Reject::TooSlow)?.ceil();
    if time > Bytes::ZERO && time >= gain {
        return Err(Reject::TooSlow);
    }
    Ok(Plan {
        members: vec![function.id],
        representative: 0,
        access: vec![access],
        parameters,
        table: Vec::new(),
        self_calls: function.self_calls.to_vec(),
        gain,
        time,
        stack: Bytes::ZERO,
        spare: function.timing.spare.less(added),
    })
}

/// A parameter, and what is known of the argument that the function passes for it.
fn parameter(
    proposal: &Proposal,
    function: &Named<'_>,
    number: u32,
) -> Result<(Parameter, ArgumentInfo), Reject> {
    let holes = || proposal.holes_of(number);
    let mut held = holes().map(|hole| function.held[hole]);
    let first = held.next().ok_or(Reject::StaleSummary)?;
    if first.info.shape == Shape::Unfit || held.any(|other| other != first) {
        return Err(Reject::DifferentConstants);
    }
    let parameter = Parameter {
        shape: first.info.shape,
        places: holes().map(|hole| proposal.holes[hole].position).collect(),
        arguments: vec![MemberArgument::Constant(first.constant)],
        is_extended: false,
    };
    Ok((parameter, first.info))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canon::timing::{Operation, TimedUse};
    use crate::policy::{TimePolicy, Tolerance};
    use crate::price::{Tenths, TimedBlock, X86_64};
    use crate::registers::Registers;
    use crate::speed::{Frequency, Runs};
    use crate::summary::{ConstantHash, Hole, Scope, StableHash, Summary};

    const LIMITS: Limits = Limits {
        parameters: 4,
        free: Registers { integers: 6, floats: 8, bits: 64, ..Registers::X86_64 },
        tables: false,
        tabled_callees: true,
        min_gain: Bytes::ZERO,
        time: TimePolicy::ANY,
        force: false,
    };

    fn function(name: &str, constants: [u64; 3]) -> FunctionSummary {
        let hole = |(position, bits)| Hole { position, constant: ConstantHash::from_bits(bits) };
        FunctionSummary {
            hash: StableHash::from_bits(1),
            name: name.into(),
            module: "a.c".into(),
            scope: Scope::Program,
            instructions: 10,
            size: 1000,
            folds_alone: false,
            holes: (2..).zip(constants).map(hole).collect(),
        }
    }

    /// Two functions whose first two holes hold the same, and whose last is equal.
    fn proposal() -> Proposal {
        let summary: Summary =
            [function("f", [1, 1, 5]), function("g", [2, 2, 5])].into_iter().collect();
        let model = crate::summary::CostModel::default();
        summary.combine(&model).expect("positions go up").remove(0)
    }

    fn plan(summary: &FunctionSummary, constants: [(u32, Shape); 3]) -> Result<Plan, Reject> {
        plan_with(summary, constants, &LIMITS, &Timing::default())
    }

    fn plan_with(
        summary: &FunctionSummary,
        constants: [(u32, Shape); 3],
        limits: &Limits,
        timing: &Timing,
    ) -> Result<Plan, Reject> {
        let held = constants.map(|(n, shape)| Held {
            constant: CanonicalConst::from_u32(n),
            info: ArgumentInfo { shape, value: None, in_table: None },
        });
        let id = FuncId::from_u32(7);
        let named = Named { id, summary, held: &held, self_calls: &[0], timing, removable: false };
        proposed(&proposal(), &named, limits, &X86_64)
    }

    const I32: Shape = Shape::Integer(32);

    #[test]
    fn places_with_one_constant_share_a_parameter_of_their_shape() {
        let plan =
            plan(&function("f", [1, 1, 5]), [(8, I32), (8, I32), (9, I32)]).expect("it fits");
        let arguments = vec![MemberArgument::Constant(CanonicalConst::from_u32(8))];
        assert_eq!(
            plan.parameters,
            [Parameter { shape: I32, places: vec![2, 3], arguments, is_extended: false }]
        );
        assert_eq!((plan.members.len(), plan.self_calls), (1, vec![0]));
    }

    #[test]
    fn equal_digests_of_different_constants_do_not_decide() {
        let digests = function("f", [1, 1, 5]);
        let other_value = [(8, I32), (7, I32), (9, I32)];
        assert_eq!(plan(&digests, other_value), Err(Reject::DifferentConstants));
        let other_shape = [(8, I32), (8, Shape::Integer(64)), (9, I32)];
        assert_eq!(plan(&digests, other_shape), Err(Reject::DifferentConstants));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let alike = [(8, I32), (8, I32), (9, I32)];
        assert_eq!(plan(&function("f", [1, 3, 5]), alike), Err(Reject::StaleSummary));
        let few = Limits { free: Registers { integers: 0, ..LIMITS.free }, ..LIMITS };
        let summary = function("f", [1, 1, 5]);
        let refused = plan_with(&summary, alike, &few, &Timing::default());
        assert_eq!(refused, Err(Reject::Unprofitable));
    }

    #[test]
    fn a_function_that_would_become_too_slow_is_left_as_it_is() {
        let alike = [(8, I32), (8, I32), (9, I32)];
        let tolerance = Tolerance { slowdown: Some(10), price: Tenths::new(5), ..Tolerance::ANY };
        let time = TimePolicy::all(tolerance);
        let limits = Limits { time, ..LIMITS };
        // 1,000 instructions, and two places that run so often: besides, an argument, a thunk, and what the call of the
        // function itself hands on.
        let plan = |times, price| {
            let frequency = Frequency::of(times, 1);
            let one = TimedUse { frequency, operation: Operation::Ordinary };
            let policy = TimePolicy::all(Tolerance { price, ..tolerance });
            let blocks = std::iter::once(TimedBlock { units: 1000, ..TimedBlock::default() });
            let timing = Timing::of(blocks, Runs::default(), policy, &X86_64);
            let timing = Timing { uses: [TimedUse::default(), one, one, one].into(), ..timing };
            let limits = Limits { time: policy, ..limits };
            plan_with(&function("f", [1, 1, 5]), alike, &limits, &timing)
        };
        let slower = plan(100, tolerance.price).expect("a tenth of its time is 100");
        let each = X86_64.parameter.executed * 2;
        let added = X86_64.address + X86_64.thunk + X86_64.identifier(0);
        let added = added.executed + each * 100;
        assert_eq!(slower.time, tolerance.cost(added, Runs::default()).ceil());
        assert_eq!(plan(1000, tolerance.price), Err(Reject::TooSlow));
        assert_eq!(plan(100, Tenths::new(10_000)), Err(Reject::TooSlow));
    }
}
