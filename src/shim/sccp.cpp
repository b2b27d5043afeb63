// What interprocedural constant propagation will fold. For src/propagation.rs (its Rust side: src/ffi/sccp.rs).
//
// Consumes: a module, and the ModuleAnalysisManager of the running pass. Produces: for each local function whose
// parameters have the same constants in all calls, how much of it folds. Also the local functions that only unreached
// code refers to: all of these folds. Guarantees: nothing is changed. Only functions with constant parameters are
// looked into, with the solver of LLVM's pass `ipsccp`. That pass sees more (results, variables, branches), so it folds
// no less.

#include "describe.h"
#include "reach.h"
#include "standing.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueLatticeUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/SCCPSolver.h"

using namespace llvm;
using namespace fmerge;

namespace {

// Finds parameters that have one constant in all calls. It may come by way of parameters of the callers.
class ConstantParameters {
public:
  explicit ConstantParameters(Module &m) {
    SmallVector<Function *> closed;
    for (Function &f : m)
      if (!f.isDeclaration() && canTrackArgumentsInterprocedurally(&f))
        closed.push_back(&f);
    SetVector<Argument *> waiting;
    for (Function *f : closed)
      for (Argument &a : f->args()) {
        known[&a] = {};
        waiting.insert(&a);
      }
    // Each parameter gets a constant at most once, and loses it at most once.
    while (!waiting.empty()) {
      Argument *a = waiting.pop_back_val();
      if (update(*a))
        forEachPassed(*a, [&](Argument &to) { waiting.insert(&to); });
    }
  }

  Constant *of(const Argument &a) const { return known.lookup(&a).constant; }

private:
  // No constant is known if no call is known yet, or if calls differ.
  struct State {
    Constant *constant = nullptr;
    bool differs = false;
    bool operator==(const State &other) const { return constant == other.constant && differs == other.differs; }
  };

  State of(Value *given) const {
    if (auto *c = dyn_cast<Constant>(given))
      return {c, false};
    if (auto *a = dyn_cast<Argument>(given))
      if (auto found = known.find(a); found != known.end())
        return found->second;
    return {nullptr, true};
  }

  // Calls `then` with each parameter that is looked at and gets the value of `a`.
  template <typename Then> void forEachPassed(const Argument &a, Then then) const {
    for (const Use &u : a.uses()) {
      const auto *call = dyn_cast<CallBase>(u.getUser());
      Function *to = call && call->isArgOperand(&u) ? call->getCalledFunction() : nullptr;
      unsigned n = to ? call->getArgOperandNo(&u) : 0;
      if (to && n < to->arg_size() && known.contains(to->getArg(n)))
        then(*to->getArg(n));
    }
  }

  bool update(Argument &a) {
    State &state = known[&a];
    if (state.differs)
      return false;
    State now = state;
    for (const Use &u : a.getParent()->uses()) {
      const auto *call = dyn_cast<CallBase>(u.getUser());
      if (!call || !call->isCallee(&u)) // the address of a block, or what an assumption says of the function
        continue;
      State given = of(call->getArgOperand(a.getArgNo()));
      if (given.differs || (given.constant && now.constant && given.constant != now.constant))
        now = {nullptr, true};
      else if (given.constant)
        now.constant = given.constant;
      if (now.differs)
        break;
    }
    bool changed = !(now == state);
    state = now;
    return changed;
  }

