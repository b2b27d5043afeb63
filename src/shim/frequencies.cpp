// How often blocks and functions run, by LLVM's estimates and profiles. For src/frequencies.rs.
//
// Consumes: a function, and the ModuleAnalysisManager of the running pass. Produces: frequencies of blocks, counts.
// Guarantees: nothing is changed, and nothing that depends on a body is left in LLVM's caches, so that what is said
// is of the body as it is now.

#include "enumerations.h"

#include "llvm-c/Types.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ProfileSummary.h"
#include "llvm/Support/CBindingWrapping.h"

#include <memory>
#include <optional>

using namespace llvm;
using namespace fmerge;

namespace {

// LLVM's block frequencies with all that they are computed from. It is computed anew: bodies change here often, and
// the caches of a pass would keep it for every function of the program.
class Frequencies {
public:
  Frequencies(Function &f, ModuleAnalysisManager &modules)
      : dominators(f), loops(dominators), branches(f, loops, &library(f, modules), &dominators),
        blocks(f, branches, loops) {}

  uint64_t of(const BasicBlock &b) const { return blocks.getBlockFreq(&b).getFrequency(); }
  uint32_t loopsAround(const BasicBlock &b) const { return loops.getLoopDepth(&b); }
  double shareOf(const BasicBlock &b);
  uint64_t ofEntry() const { return blocks.getEntryFreq().getFrequency(); }
  std::optional<uint64_t> count(const BasicBlock &b) const { return blocks.getBlockProfileCount(&b); }

private:
  static const TargetLibraryInfo &library(Function &f, ModuleAnalysisManager &modules) {
    auto &functions = modules.getResult<FunctionAnalysisManagerModuleProxy>(*f.getParent()).getManager();
    return functions.getResult<TargetLibraryAnalysis>(f);
  }

  DominatorTree dominators;
  LoopInfo loops;
  BranchProbabilityInfo branches;
  BlockFrequencyInfo blocks;
  DenseMap<const BasicBlock *, double> shares;
};

// Which part of the cases of a `switch` lead to a block, where nothing else does; else 1.
double shareOfCases(const BasicBlock &b) {
  const BasicBlock *before = b.getUniquePredecessor();
  const auto *cases = before ? dyn_cast<SwitchInst>(before->getTerminator()) : nullptr;
  if (!cases)
    return 1;
  unsigned ofAll = cases->getNumCases() + !isa<UnreachableInst>(cases->getDefaultDest()->getFirstNonPHIOrDbg());
  return double(count(successors(before), &b)) / ofAll;
}

// The share of switch cases that lead to a block: its own share, times that of each of its dominators. An unreachable
// block has 1.
double Frequencies::shareOf(const BasicBlock &b) {
  SmallVector<const BasicBlock *> above;
  const auto *node = dominators.getNode(&b);
  for (; node && !shares.contains(node->getBlock()); node = node->getIDom())
    above.push_back(node->getBlock());
  double share = node ? shares[node->getBlock()] : 1;
  for (const BasicBlock *block : reverse(above)) {
    share *= shareOfCases(*block);
    shares[block] = share;
  }
  return share;
}

// How often a profile saw blocks; frequencies are only computed where there is one. ProfileSummaryInfo asks it what
// it asks of a BlockFrequencyInfo.
class BlockCounts {
public:
  BlockCounts(Function &f, ModuleAnalysisManager &modules) : f(f), modules(modules) {}

