// How often blocks and functions run, by LLVM's estimates and profiles. For src/frequencies.rs.
//
// Consumes: a function, and the ModuleAnalysisManager of the running pass. Produces: frequencies of blocks, counts.
// Guarantees: nothing is changed. Nothing that depends on a body is left in LLVM's caches, so the answers are for the
// body as it is now.

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

// LLVM's block frequencies, with all that they are computed from. They are computed anew each time: bodies change often
// here, and the caches of a pass would keep the results for every function of the program.
class Frequencies {
public:
  Frequencies(Function &f, ModuleAnalysisManager &modules)
      : dominators(f), loops(dominators), branches(f, loops, &library(f, modules), &dominators),
        blocks(f, branches, loops) {}

  uint64_t of(const BasicBlock &b) const { return blocks.getBlockFreq(&b).getFrequency(); }
  uint32_t loopsAround(const BasicBlock &b) const { return loops.getLoopDepth(&b); }
  double shareOf(const BasicBlock &b);
  double shareOfCases(const BasicBlock &b);
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
  // Of the switches that were asked about: how many cases lead to each block.
  DenseMap<const Instruction *, DenseMap<const BasicBlock *, unsigned>> cases;
};

// Which part of the cases of a `switch` leads to a block, if nothing else does; 1 for any other block. The cases are
// counted once, since there may be as many blocks.
double Frequencies::shareOfCases(const BasicBlock &b) {
  const BasicBlock *before = b.getUniquePredecessor();
  const auto *choice = before ? dyn_cast<SwitchInst>(before->getTerminator()) : nullptr;
  if (!choice)
    return 1;
  auto [counted, isNew] = cases.try_emplace(choice);
  if (isNew)
    for (const BasicBlock *target : successors(before))
      ++counted->second[target];
  unsigned ofAll = choice->getNumCases() + !isa<UnreachableInst>(choice->getDefaultDest()->getFirstNonPHIOrDbg());
  return double(counted->second[&b]) / ofAll;
}

// The share of switch cases that leads to a block: its own share, times those of all its dominators. For an unreachable
// block, it is 1.
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

// How often a profile saw blocks run. Frequencies are computed only if there is a profile. ProfileSummaryInfo asks this
// object what it asks of a BlockFrequencyInfo.
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

// The threshold for the hottest code: what is executed most often, up to nine tenths of all counts. It is in LLVM's
// unit, millionths. Profile summaries contain this threshold, and that of what LLVM calls hot.
constexpr int HOTTEST = 900'000;

// Whether an attribute of the function says this, or the section that its code was given.
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
  // If most of what runs runs equally often, LLVM 19 calls it both hot and cold.
  if (!known.isFunctionHotInCallGraph(&f, counts))
    return known.isFunctionColdInCallGraph(&f, counts) ? Heat::Cold : Heat::Unknown;
  return known.isFunctionHotInCallGraphNthPercentile(HOTTEST, &f, counts) ? Heat::Hottest : Heat::Hot;
}

} // namespace

//===-- The interface, in the order of src/ffi/frequencies.rs --------------------------------------===//

extern "C" {

// For each block, in the order of `blocks`: how often it runs (`out`), in how many loops it is (`depths`), and which
// part of the cases of switches leads to it (`shares`). Returns how often the entry runs.
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

// How often the function was entered, by its profile; false if no profile says that.
bool fmerge_entry_count(LLVMValueRef value, uint64_t *out) {
  auto entered = unwrap<Function>(value)->getEntryCount();
  *out = entered ? entered->getCount() : 0;
  return entered.has_value();
}

// The sum of all counts of the profile, in all functions; false if there is no profile.
bool fmerge_profile_count(LLVMValueRef value, uint64_t *out) {
  const Module &module = *unwrap<Function>(value)->getParent();
  Metadata *known = module.getProfileSummary(/*IsCS=*/true);
  known = known ? known : module.getProfileSummary(/*IsCS=*/false);
  std::unique_ptr<ProfileSummary> summary(known ? ProfileSummary::getFromMD(known) : nullptr);
  *out = summary ? summary->getTotalCount() : 0;
  return summary != nullptr;
}

// Whether a function is hot or cold. The attribute `hot` overrides the profile, and the profile overrides `cold`, as in
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
