// The compiler of the campaign: runs passes, generates code and links, without loading LLVM again for each step.
//
// Consumes lines of fields parted by tabs, and produces a line with a status for each: the exit status of the
// child that did it, or minus the signal that ended it.
//
//   SECONDS LOG passes PIPELINE IN OUT PLUGIN...    as opt does, and as opt verifies the module afterwards
//   SECONDS LOG compile LEVEL IN OUT [FRAMES]       bitcode to an object: the pipeline of a level, then its code; no
//                                                   pipeline if the level is `code`. And what `frames` says of it
//   SECONDS LOG emit LEVEL COUNT ... PLUGIN...      COUNT times PIPELINE IN OUT: bitcode to an object with sections for
//                                                   functions; no object where a pipeline changes nothing, but code
//                                                   where it is empty
//   SECONDS LOG split COUNT KEEP IN OUT             one module into COUNT files, OUT0 and so on, that link to what it
//                                                   was; local symbols stay local if KEEP is `keep`
//   SECONDS LOG link ARGUMENT...                    as ld.lld does
//   SECONDS LOG frames IN OUT                       bitcode to a line for each function that code is generated for: its
//                                                   name; the bytes of its frame; `direct` if calls lead back to it,
//                                                   `pointer` if calls through pointers may, or `none`; and how large
//                                                   its frame may be without a warning
//
// Code is for the target of the module.
//
// Each job has a process of its own, forked from one that has everything loaded and has compiled something, so a
// crash, a hang or spoilt memory ends with its job. What a job says goes to LOG.

#include "../../src/shim/compat_codegen.h"
#include "lld/Common/Driver.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/SplitModule.h"
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#include <fcntl.h>
#include <iostream>
#include <map>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace {

using Fields = std::vector<std::string>;

constexpr rlim_t memory = rlim_t(4) << 30; // Most bytes of address space for a job.
constexpr unsigned patience = 6;           // By the clock, a job may take so many times its processor seconds.

[[noreturn]] void fail(const Twine &why) {
  errs() << "error: " << why << "\n";
  _exit(1);
}

std::unique_ptr<Module> read(const std::string &path, LLVMContext &context) {
  SMDiagnostic problem;
  auto module = parseIRFile(path, problem, context);
  if (!module) {
    problem.print("worker", errs());
    _exit(1);
  }
  return module;
}

CodeGenOptLevel effort(const std::string &level) {
  return level == "-O0" ? CodeGenOptLevel::None : level == "-O1" ? CodeGenOptLevel::Less : CodeGenOptLevel::Default;
}

// Up to LLVM 20, a module holds its triple as text.
template <typename M>
auto set_triple(M &module, const Triple &triple, int) -> decltype(module.setTargetTriple(triple)) {
  module.setTargetTriple(triple);
}
template <typename M> void set_triple(M &module, const Triple &triple, long) { module.setTargetTriple(triple.str()); }

// For position independent code, as clang generates it here. Processor and features are attributes of functions, but
// RISC-V's header of an object is written by what the machine has.
std::unique_ptr<TargetMachine> machine_for(Module &module, CodeGenOptLevel effort, bool sections = false) {
  if (module.getTargetTriple().empty())
    set_triple(module, Triple(sys::getDefaultTargetTriple()), 0);
  const Triple &triple = fmerge::compat::tripleOf(module);
  std::string problem;
  const Target *target = fmerge::compat::lookUpTarget<TargetRegistry>(triple, problem, 0);
  if (!target)
    fail(problem);
  TargetOptions options;
  // Without it constructors and destructors go where lld does not look for them.
  options.UseInitArray = true;
  options.FunctionSections = sections;
  // What LLVM's linker needs for `--icf=safe`, and what clang asks for.
  options.EmitAddrsig = sections;
  bool riscv = triple.isRISCV64();
  options.MCOptions.ABIName = riscv ? "lp64d" : "";
  std::unique_ptr<TargetMachine> machine(fmerge::compat::createMachine(
      0, *target, triple, "", riscv ? "+m,+a,+f,+d,+c" : "", options, Reloc::PIC_, std::nullopt, effort));
  module.setDataLayout(machine->createDataLayout());
  return machine;
}

// All plugins that jobs have named. They stay loaded.
std::map<std::string, PassPlugin> plugins;

Error load(const std::string &path) {
  if (plugins.count(path))
    return Error::success();
  auto plugin = PassPlugin::Load(path);
  if (!plugin)
    return plugin.takeError();
  plugins.emplace(path, *plugin);
  return Error::success();
}

void optimise(Module &module, TargetMachine &machine, const std::string &pipeline, const Fields &with = {}) {
  PassBuilder builder(&machine);
  for (const std::string &path : with) {
    if (auto problem = load(path))
      fail(toString(std::move(problem)));
    plugins.at(path).registerPassBuilderCallbacks(builder);
  }
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager passes;
  if (auto problem = builder.parsePassPipeline(passes, pipeline))
    fail(toString(std::move(problem)));
  passes.addPass(VerifierPass());
  passes.run(module, modules);
}

