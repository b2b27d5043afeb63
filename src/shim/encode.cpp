// Describing LLVM IR in plain words, for src/encode.rs (its Rust side: src/ffi/encode.rs).
//
// Consumes: functions, instructions, types and constants of one module. Produces: facts (one bit each),
// words that are equal exactly when two things may stand for one another, operands, costs.
// Guarantees: nothing is changed. A word is a number or the address of an object that its LLVMContext
// holds once for each value and never frees (a type, an attribute, a constant integer): equal words
// mean equal values for as long as the context lives.

#include "describe.h"

#include <algorithm>
#include <cstring>

#include "llvm-c/Types.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace fmerge;

namespace {

// A fact is the number of a bit; the Rust side lists the same facts in the same order.
template <typename Fact> struct Facts {
  uint64_t Bits = 0;
  void set(Fact F, bool Holds) { Bits |= uint64_t(Holds) << unsigned(F); }
};

} // namespace

void fmerge::addText(Words &Out, StringRef Text) {
  Out.push_back(Text.size());
  for (; !Text.empty(); Text = Text.drop_front(std::min<size_t>(8, Text.size()))) {
    uint64_t Word = 0;
    std::memcpy(&Word, Text.data(), std::min<size_t>(8, Text.size()));
    Out.push_back(Word);
  }
}

namespace {

//===-- Attributes ---------------------------------------------------------------------------------===//

// Whether AttributeSet::intersectWith gives up when the attribute is on one side only, or differs.
bool mustPreserve(Attribute A) {
  if (!A.hasKindAsEnum())
    return true;
  Attribute::AttrKind Kind = A.getKindAsEnum();
  return !Attribute::intersectWithAnd(Kind) && !Attribute::intersectWithMin(Kind) &&
         !Attribute::intersectWithCustom(Kind);
}

// The attributes of a call for which `Keep` holds, and the alignment beside a byval, which is then ABI.
// An empty choice adds nothing; any other begins with the position and the count.
template <typename Predicate>
void addAttributes(Words &Out, unsigned Position, AttributeSet Set, Predicate Keep) {
  size_t Start = Out.size();
  Out.append({Position, 0});
  for (Attribute A : Set)
    if (Keep(A))
      Out.name(A);
  if (Set.hasAttribute(Attribute::ByVal))
    Out.name(Set.getAttribute(Attribute::Alignment));
  Out[Start + 1] = Out.size() - Start - 2;
  if (Out[Start + 1] == 0)
    Out.truncate(Start);
}

// Attributes of a definition that say nothing of how its body must be compiled: the merged body is
// `noinline` whatever they are.
bool isInliningChoice(Attribute A) {
  return A.hasAttribute(Attribute::NoInline) || A.hasAttribute(Attribute::AlwaysInline);
}

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

//===-- Metadata -----------------------------------------------------------------------------------===//

} // namespace

bool fmerge::isWeakenableKind(unsigned Kind) {
  switch (Kind) {
  case LLVMContext::MD_dbg:
  case LLVMContext::MD_tbaa:
  case LLVMContext::MD_prof:
  case LLVMContext::MD_fpmath:
  case LLVMContext::MD_range:
  case LLVMContext::MD_tbaa_struct:
  case LLVMContext::MD_invariant_load:
  case LLVMContext::MD_alias_scope:
  case LLVMContext::MD_noalias:
  case LLVMContext::MD_nontemporal:
  case LLVMContext::MD_mem_parallel_loop_access:
  case LLVMContext::MD_nonnull:
  case LLVMContext::MD_dereferenceable:
  case LLVMContext::MD_dereferenceable_or_null:
  case LLVMContext::MD_unpredictable:
  case LLVMContext::MD_invariant_group:
  case LLVMContext::MD_align:
  case LLVMContext::MD_loop:
  case LLVMContext::MD_callees:
  case LLVMContext::MD_irr_loop:
  case LLVMContext::MD_access_group:
  case LLVMContext::MD_noundef:
  case LLVMContext::MD_annotation:
  case LLVMContext::MD_memprof:
  case LLVMContext::MD_callsite:
  case LLVMContext::MD_DIAssignID:
  case LLVMContext::MD_noalias_addrspace:
  case LLVMContext::MD_nofree:
  case LLVMContext::MD_captures:
    return true;
  default:
    return false;
  }
}

