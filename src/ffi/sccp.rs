//! The Rust side of `src/shim/sccp.cpp`.
//!
//! Consumes: a module, and the analyses of the running pass. Produces: what interprocedural constant propagation folds.

use std::ffi::c_void;

use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use super::encode::{WordSink, append, context};
use crate::analyses::Analyses;
use crate::llvm::{FunctionRef, ModuleRef};

unsafe extern "C" {
    fn fmerge_folded_by_propagation(
        module: LLVMModuleRef,
        analyses: *mut c_void,
        sink: WordSink,
        context: *mut c_void,
    );
}

/// A function of which interprocedural constant propagation folds something.
#[derive(Clone, Debug)]
pub struct FoldedByPropagation {
    /// The function.
    pub function: FunctionRef,
    /// How many instructions it has, without those for debuggers.
    pub instructions: u64,
    /// How many of these go, because they are never reached or have one constant value.
    pub folded: u64,
    /// The constants that its parameters have in all calls, in order of parameters. Equal constants are equal numbers.
    pub constants: Vec<u64>,
}

/// The functions of which interprocedural constant propagation folds something, in the module as it is now.
pub fn folded(module: ModuleRef, analyses: Analyses) -> Vec<FoldedByPropagation> {
    let mut words = Vec::new();
    // SAFETY: the module is alive and that of the analyses; `append` gets the vector that it expects.
    unsafe {
        let (module, analyses) = (module.as_ptr(), analyses.as_ptr());
        fmerge_folded_by_propagation(module, analyses, append, context(&mut words));
    }
    let mut all = Vec::new();
    let mut rest = &words[..];
    while let [function, instructions, folded, count, behind @ ..] = rest {
        let (constants, behind) = behind.split_at(*count as usize);
        rest = behind;
        // SAFETY: it is a function of the module, which is alive.
        let function = unsafe { FunctionRef::new(*function as LLVMValueRef) };
        all.extend(function.map(|function| FoldedByPropagation {
            function,
            instructions: *instructions,
            folded: *folded,
            constants: constants.to_vec(),
        }));
    }
    all
}
