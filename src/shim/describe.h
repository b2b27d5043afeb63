// What the encoder and the canonical form both say of IR: words that are equal exactly when two things may
// stand for one another. Defined in the encode_*.cpp.
#pragma once

#include <cstdint>
#include <optional>

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

namespace fmerge {

class StableNames;

inline uint64_t word(const void *P) { return reinterpret_cast<uintptr_t>(P); }

// A sequence of words. What the LLVMContext holds once for each value is named by its address, or, for
// words that are to mean the same in other processes, by two words of a digest of its content.
class Words : public llvm::SmallVector<uint64_t, 64> {
public:
  explicit Words(StableNames *Stable = nullptr) : Stable(Stable) {}

  void name(llvm::Type *T);
  void name(llvm::Attribute A);
  void name(llvm::AttributeList A);
  // A constant or inline assembly; may be null.
  void name(const llvm::Value *V);
  void name(const llvm::Metadata *M);
  // A kind of metadata: those without a fixed number are numbered anew in each process.
  void nameKind(const llvm::LLVMContext &Context, unsigned Kind);
  // Likewise a synchronization scope.
  void nameScope(const llvm::LLVMContext &Context, llvm::SyncScope::ID Scope);
  // Likewise the tag of an operand bundle.
  void nameBundle(const llvm::OperandBundleUse &Bundle);

private:
  StableNames *Stable;
};

// Receives words in one piece.
using WordSink = void (*)(void *Context, const uint64_t *Words, size_t Count);

// Length first, then the bytes, eight to a word.
void addText(Words &Out, llvm::StringRef Text);

// What two functions must share beside their parameters: calling convention, placement, attributes.
void addFunctionWords(Words &Out, const llvm::Function &F);

// The ABI attributes of a parameter.
void addParameterWords(Words &Out, const llvm::Function &F, unsigned Index);

// Whether the first two operands may change places, and nothing else has to change with them.
bool commutes(const llvm::Instruction &I);

// Whether somebody looks at what a slot is: a sanitizer at where it ends, a stack protector at whether it is an array.
bool isSlotWatched(const llvm::AllocaInst &I);

// The offset in bytes, as wide as indices are, of an address with constant steps alone. The encoder describes such an
// address as one step of so many bytes, with two operands: where it starts, and the offset.
std::optional<llvm::APInt> constantOffset(const llvm::GetElementPtrInst &I);

// All that two instructions must share beside their opcode, result type and operands.
void addInstructionWords(Words &Out, const llvm::Instruction &I);

// The same of a call or an invoke, without the type of its callee.
void addCallWords(Words &Out, const llvm::CallBase &I);

// Whether an operand may not become a variable.
bool mustStay(const llvm::Instruction &I, unsigned Operand);

// Whether the constant may stand where a variable does: its kind is known to be right there.
bool isOrdinaryConstant(const llvm::Constant &C);

// Kinds of metadata on instructions that may be dropped or combined without changing meaning.
bool isWeakenableKind(unsigned Kind);

// Floating-point numbers and vectors, and what consists of them.
bool isFloatType(const llvm::Type *T);

// Whether the code of the function may not use the registers that values of such types are moved in. It may
// have constants of these types, which are stored as integers.
bool lacksFloatRegisters(const llvm::Function &F);

// Whether the call says `noundef` of the same arguments and results as the definition, where that decides which shadows
// are passed.
bool agreesOnShadows(const llvm::CallBase &Call, const llvm::Function &F);

// Whether the call passes each argument as the definition takes it.
bool agreesOnAbi(const llvm::CallBase &Call, const llvm::Function &F);

// One bit for each `InstructionFact`.
uint64_t instructionFacts(const llvm::Instruction &I);

} // namespace fmerge
