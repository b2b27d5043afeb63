//! The numbers of the shim's enumerations, from the list that `src/shim/enumerations.h` includes.
//!
//! Consumes: names. Produces: numbers and bits, when the plugin is compiled.
//! Guarantees: a name that the shim does not know is an error of compilation.

use fmerge_core::enumeration;

const NAMES: &str = include_str!("../shim/enumerations.def");

/// The number of a name in one of the shim's enumerations.
pub const fn number(enumeration: &str, name: &str) -> u32 {
    enumeration::number(NAMES, enumeration, name)
}

/// The bit of a fact.
pub const fn bit(enumeration: &str, fact: &str) -> u64 {
    1 << number(enumeration, fact)
}

/// Translates a number of one of the shim's enumerations: `of_number!(raw, "Color": "Red" => Color::Red, …)`. Panics on
/// any other number.
macro_rules! of_number {
    ($raw:expr, $enumeration:literal: $($name:literal => $value:expr),+ $(,)?) => {
        $(if $raw == const { $crate::ffi::enumeration::number($enumeration, $name) } { $value } else)+
        { panic!("the shim knows no {} of number {}", $enumeration, $raw) }
    };
}
pub(crate) use of_number;
