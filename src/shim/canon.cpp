// Descriptions of functions for the canonical form and for filters (src/canon.rs, src/filter.rs; the Rust side of this
// file: src/ffi/canon.rs).
//
// Consumes: functions of one module. Produces: a tape that says of each instruction what it does, what it promises and
// what its operands are, in plain numbers; crates/core/src/canon/form.rs makes the canonical form of it.
// Guarantees: nothing is changed. Values and blocks go by number; all else is a number, or the name of an object that
// the LLVMContext holds once for each value: its address, or a digest of its content. Debug information is not told.

#include "canon.h"
#include "attributes.h"
#include "crossing.h"
#include "describe.h"
#include "enumerations.h"
#include "parameterize.h"
#include "reach.h"
#include "stable.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;
using namespace fmerge;

extern "C" uint64_t fmerge_constant_facts(LLVMValueRef Value);

SmallVector<BasicBlock *, 16> fmerge::canonicalBlocks(Function &F) {
  SmallVector<BasicBlock *, 16> Order;
  SmallVector<BasicBlock *, 16> Pending{&F.getEntryBlock()};
  SmallPtrSet<BasicBlock *, 16> Seen{&F.getEntryBlock()};
  while (!Pending.empty()) {
    BasicBlock *Block = Pending.pop_back_val();
    Order.push_back(Block);
    for (BasicBlock *Next : successors(Block))
      if (Seen.insert(Next).second)
        Pending.push_back(Next);
  }
  return Order;
}

SmallVector<Instruction *, 64> fmerge::canonicalInstructions(Function &F) {
  SmallVector<Instruction *, 64> All;
  for (BasicBlock *Block : canonicalBlocks(F))
    for (Instruction &I : *Block)
      All.push_back(&I);
  return All;
}

namespace {

//===-- The tape -----------------------------------------------------------------------------------===//

#define ENUMERATION(Name, ...) enum class Name : uint64_t { __VA_ARGS__ };
#include "../../crates/core/src/canon/form/tape.def"
#undef ENUMERATION

constexpr uint64_t ForPromises = 1 << 8;
constexpr uint64_t NoMode = ~uint64_t(0);

// Whether the first two operands may change places, perhaps with another predicate.
bool canExchange(const Instruction &I) { return isa<CmpInst>(I) || commutes(I); }

class Tape {
public:
  // A name is stable or an address, as of `Words`.
  explicit Tape(StableNames *Stable) : Stable(Stable) {}

  void clear() { All.clear(); }
  ArrayRef<uint64_t> all() const { return All; }

  void add(Token T, ArrayRef<uint64_t> More = {}, bool Promises = false) {
    All.push_back(uint64_t(T) | (Promises ? ForPromises : 0));
    All.append(More.begin(), More.end());
  }

  // What `Fill` appends to the words it is given.
  template <typename Function> void words(Function Fill, bool Promises = false, Token As = Token::Words) {
    Words Some(Stable);
    Fill(Some);
    add(As, {Some.size()}, Promises);
    All.append(Some.begin(), Some.end());
  }

  void numbers(std::initializer_list<uint64_t> Numbers, bool Promises = false) {
    words([&](Words &Out) { Out.append(Numbers); }, Promises);
  }

  template <typename T> void name(const T *What, bool Promises = false) {
    words([&](Words &Out) { Out.name(What); }, Promises, Token::Name);
  }

  void type(Type *T) { add(Token::Type, {word(T)}); }

private:
  StableNames *Stable;
  SmallVector<uint64_t, 256> All;
};

//===-- Describing functions -----------------------------------------------------------------------===//

class Describer {
public:
  Describer(Module &M, bool Stable)
      : Stable(Stable ? new StableNames(M) : nullptr), Out(this->Stable.get()), Inner(this->Stable.get()),
        Layout(M.getDataLayout()), ModuleMayCallIndirectly(mayCallIndirectly(M)) {
    for (StringRef Note : {"srcloc", "heapallocsite", "PGOFuncName"})
      Notes.push_back(M.getContext().getMDKindID(Note));
  }

  void describe(Function &F, FmergeDescription &All) {
    reset();
    MayCallIndirectly = ModuleMayCallIndirectly && mayCallIndirectly(F);
    FloatsStay = lacksFloatRegisters(F);
    number(F);
    addHeader(F);
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : *Block)
        addInstruction(I);
    All = {Out.all().data(), Out.all().size(), Intrinsics.data(), Intrinsics.size(), Facts, AllConstantFacts, Count};
  }

