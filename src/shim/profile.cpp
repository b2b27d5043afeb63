// Profiles of merged code: branch weights, call counts.
//
// Consumes: two instructions with their profiles, or two functions. Produces: what holds of both together.
// Guarantees: the weights of a branch are those of each side, in proportion to how often that function is
// entered, as crates/core/src/profile.rs computes them. One side's alone stay in a program with a profile: it gives no
// weights to what never ran, and none to functions that it does not know. Entry counts and call counts are added. Where
// a function is not known, the sum of the others is the least that it can be: it stays unless that is little, so that
// what was hot is still inlined and laid out as such. Profiles of values go: they would have to be merged value by
// value, for targets that are no longer called from here.

#include "profile.h"
#include "compat.h"
#include "loading.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
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

bool isCounted(const Function *function) { return function->getEntryCount().has_value(); }

// Whether a function that is entered so often is not cold, by the profile of its program.
bool isMuch(const Module &module, uint64_t entered) {
  if (entered == 0) // as in every program without a profile: its summary is not looked for
    return false;
  ProfileSummaryInfo known(module);
  return known.hasProfileSummary() && (known.isHotCount(entered) || !known.isColdCount(entered));
}

// How often functions are entered, in proportion; what is not known counts as never. None when no function is known to
// be entered.
std::optional<Weights> knownShares(ArrayRef<const Function *> functions) {
  Weights shares;
  for (const Function *function : functions)
    shares.push_back(isCounted(function) ? function->getEntryCount()->getCount() : 0);
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
  return MDBuilder(one.getContext()).createBranchWeights(fmerge::compat::fittingWeights(mixed), expected);
}

// Of a call that is no branch: one weight says how often it is made. (`isBranchWeightMD` asks for two.)
bool isCallCount(const Instruction &instruction, const MDNode &profile) {
  if (!isa<CallBase>(instruction) || profile.getNumOperands() != 2)
    return false;
  const auto *name = dyn_cast<MDString>(profile.getOperand(0));
  return name && name->getString() == fmerge::compat::branchWeights;
}

// The profile of an instruction that stands for another one too, of which nothing is said. In a program with a profile,
// that one never ran, or nobody knows; without, it is as likely as not.
MDNode *alone(const Instruction &one, MDNode *profile, const Instruction &other) {
  bool isKnown = isBranchWeightMD(profile) || isCallCount(one, *profile);
  return isKnown && (isCounted(one.getFunction()) || isCounted(other.getFunction())) ? profile : nullptr;
}

} // namespace

MDNode *fmergeAgreedProfile(const Instruction &one, MDNode *ofOne, const Instruction &other, MDNode *ofOther) {
  if (!ofOne || !ofOther)
    return ofOne ? alone(one, ofOne, other) : ofOther ? alone(other, ofOther, one) : nullptr;
  if (isCallCount(one, *ofOne) && isCallCount(other, *ofOther))
    return MDNode::getMergedProfMetadata(ofOne, ofOther, &one, &other);
  if (!isBranchWeightMD(ofOne) || !isBranchWeightMD(ofOther))
    return ofOne == ofOther && !fmerge::compat::isValueProfile(*ofOne) ? ofOne : nullptr;
  return ofOne == ofOther ? ofOne : mixedWeights(one, ofOne, other, ofOther);
}

// The greatest number means that nothing is known (`Function::getEntryCount`), so the sum stays below it.
void fmergeSumEntryCounts(Function &target, ArrayRef<Function *> functions) {
  uint64_t sum = 0;
  for (const Function *function : functions)
    if (isCounted(function))
      sum = std::min(SaturatingAdd(sum, function->getEntryCount()->getCount()), UINT64_MAX - 1);
  if (all_of(functions, isCounted) || isMuch(*target.getParent(), sum))
    target.setEntryCount(sum);
  else
    target.setMetadata(LLVMContext::MD_prof, nullptr);
}

// Gives what depends on the identifier weights from the entry counts of the functions. By function, `ways` says which
// target or value is taken.
extern "C" void fmerge_weigh_choice(LLVMValueRef choiceRef, const LLVMValueRef *functionList, const size_t *ways,
                                    size_t count) {
  Instruction &choice = *unwrap<Instruction>(choiceRef);
  auto functions = map_to_vector(ArrayRef(functionList, count),
                                 [](LLVMValueRef one) -> const Function * { return unwrap<Function>(one); });
  std::optional<Weights> shares = all_of(functions, isCounted) ? knownShares(functions) : std::nullopt;
  if (!shares)
    return;
  Weights weights(choice.isTerminator() ? choice.getNumSuccessors() : 2, 0);
  for (auto [share, way] : zip_equal(*shares, ArrayRef(ways, count)))
    weights[way] += share;
  fmerge::compat::setFittedWeights(choice, weights);
}
