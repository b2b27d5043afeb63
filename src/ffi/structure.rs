//! The structures of `src/shim/crossing.h`, against which those of Rust are checked.
//!
//! Consumes: names of structures and fields. Produces: nothing.
//! Guarantees: a structure that differs from the shim's is an error of compilation.

/// The shim's structures.
pub const HEADER: &str = include_str!("../shim/crossing.h");

/// Checks that a structure has the same fields as the shim's, at the same offsets: `crosses!("FmergePair", Pair: one,
/// other)`.
macro_rules! crosses {
    ($name:literal, $ours:ty: $($($field:ident).+),+ $(,)?) => {
        const _: () = fmerge_core::structure::check(
            $crate::ffi::structure::HEADER,
            $name,
            size_of::<$ours>(),
            &[$((stringify!($($field).+), std::mem::offset_of!($ours, $($field).+))),+],
        );
    };
}
pub(crate) use crosses;
