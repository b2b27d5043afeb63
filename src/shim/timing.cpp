// Where a function uses constants, and what for. For src/timing.rs (its Rust side: src/ffi/timing.rs).
//
// Consumes: a function, and places of constants in it. Produces: for each the block that it runs with, and what would
// be slower with a variable there. Guarantees: nothing is changed.

#include "canon.h"
#include "crossing.h"
#include "enumerations.h"
#include "parameterize.h"

#include "llvm-c/Types.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/CBindingWrapping.h"

#include <optional>

using namespace llvm;
using namespace fmerge;

namespace {

class Uses {
public:
  explicit Uses(Function &F) : F(F) {}

  Operation operationOf(const Instruction &I, unsigned N) {
    if (const auto *Call = dyn_cast<CallBase>(&I))
      return ofCall(*Call, N);
    switch (I.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return N == 1 && isReplaced() ? Operation::Divisor : Operation::Ordinary;
    case Instruction::Mul:
      return isReplaced() ? Operation::Factor : Operation::Ordinary;
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return N == 1 ? Operation::ShiftAmount : Operation::Ordinary;
    case Instruction::ICmp:
      return endsLoop(I) ? Operation::LoopBound : Operation::Ordinary;
    default:
      return Operation::Ordinary;
    }
  }

private:
  Function &F;
  std::optional<DominatorTree> Dominators;
  std::optional<LoopInfo> Loops;

  static Operation ofCall(const CallBase &Call, unsigned N) {
    if (Call.isCallee(&Call.getOperandUse(N)))
      return Operation::Callee;
    Intrinsic::ID ID = Call.getIntrinsicID();
    bool IsShift = (ID == Intrinsic::fshl || ID == Intrinsic::fshr) && N == 2;
    return IsShift ? Operation::ShiftAmount : Operation::Ordinary;
  }

  // Whether code generation makes something faster of a division or multiplication by a constant, and larger.
  bool isReplaced() const { return !F.hasMinSize(); }

  // Loops are neither unrolled nor vectorised where that makes code larger.
  bool endsLoop(const Instruction &Compare) {
    if (F.hasOptSize())
      return false;
    return any_of(Compare.users(), [&](const User *U) {
      const auto *Branch = dyn_cast<BranchInst>(U);
      const Loop *L = Branch ? loops().getLoopFor(Branch->getParent()) : nullptr;
      return L && L->isLoopExiting(Branch->getParent());
    });
  }

  const LoopInfo &loops() {
    if (!Loops) {
      Dominators.emplace(F);
      Loops.emplace(*Dominators);
    }
    return *Loops;
  }
};

// What comes into a phi runs with the block that it comes from.
BasicBlock *blockOf(Instruction &I, unsigned N) {
  auto *Phi = dyn_cast<PHINode>(&I);
  return Phi ? Phi->getIncomingBlock(N) : I.getParent();
}

} // namespace

extern "C" {

// In the order of the places, whose parameters do not matter.
void fmerge_constant_uses(LLVMValueRef Value, const FmergePlace *Places, size_t Count, FmergeUse *Out) {
  auto &F = *unwrap<Function>(Value);
  SmallVector<Instruction *, 64> All = canonicalInstructions(F);
  Uses Known(F);
  for (const FmergePlace &Place : ArrayRef(Places, Count)) {
    Instruction &I = *All[Place.Instruction];
    bool IsOffset = Place.Operand == GepOffset;
    BasicBlock *Block = IsOffset ? I.getParent() : blockOf(I, Place.Operand);
    Operation What = IsOffset ? Operation::Ordinary : Known.operationOf(I, Place.Operand);
    *Out++ = {wrap(Block), uint32_t(What)};
  }
}

} // extern "C"
