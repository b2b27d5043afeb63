// What those who describe bodies, emission and tables share of how bodies are described. Defined in encode_body.cpp.
#pragma once

#include "crossing.h"

#include <optional>

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstrTypes.h"

namespace fmerge {

// The offset in bytes, as wide as indices are, of an address with constant steps alone. Such an address is described as
// one step of so many bytes, with two operands: where it starts, and the offset.
std::optional<llvm::APInt> constantOffset(const llvm::Instruction &i);

// What code generation says of the function's target. Lives as long as the cache of `analyses`, the
// ModuleAnalysisManager of the running pass.
const llvm::TargetTransformInfo &targetOf(llvm::Function &f, void *analyses);

// Whether a number that is no vector of the machine goes by the stack: itself, or a copy of it whose address is passed.
// Integer registers have so many bits. Defined in stack.cpp.
bool goesByStack(const llvm::Type &t, const llvm::Module &m, unsigned bits);

// The bytes that a static alloca takes, padding for its alignment included, and what aligning the frame anew for it
// takes.
uint64_t bytesOf(const llvm::AllocaInst &slot);

// What passes the arguments of a call, in order, with integer registers of so many bits. Defined in stack.cpp.
void addPassedArguments(llvm::SmallVectorImpl<FmergePassed> &out, const llvm::CallBase &call, unsigned bits);

} // namespace fmerge
