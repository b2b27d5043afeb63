// Values of one type as values of another that is laid out alike.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace fmerge {

// `V` as a `To`: pointers and integers of their size stand for one another, also in vectors and as parts of
// structs and arrays. `V` itself where the types are the same.
llvm::Value *converted(llvm::IRBuilder<> &Builder, llvm::Value *V, llvm::Type *To);

} // namespace fmerge
