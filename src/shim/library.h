// Instructions that code generation turns into calls, and what the target and the kind of code say of that. Defined in
// library.cpp.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace fmerge {

// Whether the function's own target features have this one, such as "+m".
bool hasFeature(const llvm::Function &f, llvm::StringRef feature);

// Whether the module is compiled for a shared library, whose symbols the loader may take from elsewhere.
bool isOfSharedLibrary(const llvm::Module &m);

// Whether an intrinsic may become a call of the mathematical library, which is linked only on request.
bool mayCallMathematics(const llvm::Function &f);

// Whether an atomic access may become a call of the library for atomics, which is linked only on request.
bool mayCallAtomics(const llvm::Instruction &i);

// Whether an instruction that is no call of a function is likely to become a call of a library. Then values must be
// kept from it as from any other call.
bool becomesCall(const llvm::Instruction &i);

} // namespace fmerge
