// How a function is referred to, and what its symbol is. For src/standing.rs (its declarations: src/ffi/standing.rs).
//
// Consumes: functions of one module. Produces: facts about their linkage and uses. Guarantees: nothing is changed. A
// use that is not known to be replaceable counts as not replaceable.

#include "standing.h"
#include "attributes.h"
#include "compat.h"
#include "crossing.h"
#include "describe.h"
#include "library.h"
#include "reach.h"

#include <array>

#include "llvm-c/Types.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace fmerge;

namespace {

// Whether the initializer may name another function instead. LLVM's own lists mean the symbol, except for those of
// initialisers.
bool isReplaceableIn(const GlobalVariable &g) {
  return !g.getName().starts_with("llvm.") || g.getName() == "llvm.global_ctors" || g.getName() == "llvm.global_dtors";
}

// The same for any user that is not part of another constant.
bool isReplaceableIn(const User &by, const Use &u) {
  if (const auto *g = dyn_cast<GlobalVariable>(&by))
    return isReplaceableIn(*g);
  if (const auto *call = dyn_cast<CallBase>(&by))
    return call->isArgOperand(&u) && call->getIntrinsicID() == Intrinsic::not_intrinsic;
  return isa<Instruction>(by) && !isa<LandingPadInst, FuncletPadInst>(by);
}

// Whether code generation makes the call of a thunk a jump, and adds no other calls. All arguments must go in
// registers, which the caller checks.
bool isLeftByJump(const Function &f) {
  constexpr std::array calling{"disable-tail-calls", "fentry-call", "instrument-function-entry", "split-stack"};
  constexpr std::array checked{Attribute::SanitizeAddress, Attribute::SanitizeHWAddress, Attribute::SanitizeMemory,
                               Attribute::SanitizeThread,  compat::SanitizeRealtime,     compat::SanitizeType,
                               Attribute::StackProtectReq, Attribute::OptimizeNone};
  return none_of(calling, [&](StringRef name) { return f.hasFnAttribute(name); }) &&
         none_of(checked, [&](Attribute::AttrKind kind) { return f.hasFnAttribute(kind); }) &&
         !isLeftByCall(f.getCallingConv()) &&
         none_of(f.args(), [](const Argument &a) { return a.hasPassPointeeByValueCopyAttr() || a.hasStructRetAttr(); });
}

// Whether the call says no more in bundles than in which funclet of WebAssembly it stands, which holds for a call in
// its place, too.
bool hasOnlyItsFunclet(const CallBase &call) {
  return !call.hasOperandBundles() ||
         (call.getNumOperandBundles() == call.countOperandBundlesOfType(LLVMContext::OB_funclet) &&
          catchesAsWebAssembly(*call.getFunction()));
}

} // namespace

bool fmerge::isLeftByCall(CallingConv::ID convention) {
  constexpr std::array conventions{CallingConv::Cold, CallingConv::PreserveMost, CallingConv::PreserveAll,
                                   CallingConv::AArch64_VectorCall};
  return is_contained(conventions, convention);
}

bool fmerge::isCallee(const Use &u) {
  const auto *call = dyn_cast<CallBase>(u.getUser());
  return call && call->isCallee(&u) && mayCallAnother(*call) && !hasFullFrame(*call->getFunction());
}

bool fmerge::isRewritableCall(const Use &u, const Function &f) {
  if (!isCallee(u) || f.isVarArg())
    return false;
  const auto *call = cast<CallBase>(u.getUser());
  return call->getFunctionType() == f.getFunctionType() && call->getCallingConv() == f.getCallingConv() &&
         !isa<CallBrInst>(call) && !call->isMustTailCall() && hasOnlyItsFunclet(*call) && agreesOnAbi(*call, f);
}

// A thunk without an unwind entry is safe for a function that throws nothing: no exception passes through it. Who walks
// the stack from a call on does not see a function that was left by a jump. But with debug information, LLVM writes an
// entry for each function all the same (`AsmPrinter::getFunctionCFISectionType`).
bool fmerge::isBareThunk(const Function &f, bool drops) {
  return drops && f.hasUWTable() && f.doesNotThrow() && f.getParent()->debug_compile_units().empty() && isLeftByJump(f);
}

bool fmerge::ReplaceableUses::contains(const Use &u) {
  const User *by = u.getUser();
  if (!isa<ConstantExpr, ConstantAggregate>(by))
    return isReplaceableIn(*by, u);
  return !reaches(
      *by, mustStay, [](const User &c) { return c.uses(); },
      [](const Use &outer) {
        const User *next = outer.getUser();
        bool isPart = isa<ConstantExpr, ConstantAggregate>(next);
        return std::pair(!isPart && !isReplaceableIn(*next, outer), isPart ? next : nullptr);
      });
}

