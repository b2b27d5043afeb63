// Profiles of merged code: branch weights, call counts.
//
// Consumes: two instructions with their profiles, or two functions. Produces: what is true of both together.
// Guarantees: the weights of a branch are mixed from those of both sides, in proportion to how often each function is
// entered, as crates/core/src/profile.rs computes it. If only one side has weights, they stay in a program with a
// profile: there, code that never ran has no weights, and neither has a function that the profile does not know. Entry
// counts and call counts are added. If a count is not known, the sum of the others is a lower bound. It stays unless it
// is small, so that what was hot is still inlined and laid out as such. Profiles of values are dropped: they would have
// to be merged value by value, for targets that are no longer called from here.

#include "profile.h"
#include "compat.h"

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

// Defined by the core, by way of src/ffi/profile.rs.
bool fmerge_entry_shares(uint64_t *counts, size_t count);
bool fmerge_mixed_weights(const uint64_t *one, const uint64_t *other, size_t count, const uint64_t *shares,
                          uint64_t *mixed);

} // extern "C"

namespace {

using Weights = SmallVector<uint64_t, 4>;
using Instructions = ArrayRef<const Instruction *>;

bool isCounted(const Function *function) { return function->getEntryCount().has_value(); }

// Whether a function with this entry count is not cold, by the profile of its program.
bool isMuch(const Module &module, uint64_t entered) {
  if (entered == 0) // as in every program without a profile: its summary is not looked for
    return false;
  ProfileSummaryInfo known(module);
  return known.hasProfileSummary() && (known.isHotCount(entered) || !known.isColdCount(entered));
}

// How often functions are entered, in proportion; a function without a count counts as never entered. None if no
// function is known to be entered.
std::optional<Weights> knownShares(ArrayRef<const Function *> functions) {
  Weights shares;
  for (const Function *function : functions)
    shares.push_back(isCounted(function) ? function->getEntryCount()->getCount() : 0);
  if (!fmerge_entry_shares(shares.data(), shares.size()))
    return std::nullopt;
  return shares;
}

// How much the profile of the instructions `before` counts beside that of `other`. Instructions without a profile do
// not count.
Weights sharesOf(Instructions before, const Instruction &other) {
  Weights counts = {0, 0};
  uint64_t known = 0;
  auto add = [&](const Instruction &one, uint64_t &to) {
    if (isCounted(one.getFunction()))
      to = SaturatingAdd(to, one.getFunction()->getEntryCount()->getCount());
  };
  for (const Instruction *one : before) {
    if (!one->hasMetadata(LLVMContext::MD_prof))
      continue;
    ++known;
    add(*one, counts[0]);
  }
  add(other, counts[1]);
  if (!fmerge_entry_shares(counts.data(), counts.size()))
    return {std::max<uint64_t>(known, 1), 1};
  return counts;
}

MDNode *mixedWeights(Instructions before, MDNode *ofThem, const Instruction &other, MDNode *ofOther) {
  Weights left, right;
  extractFromBranchWeightMD64(ofThem, left);
  extractFromBranchWeightMD64(ofOther, right);
  Weights shares = sharesOf(before, other);
  Weights mixed(left.size());
  if (left.size() != right.size() ||
      !fmerge_mixed_weights(left.data(), right.data(), left.size(), shares.data(), mixed.data()))
    return nullptr;
  bool expected = hasBranchWeightOrigin(ofThem) && hasBranchWeightOrigin(ofOther);
  return MDBuilder(other.getContext()).createBranchWeights(fmerge::compat::fittingWeights(mixed), expected);
}

// Whether the profile of a call that is no branch is a count: a single weight that says how often it is made.
// (`isBranchWeightMD` asks for two.)
bool isCallCount(const Instruction &instruction, const MDNode &profile) {
  if (!isa<CallBase>(instruction) || profile.getNumOperands() != 2)
    return false;
  const auto *name = dyn_cast<MDString>(profile.getOperand(0));
  return name && name->getString() == fmerge::compat::branchWeights;
}

// The profile of an instruction that also stands for others without a profile. In a program with a profile, the others
// never ran, or nobody knows. In any other program, they are as likely as not.
MDNode *alone(Instructions before, MDNode *profile, const Instruction &other) {
  bool isKnown = isBranchWeightMD(profile) || isCallCount(other, *profile);
  auto counted = [](const Instruction *one) { return isCounted(one->getFunction()); };
  return isKnown && (any_of(before, counted) || counted(&other)) ? profile : nullptr;
}

} // namespace

MDNode *fmergeAgreedProfile(Instructions before, MDNode *ofThem, const Instruction &other, MDNode *ofOther) {
  if (!ofThem || !ofOther)
    return ofThem || ofOther ? alone(before, ofThem ? ofThem : ofOther, other) : nullptr;
  if (isCallCount(other, *ofThem) && isCallCount(other, *ofOther))
    return MDNode::getMergedProfMetadata(ofThem, ofOther, before.front(), &other);
  if (!isBranchWeightMD(ofThem) || !isBranchWeightMD(ofOther))
    return ofThem == ofOther && !fmerge::compat::isValueProfile(*ofThem) ? ofThem : nullptr;
  return ofThem == ofOther ? ofThem : mixedWeights(before, ofThem, other, ofOther);
}

// The greatest number would mean that the count is not known (`Function::getEntryCount`), so the sum stays below it.
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

// Gives an instruction that depends on the identifier weights from the entry counts of the functions. `ways` has for
// each function the index of the successor or value that it takes.
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
