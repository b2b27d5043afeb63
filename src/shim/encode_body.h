// How bodies are described, for the files that describe, emit and make tables. Defined in encode_body.cpp.
#pragma once

#include "crossing.h"

#include <optional>

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstrTypes.h"

namespace fmerge {

// The offset in bytes of an address with constant steps alone, as wide as indices are. Such an address is described as
// a single step in bytes. Its two operands are where it starts, and the offset.
std::optional<llvm::APInt> constantOffset(const llvm::Instruction &i);

// What code generation says of the function's target. The result lives as long as the cache of `analyses`, the
// ModuleAnalysisManager of the running pass.
const llvm::TargetTransformInfo &targetOf(llvm::Function &f, void *analyses);

// Whether a number that is no vector goes on the stack: the number itself, or a copy of it whose address is passed.
// `bits` is the width of an integer register. Defined in stack.cpp.
bool goesByStack(const llvm::Type &t, const llvm::Module &m, unsigned bits);

// The bytes that a static alloca takes, including the padding for its alignment, and the bytes that are lost when the
// frame is aligned anew for it.
uint64_t bytesOf(const llvm::AllocaInst &slot);

// Adds what passes the arguments of a call, in order. `bits` is the width of an integer register. Defined in stack.cpp.
void addPassedArguments(llvm::SmallVectorImpl<FmergePassed> &out, const llvm::CallBase &call, unsigned bits);

} // namespace fmerge
