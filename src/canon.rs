//! The canonical form of LLVM functions.
//!
//! Consumes: functions of one module. Produces: [`CanonicalFunction`]s, and the LLVM constants behind their ids. The
//! module is not changed. Once it is, [`Canonicalizer::forget`] must be told of each function that goes.
//! Guarantees: ids are given out in order of first sight. Facts for which a function may not share its body are handed
//! on, so that they can be refused by name.

mod names;
pub(crate) mod types;

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::content;
use fmerge_core::canon::filter::Filter;
use fmerge_core::canon::form::{CanonicalForm, FormConstant, form};
use fmerge_core::canon::{CanonicalConst, CanonicalFunction, Codes, ConstantMode, ConstantUse};
use fmerge_core::encode::facts;
use fmerge_core::intrinsic::{IntrinsicTreatment, treatment};
use inkwell::llvm_sys::core::{
    LLVMGetNumOperands, LLVMGetOperand, LLVMIsAConstant, LLVMIsAFunction, LLVMIsAGlobalValue,
    LLVMIsDeclaration, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ffi::canon::FunctionDescription;
use crate::llvm::{FunctionRef, ModuleRef, intrinsic_name};
use crate::stable::{self, StableForm};
use crate::standing::Census;
use names::ModuleNames;

/// A canonical function, and what else the passes need to know of it.
pub struct Canonical {
    /// The function.
    pub form: CanonicalFunction,
    /// The shim's facts of its instructions, which decide on eligibility.
    pub instruction_facts: u64,
    /// The shim's facts of its constants.
    pub constant_facts: u64,
    /// The intrinsics that it calls.
    pub intrinsics: Vec<u32>,
    /// The types of the places where its constants stand.
    pub types: Vec<LLVMTypeRef>,
    /// What other modules know it by, if its words are stable.
    pub stable: Option<StableForm>,
}

/// Makes canonical forms of the functions of one module.
pub struct Canonicalizer {
    names: ModuleNames,
    is_stable: bool,
    codes: Codes,
    /// The constant behind each id.
    pub constants: PrimaryMap<CanonicalConst, LLVMValueRef>,
    ids: FxHashMap<LLVMValueRef, CanonicalConst>,
    /// By function, the constants that were seen and refer to it: they go when it goes.
    built_on: FxHashMap<LLVMValueRef, Vec<LLVMValueRef>>,
    exact: FxHashMap<u32, bool>,
}

impl Canonicalizer {
    /// With `is_stable`, forms also say what other modules know the functions by, which takes more time.
    ///
    /// # Safety
    /// The result is asked only about functions of the module that have bodies. What these refer to is alive for as
    /// long as the result is used. With `is_stable`, the module does not change meanwhile.
    pub unsafe fn new(module: ModuleRef, is_stable: bool) -> Canonicalizer {
        Canonicalizer {
            // SAFETY: the caller's promise.
            names: unsafe { ModuleNames::new(module, is_stable) },
            is_stable,
            codes: Codes::default(),
            constants: PrimaryMap::new(),
            ids: FxHashMap::default(),
            built_on: FxHashMap::default(),
            exact: FxHashMap::default(),
        }
    }

    /// The id of a constant; none if no form had it so far.
    pub fn id_of(&self, constant: LLVMValueRef) -> Option<CanonicalConst> {
        self.ids.get(&constant).copied()
    }

    /// To be called when a function is gone. The constants built on it are gone, too, and other values may get their
    /// addresses.
    pub fn forget(&mut self, function: LLVMValueRef) {
        self.ids.remove(&function);
        for constant in self.built_on.remove(&function).unwrap_or_default() {
            self.ids.remove(&constant);
        }
    }

    /// A text that tells the module from all others of a program. It needs stable words.
    pub fn identity(&mut self) -> String {
        self.names.identity()
    }

    /// The digest of all that a function is, in a module with these settings. It needs stable words.
    pub fn digest(&mut self, function: FunctionRef, settings: &[u8]) -> [u8; 32] {
        self.digest_beside(function, &[], settings)
    }

    /// The same, but where the function directly refers to one of these, it counts which of them it is, and not what it is.
    pub fn digest_beside(
        &mut self,
        function: FunctionRef,
        others: &[FunctionRef],
        settings: &[u8],
    ) -> [u8; 32] {
        assert!(self.is_stable, "a digest is of stable words");
        let (_, form) = self.form(function);
        stable::digest(&form, &self.digests_beside(&form, others), settings)
    }

    /// The digest of what a function does and refers to, without its promises, beside others as in
    /// [`Canonicalizer::digest_beside`].
    pub fn code_digest_beside(
        &mut self,
        function: FunctionRef,
        others: &[FunctionRef],
    ) -> [u8; 32] {
        assert!(self.is_stable, "a digest is of stable words");
        let (_, form) = self.form(function);
        stable::code_digest(&form, &self.digests_beside(&form, others))
    }

    /// The filter of a function with a body.
    pub fn filter(&mut self, function: FunctionRef) -> Filter {
        Filter::of(&self.form(function).1, |constant| {
            let constant = constant as LLVMValueRef;
            // SAFETY: what a form refers to is alive; only a function is asked for its body.
            unsafe { !LLVMIsAFunction(constant).is_null() && LLVMIsDeclaration(constant) == 0 }
        })
    }

    /// The canonical form of a function with a body.
    pub fn canonicalize(&mut self, function: FunctionRef) -> Canonical {
        self.canonicalize_within(function, &[])
    }

    /// The same, but the form equals only those of functions that are canonicalized with the same `company`.
    pub fn canonicalize_within(&mut self, function: FunctionRef, company: &[u64]) -> Canonical {
        let (description, mut form) = self.form(function);
        form.code.extend(company);
        let is_nameless = if form.has_nameless { facts::UNSUPPORTED } else { 0 };
        Canonical {
            form: self.canonical(function, &form, description.instruction_count),
            instruction_facts: description.instruction_facts | is_nameless,
            constant_facts: description.constant_facts,
            intrinsics: description.intrinsics,
            types: form.constants.iter().map(type_of).collect(),
            stable: self.is_stable.then(|| StableForm::of(&form, &self.digests(&form))),
        }
    }

    fn form(&mut self, function: FunctionRef) -> (FunctionDescription, CanonicalForm) {
        // SAFETY: the promise of `new`.
        let description = unsafe { self.names.describe(function) };
        let form = form(&description.tape.words, &mut self.names);
        (description, form)
    }

    fn canonical(
        &mut self,
        function: FunctionRef,
        form: &CanonicalForm,
        size: u32,
    ) -> CanonicalFunction {
        CanonicalFunction {
            name: function.name(),
            code: self.codes.code.intern(&form.code),
            promises: self.codes.promises.intern(&form.promises),
            kinds: form.kinds.iter().map(|&kind| kind != 0).collect(),
            constants: form.constants.iter().map(|constant| self.constant_use(constant)).collect(),
            size,
            uses: Census::default().standing(function).uses(),
        }
    }

    fn constant_use(&mut self, constant: &FormConstant) -> ConstantUse {
        let value = constant.value as LLVMValueRef;
        let id = match self.ids.get(&value) {
            Some(&id) => id,
            None => self.enter(value),
        };
        let is_exact = is_exact(&mut self.exact, constant.intrinsic);
        ConstantUse {
            value: id,
            mode: if is_exact { ConstantMode::Reference } else { constant.mode },
            instruction: constant.instruction,
            operand: constant.operand,
        }
    }

    /// Gives a constant the next id.
    fn enter(&mut self, value: LLVMValueRef) -> CanonicalConst {
        let id = self.constants.push(value);
        self.ids.insert(value, id);
        // SAFETY: what forms refer to is alive.
        for function in unsafe { functions_within(value) } {
            self.built_on.entry(function).or_default().push(value);
        }
        id
    }

    /// The digests of the contents of the constants, in order.
    fn digests(&mut self, form: &CanonicalForm) -> Vec<[u64; 2]> {
        self.digests_beside(form, &[])
    }

    fn digests_beside(&mut self, form: &CanonicalForm, others: &[FunctionRef]) -> Vec<[u64; 2]> {
        let place = |constant: &FormConstant| {
            others.iter().position(|other| other.as_ptr() as u64 == constant.value)
        };
        let digest = |constant: &FormConstant| match place(constant) {
            Some(place) => content::of_text(&format!("function {place}")),
            None => self.names.digest(constant),
        };
        form.constants.iter().map(digest).collect()
    }
}

/// The type of a constant as it stands in the code.
fn type_of(constant: &FormConstant) -> LLVMTypeRef {
    match constant.ty {
        // SAFETY: the constant is of a living module.
        0 => unsafe { LLVMTypeOf(constant.value as LLVMValueRef) },
        ty => ty as LLVMTypeRef,
    }
}

/// Whether two calls of this intrinsic are equal only if their operands are the very same; false for 0, which is none.
fn is_exact(known: &mut FxHashMap<u32, bool>, intrinsic: u32) -> bool {
    let is_exact = || treatment(&intrinsic_name(intrinsic)) != IntrinsicTreatment::Ordinary;
    intrinsic != 0 && *known.entry(intrinsic).or_insert_with(is_exact)
}

/// The functions among the parts of a constant; none if it is a function or a variable itself.
///
/// # Safety
/// The value is alive.
unsafe fn functions_within(value: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut functions = Vec::new();
    let mut left = vec![value];
    let mut seen = FxHashSet::default();
    while let Some(next) = left.pop() {
        // SAFETY: parts of a constant live as long as the constant; only constants that are no global values are asked
        // for parts.
        unsafe {
            if !LLVMIsAFunction(next).is_null() {
                if next != value {
                    functions.push(next);
                }
            } else if !LLVMIsAConstant(next).is_null() && LLVMIsAGlobalValue(next).is_null() {
                let parts = u32::try_from(LLVMGetNumOperands(next)).unwrap_or(0);
                let parts = (0..parts).map(|part| LLVMGetOperand(next, part));
                left.extend(parts.filter(|&part| seen.insert(part)));
            }
        }
    }
    functions
}
