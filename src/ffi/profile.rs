//! Declarations of `shim/profile.cpp`, in its order; what each does is said there.

use inkwell::llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    /// Gives a branch or switch on the identifier weights from the functions' entry counts, if all are known.
    pub fn fmerge_weigh_id_branch(
        branch: LLVMValueRef,
        functions: *const LLVMValueRef,
        count: usize,
    );
}
