// What the canonical form must know about calls and parameters. Defined in parameterize.cpp.
#pragma once

#include "crossing.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace fmerge {

// Whether nothing in the module asks for guards of indirect calls. A guarded call would need what a direct call does
// not have: a type id, a signature or a landing instruction.
bool mayCallIndirectly(const llvm::Module &m);

// Whether indirect calls in the function are as cheap as the processor makes them.
bool mayCallIndirectly(const llvm::Function &f);

// Whether calls of `f` must keep naming it, because they would lose what only its declaration says.
bool callsStayDirect(const llvm::Function &f);

// Whether the call passes its arguments as `f` takes them, and says nothing that only `f` can fulfil.
bool isOrdinaryCall(const llvm::CallBase &call, const llvm::Function &f);

// Whether a call of the function within itself certainly leads to its definition in this module, or to one of
// the same meaning.
bool callsLeadBack(const llvm::Function &f);

} // namespace fmerge
