// Debug information of bodies that several functions share, and of calls of them.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"

// Gives a body a subprogram, and its instructions locations; these are the instructions of the representative. All
// lists of instructions have the same order, and there is at least one original. Removes all debug information unless
// every original has a subprogram.
void fmergeDescribeShared(llvm::Function &merged, llvm::ArrayRef<llvm::Function *> originals,
                          llvm::ArrayRef<llvm::SmallVector<llvm::Instruction *, 64>> instructions,
                          size_t representative);

// Shows a call of `replaced` as if `replaced` was inlined here and made the call. In fact, the call goes to another
// function that does its work, directly or through a thunk that leaves no frame. So a stack trace names the function
// that was called, and a breakpoint on it stops here. Does nothing if the caller or `replaced` has no subprogram, or if
// `replaced` is merged code itself.
void fmergeNameReplaced(llvm::CallBase &call, llvm::DISubprogram *replaced);