namespace {

// Kinds on functions that stay on the thunk, or are in the function's words.
bool isHarmlessOnFunction(unsigned Kind) {
  return Kind == LLVMContext::MD_dbg || Kind == LLVMContext::MD_prof ||
         Kind == LLVMContext::MD_type || Kind == LLVMContext::MD_section_prefix ||
         Kind == LLVMContext::MD_annotation;
}

// Kinds without a fixed number: where source came from, and what was allocated, for tools only.
bool isNoteByName(LLVMContext &Context, unsigned Kind) {
  return Kind == Context.getMDKindID("srcloc") || Kind == Context.getMDKindID("heapallocsite") ||
         Kind == Context.getMDKindID("PGOFuncName");
}

bool hasUnknownMetadata(const Instruction &I) {
  if (!I.hasMetadataOtherThanDebugLoc())
    return false;
  SmallVector<std::pair<unsigned, MDNode *>, 4> All;
  I.getAllMetadataOtherThanDebugLoc(All);
  return any_of(All, [&](auto &Entry) {
    return !isWeakenableKind(Entry.first) && !isNoteByName(I.getContext(), Entry.first);
  });
}

bool hasUnknownMetadata(const Function &F) {
  SmallVector<std::pair<unsigned, MDNode *>, 4> All;
  F.getAllMetadata(All);
  return any_of(All, [&](auto &Entry) {
    return !isHarmlessOnFunction(Entry.first) && !isNoteByName(F.getContext(), Entry.first);
  });
}

//===-- Functions ----------------------------------------------------------------------------------===//

enum class FunctionFact : unsigned {
  Declaration,
  AvailableExternally,
  OptNone,
  Naked,
  VarArgs,
  AlwaysInline,
  ReturnsTwice,
  Coroutine,
  Convergent,
  NoDuplicate,
  NoMerge,
  UnusualParameter,
  SwiftError,
  PrefixData,
  Gc,
  ThunkAttribute,
  JumpTable,
  IfuncResolver,
  CallingConvention,
  StrictFp,
  Hot,
  AddressTakenBlock,
  FunctionMetadata,
  LibraryFunction,
};

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
  return any_of(F.getParent()->ifuncs(),
                [&](const GlobalIFunc &I) { return I.getResolverFunction() == &F; });
}

bool isHot(const Function &F) {
  return F.hasFnAttribute(Attribute::Hot) || F.getSectionPrefix().value_or("") == "hot";
}

bool isCoroutine(const Function &F) {
  return F.isPresplitCoroutine() || F.hasFnAttribute(Attribute::CoroDestroyOnlyWhenComplete);
}

// Functions that LLVM makes calls to out of plain loops and comparisons. Only by its name does it know not to
// do so inside of the function itself; in a merged body of another name, the function would call itself.
// With `no-builtins`, which merged bodies keep, it makes no such calls.
bool isCalledFromIdioms(const Function &F) {
  return is_contained({"memset", "memcpy", "memmove", "memcmp", "bcmp", "strlen", "wcslen",
                       "memset_pattern4", "memset_pattern8", "memset_pattern16"},
                      F.getName()) &&
         !F.hasFnAttribute("no-builtins");
}

bool hasAddressTakenBlock(const Function &F) {
  return any_of(F, [](const BasicBlock &B) { return B.hasAddressTaken(); });
}

//===-- Uses of functions --------------------------------------------------------------------------===//

// Whether the call passes each argument as the definition takes it.
bool agreesOnAbi(const CallBase &Call, const Function &F) {
  for (unsigned I = 0; I < F.arg_size(); ++I) {
    Words AtCall, AtDefinition;
    addAttributes(AtCall, 0, Call.getAttributes().getParamAttrs(I), isParameterAbi);
    addAttributes(AtDefinition, 0, F.getAttributes().getParamAttrs(I), isParameterAbi);
    if (AtCall != AtDefinition)
      return false;
  }
  return true;
}

// Whether the call behind `U` can call another function with one more argument instead.
bool isRewritableCall(const Use &U, const Function &F) {
  const auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && !isa<CallBrInst>(Call) && Call->isCallee(&U) &&
         Call->getFunctionType() == F.getFunctionType() &&
         Call->getCallingConv() == F.getCallingConv() && !Call->isMustTailCall() &&
         !Call->hasOperandBundles() && agreesOnAbi(*Call, F);
}

} // namespace

