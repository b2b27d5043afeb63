// What keeps a program free of undefined behaviour when functions are changed.

#include "twins.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
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

namespace {

// Whether a comparison promises that its operands have the same sign; LLVM 19 knows no such promise.
template <typename Comparison>
auto promises_same_sign(const Comparison &comparison, int) -> decltype(comparison.hasSameSign()) {
  return comparison.hasSameSign();
}
template <typename Comparison> bool promises_same_sign(const Comparison &, long) { return false; }

// Whether a number has no place in the integer that it is converted to.
Value *out_of_range(IRBuilder<> &at, CastInst &conversion) {
  bool isSigned = isa<FPToSIInst>(conversion);
  Value *number = conversion.getOperand(0);
  unsigned width = conversion.getType()->getScalarSizeInBits();
  const fltSemantics &format = number->getType()->getScalarType()->getFltSemantics();
  auto limit = [&](APInt value, APFloat::roundingMode rounding) {
    APFloat rounded(format);
    rounded.convertFromAPInt(value, true, rounding);
    return ConstantFP::get(number->getType(), rounded);
  };
  unsigned bits = width + 2;
  APInt above = APInt::getOneBitSet(bits, isSigned ? width - 1 : width);
  APInt below = (isSigned ? -above : APInt::getZero(bits)) - 1;
  return at.CreateOr(at.CreateFCmpUGE(number, limit(above, APFloat::rmNearestTiesToEven)),
                     at.CreateFCmpULE(number, limit(below, APFloat::rmTowardNegative)));
}

// Whether a division has no result.
Value *cannot_divide(IRBuilder<> &at, Instruction &i) {
  Type *type = i.getType();
  Value *is_zero = at.CreateIsNull(i.getOperand(1));
  if (i.getOpcode() == Instruction::UDiv || i.getOpcode() == Instruction::URem)
    return is_zero;
  Constant *least = ConstantInt::get(type, APInt::getSignedMinValue(type->getScalarSizeInBits()));
  Value *overflows = at.CreateAnd(at.CreateICmpEQ(i.getOperand(0), least),
                                  at.CreateICmpEQ(i.getOperand(1), Constant::getAllOnesValue(type)));
  return at.CreateOr(is_zero, overflows);
}

// Whether an intrinsic was promised another operand than it gets.
Value *breaks_intrinsic(IRBuilder<> &at, IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  bool isAbs = id == Intrinsic::abs;
  if ((!isAbs && id != Intrinsic::ctlz && id != Intrinsic::cttz) || cast<ConstantInt>(call.getArgOperand(1))->isZero())
    return nullptr;
  Type *type = call.getType();
  unsigned width = type->getScalarSizeInBits();
  return at.CreateICmpEQ(call.getArgOperand(0),
                         ConstantInt::get(type, isAbs ? APInt::getSignedMinValue(width) : APInt::getZero(width)));
}

// Whether an operation has no result for its operands, without any flag; null where it always has, or nobody looks.
Value *no_result(IRBuilder<> &at, Instruction &i) {
  if (i.isShift()) {
    Type *type = i.getType();
    return at.CreateICmpUGE(i.getOperand(1), ConstantInt::get(type, type->getScalarSizeInBits()));
  }
  if (i.isIntDivRem())
    return cannot_divide(at, i);
  if (isa<FPToSIInst, FPToUIInst>(i))
    return out_of_range(at, cast<CastInst>(i));
  if (auto *call = dyn_cast<IntrinsicInst>(&i))
    return breaks_intrinsic(at, *call);
  return nullptr;
}

// Whether an operation breaks what the flags of another promise; null where that is not looked at.
Value *broken_promise(IRBuilder<> &at, Instruction &i, const Instruction &flags) {
  auto overflows = [&](Intrinsic::ID id) {
    return at.CreateExtractValue(at.CreateBinaryIntrinsic(id, i.getOperand(0), i.getOperand(1)), 1);
  };
  Value *broken = nullptr;
  auto add = [&](Value *other) { broken = broken ? at.CreateOr(broken, other) : other; };
  auto differs = [&](Value *back) { add(at.CreateICmpNE(back, i.getOperand(0))); };
  unsigned code = i.getOpcode();
  if (isa<OverflowingBinaryOperator>(i) && code != Instruction::Shl) {
    bool isSum = code == Instruction::Add, isDifference = code == Instruction::Sub;
    if (flags.hasNoSignedWrap())
      add(overflows(isSum          ? Intrinsic::sadd_with_overflow
                    : isDifference ? Intrinsic::ssub_with_overflow
                                   : Intrinsic::smul_with_overflow));
    if (flags.hasNoUnsignedWrap())
      add(overflows(isSum          ? Intrinsic::uadd_with_overflow
                    : isDifference ? Intrinsic::usub_with_overflow
                                   : Intrinsic::umul_with_overflow));
  } else if (code == Instruction::Shl) {
    if (flags.hasNoSignedWrap())
      differs(at.CreateAShr(&i, i.getOperand(1)));
    if (flags.hasNoUnsignedWrap())
      differs(at.CreateLShr(&i, i.getOperand(1)));
  } else if (isa<PossiblyExactOperator>(i) && flags.isExact()) {
    differs(code == Instruction::LShr || code == Instruction::AShr ? at.CreateShl(&i, i.getOperand(1))
                                                                   : at.CreateMul(&i, i.getOperand(1)));
  } else if (isa<PossiblyNonNegInst>(i) && flags.hasNonNeg()) {
    add(at.CreateICmpSLT(i.getOperand(0), Constant::getNullValue(i.getOperand(0)->getType())));
  } else if (auto *disjoint = dyn_cast<PossiblyDisjointInst>(&flags); disjoint && disjoint->isDisjoint()) {
    add(at.CreateIsNotNull(at.CreateAnd(i.getOperand(0), i.getOperand(1))));
  } else if (auto *trunc = dyn_cast<TruncInst>(&flags)) {
    if (trunc->hasNoSignedWrap())
      differs(at.CreateSExt(&i, i.getOperand(0)->getType()));
    if (trunc->hasNoUnsignedWrap())
      differs(at.CreateZExt(&i, i.getOperand(0)->getType()));
  } else if (auto *comparison = dyn_cast<ICmpInst>(&flags)) {
    if (promises_same_sign(*comparison, 0) && i.getOperand(0)->getType()->isIntOrIntVectorTy())
      add(at.CreateIsNeg(at.CreateXor(i.getOperand(0), i.getOperand(1))));
  } else if (isa<FPMathOperator>(i) && i.getType()->isFPOrFPVectorTy()) {
    if (flags.hasNoNaNs()) {
      for (Value *one : i.operands())
        if (one->getType() == i.getType())
          add(at.CreateFCmpUNO(one, one));
      add(at.CreateFCmpUNO(&i, &i));
    }
    if (flags.hasNoInfs())
      add(at.CreateFCmpOEQ(at.CreateUnaryIntrinsic(Intrinsic::fabs, &i), ConstantFP::getInfinity(i.getType())));
  }
  return broken;
}

// Whether an operation is poison for some operands, so far as that can be shown.
bool may_be_poison(const Instruction &i) {
  bool isNumber = i.getType()->isFPOrFPVectorTy() || i.getType()->isIntOrIntVectorTy();
  bool always = i.isShift() || i.isIntDivRem() || isa<FPToSIInst, FPToUIInst, IntrinsicInst>(i);
  return isNumber && !isa<PHINode>(i) && !i.isTerminator() && (always || i.hasPoisonGeneratingFlags());
}

// Makes the program end where something is true.
void end_if(IRBuilder<> &at, Value *wrong) {
  Value *any = wrong->getType()->isVectorTy() ? at.CreateOrReduce(wrong) : wrong;
  Value *nowhere = Constant::getNullValue(at.getPtrTy()), *somewhere = at.GetInsertBlock()->getParent();
  at.CreateLoad(at.getInt8Ty(), at.CreateSelect(any, nowhere, somewhere), true);
}

// Makes the program end where one operation is poison.
void show_poison(Instruction &i) {
  Instruction *flags = i.clone();
  i.dropPoisonGeneratingFlags();
  IRBuilder<> at(i.getNextNode());
  for (Value *poison : {no_result(at, i), broken_promise(at, i, *flags)})
    if (poison)
      end_if(at, poison);
  flags->deleteValue();
}

// Makes the program end where a number is outside of a range.
void end_outside(IRBuilder<> &at, Value *number, const ConstantRange &range) {
  Type *type = number->getType();
  Value *distance = at.CreateSub(number, ConstantInt::get(type, range.getLower()));
  if (!range.isFullSet())
    end_if(at, at.CreateICmpUGE(distance, ConstantInt::get(type, range.getUpper() - range.getLower())));
}

// Makes the program end where attributes are untrue that say what a value is like.
void end_unless(IRBuilder<> &at, Value *value, const AttributeSet &facts) {
  if (Attribute range = facts.getAttribute(Attribute::Range); range.isValid())
    end_outside(at, value, range.getRange());
  if (facts.hasAttribute(Attribute::NonNull))
    end_if(at, at.CreateIsNull(value));
}

// The same of a load or store, of which metadata and the alignment say it.
void end_at_access(Instruction &i) {
  IRBuilder<> before(&i), after(i.getNextNode());
  if (MDNode *ranges = i.getMetadata(LLVMContext::MD_range); ranges && isa<LoadInst>(i))
    end_outside(after, &i, getConstantRangeFromMetadata(*ranges));
  if (i.getMetadata(LLVMContext::MD_nonnull))
    end_if(after, after.CreateIsNull(&i));
  Type *word = before.getIntPtrTy(i.getModule()->getDataLayout());
  Value *address = getLoadStorePointerOperand(&i);
  Constant *below = ConstantInt::get(word, getLoadStoreAlignment(&i).value() - 1);
  // Nothing but accesses and calls may use the register of a Swift error.
  if (!below->isNullValue() && !address->isSwiftError())
    end_if(before, before.CreateIsNotNull(before.CreateAnd(before.CreatePtrToInt(address, word), below)));
}

// Makes the program end where what is said of a function's values is untrue.
void end_at_untrue_facts(Function &function) {
  std::vector<Instruction *> accesses;
  for (Instruction &i : instructions(function)) {
    if (isa<LoadInst, StoreInst>(i))
      accesses.push_back(&i);
    if (auto *end = dyn_cast<ReturnInst>(&i);
        end && end->getReturnValue() && !end->getParent()->getTerminatingMustTailCall()) {
      IRBuilder<> at(end);
      end_unless(at, end->getReturnValue(), function.getAttributes().getRetAttrs());
    }
  }
  for (Instruction *access : accesses)
    end_at_access(*access);
  IRBuilder<> at(&*function.getEntryBlock().getFirstInsertionPt());
  for (Argument &argument : function.args())
    end_unless(at, &argument, function.getAttributes().getParamAttrs(argument.getArgNo()));
}

// Whether what is there is nobody's business but the function's: its own slot, or, to read, a constant.
bool is_private(const Value &address, bool isRead) {
  const Value *object = getUnderlyingObject(&address);
  auto *variable = dyn_cast<GlobalVariable>(object);
  return isa<AllocaInst>(object) || (isRead && variable && variable->isConstant());
}

// Whether an instruction reads or writes what the function's `memory` says that it does not; for a call, also what that
// says of itself. A callee that breaks its own promise is found there.
bool breaks_memory(const Instruction &i, MemoryEffects allowed) {
  if (auto *call = dyn_cast<CallBase>(&i)) {
    if (isa<IntrinsicInst>(i) && !isa<MemIntrinsic>(i))
      return false;
    MemoryEffects done = call->getMemoryEffects();
    const Function *callee = call->getCalledFunction();
    MemoryEffects own = callee ? callee->getMemoryEffects() : MemoryEffects::unknown();
    MemoryEffects said = call->getAttributes().getMemoryEffects();
    return (allowed.onlyReadsMemory() && !done.onlyReadsMemory()) ||
           (allowed.doesNotAccessMemory() && !done.doesNotAccessMemory()) ||
           (callee && said.onlyReadsMemory() && !own.onlyReadsMemory()) ||
           (callee && said.doesNotAccessMemory() && !own.doesNotAccessMemory());
  }
  const Value *address = getLoadStorePointerOperand(&i);
  if (isa<AtomicRMWInst, AtomicCmpXchgInst, VAArgInst>(i))
    address = i.getOperand(0);
  bool writes = i.mayWriteToMemory();
  if (!address || is_private(*address, !writes))
    return false;
  bool isVariable = isa<GlobalVariable>(getUnderlyingObject(address));
  return (writes && allowed.onlyReadsMemory()) || allowed.doesNotAccessMemory() ||
         (isVariable && allowed.onlyAccessesArgPointees());
}

// Gives a slot a content of its own before anything is written to it.
void fill(AllocaInst &slot, const DataLayout &layout) {
  TypeSize each = layout.getTypeAllocSize(slot.getAllocatedType());
  if (each.isScalable() || slot.isSwiftError())
    return;
  IRBuilder<> at(slot.getNextNode());
  Value *count = at.CreateZExtOrTrunc(slot.getArraySize(), at.getInt64Ty());
  at.CreateMemSet(&slot, at.getInt8(0xA5), at.CreateMul(count, at.getInt64(each.getFixedValue())), slot.getAlign());
}

} // namespace

