// Stack slots that code generation makes and that no alloca shows, for src/host/frames.rs and src/encode.rs (its Rust
// side: src/ffi/hidden_slots.rs).
//
// Consumes: functions. Produces: whether code generation may put more on the stack than the estimate of frames counts
// (crates/core/src/stack.rs), and whether it may align that beyond the stack. Guarantees: where nothing is found,
// values have types that registers hold, and instructions become code without a slot or a call that the estimate
// misses.
//
// For example, an element of a vector by a variable index is read from a slot that has the vector; a shift of a wide
// integer goes through memory; and so does a result that does not fit in registers. How many bytes they take, only code
// generation knows.

#include "compat.h"
#include "describe.h"

#include "llvm-c/Types.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;
using namespace fmerge;

namespace {

// The bytes of the largest vectors that all targets with vectors have registers for.
constexpr uint64_t registerBytes = 16;

// The bits of the widest integers that code generation has instructions for, each for two registers at most.
uint64_t widestInteger(const DataLayout &layout) {
  uint64_t legal = layout.getLargestLegalIntTypeSizeInBits();
  return std::min<uint64_t>(legal ? 2 * legal : UINT64_MAX, 8 * registerBytes);
}

// Whether a value takes more registers than code generation has instructions for. Nearly all types are told from these
// at a glance.
bool isBeyondRegisters(Type &t, const DataLayout &layout, uint64_t widest) {
  switch (t.getTypeID()) {
  case Type::PointerTyID:
    return t.getPointerAddressSpace() != 0 && storeBytes(t, layout) > registerBytes;
  case Type::VoidTyID:
  case Type::LabelTyID:
  case Type::FloatTyID:
  case Type::DoubleTyID:
    return false;
  case Type::IntegerTyID:
    return alignTo(t.getIntegerBitWidth(), 8) > widest;
  default:
    return storeBytes(t, layout) > registerBytes || t.isX86_AMXTy() || t.isTargetExtTy();
  }
}

template <typename Predicate> bool anyTypeOf(const Instruction &i, Predicate holds) {
  return holds(*i.getType()) || any_of(i.operands(), [&](const Use &u) { return holds(*u->getType()); });
}

bool hasVariableElement(const Instruction &i) {
  if (const auto *element = dyn_cast<ExtractElementInst>(&i))
    return !isa<ConstantInt>(element->getIndexOperand());
  return isa<InsertElementInst>(i) && !isa<ConstantInt>(i.getOperand(2));
}

bool isDivision(const Instruction &i) { return i.isIntDivRem() || i.getOpcode() == Instruction::FRem; }

bool convertsNumbers(const Instruction &i) {
  return isa<FPToSIInst, FPToUIInst, SIToFPInst, UIToFPInst, FPTruncInst, FPExtInst>(i);
}

// Whether code generation may take vectors apart for the instruction, although registers hold them.
bool takesVectorsApart(const Instruction &i) {
  auto isVector = [](const Type &t) { return t.isVectorTy(); };
  auto isOfBits = [](const Type &t) { return t.isVectorTy() && t.getScalarType()->isIntegerTy(1); };
  bool isApart = isDivision(i) || convertsNumbers(i) || isa<CallBase>(i);
  return (isApart && anyTypeOf(i, isVector)) || (isa<BitCastInst>(i) && anyTypeOf(i, isOfBits));
}

// The result of a comparison and exchange does not count: it has a truth value beside the number.
bool isWideAtomic(const Instruction &i, const DataLayout &layout) {
  auto isWide = [&](Type &t) { return storeBytes(t, layout) > layout.getPointerSize(); };
  return i.isAtomic() && (isa<AtomicCmpXchgInst>(i) ? isWide(*i.getOperand(1)->getType()) : anyTypeOf(i, isWide));
}

// Whether code generation may put more on the stack for the instruction than slots, values that are kept across calls,
// and arguments.
bool hasHiddenSlots(const Instruction &i, const DataLayout &layout, uint64_t widest) {
  return hasVariableElement(i) || takesVectorsApart(i) || isWideAtomic(i, layout) ||
         anyTypeOf(i, [&](Type &t) { return isBeyondRegisters(t, layout, widest); });
}

// Whether an instruction on vectors is split into instructions on smaller ones, without a slot.
bool isSplit(const Instruction &i) {
  if (!anyTypeOf(i, [](const Type &t) { return t.isVectorTy(); }) || i.isAtomic())
    return false;
  return (i.isBinaryOp() && !isDivision(i)) || i.isUnaryOp() ||
         isa<LoadInst, StoreInst, CmpInst, SelectInst, PHINode, ShuffleVectorInst, FreezeInst, ReturnInst,
             ExtractElementInst, InsertElementInst>(i);
}

// Whether code generation may make a slot for the instruction that is aligned beyond the stack.
bool mayMakeAlignedSlot(const Instruction &i, const DataLayout &layout, uint64_t widest, Align stack) {
  auto isLarge = [&](Type &t) { return storeBytes(t, layout) > stack.value(); };
  return (hasVariableElement(i) || (hasHiddenSlots(i, layout, widest) && !isSplit(i))) && anyTypeOf(i, isLarge);
}

// Whether a call saves registers that one of C does not. What is kept across it need not be on the stack.
bool savesMore(const CallBase &call) {
  switch (call.getCallingConv()) {
  case CallingConv::C:
  case CallingConv::Fast:
  case CallingConv::Swift:
  case CallingConv::X86_StdCall:
  case CallingConv::X86_FastCall:
  case CallingConv::X86_ThisCall:
  case CallingConv::ARM_APCS:
  case CallingConv::ARM_AAPCS:
  case CallingConv::ARM_AAPCS_VFP:
    return call.hasFnAttr("no_caller_saved_registers");
  default:
    return !call.isInlineAsm();
  }
}

} // namespace

//===-- The interface, in the order of src/ffi/hidden_slots.rs -------------------------------------===//

extern "C" {

bool fmerge_has_hidden_slots(LLVMValueRef value) {
  const auto &f = *unwrap<Function>(value);
  const DataLayout &layout = f.getParent()->getDataLayout();
  uint64_t widest = widestInteger(layout);
  return any_of(instructions(f), [&](const Instruction &i) { return hasHiddenSlots(i, layout, widest); });
}

bool fmerge_has_saving_calls(LLVMValueRef value) {
  return any_of(instructions(unwrap<Function>(value)), [](const Instruction &i) {
    const auto *call = dyn_cast<CallBase>(&i);
    return call && savesMore(*call);
  });
}

// Whether a slot is aligned beyond the alignment that callers give the stack, if that is known: 2 for an alloca, 1 if
// slots of code generation may be.
unsigned fmerge_realigns(LLVMValueRef value) {
  const auto &f = *unwrap<Function>(value);
  Align stack = compat::stackAlignment(*f.getParent()).value_or(Align(16));
  const DataLayout &layout = f.getParent()->getDataLayout();
  uint64_t widest = widestInteger(layout);
  unsigned most = 0;
  for (const Instruction &i : instructions(f)) {
    const auto *slot = dyn_cast<AllocaInst>(&i);
    if (slot && slot->getAlign() > stack)
      return 2;
    if (mayMakeAlignedSlot(i, layout, widest, stack))
      most = 1;
  }
  return most;
}

} // extern "C"
