// Functions that name local variables, and their closed forms, which take these as parameters (closed.cpp).
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

namespace fmerge {

// Whether it is the name of a closed form.
bool isClosedName(llvm::StringRef name);

// The local variables that a function names, in order of first use.
llvm::SmallSetVector<llvm::GlobalVariable *, 4> localVariables(const llvm::Function &function);

// What a function passes for the parameters of its closed form.
llvm::SmallVector<llvm::Value *, 8> closedArguments(llvm::Function &function,
                                                    llvm::ArrayRef<llvm::GlobalVariable *> variables);

} // namespace fmerge
