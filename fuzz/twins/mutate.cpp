// The changes: each takes place somewhere in a function, or nowhere.

#include "twins.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace twins {
namespace {

// The instructions that `fits` accepts.
template <typename Fits> std::vector<Instruction *> where(const Subject &subject, Fits fits) {
  std::vector<Instruction *> found;
  for (BasicBlock &block : subject.function)
    for (Instruction &instruction : block)
      if (fits(instruction))
        found.push_back(&instruction);
  return found;
}

// Applies `change` to one instruction that fits.
template <typename Fits, typename Change>
void somewhere(const Subject &subject, Chance &chance, Fits fits, Change change) {
  auto found = where(subject, fits);
  if (!found.empty())
    change(chance.of(found));
}

// Computes a value from its operands and does nothing else.
bool is_pure(const Instruction &i) {
  return isa<BinaryOperator, CastInst, CmpInst, GetElementPtrInst, SelectInst, UnaryOperator, FreezeInst>(i);
}

bool is_small_int(const Type *type) { return type->isIntegerTy() && type->getIntegerBitWidth() <= 64; }

// A pure computation of an integer that nothing frozen depends on.
bool is_free_int(const Subject &subject, const Instruction &i) {
  return is_pure(i) && is_small_int(i.getType()) && !subject.frozen.contains(&i);
}

Constant *random_int(Type *type, Chance &chance) {
  uint64_t small = chance.below(10), any = chance.number();
  return ConstantInt::get(type, APInt(64, chance.once_in(2) ? small : any).trunc(type->getIntegerBitWidth()));
}

// A place where code may be inserted.
Instruction *place(const Subject &subject, Chance &chance) {
  std::vector<BasicBlock *> blocks;
  for (BasicBlock &block : subject.function)
    if (block.getFirstInsertionPt() != block.end() && !block.isEHPad())
      blocks.push_back(&block);
  if (blocks.empty())
    return nullptr;
  BasicBlock *block = chance.of(blocks);
  std::vector<Instruction *> places;
  for (Instruction &i : make_range(block->getFirstInsertionPt(), block->end()))
    if (!isa<AllocaInst>(i) &&
        !(i.getPrevNode() && isa<CallInst>(i.getPrevNode()) && cast<CallInst>(i.getPrevNode())->isMustTailCall()))
      places.push_back(&i);
  return places.empty() ? nullptr : chance.of(places);
}

// --- changes that keep what a function computes ---

void swap_operands(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &i) { return isa<BinaryOperator>(i) && i.isCommutative(); },
      [](Instruction *i) { cast<BinaryOperator>(i)->swapOperands(); });
}

void swap_comparison(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &i) { return isa<CmpInst>(i); }, [](Instruction *i) { cast<CmpInst>(i)->swapOperands(); });
}

bool is_conditional(Instruction &i) { return isa<BranchInst>(i) && cast<BranchInst>(i).isConditional(); }

void invert_branch(const Subject &s, Chance &c) {
  somewhere(s, c, is_conditional, [](Instruction *i) {
    auto *branch = cast<BranchInst>(i);
    branch->setCondition(BinaryOperator::CreateNot(branch->getCondition(), "", branch->getIterator()));
    branch->swapSuccessors();
  });
}

void branch_to_switch(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &i) { return is_conditional(i) && i.getSuccessor(0) != i.getSuccessor(1); },
      [](Instruction *i) {
        auto *branch = cast<BranchInst>(i);
        auto *made = SwitchInst::Create(branch->getCondition(), i->getSuccessor(1), 1, i->getIterator());
        made->addCase(ConstantInt::getTrue(i->getContext()), i->getSuccessor(0));
        i->eraseFromParent();
      });
}

void split_block(const Subject &s, Chance &c) {
  if (Instruction *at = place(s, c))
    SplitBlock(at->getParent(), at->getIterator());
}

// Since LLVM 20, a comparison may say that its operands have the same sign.
template <typename Comparison>
auto say_same_sign(Comparison &comparison, bool same, int) -> decltype(comparison.setSameSign(same)) {
  comparison.setSameSign(same);
}
template <typename Comparison> void say_same_sign(Comparison &, bool, long) {}

// Some users get a copy. Not a φ: its copy would have to stand at the end of a predecessor.
void duplicate(const Subject &s, Chance &c) {
  somewhere(s, c, is_pure, [&](Instruction *i) {
    Instruction *copy = i->clone();
    copy->insertInto(i->getParent(), std::next(i->getIterator()));
    i->replaceUsesWithIf(copy, [&](Use &) { return c.once_in(2); });
  });
}

