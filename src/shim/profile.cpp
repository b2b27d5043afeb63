// Profiles of merged code: branch weights, call counts.
//
// Consumes: two instructions with their profiles, or two functions. Produces: what holds of both together.
// Guarantees: the weights of a branch are those of each side, in proportion to how often that function is
// entered, as crates/core/src/profile.rs computes them. Call counts are added. Profiles of
// values go: they would have to be merged value by value, for targets that are no longer called from here.

#include "profile.h"

#include "llvm-c/Types.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;

// How often two functions were entered.
struct FmergeEntries {
  uint64_t one, other;
  bool isOneKnown, isOtherKnown;
};

extern "C" {

// Of the core, by way of src/ffi/profile.rs.
bool fmerge_entry_shares(FmergeEntries entries, uint64_t *one, uint64_t *other);
bool fmerge_mixed_weights(const uint64_t *one, const uint64_t *other, size_t count, FmergeEntries entries,
                          uint64_t *mixed);

} // extern "C"

namespace {

using Weights = SmallVector<uint64_t, 4>;

FmergeEntries entries(const Function &one, const Function &other) {
  auto ofOne = one.getEntryCount(), ofOther = other.getEntryCount();
  return {ofOne ? ofOne->getCount() : 0, ofOther ? ofOther->getCount() : 0, ofOne.has_value(), ofOther.has_value()};
}

MDNode *mixedWeights(const Instruction &one, MDNode *ofOne, const Instruction &other, MDNode *ofOther) {
  Weights left, right;
  extractFromBranchWeightMD64(ofOne, left);
  extractFromBranchWeightMD64(ofOther, right);
  Weights mixed(left.size());
  if (left.size() != right.size() ||
      !fmerge_mixed_weights(left.data(), right.data(), left.size(), entries(*one.getFunction(), *other.getFunction()),
                            mixed.data()))
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

} // namespace

MDNode *fmergeAgreedProfile(const Instruction &one, MDNode *ofOne, const Instruction &other, MDNode *ofOther) {
  if (isCallCount(one, *ofOne) && isCallCount(other, *ofOther))
    return MDNode::getMergedProfMetadata(ofOne, ofOther, &one, &other);
  if (!isBranchWeightMD(ofOne) || !isBranchWeightMD(ofOther))
    return ofOne == ofOther && !isValueProfileMD(ofOne) ? ofOne : nullptr;
  return ofOne == ofOther ? ofOne : mixedWeights(one, ofOne, other, ofOther);
}

// Gives a branch on the identifier, to the right's block or the left's, weights from the entry counts.
extern "C" void fmerge_weigh_id_branch(LLVMValueRef branch, LLVMValueRef left, LLVMValueRef right) {
  uint64_t ofLeft, ofRight;
  if (fmerge_entry_shares(entries(*unwrap<Function>(left), *unwrap<Function>(right)), &ofLeft, &ofRight))
    setFittedBranchWeights(*unwrap<Instruction>(branch), {ofRight, ofLeft}, /*IsExpected=*/false);
}
