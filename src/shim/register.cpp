// Registration: pass names, extension points, and the options that LLVM's drivers hand to the plugin.
//
// src/register.rs says which pass a text names and what runs at an extension point.

#include "attributes.h"
#include "compat.h"
#include "crossing.h"
#include "enumerations.h"
#include "gather.h"
#include "selftest.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>

using namespace llvm;
using fmerge::Point;

// The options, from the moment that loading.cpp registers them.
static cl::opt<std::string> *pipeline, *earlyPipeline, *codegenPipeline, *gatherFolder, *isGathered;

// Whether another copy of the library, from another path, was loaded before this one.
static bool otherCopy = false;

// LLVM ends the program when an option is registered twice, so all copies of the library share one.
static cl::opt<std::string> *option(StringRef name, StringRef meaning) {
  if (cl::Option *known = cl::getRegisteredOptions().lookup(name)) {
    otherCopy = true;
    return static_cast<cl::opt<std::string> *>(known);
  }
  return new cl::opt<std::string>(name, cl::value_desc("passes"), cl::desc(meaning));
}

void fmergeRegisterOptions() {
  pipeline = option("fmerge-pipeline",
                    "What fmerge runs by itself: a preset, or its passes, separated by commas; 'none' switches it off");
  earlyPipeline = option("fmerge-early-pipeline",
                         "What fmerge runs in full LTO before the program is optimised; 'none' switches it off");
  codegenPipeline =
      option("fmerge-codegen-pipeline", "What fmerge runs right before code generation; nothing unless given");
  // `fmerge ld --across` gives these two in one link after the other.
  gatherFolder =
      option("fmerge-gather",
             "A folder that gets the modules of a link when they are optimised; nothing is merged at the end");
  isGathered = option("fmerge-gathered", "Whether the modules of a link are such ones");
  // This option has no effect. `fmerge cc` gives it, so that compiler caches notice another plugin.
  option("fmerge-digest", "Which plugin it is, for caches of compilers");
}

// These functions are defined by src/register.rs. None of them unwinds or ends the program; errors go to `error`.
extern "C" {
bool fmerge_claim_pass(const char *text, size_t length, std::string *error);
void *fmerge_no_facts();
void fmerge_forget_facts(void *facts);
bool fmerge_run_pass(LLVMModuleRef module, void *analyses, uint32_t point, uint64_t sections, const char *text,
                     size_t length, void *facts, std::string *error);
void fmerge_default_pipeline(const FmergePipelineQuestion *question,
                             void (*add)(void *place, const char *text, size_t length), void *place,
                             std::string *error);
}

namespace {

// Ends the program with a plain message and a failing exit status, without a crash report. LLVM's own ways do not fit:
// Process::Exit prints a stack dump where clang recovers from crashes. reportFatalUsageError runs the program's static
// destructors while its other threads still run, which then sometimes crash (ThinLTO in lld).
[[noreturn]] void stop(const std::string &message) {
  errs() << "fmerge: error: " + message + "\n";
  sys::RunInterruptHandlers(); // removes half-written outputs
  std::_Exit(1);
}

void stopOn(const std::string &error) {
  if (!error.empty())
    stop(error);
}

// What one of our passes found of a module, for the next (src/module.rs). They keep it up to date when they change the
// module. LLVM forgets it when another pass does.
class FactsAnalysis : public AnalysisInfoMixin<FactsAnalysis> {
public:
  struct Forget {
    void operator()(void *facts) const { fmerge_forget_facts(facts); }
  };
  using Result = std::unique_ptr<void, Forget>;

  Result run(Module &, ModuleAnalysisManager &) { return Result(fmerge_no_facts()); }

private:
  friend AnalysisInfoMixin<FactsAnalysis>;
  static AnalysisKey Key;
};

AnalysisKey FactsAnalysis::Key;

// One of our passes in a pipeline. It is not `isRequired`, so that opt-bisect-limit may skip it like any optimisation.
// That helps to find a wrong merge.
class FMergePass : public PassInfoMixin<FMergePass> {
public:
  FMergePass(StringRef text, Point point, uint64_t sections) : text(text.str()), point(point), sections(sections) {}

