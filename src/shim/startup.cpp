// Who calls whom outside of loops. For src/startup.rs (its Rust side: src/ffi/startup.rs).
//
// Consumes: functions of one module. Produces: what the program starts with, the calls of a function, and whether
// bodies have cycles. Guarantees: nothing is changed. If a call may be repeated, or is not seen, nothing is said of its
// callee. A call that returns twice counts as a cycle through the whole function that contains it.

#include "describe.h"
#include "standing.h"
#include "starting.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"

#include <optional>

using namespace llvm;
using namespace fmerge;

namespace {

// Finds blocks that can be executed twice in one call of their function. Each function is looked at once.
class Cycles {
public:
  bool contain(const BasicBlock &b) { return of(*b.getParent()).contains(&b); }
  bool areIn(const Function &f) { return !of(f).empty(); }

private:
  using Blocks = DenseSet<const BasicBlock *>;

  const Blocks &of(const Function &f) {
    auto [found, isNew] = known.try_emplace(&f);
    if (isNew)
      found->second = find(f);
    return found->second;
  }

  static Blocks find(const Function &f) {
    Blocks out;
    bool everywhere = f.callsFunctionThatReturnsTwice();
    for (auto part = scc_begin(&f); !part.isAtEnd(); ++part)
      if (everywhere || part.hasCycle())
        out.insert(part->begin(), part->end());
    return out;
  }

  DenseMap<const Function *, Blocks> known;
};

// How often a parameter is called in one call of its function; none if it is used otherwise or in a cycle.
std::optional<uint32_t> callsOf(const Argument &a, Cycles &cycles) {
  uint32_t count = 0;
  for (const Use &u : a.uses()) {
    const auto *call = dyn_cast<CallBase>(u.getUser());
    if (!call || !call->isCallee(&u) || cycles.contain(*call->getParent()))
      return std::nullopt;
    ++count;
  }
  return count;
}

// How often a use leads to a call of the function each time that `call`, which has the use, is executed; none if that
// is not known.
std::optional<uint32_t> callsThrough(const Use &u, const CallBase &call, Cycles &cycles) {
  if (call.isCallee(&u))
    return 1;
  const Function *to = call.getCalledFunction();
  if (!to || to->isDeclaration() || to->isInterposable() || !call.isArgOperand(&u) ||
      call.getArgOperandNo(&u) >= to->arg_size())
    return std::nullopt;
  return callsOf(*to->getArg(call.getArgOperandNo(&u)), cycles);
}

} // namespace

//===-- The interface, in the order of src/ffi/startup.rs -------------------------------------------===//

extern "C" {

void *fmerge_cycles_create() { return new Cycles(); }

void fmerge_cycles_dispose(void *cycles) { delete static_cast<Cycles *>(cycles); }

// The functions that the module's program starts with: `main`, by the names that targets have for it, and the functions
// that run before and after it.
void fmerge_starts(LLVMModuleRef module, WordSink sink, void *context) {
  const Module &m = *unwrap(module);
  Words out;
  forEachMain(m, [&](const Function &f) {
    if (f.use_empty())
      out.push_back(word(&f));
  });
  forEachListed(m, [&](const Function &f, const ConstantStruct &) {
    if (isClosed(f) && f.hasOneUse()) // nothing else refers to it
      out.push_back(word(&f));
  });
  sink(context, out.data(), out.size());
}

// The closed functions that calls in a body name, as callee or as argument. A function that is named twice is there
// twice.
void fmerge_named_functions(LLVMValueRef value, WordSink sink, void *context) {
  Words out;
  for (const Instruction &i : instructions(unwrap<Function>(value)))
    if (isa<CallBase>(i))
      for (const Use &u : i.operands())
        if (const auto *f = dyn_cast<Function>(u); f && isClosed(*f))
          out.push_back(word(f));
  sink(context, out.data(), out.size());
}

// The functions that have the calls which use a closed function. False if it is used otherwise, or more than `most`
// times.
bool fmerge_callers(LLVMValueRef value, size_t most, WordSink sink, void *context) {
  const Function &f = *unwrap<Function>(value);
  if (f.hasNUsesOrMore(unsigned(most) + 1))
    return false;
  Words out;
  for (const User *user : f.users()) {
    const auto *call = dyn_cast<CallBase>(user);
    if (!call)
      return false;
    out.push_back(word(call->getFunction()));
  }
  sink(context, out.data(), out.size());
  return true;
}

// The same, but each caller is followed by how often the call leads to the function at most. False if that is not
// known, or if the call may be repeated.
bool fmerge_calls_outside_cycles(LLVMValueRef value, void *cycles, WordSink sink, void *context) {
  const Function &f = *unwrap<Function>(value);
  Cycles &known = *static_cast<Cycles *>(cycles);
  Words out;
  for (const Use &u : f.uses()) {
    const auto &call = *cast<CallBase>(u.getUser());
    std::optional<uint32_t> times = callsThrough(u, call, known);
    if (!times || known.contain(*call.getParent()))
      return false;
    out.push_back(word(call.getFunction()));
    out.push_back(*times);
  }
  sink(context, out.data(), out.size());
  return true;
}

// Whether a block of the function can be executed twice in one call of it.
bool fmerge_has_cycle(LLVMValueRef value, void *cycles) {
  return static_cast<Cycles *>(cycles)->areIn(*unwrap<Function>(value));
}

} // extern "C"
