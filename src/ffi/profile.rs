//! Declarations of `shim/profile.cpp`, in its order; what each does is said there.

use inkwell::llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    /// Gives a branch on the identifier weights from the two functions' entry counts, if both are known.
    pub fn fmerge_weigh_id_branch(branch: LLVMValueRef, left: LLVMValueRef, right: LLVMValueRef);
}
