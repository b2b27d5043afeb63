//! The canonical form of LLVM functions.
//!
//! Consumes: functions of one module. Produces: [`CanonicalFunction`]s, and the LLVM constants behind
//! their ids. The module is not changed; once it is, a new [`Canonicalizer`] is needed.
//! Guarantees: ids are given out in order of first sight. A function that may not share its body with
//! another for a reason of its own is refused by name.

// Whoever holds an LLVM reference while a pass runs vouches that it is alive; see `crate::module`.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::{CanonicalFunction, Codes, ConstantId, ConstantMode, ConstantUse};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use rustc_hash::FxHashMap;

use crate::encode::intrinsic::{Treatment, treatment};
use crate::ffi::canon::{self as shim, RawConstantUse, RawForm};
use crate::module::{full_name, intrinsic_name};
use crate::stable::{self, StableForm};
use crate::standing::Census;

/// A canonical function with what its passes need to know beside.
pub struct Canonical {
    /// The function.
    pub form: CanonicalFunction,
    /// The shim's facts of its instructions, for eligibility.
    pub instruction_facts: u64,
    /// The shim's facts of its constants.
    pub constant_facts: u64,
    /// The intrinsics that it calls.
    pub intrinsics: Vec<LLVMValueRef>,
    /// The types of its constants, where they stand.
    pub types: Vec<LLVMTypeRef>,
    /// What other modules can know it by, where the words are stable.
    pub stable: Option<StableForm>,
}

/// Makes canonical forms of the functions of one module.
pub struct Canonicalizer {
    raw: shim::Canonicalizer,
    is_stable: bool,
    codes: Codes,
    /// The constant behind each id.
    pub constants: PrimaryMap<ConstantId, LLVMValueRef>,
    ids: FxHashMap<LLVMValueRef, ConstantId>,
    exact: FxHashMap<LLVMValueRef, bool>,
}

impl Canonicalizer {
    /// With `is_stable`, forms say what other modules can know of them; that takes more time.
    ///
    /// # Safety
    /// The module, and every function that the result is asked about, is alive and does not change for as
    /// long as the result is used.
    pub unsafe fn new(module: LLVMModuleRef, is_stable: bool) -> Canonicalizer {
        Canonicalizer {
            // SAFETY: the caller's promise.
            raw: unsafe { shim::Canonicalizer::new(module, is_stable) },
            is_stable,
            codes: Codes::default(),
            constants: PrimaryMap::new(),
            ids: FxHashMap::default(),
            exact: FxHashMap::default(),
        }
    }

    /// The id of a constant that was seen.
    pub fn id_of(&self, constant: LLVMValueRef) -> Option<ConstantId> {
        self.ids.get(&constant).copied()
    }

    /// The digest of all that a function is in a module with these settings, where the words are stable.
    pub fn digest(&mut self, function: LLVMValueRef, settings: &[u8]) -> [u8; 32] {
        assert!(self.is_stable, "a digest is of stable words");
        // SAFETY: the promise of `new`.
        stable::digest(&unsafe { self.raw.form(function) }, settings)
    }

    /// The canonical form of a function with a body.
    pub fn canonicalize(&mut self, function: LLVMValueRef) -> Canonical {
        // SAFETY: the promise of `new`.
        let form = unsafe { self.raw.form(function) };
        let RawForm { code, promises, kinds, constants, .. } = &form;
        let (constants_by_id, ids) = (&mut self.constants, &mut self.ids);
        let mut id = |value| *ids.entry(value).or_insert_with(|| constants_by_id.push(value));
        let mut is_exact = |callee| is_exact(&mut self.exact, callee);
        // SAFETY: as above.
        let name = unsafe { full_name(function) };
        let form_of = CanonicalFunction {
            name,
            code: self.codes.code.intern(code),
            promises: self.codes.promises.intern(promises),
            kinds: kinds.iter().map(|&kind| kind != 0).collect(),
            constants: constants
                .iter()
                .map(|raw| constant_use(raw, &mut id, &mut is_exact))
                .collect(),
            size: form.instruction_count,
            uses: Census::default().standing(function).uses(),
        };
        Canonical {
            form: form_of,
            instruction_facts: form.instruction_facts,
            constant_facts: form.constant_facts,
            intrinsics: form.intrinsics.to_vec(),
            types: form.constants.iter().map(|raw| raw.ty).collect(),
            stable: self.is_stable.then(|| StableForm::of(&form)),
        }
    }
}