bool fmerge::isAssociated(const Function &F) {
  return F.isUsedByMetadata() && any_of(F.getParent()->globals(), [&](const GlobalVariable &G) {
           const MDNode *Node = G.getMetadata(LLVMContext::MD_associated);
           const auto *Of = Node && Node->getNumOperands()
                                ? dyn_cast_or_null<ValueAsMetadata>(Node->getOperand(0))
                                : nullptr;
           return Of && Of->getValue() == &F;
         });
}

namespace {

//===-- Instructions -------------------------------------------------------------------------------===//

enum class InstructionFact : unsigned {
  ExceptionHandling,
  Funclet,
  CallBr,
  IndirectBranch,
  MustTail,
  Token,
  Convergent,
  NoDuplicate,
  ReturnsTwice,
  DynamicAlloca,
  SwiftError,
  UnusualParameter,
  Gc,
  StrictFp,
  Unsupported,
  // Not reasons to refuse the function:
  Never,
  Commutes,
  Mirrored,
  NoMergeCall,
};

enum class InstructionKind : uint32_t {
  Normal,
  Phi,
  Alloca,
  Call,
  Ret,
  Terminator,
  LandingPad,
  Invoke
};

InstructionKind kindOf(const Instruction &I) {
  if (isa<InvokeInst>(I))
    return InstructionKind::Invoke;
  if (isa<LandingPadInst>(I))
    return InstructionKind::LandingPad;
  if (I.isTerminator())
    return isa<ReturnInst>(I) ? InstructionKind::Ret : InstructionKind::Terminator;
  if (isa<PHINode>(I))
    return InstructionKind::Phi;
  if (isa<AllocaInst>(I))
    return InstructionKind::Alloca;
  return isa<CallInst>(I) ? InstructionKind::Call : InstructionKind::Normal;
}

// Landing pads are merged under personalities that read a table of call sites. Others number the scopes of
// a function, or have pads of their own.
bool isForeignExceptionHandling(const Instruction &I) {
  if (!isa<InvokeInst, LandingPadInst, ResumeInst>(I))
    return false;
  const Function &F = *I.getFunction();
  if (!F.hasPersonalityFn())
    return true;
  EHPersonality Personality = classifyEHPersonality(F.getPersonalityFn());
  return isScopedEHPersonality(Personality) || isFuncletEHPersonality(Personality);
}

bool isFunclet(unsigned Opcode) {
  return Opcode == Instruction::CleanupRet || Opcode == Instruction::CatchRet ||
         Opcode == Instruction::CatchPad || Opcode == Instruction::CleanupPad ||
         Opcode == Instruction::CatchSwitch;
}

// Opcodes whose whole state is in the words below.
bool isSupported(unsigned Opcode) {
  if (Instruction::isBinaryOp(Opcode) || Instruction::isUnaryOp(Opcode) ||
      Instruction::isCast(Opcode))
    return true;
  switch (Opcode) {
  case Instruction::Ret:
  case Instruction::Br:
  case Instruction::Switch:
  case Instruction::Unreachable:
  case Instruction::Alloca:
  case Instruction::Load:
  case Instruction::Store:
  case Instruction::GetElementPtr:
  case Instruction::Fence:
  case Instruction::AtomicCmpXchg:
  case Instruction::AtomicRMW:
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::PHI:
  case Instruction::Call:
  case Instruction::Select:
  case Instruction::VAArg:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::Freeze:
  case Instruction::Invoke:
  case Instruction::LandingPad:
  case Instruction::Resume:
    return true;
  default:
    return false;
  }
}

bool touchesToken(const Instruction &I) {
  return I.getType()->isTokenLikeTy() ||
         any_of(I.operands(), [](const Use &U) { return U->getType()->isTokenLikeTy(); });
}

bool isFunctionLocal(const Metadata *M) { return isa<LocalAsMetadata>(M) || isa<DIArgList>(M); }

bool hasFunctionLocalMetadata(const CallBase &Call) {
  return any_of(Call.args(), [](const Use &U) {
    const auto *Wrapped = dyn_cast<MetadataAsValue>(U);
    return Wrapped && isFunctionLocal(Wrapped->getMetadata());
  });
}

bool hasBundle(const CallBase &Call, std::initializer_list<uint32_t> Tags) {
  return any_of(Tags, [&](uint32_t Tag) { return Call.countOperandBundlesOfType(Tag) != 0; });
}

bool hasUnknownBundle(const CallBase &Call) {
  for (unsigned I = 0; I < Call.getNumOperandBundles(); ++I) {
    uint32_t Tag = Call.getOperandBundleAt(I).getTagID();
    if (Tag != LLVMContext::OB_cfguardtarget && Tag != LLVMContext::OB_ptrauth &&
        Tag != LLVMContext::OB_kcfi && Tag != LLVMContext::OB_deactivation_symbol)
      return true;
  }
  return false;
}

bool passesWith(const CallBase &Call, ArrayRef<Attribute::AttrKind> Kinds) {
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (any_of(Kinds, [&](Attribute::AttrKind Kind) { return Call.paramHasAttr(I, Kind); }))
      return true;
  return false;
}

void addCallFacts(Facts<InstructionFact> &Out, const CallBase &Call) {
  using Fact = InstructionFact;
  Out.set(Fact::MustTail, Call.isMustTailCall());
  Out.set(Fact::Token, hasBundle(Call, {LLVMContext::OB_convergencectrl}));
  Out.set(Fact::Funclet, hasBundle(Call, {LLVMContext::OB_funclet}));
  Out.set(Fact::Convergent, Call.isConvergent());
  Out.set(Fact::NoDuplicate, Call.cannotDuplicate());
  Out.set(Fact::ReturnsTwice, Call.hasFnAttr(Attribute::ReturnsTwice));
  Out.set(Fact::SwiftError, passesWith(Call, {Attribute::SwiftError}));
  Out.set(Fact::UnusualParameter,
          hasBundle(Call, {LLVMContext::OB_preallocated}) ||
              passesWith(Call, {Attribute::InAlloca, Attribute::Preallocated}));
  Out.set(Fact::Gc, hasBundle(Call, {LLVMContext::OB_deopt, LLVMContext::OB_gc_transition,
                                     LLVMContext::OB_gc_live}));
  Out.set(Fact::StrictFp, Call.isStrictFP());
  Out.set(Fact::Unsupported, hasFunctionLocalMetadata(Call));
  Out.set(Fact::Never, Call.cannotMerge() || hasUnknownBundle(Call));
  Out.set(Fact::NoMergeCall, Call.cannotMerge());
}

// Whether nothing is said of one of the first two arguments alone.
bool treatsFirstTwoAlike(const CallBase &Call) {
  AttributeList Attributes = Call.getAttributes();
  return !Attributes.hasParamAttrs(0) && !Attributes.hasParamAttrs(1);
}

// Whether the first two operands may change places.
bool commutes(const Instruction &I) {
  if (const auto *Compare = dyn_cast<CmpInst>(&I))
    return Compare->isCommutative();
  const auto *Call = dyn_cast<CallBase>(&I);
  return I.isCommutative() && (!Call || treatsFirstTwoAlike(*Call));
}

// A comparison and its mirror image, like `a < b` and `b > a`, are described alike, by this predicate.
CmpInst::Predicate describedPredicate(const CmpInst &I) {
  return std::min(I.getPredicate(), I.getSwappedPredicate());
}

// Whether an instruction is described as its mirror image, with its operands exchanged.
bool isMirrored(const Instruction &I) {
  const auto *Compare = dyn_cast<CmpInst>(&I);
  return Compare && Compare->getPredicate() != describedPredicate(*Compare);
}

void addAllocaFacts(Facts<InstructionFact> &Out, const AllocaInst &Alloca) {
  Out.set(InstructionFact::DynamicAlloca, !Alloca.isStaticAlloca());
  Out.set(InstructionFact::SwiftError, Alloca.isSwiftError());
  Out.set(InstructionFact::UnusualParameter, Alloca.isUsedWithInAlloca());
}

} // namespace

