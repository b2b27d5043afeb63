// The canonical form of functions, for src/canon.rs (its Rust side: src/ffi/canon.rs).
//
// Consumes: functions of one module. Produces: words, equal exactly for functions that are equal but for
// constants; further words for what could be weakened; the constants.
// Guarantees: nothing is changed. What is local to a function (values, blocks, distinct metadata) is
// numbered by first sight; all else is a number, or the name of an object that the LLVMContext holds
// once for each value: its address, or a digest of its content. The order of blocks does not count, nor does debug
// information, nor how an address is computed as long as its constant offset is the same, nor the order of two
// operands that may change places: the words are those of the function with them in one certain order.

#include "canon.h"
#include "describe.h"
#include "attributes.h"
#include "parameterize.h"
#include "reach.h"
#include "stable.h"

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
#include "llvm-c/Types.h"

using namespace llvm;
using namespace fmerge;

extern "C" uint64_t fmerge_constant_facts(LLVMValueRef Value);

// What a constant in the canonical form may become.
enum class ConstantMode : uint32_t {
  // A parameter.
  Variable,
  // The callee of a direct call that may become an indirect one, by a parameter.
  Callee,
  // A function that may only be replaced by an equal one.
  Reference,
  // The callee of a call that stays direct. A call of the function itself may become one of its new body.
  Direct,
};

struct FmergeConstantUse {
  LLVMValueRef Value;
  // The intrinsic that it is an operand of, or null.
  LLVMValueRef Intrinsic;
  // As it stands there; the constant itself may be the integer zero for a null pointer.
  LLVMTypeRef Type;
  // In the order of `canonicalInstructions`.
  uint32_t Instruction;
  // Or `GepOffset`.
  uint32_t Operand;
  uint32_t Mode;
  // Of the content, where words are stable; else zero.
  uint64_t Digest[2];
};

// The lists belong to the canonicalizer, and change with its next function.
struct FmergeCanonical {
  const uint64_t *Code;
  size_t CodeCount;
  const uint64_t *Promises;
  size_t PromiseCount;
  // One bit a word: whether a type that is a pointer here and an integer of its size there is a pointer.
  const uint64_t *Kinds;
  size_t KindCount;
  const FmergeConstantUse *Constants;
  size_t ConstantCount;
  // The intrinsics that are called, each once.
  const LLVMValueRef *Intrinsics;
  size_t IntrinsicCount;
  // `InstructionFact`s of all instructions together.
  uint64_t InstructionFacts;
  // `ConstantFact`s of all constants together.
  uint64_t ConstantFacts;
  uint32_t InstructionCount;
};

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

// Most parts of a type that is canonical by its layout.
constexpr uint64_t MostParts = 256;

// Whether a type has few parts, counted as often as they occur. `Budget` goes down by as many.
bool hasFewParts(const Type &T, uint64_t &Budget) {
  if (Budget == 0)
    return false;
  uint64_t Before = Budget--;
  for (const Type *Part : T.subtypes())
    if (!hasFewParts(*Part, Budget))
      return false;
  if (!T.isArrayTy() || T.getArrayNumElements() <= 1)
    return true;
  uint64_t OfOne = Before - 1 - Budget, Others = T.getArrayNumElements() - 1;
  if (Others > Budget / OfOne)
    return false;
  Budget -= Others * OfOne;
  return true;
}

bool hasFewParts(const Type &T) {
  uint64_t Budget = MostParts;
  return hasFewParts(T, Budget);
}

// Whether the first two operands may change places, perhaps with another predicate.
bool canExchange(const Instruction &I) { return isa<CmpInst>(I) || commutes(I); }

// What comes next in the words.
enum Tag : uint64_t { Local, Hole, Fixed, Node, KnownNode, Missing };

class Canonicalizer {
public:
  Canonicalizer(Module &M, bool Stable)
      : Stable(Stable ? new StableNames(M) : nullptr), Code(this->Stable.get()), Promises(this->Stable.get()),
        Layout(M.getDataLayout()), Address(Layout.getIntPtrType(M.getContext())),
        PlainPointers(!Layout.isNonIntegralAddressSpace(0)), ModuleMayCallIndirectly(mayCallIndirectly(M)) {
    for (StringRef Note : {"srcloc", "heapallocsite", "PGOFuncName"})
      Notes.push_back(M.getContext().getMDKindID(Note));
  }

