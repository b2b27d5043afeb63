// What LLVM's inliner may make of a call: which functions it may inline, what they bring into the frame of a caller,
// and which slots of a caller become values when it does. For src/inlining.rs and src/encode/eligibility.rs (their
// declarations: src/ffi/inlining.rs).
//
// Consumes: functions of one module, before they are inlined. Produces: facts about their calls and slots. Guarantees:
// nothing is changed, but for calls that `fmerge_keep_calls` marks `noinline`.

#include "compat.h"
#include "describe.h"
#include "reach.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace fmerge;

namespace {

// The call that is the function's only use, if the inliner will therefore inline it.
const CallBase *onlyCall(const Function &f) {
  if (!f.hasLocalLinkage() || !f.hasOneUse() || f.hasFnAttribute(Attribute::NoInline))
    return nullptr;
  const auto *call = dyn_cast<CallBase>(*f.user_begin());
  return call && call->getCalledFunction() == &f ? call : nullptr;
}

// Functions with up to so many instructions are inlined wherever they are called, even for size.
constexpr unsigned mostInlined = 8;

// Whether the inliner will inline a call.
bool isToBeInlined(const CallBase &call, const Function &callee) {
  bool isSmall = !callee.isDeclaration() && !callee.isInterposable() && !callee.hasFnAttribute(Attribute::NoInline) &&
                 callee.getInstructionCount() <= mostInlined;
  return isSmall || onlyCall(callee) == &call;
}

// What an instruction costs when its function is inlined, about as LLVM's inliner counts it (InlineCost.cpp), in units
// of a plain instruction.
uint64_t inlineCost(const Instruction &i) {
  if (isa<AllocaInst, PHINode, ReturnInst, BitCastInst, UnreachableInst>(i) || i.isDebugOrPseudoInst() ||
      i.isLifetimeStartOrEnd())
    return 0;
  if (const auto *address = dyn_cast<GetElementPtrInst>(&i))
    return !address->hasAllConstantIndices();
  if (const auto *jump = dyn_cast<BranchInst>(&i))
    return jump->isConditional();
  const auto *call = dyn_cast<CallBase>(&i);
  return call && !isa<IntrinsicInst>(call) ? 6 + call->arg_size() : 1;
}

// What a function may cost that the inliner inlines although it is called elsewhere, too: LLVM's threshold for the
// caller, half as much again for a function without branches, and what the call and its arguments cost that go away.
uint64_t mostInlinedInto(const Function &caller, const Function &callee) {
  if (callee.hasFnAttribute(Attribute::AlwaysInline))
    return UINT64_MAX;
  uint64_t call = 6 + callee.arg_size();
  if (caller.hasMinSize() || caller.hasOptSize())
    return call + (caller.hasMinSize() ? 1 : 10);
  uint64_t most = caller.hasProfileData() ? 600 : 45;
  return call + (callee.size() == 1 ? most * 3 / 2 : most);
}

// The slot in the caller's frame in which an argument is an address; null if there is none.
const AllocaInst *lentSlot(const Value *argument) {
  return argument->getType()->isPointerTy() ? dyn_cast<AllocaInst>(getUnderlyingObject(argument)) : nullptr;
}

// Whether `is` holds for a use of an address in a slot.
bool hasUse(const AllocaInst &slot, function_ref<bool(const Use &address)> is) {
  DenseMap<const Value *, bool> known;
  return reaches<Value>(
      slot, known, [](const Value &address) { return address.uses(); },
      [&](const Use &address) {
        const Value *part = dyn_cast<GetElementPtrInst>(address.getUser());
        return std::pair(is(address), part);
      });
}

// The store that writes to an address; null if the use is none.
const StoreInst *storeTo(const Use &address) {
  const auto *store = dyn_cast<StoreInst>(address.getUser());
  return store && address.getOperandNo() == StoreInst::getPointerOperandIndex() ? store : nullptr;
}

// Whether a slot holds a pointer that the function got as a `noalias` parameter.
bool holdsItsOwn(const AllocaInst &slot) {
  return hasUse(slot, [](const Use &address) {
    const StoreInst *store = storeTo(address);
    if (!store || !store->getValueOperand()->getType()->isPointerTy())
      return false;
    const auto *given = dyn_cast<Argument>(getUnderlyingObject(store->getValueOperand()));
    return given && given->hasNoAliasAttr();
  });
}

// Whether the inliner may inline a call, by what the call and its callee say.
bool mayBeInlined(const CallBase &call, const Function &callee) {
  return !call.isNoInline() && !callee.isDeclaration() && !callee.hasFnAttribute(Attribute::NoInline);
}

using IsInlined = function_ref<bool(const CallBase &call, const Function &callee)>;

// The other slot into which a use stores an address, as a struct is that has the addresses of others; null if it does
// not. What is loaded from there is not followed.
const AllocaInst *storedInto(const Use &address) {
  const auto *store = dyn_cast<StoreInst>(address.getUser());
  bool isStored = store && !storeTo(address);
  return isStored ? dyn_cast<AllocaInst>(getUnderlyingObject(store->getPointerOperand())) : nullptr;
}

// Whether a value may be a constant once its function is inlined, as parameters may. Also a choice of constants, which
// SROA turns into a choice of values. What is computed by many operations, as in a loop, is none.
bool mayFold(const Value &value) {
  constexpr unsigned most = 32;
  SmallVector<const Value *, 8> open{&value};
  for (unsigned seen = 0; !open.empty(); ++seen) {
    const Value *next = open.pop_back_val();
    if (isa<Constant, Argument>(next))
      continue;
    if (seen > most || !isa<BinaryOperator, CastInst, CmpInst, FreezeInst, SelectInst, PHINode>(next))
      return false;
    auto operands = cast<Instruction>(next)->operand_values();
    append_range(open, isa<SelectInst>(next) ? make_range(std::next(operands.begin()), operands.end()) : operands);
  }
  return true;
}

// Whether a use of an address in a slot lets SROA turn the slot into values; and the value to which the use hands the
// address, if any. Calls for which `isInlined` holds count as what they are once inlined.
std::pair<bool, const Value *> isPromotableUse(const Use &address, IsInlined isInlined) {
  const User *by = address.getUser();
  if (const auto *load = dyn_cast<LoadInst>(by))
    return {load->isSimple(), nullptr};
  if (const auto *store = dyn_cast<StoreInst>(by)) {
    const AllocaInst *holder = storedInto(address);
    return {store->isSimple() && (storeTo(address) || holder), holder};
  }
  if (const auto *part = dyn_cast<GetElementPtrInst>(by))
    return {all_of(part->indices(), [](const Use &index) { return mayFold(*index); }), part};
  if (isa<PHINode, SelectInst>(by))
    return {true, by};
  if (const auto *copy = dyn_cast<MemIntrinsic>(by))
    return {isa<ConstantInt>(copy->getLength()) && !copy->isVolatile(), nullptr};
  const auto *call = dyn_cast<CallBase>(by);
  if (!call || call->isLifetimeStartOrEnd())
    return {call != nullptr, nullptr};
  const Function *callee = call->getCalledFunction();
  if (!callee || !call->isArgOperand(&address) || callee->isVarArg() || !isInlined(*call, *callee))
    return {false, nullptr};
  const Argument *parameter = callee->getArg(call->getArgOperandNo(&address));
  return {!parameter->hasPassPointeeByValueCopyAttr(), parameter};
}

// The function that a callee or an argument is; null if it is none that this module defines, or not known.
const Function *named(const Value *value) {
  const auto *f = dyn_cast<Function>(value->stripPointerCastsAndAliases());
  return f && !f->isDeclaration() ? f : nullptr;
}

// Whether SROA turns a slot into values once all calls are inlined for which `isInlined` holds.
bool isPromotable(const AllocaInst &slot, IsInlined isInlined) {
  DenseMap<const Value *, bool> known;
  return !reaches<Value>(
      slot, known, [](const Value &address) { return address.uses(); },
      [&](const Use &address) {
        auto [isPromotable, next] = isPromotableUse(address, isInlined);
        return std::pair(!isPromotable, next);
      });
}

// The bytes of a slot, with what aligning it may take; the greatest number where it has no fixed size.
uint64_t bytesOf(const AllocaInst &slot) {
  constexpr uint64_t ofStack = 16;
  std::optional<TypeSize> size = slot.getAllocationSize(slot.getDataLayout());
  uint64_t alignment = slot.getAlign().value();
  return size && !size->isScalable() ? size->getFixedValue() + (alignment > ofStack ? alignment : 0) : UINT64_MAX;
}

// Whether a slot is filled with constants, in whole or in part.
bool holdsConstants(const AllocaInst &slot) {
  return hasUse(slot, [](const Use &address) {
    const User *by = address.getUser();
    if (const auto *store = dyn_cast<StoreInst>(by))
      return isa<Constant>(store->getValueOperand());
    const auto *copy = dyn_cast<AnyMemTransferInst>(by);
    return isa<AnyMemSetInst>(by) || (copy && isa<Constant>(getUnderlyingObject(copy->getSource())));
  });
}

// What is known of slots of one function, for questions about many calls.
class Slots {
public:
  // Whether SROA turns a slot into values once all calls are inlined that may be.
  bool isPromotable(const AllocaInst &slot) {
    auto [found, isNew] = promotable.try_emplace(&slot);
    if (isNew)
      found->second = ::isPromotable(slot, mayBeInlined);
    return found->second;
  }