uint64_t fmerge::instructionFacts(const Instruction &I) {
  using Fact = InstructionFact;
  Facts<Fact> Out;
  unsigned Opcode = I.getOpcode();
  Out.set(Fact::ExceptionHandling, isForeignExceptionHandling(I));
  Out.set(Fact::Funclet, isFunclet(Opcode));
  Out.set(Fact::CallBr, Opcode == Instruction::CallBr);
  Out.set(Fact::IndirectBranch, Opcode == Instruction::IndirectBr);
  Out.set(Fact::Token, touchesToken(I));
  Out.set(Fact::Unsupported, !isSupported(Opcode));
  Out.set(Fact::Never, hasUnknownMetadata(I) || Opcode == Instruction::VAArg);
  Out.set(Fact::Commutes, commutes(I));
  Out.set(Fact::Mirrored, isMirrored(I));
  if (const auto *Call = dyn_cast<CallBase>(&I))
    addCallFacts(Out, *Call);
  if (const auto *Alloca = dyn_cast<AllocaInst>(&I))
    addAllocaFacts(Out, *Alloca);
  return Out.Bits;
}

namespace {

//===-- Words of instructions ----------------------------------------------------------------------===//

// Not the alignment: of two slots, the greater one serves both.
void addWords(Words &Out, const AllocaInst &I) {
  Out.name(I.getAllocatedType());
  Out.push_back(I.getAddressSpace());
}

// Only an atomic access depends on its alignment; of two plain ones, the smaller serves both.
void addWords(Words &Out, const LoadInst &I) {
  Out.append({I.isVolatile(), uint64_t(I.getOrdering()), I.getSyncScopeID(),
              I.isAtomic() ? I.getAlign().value() : 0});
}

void addWords(Words &Out, const StoreInst &I) {
  Out.append({I.isVolatile(), uint64_t(I.getOrdering()), I.getSyncScopeID(),
              I.isAtomic() ? I.getAlign().value() : 0});
}

void addWords(Words &Out, const FenceInst &I) {
  Out.append({uint64_t(I.getOrdering()), I.getSyncScopeID()});
}

void addWords(Words &Out, const AtomicRMWInst &I) {
  Out.append({uint64_t(I.getOperation()), I.isVolatile(), uint64_t(I.getOrdering()),
              I.getSyncScopeID(), I.getAlign().value()});
}

void addWords(Words &Out, const AtomicCmpXchgInst &I) {
  Out.append({I.isVolatile(), I.isWeak(), uint64_t(I.getSuccessOrdering()),
              uint64_t(I.getFailureOrdering()), I.getSyncScopeID(), I.getAlign().value()});
}

void addWords(Words &Out, const GetElementPtrInst &I) {
  Out.name(I.getSourceElementType());
}

void addWords(Words &Out, const CmpInst &I) { Out.push_back(describedPredicate(I)); }

// The case values are no operands (LLVM 22).
void addWords(Words &Out, const SwitchInst &I) {
  Out.push_back(I.getNumCases());
  for (auto Case : I.cases())
    Out.name(Case.getCaseValue());
}

void addWords(Words &Out, const ExtractValueInst &I) { Out.append(I.idx_begin(), I.idx_end()); }

void addWords(Words &Out, const InsertValueInst &I) { Out.append(I.idx_begin(), I.idx_end()); }

void addWords(Words &Out, const ShuffleVectorInst &I) {
  for (int Lane : I.getShuffleMask())
    Out.push_back(uint64_t(int64_t(Lane)));
}

void addBundles(Words &Out, const CallBase &Call) {
  Out.push_back(Call.getNumOperandBundles());
  for (unsigned I = 0; I < Call.getNumOperandBundles(); ++I) {
    OperandBundleUse Bundle = Call.getOperandBundleAt(I);
    Out.append({Bundle.getTagID(), Bundle.Inputs.size()});
  }
}

} // namespace