bool may_swap_with_next(Instruction &i) {
  Instruction *next = i.getNextNode();
  return next && is_pure(i) && is_pure(*next) && !is_contained(next->operands(), &i);
}

void reorder(const Subject &s, Chance &c) {
  somewhere(s, c, may_swap_with_next, [](Instruction *i) { i->moveAfter(i->getNextNode()); });
}

void note_constant(const Subject &s, Chance &c) {
  if (Instruction *at = place(s, c)) {
    IRBuilder<> builder(at);
    note(builder, s.state, builder.getInt64(c.number()));
  }
}

// x becomes (x ^ k) ^ k in one place.
void there_and_back(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &i) { return isa<BinaryOperator>(i) && is_small_int(i.getType()); },
      [&](Instruction *i) {
        IRBuilder<> builder(i);
        Constant *key = random_int(i->getType(), c);
        Value *there = builder.Insert(BinaryOperator::CreateXor(i->getOperand(0), key));
        i->setOperand(0, builder.Insert(BinaryOperator::CreateXor(there, key)));
      });
}

// A value goes through a stack slot.
void through_memory(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &i) { return is_pure(i) && i.getType()->isIntOrPtrTy() && !i.use_empty(); },
      [&](Instruction *i) {
        IRBuilder<> entry(&*s.function.getEntryBlock().getFirstInsertionPt());
        Value *slot = entry.CreateAlloca(i->getType());
        IRBuilder<> builder(i->getNextNode());
        bool isVolatile = c.once_in(4);
        Instruction *store = builder.CreateStore(i, slot, isVolatile);
        Value *back = builder.CreateLoad(i->getType(), slot, isVolatile);
        i->replaceUsesWithIf(back, [&](Use &use) { return use.getUser() != store; });
      });
}

void select_to_branch(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &i) { return isa<SelectInst>(i) && i.getOperand(0)->getType()->isIntegerTy(1); },
      [](Instruction *i) {
        auto *select = cast<SelectInst>(i);
        IRBuilder<> builder(i);
        Instruction *yes = nullptr, *no = nullptr;
        SplitBlockAndInsertIfThenElse(builder.CreateFreeze(select->getCondition()), i->getIterator(), &yes, &no);
        auto *phi = PHINode::Create(i->getType(), 2, "", i->getParent()->begin());
        phi->addIncoming(select->getTrueValue(), yes->getParent());
        phi->addIncoming(select->getFalseValue(), no->getParent());
        i->replaceAllUsesWith(phi);
        i->eraseFromParent();
      });
}

void drop_facts(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &) { return true; },
      [](Instruction *i) {
        i->dropPoisonGeneratingFlags();
        i->dropUnknownNonDebugMetadata();
      });
}

void lower_alignment(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &i) { return isa<LoadInst, StoreInst>(i) && !i.isAtomic(); },
      [&](Instruction *i) {
        Align align(1u << c.below(3));
        if (auto *load = dyn_cast<LoadInst>(i))
          load->setAlignment(std::min(load->getAlign(), align));
        else
          cast<StoreInst>(i)->setAlignment(std::min(cast<StoreInst>(i)->getAlign(), align));
      });
}

// A slot of as many bytes, of another type and count.
void retype_slot(const Subject &s, Chance &c) {
  const DataLayout &layout = s.function.getParent()->getDataLayout();
  auto bytes = [&](const Instruction &i) {
    const auto *slot = dyn_cast<AllocaInst>(&i);
    std::optional<TypeSize> size = slot ? slot->getAllocationSize(layout) : std::nullopt;
    return size && slot->isStaticAlloca() && !size->isScalable() ? size->getFixedValue() : 0;
  };
  somewhere(
      s, c,
      [&](Instruction &i) {
        return bytes(i) > 0 && !cast<AllocaInst>(i).isSwiftError() && !cast<AllocaInst>(i).isUsedWithInAlloca();
      },
      [&](Instruction *i) {
        auto *slot = cast<AllocaInst>(i);
        Type *byte = Type::getInt8Ty(i->getContext());
        bool isArray = c.once_in(2);
        slot->setOperand(0, ConstantInt::get(Type::getInt32Ty(i->getContext()), isArray ? 1 : bytes(*i)));
        slot->setAllocatedType(isArray ? ArrayType::get(byte, bytes(*i)) : byte);
      });
}

