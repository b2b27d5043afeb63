// One body for functions that are equal but for constants, for src/gfm/ (its Rust side: src/ffi/gfm.rs).
//
// Consumes: functions with equal canonical code; places of constants, by parameter. Produces: a function with
// the body of one of them, in which parameters stand in the places. That one has no body any more.
// Guarantees: the body promises no more than each of the functions did.

#include "parameterize.h"
#include "attributes.h"
#include "canon.h"
#include "debug.h"
#include "describe.h"
#include "edges.h"
#include "enumerations.h"
#include "profile.h"
#include "replace.h"
#include "weaken.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace fmerge;

extern "C" void fmerge_renew_loops(LLVMValueRef Function);

//===-- Indirect calls -----------------------------------------------------------------------------===//

// On BPF a call through a pointer is not to be had, and on GPUs it costs the registers of every function that it
// may lead to.
static bool callsThroughPointers(const Triple &Target) {
  return !Target.isNVPTX() && !Target.isAMDGPU() && !Target.isSPIRV() && !Target.isDXIL() && !Target.isBPF();
}

bool fmerge::mayCallIndirectly(const Module &M) {
  return callsThroughPointers(M.getTargetTriple()) &&
         none_of(ArrayRef<StringRef>{"kcfi", "cfguard", "Cross-DSO CFI", "CFI Canonical Jump Tables",
                                     "cf-protection-branch", "branch-target-enforcement", "sign-return-address",
                                     "ptrauth-elf-got", "ptrauth-sign-personality", "aarch64-elf-pauthabi-platform"},
                 [&](StringRef Flag) {
                   const Metadata *Set = M.getModuleFlag(Flag);
                   const auto *Number = mdconst::dyn_extract_or_null<ConstantInt>(Set);
                   return Set && !(Number && Number->isZero());
                 });
}

bool fmerge::mayCallIndirectly(const Function &F) {
  StringRef Features = F.getFnAttribute("target-features").getValueAsString();
  bool IsHardened = any_of(ArrayRef<StringRef>{"+retpoline", "+lvi-cfi", "+harden-sls"},
                           [&](StringRef Feature) { return Features.contains(Feature); });
  return !IsHardened && !F.hasFnAttribute("ptrauth-calls") && !F.hasFnAttribute("branch-target-enforcement") &&
         !F.hasFnAttribute(Attribute::SpeculativeLoadHardening);
}

// Whether passes or back ends look for direct calls of the name, to make something else of them: functions of
// language runtimes, sanitizers, tracers, and whatever else has a name that is reserved for implementations.
static bool isKnownByName(const Function &F) {
  StringRef Name = F.getName();
  Name.consume_front("\01");
  bool IsOfRuntime = any_of(ArrayRef<StringRef>{"objc_", "swift_", "emscripten_", "__dtrace"},
                            [&](StringRef Beginning) { return Name.starts_with(Beginning); });
  bool IsSpecial = is_contained({"mcount", "_mcount", "setjmp", "_setjmp", "sigsetjmp", "longjmp"}, Name);
  return IsOfRuntime || IsSpecial || (F.isDeclaration() && Name.starts_with("__"));
}

// What LLVM reads from the declaration that a call names, and could not read from a pointer.
bool fmerge::callsStayDirect(const Function &F) {
  AttributeSet OfResult = F.getAttributes().getRetAttrs();
  bool IsResultSpecial =
      any_of(OfResult, [](Attribute A) { return A.isStringAttribute() || A.hasAttribute(Attribute::InReg); });
  // What is there to be inlined need not be defined anywhere.
  return IsResultSpecial || F.hasDLLImportStorageClass() || F.hasAvailableExternallyLinkage() || isKnownByName(F) ||
         has(AttributeFact::StaysDirect, F.getAttributes().getFnAttrs());
}

bool fmerge::isOrdinaryCall(const CallBase &Call, const Function &F) {
  return !Call.hasOperandBundles() && Call.getFunctionType() == F.getFunctionType() &&
         Call.getCallingConv() == F.getCallingConv() && agreesOnAbi(Call, F) && agreesOnShadows(Call, F) &&
         mayCallAnother(Call) && !Call.hasFnAttr(Attribute::Builtin);
}

bool fmerge::callsLeadBack(const Function &F) { return !F.isInterposable() && !keepsCallers(F); }

