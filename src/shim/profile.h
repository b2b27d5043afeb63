// What other files of the shim need of profiles.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"

// The profile of an instruction that stands for those `before`, whose common profile is `ofThem`, and for `other`,
// whose profile is `ofOther`; null if there is none.
llvm::MDNode *fmergeAgreedProfile(llvm::ArrayRef<const llvm::Instruction *> before, llvm::MDNode *ofThem,
                                  const llvm::Instruction &other, llvm::MDNode *ofOther);

// Sets the entry count of `target` to the sum of those of `functions`. If one of these is not known, the sum is set
// only if it is not small; otherwise the count is dropped.
void fmergeSumEntryCounts(llvm::Function &target, llvm::ArrayRef<llvm::Function *> functions);
