// Describing operands, constants and types, for src/encode.rs (its Rust side: src/ffi/encode.rs).
//
// Consumes: instructions, constants and types of one module. Produces: operands, facts (one bit each), costs.
// Guarantees: nothing is changed.

#include "crossing.h"
#include "facts.h"

#include <algorithm>

#include "llvm-c/Types.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace fmerge;

namespace {

//===-- Operands -----------------------------------------------------------------------------------===//

OperandClass classOf(const Value &V) {
  if (isa<Instruction>(V))
    return OperandClass::Instruction;
  if (isa<Argument>(V))
    return OperandClass::Argument;
  return isa<BasicBlock>(V) ? OperandClass::Block : OperandClass::Constant;
}

// Fields of structures are chosen by constants; every other index may be a variable.
bool isFieldNumber(const GetElementPtrInst &I, unsigned Operand) {
  return Operand > 0 && std::next(gep_type_begin(I), Operand - 1).isStruct();
}

// A known callee stays known: no call is made indirect. An indirect one may be selected, unless bundles
// say what it is.
bool calleeMustStay(const CallBase &Call) {
  return Call.hasOperandBundles() || !isa<Instruction, Argument>(Call.getCalledOperand());
}

} // namespace

bool fmerge::mustStay(const Instruction &I, unsigned Operand) {
  if (isa<LandingPadInst>(I))
    return true;
  if (const auto *Gep = dyn_cast<GetElementPtrInst>(&I))
    return isFieldNumber(*Gep, Operand);
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (Call->isCallee(&I.getOperandUse(Operand)))
      return calleeMustStay(*Call);
    if (Call->isBundleOperand(Operand))
      return true;
  }
  // A lane that is not constant costs a round trip through the stack.
  if (isa<InsertElementInst, ExtractElementInst>(I) && isa<Constant>(I.getOperand(Operand)) &&
      I.getOperand(Operand)->getType()->isIntegerTy() && Operand == I.getNumOperands() - 1)
    return true;
  // A known length lets the code generator expand a copy in place; a variable one makes it a call.
  if (isa<MemIntrinsic>(I) && Operand == 2 && isa<Constant>(I.getOperand(Operand)))
    return true;
  return !canReplaceOperandWithVariable(&I, Operand);
}

namespace {

//===-- Constants and types ------------------------------------------------------------------------===//

} // namespace

bool fmerge::isOrdinaryConstant(const Constant &C) {
  if (const auto *Global = dyn_cast<GlobalValue>(&C))
    return !isa<GlobalIFunc>(Global) && !Global->isThreadLocal() &&
           (Global->getAddressSpace() == 0 || isa<Function>(Global));
  return isa<ConstantInt, ConstantFP, ConstantPointerNull, UndefValue, ConstantAggregateZero, ConstantDataSequential,
             ConstantAggregate, ConstantExpr>(C);
}

namespace {

// Where all of a group is local, as after internalization in LTO, no other object's copy can take its place.
bool isLocalOfSharedComdat(const GlobalValue &Global) {
  const Comdat *Group = Global.getComdat();
  return Group && Global.hasLocalLinkage() &&
         any_of(Group->getUsers(), [](const GlobalObject *O) { return !O->hasLocalLinkage(); });
}

// Of a constant and all its parts, each once.
void addConstantFacts(Facts<ConstantFact> &Out, const Constant &Whole) {
  SmallSetVector<const Constant *, 8> All;
  All.insert(&Whole);
  for (size_t Next = 0; Next < All.size(); ++Next) {
    const Constant &C = *All[Next];
    Out.set(ConstantFact::Fixed, !isOrdinaryConstant(C));
    if (const auto *Global = dyn_cast<GlobalValue>(&C)) {
      Out.set(ConstantFact::ComdatLocal, isLocalOfSharedComdat(*Global));
      continue;
    }
    for (const Use &Part : C.operands())
      if (const auto *Inner = dyn_cast<Constant>(Part))
        All.insert(Inner);
  }
}

// `Known` are the structs and arrays that were found to be.
bool isSelectable(Type *T, const DataLayout &Layout, SmallPtrSetImpl<Type *> &Known) {
  if (T->isVectorTy())
    return isSelectable(T->getScalarType(), Layout, Known);
  if (auto *Pointer = dyn_cast<PointerType>(T))
    return !Layout.isNonIntegralAddressSpace(Pointer->getAddressSpace());
  if (T->isIntegerTy() || T->isFloatingPointTy())
    return true;
  if (!T->isStructTy() && !T->isArrayTy())
    return false;
  if (Known.contains(T))
    return true;
  bool Answer =
      !T->isScalableTy() && all_of(T->subtypes(), [&](Type *Part) { return isSelectable(Part, Layout, Known); });
  if (Answer)
    Known.insert(T);
  return Answer;
}

constexpr uint32_t CostCeiling = 1u << 20;

} // namespace

//===-- The interface, in the order of src/ffi/encode.rs -------------------------------------------===//

extern "C" {

// `Out` has room for as many as `FmergeInstruction` says.
void fmerge_instruction_operands(LLVMValueRef Value, FmergeOperand *Out) {
  const Instruction &I = *unwrap<Instruction>(Value);
  const auto *Gep = dyn_cast<GetElementPtrInst>(&I);
  if (std::optional<APInt> Offset = Gep ? constantOffset(*Gep) : std::nullopt) {
    llvm::Value *Base = I.getOperand(0), *Bytes = ConstantInt::get(I.getContext(), *Offset);
    Out[0] = {wrap(Base), uint32_t(classOf(*Base)), false};
    Out[1] = {wrap(Bytes), uint32_t(OperandClass::Constant), false};
    return;
  }
  for (unsigned N = 0; N < I.getNumOperands(); ++N) {
    llvm::Value *Operand = I.getOperand(N);
    Out[N] = {wrap(Operand), uint32_t(classOf(*Operand)), mustStay(I, N)};
  }
}

uint64_t fmerge_constant_facts(LLVMValueRef Value) {
  Facts<ConstantFact> Out;
  if (const auto *C = dyn_cast<Constant>(unwrap(Value)))
    addConstantFacts(Out, *C);
  return Out.Bits;
}

bool fmerge_type_selectable(LLVMTypeRef Type, LLVMModuleRef Module) {
  SmallPtrSet<llvm::Type *, 8> Known;
  return isSelectable(unwrap(Type), unwrap(Module)->getDataLayout(), Known);
}

// `Analyses` is the ModuleAnalysisManager of the running pass. The result lives as long as its cache.
const void *fmerge_target_info(void *Analyses, LLVMValueRef Value) {
  Function &F = *unwrap<Function>(Value);
  auto &Modules = *static_cast<ModuleAnalysisManager *>(Analyses);
  auto &Functions = Modules.getResult<FunctionAnalysisManagerModuleProxy>(*F.getParent()).getManager();
  return &Functions.getResult<TargetIRAnalysis>(F);
}

// In TargetTransformInfo's units; what it calls invalid or exceeds the ceiling costs the ceiling.
uint32_t fmerge_instruction_cost(const void *TargetInfo, LLVMValueRef Value) {
  const auto &Target = *static_cast<const TargetTransformInfo *>(TargetInfo);
  InstructionCost Cost = Target.getInstructionCost(unwrap<Instruction>(Value), TargetTransformInfo::TCK_CodeSize);
  if (!Cost.isValid())
    return CostCeiling;
  return uint32_t(std::clamp<int64_t>(Cost.getValue(), 0, CostCeiling));
}

} // extern "C"
