// Which constants are their content. What content is, content.cpp says.
#pragma once

#include "llvm/IR/GlobalVariable.h"

namespace fmerge {

// Whether one copy of a variable is as good as another, so that its content says all.
bool isContent(const llvm::GlobalVariable &g);

} // namespace fmerge