  ArrayRef<uint64_t> describe(const MDNode &N, uint64_t Of) {
    Inner.clear();
    if (hasDistinct(N))
      addOperands(N, Place(Of));
    else
      Inner.name(&N);
    return Inner.all();
  }

  Digest digest(Type &T) { return Stable->of(&T); }
  Digest digest(const Value *V) { return V ? Stable->of(V) : Stable->of("self"); }

private:
  // Null where words need not mean anything in another process.
  std::unique_ptr<StableNames> Stable;
  Tape Out;
  // Of a node.
  Tape Inner;
  const DataLayout &Layout;
  // Kinds of metadata without a fixed number that say nothing of what the code does.
  SmallVector<unsigned, 3> Notes;
  // Whether direct calls may become indirect ones: in the module, and in the function at hand.
  bool ModuleMayCallIndirectly, MayCallIndirectly = false;
  // Whether no floating-point constant of the function at hand may be a parameter.
  bool FloatsStay = false;
  // Callees by whether their calls stay direct.
  DenseMap<const Function *, bool> StaysDirect;
  DenseMap<const MDNode *, bool> HasDistinct;
  DenseMap<const Constant *, uint64_t> KnownFacts;

  SmallVector<LLVMValueRef, 8> Intrinsics;
  SmallVector<BasicBlock *, 16> Blocks;
  DenseMap<const Value *, unsigned> Numbers;
  uint64_t Facts = 0, AllConstantFacts = 0;
  uint32_t Count = 0;

  void reset() {
    Out.clear();
    Intrinsics.clear();
    Numbers.clear();
    Facts = AllConstantFacts = 0;
    Count = 0;
  }

  void number(Function &F) {
    for (const Argument &A : F.args())
      Numbers[&A] = Numbers.size();
    Blocks = canonicalBlocks(F);
    for (BasicBlock *Block : Blocks) {
      Numbers[Block] = Numbers.size();
      for (Instruction &I : *Block)
        Numbers[&I] = Numbers.size();
    }
  }

  //===-- Functions --------------------------------------------------------------------------------===//

  void addHeader(const Function &F) {
    Out.words([&](Words &Code) {
      addFunctionWords(Code, F);
      addText(Code, F.hasGC() ? F.getGC() : "");
      Code.append({F.isVarArg(), F.hasFnAttribute(Attribute::NoInline), F.hasFnAttribute(Attribute::AlwaysInline),
                   F.arg_size(), F.hasPersonalityFn()});
    });
    Out.type(F.getReturnType());
    for (const Argument &A : F.args()) {
      Out.type(A.getType());
      Out.words([&](Words &Code) { addParameterWords(Code, F, A.getArgNo()); });
    }
    addFunctionMetadata(F);
    Out.words(
        [&](Words &Promises) {
          Promises.name(F.getAttributes());
          Promises.push_back(fmergeAlignmentWord(F));
        },
        /*Promises=*/true);
  }