// --- changes that alter what a function computes ---

bool may_change_constant(const Subject &s, const Instruction &i, unsigned operand) {
  bool fits = isa<BinaryOperator, ICmpInst, SelectInst, PHINode, ReturnInst>(i) && !i.isShift() && !i.isIntDivRem();
  return fits && !s.frozen.contains(&i) && isa<ConstantInt>(i.getOperand(operand)) &&
         is_small_int(i.getOperand(operand)->getType());
}

// A φ may name a predecessor twice and must give it one value, so such a φ is left alone.
bool repeats_predecessor(const Instruction &i) {
  auto *phi = dyn_cast<PHINode>(&i);
  SmallPtrSet<const BasicBlock *, 8> seen;
  return phi && !all_of(phi->blocks(), [&](const BasicBlock *block) { return seen.insert(block).second; });
}

void change_constant(const Subject &s, Chance &c) {
  std::vector<Use *> uses;
  for (BasicBlock &block : s.function)
    for (Instruction &i : block)
      for (Use &use : i.operands())
        if (may_change_constant(s, i, use.getOperandNo()) && !repeats_predecessor(i))
          uses.push_back(&use);
  if (uses.empty())
    return;
  Use *use = c.of(uses);
  use->set(random_int(use->get()->getType(), c));
}

void change_predicate(const Subject &s, Chance &c) {
  somewhere(
      s, c, [&](Instruction &i) { return isa<CmpInst>(i) && !s.frozen.contains(&i); },
      [&](Instruction *i) {
        bool integer = isa<ICmpInst>(i);
        unsigned first = integer ? CmpInst::FIRST_ICMP_PREDICATE : CmpInst::FIRST_FCMP_PREDICATE;
        unsigned last = integer ? CmpInst::LAST_ICMP_PREDICATE : CmpInst::LAST_FCMP_PREDICATE;
        cast<CmpInst>(i)->setPredicate(CmpInst::Predicate(first + c.below(last - first + 1)));
      });
}

Instruction::BinaryOps random_opcode(bool integer, Chance &c) {
  static const std::vector<Instruction::BinaryOps> ints = {Instruction::Add, Instruction::Sub, Instruction::Mul,
                                                           Instruction::And, Instruction::Or,  Instruction::Xor};
  static const std::vector<Instruction::BinaryOps> floats = {Instruction::FAdd, Instruction::FSub, Instruction::FMul};
  return c.of(integer ? ints : floats);
}

void change_opcode(const Subject &s, Chance &c) {
  somewhere(
      s, c, [&](Instruction &i) { return isa<BinaryOperator>(i) && !s.frozen.contains(&i); },
      [&](Instruction *i) {
        auto opcode = random_opcode(i->getType()->isIntOrIntVectorTy(), c);
        ReplaceInstWithInst(i, BinaryOperator::Create(opcode, i->getOperand(0), i->getOperand(1)));
      });
}

void insert_arithmetic(const Subject &s, Chance &c) {
  somewhere(
      s, c, [&](Instruction &i) { return is_free_int(s, i); },
      [&](Instruction *i) {
        auto *made = BinaryOperator::Create(random_opcode(true, c), i, random_int(i->getType(), c));
        made->insertInto(i->getParent(), std::next(i->getIterator()));
        i->replaceUsesWithIf(
            made, [&](Use &use) { return use.getUser() != made && !s.frozen.contains(use.getUser()) && c.once_in(2); });
      });
}

// Operands with their two highest bits clear, for which every flag of a sum holds.
void halve_operands(Instruction &i) {
  IRBuilder<> builder(&i);
  for (unsigned number = 0; number < 2; ++number) {
    Value *operand = i.getOperand(number);
    i.setOperand(number, builder.Insert(BinaryOperator::CreateLShr(operand, ConstantInt::get(operand->getType(), 2))));
  }
}

// A sum or a comparison gets flags, and operands for which they hold: its twins are without.
void add_flags(const Subject &s, Chance &c) {
  auto fits = [&](Instruction &i) {
    bool kind = i.getOpcode() == Instruction::Add || isa<ICmpInst>(i);
    return kind && !s.frozen.contains(&i) && is_small_int(i.getOperand(0)->getType()) &&
           i.getOperand(0)->getType()->getIntegerBitWidth() >= 8;
  };
  somewhere(s, c, fits, [&](Instruction *i) {
    halve_operands(*i);
    if (auto *comparison = dyn_cast<ICmpInst>(i)) {
      say_same_sign(*comparison, true, 0);
      return;
    }
    i->setHasNoUnsignedWrap(c.once_in(2));
    i->setHasNoSignedWrap(true);
  });
}

