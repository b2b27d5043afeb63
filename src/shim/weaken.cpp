// Weakening: an instruction that stands for two may promise only what both promise.

#include "weaken.h"
#include "compat.h"
#include "describe.h"
#include "loops.h"
#include "profile.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;

namespace {

// Whether no step of the address goes down, so that all intermediate addresses lie between the first and the last.
bool onlyAdvances(const GetElementPtrInst &i) {
  for (gep_type_iterator step = gep_type_begin(i), end = gep_type_end(i); step != end; ++step) {
    const auto *index = dyn_cast<ConstantInt>(step.getOperand());
    if (!index || (!step.isStruct() && index->isNegative()))
      return false;
  }
  return true;
}

bool haveEqualSteps(const GetElementPtrInst &one, const GetElementPtrInst &two) {
  return one.getSourceElementType() == two.getSourceElementType() && one.getNumIndices() == two.getNumIndices() &&
         all_of(zip(one.indices(), two.indices()), [](auto pair) {
           const auto &[a, b] = pair;
           return a.get() == b.get() || (!isa<Constant>(a) && !isa<Constant>(b));
         });
}

} // namespace

// Drops `inbounds` and similar flags if the two reach one address by different steps: the flags of one say nothing
// about the intermediate addresses of the other. For example, +8 −4 and +4 end at one place, but +8 may be out of
// bounds.
void fmergeWeakenSteps(Instruction &kept, const Instruction &other) {
  auto *address = dyn_cast<GetElementPtrInst>(&kept);
  if (address && !haveEqualSteps(*address, cast<GetElementPtrInst>(other)) && !onlyAdvances(*address))
    address->setNoWrapFlags(GEPNoWrapFlags::none());
}

