// What the encoder and the canonical form both say of IR: words that are equal exactly when two things may
// stand for one another. Defined in encode.cpp.
#pragma once

#include <cstdint>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace fmerge {

// Collects words, and hands them over in one piece.
using Words = llvm::SmallVector<uint64_t, 64>;
using WordSink = void (*)(void *Context, const uint64_t *Words, size_t Count);

inline uint64_t word(const void *P) { return reinterpret_cast<uintptr_t>(P); }

// Length first, then the bytes, eight to a word.
void addText(Words &Out, llvm::StringRef Text);

// What two functions must share beside their parameters: calling convention, placement, attributes.
void addFunctionWords(Words &Out, const llvm::Function &F);

// Whether a global says that it belongs to `F`: `!associated` must not lose its value.
bool isAssociated(const llvm::Function &F);

// The ABI attributes of a parameter.
void addParameterWords(Words &Out, const llvm::Function &F, unsigned Index);

// All that two instructions must share beside their opcode, result type and operands.
void addInstructionWords(Words &Out, const llvm::Instruction &I);

// Whether an operand may not become a variable.
bool mustStay(const llvm::Instruction &I, unsigned Operand);

// Whether the constant may stand where a variable does: its kind is known to be right there.
bool isOrdinaryConstant(const llvm::Constant &C);

// Kinds of metadata on instructions that may be dropped or combined without changing meaning.
bool isWeakenableKind(unsigned Kind);

// One bit for each `InstructionFact`.
uint64_t instructionFacts(const llvm::Instruction &I);

} // namespace fmerge