// (x & k) | (y & ~k) is disjoint.
void make_disjoint(const Subject &s, Chance &c) {
  auto fits = [&](Instruction &i) {
    return isa<BinaryOperator>(i) && is_small_int(i.getType()) && !s.frozen.contains(&i);
  };
  somewhere(s, c, fits, [&](Instruction *i) {
    IRBuilder<> builder(i);
    auto *mask = cast<ConstantInt>(random_int(i->getType(), c));
    Value *one = builder.Insert(BinaryOperator::CreateAnd(i->getOperand(0), mask));
    Value *other =
        builder.Insert(BinaryOperator::CreateAnd(i->getOperand(1), ConstantInt::get(i->getType(), ~mask->getValue())));
    auto *made = BinaryOperator::CreateOr(one, other);
    cast<PossiblyDisjointInst>(made)->setIsDisjoint(true);
    ReplaceInstWithInst(i, made);
  });
}

void remove_arithmetic(const Subject &s, Chance &c) {
  auto fits = [&](Instruction &i) { return is_free_int(s, i) && isa<BinaryOperator>(i) && i.getOperand(0) != &i; };
  somewhere(s, c, fits, [](Instruction *i) {
    i->replaceAllUsesWith(i->getOperand(0));
    i->eraseFromParent();
  });
}

// Not the exit of a loop, whose condition is frozen, so that every loop still ends.
void drop_branch(const Subject &s, Chance &c) {
  auto fits = [&](Instruction &i) {
    return is_conditional(i) && !s.frozen.contains(&i) && i.getSuccessor(0) != i.getSuccessor(1);
  };
  somewhere(s, c, fits, [&](Instruction *i) {
    unsigned kept = c.below(2);
    i->getSuccessor(1 - kept)->removePredecessor(i->getParent(), /*KeepOneInputPHIs=*/true);
    ReplaceInstWithInst(i, BranchInst::Create(i->getSuccessor(kept)));
  });
}

void swap_select(const Subject &s, Chance &c) {
  somewhere(
      s, c, [&](Instruction &i) { return isa<SelectInst>(i) && !s.frozen.contains(&i); },
      [](Instruction *i) { cast<SelectInst>(i)->swapValues(); });
}

void note_value(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &i) { return is_pure(i) && is_small_int(i.getType()); },
      [&](Instruction *i) {
        IRBuilder<> builder(i->getNextNode());
        note(builder, s.state, i);
      });
}

bool is_leaf(const Function &f) {
  for (const BasicBlock &block : f)
    for (const Instruction &i : block)
      if (auto *call = dyn_cast<CallBase>(&i); call && !isa<IntrinsicInst>(i))
        return false;
  return !f.isDeclaration();
}

// Passing arguments to one is as good as passing them to the other.
bool are_called_alike(const Function &f, const Function &g) {
  if (f.getFunctionType() != g.getFunctionType() || f.getCallingConv() != g.getCallingConv())
    return false;
  AttributeList one = f.getAttributes(), other = g.getAttributes();
  return one.getRetAttrs() == other.getRetAttrs() && all_of(f.args(), [&](const Argument &argument) {
           return one.getParamAttrs(argument.getArgNo()) == other.getParamAttrs(argument.getArgNo());
         });
}

// Another function of the same type, one that calls none, so that no recursion begins. One that takes pointers
// may want more behind them than it would get.
void change_callee(const Subject &s, Chance &c) {
  auto fits = [](Instruction &i) {
    auto *call = dyn_cast<CallInst>(&i);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && !callee->isDeclaration() && callee->getFunctionType() == call->getFunctionType() &&
           none_of(call->args(), [](Value *argument) { return argument->getType()->isPointerTy(); });
  };
  somewhere(s, c, fits, [&](Instruction *i) {
    auto *call = cast<CallInst>(i);
    std::vector<Function *> others;
    for (Function &f : *s.function.getParent())
      if (is_leaf(f) && are_called_alike(f, *call->getCalledFunction()))
        others.push_back(&f);
    if (!others.empty())
      call->setCalledFunction(c.of(others));
  });
}

// --- changes that may make what is said untrue ---

