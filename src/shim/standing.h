// Which uses a function has, and which of them may become uses of another that does its work. Defined in standing.cpp.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace fmerge {

// Whether all uses of a function are in this module.
inline bool isClosed(const llvm::Function &f) { return !f.isDeclaration() && f.hasLocalLinkage(); }

// A call that could call an equal function as well, as far as its own attributes say.
bool isCallee(const llvm::Use &u);

// Whether a use of `F` is a call that can be rewritten to call a function of another type, with other arguments.
bool isRewritableCall(const llvm::Use &u, const llvm::Function &f);

// Whether a thunk in the place of `F` goes without the unwind entry that `F` has, if those that can do so (`drops`).
bool isBareThunk(const llvm::Function &f, bool drops);

// Whether the convention is one under which some targets make no jump of a call at the end, as of a thunk's.
bool isLeftByCall(llvm::CallingConv::ID convention);

// How many bytes of stack the compiler is to warn of (`-Wframe-larger-than`), or the greatest number. Defined in
// stack.cpp.
uint64_t stackWarnedOf(const llvm::Function &f);

// Whether the slots of a function, what one call copies, and sixteen words of saved registers take all that it may have
// without a warning, but for a tenth. Then its calls stay as they are: whom it calls, and with what, decides how many
// registers it saves. Defined in stack.cpp.
bool hasFullFrame(const llvm::Function &f);

// Which uses as a value may become uses of another function. Constants are asked for all of their uses, once each:
// the uses may not change while this is asked.
class ReplaceableUses {
public:
  bool contains(const llvm::Use &u);

private:
  llvm::DenseMap<const llvm::User *, bool> mustStay;
};

} // namespace fmerge
