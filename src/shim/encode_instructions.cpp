// Describing instructions in plain words, for src/encode.rs (its Rust side: src/ffi/encode.rs).
//
// Consumes: instructions. Produces: facts (one bit each), words that are equal exactly when two instructions
// may stand for one another but for their operands.
// Guarantees: nothing is changed. What a word is, `describe.h` says.

#include "crossing.h"
#include "facts.h"

#include <algorithm>

#include "llvm-c/Types.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;
using namespace fmerge;

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

bool hasUnknownMetadata(const Instruction &I) {
  if (!I.hasMetadataOtherThanDebugLoc())
    return false;
  SmallVector<std::pair<unsigned, MDNode *>, 4> All;
  I.getAllMetadataOtherThanDebugLoc(All);
  return any_of(All, [&](auto &Entry) {
    return !isWeakenableKind(Entry.first) && Entry.first != LLVMContext::MD_nosanitize &&
           !isNoteByName(I.getContext(), Entry.first);
  });
}

//===-- Instructions -------------------------------------------------------------------------------===//

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
  return Opcode == Instruction::CleanupRet || Opcode == Instruction::CatchRet || Opcode == Instruction::CatchPad ||
         Opcode == Instruction::CleanupPad || Opcode == Instruction::CatchSwitch;
}

// Opcodes whose whole state is in the words below.
bool isSupported(unsigned Opcode) {
  if (Instruction::isBinaryOp(Opcode) || Instruction::isUnaryOp(Opcode) || Instruction::isCast(Opcode))
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
    if (Tag != LLVMContext::OB_cfguardtarget && Tag != LLVMContext::OB_ptrauth && Tag != LLVMContext::OB_kcfi &&
        Tag != LLVMContext::OB_deactivation_symbol)
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

// Whether another function runs in between, so that values are kept from it.
bool leavesTheFunction(const CallBase &Call) {
  return !Call.isInlineAsm() && Call.getIntrinsicID() == Intrinsic::not_intrinsic;
}

// Whether code generation may make a jump of the call, should a return follow.
bool isTailCall(const CallBase &Call) {
  const auto *Plain = dyn_cast<CallInst>(&Call);
  return Plain && Plain->isTailCall();
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
  Out.set(Fact::UnusualParameter, hasBundle(Call, {LLVMContext::OB_preallocated}) ||
                                      passesWith(Call, {Attribute::InAlloca, Attribute::Preallocated}));
  Out.set(Fact::Gc, hasBundle(Call, {LLVMContext::OB_deopt, LLVMContext::OB_gc_transition, LLVMContext::OB_gc_live}));
  Out.set(Fact::StrictFp, Call.isStrictFP());
  Out.set(Fact::UnsupportedInstruction, hasFunctionLocalMetadata(Call));
  Out.set(Fact::Never, Call.cannotMerge() || hasUnknownBundle(Call));
  Out.set(Fact::NoMergeCall, Call.cannotMerge());
  Out.set(Fact::TailCall, leavesTheFunction(Call) && isTailCall(Call));
  Out.set(Fact::PlainCall, leavesTheFunction(Call) && !isTailCall(Call));
}

// Whether nothing is said of one of the first two arguments alone.
bool treatsFirstTwoAlike(const CallBase &Call) {
  AttributeList Attributes = Call.getAttributes();
  return !Attributes.hasParamAttrs(0) && !Attributes.hasParamAttrs(1);
}

} // namespace

bool fmerge::commutes(const Instruction &I) {
  if (const auto *Compare = dyn_cast<CmpInst>(&I))
    return Compare->isCommutative();
  const auto *Call = dyn_cast<CallBase>(&I);
  return I.isCommutative() && (!Call || treatsFirstTwoAlike(*Call));
}

bool fmerge::isSlotWatched(const AllocaInst &I) {
  constexpr Attribute::AttrKind Watchers[] = {
      Attribute::SanitizeAddress, Attribute::SanitizeHWAddress,  Attribute::SanitizeMemory,  Attribute::SanitizeMemTag,
      Attribute::StackProtect,    Attribute::StackProtectStrong, Attribute::StackProtectReq, Attribute::SafeStack};
  return any_of(Watchers, [&](Attribute::AttrKind Kind) { return I.getFunction()->hasFnAttribute(Kind); });
}

std::optional<APInt> fmerge::constantOffset(const GetElementPtrInst &I) {
  const DataLayout &Layout = I.getDataLayout();
  if (I.getType()->isVectorTy() || I.getNumIndices() == 0)
    return std::nullopt;
  APInt Offset(Layout.getIndexTypeSizeInBits(I.getType()), 0);
  return I.accumulateConstantOffset(Layout, Offset) ? std::optional(Offset) : std::nullopt;
}

