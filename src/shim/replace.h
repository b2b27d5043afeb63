// How calls of one function become calls of another one that does its work, for all files that make such calls.
#pragma once

#include "crossing.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

// Replaces `old` by a call of the target, with all that is still true of it: attributes, metadata, fast-math flags,
// bundles, tail kind. Arguments and result are converted if the types differ.
llvm::CallBase &fmergeRewriteCall(llvm::CallBase &old, const FmergeTarget &target);

// The calls of a function that can become calls of the target.
llvm::SmallVector<llvm::CallBase *, 16> fmergeMovableCalls(llvm::Function &function, const FmergeTarget &target);

// Makes a call that `fmergeMovableCalls` has found a call of the target.
void fmergeMoveCall(llvm::CallBase &call, const llvm::Function &function, const FmergeTarget &target);

// Moves the body of `from` to `to`, which has no body, and whose first parameters are those of `from`.
void fmergeMoveBody(llvm::Function &to, llvm::Function &from);

// Gives calls of a function whose callers used to call another one the location that LLVM's verifier wants, if they
// have none: a call between two functions with subprograms may be inlined, and needs a location for that.
void fmergeLocateCalls(llvm::Function &callee);
