// What the encoder and the canonical form both say of IR: words that are equal exactly when two things may
// stand for one another. Defined in the encode_*.cpp.
#pragma once

#include "crossing.h"
#include "enumerations.h"

#include <cstdint>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

namespace fmerge {

// Scalable vectors have at most so many times their known size on hardware that is common.
constexpr uint64_t mostScale = 4;

inline uint64_t word(const void *p) { return reinterpret_cast<uintptr_t>(p); }

// What the LLVMContext or the module holds once: by its address, or its number.
struct Thing {
  Thing(ContentKind kind, uint64_t word) : kind(kind), word(word) {}
  Thing(llvm::Type *t) : Thing(ContentKind::Type, fmerge::word(t)) {}
  Thing(llvm::Attribute a) : Thing(ContentKind::Attribute, fmerge::word(a.getRawPointer())) {}
  Thing(llvm::AttributeList a) : Thing(ContentKind::Attributes, fmerge::word(a.getRawPointer())) {}
  // A constant, inline assembly, or null.
  Thing(const llvm::Value *v);
  // May be null. Of debug information nothing is said.
  Thing(const llvm::Metadata *m);

  ContentKind kind;
  uint64_t word;
};

// A sequence of words. A thing is named by its address or number, or, for words that are to mean the same in other
// processes, by two words that are filled in later: those of a digest of its content.
class Words : public llvm::SmallVector<uint64_t, 64> {
public:
  explicit Words(bool isStable = false) : isStable(isStable) {}

  void name(Thing t);

  // What is to be filled in.
  llvm::SmallVector<FmergePart, 0> parts;

private:
  bool isStable;
};

// Receives words in one piece.
using WordSink = void (*)(void *context, const uint64_t *words, size_t count);

// Length first, then the bytes, eight to a word.
void addText(Words &out, llvm::StringRef text);

// What two functions must share beside their parameters: calling convention, placement, attributes.
void addFunctionWords(Words &out, const llvm::Function &f);

// The ABI attributes of a parameter.
void addParameterWords(Words &out, const llvm::Function &f, unsigned index);

// Whether the first two operands may change places, and nothing else has to change with them.
bool commutes(const llvm::Instruction &i);

// Whether somebody looks at what a slot is: a sanitizer at where it ends, a stack protector at whether it is an array.
bool isSlotWatched(const llvm::AllocaInst &i);

// All that two instructions must share beside their opcode, result type and operands.
void addInstructionWords(Words &out, const llvm::Instruction &i);

// The same of a call or an invoke, without the type of its callee.
void addCallWords(Words &out, const llvm::CallBase &i);

// Whether an operand may not become a variable.
bool mustStay(const llvm::Instruction &i, unsigned operand);

// Whether the constant may stand where a variable does: its kind is known to be right there.
bool isOrdinaryConstant(const llvm::Constant &c);

// Kinds of metadata on instructions that may be dropped or combined without changing meaning.
bool isWeakenableKind(unsigned kind);

// Floating-point numbers and vectors, and what consists of them.
bool isFloatType(const llvm::Type *t);

// Whether the code of the function may not use the registers that values of such types are moved in. It may
// have constants of these types, which are stored as integers.
bool lacksFloatRegisters(const llvm::Function &f);

// Whether the call says `noundef` of the same arguments and results as the definition, where that decides which shadows
// are passed.
bool agreesOnShadows(const llvm::CallBase &call, const llvm::Function &f);

// Whether the call passes each argument as the definition takes it.
bool agreesOnAbi(const llvm::CallBase &call, const llvm::Function &f);

// One bit for each `InstructionFact` but `Rematerializable` and `Folded`.
uint64_t instructionFacts(const llvm::Instruction &i);

} // namespace fmerge