  // How often it was entered is no property of the body: counts are added up.
  void addFunctionMetadata(const Function &F) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> All;
    F.getAllMetadata(All);
    for (auto [Kind, N] : All)
      if (Kind != LLVMContext::MD_prof && !isNote(Kind)) {
        Out.words([&](Words &Code) { Code.nameKind(F.getContext(), Kind); });
        addMetadata(Out, N, Place::None);
      }
  }

  //===-- Instructions -----------------------------------------------------------------------------===//

  void addInstruction(const Instruction &I) {
    Facts |= factsOf(I);
    Out.numbers({I.getOpcode()});
    Out.type(I.getType());
    if (const auto *Gep = dyn_cast<GetElementPtrInst>(&I))
      addAddress(*Gep);
    else if (const auto *Slot = dyn_cast<AllocaInst>(&I))
      addSlot(*Slot);
    else if (const auto *Phi = dyn_cast<PHINode>(&I))
      addPhi(*Phi);
    else
      addOrdinary(I);
    addMetadata(I);
    Out.words([&](Words &Promises) { addPromises(Promises, I); }, /*Promises=*/true);
    Out.add(Token::End);
    ++Count;
  }

  // Of the opcodes that plans do not know, these have all of their state in their operands and words.
  static uint64_t factsOf(const Instruction &I) {
    uint64_t Facts = instructionFacts(I);
    bool Known =
        isa<FuncletPadInst, CatchSwitchInst, CatchReturnInst, CleanupReturnInst, IndirectBrInst, CallBrInst>(I);
    return Known ? Facts & ~bit(InstructionFact::UnsupportedInstruction) : Facts;
  }

  void addOrdinary(const Instruction &I) {
    if (const auto *Call = dyn_cast<CallBase>(&I)) {
      Out.type(Call->getFunctionType());
      Out.words([&](Words &Code) {
        addCallWords(Code, *Call);
        Code.push_back(Call->isMustTailCall());
      });
      noteIntrinsic(*Call);
    } else if (!isa<CmpInst>(I)) {
      Out.words([&](Words &Code) { addInstructionWords(Code, I); });
    }
    if (const auto *Switch = dyn_cast<CatchSwitchInst>(&I))
      Out.numbers({Switch->hasUnwindDest()});
    if (const auto *Compare = dyn_cast<CmpInst>(&I))
      Out.add(Token::Operands, {uint64_t(Exchange::Comparison), Compare->getPredicate(), Compare->getSwappedPredicate(),
                                I.getNumOperands()});
    else
      Out.add(Token::Operands, {uint64_t(canExchange(I) ? Exchange::Yes : Exchange::No), I.getNumOperands()});
    for (unsigned N = 0; N < I.getNumOperands(); ++N)
      addOperand(I, N);
  }

  void noteIntrinsic(const CallBase &Call) {
    LLVMValueRef Callee = wrap(Call.getCalledOperand());
    if (Call.getIntrinsicID() != Intrinsic::not_intrinsic && !is_contained(Intrinsics, Callee))
      Intrinsics.push_back(Callee);
  }

  // Its type matters by its size alone, unless somebody looks at it.
  void addSlot(const AllocaInst &I) {
    Out.numbers({I.getAddressSpace(), I.isSwiftError(), I.isUsedWithInAlloca(), I.isStaticAlloca()});
    std::optional<TypeSize> Size = I.getAllocationSize(Layout);
    if (Size && !Size->isScalable() && !isSlotWatched(I)) {
      Out.add(Token::Name, {1, Size->getFixedValue()});
      return;
    }
    Out.words([&](Words &Code) { Code.name(I.getAllocatedType()); });
    addOperand(I, 0);
  }

  // As a base, variable indices with their strides, and a constant offset.
  void addAddress(const GetElementPtrInst &I) {
    unsigned Width = Layout.getIndexTypeSizeInBits(I.getType());
    APInt Offset(Width, 0);
    SmallMapVector<Value *, APInt, 4> Indices;
    if (I.getType()->isVectorTy() || !cast<GEPOperator>(I).collectOffset(Layout, Width, Indices, Offset)) {
      Out.add(Token::Name, {0});
      addOrdinary(I);
      return;
    }
    Out.words([&](Words &Promises) { addShape(Promises, I); }, /*Promises=*/true);
    Out.numbers({Indices.size()});
    addOperand(I, 0);
    for (auto &[Index, Stride] : Indices) {
      addLocal(*Index);
      Out.numbers({uint64_t(Stride.getSExtValue())});
    }
    if (Indices.empty())
      Out.add(Token::Offset, {word(ConstantInt::get(I.getContext(), Offset))});
    else
      Out.numbers({uint64_t(Offset.getSExtValue())});
  }

  // By which steps an address is reached: flags like inbounds speak of each of them.
  static void addShape(Words &Promises, const GetElementPtrInst &I) {
    Promises.name(I.getSourceElementType());
    Promises.push_back(I.getNumIndices());
    for (const Use &Index : I.indices()) {
      const auto *Number = dyn_cast<ConstantInt>(Index);
      Promises.push_back(Number ? Number->getZExtValue() : 0);
    }
  }

  // Edges from what is never reached do not count.
  void addPhi(const PHINode &I) {
    auto IsReached = [&](const BasicBlock *From) { return Numbers.contains(From); };
    Out.add(Token::Incoming, {uint64_t(count_if(I.blocks(), IsReached))});
    for (unsigned N = 0; N < I.getNumIncomingValues(); ++N) {
      auto From = Numbers.find(I.getIncomingBlock(N));
      if (From == Numbers.end())
        continue;
      Out.add(Token::Local, {From->second});
      addOperand(I, N);
    }
  }

  //===-- Operands ---------------------------------------------------------------------------------===//

  void addLocal(const Value &V) {
    auto Known = Numbers.find(&V);
    if (Known != Numbers.end())
      Out.add(Token::Local, {Known->second});
    else
      Out.name(&V);
  }

  void addOperand(const Instruction &I, unsigned N) {
    const Value &V = *I.getOperand(N);
    if (const auto *C = dyn_cast<Constant>(&V))
      addConstant(I, N, *C);
    else if (const auto *Wrapped = dyn_cast<MetadataAsValue>(&V))
      addMetadata(Out, Wrapped->getMetadata(), isa<NoAliasScopeDeclInst>(I) ? Place::Scope : Place::None);
    else
      addLocal(V);
  }

  void addConstant(const Instruction &I, unsigned N, const Constant &C) {
    uint64_t ConstantFacts = factsOf(C);
    AllConstantFacts |= ConstantFacts;
    std::optional<ConstantMode> Mode = modeOf(I, N, C, ConstantFacts);
    const auto *Call = dyn_cast<CallBase>(&I);
    bool IsCallee = Call && Call->isCallee(&I.getOperandUse(N));
    bool IsItself = IsCallee && &C == I.getFunction() && callsLeadBack(*I.getFunction());
    const Value *Intrinsic =
        Call && Call->getIntrinsicID() != Intrinsic::not_intrinsic ? Call->getCalledOperand() : nullptr;
    Out.add(Token::Constant,
            {Mode ? uint64_t(*Mode) : NoMode, IsCallee, IsItself, N, word(&C), word(C.getType()), word(Intrinsic)});
  }

  uint64_t factsOf(const Constant &C) {
    if (isa<ConstantInt, ConstantFP, ConstantPointerNull>(C))
      return 0;
    auto [Known, IsNew] = KnownFacts.try_emplace(&C, 0);
    if (IsNew)
      Known->second = fmerge_constant_facts(wrap(&C));
    return Known->second;
  }

  ConstantMode modeOfCallee(const CallBase &Call, const Function &F) {
    if (!isOrdinaryCall(Call, F))
      return ConstantMode::Reference;
    return MayCallIndirectly && !staysDirect(F) ? ConstantMode::Callee : ConstantMode::Direct;
  }

  bool staysDirect(const Function &F) {
    auto [Known, IsNew] = StaysDirect.try_emplace(&F, false);
    if (IsNew)
      Known->second = callsStayDirect(F);
    return Known->second;
  }

  // None for what belongs to the code.
  std::optional<ConstantMode> modeOf(const Instruction &I, unsigned N, const Constant &C, uint64_t Facts) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto *F = dyn_cast<Function>(&C);
    if (Call && Call->isCallee(&I.getOperandUse(N))) {
      if (!F || F->isIntrinsic())
        return std::nullopt;
      return modeOfCallee(*Call, *F);
    }
    if (!(Facts & bit(ConstantFact::Fixed)) && !mustStay(I, N) && !(FloatsStay && isFloatType(C.getType())))
      return ConstantMode::Variable;
    return F && !isa<LandingPadInst>(I) ? std::optional(ConstantMode::Reference) : std::nullopt;
  }

  //===-- Metadata ---------------------------------------------------------------------------------===//

  bool isNote(unsigned Kind) const {
    return Kind == LLVMContext::MD_dbg || Kind == LLVMContext::MD_DIAssignID || is_contained(Notes, Kind);
  }

  // Kinds that may not be dropped are code. Each instruction has a count of promises, even of none: words that mean
  // different things must not read alike.
  void addMetadata(const Instruction &I) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> All;
    if (I.hasMetadataOtherThanDebugLoc())
      I.getAllMetadataOtherThanDebugLoc(All);
    erase_if(All, [&](auto &Entry) { return isNote(Entry.first); });
    auto IsPromise = [](auto &Entry) { return isWeakenableKind(Entry.first); };
    Out.numbers({uint64_t(count_if(All, IsPromise))}, /*Promises=*/true);
    for (auto &Entry : All) {
      auto [Kind, N] = Entry;
      Out.words([&, Kind = Kind](Words &Some) { Some.nameKind(I.getContext(), Kind); }, IsPromise(Entry));
      addMetadata(Out, N, placeOf(Kind), IsPromise(Entry));
    }
  }

  // What distinct nodes of a kind name. Equal functions have equal places in equal order, and what a scope
  // is called does not matter. Everywhere else a distinct node is only itself: it may name a class of the
  // program.
  enum class Place : uint64_t { None, Loop, Scope };

  static Place placeOf(unsigned Kind) {
    if (Kind == LLVMContext::MD_alias_scope || Kind == LLVMContext::MD_noalias)
      return Place::Scope;
    bool IsLoop = Kind == LLVMContext::MD_loop || Kind == LLVMContext::MD_access_group ||
                  Kind == LLVMContext::MD_mem_parallel_loop_access;
    return IsLoop ? Place::Loop : Place::None;
  }

  void addMetadata(Tape &To, const Metadata *M, Place Of, bool Promises = false) {
    if (!M || isDebugInfo(M))
      To.add(Token::Missing, {}, Promises);
    else if (const auto *N = dyn_cast<MDNode>(M); N && Of != Place::None)
      To.add(Token::Node, {word(N), uint64_t(Of)}, Promises);
    else if (const auto *Wrapped = dyn_cast<LocalAsMetadata>(M))
      addWrapped(To, *Wrapped->getValue(), Promises);
    else
      addShared(To, *M, Promises);
  }

  // A distinct node has no name that another process would know.
  void addShared(Tape &To, const Metadata &M, bool Promises) {
    const auto *N = dyn_cast<MDNode>(&M);
    if (Stable && N && hasDistinct(*N))
      To.add(Token::Nameless, {}, Promises);
    else
      To.name(&M, Promises);
  }

  void addWrapped(Tape &To, const Value &V, bool Promises) {
    // A value that is never computed may be any.
    auto Known = Numbers.find(&V);
    To.add(Token::Local, {Known == Numbers.end() ? ~uint64_t(0) : Known->second}, Promises);
  }

  // Whether the node is distinct, how many operands count, and these.
  void addOperands(const MDNode &N, Place Of) {
    SmallVector<const Metadata *, 8> Operands;
    for (const MDOperand &Operand : N.operands())
      if (!isDebugInfo(Operand.get()) && !isNameOf(N, Operand.get(), Of))
        Operands.push_back(Operand.get());
    Inner.numbers({N.isDistinct(), Operands.size()});
    for (const Metadata *Operand : Operands)
      addMetadata(Inner, Operand, Of);
  }

  static bool isNameOf(const MDNode &N, const Metadata *Operand, Place Of) {
    return Of == Place::Scope && N.isDistinct() && isa_and_nonnull<MDString>(Operand);
  }

  // Loops name the source lines that they come from.
  static bool isDebugInfo(const Metadata *M) { return isa_and_nonnull<DINode, DILocation>(M); }

  bool hasDistinct(const MDNode &N) {
    return N.isDistinct() || reaches(
                                 N, HasDistinct, [](const MDNode &Of) { return Of.operands(); },
                                 [](const MDOperand &Operand) {
                                   const auto *Inner =
                                       isDebugInfo(Operand.get()) ? nullptr : dyn_cast_or_null<MDNode>(Operand.get());
                                   return std::pair(Inner && Inner->isDistinct(), Inner);
                                 });
  }

  //===-- Promises ---------------------------------------------------------------------------------===//

  static void addPromises(Words &Promises, const Instruction &I) {
    Promises.push_back(I.getRawSubclassOptionalData());
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      Promises.push_back(Load->getAlign().value());
    else if (const auto *Store = dyn_cast<StoreInst>(&I))
      Promises.push_back(Store->getAlign().value());
    else if (const auto *Slot = dyn_cast<AllocaInst>(&I))
      Promises.push_back(Slot->getAlign().value());
    else if (const auto *Call = dyn_cast<CallBase>(&I))
      Promises.name(Call->getAttributes());
    if (const auto *Call = dyn_cast<CallInst>(&I))
      Promises.push_back(Call->getTailCallKind());
  }
};

