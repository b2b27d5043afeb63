// Which uses a function has, and which of them may become uses of another function that does its work. Defined in
// standing.cpp.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace fmerge {

// Whether all uses of a function are in this module.
inline bool isClosed(const llvm::Function &f) { return !f.isDeclaration() && f.hasLocalLinkage(); }

// Whether a use is a call that could as well call an equal function, as far as its own attributes say.
bool isCallee(const llvm::Use &u);

// Whether a use of `f` is a call that can be rewritten to call a function of another type, with other arguments.
bool isRewritableCall(const llvm::Use &u, const llvm::Function &f);

// Whether a thunk in the place of `f` goes without the unwind entry that `f` has. `drops` says whether thunks may.
bool isBareThunk(const llvm::Function &f, bool drops);

// Whether some targets make no jump of a call at the end of a function with this convention, such as a thunk's.
bool isLeftByCall(llvm::CallingConv::ID convention);

// The frame size in bytes above which the compiler is to warn (`-Wframe-larger-than`), or the greatest number. Defined
// in stack.cpp.
uint64_t stackWarnedOf(const llvm::Function &f);

// Whether the frame of a function is nearly as large as it may be without a warning: its slots, the copies that one
// call passes, and sixteen words of saved registers take more than nine tenths of that. Then its calls stay as they
// are, because callees and arguments decide how many registers it saves. Defined in stack.cpp.
bool hasFullFrame(const llvm::Function &f);

// Tells which uses of a function as a value may become uses of another function. A constant is asked for all of its
// uses once, so the uses may not change meanwhile.
class ReplaceableUses {
public:
  bool contains(const llvm::Use &u);

private:
  llvm::DenseMap<const llvm::User *, bool> mustStay;
};

} // namespace fmerge
