// Describes instructions in plain words, for encode_body.cpp and canon.cpp.
//
// Consumes: instructions. Produces: facts (one bit each), and words that are equal exactly when two instructions may
// stand for one another, apart from their operands.
// Guarantees: nothing is changed. `describe.h` says what a word is.

#include "compat.h"
#include "facts.h"
#include "library.h"

#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;
using namespace fmerge;

bool fmerge::isWeakenableKind(unsigned kind) {
  switch (kind) {
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
  case compat::MD_noalias_addrspace:
  case compat::MD_nofree:
  case compat::MD_captures:
    return true;
  default:
    return false;
  }
}

namespace {

bool hasUnknownMetadata(const Instruction &i) {
  if (!i.hasMetadataOtherThanDebugLoc())
    return false;
  SmallVector<std::pair<unsigned, MDNode *>, 4> all;
  i.getAllMetadataOtherThanDebugLoc(all);
  return any_of(all, [&](auto &entry) {
    return !isWeakenableKind(entry.first) && entry.first != LLVMContext::MD_nosanitize &&
           !isNoteByName(i.getContext(), entry.first);
  });
}

//===-- Instructions -------------------------------------------------------------------------------===//

// Whether exceptions are handled in a way that cannot be merged. Landing pads are merged under personalities that read
// a table of call sites. Other personalities number the scopes of a function, or have pads of their own.
bool isForeignExceptionHandling(const Instruction &i) {
  if (!isa<InvokeInst, LandingPadInst, ResumeInst>(i))
    return false;
  const Function &f = *i.getFunction();
  if (!f.hasPersonalityFn())
    return true;
  EHPersonality personality = classifyEHPersonality(f.getPersonalityFn());
  return isScopedEHPersonality(personality) || isFuncletEHPersonality(personality);
}

bool isFunclet(unsigned opcode) {
  return opcode == Instruction::CleanupRet || opcode == Instruction::CatchRet || opcode == Instruction::CatchPad ||
         opcode == Instruction::CleanupPad || opcode == Instruction::CatchSwitch;
}

// Whether handlers tie the body to its function. Those of WebAssembly do not: they are scopes within the function,
// which nothing outside of it knows, and which code generation reads from the pads alone. WebAssembly has no landing
// pads.
bool isTiedByHandlers(const Instruction &i) {
  return isa<LandingPadInst, ResumeInst>(i) || !catchesAsWebAssembly(*i.getFunction());
}

// Whether the whole state of instructions with this opcode is in the words below.
bool isSupported(unsigned opcode) {
  if (Instruction::isBinaryOp(opcode) || Instruction::isUnaryOp(opcode) || Instruction::isCast(opcode))
    return true;
  if (compat::isBranch(opcode))
    return true;
  switch (opcode) {
  case Instruction::Ret:
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

bool touchesToken(const Instruction &i) {
  return compat::isTokenLike(*i.getType()) ||
         any_of(i.operands(), [](const Use &u) { return compat::isTokenLike(*u->getType()); });
}

bool isFunctionLocal(const Metadata *m) { return isa<LocalAsMetadata>(m) || isa<DIArgList>(m); }

bool hasFunctionLocalMetadata(const CallBase &call) {
  return any_of(call.args(), [](const Use &u) {
    const auto *wrapped = dyn_cast<MetadataAsValue>(u);
    return wrapped && isFunctionLocal(wrapped->getMetadata());
  });
}

bool hasBundle(const CallBase &call, std::initializer_list<uint32_t> tags) {
  return any_of(tags, [&](uint32_t tag) { return call.countOperandBundlesOfType(tag) != 0; });
}

bool hasUnknownBundle(const CallBase &call) {
  for (unsigned i = 0; i < call.getNumOperandBundles(); ++i) {
    uint32_t tag = call.getOperandBundleAt(i).getTagID();
    if (tag != LLVMContext::OB_cfguardtarget && tag != LLVMContext::OB_ptrauth && tag != LLVMContext::OB_kcfi &&
        tag != LLVMContext::OB_funclet && tag != compat::OB_deactivation_symbol)
      return true;
  }
  return false;
}

bool passesWith(const CallBase &call, ArrayRef<Attribute::AttrKind> kinds) {
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (any_of(kinds, [&](Attribute::AttrKind kind) { return call.paramHasAttr(i, kind); }))
      return true;
  return false;
}

// Whether another function runs during the call, so that values are kept from it.
bool leavesTheFunction(const CallBase &call) {
  return !call.isInlineAsm() && call.getIntrinsicID() == Intrinsic::not_intrinsic;
}

// Whether code generation may make the call a jump, if a return follows.
bool isTailCall(const CallBase &call) {
  const auto *plain = dyn_cast<CallInst>(&call);
  return plain && plain->isTailCall();
}

void addCallFacts(Facts<InstructionFact> &out, const CallBase &call) {
  using Fact = InstructionFact;
  out.set(Fact::MustTail, call.isMustTailCall());
  out.set(Fact::Token, hasBundle(call, {LLVMContext::OB_convergencectrl}));
  out.set(Fact::Funclet, hasBundle(call, {LLVMContext::OB_funclet}));
  out.set(Fact::Convergent, call.isConvergent());
  out.set(Fact::NoDuplicate, call.cannotDuplicate());
  out.set(Fact::ReturnsTwice, call.hasFnAttr(Attribute::ReturnsTwice));
  out.set(Fact::SwiftError, passesWith(call, {Attribute::SwiftError}));
  out.set(Fact::UnusualParameter, hasBundle(call, {LLVMContext::OB_preallocated}) ||
                                      passesWith(call, {Attribute::InAlloca, Attribute::Preallocated}));
  out.set(Fact::Gc, hasBundle(call, {LLVMContext::OB_deopt, LLVMContext::OB_gc_transition, LLVMContext::OB_gc_live}));
  out.set(Fact::StrictFp, call.isStrictFP());
  out.set(Fact::UnsupportedInstruction, hasFunctionLocalMetadata(call));
  out.set(Fact::Never, call.cannotMerge() || hasUnknownBundle(call));
  out.set(Fact::NoMergeCall, call.cannotMerge());
  out.set(Fact::TailCall, leavesTheFunction(call) && isTailCall(call));
  out.set(Fact::PlainCall, leavesTheFunction(call) && !isTailCall(call));
}

// Whether the call says nothing of one of the first two arguments alone.
bool treatsFirstTwoAlike(const CallBase &call) {
  AttributeList attributes = call.getAttributes();
  return !attributes.hasParamAttrs(0) && !attributes.hasParamAttrs(1);
}

} // namespace

bool fmerge::catchesAsWebAssembly(const Function &f) {
  return f.hasPersonalityFn() && classifyEHPersonality(f.getPersonalityFn()) == EHPersonality::Wasm_CXX;
}

bool fmerge::commutes(const Instruction &i) {
  if (const auto *compare = dyn_cast<CmpInst>(&i))
    return compare->isCommutative();
  const auto *call = dyn_cast<CallBase>(&i);
  return i.isCommutative() && (!call || treatsFirstTwoAlike(*call));
}

bool fmerge::isSlotWatched(const AllocaInst &i) {
  constexpr Attribute::AttrKind watchers[] = {
      Attribute::SanitizeAddress, Attribute::SanitizeHWAddress,  Attribute::SanitizeMemory,  Attribute::SanitizeMemTag,
      Attribute::StackProtect,    Attribute::StackProtectStrong, Attribute::StackProtectReq, Attribute::SafeStack};
  return any_of(watchers, [&](Attribute::AttrKind kind) { return i.getFunction()->hasFnAttribute(kind); });
}

namespace {

void addAllocaFacts(Facts<InstructionFact> &out, const AllocaInst &slot) {
  out.set(InstructionFact::DynamicAlloca, !slot.isStaticAlloca());
  out.set(InstructionFact::SwiftError, slot.isSwiftError());
  out.set(InstructionFact::UnusualParameter, slot.isUsedWithInAlloca());
}

} // namespace

uint64_t fmerge::instructionFacts(const Instruction &i) {
  using Fact = InstructionFact;
  Facts<Fact> out;
  unsigned opcode = i.getOpcode();
  out.set(Fact::ExceptionHandling, isForeignExceptionHandling(i));
  out.set(Fact::Funclet, isFunclet(opcode));
  out.set(Fact::CallBr, opcode == Instruction::CallBr);
  out.set(Fact::IndirectBranch, opcode == Instruction::IndirectBr);
  out.set(Fact::Token, touchesToken(i));
  out.set(Fact::UnsupportedInstruction, !isSupported(opcode));
  out.set(Fact::Never, hasUnknownMetadata(i) || opcode == Instruction::VAArg);
  out.set(Fact::Commutes, commutes(i));
  out.set(Fact::Pad, i.isEHPad());
  if (const auto *call = dyn_cast<CallBase>(&i))
    addCallFacts(out, *call);
  if (const auto *slot = dyn_cast<AllocaInst>(&i))
    addAllocaFacts(out, *slot);
  bool handles = out.has(Fact::ExceptionHandling) || out.has(Fact::Funclet);
  out.set(Fact::HandlersStay, handles && isTiedByHandlers(i));
  if (becomesCall(i))
    out.set(Fact::PlainCall, true);
  else
    out.set(Fact::PossibleCall, mayCallAtomics(i));
  return out.bits;
}

namespace {

//===-- Words of instructions ----------------------------------------------------------------------===//

// Size and alignment are left out: of two slots, the larger size and the greater alignment serve both.
void addWords(Words &out, const AllocaInst &i) {
  out.push_back(i.getAddressSpace());
  std::optional<TypeSize> size = i.getAllocationSize(i.getDataLayout());
  if (!size || size->isScalable() || isSlotWatched(i))
    out.name(i.getAllocatedType());
}

// Only an atomic or volatile access depends on its alignment: with a smaller one it might be made of several accesses.
// Of two plain ones, the smaller alignment serves both.
template <typename Access> uint64_t alignmentThatCounts(const Access &i) {
  return i.isAtomic() || i.isVolatile() ? i.getAlign().value() : 0;
}

void addWords(Words &out, const LoadInst &i) {
  out.append({i.isVolatile(), uint64_t(i.getOrdering()), alignmentThatCounts(i)});
  out.name({ContentKind::SyncScope, i.getSyncScopeID()});
}

void addWords(Words &out, const StoreInst &i) {
  out.append({i.isVolatile(), uint64_t(i.getOrdering()), alignmentThatCounts(i)});
  out.name({ContentKind::SyncScope, i.getSyncScopeID()});
}

void addWords(Words &out, const FenceInst &i) {
  out.push_back(uint64_t(i.getOrdering()));
  out.name({ContentKind::SyncScope, i.getSyncScopeID()});
}

void addWords(Words &out, const AtomicRMWInst &i) {
  out.append({uint64_t(i.getOperation()), i.isVolatile(), uint64_t(i.getOrdering()), i.getAlign().value()});
  out.name({ContentKind::SyncScope, i.getSyncScopeID()});
}

void addWords(Words &out, const AtomicCmpXchgInst &i) {
  out.append({i.isVolatile(), i.isWeak(), uint64_t(i.getSuccessOrdering()), uint64_t(i.getFailureOrdering()),
              i.getAlign().value()});
  out.name({ContentKind::SyncScope, i.getSyncScopeID()});
}

uint64_t fieldNumber(const gep_type_iterator &step) {
  return cast<Constant>(step.getOperand())->getUniqueInteger().getZExtValue();
}

// Adds where the steps lead, and not by which types: the offset of a field, and the stride of any other index.
void addWords(Words &out, const GetElementPtrInst &i) {
  const DataLayout &layout = i.getDataLayout();
  for (gep_type_iterator step = gep_type_begin(i), end = gep_type_end(i); step != end; ++step) {
    StructType *fields = step.getStructTypeOrNull();
    TypeSize bytes = fields ? layout.getStructLayout(fields)->getElementOffset(fieldNumber(step))
                            : step.getSequentialElementStride(layout);
    out.append({fields != nullptr, bytes.isScalable(), bytes.getKnownMinValue()});
  }
}

void addWords(Words &out, const CmpInst &i) { out.push_back(i.getPredicate()); }

// The case values are not operands (LLVM 22).
void addWords(Words &out, const SwitchInst &i) {
  out.push_back(i.getNumCases());
  for (auto one : i.cases())
    out.name(one.getCaseValue());
}

void addWords(Words &out, const ExtractValueInst &i) { out.append(i.idx_begin(), i.idx_end()); }

void addWords(Words &out, const InsertValueInst &i) { out.append(i.idx_begin(), i.idx_end()); }

void addWords(Words &out, const ShuffleVectorInst &i) {
  for (int lane : i.getShuffleMask())
    out.push_back(uint64_t(int64_t(lane)));
}

void addBundles(Words &out, const CallBase &call) {
  out.push_back(call.getNumOperandBundles());
  for (unsigned i = 0; i < call.getNumOperandBundles(); ++i) {
    OperandBundleUse bundle = call.getOperandBundleAt(i);
    out.name({ContentKind::BundleTag, bundle.getTagID()});
    out.push_back(bundle.Inputs.size());
  }
}

} // namespace

void fmerge::addCallWords(Words &out, const CallBase &i) {
  const auto *call = dyn_cast<CallInst>(&i);
  out.append({i.getCallingConv(), call && call->isNoTailCall()});
  addBundles(out, i);
  AttributeList attributes = i.getAttributes();
  for (unsigned position : attributes.indexes())
    addAttributes(out, position, attributes.getAttributes(position), PreservedIn(*i.getFunction()));
}

namespace {

// A call or an invoke.
void addWords(Words &out, const CallBase &i) {
  out.name(i.getFunctionType());
  addCallWords(out, i);
}

// The constants of the clauses are operands, so they are left out.
void addWords(Words &out, const LandingPadInst &i) {
  out.append({i.isCleanup(), i.getNumClauses()});
  for (unsigned clause = 0; clause < i.getNumClauses(); ++clause)
    out.push_back(i.isCatch(clause));
}

template <typename T> bool addWordsOf(Words &out, const Instruction &i) {
  const auto *specific = dyn_cast<T>(&i);
  if (specific)
    addWords(out, *specific);
  return specific;
}

template <typename... Kinds> void addWordsOfOne(Words &out, const Instruction &i) {
  (void)(addWordsOf<Kinds>(out, i) || ...);
}

} // namespace

void fmerge::addInstructionWords(Words &out, const Instruction &i) {
  addWordsOfOne<AllocaInst, LoadInst, StoreInst, FenceInst, AtomicRMWInst, AtomicCmpXchgInst, GetElementPtrInst,
                CmpInst, SwitchInst, ExtractValueInst, InsertValueInst, ShuffleVectorInst, CallBase, LandingPadInst>(
      out, i);
}
