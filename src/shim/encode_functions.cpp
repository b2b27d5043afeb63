// Describing functions in plain words, for src/encode.rs (its Rust side: src/ffi/encode.rs).
//
// Consumes: functions of one module. Produces: facts (one bit each), words that are equal exactly when two
// functions or parameters may stand for one another, uses.
// Guarantees: nothing is changed. What a word is, `describe.h` says.

#include "attributes.h"
#include "facts.h"

#include <algorithm>
#include <cstring>

#include "llvm-c/Types.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;
using namespace fmerge;

void fmerge::addText(Words &Out, StringRef Text) {
  Out.push_back(Text.size());
  for (; !Text.empty(); Text = Text.drop_front(std::min<size_t>(8, Text.size()))) {
    uint64_t Word = 0;
    std::memcpy(&Word, Text.data(), std::min<size_t>(8, Text.size()));
    Out.push_back(Word);
  }
}

bool fmerge::mustPreserve(Attribute A) {
  if (!A.hasKindAsEnum())
    return true;
  Attribute::AttrKind Kind = A.getKindAsEnum();
  return !Attribute::intersectWithAnd(Kind) && !Attribute::intersectWithMin(Kind) &&
         !Attribute::intersectWithCustom(Kind);
}

bool fmerge::isNoteByName(LLVMContext &Context, unsigned Kind) {
  return Kind == Context.getMDKindID("srcloc") || Kind == Context.getMDKindID("heapallocsite") ||
         Kind == Context.getMDKindID("PGOFuncName");
}