  // The same of a slot that is filled with constants.
  bool isKnown(const AllocaInst &slot) {
    auto [found, isNew] = known.try_emplace(&slot);
    if (isNew)
      found->second = holdsConstants(slot) && isPromotable(slot);
    return found->second;
  }

  // The slots that are lent to a call: it passes their addresses, as arguments or in other slots that it passes.
  SmallSetVector<const AllocaInst *, 4> lentTo(const CallBase &call) {
    SmallSetVector<const AllocaInst *, 4> slots;
    for (const Value *argument : call.args())
      if (const AllocaInst *slot = lentSlot(argument))
        slots.insert(slot);
    for (size_t next = 0; next < slots.size(); ++next)
      for (const AllocaInst *held : heldBy(*slots[next]))
        slots.insert(held);
    return slots;
  }

private:
  // The slots whose addresses are stored in a slot.
  const SmallVector<const AllocaInst *, 1> &heldBy(const AllocaInst &slot) {
    auto [found, isNew] = storedIn.try_emplace(&slot);
    if (isNew)
      hasUse(slot, [&](const Use &address) {
        const StoreInst *store = storeTo(address);
        if (const AllocaInst *stored = store ? lentSlot(store->getValueOperand()) : nullptr)
          found->second.push_back(stored);
        return false;
      });
    return found->second;
  }