void fill_slots(Module &module) {
  std::vector<Instruction *> slots, lives;
  for (Function &function : module)
    for (Instruction &i : instructions(function))
      if (isa<AllocaInst>(i))
        slots.push_back(&i);
      else if (i.isLifetimeStartOrEnd())
        lives.push_back(&i);
  for (Instruction *life : lives)
    life->eraseFromParent();
  for (Instruction *slot : slots)
    fill(cast<AllocaInst>(*slot), module.getDataLayout());
}

void show_loads(Module &module) {
  for (Function &function : module)
    for (Instruction &i : instructions(function))
      if (auto *load = dyn_cast<LoadInst>(&i))
        load->setVolatile(true);
}

void show_memory(Module &module) {
  std::vector<Instruction *> broken;
  for (Function &function : module)
    for (Instruction &i : instructions(function))
      if (breaks_memory(i, function.getMemoryEffects()))
        broken.push_back(&i);
  for (Instruction *i : broken) {
    IRBuilder<> at(i);
    end_if(at, at.getTrue());
  }
}

void show_poison(Module &module) {
  std::vector<Instruction *> operations;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    for (Instruction &i : instructions(function))
      if (may_be_poison(i))
        operations.push_back(&i);
    end_at_untrue_facts(function);
  }
  for (Instruction *operation : operations)
    show_poison(*operation);
}

} // namespace twins
