// What the canonical form must know of parameters. Defined in parameterize.cpp.
#pragma once

#include "crossing.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace fmerge {

// Whether nothing in the module asks that indirect calls be guarded: such a call would need what a direct one
// has not, a type id, a signature or a landing.
bool mayCallIndirectly(const llvm::Module &m);

// Whether indirect calls in the function are as cheap as the processor makes them.
bool mayCallIndirectly(const llvm::Function &f);

// Whether calls of `F` must keep naming it, or would lose what only its declaration says.
bool callsStayDirect(const llvm::Function &f);

// Whether the call passes its arguments as `F` takes them, and says nothing that only `F` can fulfil.
bool isOrdinaryCall(const llvm::CallBase &call, const llvm::Function &f);

// Whether a call of the function within itself certainly leads to its definition in this module, or to one of
// the same meaning.
bool callsLeadBack(const llvm::Function &f);

} // namespace fmerge
