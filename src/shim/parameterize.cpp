// One body for functions that are equal except for constants, for src/gfm/ (its Rust side: src/ffi/gfm.rs).
//
// Consumes: functions with equal canonical code, and the places of constants by parameter. Produces: a function with
// the body of one of them, in which parameters stand at the places. That function loses its body.
// Guarantees: the body promises no more than each of the functions did.

#include "parameterize.h"
#include "attributes.h"
#include "canon.h"
#include "compat.h"
#include "debug.h"
#include "describe.h"
#include "edges.h"
#include "enumerations.h"
#include "profile.h"
#include "replace.h"
#include "tables.h"
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

extern "C" void fmerge_renew_loops(LLVMValueRef function);

//===-- Indirect calls -----------------------------------------------------------------------------===//

// Whether calls through pointers are cheap enough. On GPUs, they cost the registers of every function that they may
// lead to.
static bool callsThroughPointers(const Triple &target) {
  return !target.isNVPTX() && !target.isAMDGPU() && !target.isSPIRV() && !target.isDXIL();
}

bool fmerge::mayCallIndirectly(const Module &m) {
  return callsThroughPointers(compat::tripleOf(m)) &&
         none_of(ArrayRef<StringRef>{"kcfi", "cfguard", "Cross-DSO CFI", "CFI Canonical Jump Tables",
                                     "cf-protection-branch", "branch-target-enforcement", "sign-return-address",
                                     "ptrauth-elf-got", "ptrauth-sign-personality", "aarch64-elf-pauthabi-platform"},
                 [&](StringRef flag) {
                   const Metadata *set = m.getModuleFlag(flag);
                   const auto *number = mdconst::dyn_extract_or_null<ConstantInt>(set);
                   return set && !(number && number->isZero());
                 });
}

bool fmerge::mayCallIndirectly(const Function &f) {
  StringRef features = f.getFnAttribute("target-features").getValueAsString();
  bool isHardened = any_of(ArrayRef<StringRef>{"+retpoline", "+lvi-cfi", "+harden-sls"},
                           [&](StringRef feature) { return features.contains(feature); });
  return !isHardened && !f.hasFnAttribute("ptrauth-calls") && !f.hasFnAttribute("branch-target-enforcement") &&
         !f.hasFnAttribute(Attribute::SpeculativeLoadHardening);
}

// Whether passes or back ends look for direct calls of this name, to turn them into something else: functions of
// language runtimes, sanitizers, tracers, and any other name that is reserved for implementations.
static bool isKnownByName(const Function &f) {
  StringRef name = f.getName();
  name.consume_front("\01");
  bool isOfRuntime = any_of(ArrayRef<StringRef>{"objc_", "swift_", "emscripten_", "__dtrace"},
                            [&](StringRef beginning) { return name.starts_with(beginning); });
  bool isSpecial = is_contained({"mcount", "_mcount", "setjmp", "_setjmp", "sigsetjmp", "longjmp"}, name);
  return isOfRuntime || isSpecial || (f.isDeclaration() && name.starts_with("__"));
}

// Whether another module defines the function, which may be one of a shared library. A call of it is bound when it is
// made, or never; its address is bound when the program or library is loaded, which fails if nothing defines it. A
// program that is not position independent would be the home of the address: it would differ from the one that a
// library has which binds its own references, and linkers refuse it for a protected function.
static bool mayBeOfSharedLibrary(const Function &f) {
  const Triple &target = compat::tripleOf(*f.getParent());
  bool isLoaded = target.isOSBinFormatELF() && target.getOS() != Triple::UnknownOS;
  bool isKnown = f.isDSOLocal() && f.getParent()->getPICLevel() != PICLevel::NotPIC;
  return isLoaded && f.isDeclaration() && !isKnown && !f.hasHiddenVisibility() &&
         !f.hasFnAttribute(Attribute::NonLazyBind);
}

// Whether a call of `f` needs what LLVM reads from the declaration that the call names, and could not read from a
// pointer; or where its address may mean more than the call does.
bool fmerge::callsStayDirect(const Function &f) {
  AttributeSet ofResult = f.getAttributes().getRetAttrs();
  bool isResultSpecial =
      any_of(ofResult, [](Attribute a) { return a.isStringAttribute() || a.hasAttribute(Attribute::InReg); });
  // An `available_externally` function is there to be inlined, and need not be defined anywhere.
  return isResultSpecial || f.hasDLLImportStorageClass() || f.hasAvailableExternallyLinkage() || isKnownByName(f) ||
         mayBeOfSharedLibrary(f) || has(AttributeFact::StaysDirect, f.getAttributes().getFnAttrs());
}

