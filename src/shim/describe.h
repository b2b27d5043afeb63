// What the encoder and the canonical form both say of IR: words that are equal exactly when two things may stand for
// one another. The definitions are in the encode_*.cpp.
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

// The most times that a scalable vector has its known size, on common hardware.
constexpr uint64_t mostScale = 4;

// The bytes that a store of the type writes; 0 for a type without a size. Defined in stack.cpp.
uint64_t storeBytes(const llvm::Type &t, const llvm::DataLayout &layout);

inline uint64_t word(const void *p) { return reinterpret_cast<uintptr_t>(p); }

// Something that the LLVMContext or the module holds once, by its address or number.
struct Thing {
  Thing(ContentKind kind, uint64_t word) : kind(kind), word(word) {}
  Thing(llvm::Type *t) : Thing(ContentKind::Type, fmerge::word(t)) {}
  Thing(llvm::Attribute a) : Thing(ContentKind::Attribute, fmerge::word(a.getRawPointer())) {}
  Thing(llvm::AttributeList a) : Thing(ContentKind::Attributes, fmerge::word(a.getRawPointer())) {}
  // A constant, inline assembly, or null.
  Thing(const llvm::Value *v);
  // May be null. Debug information counts as null.
  Thing(const llvm::Metadata *m);

  ContentKind kind;
  uint64_t word;
};

// How a thing is named in a sequence of words.
enum class Naming {
  // By one word, its address or number.
  Address,
  // The same, and `parts` lists it.
  ListedAddress,
  // By two words for the digest of its content, so that they mean the same in other processes. `parts` lists it.
  Digest
};

// A sequence of words.
class Words : public llvm::SmallVector<uint64_t, 64> {
public:
  explicit Words(Naming naming = Naming::Address) : naming(naming) {}

  void name(Thing t);

  // The things, each with its place. Digests are to be filled in there.
  llvm::SmallVector<FmergePart, 0> parts;

private:
  Naming naming;
};

// Receives words in one piece.
using WordSink = void (*)(void *context, const uint64_t *words, size_t count);

// Adds the length of the text, then its bytes, eight to a word.
void addText(Words &out, llvm::StringRef text);

// Adds what two functions must share beside their parameters: calling convention, placement, attributes.
void addFunctionWords(Words &out, const llvm::Function &f);

// Adds the ABI attributes of a parameter.
void addParameterWords(Words &out, const llvm::Function &f, unsigned index);

// Whether the first two operands may change places without any other change.
bool commutes(const llvm::Instruction &i);

// Whether somebody looks at what a slot is: a sanitizer at where it ends, or a stack protector at whether it is an
// array.
bool isSlotWatched(const llvm::AllocaInst &i);

// Adds all that two instructions must share beside their opcode, result type and operands.
void addInstructionWords(Words &out, const llvm::Instruction &i);

// The same for a call or an invoke, without the type of its callee.
void addCallWords(Words &out, const llvm::CallBase &i);

// Whether an operand may not become a variable.
bool mustStay(const llvm::Instruction &i, unsigned operand);

// Whether a constant may stand where a variable may. That is so for kinds of constants that are known to be right
// there.
bool isOrdinaryConstant(const llvm::Constant &c);

// Whether metadata of this kind on instructions may be dropped or combined without a change of meaning.
bool isWeakenableKind(unsigned kind);

// Types of which no φ or select may choose between values of a function, beside those that stay in any function.
struct TypesThatStay {
  // Floating-point numbers and vectors, whose registers the code of the function may not use. It may have constants of
  // such types, which are stored as integers.
  bool floats;
  // Vectors of `i1`, of which the target has no select.
  bool predicates;

  explicit TypesThatStay(const llvm::Function &f);

  // Whether the type, or a part of it, is one of these, or stays in any function: floating-point numbers of 16 bits,
  // and vectors of elements for which no target has registers.
  bool contain(const llvm::Type *t) const;
};

// Whether the call has `noundef` on the same arguments and results as the definition, if that decides which shadows
// MemorySanitizer passes.
bool agreesOnShadows(const llvm::CallBase &call, const llvm::Function &f);

// Whether the call passes each argument in the way that the definition takes it.
bool agreesOnAbi(const llvm::CallBase &call, const llvm::Function &f);

// Whether the function handles exceptions as WebAssembly does.
bool catchesAsWebAssembly(const llvm::Function &f);

// One bit for each `InstructionFact` that holds, without `Rematerializable` and `Folded`.
uint64_t instructionFacts(const llvm::Instruction &i);

} // namespace fmerge
