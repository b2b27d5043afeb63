//! Steps done wrong on purpose.
//!
//! Consumes: nothing. Produces: [`Fault`], which the other parts look at. Guarantees: with [`Fault::None`] all
//! is done right. A judge that accepts one of the others is worth nothing, so tests try them all.

/// What is done wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    #[default]
    None,
    /// A member's arguments come in the reverse order.
    ArgumentsSwapped,
    /// A member passes the arguments of another.
    ArgumentsOfAnother,
    /// A parameter is not put in the last of its places.
    PlaceForgotten,
    /// A call of the function itself calls the function whose body was taken.
    SelfCallForgotten,
    /// A body keeps promises that not all of its functions made.
    PromisesKept,
    /// A parameter is not given the width of its place.
    NotConverted,
    /// A member goes although others pass its address.
    PassedMemberGoes,
    /// A plan is carried out on functions that have changed since.
    StaleForms,
    /// All functions that are compared count as equal: partitions are never refined.
    NeverRefined,
    /// What rests on a merge that is not made is merged all the same.
    NotSettled,
    /// Calls of functions that another object may replace become calls of the body.
    InterposableCallsMove,
    /// Addresses that matter become the body's.
    AddressesMove,
    /// An inline function is taken for another as if it was defined once.
    InlineTakenForExact,
}
