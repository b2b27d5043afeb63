// Modules of a link, written down and finished in another link. Defined in gather.cpp.
#pragma once

#include "llvm/IR/PassManager.h"

#include <string>

namespace fmerge {

// Writes the module as it is to a file of its own below a folder: bitcode as full LTO takes it, and beside it what the
// linker calls the module. Ends the program with a message where that cannot be done.
class GatherPass : public llvm::PassInfoMixin<GatherPass> {
public:
  explicit GatherPass(std::string folder) : folder(std::move(folder)) {}

  static llvm::StringRef name() { return "FMergeGatherPass"; }

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  std::string folder;
};

// What runs before our passes over modules that were optimised apart, and have become one.
void tidyUp(llvm::ModulePassManager &passes);

// What runs behind them: the end of LLVM's pipeline for one module.
void finish(llvm::ModulePassManager &passes);

// Ends the program: a plain message, a failing exit status, no crash report.
[[noreturn]] void stop(const std::string &message);

} // namespace fmerge
