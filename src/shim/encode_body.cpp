// Describes bodies, for src/encode.rs (its Rust side: src/ffi/encode.rs).
//
// Consumes: a function. Produces: for each instruction that can be reached, in the function's order, what it is, the
// words that two instructions must share to stand for one another, and its operands. Guarantees: nothing is changed.
// `describe.h` says what a word is. A comparison and its mirror image (`a < b`, `b > a`) are described alike. An
// address at a constant distance from another one is described as a single step in bytes.

#include "encode_body.h"
#include "compat.h"
#include "crossing.h"
#include "describe.h"
#include "enumerations.h"

#include <algorithm>

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;
using namespace fmerge;

std::optional<APInt> fmerge::constantOffset(const Instruction &i) {
  const auto *address = dyn_cast<GetElementPtrInst>(&i);
  if (!address || address->getType()->isVectorTy() || address->getNumIndices() == 0)
    return std::nullopt;
  const DataLayout &layout = address->getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
  return address->accumulateConstantOffset(layout, offset) ? std::optional(offset) : std::nullopt;
}

const TargetTransformInfo &fmerge::targetOf(Function &f, void *analyses) {
  auto &modules = *static_cast<ModuleAnalysisManager *>(analyses);
  auto &functions = modules.getResult<FunctionAnalysisManagerModuleProxy>(*f.getParent()).getManager();
  return functions.getResult<TargetIRAnalysis>(f);
}

uint64_t fmerge::bytesOf(const AllocaInst &slot) {
  const DataLayout &layout = slot.getDataLayout();
  std::optional<TypeSize> size = slot.getAllocationSize(layout);
  if (!size)
    return 0;
  uint64_t bytes = size->getKnownMinValue() * (size->isScalable() ? mostScale : 1);
  Align usual = compat::stackAlignment(*slot.getModule()).value_or(Align(16));
  uint64_t aligning = slot.getAlign() > usual ? slot.getAlign().value() - usual.value() : 0;
  return alignTo(bytes, slot.getAlign()) + aligning;
}

namespace {

InstructionKind kindOf(const Instruction &i) {
  if (isa<InvokeInst>(i))
    return InstructionKind::Invoke;
  if (isa<LandingPadInst>(i))
    return InstructionKind::LandingPad;
  if (i.isTerminator())
    return isa<ReturnInst>(i) ? InstructionKind::Ret : InstructionKind::Terminator;
  if (isa<PHINode>(i))
    return InstructionKind::Phi;
  return isa<AllocaInst>(i) ? InstructionKind::StaticAlloca : InstructionKind::Normal;
}

// The predicate by which both a comparison and its mirror image are described.
CmpInst::Predicate describedPredicate(const CmpInst &i) { return std::min(i.getPredicate(), i.getSwappedPredicate()); }

// Whether an instruction is described as its mirror image, with its operands exchanged.
bool isMirrored(const Instruction &i) {
  const auto *compare = dyn_cast<CmpInst>(&i);
  return compare && compare->getPredicate() != describedPredicate(*compare);
}

// The bytes of the slots that code generation makes for a conversion from or to numbers of the x87, whose instructions
// convert through memory. A conversion to an integer takes a second slot, which says how to round.
uint64_t bytesConverting(const Instruction &i) {
  const auto *cast = dyn_cast<CastInst>(&i);
  if (!cast || isa<BitCastInst>(i))
    return 0;
  bool from = cast->getSrcTy()->isX86_FP80Ty(), to = cast->getDestTy()->isX86_FP80Ty();
  bool toInteger = from && cast->getDestTy()->isIntegerTy();
  return toInteger ? 16 : from || to ? 8 : 0;
}

// Whether only loads and stores use the address, and each of them can reach it from the base at this distance.
bool isOnlyAccessed(const GetElementPtrInst &address, int64_t distance, const TargetTransformInfo &target) {
  return all_of(address.users(), [&](const User *user) {
    bool accesses = getLoadStorePointerOperand(user) == &address;
    const auto *store = dyn_cast<StoreInst>(user);
    return accesses && (!store || store->getValueOperand() != &address) &&
           target.isLegalAddressingMode(getLoadStoreType(const_cast<User *>(user)), nullptr, distance, true, 0,
                                        address.getAddressSpace());
  });
}

// Whether the value takes no register of its own while it is alive. That is so for addresses that are parts of accesses
// or of slots, for casts and freezes, which are no code, and for comparisons with constants, which code generation
// repeats before each branch.
bool isFolded(const Instruction &i, const TargetTransformInfo &target) {
  auto isInteger = [](const Value &v) { return v.getType()->isIntegerTy() || v.getType()->isPointerTy(); };
  if (!isInteger(i) || i.getNumOperands() == 0 || isa<Constant>(i.getOperand(0)) || !isInteger(*i.getOperand(0)))
    return false;
  if (const auto *address = dyn_cast<GetElementPtrInst>(&i)) {
    std::optional<APInt> offset = constantOffset(i);
    if (!offset)
      return false;
    const auto *slot = dyn_cast<AllocaInst>(i.getOperand(0));
    return (slot && slot->isStaticAlloca()) ||
           (offset->isSignedIntN(64) && isOnlyAccessed(*address, offset->getSExtValue(), target));
  }
  if (const auto *cast = dyn_cast<CastInst>(&i))
    return cast->isNoopCast(i.getDataLayout());
  if (isa<ICmpInst>(i))
    return isa<Constant>(i.getOperand(1)) && none_of(i.users(), [](const User *u) { return isa<PHINode>(u); });
  return isa<FreezeInst>(i);
}

constexpr uint32_t costCeiling = 1u << 20;

class Body {
public:
  Body(Function &f, const TargetTransformInfo &target, unsigned bits) : target(target), bits(bits), marked(f) {
    SmallPtrSet<BasicBlock *, 32> reached;
    SmallVector<BasicBlock *, 32> pending = {&f.getEntryBlock()};
    reached.insert(pending.front());
    while (!pending.empty())
      for (BasicBlock *next : successors(pending.pop_back_val()))
        if (reached.insert(next).second)
          pending.push_back(next);
    for (BasicBlock &block : f)
      if (reached.contains(&block))
        add(block);
  }

