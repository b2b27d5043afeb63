//! The Rust side of `src/shim/attributes.cpp`: what the shim asks the core's table of attributes.
//!
//! Consumes: an attribute's name, as LLVM writes it. Produces: bits, in the order of the shim's
//! `AttributeFact`. Guarantees: what the table does not know matters everywhere and moves nowhere.

use std::ffi::c_char;
use std::slice;

use fmerge_core::attributes::{AtCalls, Form, Role, Treatment, treatment};

const UNKNOWN: u32 = 1 << 0;
const FORBIDS: u32 = 1 << 1;
const COUNTS: u32 = 1 << 2;
const GOES_TO_THE_BODY: u32 = 1 << 3;
const KEEPS_CALLERS: u32 = 1 << 4;
const IDENTITY: u32 = 1 << 5;
const STAYS_DIRECT: u32 = 1 << 6;
const GOES_WITH_CALLS: u32 = 1 << 7;

/// What is to be done with an attribute, one bit for each fact that holds.
///
/// # Safety
/// `length` bytes must be readable at `name`, which is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmerge_attribute_facts(
    name: *const c_char,
    length: usize,
    is_text: bool,
) -> u32 {
    // SAFETY: the caller's promise; the shim passes a pointer for the empty name too.
    let bytes = unsafe { slice::from_raw_parts(name.cast::<u8>(), length) };
    let form = if is_text { Form::Text } else { Form::Enumerator };
    let known = std::str::from_utf8(bytes).ok().and_then(|name| treatment(form, name));
    known.map_or(UNKNOWN | COUNTS | KEEPS_CALLERS | STAYS_DIRECT, facts)
}

fn facts(treatment: Treatment) -> u32 {
    let bit = |holds: bool, fact: u32| if holds { fact } else { 0 };
    bit(treatment.role == Role::Never, FORBIDS)
        | bit(treatment.counts(), COUNTS)
        | bit(treatment.goes_to_the_body(), GOES_TO_THE_BODY)
        | bit(treatment.keeps_callers(), KEEPS_CALLERS)
        | bit(treatment.role == Role::Identity, IDENTITY)
        | bit(treatment.at_calls == AtCalls::Direct, STAYS_DIRECT)
        | bit(treatment.goes_with_calls(), GOES_WITH_CALLS)
}
