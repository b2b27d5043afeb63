// Instructions that code generation makes calls of. Defined in library.cpp.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace fmerge {

// Whether an intrinsic may become a call of the mathematical library, which is linked only where that is asked for.
bool mayCallMathematics(const llvm::Function &f);

// Whether an atomic access may become a call of the library for those, which is linked only where that is asked for.
bool mayCallAtomics(const llvm::Instruction &i);

// Whether an instruction that is no call of a function is likely to become one of a library, so that values are kept
// from it as from any other.
bool becomesCall(const llvm::Instruction &i);

} // namespace fmerge
