// Registration: pass names, extension points and the option that LLVM's drivers hand to the plugin.
//
// Which pass a text names, and what runs at an extension point, is answered by src/register.rs.

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"

#include <string>

using namespace llvm;

static cl::opt<std::string> Pipeline(
    "fmerge-pipeline", cl::value_desc("passes"),
    cl::desc("What fmerge runs by itself: its passes, separated by commas; 'none' switches it off"));

// What src/register.rs defines. None of these unwinds; a text that is wrong ends the program.
extern "C" {
bool fmerge_claim_pass(const char *text, size_t length);
bool fmerge_run_pass(LLVMModuleRef module, void *analyses, const char *text, size_t length);
void fmerge_default_pipeline(const char *option, size_t length,
                             void (*add)(void *passes, const char *text, size_t length), void *passes);
}

namespace {

// One pass of ours in a pipeline. Not `isRequired`: opt-bisect-limit may leave it out, as it may any
// optimisation, which is how a wrong merge is found.
class FMergePass : public PassInfoMixin<FMergePass> {
public:
  explicit FMergePass(StringRef text) : text(text.str()) {}

  static StringRef name() { return "FMergePass"; }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &analyses) {
    bool changed = fmerge_run_pass(wrap(&module), &analyses, text.data(), text.size());
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

  // So that -print-pipeline-passes gives back what can be given to -passes.
  void printPipeline(raw_ostream &out, function_ref<StringRef(StringRef)>) const { out << text; }

private:
  std::string text;
};

bool parsePass(StringRef name, ModulePassManager &passes) {
  if (!fmerge_claim_pass(name.data(), name.size()))
    return false;
  passes.addPass(FMergePass(name));
  return true;
}

void addPass(void *passes, const char *text, size_t length) {
  static_cast<ModulePassManager *>(passes)->addPass(FMergePass(StringRef(text, length)));
}

void addDefaultPipeline(ModulePassManager &passes) {
  fmerge_default_pipeline(Pipeline.data(), Pipeline.size(), addPass, &passes);
}

// Code gets its last shape here, except where a link step will optimise the whole program again.
bool isLastPhase(ThinOrFullLTOPhase phase) {
  return phase == ThinOrFullLTOPhase::None || phase == ThinOrFullLTOPhase::ThinLTOPostLink;
}

} // namespace

extern "C" void fmerge_register_callbacks(PassBuilder *builder) {
  builder->registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        return parsePass(name, passes);
      });
  builder->registerOptimizerLastEPCallback(
      [](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase phase) {
        if (isLastPhase(phase))
          addDefaultPipeline(passes);
      });
  builder->registerFullLinkTimeOptimizationLastEPCallback(
      [](ModulePassManager &passes, OptimizationLevel) { addDefaultPipeline(passes); });
}

// Ends the program with a plain message and a failing exit status: no crash report, no return.
extern "C" void fmerge_fatal_error(const char *text, size_t length) {
  reportFatalUsageError(StringRef(text, length));
}
