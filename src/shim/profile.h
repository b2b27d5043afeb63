// What the other shim files need of profiles.
#pragma once

#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"

// The profile of an instruction that stands for `one` and `other`, which have these; null when there is none.
llvm::MDNode *fmergeAgreedProfile(const llvm::Instruction &one, llvm::MDNode *ofOne, const llvm::Instruction &other,
                                  llvm::MDNode *ofOther);
