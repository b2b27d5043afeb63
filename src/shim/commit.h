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

// Puts a call of the merged function in the place of `old`.
void fmergeRewriteCall(llvm::CallBase &old, const FMergeTarget &target);