namespace {

// A comparison and its mirror image, like `a < b` and `b > a`, are described alike, by this predicate.
CmpInst::Predicate describedPredicate(const CmpInst &I) { return std::min(I.getPredicate(), I.getSwappedPredicate()); }

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
  Out.set(Fact::UnsupportedInstruction, !isSupported(Opcode));
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

// Neither the size nor the alignment: of two slots, the larger size and the greater alignment serve both.
void addWords(Words &Out, const AllocaInst &I) {
  Out.push_back(I.getAddressSpace());
  std::optional<TypeSize> Size = I.getAllocationSize(I.getDataLayout());
  if (!Size || Size->isScalable() || isSlotWatched(I))
    Out.name(I.getAllocatedType());
}

// Only an atomic access depends on its alignment; of two plain ones, the smaller serves both.
void addWords(Words &Out, const LoadInst &I) {
  Out.append({I.isVolatile(), uint64_t(I.getOrdering()), I.isAtomic() ? I.getAlign().value() : 0});
  Out.nameScope(I.getContext(), I.getSyncScopeID());
}

void addWords(Words &Out, const StoreInst &I) {
  Out.append({I.isVolatile(), uint64_t(I.getOrdering()), I.isAtomic() ? I.getAlign().value() : 0});
  Out.nameScope(I.getContext(), I.getSyncScopeID());
}

void addWords(Words &Out, const FenceInst &I) {
  Out.push_back(uint64_t(I.getOrdering()));
  Out.nameScope(I.getContext(), I.getSyncScopeID());
}

void addWords(Words &Out, const AtomicRMWInst &I) {
  Out.append({uint64_t(I.getOperation()), I.isVolatile(), uint64_t(I.getOrdering()), I.getAlign().value()});
  Out.nameScope(I.getContext(), I.getSyncScopeID());
}

void addWords(Words &Out, const AtomicCmpXchgInst &I) {
  Out.append({I.isVolatile(), I.isWeak(), uint64_t(I.getSuccessOrdering()), uint64_t(I.getFailureOrdering()),
              I.getAlign().value()});
  Out.nameScope(I.getContext(), I.getSyncScopeID());
}

uint64_t fieldNumber(const gep_type_iterator &Step) {
  return cast<Constant>(Step.getOperand())->getUniqueInteger().getZExtValue();
}

// Where the steps lead, not by which types: the offset of a field, and the stride of any other index.
void addWords(Words &Out, const GetElementPtrInst &I) {
  const DataLayout &Layout = I.getDataLayout();
  if (constantOffset(I)) {
    Out.append({false, false, 1});
    return;
  }
  for (gep_type_iterator Step = gep_type_begin(I), End = gep_type_end(I); Step != End; ++Step) {
    StructType *Fields = Step.getStructTypeOrNull();
    TypeSize Bytes = Fields ? Layout.getStructLayout(Fields)->getElementOffset(fieldNumber(Step))
                            : Step.getSequentialElementStride(Layout);
    Out.append({Fields != nullptr, Bytes.isScalable(), Bytes.getKnownMinValue()});
  }
}

void addWords(Words &Out, const CmpInst &I) { Out.push_back(I.getPredicate()); }

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
    Out.nameBundle(Bundle);
    Out.push_back(Bundle.Inputs.size());
  }
}

} // namespace

void fmerge::addCallWords(Words &Out, const CallBase &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  Out.append({I.getCallingConv(), Call && Call->isNoTailCall()});
  addBundles(Out, I);
  AttributeList Attributes = I.getAttributes();
  for (unsigned Position : Attributes.indexes())
    addAttributes(Out, Position, Attributes.getAttributes(Position), PreservedIn(*I.getFunction()));
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

void fmerge::addInstructionWords(Words &Out, const Instruction &I) {
  addWordsOfOne<AllocaInst, LoadInst, StoreInst, FenceInst, AtomicRMWInst, AtomicCmpXchgInst, GetElementPtrInst,
                CmpInst, SwitchInst, ExtractValueInst, InsertValueInst, ShuffleVectorInst, CallBase, LandingPadInst>(
      Out, I);
}

//===-- The interface, in the order of src/ffi/encode.rs -------------------------------------------===//

extern "C" {

void fmerge_instruction(LLVMValueRef Value, FmergeInstruction *Out) {
  const Instruction &I = *unwrap<Instruction>(Value);
  const auto *Gep = dyn_cast<GetElementPtrInst>(&I);
  bool IsOfBytes = Gep && constantOffset(*Gep);
  *Out = {wrap(I.getType()), instructionFacts(I), I.getOpcode(), uint32_t(kindOf(I)),
          IsOfBytes ? 2 : I.getNumOperands()};
}

void fmerge_instruction_words(LLVMValueRef Value, WordSink Sink, void *Context) {
  Words Out;
  const Instruction &I = *unwrap<Instruction>(Value);
  // What a sanitizer has made is not to be looked at by another, and nothing else is to be spared.
  Out.push_back(I.hasMetadata(LLVMContext::MD_nosanitize));
  // Of a comparison, the Rust side exchanges the operands to fit.
  if (const auto *Compare = dyn_cast<CmpInst>(&I))
    Out.push_back(describedPredicate(*Compare));
  else
    addInstructionWords(Out, I);
  Sink(Context, Out.data(), Out.size());
}

// The bytes that a static alloca takes, padding for its alignment included.
uint64_t fmerge_alloca_bytes(LLVMValueRef Value) {
  const auto &Slot = *unwrap<AllocaInst>(Value);
  std::optional<TypeSize> Size = Slot.getAllocationSize(Slot.getDataLayout());
  return Size ? alignTo(Size->getKnownMinValue(), Slot.getAlign()) : 0;
}

// Whether the Rust side exchanges the first two operands.
bool fmerge_is_mirrored(LLVMValueRef Value) { return isMirrored(*unwrap<Instruction>(Value)); }

} // extern "C"