void fmerge::addCallWords(Words &Out, const CallBase &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  Out.append({I.getCallingConv(), Call && Call->isNoTailCall()});
  addBundles(Out, I);
  AttributeList Attributes = I.getAttributes();
  for (unsigned Position : Attributes.indexes())
    addAttributes(Out, Position, Attributes.getAttributes(Position), mustPreserve);
}

namespace {

// Of a call or an invoke.
void addWords(Words &Out, const CallBase &I) {
  Out.name(I.getFunctionType());
  addCallWords(Out, I);
}

// The constants of the clauses are operands.
void addWords(Words &Out, const LandingPadInst &I) {
  Out.append({I.isCleanup(), I.getNumClauses()});
  for (unsigned Clause = 0; Clause < I.getNumClauses(); ++Clause)
    Out.push_back(I.isCatch(Clause));
}

template <typename T> bool addWordsOf(Words &Out, const Instruction &I) {
  const auto *Specific = dyn_cast<T>(&I);
  if (Specific)
    addWords(Out, *Specific);
  return Specific;
}

template <typename... Kinds> void addWordsOfOne(Words &Out, const Instruction &I) {
  (void)(addWordsOf<Kinds>(Out, I) || ...);
}

} // namespace

void fmerge::addFunctionWords(Words &Out, const Function &F) {
  Out.append({F.getCallingConv(), F.getAddressSpace()});
  Out.name(F.hasPersonalityFn() ? F.getPersonalityFn() : nullptr);
  addText(Out, F.getSection());
  addText(Out, F.getPartition());
  addText(Out, F.getSectionPrefix().value_or(""));
  addAttributes(Out, 0, F.getAttributes().getFnAttrs(),
                [](Attribute A) { return mustPreserve(A) && !isInliningChoice(A); });
  addAttributes(Out, 1, F.getAttributes().getRetAttrs(), mustPreserve);
}