void generate(Module &module, TargetMachine &machine, raw_pwrite_stream &out) {
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, CodeGenFileType::ObjectFile))
    fail("no code generator for objects");
  passes.run(module);
}

// What jobs have after their limits, log and kind.
using Arguments = Fields;

std::unique_ptr<raw_fd_ostream> open_file(const std::string &path) {
  std::error_code problem;
  auto out = std::make_unique<raw_fd_ostream>(path, problem);
  if (problem)
    fail(path + ": " + problem.message());
  return out;
}

int run_passes(const Arguments &given) {
  LLVMContext context;
  auto module = read(given.at(1), context);
  auto machine = machine_for(*module, CodeGenOptLevel::Default);
  optimise(*module, *machine, given.at(0), Fields(given.begin() + 3, given.end()));
  auto out = open_file(given.at(2));
  WriteBitcodeToFile(*module, *out);
  return 0;
}

SmallVector<char> bitcode(const Module &module) {
  SmallVector<char> bytes;
  raw_svector_ostream out(bytes);
  WriteBitcodeToFile(module, out);
  return bytes;
}

void emit(const std::string &pipeline, const std::string &in, const std::string &out, CodeGenOptLevel effort,
          const Fields &with) {
  LLVMContext context;
  auto module = read(in, context);
  auto machine = machine_for(*module, effort, true);
  if (!pipeline.empty()) {
    SmallVector<char> before = bitcode(*module);
    optimise(*module, *machine, pipeline, with);
    if (bitcode(*module) == before)
      return;
  }
  generate(*module, *machine, *open_file(out));
}

int emit_all(const Arguments &given) {
  size_t end = 2 + 3 * std::stoul(given.at(1));
  for (size_t place = 2; place < end; place += 3)
    emit(given.at(place), given.at(place + 1), given.at(place + 2), effort(given.at(0)),
         Fields(given.begin() + end, given.end()));
  return 0;
}

int split_module(const Arguments &given) {
  LLVMContext context;
  auto module = read(given.at(2), context);
  unsigned number = 0;
  auto write = [&](std::unique_ptr<Module> part) {
    auto out = open_file(given.at(3) + std::to_string(number++));
    WriteBitcodeToFile(*part, *out);
  };
  SplitModule(*module, std::stoul(given.at(0)), write, given.at(1) == "keep");
  return 0;
}

// Keeps what code generation says of frames.
struct FrameSizes : DiagnosticHandler {
  std::map<std::string, std::string> sizes;
  bool isAnalysisRemarkEnabled(StringRef pass) const override { return pass == "prologepilog"; }
  bool isAnyRemarkEnabled() const override { return true; }
  bool handleDiagnostics(const DiagnosticInfo &told) override {
    auto *remark = dyn_cast<DiagnosticInfoOptimizationBase>(&told);
    if (!remark || remark->getRemarkName() != "StackSize")
      return false;
    for (const auto &argument : remark->getArgs())
      if (argument.Key == "NumStackBytes")
        sizes[remark->getFunction().getName().str()] = argument.Val;
    return true;
  }
};

// A jump, as code generation usually makes it: the caller's frame is gone.
bool is_jump(const CallBase &call) {
  auto *simple = dyn_cast<CallInst>(&call);
  return simple && simple->isTailCall() && isa_and_nonnull<ReturnInst>(simple->getNextNode());
}

using Callees = std::map<const Function *, SmallVector<const Function *>>;

// Who calls whom. A call through a pointer, or of another module, may lead to what others see or whose address is
// taken. What is left by a jump alone has no frame below that of the function it calls.
struct Calls {
  Callees direct, all, directKept, allKept;

  explicit Calls(const Module &module) {
    SmallVector<const Function *> seen;
    for (const Function &function : module)
      if (!function.isDeclaration() && (!function.hasLocalLinkage() || function.hasAddressTaken()))
        seen.push_back(&function);
    for (const Function &function : module)
      for (const Instruction &i : instructions(function))
        if (auto *call = dyn_cast<CallBase>(&i); call && !call->isInlineAsm())
          add(function, *call, seen);
  }

  const char *kind(const Function &function) const {
    return leads_back(directKept, direct, function) ? "direct"
           : leads_back(allKept, all, function)     ? "pointer"
                                                    : "none";
  }

private:
  void add(const Function &caller, const CallBase &call, const SmallVector<const Function *> &seen) {
    const Function *callee = call.getCalledFunction();
    SmallVector<const Function *> known;
    if (callee && !callee->isDeclaration())
      known.push_back(callee);
    append_range(direct[&caller], known);
    append_range(all[&caller], callee ? known : seen);
    if (!is_jump(call)) {
      append_range(directKept[&caller], known);
      append_range(allKept[&caller], callee ? known : seen);
    }
  }

  static bool leads_back(const Callees &first, const Callees &then, const Function &from) {
    SmallPtrSet<const Function *, 32> reached;
    SmallVector<const Function *> waiting;
    auto follow = [&](const Callees &calls, const Function *caller) {
      auto found = calls.find(caller);
      for (const Function *callee : found == calls.end() ? SmallVector<const Function *>() : found->second)
        if (reached.insert(callee).second)
          waiting.push_back(callee);
    };
    follow(first, &from);
    while (!waiting.empty() && !reached.contains(&from))
      follow(then, waiting.pop_back_val());
    return reached.contains(&from);
  }
};

