//! The Rust side of `src/shim/attributes.cpp`: what the shim asks of the core's table of attributes.
//!
//! Consumes: an attribute's name, as LLVM writes it. Produces: one bit for each `AttributeFact` of the shim.
//! Guarantees: an attribute that the table does not know is treated as if everything depended on it.

use std::ffi::c_char;
use std::slice;

use fmerge_core::attributes::{
    AtCalls, AttributeForm, AttributeRole, AttributeTreatment, treatment,
};

use super::enumeration;

const fn bit(fact: &str) -> u64 {
    enumeration::bit("AttributeFact", fact)
}

/// The facts of an attribute: one bit for each that holds.
///
/// # Safety
/// `length` bytes must be readable at `name`, which is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmerge_attribute_facts(
    name: *const c_char,
    length: usize,
    is_text: bool,
) -> u64 {
    // SAFETY: the caller's promise; the shim passes a pointer for the empty name too.
    let bytes = unsafe { slice::from_raw_parts(name.cast::<u8>(), length) };
    let form = if is_text { AttributeForm::Text } else { AttributeForm::Enumerator };
    let known = std::str::from_utf8(bytes).ok().and_then(|name| treatment(form, name));
    known.map_or(
        const { bit("Unknown") | bit("Counts") | bit("KeepsCallers") | bit("StaysDirect") },
        facts,
    )
}

fn facts(treatment: AttributeTreatment) -> u64 {
    let of = |holds: bool, fact: u64| if holds { fact } else { 0 };
    of(treatment.role == AttributeRole::Never, const { bit("Forbids") })
        | of(treatment.counts(), const { bit("Counts") })
        | of(treatment.goes_to_the_body(), const { bit("GoesToTheBody") })
        | of(treatment.keeps_callers(), const { bit("KeepsCallers") })
        | of(treatment.role == AttributeRole::Identity, const { bit("Identity") })
        | of(treatment.at_calls == AtCalls::Direct, const { bit("StaysDirect") })
        | of(treatment.goes_with_calls(), const { bit("GoesWithCalls") })
}