void fmerge::addParameterWords(Words &Out, const Function &F, unsigned Index) {
  addAttributes(Out, 0, F.getAttributes().getParamAttrs(Index), isParameterAbi);
}

void fmerge::addInstructionWords(Words &Out, const Instruction &I) {
  addWordsOfOne<AllocaInst, LoadInst, StoreInst, FenceInst, AtomicRMWInst, AtomicCmpXchgInst,
                GetElementPtrInst, CmpInst, SwitchInst, ExtractValueInst, InsertValueInst,
                ShuffleVectorInst, CallBase, LandingPadInst>(Out, I);
}

namespace {

//===-- Operands -----------------------------------------------------------------------------------===//

enum class OperandClass : uint32_t { Instruction, Argument, Block, Constant };

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

enum class ConstantFact : unsigned {
  // Names a local symbol of a comdat, which code outside of that comdat may not do.
  ComdatLocal,
  // Its kind is not known to be right in a select: it stays where it is.
  Fixed,
};

} // namespace

bool fmerge::isOrdinaryConstant(const Constant &C) {
  if (const auto *Global = dyn_cast<GlobalValue>(&C))
    return !isa<GlobalIFunc>(Global) && !Global->isThreadLocal() &&
           (Global->getAddressSpace() == 0 || isa<Function>(Global));
  return isa<ConstantInt, ConstantFP, ConstantPointerNull, UndefValue, ConstantAggregateZero,
             ConstantDataSequential, ConstantAggregate, ConstantExpr>(C);
}

namespace {

// Where all of a group is local, as after internalization in LTO, no other object's copy can take its place.
bool isLocalOfSharedComdat(const GlobalValue &Global) {
  const Comdat *Group = Global.getComdat();
  return Group && Global.hasLocalLinkage() &&
         any_of(Group->getUsers(), [](const GlobalObject *O) { return !O->hasLocalLinkage(); });
}

void addConstantFacts(Facts<ConstantFact> &Out, const Constant &C,
                      SmallPtrSetImpl<const Constant *> &Seen) {
  if (!Seen.insert(&C).second)
    return;
  Out.set(ConstantFact::Fixed, !isOrdinaryConstant(C));
  if (const auto *Global = dyn_cast<GlobalValue>(&C)) {
    Out.set(ConstantFact::ComdatLocal, isLocalOfSharedComdat(*Global));
    return;
  }
  for (const Use &Part : C.operands())
    if (const auto *Inner = dyn_cast<Constant>(Part))
      addConstantFacts(Out, *Inner, Seen);
}

bool isSelectable(Type *T, const DataLayout &Layout) {
  if (T->isVectorTy())
    return isSelectable(T->getScalarType(), Layout);
  if (auto *Pointer = dyn_cast<PointerType>(T))
    return !Layout.isNonIntegralAddressSpace(Pointer->getAddressSpace());
  if (T->isIntegerTy() || T->isFloatingPointTy())
    return true;
  if (!T->isStructTy() && !T->isArrayTy())
    return false;
  return !T->isScalableTy() &&
         all_of(T->subtypes(), [&](Type *Part) { return isSelectable(Part, Layout); });
}

constexpr uint32_t CostCeiling = 1u << 20;

} // namespace

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
  Out.set(Fact::AlwaysInline, F.hasFnAttribute(Attribute::AlwaysInline));
  Out.set(Fact::ReturnsTwice, F.hasFnAttribute(Attribute::ReturnsTwice));
  Out.set(Fact::Coroutine, isCoroutine(F));
  Out.set(Fact::Convergent, F.isConvergent());
  Out.set(Fact::NoDuplicate, F.hasFnAttribute(Attribute::NoDuplicate));
  Out.set(Fact::NoMerge, F.hasFnAttribute(Attribute::NoMerge));
  Out.set(Fact::UnusualParameter, hasParameterWith(F, {Attribute::InAlloca, Attribute::Preallocated,
                                                       Attribute::SwiftAsync}));
  Out.set(Fact::SwiftError, hasParameterWith(F, {Attribute::SwiftError}));
  Out.set(Fact::PrefixData, F.hasPrefixData() || F.hasPrologueData());
  Out.set(Fact::Gc, F.hasGC());
  Out.set(Fact::ThunkAttribute, F.hasFnAttribute("thunk"));
  Out.set(Fact::JumpTable, F.hasFnAttribute(Attribute::JumpTable));
  Out.set(Fact::IfuncResolver, isIfuncResolver(F));
  Out.set(Fact::CallingConvention,
          !isOrdinaryConvention(F.getCallingConv()) || isEntryFromOutside(F));
  Out.set(Fact::StrictFp, F.hasFnAttribute(Attribute::StrictFP));
  Out.set(Fact::Hot, isHot(F));
  Out.set(Fact::AddressTakenBlock, hasAddressTakenBlock(F));
  Out.set(Fact::FunctionMetadata, hasUnknownMetadata(F));
  Out.set(Fact::LibraryFunction, isCalledFromIdioms(F));
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