namespace {

//===-- Attributes and metadata --------------------------------------------------------------------===//

// Attributes of a parameter of a definition that only promise something to the optimizer.
bool isDroppablePromise(Attribute A) { return A.hasAttribute(Attribute::Initializes); }

bool isParameterAbi(Attribute A) { return mustPreserve(A) && !isDroppablePromise(A); }

// Parameters that cannot be given poison, or whose place is part of the calling convention.
bool isPinned(AttributeSet Set) {
  return Set.hasAttribute(Attribute::ByVal) || Set.hasAttribute(Attribute::StructRet) ||
         Set.hasAttribute(Attribute::ByRef) || Set.hasAttribute(Attribute::Nest) ||
         Set.hasAttribute(Attribute::SwiftSelf) || Set.hasAttribute(Attribute::SwiftAsync) ||
         Set.hasAttribute(Attribute::SwiftError) || Set.hasAttribute(Attribute::InAlloca) ||
         Set.hasAttribute(Attribute::Preallocated) || Set.hasAttribute(Attribute::ElementType);
}

// Kinds on functions that stay on the thunk, or are in the function's words.
bool isHarmlessOnFunction(unsigned Kind) {
  return Kind == LLVMContext::MD_dbg || Kind == LLVMContext::MD_prof || Kind == LLVMContext::MD_type ||
         Kind == LLVMContext::MD_section_prefix || Kind == LLVMContext::MD_annotation ||
         Kind == LLVMContext::MD_func_sanitize;
}

bool hasUnknownMetadata(const Function &F) {
  SmallVector<std::pair<unsigned, MDNode *>, 4> All;
  F.getAllMetadata(All);
  return any_of(All, [&](auto &Entry) {
    return !isHarmlessOnFunction(Entry.first) && !isNoteByName(F.getContext(), Entry.first);
  });
}

//===-- Functions ----------------------------------------------------------------------------------===//

// Conventions under which an internal function with one more parameter can be defined and called.
bool isOrdinaryConvention(CallingConv::ID Convention) {
  switch (Convention) {
  case CallingConv::C:
  case CallingConv::Fast:
  case CallingConv::Cold:
  case CallingConv::PreserveMost:
  case CallingConv::PreserveAll:
  case CallingConv::Swift:
  case CallingConv::X86_StdCall:
  case CallingConv::X86_FastCall:
  case CallingConv::X86_ThisCall:
  case CallingConv::X86_VectorCall:
  case CallingConv::X86_RegCall:
  case CallingConv::X86_64_SysV:
  case CallingConv::Win64:
  case CallingConv::ARM_APCS:
  case CallingConv::ARM_AAPCS:
  case CallingConv::ARM_AAPCS_VFP:
  case CallingConv::AArch64_VectorCall:
  case CallingConv::AArch64_SVE_VectorCall:
    return true;
  default:
    return false;
  }
}

// Attributes that make a function an entry from outside of the program, whatever its convention says: it
// has no parameters or returns in a way of its own, and no code may call it.
bool isEntryFromOutside(const Function &F) {
  return any_of(ArrayRef<StringRef>{"interrupt", "signal", "cmse_nonsecure_entry", "hlsl.shader"},
                [&](StringRef Kind) { return F.hasFnAttribute(Kind); });
}

bool hasParameterWith(const Function &F, ArrayRef<Attribute::AttrKind> Kinds) {
  return any_of(F.args(), [&](const Argument &A) {
    return any_of(Kinds, [&](Attribute::AttrKind Kind) { return A.hasAttribute(Kind); });
  });
}

bool isIfuncResolver(const Function &F) {
  return any_of(F.getParent()->ifuncs(), [&](const GlobalIFunc &I) { return I.getResolverFunction() == &F; });
}

bool isCoroutine(const Function &F) {
  return F.isPresplitCoroutine() || F.hasFnAttribute(Attribute::CoroDestroyOnlyWhenComplete);
}

// Functions that LLVM makes calls to out of plain loops and comparisons. Only by its name does it know not to
// do so inside of the function itself; in a merged body of another name, the function would call itself.
// With `no-builtins`, which merged bodies keep, it makes no such calls.
bool isCalledFromIdioms(const Function &F) {
  return is_contained({"memset", "memcpy", "memmove", "memcmp", "bcmp", "strlen", "wcslen", "memset_pattern4",
                       "memset_pattern8", "memset_pattern16"},
                      F.getName()) &&
         !F.hasFnAttribute("no-builtins");
}

// Whether the function may have callers that it is inlined into. Of a local one that is only passed on, like
// those that OpenMP makes of parallel regions, the body stays.
bool isInlinedAlways(const Function &F) {
  return F.hasFnAttribute(Attribute::AlwaysInline) &&
         (!F.hasLocalLinkage() || F.use_empty() || any_of(F.uses(), [](const Use &U) {
           const auto *Call = dyn_cast<CallBase>(U.getUser());
           return isa<GlobalAlias>(U.getUser()) || (Call && !Call->isArgOperand(&U));
         }));
}

bool hasFloats(const Function &F) {
  auto IsFloat = [](const Value &V) { return isFloatType(V.getType()); };
  return any_of(F.args(), IsFloat) || any_of(instructions(F), [&](const Instruction &I) {
           return IsFloat(I) || any_of(I.operands(), [&](const Use &U) { return IsFloat(*U); });
         });
}

// Whether an entry of `llvm.global.annotations` gives the function this text: its address, the text, and where.
bool isAnnotated(const Function &F, StringRef Text) {
  return any_of(F.users(), [&](const User *Entry) {
    StringRef Own;
    return isa<ConstantStruct>(Entry) && Entry->getNumOperands() > 1 && Entry->getOperand(0) == &F &&
           getConstantStringInfo(Entry->getOperand(1), Own) && Own == Text;
  });
}

// Whether the source says that the function is to be left alone.
bool isSwitchedOff(const Function &F) {
  return F.getFnAttribute("fmerge").getValueAsString() == "off" ||
         (F.getParent()->getNamedGlobal("llvm.global.annotations") && isAnnotated(F, "fmerge=off"));
}

bool hasAddressTakenBlock(const Function &F) {
  return any_of(F, [](const BasicBlock &B) { return B.hasAddressTaken(); });
}

//===-- Calls of functions -------------------------------------------------------------------------===//

} // namespace

bool fmerge::agreesOnShadows(const CallBase &Call, const Function &F) {
  if (!fmergePassesShadows(*Call.getFunction()))
    return true;
  AttributeList AtCall = Call.getAttributes(), AtDefinition = F.getAttributes();
  for (unsigned I = 0; I < F.arg_size(); ++I)
    if (AtCall.hasParamAttr(I, Attribute::NoUndef) != AtDefinition.hasParamAttr(I, Attribute::NoUndef))
      return false;
  return AtCall.hasRetAttr(Attribute::NoUndef) == AtDefinition.hasRetAttr(Attribute::NoUndef);
}

bool fmerge::agreesOnAbi(const CallBase &Call, const Function &F) {
  for (unsigned I = 0; I < F.arg_size(); ++I) {
    Words AtCall, AtDefinition;
    addAttributes(AtCall, 0, Call.getAttributes().getParamAttrs(I), isParameterAbi);
    addAttributes(AtDefinition, 0, F.getAttributes().getParamAttrs(I), isParameterAbi);
    if (AtCall != AtDefinition)
      return false;
  }
  return true;
}

