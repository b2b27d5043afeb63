// How a function is referred to, and what its symbol is. For src/standing.rs (its declarations: src/ffi/standing.rs).
//
// Consumes: functions of one module. Produces: facts of their linkage and uses.
// Guarantees: nothing is changed. What is not known to be replaceable is not.

#include "standing.h"
#include "attributes.h"
#include "crossing.h"
#include "describe.h"
#include "reach.h"

#include "llvm-c/Types.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace fmerge;

namespace {

// Whether the initializer may come to name another function. LLVM's own lists mean the symbol.
bool isReplaceableIn(const GlobalVariable &G) {
  return !G.getName().starts_with("llvm.") || G.getName() == "llvm.global_ctors" || G.getName() == "llvm.global_dtors";
}

// The same of any user that is no part of another constant.
bool isReplaceableIn(const User &By, const Use &U) {
  if (const auto *G = dyn_cast<GlobalVariable>(&By))
    return isReplaceableIn(*G);
  if (const auto *Call = dyn_cast<CallBase>(&By))
    return Call->isArgOperand(&U) && Call->getIntrinsicID() == Intrinsic::not_intrinsic;
  return isa<Instruction>(By) && !isa<LandingPadInst, FuncletPadInst>(By);
}

} // namespace

bool fmerge::isCallee(const Use &U) {
  const auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && Call->isCallee(&U) && mayCallAnother(*Call);
}

bool fmerge::isRewritableCall(const Use &U, const Function &F) {
  if (!isCallee(U) || F.isVarArg())
    return false;
  const auto *Call = cast<CallBase>(U.getUser());
  return Call->getFunctionType() == F.getFunctionType() && Call->getCallingConv() == F.getCallingConv() &&
         !isa<CallBrInst>(Call) && !Call->isMustTailCall() && !Call->hasOperandBundles() && agreesOnAbi(*Call, F);
}

bool fmerge::ReplaceableUses::contains(const Use &U) {
  const User *By = U.getUser();
  if (!isa<ConstantExpr, ConstantAggregate>(By))
    return isReplaceableIn(*By, U);
  return !reaches(
      *By, MustStay, [](const User &C) { return C.uses(); },
      [](const Use &Outer) {
        const User *Next = Outer.getUser();
        bool IsPart = isa<ConstantExpr, ConstantAggregate>(Next);
        return std::pair(!IsPart && !isReplaceableIn(*Next, Outer), IsPart ? Next : nullptr);
      });
}

namespace {

// Whether a global says that it belongs to `F`: `!associated` must not lose its value.
bool isAssociated(const Function &F) {
  return F.isUsedByMetadata() && any_of(F.getParent()->globals(), [&](const GlobalVariable &G) {
           const MDNode *Node = G.getMetadata(LLVMContext::MD_associated);
           const auto *Of =
               Node && Node->getNumOperands() ? dyn_cast_or_null<ValueAsMetadata>(Node->getOperand(0)) : nullptr;
           return Of && Of->getValue() == &F;
         });
}

// A group of which the linker keeps one of several.
bool isSelectedByLinker(const GlobalValue &G) {
  const Comdat *Group = G.getComdat();
  return Group && Group->getSelectionKind() != Comdat::NoDeduplicate &&
         any_of(Group->getUsers(), [](const GlobalObject *O) { return !O->hasLocalLinkage(); });
}

// Two symbols at one address, which only ELF's assemblers and linkers all know how to do.
bool hasAliases(const Triple &Target) { return Target.isOSBinFormatELF() && !Target.isNVPTX() && !Target.isAMDGPU(); }

// Whether a function that only calls another could not pass on what this one is given.
bool hasOddParameters(const Function &F) {
  return F.isVarArg() || any_of(F.args(), [](const Argument &A) {
           return any_of(
               ArrayRef{Attribute::InAlloca, Attribute::Preallocated, Attribute::SwiftAsync, Attribute::SwiftError},
               [&](Attribute::AttrKind Kind) { return A.hasAttribute(Kind); });
         });
}

void describeLinkage(const Function &F, FmergeStanding &Out) {
  Out.Local = F.hasLocalLinkage();
  Out.Strong = F.hasExternalLinkage() || F.hasWeakODRLinkage();
  Out.LinkOnceOdr = F.hasLinkOnceODRLinkage();
  Out.Interposable = F.isInterposable();
  Out.Exact = F.isDefinitionExact();
  Out.DllExported = F.hasDLLExportStorageClass();
  Out.InComdat = F.hasComdat();
  Out.HasCompany = F.hasComdat() && F.getComdat()->getUsers().size() > 1;
  Out.SelectedByLinker = isSelectedByLinker(F);
  Out.TargetHasAliases = hasAliases(F.getParent()->getTargetTriple());
}

// Of the function itself. What its body asks for is known to the caller.
void describeFunction(const Function &F, FmergeStanding &Out) {
  Out.KeepsCallers = keepsCallers(F);
  Out.NoBuiltin = F.hasFnAttribute(Attribute::NoBuiltin);
  Out.Insignificant = F.hasGlobalUnnamedAddr();
  Out.OddParameters = hasOddParameters(F);
  Out.OddFrame = F.hasFnAttribute(Attribute::ReturnsTwice) || F.hasFnAttribute(Attribute::StrictFP);
  Out.Associated = F.isDiscardableIfUnused() && isAssociated(F); // the others stay anyway
  Out.NamedByMetadata = F.isUsedByMetadata();
}

void countUses(const Function &F, FmergeStanding &Out) {
  ReplaceableUses Replaceable;
  for (const Use &U : F.uses())
    if (isCallee(U))
      ++(isRewritableCall(U, F) ? Out.Calls : Out.OtherCalls);
    else
      ++(Replaceable.contains(U) ? Out.Addresses : Out.Others);
}

} // namespace

//===-- The interface, in the order of src/ffi/standing.rs -----------------------------------------===//

extern "C" {

// The library functions of the module's target.
void *fmerge_library_create(LLVMModuleRef M) { return new TargetLibraryInfoImpl(unwrap(M)->getTargetTriple()); }

void fmerge_library_dispose(void *Library) { delete static_cast<TargetLibraryInfoImpl *>(Library); }

// Whether LLVM takes callers of the function for callers of the library.
bool fmerge_is_in_library(LLVMValueRef Value, const void *Library) {
  const Function &F = *unwrap<Function>(Value);
  LibFunc Which;
  return !F.hasLocalLinkage() && static_cast<const TargetLibraryInfoImpl *>(Library)->getLibFunc(F.getName(), Which);
}

// Deletes constants that refer to the function and that nothing uses. They count as uses of its address otherwise, as
// somebody may hold them and put them to use again.
void fmerge_drop_unused_constants(LLVMValueRef Value) { unwrap<Function>(Value)->removeDeadConstantUsers(); }

void fmerge_standing(LLVMValueRef Value, FmergeStanding *Out) {
  const Function &F = *unwrap<Function>(Value);
  *Out = FmergeStanding();
  Out->Ty = wrap(F.getFunctionType());
  describeLinkage(F, *Out);
  describeFunction(F, *Out);
  countUses(F, *Out);
}

} // extern "C"
