// Debug information of a body that several functions share.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

// Gives a body a subprogram, and locations to the instructions that it took from the representative. All lists of
// instructions are in the same order, and there is at least one original. Removes all debug information unless
// every original has a subprogram.
void fmergeDescribeShared(llvm::Function &merged, llvm::ArrayRef<llvm::Function *> originals,
                          llvm::ArrayRef<llvm::SmallVector<llvm::Instruction *, 64>> instructions,
                          size_t representative);
