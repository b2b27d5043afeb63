// Converts a value to another type of the same layout.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace fmerge {

// Returns `V` converted to the type `To`. Pointers become integers of their size and the other way round, also in
// vectors and as parts of structs and arrays. Returns `V` itself where the types are the same.
llvm::Value *converted(llvm::IRBuilder<> &Builder, llvm::Value *V, llvm::Type *To);

} // namespace fmerge
