// How calls of one function become calls of another that does its work, for all who make such calls.
#pragma once

#include <cstddef>
#include <cstdint>

#include "llvm-c/Types.h"
#include "llvm/IR/InstrTypes.h"

// What a parameter of the target is given: this value where there is one, else the parameter of the replaced
// function with this index, converted, or poison for -1.
struct FMergeArgument {
  LLVMValueRef value;
  int32_t parameter;
};

// How a call of the replaced function becomes a call of the one that does its work.
struct FMergeTarget {
  LLVMValueRef function;
  // One for each parameter of the function.
  const FMergeArgument *arguments;
  size_t count;
  // Whether these are the replaced function's own parameters in their order, and nothing else.
  bool passesOn;
};

// Puts a call of the target in the place of `old`, with all that still holds of it: attributes, metadata,
// fast-math flags, bundles, tail kind. Arguments and result are converted where the types ask for it.
llvm::CallBase &fmergeRewriteCall(llvm::CallBase &old, const FMergeTarget &target);

// Moves the body of one function into another without a body, whose first parameters are those of the one.
void fmergeMoveBody(llvm::Function &to, llvm::Function &from);

// Gives all calls of a function that has come to be called for another the location that LLVM's verifier wants of
// them, if they have none: a call between two functions with subprograms may be inlined, and then must lie somewhere.
void fmergeLocateCalls(llvm::Function &callee);