  std::optional<uint64_t> getBlockProfileCount(const BasicBlock *b) const {
    auto entered = f.getEntryCount();
    if (!entered)
      return std::nullopt;
    if (f.size() == 1)
      return entered->getCount();
    if (!known)
      known.emplace(f, modules);
    return known->count(*b);
  }

private:
  Function &f;
  ModuleAnalysisManager &modules;
  mutable std::optional<Frequencies> known;
};

// What is executed most often, up to nine tenths of all counts. In LLVM's unit, millionths; profile summaries have this
// one, as they have the one of what LLVM calls hot.
constexpr int HOTTEST = 900'000;

// Whether an attribute of the function says so, or the section that its code was given.
bool isSaid(const Function &f, Attribute::AttrKind kind, StringRef section) {
  return f.hasFnAttribute(kind) || f.getSectionPrefix().value_or("") == section;
}

const ProfileSummaryInfo &summary(Function &f, ModuleAnalysisManager &modules) {
  return modules.getResult<ProfileSummaryAnalysis>(*f.getParent());
}

Heat profiledHeat(Function &f, ModuleAnalysisManager &modules) {
  const ProfileSummaryInfo &known = summary(f, modules);
  if (!known.hasProfileSummary())
    return Heat::Unknown;
  BlockCounts counts(f, modules);
  // Where most of what runs runs equally often, LLVM 19 calls it hot and cold.
  if (!known.isFunctionHotInCallGraph(&f, counts))
    return known.isFunctionColdInCallGraph(&f, counts) ? Heat::Cold : Heat::Unknown;
  return known.isFunctionHotInCallGraphNthPercentile(HOTTEST, &f, counts) ? Heat::Hottest : Heat::Hot;
}

} // namespace

//===-- The interface, in the order of src/ffi/frequencies.rs --------------------------------------===//

extern "C" {

// How often blocks of the function run, in how many loops they are, and which part of the cases of switches lead to
// them, in the order in which they are asked for; the result is how often the entry runs.
uint64_t fmerge_block_frequencies(LLVMValueRef value, void *analyses, const LLVMBasicBlockRef *blocks, size_t count,
                                  uint64_t *out, uint32_t *depths, double *shares) {
  Frequencies known(*unwrap<Function>(value), *static_cast<ModuleAnalysisManager *>(analyses));
  for (LLVMBasicBlockRef block : ArrayRef(blocks, count)) {
    *out++ = known.of(*unwrap(block));
    *depths++ = known.loopsAround(*unwrap(block));
    *shares++ = known.shareOf(*unwrap(block));
  }
  return known.ofEntry();
}

// How often a profile saw the function entered; false where no profile says that.
bool fmerge_entry_count(LLVMValueRef value, uint64_t *out) {
  auto entered = unwrap<Function>(value)->getEntryCount();
  *out = entered ? entered->getCount() : 0;
  return entered.has_value();
}

// All that the profile has counted, in all functions; false without a profile.
bool fmerge_profile_count(LLVMValueRef value, uint64_t *out) {
  const Module &module = *unwrap<Function>(value)->getParent();
  Metadata *known = module.getProfileSummary(/*IsCS=*/true);
  known = known ? known : module.getProfileSummary(/*IsCS=*/false);
  std::unique_ptr<ProfileSummary> summary(known ? ProfileSummary::getFromMD(known) : nullptr);
  *out = summary ? summary->getTotalCount() : 0;
  return summary != nullptr;
}

// Whether a function is hot or cold. The attribute `hot` counts before the profile, and that before `cold`, as in
// LLVM's CodeGenPrepare.
uint32_t fmerge_heat(LLVMValueRef value, void *analyses) {
  Function &f = *unwrap<Function>(value);
  if (isSaid(f, Attribute::Hot, "hot"))
    return uint32_t(Heat::Hottest);
  Heat profiled = profiledHeat(f, *static_cast<ModuleAnalysisManager *>(analyses));
  bool isCold = profiled == Heat::Unknown && isSaid(f, Attribute::Cold, "unlikely");
  return uint32_t(isCold ? Heat::Cold : profiled);
}

// Whether the program comes with a profile.
bool fmerge_is_profiled(LLVMValueRef value, void *analyses) {
  return summary(*unwrap<Function>(value), *static_cast<ModuleAnalysisManager *>(analyses)).hasProfileSummary();
}

} // extern "C"