  DenseMap<const Argument *, State> known;
};

SmallVector<ArgInfo> constantsOf(Function &f, const ConstantParameters &parameters) {
  SmallVector<ArgInfo> out;
  for (Argument &a : f.args())
    if (Constant *c = a.use_empty() || a.getType()->isStructTy() ? nullptr : parameters.of(a))
      out.emplace_back(&a, c);
  return out;
}

void begin(Function &f, const SmallVector<ArgInfo> &constants, SCCPSolver &solver) {
  for (Argument &a : f.args())
    if (none_of(constants, [&](const ArgInfo &one) { return one.Formal == &a; }))
      solver.markOverdefined(&a);
  solver.setLatticeValueForSpecializationArguments(&f, constants);
  solver.markBlockExecutable(&f.front());
}

// Whether an instruction that can be reached goes, because its value is a constant.
bool becomesConstant(Instruction &i, const SCCPSolver &solver) {
  return !i.getType()->isVoidTy() && !i.mayHaveSideEffects() && !i.isTerminator() && solver.getConstantOrNull(&i);
}

// How many instructions a function has, and how many of them go.
struct Folding {
  uint64_t all = 0;
  uint64_t folded = 0;
};

Folding foldingOf(Function &f, const SCCPSolver &solver) {
  Folding found;
  for (BasicBlock &b : f) {
    bool isReached = solver.isBlockExecutable(&b);
    for (Instruction &i : b) {
      if (i.isDebugOrPseudoInst())
        continue;
      ++found.all;
      found.folded += !isReached || becomesConstant(i, solver);
    }
  }
  return found;
}

// Local functions that nobody needs: only code that is never reached refers to them, or other such functions. For
// example, if a compressor is always made for level 9, nothing ever gets the addresses of the functions for lower
// levels.
class Unreached {
public:
  Unreached(const Module &m, ArrayRef<Function *> looked, const SCCPSolver &solver)
      : solver(solver), looked(looked.begin(), looked.end()) {
    SetVector<const Function *> waiting;
    for (const Function &f : m)
      if (isClosed(f))
        waiting.insert(&f);
    while (!waiting.empty()) {
      const Function *f = waiting.pop_back_val();
      if (found.contains(f) || isNeeded(*f))
        continue;
      found.insert(f);
      // These functions may have been needed by this one alone.
      for (const Instruction &i : instructions(*f))
        for (const Use &u : i.operands())
          if (const auto *named = dyn_cast<Function>(u); named && isClosed(*named))
            waiting.insert(named);
    }
  }

  bool contains(const Function *f) const { return found.contains(f); }
  ArrayRef<const Function *> all() const { return found.getArrayRef(); }

private:
  // Whether reached code, or a variable, refers to the function, perhaps by way of other constants.
  bool isNeeded(const Function &f) const {
    DenseMap<const User *, bool> known;
    return reaches<User>(
        f, known, [](const User &named) { return named.users(); },
        [&](const User *by) {
          if (const auto *i = dyn_cast<Instruction>(by))
            return std::pair<bool, const User *>(isReached(*i), nullptr);
          return std::pair(isa<GlobalValue>(by), by);
        });
  }

  bool isReached(const Instruction &i) const {
    const Function *f = i.getFunction();
    return !found.contains(f) &&
           (!looked.contains(f) || solver.isBlockExecutable(const_cast<BasicBlock *>(i.getParent())));
  }

  const SCCPSolver &solver;
  SmallPtrSet<const Function *, 16> looked;
  SetVector<const Function *> found;
};

} // namespace

//===-- The interface, in the order of src/ffi/sccp.rs ----------------------------------------------===//

extern "C" {

// For each function of which something folds: the function, how many instructions it has, how many of them go, how many
// of its parameters have constants, and these constants.
void fmerge_folded_by_propagation(LLVMModuleRef module, void *analyses, WordSink sink, void *context) {
  Module &m = *unwrap(module);
  auto &modules = *static_cast<ModuleAnalysisManager *>(analyses);
  auto &functions = modules.getResult<FunctionAnalysisManagerModuleProxy>(m).getManager();
  auto library = [&](Function &f) -> const TargetLibraryInfo & {
    return functions.getResult<TargetLibraryAnalysis>(f);
  };
  ConstantParameters parameters(m);
  SCCPSolver solver(m.getDataLayout(), library, m.getContext());
  SmallVector<std::pair<Function *, SmallVector<ArgInfo>>> all;
  for (Function &f : m)
    if (auto constants = constantsOf(f, parameters); !constants.empty()) {
      begin(f, constants, solver);
      all.emplace_back(&f, std::move(constants));
    }
  SmallVector<Function *> looked(map_range(all, [](const auto &one) { return one.first; }));
  solver.solveWhileResolvedUndefsIn(looked);
  Words out;
  Unreached unreached(m, looked, solver);
  for (const Function *f : unreached.all()) {
    uint64_t count = f->getInstructionCount();
    out.append({word(f), count, count, 0});
  }
  for (const auto &[f, constants] : all) {
    Folding found = foldingOf(*f, solver);
    if (found.folded == 0 || unreached.contains(f))
      continue;
    out.append({word(f), found.all, found.folded, uint64_t(constants.size())});
    for (const ArgInfo &one : constants)
      out.push_back(word(one.Actual));
  }
  sink(context, out.data(), out.size());
}

} // extern "C"