// The result: the number of direct calls that can be rewritten; `Others` becomes whether there are other
// uses, or reasons why the function must stay.
uint32_t fmerge_function_uses(LLVMValueRef Value, bool *Others) {
  const Function &F = *unwrap<Function>(Value);
  uint32_t Calls = 0;
  *Others = !F.hasLocalLinkage() || isAssociated(F);
  if (F.isInterposable()) {
    *Others = true;
    return 0;
  }
  for (const Use &U : F.uses()) {
    bool Rewritable = isRewritableCall(U, F);
    Calls += Rewritable;
    *Others |= !Rewritable;
  }
  return Calls;
}

struct FmergeInstruction {
  LLVMTypeRef Type;
  uint64_t Facts;
  uint32_t Opcode;
  uint32_t Kind;
  uint32_t Operands;
};

void fmerge_instruction(LLVMValueRef Value, FmergeInstruction *Out) {
  const Instruction &I = *unwrap<Instruction>(Value);
  *Out = {wrap(I.getType()), instructionFacts(I), I.getOpcode(), uint32_t(kindOf(I)),
          I.getNumOperands()};
}

void fmerge_instruction_words(LLVMValueRef Value, WordSink Sink, void *Context) {
  Words Out;
  addInstructionWords(Out, *unwrap<Instruction>(Value));
  Sink(Context, Out.data(), Out.size());
}

struct FmergeOperand {
  LLVMValueRef Value;
  uint32_t Class;
  uint32_t MustStay;
};

// `Out` has room for as many as the instruction has.
void fmerge_instruction_operands(LLVMValueRef Value, FmergeOperand *Out) {
  const Instruction &I = *unwrap<Instruction>(Value);
  for (unsigned N = 0; N < I.getNumOperands(); ++N) {
    llvm::Value *Operand = I.getOperand(N);
    Out[N] = {wrap(Operand), uint32_t(classOf(*Operand)), mustStay(I, N)};
  }
}

// Whether the Rust side exchanges the first two operands.
bool fmerge_is_mirrored(LLVMValueRef Value) { return isMirrored(*unwrap<Instruction>(Value)); }

uint64_t fmerge_constant_facts(LLVMValueRef Value) {
  Facts<ConstantFact> Out;
  SmallPtrSet<const Constant *, 8> Seen;
  if (const auto *C = dyn_cast<Constant>(unwrap(Value)))
    addConstantFacts(Out, *C, Seen);
  return Out.Bits;
}

bool fmerge_type_selectable(LLVMTypeRef Type, LLVMModuleRef Module) {
  return isSelectable(unwrap(Type), unwrap(Module)->getDataLayout());
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
  InstructionCost Cost =
      Target.getInstructionCost(unwrap<Instruction>(Value), TargetTransformInfo::TCK_CodeSize);
  if (!Cost.isValid())
    return CostCeiling;
  return uint32_t(std::clamp<int64_t>(Cost.getValue(), 0, CostCeiling));
}

} // extern "C"