void swap_any_operands(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &i) { return isa<BinaryOperator, CmpInst>(i); },
      [](Instruction *i) { i->getOperandUse(0).swap(i->getOperandUse(1)); });
}

void set_flags(const Subject &s, Chance &c) {
  auto fits = [](Instruction &i) {
    return isa<OverflowingBinaryOperator, PossiblyExactOperator, PossiblyDisjointInst, PossiblyNonNegInst, TruncInst,
               GetElementPtrInst, FPMathOperator, ICmpInst>(i);
  };
  somewhere(s, c, fits, [&](Instruction *i) {
    if (isa<OverflowingBinaryOperator>(i) || isa<TruncInst>(i)) {
      i->setHasNoUnsignedWrap(c.once_in(2));
      i->setHasNoSignedWrap(c.once_in(2));
    } else if (isa<PossiblyExactOperator>(i)) {
      i->setIsExact(c.once_in(2));
    } else if (auto *either = dyn_cast<PossiblyDisjointInst>(i)) {
      either->setIsDisjoint(c.once_in(2));
    } else if (isa<PossiblyNonNegInst>(i)) {
      i->setNonNeg(c.once_in(2));
    } else if (auto *place = dyn_cast<GetElementPtrInst>(i)) {
      static const std::vector<GEPNoWrapFlags> all = {GEPNoWrapFlags::none(), GEPNoWrapFlags::inBounds(),
                                                      GEPNoWrapFlags::noUnsignedWrap(), GEPNoWrapFlags::all()};
      place->setNoWrapFlags(c.of(all));
    } else if (auto *comparison = dyn_cast<ICmpInst>(i)) {
      say_same_sign(*comparison, c.once_in(2), 0);
    } else {
      FastMathFlags flags;
      flags.setAllowReassoc(c.once_in(2));
      flags.setNoNaNs(c.once_in(2));
      flags.setNoInfs(c.once_in(2));
      flags.setNoSignedZeros(c.once_in(2));
      i->setFastMathFlags(flags);
    }
  });
}

void change_parameter_attribute(const Subject &s, Chance &c) {
  if (s.function.arg_empty())
    return;
  Argument *argument = s.function.getArg(c.below(s.function.arg_size()));
  static const std::vector<Attribute::AttrKind> ofPointers = {
      Attribute::NonNull, Attribute::NoAlias, Attribute::ReadOnly, Attribute::NoUndef, Attribute::NoFree};
  Attribute::AttrKind kind = argument->getType()->isPointerTy() ? c.of(ofPointers) : Attribute::NoUndef;
  if (argument->hasAttribute(kind))
    argument->removeAttr(kind);
  else if (kind != Attribute::ReadOnly ||
           !(argument->hasAttribute(Attribute::ReadNone) || argument->hasAttribute(Attribute::WriteOnly)))
    argument->addAttr(kind);
}

void change_function_attribute(const Subject &s, Chance &c) {
  static const std::vector<Attribute::AttrKind> all = {Attribute::Cold,
                                                       Attribute::MinSize,
                                                       Attribute::OptimizeForSize,
                                                       Attribute::NoUnwind,
                                                       Attribute::WillReturn,
                                                       Attribute::NoInline,
                                                       Attribute::MustProgress,
                                                       Attribute::NoRecurse,
                                                       Attribute::NoSync,
                                                       Attribute::NoFree,
                                                       Attribute::Hot,
                                                       Attribute::UWTable,
                                                       Attribute::NullPointerIsValid};
  Attribute::AttrKind kind = c.of(all);
  bool refused =
      s.function.hasFnAttribute(Attribute::AlwaysInline) || s.function.hasFnAttribute(Attribute::OptimizeNone);
  if (s.function.hasFnAttribute(kind) && !refused)
    s.function.removeFnAttr(kind);
  else if (!refused && kind != Attribute::UWTable)
    s.function.addFnAttr(kind);
}