namespace {

// Whether only a return comes after the call, perhaps behind a jump.
bool leadsToReturn(const CallInst &Call) {
  const Instruction *Next = Call.getNextNode();
  for (unsigned Jumps = 0; Jumps < 8; ++Jumps) {
    while (isa<PHINode>(Next) || Next->isLifetimeStartOrEnd() || isa<AssumeInst>(Next))
      Next = Next->getNextNode();
    const auto *Jump = dyn_cast<BranchInst>(Next);
    if (!Jump || Jump->isConditional())
      return isa<ReturnInst>(Next);
    Next = &Jump->getSuccessor(0)->front();
  }
  return true;
}

} // namespace

bool fmerge::isFloatType(const Type *T) {
  if (T->isStructTy() || T->isArrayTy())
    return any_of(T->subtypes(), isFloatType);
  return T->isFloatingPointTy() || T->isVectorTy();
}

bool fmerge::lacksFloatRegisters(const Function &F) {
  if (F.hasFnAttribute(Attribute::NoImplicitFloat) || F.getFnAttribute("use-soft-float").getValueAsBool())
    return true;
  SmallVector<StringRef, 32> Features;
  F.getFnAttribute("target-features").getValueAsString().split(Features, ',');
  return any_of(Features, [](StringRef Feature) {
    return is_contained({"-sse", "-sse2", "-fp-armv8", "-fpregs", "-vfp2", "-vfp2sp", "+soft-float", "-hard-float"},
                        Feature);
  });
}

void fmerge::addFunctionWords(Words &Out, const Function &F) {
  Out.append({F.getCallingConv(), F.getAddressSpace()});
  Out.name(F.hasPersonalityFn() ? F.getPersonalityFn() : nullptr);
  addText(Out, F.getSection());
  // In a section of its own choice a function has its own alignment, even where the target would want more.
  Out.push_back(F.hasSection() && F.getAlign());
  addText(Out, F.getPartition());
  addText(Out, F.getSectionPrefix().value_or(""));
  addAttributes(Out, 0, F.getAttributes().getFnAttrs(), [](Attribute A) { return is(AttributeFact::Counts, A); });
  addAttributes(Out, 1, F.getAttributes().getRetAttrs(), PreservedIn(F));
}

void fmerge::addParameterWords(Words &Out, const Function &F, unsigned Index) {
  addAttributes(Out, 0, F.getAttributes().getParamAttrs(Index),
                [Preserved = PreservedIn(F)](Attribute A) { return Preserved(A) && !isDroppablePromise(A); });
}

//===-- The interface, in the order of src/ffi/encode.rs -------------------------------------------===//

