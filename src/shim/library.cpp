// Instructions that code generation turns into calls, for those who ask what a link needs and what a frame holds.
//
// Consumes: instructions. Produces: whether they become calls of a library. Guarantees: nothing is changed. An
// instruction that is not known for sure to stay in place counts as one that may become a call, except for what only
// rare types and targets need.

#include "library.h"
#include "compat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace fmerge;

bool fmerge::mayCallMathematics(const Function &f) {
  switch (f.getIntrinsicID()) {
  case Intrinsic::lrint:
  case Intrinsic::llrint:
  case Intrinsic::lround:
  case Intrinsic::llround:
    return true;
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::fmuladd:
  case Intrinsic::canonicalize:
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
  case Intrinsic::masked_expandload:
  case Intrinsic::ssa_copy:
    return false;
  default:
    break;
  }
  auto isFloat = [](const Type *t) { return t->isFPOrFPVectorTy(); };
  const Type *result = f.getReturnType();
  return !f.isTargetIntrinsic() && (isFloat(result) || (result->isStructTy() && any_of(result->subtypes(), isFloat)));
}

bool fmerge::mayCallAtomics(const Instruction &i) {
  Type *accessed = nullptr;
  if (const auto *load = dyn_cast<LoadInst>(&i))
    accessed = load->isAtomic() ? load->getType() : nullptr;
  else if (const auto *store = dyn_cast<StoreInst>(&i))
    accessed = store->isAtomic() ? store->getValueOperand()->getType() : nullptr;
  else if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&i))
    accessed = exchange->getCompareOperand()->getType();
  else if (const auto *update = dyn_cast<AtomicRMWInst>(&i))
    accessed = update->getValOperand()->getType();
  if (!accessed)
    return false;
  const Triple &target = compat::tripleOf(*i.getModule());
  bool hasWords = compat::isX86_64(target) || target.isAArch64(64) || target.isSystemZ() || target.isPPC64() ||
                  target.isLoongArch64() || target.isWasm();
  uint64_t known = hasWords ? 8 : compat::isX86_32(target) ? 4 : 0;
  return i.getDataLayout().getTypeStoreSize(accessed).getKnownMinValue() > known;
}

bool fmerge::hasFeature(const Function &f, StringRef feature) {
  return is_contained(split(f.getFnAttribute("target-features").getValueAsString(), ','), feature);
}

bool fmerge::isOfSharedLibrary(const Module &m) {
  return m.getPICLevel() != PICLevel::NotPIC && m.getPIELevel() == PIELevel::Default;
}

namespace {

// The largest known length of a copy that is made in place, in bytes.
constexpr uint64_t largestInPlace = 64;

bool copiesByCall(const MemIntrinsic &copy) {
  const auto *length = dyn_cast<ConstantInt>(copy.getLength());
  return !is_contained({Intrinsic::memcpy_inline, Intrinsic::memset_inline}, copy.getIntrinsicID()) &&
         !(length && length->getValue().ule(largestInPlace));
}

bool isIntrinsicByCall(const IntrinsicInst &call) {
  const Module &m = *call.getModule();
  switch (call.getIntrinsicID()) {
  case Intrinsic::sqrt:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case compat::intrinsics::minimumnum:
  case compat::intrinsics::maximumnum:
    return false;
  case Intrinsic::threadlocal_address:
    return isOfSharedLibrary(m);
  default:
    break;
  }
  if (const auto *copy = dyn_cast<MemIntrinsic>(&call))
    return copiesByCall(*copy);
  const Function *callee = call.getCalledFunction();
  // All operations of this kind on vectors are done in place.
  return callee && (callee->getName().starts_with("llvm.objc.") ||
                    (!call.getType()->isVectorTy() && mayCallMathematics(*callee)));
}

// Whether the target has no instructions for arithmetic with numbers of this type.
bool lacksArithmetic(const Type &t, const Function &f) {
  const Triple &target = compat::tripleOf(*f.getParent());
  if (t.isFP128Ty())
    return !target.isPPC64() && !target.isSystemZ();
  if (target.isRISCV())
    return (t.isFloatTy() && !hasFeature(f, "+f")) || (t.isDoubleTy() && !hasFeature(f, "+d"));
  if (target.isARM() || target.isThumb())
    return t.isDoubleTy() && (hasFeature(f, "-fp64") || hasFeature(f, "-vfp2"));
  return false;
}

bool dividesByCall(const Instruction &i) {
  const Function &f = *i.getFunction();
  const Triple &target = compat::tripleOf(*f.getParent());
  if (i.getType()->isVectorTy())
    return false;
  if (i.getType()->getIntegerBitWidth() > (target.isArch64Bit() ? 64 : 32))
    return true;
  if (target.isRISCV())
    return !hasFeature(f, "+m");
  return (target.isARM() || target.isThumb()) && !hasFeature(f, "+hwdiv") && !hasFeature(f, "+hwdiv-arm");
}

bool calculatesByCall(const Instruction &i) {
  const Function &f = *i.getFunction();
  switch (i.getOpcode()) {
  case Instruction::FRem:
    return true;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return dividesByCall(i);
  case Instruction::Mul:
    return compat::tripleOf(*f.getParent()).isRISCV() && dividesByCall(i);
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FCmp:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::FPTrunc:
    return lacksArithmetic(*i.getOperand(0)->getType(), f);
  case Instruction::FPExt:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return lacksArithmetic(*i.getType(), f);
  default:
    return false;
  }
}

} // namespace

bool fmerge::becomesCall(const Instruction &i) {
  if (const auto *call = dyn_cast<IntrinsicInst>(&i))
    return isIntrinsicByCall(*call);
  return calculatesByCall(i);
}
