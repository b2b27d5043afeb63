//! How functions are referred to, as plain facts.
//!
//! Consumes: functions of one module. Produces: a [`Standing`] for each.
//! Guarantees: nothing is changed; equal function types have equal numbers.

// Whoever holds an LLVM reference while a pass runs vouches that it is alive; see `crate::module`.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use fmerge_core::canon::choice::{Linkage, Standing};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use rustc_hash::FxHashMap;

use crate::ffi::standing::{
    RawStanding, fmerge_library_create, fmerge_library_dispose, fmerge_standing,
};

/// Asks after the standing of functions.
pub struct Census {
    library: NonNull<c_void>,
    types: FxHashMap<LLVMTypeRef, u32>,
}

impl Census {
    /// # Safety
    /// The module, and every function that the result is asked about, is alive.
    pub unsafe fn new(module: LLVMModuleRef) -> Census {
        // SAFETY: the caller's promise.
        Census { library: unsafe { fmerge_library_create(module) }, types: FxHashMap::default() }
    }

    /// The standing of a function with a body, as of now.
    pub fn standing(&mut self, function: LLVMValueRef) -> Standing {
        let mut raw = MaybeUninit::uninit();
        // SAFETY: the promise of `new`; the shim fills every field.
        let raw: RawStanding = unsafe {
            fmerge_standing(function, self.library, raw.as_mut_ptr());
            raw.assume_init()
        };
        let next = self.types.len() as u32;
        Standing {
            linkage: linkage(raw.linkage),
            signature: *self.types.entry(raw.ty).or_insert(next),
            calls: raw.calls,
            other_calls: raw.other_calls,
            addresses: raw.addresses,
            others: raw.others,
            insignificant: raw.insignificant,
            droppable: raw.droppable,
            can_be_body: raw.can_be_body,
            can_be_alias: raw.can_be_alias,
            can_be_aliasee: raw.can_be_aliasee,
            can_be_thunk: raw.can_be_thunk,
            named_by_metadata: raw.named_by_metadata,
        }
    }
}

impl Drop for Census {
    fn drop(&mut self) {
        // SAFETY: the object came from `create` and goes once.
        unsafe { fmerge_library_dispose(self.library) };
    }
}

fn linkage(number: u32) -> Linkage {
    match number {
        0 => Linkage::Local,
        1 => Linkage::External,
        2 => Linkage::OneOfEqual,
        3 => Linkage::Interposable,
        _ => panic!("the shim has four linkages, not {number}"),
    }
}