extern "C" {

uint64_t fmerge_function_facts(LLVMValueRef Value) {
  using Fact = FunctionFact;
  const Function &F = *unwrap<Function>(Value);
  Facts<Fact> Out;
  Out.set(Fact::Declaration, F.isDeclaration());
  Out.set(Fact::AvailableExternally, F.hasAvailableExternallyLinkage());
  Out.set(Fact::OptNone, F.hasOptNone());
  Out.set(Fact::Naked, F.hasFnAttribute(Attribute::Naked));
  Out.set(Fact::VarArgs, F.isVarArg());
  Out.set(Fact::AlwaysInline, isInlinedAlways(F));
  Out.set(Fact::ReturnsTwice, F.hasFnAttribute(Attribute::ReturnsTwice));
  Out.set(Fact::Coroutine, isCoroutine(F));
  Out.set(Fact::Convergent, F.isConvergent());
  Out.set(Fact::NoDuplicate, F.hasFnAttribute(Attribute::NoDuplicate));
  Out.set(Fact::NoMerge, F.hasFnAttribute(Attribute::NoMerge));
  Out.set(Fact::UnusualParameter,
          hasParameterWith(F, {Attribute::InAlloca, Attribute::Preallocated, Attribute::SwiftAsync}));
  Out.set(Fact::SwiftError, hasParameterWith(F, {Attribute::SwiftError}));
  Out.set(Fact::PrefixData, F.hasPrefixData() || F.hasPrologueData());
  Out.set(Fact::Gc, F.hasGC());
  Out.set(Fact::ThunkAttribute, F.hasFnAttribute("thunk"));
  Out.set(Fact::JumpTable, F.hasFnAttribute(Attribute::JumpTable));
  Out.set(Fact::IfuncResolver, isIfuncResolver(F));
  Out.set(Fact::CallingConvention, !isOrdinaryConvention(F.getCallingConv()) || isEntryFromOutside(F));
  Out.set(Fact::StrictFp, F.hasFnAttribute(Attribute::StrictFP));
  Out.set(Fact::SwitchedOff, isSwitchedOff(F));
  Out.set(Fact::AddressTakenBlock, hasAddressTakenBlock(F));
  Out.set(Fact::FunctionMetadata, hasUnknownMetadata(F));
  Out.set(Fact::LibraryFunction, isCalledFromIdioms(F));
  Out.set(Fact::UnknownAttribute, has(AttributeFact::Unknown, F.getAttributes().getFnAttrs()));
  Out.set(Fact::AttributeForbids, has(AttributeFact::Forbids, F.getAttributes().getFnAttrs()));
  Out.set(Fact::NoFloatRegisters, lacksFloatRegisters(F) && hasFloats(F));
  return Out.Bits;
}

void fmerge_function_words(LLVMValueRef Value, WordSink Sink, void *Context) {
  Words Out;
  addFunctionWords(Out, *unwrap<Function>(Value));
  Sink(Context, Out.data(), Out.size());
}

// The result: whether the parameter is pinned to its place.
bool fmerge_param_words(LLVMValueRef Value, unsigned Index, WordSink Sink, void *Context) {
  const Function &F = *unwrap<Function>(Value);
  Words Out;
  addParameterWords(Out, F, Index);
  Sink(Context, Out.data(), Out.size());
  return isPinned(F.getAttributes().getParamAttrs(Index));
}

// The registers that an argument takes at most: integers and pointers in words of so many bits, and anything
// else. What is copied to the stack takes none.
void fmerge_param_registers(LLVMValueRef Value, unsigned Index, unsigned Bits, uint32_t *Integers, uint32_t *Floats) {
  const Function &F = *unwrap<Function>(Value);
  const Argument &A = *F.getArg(Index);
  Type *T = A.getType();
  bool IsFloating = T->isFloatingPointTy() || T->isVectorTy();
  *Floats = IsFloating;
  *Integers = 0;
  if (!IsFloating && !A.hasPassPointeeByValueCopyAttr() && T->isSized())
    *Integers = divideCeil(F.getDataLayout().getTypeSizeInBits(T).getKnownMinValue(), Bits);
}

// The functions that return right after a call of this one that is marked `tail`, each as often as it does.
void fmerge_tail_callers(LLVMValueRef Value, WordSink Sink, void *Context) {
  Words Out;
  for (const Use &U : unwrap<Function>(Value)->uses()) {
    const auto *Call = dyn_cast<CallInst>(U.getUser());
    if (Call && Call->isCallee(&U) && Call->isTailCall() && leadsToReturn(*Call))
      Out.push_back(word(Call->getFunction()));
  }
  Sink(Context, Out.data(), Out.size());
}

// The functions that are called, each as often as it is; null for what is not known. Library functions that LLVM
// knows call nothing of the program's.
void fmerge_callees(LLVMValueRef Value, const void *Library, WordSink Sink, void *Context) {
  const auto &Known = *static_cast<const TargetLibraryInfoImpl *>(Library);
  Words Out;
  for (const Instruction &I : instructions(unwrap<Function>(Value))) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || Call->isInlineAsm())
      continue;
    const Function *Callee = Call->getCalledFunction();
    LibFunc Which;
    if (Callee && (Callee->isIntrinsic() || Callee->hasFnAttribute(Attribute::NoCallback) ||
                   (Callee->isDeclaration() && Known.getLibFunc(*Callee, Which))))
      continue;
    bool IsKnown = Callee && !Callee->isDeclaration() && !Callee->isInterposable();
    Out.push_back(word(IsKnown ? Callee : nullptr));
  }
  Sink(Context, Out.data(), Out.size());
}

// Whether a stack slot is aligned beyond what callers align the stack to, where that is known.
bool fmerge_realigns(LLVMValueRef Value) {
  const Function &F = *unwrap<Function>(Value);
  MaybeAlign Stack = F.getDataLayout().getStackAlignment();
  return any_of(instructions(F), [&](const Instruction &I) {
    const auto *Slot = dyn_cast<AllocaInst>(&I);
    return Slot && Slot->getAlign() > Stack.value_or(Align(16));
  });
}

// How many instructions a function has, those that are not encoded included.
size_t fmerge_instruction_count(LLVMValueRef Value) { return unwrap<Function>(Value)->getInstructionCount(); }

// Whether calls of unknown functions may lead to this one.
bool fmerge_is_open(LLVMValueRef Value) {
  const Function &F = *unwrap<Function>(Value);
  return !F.hasLocalLinkage() || F.hasAddressTaken();
}

} // extern "C"