  DenseMap<const AllocaInst *, bool> promotable, known;
  DenseMap<const AllocaInst *, SmallVector<const AllocaInst *, 1>> storedIn;
};

// The bytes of the slots that are lent to a call, and that become values once calls are inlined; 0 if there are at most
// so many of all slots.
uint64_t lentBytes(const CallBase &call, uint64_t few, Slots &slots) {
  SmallSetVector<const AllocaInst *, 4> lent = slots.lentTo(call);
  uint64_t most = 0, all = 0;
  for (const AllocaInst *slot : lent)
    most = SaturatingAdd(most, bytesOf(*slot));
  if (most > few)
    for (const AllocaInst *slot : lent)
      if (slots.isPromotable(*slot))
        all = SaturatingAdd(all, bytesOf(*slot));
  return all;
}

// Whether a function decides by a parameter which code it executes.
bool isTested(const Argument &parameter) {
  auto tests = [](const User *user) { return isa<CmpInst, SwitchInst, BranchInst, SelectInst>(user); };
  return any_of(parameter.users(), [&](const User *user) {
    return tests(user) || (isa<BinaryOperator, CastInst>(user) && any_of(user->users(), tests));
  });
}

// Whether a call passes constants by which the callee decides which code it executes.
bool passesTested(const CallBase &call, const Function &callee) {
  return any_of(call.args(), [&](const Use &use) {
    unsigned number = call.getArgOperandNo(&use);
    return isa<Constant>(use) && number < callee.arg_size() && isTested(*callee.getArg(number));
  });
}

// Whether more is known of an argument than its type says: it is a constant, or a constant has cut off a part of what
// it may be.
bool isNarrow(const Value &argument) {
  auto isConstant = [](const Value *value) { return isa<Constant>(value); };
  if (isa<Constant, CmpInst>(argument))
    return true;
  if (const auto *conversion = dyn_cast<CastInst>(&argument))
    return conversion->getSrcTy()->isIntegerTy(1);
  if (const auto *choice = dyn_cast<SelectInst>(&argument))
    return isConstant(choice->getTrueValue()) || isConstant(choice->getFalseValue());
  const auto *operation = dyn_cast<BinaryOperator>(&argument);
  return operation && (operation->isBitwiseLogicOp() || operation->isIntDivRem() || operation->isShift()) &&
         any_of(operation->operands(), isConstant);
}

// What a call says of its arguments, as a word that is equal for calls that say the same; 0 if that is nothing. When
// the callee is inlined, that may decide which of its code is needed.
uint64_t knownOf(const CallBase &call, Slots &slots) {
  hash_code known(0);
  for (const Use &use : call.args()) {
    const AllocaInst *slot = lentSlot(use);
    bool isKnownSlot = slot && slots.isKnown(*slot);
    if (!isKnownSlot && !isNarrow(*use))
      continue;
    known = hash_combine(known, call.getArgOperandNo(&use), isa<Constant>(use) ? use.get() : nullptr, isKnownSlot);
    if (const auto *operation = dyn_cast<Instruction>(use); operation && !isKnownSlot)
      for (const Use &operand : operation->operands())
        known = hash_combine(known, operation->getOpcode(), isa<Constant>(operand) ? operand.get() : nullptr);
  }
  return size_t(known);
}

// Whether a call passes on an address that the caller was given.
bool passesOn(const CallBase &call) {
  return any_of(call.args(), [](const Value *argument) {
    return argument->getType()->isPointerTy() && isa<Argument>(getUnderlyingObject(argument));
  });
}

// Whether the only call of a function passes it the address of an alloca for which `toBe` holds.
bool isLent(const Function &f, function_ref<bool(const AllocaInst &)> toBe) {
  const CallBase *call = onlyCall(f);
  return call && any_of(call->args(), [&](const Value *argument) {
           const AllocaInst *slot = lentSlot(argument);
           return slot && toBe(*slot);
         });
}

} // namespace