bool fmerge::isOrdinaryCall(const CallBase &call, const Function &f) {
  return !call.hasOperandBundles() && call.getFunctionType() == f.getFunctionType() &&
         call.getCallingConv() == f.getCallingConv() && agreesOnAbi(call, f) && agreesOnShadows(call, f) &&
         mayCallAnother(call) && !call.hasFnAttr(Attribute::Builtin);
}

bool fmerge::callsLeadBack(const Function &f) { return !f.isInterposable() && !keepsCallers(f); }

namespace {

//===-- Attributes ---------------------------------------------------------------------------------===//

using MaybeAttributes = std::optional<AttributeSet>;

// The attributes that all members promise; none when they contradict each other.
template <typename Of> MaybeAttributes intersected(ArrayRef<Function *> members, Of attributes) {
  auto all = map_to_vector(members, [&](Function *member) { return AttributeSet(attributes(*member)); });
  return fmerge::intersected(members.front()->getContext(), all);
}

// A global that has become an argument is memory behind an argument.
MaybeAttributes functionAttributes(ArrayRef<Function *> members, ArrayRef<Type *> extra) {
  LLVMContext &context = members.front()->getContext();
  MaybeAttributes common = intersected(members, fnAttributesToMerge);
  if (!common)
    return std::nullopt;
  if (any_of(extra, [](const Type *t) { return t->isPointerTy(); }))
    common = fmergeWithArgumentMemory(context, *common);
  return common->addAttribute(context, Attribute::NoInline);
}

std::optional<AttributeList> attributes(ArrayRef<Function *> members, ArrayRef<Type *> extra) {
  MaybeAttributes ofFunction = functionAttributes(members, extra);
  MaybeAttributes ofResult = intersected(members, [](Function &f) { return f.getAttributes().getRetAttrs(); });
  if (!ofFunction || !ofResult)
    return std::nullopt;
  SmallVector<AttributeSet, 8> ofParams;
  for (unsigned n = 0; n < members.front()->arg_size(); ++n) {
    MaybeAttributes ofParam = intersected(members, [&](Function &f) { return fmergeParamAttributesToMerge(f, n); });
    if (!ofParam)
      return std::nullopt;
    ofParams.push_back(*ofParam);
  }
  return AttributeList::get(members.front()->getContext(), *ofFunction, *ofResult, ofParams);
}

//===-- The function -------------------------------------------------------------------------------===//

Function &declare(Function &original, ArrayRef<Type *> extra, const AttributeList &attributes, StringRef name) {
  SmallVector<Type *, 8> types(original.getFunctionType()->params());
  types.append(extra.begin(), extra.end());
  auto *t = FunctionType::get(original.getReturnType(), types, /*isVarArg=*/false);
  Function &shared =
      *Function::Create(t, GlobalValue::InternalLinkage, original.getAddressSpace(), name, original.getParent());
  shared.setAttributes(attributes);
  shared.setCallingConv(original.getCallingConv());
  shared.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  shared.setSection(original.getSection());
  shared.setPartition(original.getPartition());
  shared.setAlignment(original.getAlign());
  if (original.hasPersonalityFn())
    shared.setPersonalityFn(original.getPersonalityFn());
  return shared;
}

//===-- Places -------------------------------------------------------------------------------------===//

using Instructions = SmallVector<Instruction *, 64>;

// Converts a number by cutting it off or extending its sign, and pointers and integers of their size to each other.
Value *adapted(IRBuilder<> &builder, Value *v, Type *t) {
  bool areIntegers = v->getType()->isIntegerTy() && t->isIntegerTy();
  return areIntegers ? builder.CreateSExtOrTrunc(v, t) : builder.CreateBitOrPointerCast(v, t);
}

// Puts parameters, or what is read from a table, at the places of constants.
class Parameterizer {
public:
  Parameterizer(Function &shared, unsigned ownParams, ArrayRef<FmergeTableEntry> entries, Instructions &all)
      : shared(shared), ownParams(ownParams), entries(entries), all(all) {}

