//! Named reasons.

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reject {
    /// x
    DifferentAttributes,
    /// x
    DifferentReturnType,
    /// x
    PinnedParameter,
    /// x
    NothingAligned,
    /// x
    UnsupportedType,
}
