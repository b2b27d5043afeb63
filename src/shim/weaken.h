// The part of weakening that other shim files use.
#pragma once

#include "llvm-c/Types.h"
#include "llvm/IR/Instruction.h"

extern "C" bool fmerge_weaken(LLVMValueRef kept, LLVMValueRef original, LLVMValueRef other);

// For two address computations with one result: drops `inbounds` and its like from `kept` where `other` has other
// steps, because these flags speak of intermediate addresses.
void fmergeWeakenSteps(llvm::Instruction &kept, const llvm::Instruction &other);