  static StringRef name() { return "FMergePass"; }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &analyses) {
    std::string error;
    fmerge::forgetAttributeSets();
    fmerge::compat::DebugRecords records(module);
    analyses.registerPass([] { return FactsAnalysis(); }); // unless an earlier pass has
    void *facts = analyses.getResult<FactsAnalysis>(module).get();
    bool changed =
        fmerge_run_pass(wrap(&module), &analyses, uint32_t(point), sections, text.data(), text.size(), facts, &error);
    stopOn(error);
    PreservedAnalyses preserved = changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
    preserved.preserve<FactsAnalysis>();
    return preserved;
  }

  // Makes -print-pipeline-passes print what -passes accepts.
  void printPipeline(raw_ostream &out, function_ref<StringRef(StringRef)>) const { out << text; }

private:
  std::string text;
  Point point;
  uint64_t sections;
};

// Writes modules down.
class GatherPass : public PassInfoMixin<GatherPass> {
public:
  static StringRef name() { return "FMergeGatherPass"; }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    stopOn(fmerge::gather(module, *gatherFolder));
    return PreservedAnalyses::all();
  }
};

// Ends the program if the assembler text of modules that were written down no longer means the same symbols.
class CheckAssemblyPass : public PassInfoMixin<CheckAssemblyPass> {
public:
  static StringRef name() { return "FMergeCheckAssemblyPass"; }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    stopOn(fmerge::checkAssembly(module));
    return PreservedAnalyses::all();
  }
};

// Reads the target machine of a pass builder, which is a private member without an accessor. An explicit instantiation
// of a template may name private members.
template <TargetMachine *PassBuilder::*member> struct Machine {
  friend const TargetMachine *machineOf(const PassBuilder &builder) { return builder.*member; }
};
template struct Machine<&PassBuilder::TM>;
const TargetMachine *machineOf(const PassBuilder &builder);

// How code is generated after a pipeline, if that is known: one bit for each `SectionFact`.
uint64_t sectionsOf(const TargetMachine *machine) {
  fmerge::Facts<fmerge::SectionFact> facts;
  if (machine) {
    facts.set(fmerge::SectionFact::FunctionsApart, machine->Options.FunctionSections);
    facts.set(fmerge::SectionFact::FunctionsTogether, !machine->Options.FunctionSections);
    facts.set(fmerge::SectionFact::DataApart, machine->Options.DataSections);
    facts.set(fmerge::SectionFact::OperationsFused, machine->Options.AllowFPOpFusion == FPOpFusion::Fast);
  }
  return facts.bits;
}

bool parsePass(StringRef name, ModulePassManager &passes, uint64_t sections) {
  std::string error;
  bool ours = fmerge_claim_pass(name.data(), name.size(), &error);
  stopOn(error);
  if (!ours)
    return false;
  passes.addPass(FMergePass(name, Point::ByHand, sections));
  return true;
}

// Where passes of ours are to be added: the pipeline, and the point in it.
struct Place {
  ModulePassManager &passes;
  Point point;
  uint64_t sections;
};

void addPass(void *where, const char *text, size_t length) {
  auto &place = *static_cast<Place *>(where);
  place.passes.addPass(FMergePass(StringRef(text, length), place.point, place.sections));
}

void addDefaultPipeline(ModulePassManager &passes, Point point, uint64_t sections) {
  std::string error;
  FmergePipelineQuestion question{pipeline->data(),      pipeline->size(),        earlyPipeline->data(),
                                  earlyPipeline->size(), codegenPipeline->data(), codegenPipeline->size(),
                                  uint32_t(point)};
  Place place{passes, point, sections};
  fmerge_default_pipeline(&question, addPass, &place, &error);
  stopOn(error);
}