  void canonicalize(Function &F, FmergeCanonical &Out) {
    reset();
    MayCallIndirectly = ModuleMayCallIndirectly && mayCallIndirectly(F);
    FloatsStay = lacksFloatRegisters(F);
    number(F);
    addHeader(F);
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : *Block)
        addInstruction(I);
    Out = {Code.data(),       Code.size(),       Promises.data(),  Promises.size(),
           Kinds.data(),      Kinds.size(),      Constants.data(), Constants.size(),
           Intrinsics.data(), Intrinsics.size(), Facts,            AllConstantFacts,
           Count};
  }

private:
  // Null where words need not mean anything in another process.
  std::unique_ptr<StableNames> Stable;
  Words Code, Promises;
  const DataLayout &Layout;
  // The integer as wide as a pointer of address space 0.
  Type *Address;
  bool PlainPointers;
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

  SmallVector<uint64_t, 16> Kinds;
  SmallVector<FmergeConstantUse, 64> Constants;
  SmallVector<LLVMValueRef, 8> Intrinsics;
  SmallVector<BasicBlock *, 16> Blocks;
  DenseMap<const Value *, unsigned> Numbers;
  DenseMap<const MDNode *, unsigned> Nodes;
  uint64_t Facts = 0, AllConstantFacts = 0;
  uint32_t Count = 0;

  void reset() {
    Code.clear();
    Promises.clear();
    Kinds.clear();
    Constants.clear();
    Intrinsics.clear();
    Numbers.clear();
    Nodes.clear();
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

  //===-- Types ------------------------------------------------------------------------------------===//

  // A pointer and the integer of its size are one word, also as parts of others; which of them it is goes to
  // the kinds. Structs count by their layout, not by their names. A type of very many parts is only itself:
  // nobody converts so many one by one.
  Type *canonicalType(Type *T) { return hasFewParts(*T) ? canonicalPart(T) : T; }

  Type *canonicalPart(Type *T) {
    bool IsPointer = PlainPointers && T->isPointerTy() && T->getPointerAddressSpace() == 0;
    if (IsPointer || T == Address) {
      Kinds.push_back(IsPointer);
      return Address;
    }
    if (auto *Vector = dyn_cast<VectorType>(T))
      return VectorType::get(canonicalPart(Vector->getElementType()), Vector->getElementCount());
    if (auto *Array = dyn_cast<ArrayType>(T))
      return ArrayType::get(canonicalPart(Array->getElementType()), Array->getNumElements());
    auto *Struct = dyn_cast<StructType>(T);
    return Struct && !Struct->isOpaque() ? canonicalStruct(*Struct) : T;
  }

  Type *canonicalStruct(StructType &T) {
    SmallVector<Type *, 4> Elements;
    for (Type *Element : T.elements())
      Elements.push_back(canonicalPart(Element));
    return StructType::get(T.getContext(), Elements, T.isPacked());
  }

  FunctionType *canonicalType(FunctionType *T) {
    Type *Result = canonicalType(T->getReturnType());
    SmallVector<Type *, 8> Params;
    for (Type *Param : T->params())
      Params.push_back(canonicalType(Param));
    return FunctionType::get(Result, Params, T->isVarArg());
  }

  void addType(Type *T) { Code.name(canonicalType(T)); }

  //===-- Functions --------------------------------------------------------------------------------===//

  void addHeader(const Function &F) {
    addFunctionWords(Code, F);
    addText(Code, F.hasGC() ? F.getGC() : "");
    Code.append({F.isVarArg(), F.hasFnAttribute(Attribute::NoInline), F.hasFnAttribute(Attribute::AlwaysInline),
                 F.arg_size(), F.hasPersonalityFn()});
    addType(F.getReturnType());
    for (const Argument &A : F.args()) {
      addType(A.getType());
      addParameterWords(Code, F, A.getArgNo());
    }
    addFunctionMetadata(F);
    Promises.name(F.getAttributes());
    Promises.push_back(fmergeAlignmentWord(F));
  }

  // How often it was entered is no property of the body: counts are added up.
  void addFunctionMetadata(const Function &F) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> All;
    F.getAllMetadata(All);
    for (auto [Kind, N] : All)
      if (Kind != LLVMContext::MD_prof && !isNote(Kind)) {
        Code.nameKind(F.getContext(), Kind);
        addMetadata(Code, N, Place::None);
      }
  }

  //===-- Instructions -----------------------------------------------------------------------------===//

  void addInstruction(const Instruction &I) {
    Facts |= factsOf(I);
    Code.push_back(I.getOpcode());
    addType(I.getType());
    if (const auto *Gep = dyn_cast<GetElementPtrInst>(&I))
      addAddress(*Gep);
    else if (const auto *Slot = dyn_cast<AllocaInst>(&I))
      addSlot(*Slot);
    else if (const auto *Phi = dyn_cast<PHINode>(&I))
      addPhi(*Phi);
    else
      addOrdinary(I);
    addMetadata(I);
    addPromises(I);
    ++Count;
  }

  static constexpr uint64_t UnsupportedFact = 1 << 14; // of encode_instructions.cpp

  // Of the opcodes that plans do not know, these have all of their state in their operands and words.
  static uint64_t factsOf(const Instruction &I) {
    uint64_t Facts = instructionFacts(I);
    bool Known = isa<FuncletPadInst, CatchSwitchInst, CatchReturnInst, CleanupReturnInst, IndirectBrInst,
                     CallBrInst>(I);
    return Known ? Facts & ~UnsupportedFact : Facts;
  }

  // Of two operands that may change places the one that was computed first comes first, and a constant last. When
  // each is one, they stay: there is no order of constants that every process would agree on.
  bool isExchanged(const Instruction &I) const {
    return canExchange(I) && rank(*I.getOperand(1)) < rank(*I.getOperand(0));
  }

  unsigned rank(const Value &V) const {
    auto Known = Numbers.find(&V);
    return Known == Numbers.end() ? ~0U : Known->second;
  }

  void addOrdinary(const Instruction &I) {
    bool Exchanged = isExchanged(I);
    if (const auto *Call = dyn_cast<CallBase>(&I)) {
      Code.name(canonicalType(Call->getFunctionType()));
      addCallWords(Code, *Call);
      Code.push_back(Call->isMustTailCall());
      noteIntrinsic(*Call);
    } else if (const auto *Compare = dyn_cast<CmpInst>(&I)) {
      Code.push_back(Exchanged ? Compare->getSwappedPredicate() : Compare->getPredicate());
    } else {
      addInstructionWords(Code, I);
    }
    if (const auto *Switch = dyn_cast<CatchSwitchInst>(&I))
      Code.push_back(Switch->hasUnwindDest());
    Code.push_back(I.getNumOperands());
    for (unsigned N = 0; N < I.getNumOperands(); ++N)
      addOperand(I, Exchanged && N < 2 ? 1 - N : N);
  }

  void noteIntrinsic(const CallBase &Call) {
    LLVMValueRef Callee = wrap(Call.getCalledOperand());
    if (Call.getIntrinsicID() != Intrinsic::not_intrinsic && !is_contained(Intrinsics, Callee))
      Intrinsics.push_back(Callee);
  }

  // Its type matters by its size alone.
  void addSlot(const AllocaInst &I) {
    Code.append({I.getAddressSpace(), I.isSwiftError(), I.isUsedWithInAlloca(), I.isStaticAlloca()});
    if (std::optional<TypeSize> Size = I.getAllocationSize(Layout); Size && !Size->isScalable()) {
      Code.append({Fixed, Size->getFixedValue()});
      return;
    }
    Code.name(I.getAllocatedType());
    addOperand(I, 0);
  }

  // As a base, variable indices with their strides, and a constant offset.
  void addAddress(const GetElementPtrInst &I) {
    unsigned Width = Layout.getIndexTypeSizeInBits(I.getType());
    APInt Offset(Width, 0);
    SmallMapVector<Value *, APInt, 4> Indices;
    if (I.getType()->isVectorTy() || !cast<GEPOperator>(I).collectOffset(Layout, Width, Indices, Offset)) {
      Code.append({Fixed});
      addOrdinary(I);
      return;
    }
    addShape(I);
    Code.append({Indices.size()});
    addOperand(I, 0);
    for (auto &[Index, Stride] : Indices) {
      addLocal(*Index);
      Code.push_back(Stride.getSExtValue());
    }
    if (!Indices.empty()) {
      Code.push_back(Offset.getSExtValue());
      return;
    }
    Code.append({Hole, uint64_t(ConstantMode::Variable)});
    noteConstant(*ConstantInt::get(I.getContext(), Offset), I, GepOffset, ConstantMode::Variable);
  }

  // By which steps an address is reached: flags like inbounds speak of each of them.
  void addShape(const GetElementPtrInst &I) {
    Promises.name(I.getSourceElementType());
    Promises.push_back(I.getNumIndices());
    for (const Use &Index : I.indices()) {
      const auto *Number = dyn_cast<ConstantInt>(Index);
      Promises.push_back(Number ? Number->getZExtValue() : 0);
    }
  }

  // Incoming values in the order of the canonical blocks; edges from what is never reached do not count.
  void addPhi(const PHINode &I) {
    SmallVector<std::pair<unsigned, unsigned>, 8> Incoming;
    for (unsigned N = 0; N < I.getNumIncomingValues(); ++N) {
      auto From = Numbers.find(I.getIncomingBlock(N));
      if (From != Numbers.end())
        Incoming.push_back({From->second, N});
    }
    sort(Incoming);
    Code.push_back(Incoming.size());
    for (auto [From, N] : Incoming) {
      Code.push_back(From);
      addOperand(I, N);
    }
  }

  template <typename T> static void addFixed(Words &Out, const T *What) {
    Out.push_back(Fixed);
    Out.name(What);
  }

  //===-- Operands ---------------------------------------------------------------------------------===//

  void addLocal(const Value &V) {
    auto Known = Numbers.find(&V);
    if (Known != Numbers.end())
      Code.append({Local, Known->second});
    else
      addFixed(Code, &V);
  }

  void addOperand(const Instruction &I, unsigned N) {
    const Value &V = *I.getOperand(N);
    if (const auto *C = dyn_cast<Constant>(&V))
      addConstant(I, N, *C);
    else if (const auto *Wrapped = dyn_cast<MetadataAsValue>(&V))
      addMetadata(Code, Wrapped->getMetadata(), isa<NoAliasScopeDeclInst>(I) ? Place::Scope : Place::None);
    else
      addLocal(V);
  }

  void addConstant(const Instruction &I, unsigned N, const Constant &C) {
    uint64_t ConstantFacts = factsOf(C);
    AllConstantFacts |= ConstantFacts;
    std::optional<ConstantMode> Mode = modeOf(I, N, C, ConstantFacts);
    Type *T = canonicalType(C.getType());
    const Constant &Same = canonicalConstant(C, T);
    if (!Mode) {
      addFixed(Code, &Same);
      return;
    }
    bool IsCallee = isa<CallBase>(I) && cast<CallBase>(I).isCallee(&I.getOperandUse(N));
    Code.append({Hole, uint64_t(IsCallee ? ConstantMode::Callee : *Mode)});
    Code.name(T);
    noteConstant(Same, I, N, *Mode);
  }

  void noteConstant(const Constant &C, const Instruction &I, unsigned Operand, ConstantMode Mode) {
    Digest D = !Stable ? Digest{} : isCallOfItself(C, I, Operand) ? Stable->of("self") : Stable->of(&C);
    bool IsOffset = Operand == GepOffset;
    Type *T = IsOffset ? C.getType() : I.getOperand(Operand)->getType();
    Constants.push_back({wrap(&C), wrap(intrinsicOf(I)), wrap(T), Count, Operand, uint32_t(Mode), {D[0], D[1]}});
  }

  // A function that calls itself does the same whatever its name, unless another may stand behind the name.
  static bool isCallOfItself(const Constant &C, const Instruction &I, unsigned Operand) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return &C == I.getFunction() && callsLeadBack(*I.getFunction()) && Call && Operand != GepOffset &&
           Call->isCallee(&Call->getOperandUse(Operand));
  }

  static const Value *intrinsicOf(const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    bool IsIntrinsic = Call && Call->getIntrinsicID() != Intrinsic::not_intrinsic;
    return IsIntrinsic ? Call->getCalledOperand() : nullptr;
  }

  // Null, undef and poison are those of the canonical type.
  const Constant &canonicalConstant(const Constant &C, Type *T) {
    if (C.getType() == T)
      return C;
    if (C.isNullValue())
      return *Constant::getNullValue(T);
    if (isa<PoisonValue>(C))
      return *PoisonValue::get(T);
    return isa<UndefValue>(C) ? *UndefValue::get(T) : C;
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
    constexpr uint64_t FixedFact = 1 << 1; // of encode_operands.cpp: not known to be right in a select
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto *F = dyn_cast<Function>(&C);
    if (Call && Call->isCallee(&I.getOperandUse(N))) {
      if (!F || F->isIntrinsic())
        return std::nullopt;
      return modeOfCallee(*Call, *F);
    }
    if (!(Facts & FixedFact) && !mustStay(I, N) && !(FloatsStay && isFloatType(C.getType())))
      return ConstantMode::Variable;
    return F && !isa<LandingPadInst>(I) ? std::optional(ConstantMode::Reference) : std::nullopt;
  }

  //===-- Metadata ---------------------------------------------------------------------------------===//

  bool isNote(unsigned Kind) const {
    return Kind == LLVMContext::MD_dbg || Kind == LLVMContext::MD_DIAssignID || is_contained(Notes, Kind);
  }

  // Kinds that may not be dropped are code. Each instruction has a count, even of none: words that mean
  // different things must not read alike.
  void addMetadata(const Instruction &I) {
    size_t Count = Promises.size();
    Promises.push_back(0);
    if (!I.hasMetadataOtherThanDebugLoc())
      return;
    SmallVector<std::pair<unsigned, MDNode *>, 4> All;
    I.getAllMetadataOtherThanDebugLoc(All);
    for (auto [Kind, N] : All) {
      if (isNote(Kind))
        continue;
      bool IsPromise = isWeakenableKind(Kind);
      Promises[Count] += IsPromise;
      Words &Out = IsPromise ? Promises : Code;
      Out.nameKind(I.getContext(), Kind);
      addMetadata(Out, N, placeOf(Kind));
    }
  }

  // What distinct nodes of a kind name. Equal functions have equal places in equal order, and what a scope
  // is called does not matter. Everywhere else a distinct node is only itself: it may name a class of the
  // program.
  enum class Place { None, Loop, Scope };

  static Place placeOf(unsigned Kind) {
    if (Kind == LLVMContext::MD_alias_scope || Kind == LLVMContext::MD_noalias)
      return Place::Scope;
    bool IsLoop = Kind == LLVMContext::MD_loop || Kind == LLVMContext::MD_access_group ||
                  Kind == LLVMContext::MD_mem_parallel_loop_access;
    return IsLoop ? Place::Loop : Place::None;
  }

  void addMetadata(Words &Out, const Metadata *M, Place Of) {
    if (!M || isDebugInfo(M))
      Out.push_back(Missing);
    else if (const auto *N = dyn_cast<MDNode>(M); N && Of != Place::None)
      addNode(Out, *N, Of);
    else if (const auto *Wrapped = dyn_cast<LocalAsMetadata>(M))
      addWrapped(Out, *Wrapped->getValue());
    else
      addShared(Out, *M);
  }

  // A distinct node has no name that another process would know.
  void addShared(Words &Out, const Metadata &M) {
    const auto *N = dyn_cast<MDNode>(&M);
    if (!Stable || !N || !hasDistinct(*N)) {
      addFixed(Out, &M);
      return;
    }
    Facts |= UnsupportedFact;
    Out.push_back(Missing);
  }

  void addWrapped(Words &Out, const Value &V) {
    // A value that is never computed may be any.
    auto Known = Numbers.find(&V);
    Out.append({Local, Known == Numbers.end() ? ~uint64_t(0) : Known->second});
  }

  // A node whose operands are being told.
  struct OpenNode {
    const MDNode *N;
    // Where the words say how many operands there are.
    size_t Count;
    unsigned Next;
  };

  // Distinct nodes by number, in order of first sight.
  void addNode(Words &Out, const MDNode &N, Place Of) {
    SmallVector<OpenNode, 8> Open;
    openNode(Out, N, Open);
    while (!Open.empty()) {
      OpenNode &Last = Open.back();
      if (Last.Next == Last.N->getNumOperands()) {
        Open.pop_back();
        continue;
      }
      const Metadata *Operand = Last.N->getOperand(Last.Next++).get();
      if (isDebugInfo(Operand) || isNameOf(*Last.N, Operand, Of))
        continue;
      ++Out[Last.Count];
      if (const auto *Inner = dyn_cast_or_null<MDNode>(Operand))
        openNode(Out, *Inner, Open);
      else
        addMetadata(Out, Operand, Of);
    }
  }

  void openNode(Words &Out, const MDNode &N, SmallVectorImpl<OpenNode> &Open) {
    if (!hasDistinct(N)) {
      addFixed(Out, &N);
      return;
    }
    auto [Known, IsNew] = Nodes.try_emplace(&N, Nodes.size());
    Out.append({IsNew ? Node : KnownNode, Known->second});
    if (!IsNew)
      return;
    Out.append({N.isDistinct(), 0});
    Open.push_back({&N, Out.size() - 1, 0});
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
          const auto *Inner = isDebugInfo(Operand.get()) ? nullptr : dyn_cast_or_null<MDNode>(Operand.get());
          return std::pair(Inner && Inner->isDistinct(), Inner);
        });
  }

  //===-- Promises ---------------------------------------------------------------------------------===//

  void addPromises(const Instruction &I) {
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

// What a filter takes of an instruction (crates/core/src/canon/filter.rs).
struct Outline {
  LLVMTypeRef Type;
  uint32_t Opcode;
  uint32_t Shape;
  // Of a comparison; else `NoPredicate`.
  uint32_t Predicate;
  uint32_t Exchanges;
  uint32_t Operands;
};

enum class Shape : uint32_t { Unordered, Address, Plain };

constexpr uint32_t NoPredicate = ~uint32_t(0);

struct OutlinedOperand {
  uint64_t Word;
  uint32_t Class;
};

enum class OutlinedClass : uint32_t { Local, Number, Empty, Function, Named };

Shape shapeOf(const Instruction &I) {
  if (isa<AllocaInst, PHINode>(I))
    return Shape::Unordered;
  return isa<GetElementPtrInst>(I) ? Shape::Address : Shape::Plain;
}

Outline outline(const Instruction &I) {
  const auto *Compare = dyn_cast<CmpInst>(&I);
  uint32_t Predicate = Compare ? std::min(Compare->getPredicate(), Compare->getSwappedPredicate()) : NoPredicate;
  return {wrap(I.getType()), I.getOpcode(), uint32_t(shapeOf(I)), Predicate, canExchange(I), I.getNumOperands()};
}

OutlinedOperand outline(const Value &V) {
  auto Of = [](OutlinedClass Class, uint64_t Word = 0) { return OutlinedOperand{Word, uint32_t(Class)}; };
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
                    void (*Sink)(void *, const Outline *, size_t, const OutlinedOperand *, size_t), void *Context) {
  SmallVector<Outline, 64> Instructions;
  SmallVector<OutlinedOperand, 64> Operands;
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

void *fmerge_canonicalizer_create(LLVMModuleRef M, bool Stable) { return new Canonicalizer(*unwrap(M), Stable); }

void fmerge_canonicalizer_dispose(void *Object) { delete static_cast<Canonicalizer *>(Object); }

// Valid until the next call with the same object. The function has a body.
void fmerge_canonicalize(void *Object, LLVMValueRef Value, FmergeCanonical *Out) {
  static_cast<Canonicalizer *>(Object)->canonicalize(*unwrap<Function>(Value), *Out);
}

} // extern "C"