namespace {

template <typename Access> bool weakenAlignment(Instruction &kept, const Instruction &other) {
  auto *access = dyn_cast<Access>(&kept);
  if (access)
    access->setAlignment(std::min(access->getAlign(), cast<Access>(other).getAlign()));
  return access;
}

// The bytes of a slot, or, if their number is only known when it is made, of one of its elements.
TypeSize knownBytes(const AllocaInst &slot) {
  const DataLayout &layout = slot.getDataLayout();
  return slot.getAllocationSize(layout).value_or(layout.getTypeAllocSize(slot.getAllocatedType()));
}

// A stack slot gets the larger size and the greater alignment of both. If the counts of elements are no constants, they
// are equal.
void mergeSlots(AllocaInst &kept, const AllocaInst &other) {
  if (TypeSize::isKnownLT(knownBytes(kept), knownBytes(other))) {
    kept.setAllocatedType(other.getAllocatedType());
    if (auto *count = dyn_cast<ConstantInt>(other.getArraySize()))
      kept.setOperand(0, const_cast<ConstantInt *>(count));
  }
  kept.setAlignment(std::max(kept.getAlign(), other.getAlign()));
}

// A memory access may rely on the smaller alignment only.
void mergeAlignment(Instruction &kept, const Instruction &other) {
  if (auto *slot = dyn_cast<AllocaInst>(&kept)) {
    mergeSlots(*slot, cast<AllocaInst>(other));
    return;
  }
  weakenAlignment<LoadInst>(kept, other) || weakenAlignment<StoreInst>(kept, other) ||
      weakenAlignment<AtomicRMWInst>(kept, other) || weakenAlignment<AtomicCmpXchgInst>(kept, other);
}

void weakenTailKind(Instruction &kept, const Instruction &other) {
  auto *call = dyn_cast<CallInst>(&kept);
  if (!call || call->getTailCallKind() == cast<CallInst>(other).getTailCallKind())
    return;
  bool never = call->isNoTailCall() || cast<CallInst>(other).isNoTailCall();
  call->setTailCallKind(never ? CallInst::TCK_NoTail : CallInst::TCK_None);
}

bool weakenCall(Instruction &kept, const Instruction &other) {
  auto *call = dyn_cast<CallBase>(&kept);
  if (!call)
    return true;
  weakenTailKind(kept, other);
  auto both =
      fmerge::compat::intersected(call->getContext(), call->getAttributes(), cast<CallBase>(other).getAttributes());
  if (both)
    call->setAttributes(*both);
  return both.has_value();
}

// The node `kept` if it keeps its meaning on an instruction that stands for two; otherwise null. Both must have this
// node, and its identity must not name a particular place. Nodes of kinds that may not be dropped are equal, because
// the merge keys are.
MDNode *ifShareable(unsigned kind, MDNode *kept, MDNode *other) {
  bool meansAPlace = kept->isDistinct() && fmerge::isWeakenableKind(kind);
  return kept == other && !meansAPlace ? kept : nullptr;
}

// The node `kept` if both nodes ask for the same treatment of their loops; otherwise null. Emission gives the merged
// loop a node of its own.
MDNode *agreedLoop(MDNode *kept, MDNode *other) {
  bool alike =
      fmergeIsLoopId(*kept) && fmergeIsLoopId(*other) && fmergeLoopProperties(*kept) == fmergeLoopProperties(*other);
  return alike ? kept : nullptr;
}

// The node that says what both `kept` and `other` promise, or null. Nodes of a kind that is not known here must be
// equal.
MDNode *agreed(unsigned kind, MDNode *kept, MDNode *other) {
  switch (kind) {
  case LLVMContext::MD_tbaa:
    return MDNode::getMostGenericTBAA(kept, other);
  case LLVMContext::MD_range:
    return MDNode::getMostGenericRange(kept, other);
  case LLVMContext::MD_fpmath:
    return MDNode::getMostGenericFPMath(kept, other);
  case fmerge::compat::MD_noalias_addrspace:
    return fmerge::compat::commonAddressSpaces(kept, other);
  case LLVMContext::MD_align:
  case LLVMContext::MD_dereferenceable:
  case LLVMContext::MD_dereferenceable_or_null:
    return MDNode::getMostGenericAlignmentOrDereferenceable(kept, other);
  case LLVMContext::MD_loop:
    return agreedLoop(kept, other);
  default:
    return ifShareable(kind, kept, other);
  }
}

void weakenMetadata(Instruction &kept, ArrayRef<const Instruction *> before, const Instruction &other) {
  constexpr unsigned profile = LLVMContext::MD_prof;
  MDNode *both = fmergeAgreedProfile(before, kept.getMetadata(profile), other, other.getMetadata(profile));
  SmallVector<std::pair<unsigned, MDNode *>, 4> all;
  kept.getAllMetadataOtherThanDebugLoc(all);
  for (auto [kind, node] : all)
    if (MDNode *theirs = other.getMetadata(kind))
      kept.setMetadata(kind, agreed(kind, node, theirs));
    else
      kept.setMetadata(kind, nullptr);
  kept.setMetadata(profile, both);
}

} // namespace

// Removes from `kept` all promises that `other`, which has an equal key, does not make. `kept` already stands for the
// `count` instructions `before`. False when the attributes of two calls contradict each other.
extern "C" bool fmerge_weaken(LLVMValueRef kept, const LLVMValueRef *before, size_t count, LLVMValueRef other) {
  Instruction &one = *unwrap<Instruction>(kept);
  const Instruction &two = *unwrap<Instruction>(other);
  one.andIRFlags(&two);
  mergeAlignment(one, two);
  auto all = map_to_vector(ArrayRef(before, count),
                           [](LLVMValueRef each) -> const Instruction * { return unwrap<Instruction>(each); });
  weakenMetadata(one, all, two);
  return weakenCall(one, two);
}

bool fmergeWeaken(Instruction &kept, Instruction &other) {
  LLVMValueRef own = wrap(&kept);
  return fmerge_weaken(own, &own, 1, wrap(&other));
}