  // Describes instructions, up to the first one with one of the facts `refusing`. Of that one, nothing else is said.
  void describe(uint64_t refusing) {
    for (uint32_t block = 0; block < blocks.size(); ++block)
      for (const Instruction &i : *unwrap(blocks[block])) {
        uint64_t facts = instructionFacts(i);
        if (facts & refusing) {
          instructions.push_back(
              {wrap(&i), wrap(i.getType()), facts, 0, i.getOpcode(), uint32_t(kindOf(i)), block, 0, 0, 0, 0, 0});
          return;
        }
        add(i, facts, block);
      }
  }

  FmergeBody all() const {
    return {blocks.data(), blocks.size(), instructions.data(), instructions.size(), operands.data(), operands.size(),
            words.data(),  words.size(),  words.parts.data(),  words.parts.size(),  passed.data(),   passed.size()};
  }

private:
  const TargetTransformInfo &target;
  // The width of an integer register.
  unsigned bits;
  compat::WhollyMarked marked;
  // The numbers of blocks, and of instructions.
  DenseMap<const Value *, uint32_t> numbers;
  uint32_t count = 0;
  SmallVector<LLVMBasicBlockRef, 32> blocks;
  SmallVector<FmergeInstruction, 64> instructions;
  SmallVector<FmergeOperand, 128> operands;
  Words words{Naming::ListedAddress};
  SmallVector<FmergePassed, 32> passed;

  void add(BasicBlock &block) {
    numbers[&block] = blocks.size();
    blocks.push_back(wrap(&block));
    for (const Instruction &i : block)
      numbers[&i] = count++;
  }

