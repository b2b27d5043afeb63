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

// Whether an attribute of the function says so, or the section that its code was given.
bool isSaid(const Function &F, Attribute::AttrKind Kind, StringRef Section) {
  return F.hasFnAttribute(Kind) || F.getSectionPrefix().value_or("") == Section;
}

const ProfileSummaryInfo &summary(Function &F, ModuleAnalysisManager &Modules) {
  return Modules.getResult<ProfileSummaryAnalysis>(*F.getParent());
}

Heat profiledHeat(Function &F, ModuleAnalysisManager &Modules) {
  const ProfileSummaryInfo &Summary = summary(F, Modules);
  if (!Summary.hasProfileSummary())
    return Heat::Unknown;
  BlockCounts Counts(F, Modules);
  if (Summary.isFunctionColdInCallGraph(&F, Counts))
    return Heat::Cold;
  return Summary.isFunctionHotInCallGraph(&F, Counts) ? Heat::Hot : Heat::Unknown;
}

} // namespace

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

// Whether a function is hot or cold. The attribute `hot` counts before the profile, and that before `cold`, as in
// LLVM's CodeGenPrepare.
uint32_t fmerge_heat(LLVMValueRef Value, void *Analyses) {
  Function &F = *unwrap<Function>(Value);
  if (isSaid(F, Attribute::Hot, "hot"))
    return uint32_t(Heat::Hot);
  Heat Profiled = profiledHeat(F, *static_cast<ModuleAnalysisManager *>(Analyses));
  bool IsCold = Profiled == Heat::Unknown && isSaid(F, Attribute::Cold, "unlikely");
  return uint32_t(IsCold ? Heat::Cold : Profiled);
}

// Whether the program comes with a profile.
bool fmerge_is_profiled(LLVMValueRef Value, void *Analyses) {
  return summary(*unwrap<Function>(Value), *static_cast<ModuleAnalysisManager *>(Analyses)).hasProfileSummary();
}

} // extern "C"
