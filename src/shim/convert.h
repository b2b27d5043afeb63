// Converts a value to another type of the same layout.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace fmerge {

// Returns `v` converted to the type `to`. Pointers become integers of their size and the other way round, also in
// vectors and as parts of structs and arrays. Returns `v` itself where the types are the same.
llvm::Value *converted(llvm::IRBuilder<> &builder, llvm::Value *v, llvm::Type *to);

} // namespace fmerge