// Writes a line for each function of which code generation tells the frame.
void generate_with_frames(Module &module, TargetMachine &machine, raw_pwrite_stream &out, const std::string &lines) {
  auto handler = std::make_unique<FrameSizes>();
  const FrameSizes &told = *handler;
  std::map<std::string, std::string> kinds;
  Calls calls(module);
  for (const Function &function : module)
    kinds[function.getName().str()] =
        (calls.kind(function) + Twine("\t") + function.getFnAttribute("warn-stack-size").getValueAsString()).str();
  module.getContext().setDiagnosticHandler(std::move(handler));
  generate(module, machine, out);
  auto file = open_file(lines);
  for (const auto &[name, size] : told.sizes)
    *file << name << "\t" << size << "\t" << kinds[name] << "\n";
}

int frames(const Arguments &given) {
  // What x86 pushes is no part of frames, and whether it pushes may change from build to build.
  const char *options[] = {"worker", "-no-x86-call-frame-opt"};
  cl::ParseCommandLineOptions(2, options);
  LLVMContext context;
  auto module = read(given.at(0), context);
  auto machine = machine_for(*module, CodeGenOptLevel::Default);
  raw_null_ostream nothing;
  generate_with_frames(*module, *machine, nothing, given.at(1));
  return 0;
}

int compile(const Arguments &given) {
  LLVMContext context;
  auto module = read(given.at(1), context);
  auto machine = machine_for(*module, effort(given.at(0)));
  if (given.at(0) != "code")
    optimise(*module, *machine, "default<" + given.at(0).substr(1) + ">");
  auto out = open_file(given.at(2));
  if (given.size() > 3)
    generate_with_frames(*module, *machine, *out, given.at(3));
  else
    generate(*module, *machine, *out);
  return 0;
}

int link(const Arguments &given) {
  std::vector<const char *> arguments{"ld.lld", "--threads=1"};
  for (const std::string &argument : given)
    arguments.push_back(argument.c_str());
  return lld::lldMain(arguments, outs(), errs(), {{lld::Gnu, &lld::elf::link}}).retCode;
}

void limit(unsigned seconds) {
  auto set = [](int resource, rlim_t soft, rlim_t hard) {
    rlimit bounds{soft, hard};
    setrlimit(resource, &bounds);
  };
  set(RLIMIT_CPU, seconds, seconds + 1);
  set(RLIMIT_AS, memory, memory);
  set(RLIMIT_CORE, 0, 0);
  alarm(seconds * patience);
}

void redirect(const std::string &log) {
  int nothing = open("/dev/null", O_RDONLY);
  int said = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (said < 0)
    _exit(2);
  dup2(nothing, 0);
  dup2(said, 1);
  dup2(said, 2);
}

[[noreturn]] void child(const Fields &job) {
  redirect(job.at(1));
  limit(std::stoul(job.at(0)));
  Arguments given(job.begin() + 3, job.end());
  const std::string &kind = job.at(2);
  int status = kind == "passes"    ? run_passes(given)
               : kind == "compile" ? compile(given)
               : kind == "emit"    ? emit_all(given)
               : kind == "split"   ? split_module(given)
               : kind == "frames"  ? frames(given)
                                   : link(given);
  outs().flush();
  _exit(status);
}

int perform(const Fields &job) {
  size_t first = job.at(2) == "passes" ? 6 : job.at(2) == "emit" ? 5 + 3 * std::stoul(job.at(4)) : 0;
  if (first)
    for (size_t place = first; place < job.size(); ++place)
      consumeError(load(job[place])); // The child says what is wrong with it.
  pid_t process = fork();
  if (process == 0)
    child(job);
  int status = 0;
  while (process < 0 || waitpid(process, &status, 0) < 0)
    if (errno != EINTR)
      exit(2);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

// Compiles a little in this process, so that its children find ready what LLVM prepares once.
void warm_up() {
  for (const char *level : {"-O0", "-O2"}) {
    LLVMContext context;
    SMDiagnostic problem;
    auto module = parseAssemblyString("define i32 @f(i32 %x) {\n ret i32 %x\n}\n", problem, context);
    auto machine = machine_for(*module, effort(level));
    optimise(*module, *machine, std::string("default<") + (level + 1) + ">");
    SmallVector<char> buffer;
    raw_svector_ostream out(buffer);
    generate(*module, *machine, out);
  }
}

Fields split(const std::string &line) {
  SmallVector<StringRef> parts;
  StringRef(line).split(parts, '\t');
  Fields fields;
  for (StringRef part : parts)
    fields.push_back(part.str());
  return fields;
}

} // namespace

int main(int, char **argv) {
  sys::PrintStackTraceOnErrorSignal(argv[0]);
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  InitializeAllAsmPrinters();
  InitializeAllAsmParsers();
  warm_up();
  for (std::string line; std::getline(std::cin, line);)
    std::cout << perform(split(line)) << std::endl;
}