namespace {

// Whether a global says by `!associated` that it belongs to `f`. That metadata must not lose its value.
bool isAssociated(const Function &f) {
  return f.isUsedByMetadata() && any_of(f.getParent()->globals(), [&](const GlobalVariable &g) {
           const MDNode *node = g.getMetadata(LLVMContext::MD_associated);
           const auto *of =
               node && node->getNumOperands() ? dyn_cast_or_null<ValueAsMetadata>(node->getOperand(0)) : nullptr;
           return of && of->getValue() == &f;
         });
}

// Whether the global is in a comdat of which the linker keeps one of several.
bool isSelectedByLinker(const GlobalValue &g) {
  const Comdat *group = g.getComdat();
  return group && group->getSelectionKind() != Comdat::NoDeduplicate &&
         any_of(group->getUsers(), [](const GlobalObject *o) { return !o->hasLocalLinkage(); });
}

// Whether two symbols may have one address. All assemblers and linkers of ELF support that.
bool hasAliases(const Triple &target) { return target.isOSBinFormatELF() && !target.isNVPTX() && !target.isAMDGPU(); }

// Whether code generation says in the function's symbol how it is called, for the loader. It says nothing in an
// alias's. For example, lazy binding on AArch64 keeps the registers that pass scalable vectors where the symbol says so
// (`STO_AARCH64_VARIANT_PCS`).
bool isSaidBySymbol(const Function &f) {
  auto isScalable = [](const Type *t) { return t->isScalableTy() || isa<TargetExtType>(t); };
  return !is_contained({CallingConv::C, CallingConv::Fast, CallingConv::Cold}, f.getCallingConv()) ||
         isScalable(f.getReturnType()) || any_of(f.getFunctionType()->params(), isScalable);
}

// Whether a function that only calls another one could not pass on the arguments of this one.
bool hasOddParameters(const Function &f) {
  return f.isVarArg() || any_of(f.args(), [](const Argument &a) {
           return any_of(
               ArrayRef{Attribute::InAlloca, Attribute::Preallocated, Attribute::SwiftAsync, Attribute::SwiftError},
               [&](Attribute::AttrKind kind) { return a.hasAttribute(kind); });
         });
}

// Whether the function may be exported from a shared library, so that the loader may take another program's definition
// of its name. References to it then go by the procedure linkage table.
bool mayBeOverriddenByLoader(const Function &f) {
  const Module &m = *f.getParent();
  return isOfSharedLibrary(m) && compat::tripleOf(m).isOSBinFormatELF() && !f.hasLocalLinkage() &&
         f.hasDefaultVisibility() && !f.isDSOLocal();
}

void describeLinkage(const Function &f, FmergeStanding &out) {
  out.local = f.hasLocalLinkage();
  out.strong = f.hasExternalLinkage() || f.hasWeakODRLinkage();
  out.linkOnceOdr = f.hasLinkOnceODRLinkage();
  out.interposable = f.isInterposable();
  out.overriddenByLoader = mayBeOverriddenByLoader(f);
  out.exact = f.isDefinitionExact();
  out.dllExported = f.hasDLLExportStorageClass();
  out.inComdat = f.hasComdat();
  out.hasCompany = f.hasComdat() && f.getComdat()->getUsers().size() > 1;
  out.selectedByLinker = isSelectedByLinker(f);
  out.targetHasAliases = hasAliases(compat::tripleOf(*f.getParent())) && !isSaidBySymbol(f);
}

// Facts of the function itself. The caller knows what its body asks for.
void describeFunction(const Function &f, FmergeStanding &out) {
  out.keepsCallers = keepsCallers(f);
  out.noBuiltin = f.hasFnAttribute(Attribute::NoBuiltin);
  // `!type` on a function counts for its address, which `llvm.type.test` asks about.
  out.insignificant = f.hasGlobalUnnamedAddr() && !f.hasMetadata(LLVMContext::MD_type);
  out.oddParameters = hasOddParameters(f);
  out.oddFrame = f.hasFnAttribute(Attribute::ReturnsTwice) || f.hasFnAttribute(Attribute::StrictFP);
  out.associated = f.isDiscardableIfUnused() && isAssociated(f); // the others stay anyway
  out.namedByMetadata = f.isUsedByMetadata();
}

void countUses(const Function &f, FmergeStanding &out) {
  ReplaceableUses replaceable;
  for (const Use &u : f.uses())
    if (isCallee(u))
      ++(isRewritableCall(u, f) ? out.calls : out.otherCalls);
    else
      ++(replaceable.contains(u) ? out.addresses : out.others);
}

} // namespace

//===-- The interface, in the order of src/ffi/standing.rs -----------------------------------------===//

extern "C" {

// The library functions of the module's target.
void *fmerge_library_create(LLVMModuleRef m) { return new TargetLibraryInfoImpl(compat::tripleOf(*unwrap(m))); }

void fmerge_library_dispose(void *library) { delete static_cast<TargetLibraryInfoImpl *>(library); }

// Whether LLVM takes the function for one of the library, by its name.
bool fmerge_is_in_library(LLVMValueRef value, const void *library) {
  const Function &f = *unwrap<Function>(value);
  LibFunc which;
  return !f.hasLocalLinkage() && static_cast<const TargetLibraryInfoImpl *>(library)->getLibFunc(f.getName(), which);
}

// Deletes unused constants that refer to the function, which would count as uses of its address.
void fmerge_drop_unused_constants(LLVMValueRef value) { unwrap<Function>(value)->removeDeadConstantUsers(); }

void fmerge_standing(LLVMValueRef value, bool dropsEntries, FmergeStanding *out) {
  const Function &f = *unwrap<Function>(value);
  *out = FmergeStanding();
  out->ty = wrap(f.getFunctionType());
  describeLinkage(f, *out);
  describeFunction(f, *out);
  countUses(f, *out);
  out->bareThunk = isBareThunk(f, dropsEntries);
}

} // extern "C"