fn constant_use(
    raw: &RawConstantUse,
    id: &mut impl FnMut(LLVMValueRef) -> ConstantId,
    is_exact: &mut impl FnMut(LLVMValueRef) -> bool,
) -> ConstantUse {
    ConstantUse {
        value: id(raw.value),
        mode: if is_exact(raw.intrinsic) { ConstantMode::Reference } else { mode(raw.mode) },
        instruction: raw.instruction,
        operand: raw.operand,
    }
}

/// Whether calls of this intrinsic become one only with the very same operands; not for null.
fn is_exact(known: &mut FxHashMap<LLVMValueRef, bool>, intrinsic: LLVMValueRef) -> bool {
    if intrinsic.is_null() {
        return false;
    }
    *known.entry(intrinsic).or_insert_with(|| {
        // SAFETY: the callee of a call in a living function.
        let name = unsafe { intrinsic_name(intrinsic) };
        name.is_some_and(|name| treatment(&name) != Treatment::Ordinary)
    })
}

fn mode(number: u32) -> ConstantMode {
    match number {
        0 => ConstantMode::Variable,
        1 => ConstantMode::Callee,
        2 => ConstantMode::Reference,
        3 => ConstantMode::Direct,
        _ => panic!("the shim has four modes of constants, not {number}"),
    }
}

/// How often filters take up those of the functions that are referred to: far enough to tell most chains
/// of calls apart, and cheap.
const FILTER_ROUNDS: usize = 2;

/// The functions that share their filter with another, in the order given; constants count.
///
/// # Safety
/// The functions are alive and have bodies.
pub unsafe fn with_company(functions: &[LLVMValueRef]) -> Vec<LLVMValueRef> {
    let mut references = Vec::new();
    let mut ends = Vec::with_capacity(functions.len());
    let filter = |&function: &LLVMValueRef| {
        // SAFETY: the caller's promise.
        let filter = unsafe { shim::filter(function, true, &mut references) };
        ends.push(references.len());
        filter
    };
    let mut filters: Vec<u64> = functions.iter().map(filter).collect();
    for _ in 0..FILTER_ROUNDS {
        filters = refined(functions, &filters, &references, &ends);
    }
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    for filter in &filters {
        *counts.entry(*filter).or_default() += 1;
    }
    let pairs = functions.iter().zip(&filters);
    pairs.filter(|(_, filter)| counts[filter] > 1).map(|(&function, _)| function).collect()
}

/// The filters, with those of the functions that each refers to. Equal functions refer to equal ones, in
/// any order of blocks.
fn refined(
    functions: &[LLVMValueRef],
    filters: &[u64],
    references: &[LLVMValueRef],
    ends: &[usize],
) -> Vec<u64> {
    let known: FxHashMap<_, _> = functions.iter().zip(filters).collect();
    // What takes no part is no one's equal.
    let digest = |function: &LLVMValueRef| match known.get(function) {
        Some(&&filter) => scramble(filter),
        None => scramble(*function as u64),
    };
    let starts = [0].into_iter().chain(ends.iter().copied());
    let ranges = starts.zip(ends).map(|(start, &end)| &references[start..end]);
    let sums = ranges.map(|range| range.iter().map(digest).fold(0, u64::wrapping_add));
    filters.iter().zip(sums).map(|(filter, sum)| scramble(*filter).wrapping_add(sum)).collect()
}

/// The finalizer of MurmurHash3, in half.
fn scramble(number: u64) -> u64 {
    let mixed = (number ^ (number >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ (mixed >> 33)
}
