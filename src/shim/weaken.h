// What other shim files ask of weakening.
#pragma once

#include "llvm-c/Types.h"
#include "llvm/IR/Instruction.h"

extern "C" bool fmerge_weaken(LLVMValueRef kept, LLVMValueRef original, LLVMValueRef other);

// Of two address computations with one result: what `inbounds` says of the steps of one is not said of other
// steps to the same end.
void fmergeWeakenSteps(llvm::Instruction &kept, const llvm::Instruction &other);
