// Equal copies of real functions, under every linkage, which calls reach at random.
//
// Some copies promise less to the optimizer than others, and some are no copies: they note a number of their
// own first, so that the program's output shows when one of these was taken for another.

#include "twins.h"

#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace twins {

namespace {

// A group of its own for each function that the linker may take from another object.
void give_linkage(Function &function, Chance &chance) {
  static const std::vector<GlobalValue::LinkageTypes> linkages = {
      GlobalValue::InternalLinkage, GlobalValue::InternalLinkage,    GlobalValue::PrivateLinkage,
      GlobalValue::ExternalLinkage, GlobalValue::ExternalLinkage,    GlobalValue::WeakAnyLinkage,
      GlobalValue::WeakODRLinkage,  GlobalValue::LinkOnceODRLinkage, GlobalValue::LinkOnceAnyLinkage};
  function.setVisibility(GlobalValue::DefaultVisibility);
  function.setLinkage(chance.of(linkages));
  if (function.isDiscardableIfUnused() && !function.hasLocalLinkage() && chance.once_in(2))
    function.setComdat(function.getParent()->getOrInsertComdat(function.getName()));
  if (function.hasExternalLinkage() && chance.once_in(2))
    function.setVisibility(GlobalValue::HiddenVisibility);
  function.setDSOLocal(function.hasLocalLinkage() || function.hasHiddenVisibility());
  function.setUnnamedAddr(chance.once_in(2) ? GlobalValue::UnnamedAddr::Global : GlobalValue::UnnamedAddr::None);
}

void promise_less(Function &function, Chance &chance) {
  function.removeFnAttr(Attribute::NoUnwind);
  for (BasicBlock &block : function)
    for (Instruction &instruction : block) {
      if (!chance.once_in(3))
        continue;
      instruction.dropPoisonGeneratingFlags();
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple())
        load->setAlignment(Align(1));
    }
}

void note_itself(Function &function, GlobalVariable &state, Chance &chance) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  note(builder, state, builder.getInt64(chance.number()));
}

Function *make_copy(Function &original, GlobalVariable &state, Chance &chance) {
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&original, map);
  copy->setName(original.getName() + ".copy");
  copy->setComdat(nullptr);
  give_linkage(*copy, chance);
  if (chance.once_in(3))
    promise_less(*copy, chance);
  if (chance.once_in(4))
    note_itself(*copy, state, chance);
  return copy;
}

// Calls of a function reach it or any of its copies, from the copies too.
void spread_calls(Function &original, const std::vector<Function *> &all, Chance &chance) {
  std::vector<CallBase *> calls;
  for (const Use &use : original.uses())
    if (auto *call = dyn_cast<CallBase>(use.getUser()); call && call->isCallee(&use))
      calls.push_back(call);
  for (CallBase *call : calls)
    call->setCalledOperand(chance.of(all));
}

} // namespace

void make_copies(const std::vector<Function *> &originals, GlobalVariable &state, Chance &chance) {
  std::vector<std::vector<Function *>> families;
  for (Function *original : originals) {
    families.push_back({original});
    for (uint64_t left = 1 + chance.below(4); left > 0; --left)
      families.back().push_back(make_copy(*original, state, chance));
  }
  for (const std::vector<Function *> &family : families)
    spread_calls(*family.front(), family, chance);
}

} // namespace twins
