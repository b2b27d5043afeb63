// How calls of one function become calls of another that does its work, for all who make such calls.
#pragma once

#include "crossing.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

// Puts a call of the target in the place of `old`, with all that still holds of it: attributes, metadata,
// fast-math flags, bundles, tail kind. Arguments and result are converted where the types ask for it.
llvm::CallBase &fmergeRewriteCall(llvm::CallBase &old, const FmergeTarget &target);

// The calls of a function that can become calls of the target.
llvm::SmallVector<llvm::CallBase *, 16> fmergeMovableCalls(llvm::Function &function, const FmergeTarget &target);

// Makes one of them a call of the target.
void fmergeMoveCall(llvm::CallBase &call, const llvm::Function &function, const FmergeTarget &target);

// Moves the body of one function into another without a body, whose first parameters are those of the one.
void fmergeMoveBody(llvm::Function &to, llvm::Function &from);

// Gives all calls of a function that has come to be called for another the location that LLVM's verifier wants of
// them, if they have none: a call between two functions with subprograms may be inlined, and then must lie somewhere.
void fmergeLocateCalls(llvm::Function &callee);