//===-- Outlines -----------------------------------------------------------------------------------===//

constexpr uint32_t NoPredicate = ~uint32_t(0);

Shape shapeOf(const Instruction &I) {
  if (isa<AllocaInst, PHINode>(I))
    return Shape::Unordered;
  return isa<GetElementPtrInst>(I) ? Shape::Address : Shape::Plain;
}

FmergeOutline outline(const Instruction &I) {
  const auto *Compare = dyn_cast<CmpInst>(&I);
  uint32_t Predicate = Compare ? std::min(Compare->getPredicate(), Compare->getSwappedPredicate()) : NoPredicate;
  return {wrap(I.getType()), I.getOpcode(), uint32_t(shapeOf(I)), Predicate, canExchange(I), I.getNumOperands()};
}

FmergeOutlinedOperand outline(const Value &V) {
  auto Of = [](OutlinedClass Class, uint64_t Word = 0) { return FmergeOutlinedOperand{Word, uint32_t(Class)}; };
  if (!isa<Constant>(V))
    return Of(OutlinedClass::Local);
  if (const auto *Number = dyn_cast<ConstantInt>(&V))
    return Of(OutlinedClass::Number, Number->getValue().getRawData()[0]);
  if (const auto *F = dyn_cast<Function>(&V))
    return Of(F->isDeclaration() ? OutlinedClass::Named : OutlinedClass::Function, word(F));
  bool IsEmpty = isa<ConstantPointerNull, ConstantAggregateZero, UndefValue>(V);
  return IsEmpty ? Of(OutlinedClass::Empty) : Of(OutlinedClass::Named, word(&V));
}

} // namespace

