// How calls of an original become calls of the merged function, for all who make such calls.
#pragma once

#include <cstddef>
#include <cstdint>

#include "llvm-c/Types.h"
#include "llvm/IR/InstrTypes.h"

// How a call of one original becomes a call of the merged function.
struct FMergeTarget {
  LLVMValueRef merged;
  // For each of the merged function's first parameters: the original's parameter that it carries, or -1.
  const int32_t *sources;
  size_t count;
  // What the parameters behind these are given: the same at every call.
  const LLVMValueRef *extra;
  size_t extraCount;
};

// Puts a call of the merged function in the place of `old`, with all that still holds of it: attributes,
// metadata, fast-math flags, bundles, tail kind. Arguments and result are converted where the types ask for it.
llvm::CallBase &fmergeRewriteCall(llvm::CallBase &old, const FMergeTarget &target);

// Gives a call that has come to call another function the location that LLVM's verifier wants of it, if it has
// none: a call between two functions with subprograms may be inlined, and then must lie somewhere.
void fmergeLocateCall(llvm::CallBase &call);

// The same for all calls of a function.
void fmergeLocateCalls(llvm::Function &callee);