//===-- The interface, in the order of src/ffi/inlining.rs -----------------------------------------===//

extern "C" {

// The caller of a function whose only use is one call; null for any other function. The inliner makes the function part
// of this caller.
LLVMValueRef fmerge_only_caller(LLVMValueRef value) {
  const CallBase *call = onlyCall(*unwrap<Function>(value));
  return call ? wrap(call->getFunction()) : nullptr;
}

// Whether the only caller passes the function the address of an alloca that holds a pointer of the caller's own.
bool fmerge_is_lent_pointer(LLVMValueRef value) { return isLent(*unwrap<Function>(value), holdsItsOwn); }

// Whether the only caller passes the function the address of an alloca that SROA turns into values once calls are
// inlined.
bool fmerge_is_lent_values(LLVMValueRef value) {
  return isLent(*unwrap<Function>(value), [](const AllocaInst &slot) { return isPromotable(slot, isToBeInlined); });
}

// Whether a body has indirect calls.
bool fmerge_calls_pointers(LLVMValueRef value) {
  return any_of(instructions(unwrap<Function>(value)), [](const Instruction &i) {
    const auto *call = dyn_cast<CallBase>(&i);
    return call && call->isIndirectCall();
  });
}

// The bytes of a function's static allocas; the greatest number where one has no fixed size. `optional`: only of those
// that no call of the function is sure to need, so that constants may decide whether they are needed.
uint64_t fmerge_slot_bytes(LLVMValueRef value, bool optional) {
  const Function &f = *unwrap<Function>(value);
  SmallPtrSet<const BasicBlock *, 4> always;
  if (optional)
    for (const BasicBlock *b = &f.getEntryBlock(); b && always.insert(b).second;)
      b = b->getSingleSuccessor();
  // Loads and stores need no slot once other code is gone.
  auto isNeeding = [&](const Use &address) {
    const auto *i = cast<Instruction>(address.getUser());
    bool isAccess = isa<LoadInst, GetElementPtrInst, MemIntrinsic>(i) || i->isLifetimeStartOrEnd() ||
                    storedInto(address) || storeTo(address);
    return always.contains(i->getParent()) && !isAccess;
  };
  uint64_t all = 0;
  for (const Instruction &i : f.getEntryBlock())
    if (const auto *slot = dyn_cast<AllocaInst>(&i); slot && !(optional && hasUse(*slot, isNeeding)))
      all = SaturatingAdd(all, bytesOf(*slot));
  return all;
}

// What inlining a function costs, in units of a plain instruction.
uint64_t fmerge_inline_cost(LLVMValueRef value) {
  uint64_t all = 0;
  for (const Instruction &i : instructions(unwrap<Function>(value)))
    all += inlineCost(i);
  return all;
}

// How many uses a function has.
size_t fmerge_use_count(LLVMValueRef value) { return unwrap<Function>(value)->getNumUses(); }

// Keeps the inliner from inlining those calls of a function that it would not inline if there were others. Where
// constants that are passed decide what is left of the function, nobody knows. `cost` is what inlining it costs, with
// what is inlined into it. Tells the callers, once for each call.
void fmerge_keep_calls(LLVMValueRef value, uint64_t cost, WordSink sink, void *context) {
  Function &f = *unwrap<Function>(value);
  Words out;
  for (const Use &u : f.uses()) {
    auto *call = dyn_cast<CallBase>(u.getUser());
    if (!call || !call->isCallee(&u) || call->isMustTailCall() || passesTested(*call, f) ||
        cost <= mostInlinedInto(*call->getFunction(), f))
      continue;
    call->setIsNoInline();
    out.push_back(word(call->getFunction()));
  }
  sink(context, out.data(), out.size());
}

// The functions that calls name, or hand to what they call, and that the inliner may inline. Once for each call: the
// function; what it may cost to be inlined; the bytes of slots that it is lent and that become values by inlining, or 0
// for at most `few`; with `withKnown`, what is known of its arguments, else 0; and whether it is passed constants (1),
// passed on what the caller was lent (2), and passed constants by which it decides (4).
void fmerge_inlinable_calls(LLVMValueRef value, uint64_t few, bool withKnown, WordSink sink, void *context) {
  const Function &caller = *unwrap<Function>(value);
  Words out;
  Slots slots;
  auto most = [&](const Function &f) { return onlyCall(f) ? UINT64_MAX : mostInlinedInto(caller, f); };
  for (const Instruction &i : instructions(caller)) {
    const auto *call = dyn_cast<CallBase>(&i);
    const Function *callee = call ? named(call->getCalledOperand()) : nullptr;
    if (!callee || !mayBeInlined(*call, *callee))
      continue;
    bool hasConstants = any_of(call->args(), [](const Use &use) { return isa<Constant>(use); });
    uint64_t flags = hasConstants | passesOn(*call) << 1 | (withKnown && passesTested(*call, *callee)) << 2;
    out.append(
        {word(callee), most(*callee), lentBytes(*call, few, slots), withKnown ? knownOf(*call, slots) : 0, flags});
    // Once the callee is inlined, so is what it calls through a pointer that it is given here.
    for (const Use &use : call->args())
      if (const Function *given = named(use); given && mayBeInlined(*call, *given))
        out.append({word(given), given->hasOneUse() ? UINT64_MAX : most(*given), 0, 0, 0});
  }
  sink(context, out.data(), out.size());
}

} // extern "C"