// Runs passes where LLVM has no pass builder, with its usual instrumentation (bisection, printing).
void run(ModulePassManager &passes, Module &module, TargetMachine &machine) {
  PassInstrumentationCallbacks callbacks;
  StandardInstrumentations instrumentations(module.getContext(), /*DebugLogging=*/false);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  instrumentations.registerCallbacks(callbacks, &modules);
  PassBuilder builder(&machine, PipelineTuningOptions(), std::nullopt, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  passes.run(module, modules);
}

// Adds what runs before the whole program is optimised.
void addEarly(ModulePassManager &passes, OptimizationLevel level, uint64_t sections) {
  if (!gatherFolder->empty())
    return;
  if (!isGathered->empty()) {
    passes.addPass(CheckAssemblyPass());
    return fmerge::tidyUp(passes);
  }
  ModulePassManager ours;
  addDefaultPipeline(ours, Point::LinkEarly, sections);
  if (ours.isEmpty())
    return;
  if (level != OptimizationLevel::O0)
    fmerge::tidyUp(passes);
  passes.addPass(std::move(ours));
}

// Adds what runs at the end of a link step.
void addLast(ModulePassManager &passes, uint64_t sections) {
  if (!gatherFolder->empty())
    return passes.addPass(GatherPass());
  addDefaultPipeline(passes, Point::LinkLast, sections);
  if (!isGathered->empty())
    fmerge::finish(passes);
}

// Whether our passes are registered already, because the library was named twice, or because there is another copy of
// it. Then every pass would run twice.
bool isRegistered(PassBuilder &builder) {
  ModulePassManager passes;
  return !errorToBool(builder.parsePassPipeline(passes, "fmerge"));
}

// Warns once if this copy of the library is not the one that works.
void tellOfOtherCopy() {
  static std::once_flag told;
  if (otherCopy)
    std::call_once(told, [] { errs() << "fmerge: warning: two copies of the plugin are loaded; the first is used\n"; });
}

// Runs the self-test of LLVM, once in each process.
void requireLikeLLVM() {
  static std::once_flag tested;
  std::call_once(tested, [] { stopOn(fmergeSelfTest()); });
}

// Ends the program if something is to run before code generation, but LLVM calls no plugins there.
void requireNothingBeforeCodegen() {
  if (fmerge::compat::callsBeforeCodegen)
    return;
  ModulePassManager passes;
  addDefaultPipeline(passes, Point::BeforeCodegen, 0);
  if (!passes.isEmpty())
    stop("-fmerge-codegen-pipeline and FMERGE_CODEGEN_PIPELINE need LLVM 22 or newer: LLVM " +
         std::to_string(LLVM_VERSION_MAJOR) +
         " calls no plugin before it generates code; use -fmerge-pipeline or FMERGE_PIPELINE");
}

} // namespace

extern "C" void fmerge_register_callbacks(PassBuilder *builder) {
  requireLikeLLVM();
  requireNothingBeforeCodegen();
  if (isRegistered(*builder))
    return tellOfOtherCopy();
  uint64_t sections = sectionsOf(machineOf(*builder));
  builder->registerPipelineParsingCallback(
      [=](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement> inner) {
        return inner.empty() && parsePass(name, passes, sections); // our passes hold no others
      });
  fmerge::compat::atOptimizerLast(*builder,
                                  [=](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase phase) {
                                    if (phase == ThinOrFullLTOPhase::None)
                                      addDefaultPipeline(passes, Point::CompileLast, sections);
                                    else if (phase == ThinOrFullLTOPhase::ThinLTOPostLink)
                                      addLast(passes, sections);
                                  });
  fmerge::compat::atThinBackEndStart(
      *builder, [=](ModulePassManager &passes) { addDefaultPipeline(passes, Point::ThinEarly, sections); });
  builder->registerFullLinkTimeOptimizationEarlyEPCallback(
      [=](ModulePassManager &passes, OptimizationLevel level) { addEarly(passes, level, sections); });
  builder->registerFullLinkTimeOptimizationLastEPCallback(
      [=](ModulePassManager &passes, OptimizationLevel) { addLast(passes, sections); });
}

// LLVM calls this as `PassPluginLibraryInfo::PreCodeGenCallback`. The pointers are the references among its parameters.
// The result is false: LLVM is to generate the code.
extern "C" bool fmerge_before_codegen(Module *module, TargetMachine *machine, int32_t, void *) {
  ModulePassManager passes;
  addDefaultPipeline(passes, Point::BeforeCodegen, sectionsOf(machine));
  if (!passes.isEmpty())
    run(passes, *module, *machine);
  return false;
}

extern "C" void fmerge_set_error(std::string *error, const char *text, size_t length) { error->assign(text, length); }
