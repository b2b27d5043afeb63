// Which uses of a function may become uses of an equal one. Defined in standing.cpp.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace fmerge {

// A call that could call an equal function as well, as far as its own attributes say.
bool isCallee(const llvm::Use &U);

// A call that could call a function of another type as well, with its arguments converted.
bool isPlainCall(const llvm::Use &U, const llvm::Function &F);

// Whether a use as a value may become a use of another function. Constants are asked for all of their uses.
bool isReplaceable(const llvm::Use &U);

} // namespace fmerge
