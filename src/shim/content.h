// What several modules may share: variables that stand only for their content (content.cpp says what a content is),
// functions that are known by their names (global.cpp), and the flags of a module that decide on its code.
#pragma once

#include "llvm/IR/GlobalVariable.h"

namespace fmerge {

// Whether any copy of a variable is as good as another, so that its content says all.
bool isContent(const llvm::GlobalVariable &g);

// Other modules of the program may have the function, too, and it goes when nobody calls it.
void publish(llvm::Function &function);

// The same, and the linker keeps one of all functions of that name.
void shareByName(llvm::Function &function);

// Whether a flag of a module is told to code generation, and not only to debuggers, profiles and link steps.
bool isSetting(llvm::StringRef flag);

} // namespace fmerge
