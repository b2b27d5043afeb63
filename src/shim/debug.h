// Debug information of a body that several functions share.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

// Gives a body a subprogram, and locations to the instructions that it took from the representative; all
// lists of instructions are in the same order. Takes all debug information away unless every original has a
// subprogram. There is one original or more.
void fmergeDescribeShared(llvm::Function &merged, llvm::ArrayRef<llvm::Function *> originals,
                          llvm::ArrayRef<llvm::SmallVector<llvm::Instruction *, 64>> instructions,
                          size_t representative);
