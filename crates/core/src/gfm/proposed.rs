//! The plan for one function that a summary names, where the other members of its group are in other modules.
//!
//! Consumes: a [`Proposal`], which goes by digests of constants, and the constants of the function
//! itself. Produces: a [`Plan`] with that function as its only member.
//! Guarantees: places share a parameter only where they hold the same constant in places of one shape: a
//! digest proposes, the constants decide. A parameter has the shape of its places, whatever its value, so that
//! the modules that follow one proposal make the same body.

use super::parameters::fits;
use super::{Access, Argument, Limits, Parameter, Plan, Shape};
use crate::canon::CanonicalConst;
use crate::ir::FuncId;
use crate::price::Bytes;
use crate::reject::Reject;
use crate::summary::{Fit, FunctionSummary, Proposal};

/// What stands in a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The constant.
    pub constant: CanonicalConst,
    /// What the place takes.
    pub shape: Shape,
}

/// A function that a summary may name.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// Which.
    pub id: FuncId,
    /// What other modules are told of it.
    pub summary: &'a FunctionSummary,
    /// What stands in its holes, in their order.
    pub held: &'a [Held],
    /// Calls of itself: indices of constants in canonical order.
    pub self_calls: &'a [u32],
}

/// The plan for `function`.
///
/// # Errors
/// When the proposal is of another function, when places that would share a parameter hold different constants,
/// or when there are more parameters than `limits` allows.
pub fn proposed(
    proposal: &Proposal,
    function: &Named<'_>,
    limits: &Limits,
) -> Result<Plan, Reject> {
    if !matches!(proposal.fit(function.summary), Fit::Exact | Fit::Pattern) {
        return Err(Reject::StaleSummary);
    }
    let parameters = (0..proposal.parameters).map(|number| parameter(proposal, function, number));
    let parameters = parameters.collect::<Result<Vec<_>, _>>()?;
    if !fits(&parameters, limits) {
        return Err(Reject::Unprofitable);
    }
    Ok(Plan {
        members: vec![function.id],
        representative: 0,
        access: vec![Access::Calls],
        parameters,
        self_calls: function.self_calls.to_vec(),
        gain: Bytes::from(proposal.saving / proposal.members.max(1)),
    })
}

fn parameter(proposal: &Proposal, function: &Named<'_>, number: u32) -> Result<Parameter, Reject> {
    let holes = || proposal.holes_of(number);
    let mut held = holes().map(|hole| function.held[hole]);
    let first = held.next().ok_or(Reject::StaleSummary)?;
    if first.shape == Shape::Unfit || held.any(|other| other != first) {
        return Err(Reject::DifferentConstants);
    }
    Ok(Parameter {
        shape: first.shape,
        places: holes().map(|hole| proposal.holes[hole].position).collect(),
        arguments: vec![Argument::Constant(first.constant)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gfm::tests::LIMITS;
    use crate::registers::Registers;
    use crate::summary::{ConstantHash, Hole, Scope, StableHash, Summary};

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
        let held =
            constants.map(|(n, shape)| Held { constant: CanonicalConst::from_u32(n), shape });
        let id = FuncId::from_u32(7);
        proposed(&proposal(), &Named { id, summary, held: &held, self_calls: &[0] }, &LIMITS)
    }

    const I32: Shape = Shape::Integer(32);

    #[test]
    fn places_with_one_constant_share_a_parameter_of_their_shape() {
        let plan =
            plan(&function("f", [1, 1, 5]), [(8, I32), (8, I32), (9, I32)]).expect("it fits");
        let arguments = vec![Argument::Constant(CanonicalConst::from_u32(8))];
        assert_eq!(plan.parameters, [Parameter { shape: I32, places: vec![2, 3], arguments }]);
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
        let free = Registers { integers: 0, ..LIMITS.free };
        let summary = function("f", [1, 1, 5]);
        let held = alike.map(|(n, shape)| Held { constant: CanonicalConst::from_u32(n), shape });
        let named =
            Named { id: FuncId::from_u32(0), summary: &summary, held: &held, self_calls: &[] };
        let few = Limits { free, ..LIMITS };
        assert_eq!(proposed(&proposal(), &named, &few), Err(Reject::Unprofitable));
    }
}
