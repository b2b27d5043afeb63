// Profiles of merged code: branch weights, call counts.
//
// Consumes: two instructions with their profiles, or two functions. Produces: what holds of both together.
// Guarantees: the weights of a branch are those of each side, in proportion to how often that function is
// entered; where that is not known for both, each side counts the same. Call counts are added. Profiles of
// values go: they would have to be merged value by value, for targets that are no longer called from here.

#include "profile.h"

#include <algorithm>
#include <numeric>

#include "llvm-c/Types.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;

namespace {

using Weights = SmallVector<uint64_t, 4>;

// The greatest share, and the sum of the weights of a side: their product fits in 64 bits.
constexpr uint64_t ShareLimit = uint64_t(1) << 24;
constexpr uint64_t WeightLimit = uint64_t(1) << 31;

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
  uint64_t most = *max_element(shares);
  if (most == 0)
    return std::nullopt;
  for (uint64_t &share : shares)
    share /= most / ShareLimit + 1;
  return shares;
}

// The weights of a node, such that they add up to about `WeightLimit`; none if they say nothing.
Weights normalWeights(const MDNode *node) {
  Weights weights;
  extractFromBranchWeightMD64(node, weights);
  uint64_t sum = 0;
  for (uint64_t &weight : weights)
    sum += weight = std::min<uint64_t>(weight, UINT32_MAX);
  if (sum == 0)
    return {};
  for (uint64_t &weight : weights)
    weight = weight == 0 ? 0 : std::max<uint64_t>(1, weight * WeightLimit / sum);
  return weights;
}

// Divides by what all have in common.
void reduce(Weights &weights) {
  uint64_t common = 0;
  for (uint64_t weight : weights)
    common = std::gcd(common, weight);
  for (uint64_t &weight : weights)
    weight /= std::max<uint64_t>(1, common);
}

MDNode *mixedWeights(const Instruction &one, MDNode *ofOne, const Instruction &other, MDNode *ofOther) {
  Weights left = normalWeights(ofOne), right = normalWeights(ofOther);
  if (left.empty() || left.size() != right.size())
    return nullptr;
  Weights shares = knownShares({one.getFunction(), other.getFunction()}).value_or(Weights{1, 1});
  Weights mixed;
  for (auto [ofLeft, ofRight] : zip(left, right))
    mixed.push_back(ofLeft * shares[0] + ofRight * shares[1]);
  reduce(mixed);
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

} // namespace

MDNode *fmergeAgreedProfile(const Instruction &one, MDNode *ofOne, const Instruction &other, MDNode *ofOther) {
  if (isCallCount(one, *ofOne) && isCallCount(other, *ofOther))
    return MDNode::getMergedProfMetadata(ofOne, ofOther, &one, &other);
  if (!isBranchWeightMD(ofOne) || !isBranchWeightMD(ofOther))
    return ofOne == ofOther && !isValueProfileMD(ofOne) ? ofOne : nullptr;
  return ofOne == ofOther ? ofOne : mixedWeights(one, ofOne, other, ofOther);
}

// Gives a branch or switch on the identifier weights from the entry counts of the functions, by side. The branch
// leads to the second one's block first.
extern "C" void fmerge_weigh_id_branch(LLVMValueRef branchRef, const LLVMValueRef *functionList, size_t count) {
  Instruction &branch = *unwrap<Instruction>(branchRef);
  auto functions = map_to_vector(ArrayRef(functionList, count),
                                 [](LLVMValueRef one) -> const Function * { return unwrap<Function>(one); });
  std::optional<Weights> shares = knownShares(functions);
  if (!shares)
    return;
  if (isa<BranchInst>(branch))
    std::reverse(shares->begin(), shares->end());
  setFittedBranchWeights(branch, *shares, /*IsExpected=*/false);
}
