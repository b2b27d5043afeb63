// How a function is referred to, and what could become of it when an equal one takes its place. For
// src/identical/ (its Rust side: src/ffi/standing.rs).
//
// Consumes: functions of one module. Produces: facts of their linkage and uses.
// Guarantees: nothing is changed. What is not known to be replaceable is not.

#include "standing.h"
#include "attributes.h"
#include "describe.h"
#include "reach.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm-c/Types.h"

using namespace llvm;
using namespace fmerge;

// What an equal function can do about the references to a function.
struct FmergeStanding {
  // Whose definition counts, as `Linkage` below.
  uint32_t Linkage;
  // Equal functions of one type have the same word.
  LLVMTypeRef Type;
  // Uses as the callee: of a plain call of its own type, or any other.
  uint32_t Calls;
  uint32_t OtherCalls;
  // Uses as a value that may become another function, and uses that may not.
  uint32_t Addresses;
  uint32_t Others;
  bool Insignificant;
  bool Droppable;
  bool CanBeBody;
  bool CanBeAlias;
  bool CanBeAliasee;
  bool CanBeThunk;
  bool NamedByMetadata;
};

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

// A call that could call a function of another type as well, with its arguments converted.
bool fmerge::isPlainCall(const Use &U, const Function &F) {
  const auto *Call = cast<CallBase>(U.getUser());
  return Call->getFunctionType() == F.getFunctionType() && Call->getCallingConv() == F.getCallingConv() &&
         !Call->isMustTailCall() && !Call->hasOperandBundles() && !isa<CallBrInst>(Call);
}

bool fmerge::isCallee(const Use &U) {
  const auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && Call->isCallee(&U) && mayCallAnother(*Call);
}

bool fmerge::ReplaceableUses::contains(const Use &U) {
  const User *By = U.getUser();
  if (!isa<ConstantExpr, ConstantAggregate>(By))
    return isReplaceableIn(*By, U);
  return !reaches(*By, MustStay, [](const User &C) { return C.uses(); }, [](const Use &Outer) {
    const User *Next = Outer.getUser();
    bool IsPart = isa<ConstantExpr, ConstantAggregate>(Next);
    return std::pair(!IsPart && !isReplaceableIn(*Next, Outer), IsPart ? Next : nullptr);
  });
}

namespace {

enum class Linkage : uint32_t {
  // Nobody else sees it.
  Local,
  // Seen by all, defined here and nowhere else.
  External,
  // Any of several definitions counts; by the one definition rule they mean the same.
  OneOfEqual,
  // Any of several definitions counts, and they may differ; or callers must come in by this very symbol.
  Interposable,
};

// A group of which the linker keeps one of several.
bool isSelectedByLinker(const GlobalValue &G) {
  const Comdat *Group = G.getComdat();
  return Group && Group->getSelectionKind() != Comdat::NoDeduplicate &&
         any_of(Group->getUsers(), [](const GlobalObject *O) { return !O->hasLocalLinkage(); });
}

Linkage linkageOf(const Function &F) {
  if (keepsCallers(F))
    return Linkage::Interposable;
  if (F.hasLocalLinkage())
    return Linkage::Local;
  if (F.isInterposable() || F.hasFnAttribute(Attribute::NoBuiltin))
    return Linkage::Interposable;
  return F.isDefinitionExact() && !isSelectedByLinker(F) ? Linkage::External : Linkage::OneOfEqual;
}

// Whether all objects that need the function have it, and the linker does not miss it in this one.
bool isDroppable(const Function &F) {
  bool IsAlone = !F.hasComdat() || F.getComdat()->getUsers().size() == 1;
  return F.hasLocalLinkage() || (F.hasLinkOnceODRLinkage() && IsAlone && !F.hasDLLExportStorageClass());
}

bool isLibraryFunction(const Function &F, const TargetLibraryInfoImpl &Library) {
  LibFunc Which;
  return !F.hasLocalLinkage() && Library.getLibFunc(F.getName(), Which);
}

// Names that others may call: a local symbol of a group that the linker may drop is not one, nor is one
// whose callers LLVM takes for callers of the library.
bool canBeBody(const Function &F, const TargetLibraryInfoImpl &Library) {
  Linkage L = linkageOf(F);
  return (L == Linkage::External || (L == Linkage::Local && !isSelectedByLinker(F))) && !isLibraryFunction(F, Library);
}

// Two symbols at one address, which only ELF's assemblers and linkers all know how to do.
bool canBeAlias(const Function &F) {
  bool IsVisible = F.hasExternalLinkage() || F.hasWeakODRLinkage();
  return IsVisible && !F.hasComdat() && !F.hasDLLExportStorageClass() &&
         F.getParent()->getTargetTriple().isOSBinFormatELF() && !F.getParent()->getTargetTriple().isNVPTX() &&
         !F.getParent()->getTargetTriple().isAMDGPU();
}

bool hasParameterWith(const Function &F, ArrayRef<Attribute::AttrKind> Kinds) {
  return any_of(F.args(), [&](const Argument &A) {
    return any_of(Kinds, [&](Attribute::AttrKind Kind) { return A.hasAttribute(Kind); });
  });
}

// Whether a function that only calls another can stand here. What the body asks for is known to the caller.
bool canBeThunk(const Function &F) {
  bool HasPlainParameters = !hasParameterWith(
      F, {Attribute::InAlloca, Attribute::Preallocated, Attribute::SwiftAsync, Attribute::SwiftError});
  return HasPlainParameters && !F.isVarArg() && !F.hasFnAttribute(Attribute::ReturnsTwice) &&
         !F.hasFnAttribute(Attribute::Hot) && F.getSectionPrefix().value_or("") != "hot" &&
         !F.hasFnAttribute(Attribute::StrictFP);
}

void countUses(const Function &F, FmergeStanding &Out) {
  ReplaceableUses Replaceable;
  for (const Use &U : F.uses())
    if (isCallee(U))
      ++(isPlainCall(U, F) ? Out.Calls : Out.OtherCalls);
    else
      ++(Replaceable.contains(U) ? Out.Addresses : Out.Others);
}

} // namespace

//===-- The interface, in the order of src/ffi/standing.rs -----------------------------------------===//

extern "C" {

// The library functions of the module's target.
void *fmerge_library_create(LLVMModuleRef M) { return new TargetLibraryInfoImpl(unwrap(M)->getTargetTriple()); }

void fmerge_library_dispose(void *Library) { delete static_cast<TargetLibraryInfoImpl *>(Library); }

void fmerge_standing(LLVMValueRef Value, const void *Library, FmergeStanding *Out) {
  const Function &F = *unwrap<Function>(Value);
  F.removeDeadConstantUsers();
  *Out = FmergeStanding();
  Out->Linkage = uint32_t(linkageOf(F));
  Out->Type = wrap(F.getFunctionType());
  Out->Insignificant = F.hasGlobalUnnamedAddr();
  Out->Droppable = isDroppable(F);
  Out->CanBeBody = canBeBody(F, *static_cast<const TargetLibraryInfoImpl *>(Library));
  Out->CanBeAlias = canBeAlias(F);
  Out->CanBeAliasee = !F.hasComdat();
  Out->CanBeThunk = canBeThunk(F);
  Out->NamedByMetadata = F.isUsedByMetadata();
  countUses(F, *Out);
  Out->Others += isAssociated(F);
}

} // extern "C"
