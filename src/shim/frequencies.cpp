// How often blocks and functions run, by LLVM's estimates and profiles. For src/frequencies.rs.
//
// Consumes: a function, and the ModuleAnalysisManager of the running pass. Produces: frequencies of blocks, counts.
// Guarantees: nothing is changed, and nothing that depends on a body is left in LLVM's caches, so that what is said
// is of the body as it is now.

#include "frequencies.h"
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
#include "llvm/Support/CBindingWrapping.h"

#include <optional>

using namespace llvm;
using namespace fmerge;

namespace {

// LLVM's block frequencies with all that they are computed from. It is computed anew: bodies change here often, and
// the caches of a pass would keep it for every function of the program.
class Frequencies {
public:
  Frequencies(Function &F, ModuleAnalysisManager &Modules)
      : Dominators(F), Loops(Dominators), Branches(F, Loops, &library(F, Modules), &Dominators),
        Blocks(F, Branches, Loops) {}

  uint64_t of(const BasicBlock &B) const { return Blocks.getBlockFreq(&B).getFrequency(); }
  uint64_t ofEntry() const { return Blocks.getEntryFreq().getFrequency(); }
  std::optional<uint64_t> count(const BasicBlock &B) const { return Blocks.getBlockProfileCount(&B); }

private:
  static const TargetLibraryInfo &library(Function &F, ModuleAnalysisManager &Modules) {
    auto &Functions = Modules.getResult<FunctionAnalysisManagerModuleProxy>(*F.getParent()).getManager();
    return Functions.getResult<TargetLibraryAnalysis>(F);
  }

  DominatorTree Dominators;
  LoopInfo Loops;
  BranchProbabilityInfo Branches;
  BlockFrequencyInfo Blocks;
};

// How often a profile saw blocks; frequencies are only computed where there is one. ProfileSummaryInfo asks it what
// it asks of a BlockFrequencyInfo.
class BlockCounts {
public:
  BlockCounts(Function &F, ModuleAnalysisManager &Modules) : F(F), Modules(Modules) {}

  std::optional<uint64_t> getBlockProfileCount(const BasicBlock *B) const {
    auto Entered = F.getEntryCount();
    if (!Entered)
      return std::nullopt;
    if (F.size() == 1)
      return Entered->getCount();
    if (!Known)
      Known.emplace(F, Modules);
    return Known->count(*B);
  }

private:
  Function &F;
  ModuleAnalysisManager &Modules;
  mutable std::optional<Frequencies> Known;
};

// What attributes say. They count in place of a profile, as LLVM's own passes have it.
std::optional<Heat> saidHeat(const Function &F) {
  if (isCalledHot(F))
    return Heat::Hot;
  if (F.hasFnAttribute(Attribute::Cold) || F.getSectionPrefix().value_or("") == "unlikely")
    return Heat::Cold;
  return std::nullopt;
}

Heat profiledHeat(Function &F, ModuleAnalysisManager &Modules) {
  const auto &Summary = Modules.getResult<ProfileSummaryAnalysis>(*F.getParent());
  if (!Summary.hasProfileSummary())
    return Heat::Unknown;
  BlockCounts Counts(F, Modules);
  if (Summary.isFunctionColdInCallGraph(&F, Counts))
    return Heat::Cold;
  return Summary.isFunctionHotInCallGraph(&F, Counts) ? Heat::Hot : Heat::Unknown;
}

} // namespace

bool fmerge::isCalledHot(const Function &F) {
  return F.hasFnAttribute(Attribute::Hot) || F.getSectionPrefix().value_or("") == "hot";
}

//===-- The interface, in the order of src/ffi/frequencies.rs --------------------------------------===//

extern "C" {

// How often blocks of the function run, in the order in which they are asked for; the result is the same of the entry.
uint64_t fmerge_block_frequencies(LLVMValueRef Value, void *Analyses, const LLVMBasicBlockRef *Blocks, size_t Count,
                                  uint64_t *Out) {
  Frequencies Known(*unwrap<Function>(Value), *static_cast<ModuleAnalysisManager *>(Analyses));
  for (LLVMBasicBlockRef Block : ArrayRef(Blocks, Count))
    *Out++ = Known.of(*unwrap(Block));
  return Known.ofEntry();
}

// How often a profile saw the function entered; false where no profile says that.
bool fmerge_entry_count(LLVMValueRef Value, uint64_t *Out) {
  auto Entered = unwrap<Function>(Value)->getEntryCount();
  *Out = Entered ? Entered->getCount() : 0;
  return Entered.has_value();
}

// Whether a function is hot, by its attributes and then by the profile.
uint32_t fmerge_heat(LLVMValueRef Value, void *Analyses) {
  Function &F = *unwrap<Function>(Value);
  std::optional<Heat> Said = saidHeat(F);
  return uint32_t(Said ? *Said : profiledHeat(F, *static_cast<ModuleAnalysisManager *>(Analyses)));
}

} // extern "C"
