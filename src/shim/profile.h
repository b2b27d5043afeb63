// What the other shim files need of profiles.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"

// The profile of an instruction that stands for those `before`, which have `ofThem` together, and for `other`; null
// when there is none.
llvm::MDNode *fmergeAgreedProfile(llvm::ArrayRef<const llvm::Instruction *> before, llvm::MDNode *ofThem,
                                  const llvm::Instruction &other, llvm::MDNode *ofOther);

// Says that `target` is entered as often as these functions together; nothing, when that is not known of one.
void fmergeSumEntryCounts(llvm::Function &target, llvm::ArrayRef<llvm::Function *> functions);