namespace {

//===-- Attributes ---------------------------------------------------------------------------------===//

using MaybeAttributes = std::optional<AttributeSet>;

// What all members promise; none when they contradict each other.
template <typename Of> MaybeAttributes intersected(ArrayRef<Function *> Members, Of Attributes) {
  auto All = map_to_vector(Members, [&](Function *Member) { return AttributeSet(Attributes(*Member)); });
  return fmerge::intersected(Members.front()->getContext(), All);
}

// A global that became an argument is memory behind an argument.
MaybeAttributes functionAttributes(ArrayRef<Function *> Members, ArrayRef<Type *> Extra) {
  LLVMContext &Context = Members.front()->getContext();
  MaybeAttributes Common = intersected(Members, fnAttributesToMerge);
  if (!Common)
    return std::nullopt;
  if (any_of(Extra, [](const Type *T) { return T->isPointerTy(); }))
    Common = fmergeWithArgumentMemory(Context, *Common);
  return Common->addAttribute(Context, Attribute::NoInline);
}

std::optional<AttributeList> attributes(ArrayRef<Function *> Members, ArrayRef<Type *> Extra) {
  MaybeAttributes OfFunction = functionAttributes(Members, Extra);
  MaybeAttributes OfResult = intersected(Members, [](Function &F) { return F.getAttributes().getRetAttrs(); });
  if (!OfFunction || !OfResult)
    return std::nullopt;
  SmallVector<AttributeSet, 8> OfParams;
  for (unsigned N = 0; N < Members.front()->arg_size(); ++N) {
    MaybeAttributes OfParam = intersected(Members, [&](Function &F) { return fmergeParamAttributesToMerge(F, N); });
    if (!OfParam)
      return std::nullopt;
    OfParams.push_back(*OfParam);
  }
  return AttributeList::get(Members.front()->getContext(), *OfFunction, *OfResult, OfParams);
}

//===-- The function -------------------------------------------------------------------------------===//

Function &declare(Function &Original, ArrayRef<Type *> Extra, const AttributeList &Attributes, StringRef Name) {
  SmallVector<Type *, 8> Types(Original.getFunctionType()->params());
  Types.append(Extra.begin(), Extra.end());
  auto *T = FunctionType::get(Original.getReturnType(), Types, /*isVarArg=*/false);
  Function &Shared =
      *Function::Create(T, GlobalValue::InternalLinkage, Original.getAddressSpace(), Name, Original.getParent());
  Shared.setAttributes(Attributes);
  Shared.setCallingConv(Original.getCallingConv());
  Shared.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  Shared.setSection(Original.getSection());
  Shared.setPartition(Original.getPartition());
  Shared.setAlignment(Original.getAlign());
  if (Original.hasPersonalityFn())
    Shared.setPersonalityFn(Original.getPersonalityFn());
  return Shared;
}

//===-- Places -------------------------------------------------------------------------------------===//

using Instructions = SmallVector<Instruction *, 64>;

// Puts parameters in the places of constants.
class Parameterizer {
public:
  Parameterizer(Function &Shared, unsigned OwnParams, Instructions &All)
      : Shared(Shared), OwnParams(OwnParams), All(All) {}

  void fill(ArrayRef<FmergePlace> Places) {
    for (const FmergePlace &Place : Places)
      if (Place.Parameter >= 0)
        put(Place, *Shared.getArg(OwnParams + Place.Parameter));
    for (const FmergePlace &Place : Places)
      if (Place.Parameter < 0)
        callShared(cast<CallBase>(*All[Place.Instruction]));
  }

private:
  Function &Shared;
  unsigned OwnParams;
  Instructions &All;
  DenseMap<std::pair<Argument *, Type *>, Value *> Converted;

  void put(const FmergePlace &Place, Argument &Parameter) {
    Instruction &I = *All[Place.Instruction];
    if (Place.Operand == GepOffset)
      All[Place.Instruction] = &withOffset(cast<GetElementPtrInst>(I), Parameter);
    else
      I.setOperand(Place.Operand, as(Parameter, I.getOperand(Place.Operand)->getType()));
  }

  Instruction &withOffset(GetElementPtrInst &I, Argument &Parameter) {
    const DataLayout &Layout = Shared.getDataLayout();
    Value *Offset = as(Parameter, Layout.getIndexType(I.getType()));
    Type *Byte = Type::getInt8Ty(I.getContext());
    auto *Fresh =
        GetElementPtrInst::Create(Byte, I.getPointerOperand(), {Offset}, I.getNoWrapFlags(), "", I.getIterator());
    Fresh->copyMetadata(I);
    Fresh->takeName(&I);
    I.replaceAllUsesWith(Fresh);
    I.eraseFromParent();
    return *Fresh;
  }

  // Conversions stand in the entry, once each: the two entries that a φ may have for one block must be equal.
  Value *as(Argument &Parameter, Type *T) {
    if (Parameter.getType() == T)
      return &Parameter;
    Value *&Known = Converted[{&Parameter, T}];
    if (!Known)
      Known = convert(Parameter, T);
    return Known;
  }

