// How a function uses constants. For src/timing.rs (its Rust side: src/ffi/timing.rs).
//
// Consumes: a function, and places of constants in it. Produces: for each place the block with which the value is used,
// and the operation that a variable there would slow down. Guarantees: nothing is changed.

#include "canon.h"
#include "compat.h"
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
  explicit Uses(Function &f) : f(f) {}

  Operation operationOf(const Instruction &i, unsigned n) {
    if (const auto *call = dyn_cast<CallBase>(&i))
      return ofCall(*call, n);
    switch (i.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return n == 1 && isReplaced() ? Operation::Divisor : Operation::Ordinary;
    case Instruction::Mul:
      return isReplaced() ? Operation::Factor : Operation::Ordinary;
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return n == 1 ? Operation::ShiftAmount : Operation::Ordinary;
    case Instruction::ICmp:
      return endsLoop(i) ? Operation::LoopBound : Operation::Ordinary;
    default:
      return Operation::Ordinary;
    }
  }

private:
  Function &f;
  std::optional<DominatorTree> dominators;
  std::optional<LoopInfo> known;

  static Operation ofCall(const CallBase &call, unsigned n) {
    if (call.isCallee(&call.getOperandUse(n)))
      return Operation::Callee;
    Intrinsic::ID id = call.getIntrinsicID();
    bool isShift = (id == Intrinsic::fshl || id == Intrinsic::fshr) && n == 2;
    return isShift ? Operation::ShiftAmount : Operation::Ordinary;
  }

  // Whether code generation expands a division or multiplication by a constant into faster, larger code.
  bool isReplaced() const { return !f.hasMinSize(); }

  // Whether a comparison decides if a loop goes on that LLVM may unroll or vectorise. LLVM does neither where that
  // makes code larger.
  bool endsLoop(const Instruction &compare) {
    if (f.hasOptSize())
      return false;
    return any_of(compare.users(), [&](const User *u) {
      const auto *branch = dyn_cast<Instruction>(u);
      const Loop *l =
          branch && compat::isConditionalBranch(*branch) ? loops().getLoopFor(branch->getParent()) : nullptr;
      return l && l->isLoopExiting(branch->getParent());
    });
  }

  const LoopInfo &loops() {
    if (!known) {
      dominators.emplace(f);
      known.emplace(*dominators);
    }
    return *known;
  }
};

// The block with which an operand is used. The value of a φ is used at the end of the incoming block.
BasicBlock *blockOf(Instruction &i, unsigned n) {
  auto *phi = dyn_cast<PHINode>(&i);
  return phi ? phi->getIncomingBlock(n) : i.getParent();
}

} // namespace

extern "C" {

// Fills `out` in the order of the places. Their parameters do not matter.
void fmerge_constant_uses(LLVMValueRef value, const FmergePlace *places, size_t count, FmergeUse *out) {
  auto &f = *unwrap<Function>(value);
  SmallVector<Instruction *, 64> all = canonicalInstructions(f);
  Uses known(f);
  for (const FmergePlace &place : ArrayRef(places, count)) {
    Instruction &i = *all[place.instruction];
    bool isOffset = place.operand == gepOffset;
    BasicBlock *block = isOffset ? i.getParent() : blockOf(i, place.operand);
    Operation what = isOffset ? Operation::Ordinary : known.operationOf(i, place.operand);
    *out++ = {wrap(block), uint32_t(what)};
  }
}

} // extern "C"
