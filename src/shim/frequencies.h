// What the other shim files need of how often code runs.
#pragma once

#include "llvm/IR/Function.h"

namespace fmerge {

// Whether the source or LLVM says without a profile that the function is worth its speed.
bool isCalledHot(const llvm::Function &F);

} // namespace fmerge
