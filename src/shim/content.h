// Tells which variables stand only for their content. content.cpp says what a content is.
#pragma once

#include "llvm/IR/GlobalVariable.h"

namespace fmerge {

// Whether any copy of a variable is as good as another, so that its content says all.
bool isContent(const llvm::GlobalVariable &g);

} // namespace fmerge
