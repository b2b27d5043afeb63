// Describes operands, constants and types, for encode_body.cpp and src/encode.rs (its Rust side: src/ffi/encode.rs).
//
// Consumes: instructions, constants and types of one module. Produces: facts (one bit each).
// Guarantees: nothing is changed.

#include "compat.h"
#include "facts.h"
#include "library.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace fmerge;

namespace {

//===-- Operands -----------------------------------------------------------------------------------===//

// Whether an index of an address chooses a field of a structure, which must be a constant. Any other index may be a
// variable.
bool isFieldNumber(const GetElementPtrInst &i, unsigned operand) {
  return operand > 0 && std::next(gep_type_begin(i), operand - 1).isStruct();
}

// A known callee stays known: no call is made indirect. An indirect callee may be selected, unless bundles say what it
// is.
bool calleeMustStay(const CallBase &call) {
  return call.hasOperandBundles() || !isa<Instruction, Argument>(call.getCalledOperand());
}

// Whether a φ has the operand from a block in which no code may stand that would compute it.
bool comesFromCatchSwitch(const PHINode &i, unsigned operand) {
  return isa<CatchSwitchInst>(i.getIncomingBlock(operand)->getTerminator());
}

// Whether the target has an instruction for a division or product of integers that registers hold. Where it has none, a
// call of the compiler's library takes its place.
bool hasInstructionFor(const Instruction &i) {
  const Function &f = *i.getFunction();
  const Triple &target = compat::tripleOf(*f.getParent());
  bool divides = i.isIntDivRem();
  switch (target.getArch()) {
  case Triple::avr:
  case Triple::msp430:
    return false;
  case Triple::hexagon:
    return !divides;
  case Triple::riscv32:
  case Triple::riscv64:
    return hasFeature(f, "+m") || (!divides && hasFeature(f, "+zmmul"));
  case Triple::arm:
  case Triple::armeb:
  case Triple::thumb:
  case Triple::thumbeb:
    return !divides || hasFeature(f, hasFeature(f, "+thumb-mode") || target.isThumb() ? "+hwdiv" : "+hwdiv-arm");
  default:
    return true;
  }
}

// Whether the constant operand of an instruction lets the code generator do without a call of the compiler's library,
// which it makes where the operand is a variable. For example, `x / 8` is a shift, and on a target of 32 bits `x / y`
// of 64 bits is a call; a whole power with a constant exponent is made of products.
bool sparesCallOfLibrary(const Instruction &i, unsigned operand) {
  if (!isa<Constant>(i.getOperand(operand)))
    return false;
  if (const auto *call = dyn_cast<IntrinsicInst>(&i))
    return operand == 1 && is_contained({Intrinsic::powi, Intrinsic::ldexp}, call->getIntrinsicID());
  bool isProduct = i.getOpcode() == Instruction::Mul;
  if (!isProduct && !(operand == 1 && (i.isIntDivRem() || i.isShift())))
    return false;
  unsigned legal = i.getDataLayout().getLargestLegalIntTypeSizeInBits();
  unsigned widest = legal ? legal : i.getDataLayout().getPointerSizeInBits();
  return i.getType()->getScalarSizeInBits() > widest || (!i.isShift() && !hasInstructionFor(i));
}

} // namespace

bool fmerge::mustStay(const Instruction &i, unsigned operand) {
  if (isa<LandingPadInst, FuncletPadInst>(i))
    return true;
  if (const auto *phi = dyn_cast<PHINode>(&i); phi && comesFromCatchSwitch(*phi, operand))
    return true;
  if (const auto *gep = dyn_cast<GetElementPtrInst>(&i))
    return isFieldNumber(*gep, operand);
  if (const auto *call = dyn_cast<CallBase>(&i)) {
    if (call->isCallee(&i.getOperandUse(operand)))
      return calleeMustStay(*call);
    if (call->isBundleOperand(operand))
      return true;
  }
  if (sparesCallOfLibrary(i, operand))
    return true;
  // A lane that is not constant costs a round trip through the stack.
  if (isa<InsertElementInst, ExtractElementInst>(i) && isa<Constant>(i.getOperand(operand)) &&
      i.getOperand(operand)->getType()->isIntegerTy() && operand == i.getNumOperands() - 1)
    return true;
  // A known length lets the code generator expand a copy in place; a variable one makes it a call.
  if (isa<MemIntrinsic>(i) && operand == 2 && isa<Constant>(i.getOperand(operand)))
    return true;
  return !canReplaceOperandWithVariable(&i, operand);
}

namespace {

//===-- Constants and types ------------------------------------------------------------------------===//

} // namespace

bool fmerge::isOrdinaryConstant(const Constant &c) {
  if (const auto *global = dyn_cast<GlobalValue>(&c))
    return !isa<GlobalIFunc>(global) && !global->isThreadLocal() &&
           (global->getAddressSpace() == 0 || isa<Function>(global));
  return isa<ConstantInt, ConstantFP, ConstantPointerNull, UndefValue, ConstantAggregateZero, ConstantDataSequential,
             ConstantAggregate, ConstantExpr>(c);
}

namespace {

// Whether a local symbol is in a comdat that the linker may replace by another object's copy. If all of the comdat is
// local, as after internalization in LTO, no copy can take its place.
bool isLocalOfSharedComdat(const GlobalValue &global) {
  const Comdat *group = global.getComdat();
  return group && global.hasLocalLinkage() &&
         any_of(group->getUsers(), [](const GlobalObject *o) { return !o->hasLocalLinkage(); });
}

// Adds the facts of a constant and of all its parts, each once.
void addConstantFacts(Facts<ConstantFact> &out, const Constant &whole) {
  SmallSetVector<const Constant *, 8> all;
  all.insert(&whole);
  for (size_t next = 0; next < all.size(); ++next) {
    const Constant &c = *all[next];
    out.set(ConstantFact::Fixed, !isOrdinaryConstant(c));
    if (const auto *global = dyn_cast<GlobalValue>(&c)) {
      out.set(ConstantFact::ComdatLocal, isLocalOfSharedComdat(*global));
      continue;
    }
    for (const Use &part : c.operands())
      if (const auto *inner = dyn_cast<Constant>(part))
        all.insert(inner);
  }
}

// Whether a select of the type is legal. `known` has the structs and arrays that were found to be selectable.
bool isSelectable(Type *t, const DataLayout &layout, SmallPtrSetImpl<Type *> &known) {
  if (t->isVectorTy())
    return isSelectable(t->getScalarType(), layout, known);
  if (auto *pointer = dyn_cast<PointerType>(t))
    return !layout.isNonIntegralAddressSpace(pointer->getAddressSpace());
  if (t->isIntegerTy() || t->isFloatingPointTy())
    return true;
  if (!t->isStructTy() && !t->isArrayTy())
    return false;
  if (known.contains(t))
    return true;
  bool answer =
      !t->isScalableTy() && all_of(t->subtypes(), [&](Type *part) { return isSelectable(part, layout, known); });
  if (answer)
    known.insert(t);
  return answer;
}

} // namespace

//===-- The interface, in the order of src/ffi/encode.rs -------------------------------------------===//

extern "C" {

uint64_t fmerge_constant_facts(LLVMValueRef value) {
  Facts<ConstantFact> out;
  if (const auto *c = dyn_cast<Constant>(unwrap(value)))
    addConstantFacts(out, *c);
  return out.bits;
}

bool fmerge_type_selectable(LLVMTypeRef type, LLVMModuleRef module) {
  SmallPtrSet<llvm::Type *, 8> known;
  return isSelectable(unwrap(type), unwrap(module)->getDataLayout(), known);
}

} // extern "C"