  Value *convert(Argument &Parameter, Type *T) {
    BasicBlock &Entry = Shared.getEntryBlock();
    IRBuilder<> Builder(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
    if (Shared.getSubprogram())
      Builder.SetCurrentDebugLocation(DILocation::get(Shared.getContext(), 0, 0, Shared.getSubprogram()));
    bool AreIntegers = Parameter.getType()->isIntegerTy() && T->isIntegerTy();
    return AreIntegers ? Builder.CreateSExtOrTrunc(&Parameter, T) : Builder.CreateBitOrPointerCast(&Parameter, T);
  }

  // What the function was called for remains as it is for the call of itself.
  void callShared(CallBase &Call) {
    SmallVector<FmergeArgument, 8> Arguments;
    for (unsigned N = 0; N < OwnParams; ++N)
      Arguments.push_back({nullptr, int32_t(N)});
    for (unsigned N = OwnParams; N < Shared.arg_size(); ++N)
      Arguments.push_back({wrap(Shared.getArg(N)), -1});
    fmergeRewriteCall(Call, {wrap(&Shared), Arguments.data(), Arguments.size(), OwnParams == Shared.arg_size()});
  }
};

bool isPhiPlace(const Instructions &All, const FmergePlace &Place) { return isa<PHINode>(All[Place.Instruction]); }

Function &create(ArrayRef<Function *> Members, ArrayRef<Type *> Extra, const AttributeList &Attributes,
                 const FmergeShared &What) {
  Function &Original = *Members[What.Representative];
  Function &Shared = declare(Original, Extra, Attributes, StringRef(What.Name, What.NameLength));
  fmergeMoveBody(Shared, Original);
  return Shared;
}

// Profiles are mixed in proportion to the entry counts, so that of the body grows with each member.
void weaken(Function &Shared, ArrayRef<Function *> Members, ArrayRef<Instructions> All, size_t Representative) {
  fmergeSumEntryCounts(Shared, {Members[Representative]});
  for (size_t Member = 0; Member < All.size(); ++Member) {
    if (Member == Representative)
      continue;
    Shared.setAlignment(fmergeGreaterAlign(Shared.getAlign(), Members[Member]->getAlign()));
    for (auto [Kept, Other] : zip(All[Representative], All[Member])) {
      fmergeWeakenSteps(*Kept, *Other);
      fmerge_weaken(wrap(Kept), wrap(Kept), wrap(Other));
    }
    fmergeSumEntryCounts(Shared, {&Shared, Members[Member]});
  }
}

} // namespace

//===-- The interface, in the order of src/ffi/gfm.rs ----------------------------------------------===//

extern "C" {

// Null when the functions' attributes contradict each other; then nothing has changed.
LLVMValueRef fmerge_parameterize(const FmergeShared *What) {
  SmallVector<Function *, 4> Members;
  SmallVector<Instructions, 4> All;
  for (LLVMValueRef Member : ArrayRef(What->Members, What->MemberCount)) {
    Members.push_back(unwrap<Function>(Member));
    All.push_back(canonicalInstructions(*Members.back()));
  }
  SmallVector<Type *, 4> Extra;
  for (LLVMTypeRef T : ArrayRef(What->Types, What->TypeCount))
    Extra.push_back(unwrap(T));
  std::optional<AttributeList> Attributes = attributes(Members, Extra);
  if (!Attributes)
    return nullptr;
  ArrayRef<FmergePlace> Places(What->Places, What->PlaceCount);
  unsigned OwnParams = Members[What->Representative]->arg_size();
  Instructions &Body = All[What->Representative];
  bool HasPhiPlaces = any_of(Places, [&](const FmergePlace &Place) { return isPhiPlace(Body, Place); });
  Function &Shared = create(Members, Extra, *Attributes, *What);
  weaken(Shared, Members, All, What->Representative);
  fmergeDescribeShared(Shared, Members, All, What->Representative);
  Parameterizer(Shared, OwnParams, Body).fill(Places);
  EliminateUnreachableBlocks(Shared);
  fmerge_renew_loops(wrap(&Shared));
  if (HasPhiPlaces)
    fmergeSeparateEdges(Shared);
  return wrap(&Shared);
}

bool fmerge_calls_lead_back(LLVMValueRef Value) { return callsLeadBack(*unwrap<Function>(Value)); }

void fmerge_constant_shape(LLVMValueRef Value, LLVMModuleRef M, FmergeConstant *Out) {
  const llvm::Value &V = *unwrap(Value);
  Type *T = V.getType();
  bool PlainPointers = !unwrap(M)->getDataLayout().isNonIntegralAddressSpace(0);
  auto Is = [&](ConstantKind Kind, uint32_t Bits) { *Out = {uint32_t(Kind), Bits, 0, false}; };
  Is(ConstantKind::Unfit, 0);
  if (T->isIntegerTy())
    Is(ConstantKind::Integer, T->getIntegerBitWidth());
  else if (T->isPointerTy() && T->getPointerAddressSpace() == 0 && PlainPointers)
    Is(ConstantKind::Pointer, 0);
  else if (T->isFloatTy() || T->isDoubleTy())
    Is(ConstantKind::Float, T->isFloatTy() ? 32 : 64);
  const auto *Number = dyn_cast<ConstantInt>(&V);
  if (Number && Number->getValue().getSignificantBits() <= 64) {
    Out->Value = Number->getSExtValue();
    Out->IsKnown = true;
  }
}

} // extern "C"