  void fill(ArrayRef<FmergePlace> places) {
    for (const FmergePlace &place : places)
      if (place.parameter >= 0)
        put(place);
    for (const FmergePlace &place : places)
      if (place.parameter < 0)
        callShared(cast<CallBase>(*all[place.instruction]));
  }

private:
  Function &shared;
  unsigned ownParams;
  ArrayRef<FmergeTableEntry> entries;
  Instructions &all;
  DenseMap<std::pair<Argument *, Type *>, Value *> converted;
  // Values that are read at the end of a block for φs of its successors.
  DenseMap<std::tuple<BasicBlock *, int32_t, Type *>, Value *> readAtEnd;

  void put(const FmergePlace &place) {
    Instruction &i = *all[place.instruction];
    if (place.operand == gepOffset) {
      Type *t = shared.getDataLayout().getIndexType(i.getType());
      all[place.instruction] = &withOffset(cast<GetElementPtrInst>(i), *value(place, t));
    } else {
      i.setOperand(place.operand, value(place, i.getOperand(place.operand)->getType()));
    }
  }

  Value *value(const FmergePlace &place, Type *t) {
    Argument &parameter = *shared.getArg(ownParams + place.parameter);
    if (place.entry < 0)
      return as(parameter, t);
    Instruction &i = *all[place.instruction];
    auto *phi = dyn_cast<PHINode>(&i);
    if (!phi)
      return read(parameter, entries[place.entry], t, i);
    BasicBlock *before = phi->getIncomingBlock(place.operand);
    Value *&known = readAtEnd[{before, place.entry, t}];
    if (!known)
      known = read(parameter, entries[place.entry], t, *before->getTerminator());
    return known;
  }

  // Each place reads its value for itself, so that few values are alive for long.
  Value *read(Argument &table, const FmergeTableEntry &entry, Type *t, Instruction &before) {
    IRBuilder<> builder(&before);
    if (TableForm(entry.form) == TableForm::ShortDistance) {
      Value *offset = builder.getInt64(entry.offset);
      Value *address = builder.CreateIntrinsic(Intrinsic::load_relative, {offset->getType()}, {&table, offset});
      return adapted(builder, address, t);
    }
    Type *stored = storedType(entry);
    Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &table, entry.offset);
    LoadInst *value = builder.CreateAlignedLoad(stored, place, storedAlign(shared.getDataLayout(), entry));
    value->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(shared.getContext(), {}));
    if (TableForm(entry.form) != TableForm::LongDistance)
      return adapted(builder, value, t);
    // The addition is one of integers: a pointer computed from that of the table would point into the table.
    return adapted(builder, builder.CreateAdd(builder.CreatePtrToInt(&table, stored), value), t);
  }

  Instruction &withOffset(GetElementPtrInst &i, Value &offset) {
    Type *byte = Type::getInt8Ty(i.getContext());
    auto *fresh =
        GetElementPtrInst::Create(byte, i.getPointerOperand(), {&offset}, i.getNoWrapFlags(), "", i.getIterator());
    fresh->copyMetadata(i);
    fresh->takeName(&i);
    i.replaceAllUsesWith(fresh);
    i.eraseFromParent();
    return *fresh;
  }

  // Each conversion stands once, in the entry block: the two operands that a φ may have for one block must be equal.
  Value *as(Argument &parameter, Type *t) {
    if (parameter.getType() == t)
      return &parameter;
    Value *&known = converted[{&parameter, t}];
    if (!known)
      known = convert(parameter, t);
    return known;
  }

  Value *convert(Argument &parameter, Type *t) {
    BasicBlock &entry = shared.getEntryBlock();
    IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    if (shared.getSubprogram())
      builder.SetCurrentDebugLocation(DILocation::get(shared.getContext(), 0, 0, shared.getSubprogram()));
    return adapted(builder, &parameter, t);
  }

  // A call of the function itself passes on all further parameters as they are.
  void callShared(CallBase &call) {
    SmallVector<FmergeArgument, 8> arguments;
    for (unsigned n = 0; n < ownParams; ++n)
      arguments.push_back({nullptr, int32_t(n)});
    for (unsigned n = ownParams; n < shared.arg_size(); ++n)
      arguments.push_back({wrap(shared.getArg(n)), -1});
    fmergeRewriteCall(call, {wrap(&shared), arguments.data(), arguments.size(), ownParams == shared.arg_size()});
  }
};

// Gives the last parameter the attributes of a table's address, and allows the body to read the table.
void readTable(Function &shared, Argument &table, ArrayRef<FmergeTableEntry> entries) {
  LLVMContext &context = shared.getContext();
  TableLayout layout(shared.getDataLayout(), entries);
  AttrBuilder known(context);
  known.addAttribute(Attribute::NoUndef).addAttribute(Attribute::NonNull);
  known.addDereferenceableAttr(layout.size).addAlignmentAttr(layout.align);
  table.addAttrs(known);
  shared.setMemoryEffects(shared.getMemoryEffects() | MemoryEffects::argMemOnly(ModRefInfo::Ref));
}

