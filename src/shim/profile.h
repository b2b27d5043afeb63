// What the other shim files need of profiles.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"

// The profile of an instruction that stands for `one` and `other`, which have these or null; null when there is none.
llvm::MDNode *fmergeAgreedProfile(const llvm::Instruction &one, llvm::MDNode *ofOne, const llvm::Instruction &other,
                                  llvm::MDNode *ofOther);

// Says that `target` is entered as often as these functions together; nothing, when that is not known of one.
void fmergeSumEntryCounts(llvm::Function &target, llvm::ArrayRef<llvm::Function *> functions);