//===-- The interface, in the order of src/ffi/canon.rs --------------------------------------------===//

extern "C" {

// Hands over each block that is the entry or has a predecessor, with its instructions, and with their operands if
// they are asked for.
void fmerge_outline(LLVMValueRef Value, bool WithOperands,
                    void (*Sink)(void *, const FmergeOutline *, size_t, const FmergeOutlinedOperand *, size_t),
                    void *Context) {
  SmallVector<FmergeOutline, 64> Instructions;
  SmallVector<FmergeOutlinedOperand, 64> Operands;
  for (BasicBlock &Block : *unwrap<Function>(Value)) {
    if (!Block.isEntryBlock() && pred_empty(&Block))
      continue;
    Instructions.clear();
    Operands.clear();
    for (const Instruction &I : Block) {
      Instructions.push_back(outline(I));
      if (WithOperands)
        for (const Use &U : I.operands())
          Operands.push_back(outline(*U));
    }
    Sink(Context, Instructions.data(), Instructions.size(), Operands.data(), Operands.size());
  }
}

void *fmerge_describer_create(LLVMModuleRef M, bool Stable) { return new Describer(*unwrap(M), Stable); }

void fmerge_describer_dispose(void *Object) { delete static_cast<Describer *>(Object); }

// Valid until the next call with the same object. The function has a body.
void fmerge_describe_code(void *Object, LLVMValueRef Value, FmergeDescription *Out) {
  static_cast<Describer *>(Object)->describe(*unwrap<Function>(Value), *Out);
}

// What follows `Token::Node` on the tape of the last function that was described: a name, or the words for whether it
// is distinct and how many operands count, then these. Valid until the next such call.
size_t fmerge_describe_node(void *Object, LLVMMetadataRef Node, uint64_t Place, const uint64_t **Tape) {
  ArrayRef<uint64_t> All = static_cast<Describer *>(Object)->describe(*unwrap<MDNode>(Node), Place);
  *Tape = All.data();
  return All.size();
}

// Of a describer whose names are stable.
void fmerge_type_digest(void *Object, LLVMTypeRef T, uint64_t *Out) {
  copy(static_cast<Describer *>(Object)->digest(*unwrap(T)), Out);
}

// The same of a constant, or for null of the function itself.
void fmerge_constant_digest(void *Object, LLVMValueRef Value, uint64_t *Out) {
  copy(static_cast<Describer *>(Object)->digest(Value ? unwrap(Value) : nullptr), Out);
}

// The integer as wide as a pointer of address space 0, and whether such pointers are integers.
LLVMTypeRef fmerge_address_type(LLVMModuleRef M, bool *PlainPointers) {
  const DataLayout &Layout = unwrap(M)->getDataLayout();
  *PlainPointers = !Layout.isNonIntegralAddressSpace(0);
  return wrap(Layout.getIntPtrType(unwrap(M)->getContext()));
}

} // extern "C"