bool isPhiPlace(const Instructions &all, const FmergePlace &place) { return isa<PHINode>(all[place.instruction]); }

Function &create(ArrayRef<Function *> members, ArrayRef<Type *> extra, const AttributeList &attributes,
                 const FmergeShared &what) {
  Function &original = *members[what.representative];
  Function &shared = declare(original, extra, attributes, StringRef(what.name, what.nameLength));
  fmergeMoveBody(shared, original);
  return shared;
}

// Weakens the body by each member. Profiles are mixed in proportion to entry counts, so the body's count grows with
// each member.
void weaken(Function &shared, ArrayRef<Function *> members, ArrayRef<Instructions> all, size_t representative) {
  fmergeSumEntryCounts(shared, {members[representative]});
  for (size_t member = 0; member < all.size(); ++member) {
    if (member == representative)
      continue;
    shared.setAlignment(fmergeGreaterAlign(shared.getAlign(), members[member]->getAlign()));
    for (auto [kept, other] : zip(all[representative], all[member])) {
      fmergeWeakenSteps(*kept, *other);
      fmergeWeaken(*kept, *other);
    }
    fmergeSumEntryCounts(shared, {&shared, members[member]});
  }
}

} // namespace

//===-- The interface, in the order of src/ffi/gfm.rs ----------------------------------------------===//

extern "C" {

// Null when the attributes of the functions contradict each other; then nothing has changed.
LLVMValueRef fmerge_parameterize(const FmergeShared *what) {
  SmallVector<Function *, 4> members;
  SmallVector<Instructions, 4> all;
  for (LLVMValueRef member : ArrayRef(what->members, what->memberCount)) {
    members.push_back(unwrap<Function>(member));
    all.push_back(canonicalInstructions(*members.back()));
  }
  SmallVector<Type *, 4> extra;
  for (LLVMTypeRef t : ArrayRef(what->types, what->typeCount))
    extra.push_back(unwrap(t));
  std::optional<AttributeList> common = attributes(members, extra);
  if (!common)
    return nullptr;
  ArrayRef<FmergePlace> places(what->places, what->placeCount);
  unsigned ownParams = members[what->representative]->arg_size();
  Instructions &body = all[what->representative];
  bool hasPhiPlaces = any_of(places, [&](const FmergePlace &place) { return isPhiPlace(body, place); });
  Function &shared = create(members, extra, *common, *what);
  weaken(shared, members, all, what->representative);
  fmergeDescribeShared(shared, members, all, what->representative);
  ArrayRef<FmergeTableEntry> entries(what->entries, what->entryCount);
  if (!entries.empty())
    readTable(shared, *shared.getArg(shared.arg_size() - 1), entries);
  Parameterizer(shared, ownParams, entries, body).fill(places);
  EliminateUnreachableBlocks(shared);
  fmerge_renew_loops(wrap(&shared));
  if (hasPhiPlaces)
    fmergeSeparateEdges(shared);
  return wrap(&shared);
}

bool fmerge_calls_lead_back(LLVMValueRef value) { return callsLeadBack(*unwrap<Function>(value)); }

void fmerge_constant_shape(LLVMValueRef value, LLVMModuleRef m, FmergeConstant *out) {
  const llvm::Value &v = *unwrap(value);
  Type *t = v.getType();
  bool plainPointers = !unwrap(m)->getDataLayout().isNonIntegralAddressSpace(0);
  auto is = [&](ConstantKind kind, uint32_t bits) { *out = {uint32_t(kind), bits, 0, false}; };
  is(ConstantKind::Unfit, 0);
  if (t->isIntegerTy())
    is(ConstantKind::Integer, t->getIntegerBitWidth());
  else if (t->isPointerTy() && t->getPointerAddressSpace() == 0 && plainPointers)
    is(ConstantKind::Pointer, 0);
  else if (t->isFloatTy() || t->isDoubleTy())
    is(ConstantKind::Float, t->isFloatTy() ? 32 : 64);
  const auto *number = dyn_cast<ConstantInt>(&v);
  if (number && number->getValue().getSignificantBits() <= 64) {
    out->value = number->getSExtValue();
    out->isKnown = true;
  }
}

} // extern "C"
