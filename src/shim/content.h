// Tells which variables stand only for their content (content.cpp says what a content is), and which flags of a module
// decide on its code.
#pragma once

#include "llvm/IR/GlobalVariable.h"

namespace fmerge {

// Whether any copy of a variable is as good as another, so that its content says all.
bool isContent(const llvm::GlobalVariable &g);

// Whether a flag of a module is told to code generation, and not only to debuggers, profiles and link steps.
bool isSetting(llvm::StringRef flag);

} // namespace fmerge