void change_metadata(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &i) { return isa<LoadInst>(i) || is_conditional(i); },
      [&](Instruction *i) {
        LLVMContext &context = i->getContext();
        MDNode *nothing = MDNode::get(context, {});
        auto *load = dyn_cast<LoadInst>(i);
        if (i->hasMetadataOtherThanDebugLoc())
          i->dropUnknownNonDebugMetadata();
        else if (!load)
          i->setMetadata(LLVMContext::MD_unpredictable, nothing);
        else if (load->getType()->isPointerTy())
          i->setMetadata(LLVMContext::MD_nonnull, nothing);
        else if (c.once_in(2))
          i->setMetadata(LLVMContext::MD_noundef, nothing);
        else if (load->getType()->isIntegerTy() && load->getType()->getIntegerBitWidth() > 4)
          i->setMetadata(LLVMContext::MD_range,
                         MDBuilder(context).createRange(APInt(load->getType()->getIntegerBitWidth(), 0),
                                                        APInt(load->getType()->getIntegerBitWidth(), 1 + c.below(9))));
      });
}

void raise_alignment(const Subject &s, Chance &c) {
  somewhere(
      s, c, [](Instruction &i) { return isa<LoadInst, StoreInst>(i); },
      [&](Instruction *i) {
        Align align(1u << c.below(4));
        if (auto *load = dyn_cast<LoadInst>(i); load && !i->isAtomic())
          load->setAlignment(align);
        else if (auto *store = dyn_cast<StoreInst>(i); store && !i->isAtomic())
          store->setAlignment(align);
      });
}

using Mutation = void (*)(const Subject &, Chance &);

const std::vector<Mutation> keeping = {
    swap_operands,    swap_comparison, invert_branch, branch_to_switch, split_block,
    duplicate,        reorder,         note_constant, there_and_back,   through_memory,
    select_to_branch, lower_alignment, drop_facts,    note_constant,    retype_slot,
};

const std::vector<Mutation> altering = {
    change_constant,   change_constant, change_predicate, change_opcode, insert_arithmetic,
    remove_arithmetic, drop_branch,     swap_select,      note_value,    change_callee,
};

const std::vector<Mutation> claiming = {
    swap_any_operands, set_flags,       set_flags,       change_parameter_attribute, change_function_attribute,
    change_metadata,   raise_alignment, change_constant, change_predicate,           change_opcode,
};

// Last, because an altered operand could make a flag untrue.
const std::vector<Mutation> flagging = {add_flags, make_disjoint};

} // namespace

// Sums whose overflow is noted: a flag that a merge keeps in error makes LLVM think that there is none.
void add_probes(Function &function, GlobalVariable &state, Chance &chance) {
  Subject subject{function, {}, state};
  auto fits = [](Instruction &i) { return i.getOpcode() == Instruction::Add && is_small_int(i.getType()); };
  for (uint64_t left = chance.below(4); left > 0; --left)
    somewhere(subject, chance, fits, [&](Instruction *i) {
      IRBuilder<> builder(i->getNextNode());
      bool isSigned = chance.once_in(2);
      Value *other = isSigned ? Constant::getNullValue(i->getType()) : i->getOperand(0);
      Value *less = isSigned ? builder.CreateICmpSLT(i, other) : builder.CreateICmpULT(i, other);
      note(builder, state, less);
    });
}

// Accesses that the code generator must make as they stand: twins make them with another alignment.
void make_volatile(Function &function, GlobalVariable &state, Chance &chance) {
  auto fits = [](Instruction &i) { return isa<LoadInst, StoreInst>(i) && !i.isAtomic(); };
  for (uint64_t left = chance.once_in(3) ? 1 + chance.below(6) : 0; left > 0; --left)
    somewhere({function, {}, state}, chance, fits, [](Instruction *i) {
      if (auto *load = dyn_cast<LoadInst>(i))
        load->setVolatile(true);
      else
        cast<StoreInst>(i)->setVolatile(true);
    });
}

void mutate(Function &function, GlobalVariable &state, bool alter, Chance &chance) {
  for (uint64_t left = 1 + chance.below(chance.once_in(4) ? 20 : 6); left > 0; --left) {
    bool altered = alter && chance.once_in(2);
    Frozen frozen = altered ? frozen_values(function) : Frozen();
    chance.of(altered ? altering : keeping)({function, frozen, state}, chance);
  }
  for (uint64_t left = alter ? chance.below(4) : 0; left > 0; --left)
    chance.of(flagging)({function, frozen_values(function), state}, chance);
}

void mutate_freely(Function &function, GlobalVariable &state, Chance &chance) {
  static const std::vector<const std::vector<Mutation> *> all = {&keeping, &altering, &claiming, &claiming};
  for (uint64_t left = 1 + chance.below(chance.once_in(4) ? 12 : 4); left > 0; --left)
    chance.of (*chance.of(all))({function, {}, state}, chance);
}

} // namespace twins