  void add(const Instruction &i, uint64_t facts, uint32_t block) {
    size_t wordsBefore = words.size(), operandsBefore = operands.size(), passedBefore = passed.size();
    if (std::optional<APInt> offset = constantOffset(i)) {
      facts |= bit(InstructionFact::Rematerializable);
      addOffset(i, *offset);
    } else {
      addWords(i);
      addOperands(i);
    }
    if (isFolded(i, target))
      facts |= bit(InstructionFact::Folded);
    const auto *slot = dyn_cast<AllocaInst>(&i);
    const auto *call = dyn_cast<CallBase>(&i);
    if (call)
      addPassedArguments(passed, *call, bits);
    instructions.push_back({wrap(&i), wrap(i.getType()), facts, slot ? bytesOf(*slot) : bytesConverting(i),
                            i.getOpcode(), uint32_t(kindOf(i)), block, call ? call->getIntrinsicID() : 0, costOf(i),
                            uint32_t(operands.size() - operandsBefore), uint32_t(words.size() - wordsBefore),
                            uint32_t(passed.size() - passedBefore)});
  }

  // In TargetTransformInfo's units. An invalid cost, or one above the ceiling, counts as the ceiling.
  uint32_t costOf(const Instruction &i) const {
    InstructionCost cost = target.getInstructionCost(&i, TargetTransformInfo::TCK_CodeSize);
    return cost.isValid() ? uint32_t(std::clamp<int64_t>(compat::numberOf(cost), 0, costCeiling)) : costCeiling;
  }

  // Adds whether sanitizers must leave the instruction alone. A sanitizer marks its own instructions so, and the mark
  // must not spread to others.
  void addMark(const Instruction &i) { words.push_back(i.hasMetadata(LLVMContext::MD_nosanitize)); }

  void addWords(const Instruction &i) {
    addMark(i);
    if (const auto *compare = dyn_cast<CmpInst>(&i))
      words.push_back(describedPredicate(*compare));
    else
      addInstructionWords(words, i);
  }

  // Describes an address as a single step in bytes. Its two operands are where it starts, and the number of bytes.
  void addOffset(const Instruction &i, const APInt &offset) {
    addMark(i);
    words.append({false, false, 1});
    addOperand(*i.getOperand(0), false);
    addOperand(*ConstantInt::get(i.getContext(), offset), false);
  }

  void addOperands(const Instruction &i) {
    size_t first = operands.size();
    if (const auto *phi = dyn_cast<PHINode>(&i)) {
      for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n) {
        addOperand(*phi->getIncomingValue(n), false);
        addOperand(*phi->getIncomingBlock(n), true);
      }
      return;
    }
    if (compat::isLifetimeMarker(i))
      return addMarked(i);
    for (unsigned n = 0; n < i.getNumOperands(); ++n)
      addOperand(*i.getOperand(n), mustStay(i, n));
    if (isMirrored(i))
      std::swap(operands[first], operands[first + 1]);
  }

  // Adds the slot that a lifetime marker marks. If the marker is not to be believed, poison stands for the slot.
  void addMarked(const Instruction &marker) {
    const Value *slot = marked.slotOf(marker);
    addOperand(slot ? *slot : *PoisonValue::get(marker.getOperand(compat::markedOperand)->getType()), true);
  }

  void addOperand(const Value &v, bool mustStay) {
    auto as = [&](OperandClass kind, uint64_t word) {
      operands.push_back({word, wrap(v.getType()), uint32_t(kind), mustStay});
    };
    if (const auto *argument = dyn_cast<Argument>(&v))
      return as(OperandClass::Argument, argument->getArgNo());
    if (!isa<Instruction, BasicBlock>(v))
      return as(OperandClass::Constant, word(&v));
    auto known = numbers.find(&v);
    if (known == numbers.end())
      as(OperandClass::Unreached, 0);
    else
      as(isa<BasicBlock>(v) ? OperandClass::Block : OperandClass::Instruction, known->second);
  }
};

} // namespace

extern "C" {

// Hands over the body of a function, up to the first instruction with one of the facts `refusing`.
void fmerge_describe_body(LLVMValueRef value, void *analyses, unsigned bits, uint64_t refusing,
                          void (*sink)(void *, const FmergeBody *), void *context) {
  Function &f = *unwrap<Function>(value);
  Body body(f, targetOf(f, analyses), bits);
  body.describe(refusing);
  FmergeBody all = body.all();
  sink(context, &all);
}

// Whether an instruction is described as its mirror image, with its first two operands exchanged.
bool fmerge_is_mirrored(LLVMValueRef value) { return isMirrored(*unwrap<Instruction>(value)); }

} // extern "C"
