// The part of weakening that other shim files use.
#pragma once

#include "llvm/IR/Instruction.h"

// Removes from `kept` all promises that `other`, which has an equal key, does not make. False when the attributes of
// two calls contradict each other.
bool fmergeWeaken(llvm::Instruction &kept, llvm::Instruction &other);

// For two address computations with one result: drops `inbounds` and similar flags from `kept` if `other` has different
// steps, because these flags speak of intermediate addresses.
void fmergeWeakenSteps(llvm::Instruction &kept, const llvm::Instruction &other);
