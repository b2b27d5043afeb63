// Profiles of merged code: branch weights, call counts.
//
// Consumes: two instructions with their profiles, or two functions. Produces: what holds of both together.
// Guarantees: the weights of a branch are those of each side, in proportion to how often that function is
// entered, as crates/core/src/profile.rs computes them; one side's alone stay if the other never ran. Call counts are
// added. Profiles of values go: they would have to be merged value by value, for targets that are no longer called from
// here.

#include "profile.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>
#include <optional>

using namespace llvm;

extern "C" {

// Of the core, by way of src/ffi/profile.rs.
bool fmerge_entry_shares(uint64_t *counts, size_t count);
bool fmerge_mixed_weights(const uint64_t *one, const uint64_t *other, size_t count, const uint64_t *shares,
                          uint64_t *mixed);

} // extern "C"

namespace {

using Weights = SmallVector<uint64_t, 4>;

// How often functions are entered, in proportion. None when one of the counts is not known, or no function is ever
// entered.
std::optional<Weights> knownShares(ArrayRef<const Function *> functions) {
  Weights shares;
  for (const Function *function : functions) {
    auto count = function->getEntryCount();
    if (!count)
      return std::nullopt;
    shares.push_back(count->getCount());
  }
  if (!fmerge_entry_shares(shares.data(), shares.size()))
    return std::nullopt;
  return shares;
}

MDNode *mixedWeights(const Instruction &one, MDNode *ofOne, const Instruction &other, MDNode *ofOther) {
  Weights left, right;
  extractFromBranchWeightMD64(ofOne, left);
  extractFromBranchWeightMD64(ofOther, right);
  Weights shares = knownShares({one.getFunction(), other.getFunction()}).value_or(Weights{1, 1});
  Weights mixed(left.size());
  if (left.size() != right.size() ||
      !fmerge_mixed_weights(left.data(), right.data(), left.size(), shares.data(), mixed.data()))
    return nullptr;
  bool expected = hasBranchWeightOrigin(ofOne) && hasBranchWeightOrigin(ofOther);
  return MDBuilder(one.getContext()).createBranchWeights(fitWeights(mixed), expected);
}

// Of a call that is no branch: one weight says how often it is made. (`isBranchWeightMD` asks for two.)
bool isCallCount(const Instruction &instruction, const MDNode &profile) {
  if (!isa<CallBase>(instruction) || profile.getNumOperands() != 2)
    return false;
  const auto *name = dyn_cast<MDString>(profile.getOperand(0));
  return name && name->getString() == MDProfLabels::BranchWeights;
}

// Whether a profile says that the function never ran. Its branches have no weights then.
bool neverRan(const Function &function) {
  auto count = function.getEntryCount();
  return count && count->getCount() == 0;
}

} // namespace

MDNode *fmergeAgreedProfile(const Instruction &one, MDNode *ofOne, const Instruction &other, MDNode *ofOther) {
  if (!ofOne || !ofOther) {
    MDNode *known = ofOne ? ofOne : ofOther;
    const Instruction &unknown = ofOne ? other : one;
    return known && isBranchWeightMD(known) && neverRan(*unknown.getFunction()) ? known : nullptr;
  }
  if (isCallCount(one, *ofOne) && isCallCount(other, *ofOther))
    return MDNode::getMergedProfMetadata(ofOne, ofOther, &one, &other);
  if (!isBranchWeightMD(ofOne) || !isBranchWeightMD(ofOther))
    return ofOne == ofOther && !isValueProfileMD(ofOne) ? ofOne : nullptr;
  return ofOne == ofOther ? ofOne : mixedWeights(one, ofOne, other, ofOther);
}

// The greatest number means that nothing is known (`Function::getEntryCount`), so the sum stays below it.
void fmergeSumEntryCounts(Function &target, ArrayRef<Function *> functions) {
  uint64_t sum = 0;
  for (const Function *function : functions) {
    auto count = function->getEntryCount();
    if (!count)
      return target.setMetadata(LLVMContext::MD_prof, nullptr);
    sum = std::min(SaturatingAdd(sum, count->getCount()), UINT64_MAX - 1);
  }
  target.setEntryCount(sum);
}

// Gives what depends on the identifier weights from the entry counts of the functions: a switch one for each, anything
// else one for the function `side`, which it asks after, and one for the others.
extern "C" void fmerge_weigh_choice(LLVMValueRef choiceRef, const LLVMValueRef *functionList, size_t count,
                                    size_t side) {
  Instruction &choice = *unwrap<Instruction>(choiceRef);
  auto functions = map_to_vector(ArrayRef(functionList, count),
                                 [](LLVMValueRef one) -> const Function * { return unwrap<Function>(one); });
  std::optional<Weights> shares = knownShares(functions);
  if (!shares)
    return;
  if (!isa<SwitchInst>(choice)) {
    uint64_t all = std::accumulate(shares->begin(), shares->end(), uint64_t(0)), own = (*shares)[side];
    shares = Weights{own, all - own};
  }
  setFittedBranchWeights(choice, *shares, /*IsExpected=*/false);
}
