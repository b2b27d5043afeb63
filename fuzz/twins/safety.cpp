// What keeps a program free of undefined behaviour when functions are changed.

#include "twins.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace twins {
namespace {

// Whether a branch must not go where it can.
bool may_go_wrong(const Instruction &i) {
  return i.isTerminator() && any_of(successors(&i), [](const BasicBlock *block) {
           return isa<UnreachableInst>(block->getFirstNonPHIOrDbg());
         });
}

// The operands of one instruction that must keep the values they would have had.
void add_delicate_operands(Instruction &i, SmallVectorImpl<Value *> &work) {
  bool all = isa<GetElementPtrInst, AllocaInst, IntToPtrInst, FPToSIInst, FPToUIInst, IntrinsicInst>(i);
  auto *call = dyn_cast<CallBase>(&i);
  if (all || (call && (!call->getCalledFunction() || call->getCalledFunction()->isDeclaration())) || may_go_wrong(i))
    work.push_back(&i);
  else if (i.isIntDivRem() || i.isShift())
    work.push_back(i.getOperand(1));
  for (Value *operand : i.operands())
    if (operand->getType()->isPointerTy())
      work.push_back(operand);
}

// What was stored to a stack slot decides what is loaded from it.
void add_stores(const LoadInst &load, SmallVectorImpl<Value *> &work) {
  auto *slot = dyn_cast<AllocaInst>(load.getPointerOperand());
  if (!slot)
    return;
  for (const User *user : slot->users())
    if (auto *store = dyn_cast<StoreInst>(user))
      work.push_back(const_cast<StoreInst *>(store));
}

// Which value a φ takes is decided by the branches between its block's dominator and its block; the first and
// the last of them stand for all.
void add_deciders(const PHINode &phi, const DominatorTree &dominators, SmallVectorImpl<Value *> &work) {
  for (const BasicBlock *block : phi.blocks())
    work.push_back(const_cast<Instruction *>(block->getTerminator()));
  if (auto *node = dominators.getNode(phi.getParent()); node && node->getIDom())
    work.push_back(node->getIDom()->getBlock()->getTerminator());
}

// Everything that the values are computed from, themselves included.
Frozen closed(SmallVector<Value *, 32> work, const DominatorTree &dominators) {
  Frozen frozen;
  while (!work.empty()) {
    auto *i = dyn_cast<Instruction>(work.pop_back_val());
    if (!i || !frozen.insert(i).second)
      continue;
    append_range(work, i->operand_values());
    if (auto *load = dyn_cast<LoadInst>(i))
      add_stores(*load, work);
    if (auto *phi = dyn_cast<PHINode>(i))
      add_deciders(*phi, dominators, work);
  }
  return frozen;
}

// A list without what says that a call neither writes nor reads, and, if altered, what its values are like.
AttributeList loosened(AttributeList attributes, LLVMContext &context, bool alter, unsigned parameters) {
  attributes = attributes.removeFnAttribute(context, Attribute::Memory);
  attributes = attributes.removeFnAttribute(context, Attribute::Speculatable);
  if (!alter)
    return attributes;
  AttributeMask facts = AttributeFuncs::getUBImplyingAttributes();
  facts.addAttribute(Attribute::Range).addAttribute(Attribute::NonNull).addAttribute(Attribute::Returned);
  facts.addAttribute(Attribute::NoFPClass);
  attributes = attributes.removeRetAttributes(context, facts);
  for (unsigned number = 0; number < parameters; ++number)
    attributes = attributes.removeParamAttributes(context, number, facts);
  return attributes;
}

void loosen(Instruction &i, bool alter) {
  auto *call = dyn_cast<CallBase>(&i);
  if (call && !isa<IntrinsicInst>(i))
    call->setAttributes(loosened(call->getAttributes(), i.getContext(), alter, call->arg_size()));
  if (alter) {
    i.dropPoisonGeneratingAnnotations();
    i.dropUBImplyingAttrsAndMetadata();
  }
}

// An operation with flags, and the operands that make them true.
void add_flagged(Function &function, Frozen &frozen) {
  for (BasicBlock &block : function)
    for (Instruction &i : block)
      if (i.hasPoisonGeneratingFlags()) {
        frozen.insert(&i);
        frozen.insert(i.op_begin(), i.op_end());
      }
}

// The numbers of exception types belong to a function's table: only whether two are equal means anything, and what
// a handler may look at depends on it.
bool tells_exceptions_apart(const Instruction &i) {
  auto *call = dyn_cast<IntrinsicInst>(&i);
  return isa<LandingPadInst, ExtractValueInst>(i) || (call && call->getIntrinsicID() == Intrinsic::eh_typeid_for);
}

// What is computed from such numbers, up to the branches that go by them.
void add_handler_choices(Function &function, Frozen &frozen) {
  SmallVector<Instruction *, 32> work;
  for (BasicBlock &block : function)
    for (Instruction &i : block)
      if (tells_exceptions_apart(i))
        work.push_back(&i);
  SmallPtrSet<Instruction *, 32> seen;
  while (!work.empty()) {
    Instruction *i = work.pop_back_val();
    if (!seen.insert(i).second)
      continue;
    frozen.insert(i);
    bool ends = i->isTerminator() || (isa<CallBase>(i) && !tells_exceptions_apart(*i));
    for (User *user : i->users())
      if (!ends)
        work.push_back(cast<Instruction>(user));
  }
}

} // namespace

Frozen frozen_values(Function &function) {
  SmallVector<Value *, 32> work;
  for (BasicBlock &block : function)
    for (Instruction &i : block)
      add_delicate_operands(i, work);
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (BasicBlock &block : function)
    if (Loop *loop = loops.getLoopFor(&block); loop && loop->isLoopExiting(&block))
      work.push_back(block.getTerminator());
  Frozen frozen = closed(std::move(work), dominators);
  add_flagged(function, frozen);
  add_handler_choices(function, frozen);
  return frozen;
}

void loosen(Module &module, bool alter) {
  std::vector<Instruction *> assumptions;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.setAttributes(loosened(function.getAttributes(), module.getContext(), alter, function.arg_size()));
    for (BasicBlock &block : function)
      for (Instruction &i : block) {
        loosen(i, alter);
        if (alter && isa<AssumeInst>(i))
          assumptions.push_back(&i);
      }
  }
  for (Instruction *assumption : assumptions)
    assumption->eraseFromParent();
}

} // namespace twins
