// Digests of types, attributes, constants and metadata, by content.
//
// Types, constants and metadata each form a graph of their own, which may be deep. Each is walked with a list of
// what is still to be done, never by calls that call themselves: a digest is made once those of all parts are
// known. So what `add...` asks of `Names` below is there already, or is of another graph.

#include "stable.h"
#include "attributes.h"
#include "describe.h"
#include "loading.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace fmerge;

// What ThinLTO made visible to other modules is as local as before; its name holds a hash of its module.
static bool isPromoted(const GlobalVariable &G) {
  return G.hasExternalLinkage() && G.hasHiddenVisibility() && G.getName().contains(".llvm.");
}

bool fmerge::isContent(const GlobalVariable &G) {
  return (G.hasLocalLinkage() || isPromoted(G)) && G.isConstant() && G.hasDefinitiveInitializer() &&
         G.hasGlobalUnnamedAddr() && !G.isThreadLocal() && !G.hasComdat();
}

namespace {

// Collects what a digest is of: every part with its length or of fixed size, so that no two contents read
// the same.
class Content {
public:
  Content &text(StringRef Text) {
    number(Text.size());
    Hasher.update(Text);
    return *this;
  }

  Content &number(uint64_t Number) {
    uint8_t Bytes[8];
    support::endian::write64le(Bytes, Number);
    Hasher.update(ArrayRef(Bytes));
    return *this;
  }

  Content &digest(Digest D) { return number(D[0]).number(D[1]); }

  Digest result() {
    auto Bytes = Hasher.final<16>();
    return {support::endian::read64le(Bytes.data()), support::endian::read64le(Bytes.data() + 8)};
  }

private:
  BLAKE3 Hasher;
};

// A name without the numbers that some pass added to keep it apart from those of other modules.
std::string plainName(StringRef Name) {
  std::string Plain = Name.str();
  for (StringRef Mark : {".llvm.", ".__uniq."})
    for (size_t At = Plain.find(Mark); At != std::string::npos; At = Plain.find(Mark, At)) {
      size_t End = std::min(Plain.find_first_not_of("0123456789", At + Mark.size()), Plain.size());
      Plain.erase(At, End - At);
    }
  return Plain;
}

// A struct by its elements: names of structs are numbered anew in each context.
void addType(Content &Out, Type *T, StableNames &Names) {
  Out.number(T->getTypeID());
  if (auto *Number = dyn_cast<IntegerType>(T))
    Out.number(Number->getBitWidth());
  else if (auto *Pointer = dyn_cast<PointerType>(T))
    Out.number(Pointer->getAddressSpace());
  else if (auto *Array = dyn_cast<ArrayType>(T))
    Out.number(Array->getNumElements());
  else if (auto *Vector = dyn_cast<VectorType>(T))
    Out.number(Vector->getElementCount().getKnownMinValue());
  else if (auto *Struct = dyn_cast<StructType>(T))
    Out.number(Struct->isPacked()).number(Struct->isOpaque());
  else if (auto *Function = dyn_cast<FunctionType>(T))
    Out.number(Function->isVarArg());
  else if (auto *Target = dyn_cast<TargetExtType>(T)) {
    Out.text(Target->getName());
    for (unsigned Param : Target->int_params())
      Out.number(Param);
  }
  Out.number(T->getNumContainedTypes());
  for (Type *Part : T->subtypes())
    Out.digest(Names.of(Part));
}

// Code may rest on where it lies.
void addContent(Content &Out, const GlobalVariable &G, StableNames &Names) {
  Out.text("content").digest(Names.of(G.getValueType())).digest(Names.of(G.getInitializer()));
  Out.text(G.getSection()).number(G.getAlign().valueOrOne().value()).number(G.getCodeModelRaw());
}

// In a shared library code may be bound to the symbol of its own module, or to whatever the loader finds. In
// a program both are the same.
bool isBoundHere(const GlobalValue &G) {
  const Module &M = *G.getParent();
  bool IsLibrary = M.getPICLevel() != PICLevel::NotPIC && M.getPIELevel() == PIELevel::Default;
  return IsLibrary && G.isDSOLocal();
}

// A call passes arguments also as the declaration says, and goes through what it asks for. What it promises
// of the function beside that is true of the symbol, whichever module says so.
void addAbi(Content &Out, const Function &F, StableNames &Names) {
  AttributeList All = F.getAttributes();
  for (unsigned Position : All.indexes())
    if (Position != AttributeList::FunctionIndex)
      for (Attribute A : All.getAttributes(Position))
        if (fmergeIsAbiAttribute(A, All.getAttributes(Position)))
          Out.number(Position).digest(Names.of(A));
  Out.number(F.getCallingConv());
  for (Attribute A : All.getFnAttrs())
    if (is(AttributeFact::StaysDirect, A) || A.hasAttribute(Attribute::NonLazyBind))
      Out.digest(Names.of(A));
}

void addSymbol(Content &Out, const GlobalValue &G, StableNames &Names) {
  Out.text("symbol").text(G.getName()).number(G.hasExternalWeakLinkage()).number(G.getThreadLocalMode());
  Out.number(G.getDLLStorageClass()).number(isBoundHere(G));
  if (const auto *F = dyn_cast<Function>(&G))
    addAbi(Out, *F, Names);
  if (const auto *Variable = dyn_cast<GlobalVariable>(&G))
    Out.number(Variable->getCodeModelRaw()).digest(Names.of(Variable->getMetadata(LLVMContext::MD_absolute_symbol)));
}

// A variable is another one in each module, and so is what has no name of its own; functions may be folded.
void addLocal(Content &Out, const GlobalValue &G, StableNames &Names) {
  auto [Name, IsShared] = Names.ofLocal(G);
  Out.text("local").text(Name).text(IsShared && isa<Function>(G) ? "" : Names.module());
}

void addGlobal(Content &Out, const GlobalValue &G, StableNames &Names) {
  const auto *Variable = dyn_cast<GlobalVariable>(&G);
  if (Variable && Names.isWalked(*Variable))
    addContent(Out, *Variable, Names);
  else if (G.hasLocalLinkage() || (Variable && isContent(*Variable)))
    addLocal(Out, G, Names);
  else
    addSymbol(Out, G, Names);
}

// All of an expression that is no operand.
void addOperator(Content &Out, const ConstantExpr &C, StableNames &Names) {
  Out.number(C.getOpcode()).number(C.getRawSubclassOptionalData());
  if (const auto *Gep = dyn_cast<GEPOperator>(&C)) {
    std::optional<ConstantRange> Range = Gep->getInRange();
    Out.digest(Names.of(Gep->getSourceElementType())).number(Range.has_value());
    if (Range)
      Out.text(toString(Range->getLower(), 16, false)).text(toString(Range->getUpper(), 16, false));
  }
  if (C.getOpcode() == Instruction::ShuffleVector)
    for (int Lane : C.getShuffleMask())
      Out.number(Lane);
}

void addConstant(Content &Out, const Constant &C, StableNames &Names) {
  Out.number(C.getValueID()).digest(Names.of(C.getType()));
  if (const auto *G = dyn_cast<GlobalValue>(&C))
    return addGlobal(Out, *G, Names);
  if (const auto *Number = dyn_cast<ConstantInt>(&C))
    Out.text(toString(Number->getValue(), 16, false));
  else if (const auto *Number = dyn_cast<ConstantFP>(&C))
    Out.text(toString(Number->getValueAPF().bitcastToAPInt(), 16, false));
  else if (const auto *Data = dyn_cast<ConstantDataSequential>(&C))
    Out.text(Data->getRawDataValues());
  else if (const auto *Expression = dyn_cast<ConstantExpr>(&C))
    addOperator(Out, *Expression, Names);
  Out.number(C.getNumOperands());
  for (const Use &Operand : C.operands())
    Out.digest(Names.of(Operand.get()));
}

void addAssembly(Content &Out, const InlineAsm &A, StableNames &Names) {
  Out.text("asm").digest(Names.of(A.getFunctionType())).text(A.getAsmString()).text(A.getConstraintString());
  Out.number(A.hasSideEffects()).number(A.isAlignStack()).number(A.getDialect()).number(A.canThrow());
}

void addBlock(Content &Out, const BasicBlock &B, StableNames &Names) {
  Out.text("block").digest(Names.of(B.getParent())).number(Names.numberOf(B));
}

void addNode(Content &Out, const MDNode &N, StableNames &Names) {
  Out.text("node").number(N.getMetadataID()).number(N.getNumOperands());
  for (const MDOperand &Operand : N.operands())
    Out.digest(Names.of(Operand.get()));
}

} // namespace

//===-- Graphs -------------------------------------------------------------------------------------===//

// In a graph without cycles: each node once, all its parts before it.
template <typename Node, typename Parts, typename Make>
Digest StableNames::settled(Node *Root, Parts PartsOf, Make DigestOf) {
  SmallVector<PointerIntPair<Node *, 1, bool>, 16> Pending{{Root, false}};
  while (!Pending.empty()) {
    auto Next = Pending.pop_back_val();
    Node *Here = Next.getPointer();
    if (Known.contains(Here))
      continue;
    if (Next.getInt()) {
      Digest Made = DigestOf(*Here);
      Known[Here] = Made;
      continue;
    }
    Pending.push_back({Here, true});
    for (Node *Part : PartsOf(*Here))
      if (!Known.contains(Part))
        Pending.push_back({Part, false});
  }
  return Known.lookup(Root);
}

// Notes which nodes lead back to themselves, of all that the root leads to (Tarjan's algorithm: components are
// closed at the node through which they were entered).
template <typename Node, typename Parts> void StableNames::findCycles(Node *Root, Parts PartsOf) {
  constexpr unsigned Closed = ~0u;
  struct Step {
    Node *Here;
    SmallVector<Node *, 2> PartsLeft;
    unsigned Lowest;
  };
  std::vector<Step> Path;
  SmallVector<Node *, 16> Open;
  auto Enter = [&](Node *Here) {
    Order[Here] = ++Clock;
    Open.push_back(Here);
    Path.push_back({Here, PartsOf(*Here), Clock});
  };
  if (!Order.contains(Root))
    Enter(Root);
  while (!Path.empty()) {
    Step &Top = Path.back();
    if (!Top.PartsLeft.empty()) {
      Node *Part = Top.PartsLeft.pop_back_val();
      if (Part == Top.Here)
        Cyclic.insert(Part);
      auto Seen = Order.find(Part);
      if (Seen == Order.end())
        Enter(Part);
      else if (Seen->second != Closed)
        Top.Lowest = std::min(Top.Lowest, Seen->second);
      continue;
    }
    auto [Here, None, Lowest] = std::move(Path.back());
    Path.pop_back();
    if (!Path.empty())
      Path.back().Lowest = std::min(Path.back().Lowest, Lowest);
    if (Lowest != Order.lookup(Here))
      continue;
    bool IsAlone = Open.back() == Here;
    for (Node *Member = nullptr; Member != Here;) {
      Member = Open.pop_back_val();
      Order[Member] = Closed;
      if (!IsAlone)
        Cyclic.insert(Member);
    }
  }
}

namespace {

using Constants = SmallVector<const Value *, 2>;
using Nodes = SmallVector<const MDNode *, 2>;

// Content alone is walked through: every other symbol goes by its name.
Constants partsOf(const Value &V) {
  if (const auto *G = dyn_cast<GlobalValue>(&V)) {
    const auto *Variable = dyn_cast<GlobalVariable>(G);
    return Variable && isContent(*Variable) ? Constants{Variable->getInitializer()} : Constants();
  }
  const auto *C = dyn_cast<Constant>(&V);
  return C ? Constants(C->operand_values()) : Constants();
}

bool isDebugInfo(const Metadata *M) { return isa_and_nonnull<DINode, DILocation>(M); }

Nodes partsOf(const MDNode &N) {
  Nodes Parts;
  if (!N.isDistinct())
    for (const MDOperand &Operand : N.operands())
      if (const auto *Part = dyn_cast_or_null<MDNode>(Operand.get()); Part && !isDebugInfo(Part))
        Parts.push_back(Part);
  return Parts;
}

} // namespace

bool StableNames::isWalked(const GlobalVariable &G) const { return isContent(G) && !Cyclic.contains(&G); }

Digest StableNames::of(Type *T) {
  return settled(
      T, [](Type &Whole) { return Whole.subtypes(); },
      [&](Type &Whole) {
        Content Out;
        addType(Out, &Whole, *this);
        return Out.result();
      });
}

// Kinds go by name: their numbers change between versions of LLVM.
Digest StableNames::of(Attribute A) {
  if (auto Found = Known.find(A.getRawPointer()); Found != Known.end())
    return Found->second;
  Content Out;
  if (A.isTypeAttribute())
    Out.text(Attribute::getNameFromAttrKind(A.getKindAsEnum())).digest(of(A.getValueAsType()));
  else
    Out.text(A.getAsString());
  return Known[A.getRawPointer()] = Out.result();
}

Digest StableNames::of(AttributeList All) {
  Content Out;
  for (unsigned Position : All.indexes())
    for (Attribute A : All.getAttributes(Position))
      Out.number(Position).digest(of(A));
  return Out.result();
}

Digest StableNames::ofOne(const Value &V) {
  Content Out;
  if (const auto *C = dyn_cast<Constant>(&V))
    addConstant(Out, *C, *this);
  else if (const auto *A = dyn_cast<InlineAsm>(&V))
    addAssembly(Out, *A, *this);
  else if (const auto *B = dyn_cast<BasicBlock>(&V))
    addBlock(Out, *B, *this);
  else
    Out.text("unreachable");
  return Out.result();
}

// A local variable that leads back to itself has no content that ends: it goes by its name.
Digest StableNames::of(const Value *V) {
  if (!V)
    return {};
  if (auto Found = Known.find(V); Found != Known.end())
    return Found->second;
  auto PartsOf = [](const Value &Whole) { return partsOf(Whole); };
  if (!isa<ConstantData>(V))
    findCycles(V, PartsOf);
  auto PartsLeft = [&](const Value &Whole) {
    bool GoesByName = isa<GlobalValue>(Whole) && Cyclic.contains(&Whole);
    return GoesByName ? Constants() : partsOf(Whole);
  };
  return settled(V, PartsLeft, [&](const Value &Whole) { return ofOne(Whole); });
}

// What is distinct, or leads back to itself, is like no other.
Digest StableNames::ofOne(const MDNode &N) {
  Content Out;
  if (N.isDistinct() || Cyclic.contains(&N))
    Out.text("distinct").text(module()).number(DistinctNodes++);
  else
    addNode(Out, N, *this);
  return Out.result();
}

Digest StableNames::of(const Metadata *M) {
  if (!M || isDebugInfo(M))
    return {};
  if (const auto *Text = dyn_cast<MDString>(M))
    return Content().text("string").text(Text->getString()).result();
  if (const auto *Wrapped = dyn_cast<ValueAsMetadata>(M))
    return Content().text("value").digest(of(Wrapped->getValue())).result();
  const auto *N = cast<MDNode>(M);
  if (auto Found = Known.find(N); Found != Known.end())
    return Found->second;
  findCycles(N, [](const MDNode &Whole) { return partsOf(Whole); });
  auto PartsLeft = [&](const MDNode &Whole) { return Cyclic.contains(&Whole) ? Nodes() : partsOf(Whole); };
  return settled(N, PartsLeft, [&](const MDNode &Whole) { return ofOne(Whole); });
}

//===-- The module ---------------------------------------------------------------------------------===//

// By the name that its compiler was given, and what it defines: many a program has two files of one name.
StringRef StableNames::module() {
  if (Identity.empty())
    Identity = moduleIdentity(Home);
  return Identity;
}

std::string fmerge::moduleIdentity(const Module &M) {
  Content Out;
  Out.text(M.getModuleIdentifier());
  for (const GlobalValue &G : M.global_values()) {
    // What LLVM and we ourselves put there may come and go between analysis and merging.
    if (G.isDeclaration() || G.getName().starts_with("llvm.") || G.getName().starts_with("fmerge."))
      continue;
    const auto *F = dyn_cast<Function>(&G);
    Out.text(G.getName()).number(G.getLinkage()).number(F ? F->getInstructionCount() : 0);
  }
  return M.getModuleIdentifier() + '#' + utohexstr(Out.result()[0], /*LowerCase=*/true, /*Width=*/16);
}

std::pair<std::string, bool> StableNames::ofLocal(const GlobalValue &G) {
  if (Locals.empty())
    nameLocals();
  if (!G.hasName())
    return {"unnamed " + utostr(Unnamed.lookup(&G)), false};
  std::string Plain = plainName(G.getName());
  bool IsAlone = Locals.lookup(Plain) == 1;
  return {IsAlone ? "plain " + Plain : "full " + G.getName().str(), true};
}

void StableNames::nameLocals() {
  for (const GlobalValue &G : Home.global_values())
    if (G.hasName())
      ++Locals[plainName(G.getName())];
    else
      Unnamed.try_emplace(&G, Unnamed.size());
}

unsigned StableNames::numberOf(const BasicBlock &B) {
  if (!Blocks.contains(&B))
    for (auto [Number, Block] : enumerate(*B.getParent()))
      Blocks[&Block] = Number;
  return Blocks.lookup(&B);
}

Digest StableNames::of(StringRef Text) { return Content().text(Text).result(); }

Digest StableNames::ofKind(const LLVMContext &Context, unsigned Kind) {
  if (auto Found = Kinds.find(Kind); Found != Kinds.end())
    return Found->second;
  SmallVector<StringRef, 64> Names;
  Context.getMDKindNames(Names);
  return Kinds[Kind] = Content().text(Names[Kind]).result();
}

//===-- Words --------------------------------------------------------------------------------------===//

namespace {

template <typename T> void addName(Words &Out, StableNames *Stable, T What, const void *Address) {
  if (!Stable)
    return Out.push_back(word(Address));
  Digest D = Stable->of(What);
  Out.append({D[0], D[1]});
}

} // namespace

void Words::name(Type *T) { addName(*this, Stable, T, T); }
void Words::name(Attribute A) { addName(*this, Stable, A, A.getRawPointer()); }
void Words::name(AttributeList A) { addName(*this, Stable, A, A.getRawPointer()); }
void Words::name(const Value *V) { addName(*this, Stable, V, V); }
void Words::name(const Metadata *M) { addName(*this, Stable, M, M); }

void Words::nameKind(const LLVMContext &Context, unsigned Kind) {
  if (!Stable)
    return push_back(Kind);
  Digest D = Stable->ofKind(Context, Kind);
  append({D[0], D[1]});
}

void Words::nameScope(const LLVMContext &Context, SyncScope::ID Scope) {
  if (!Stable)
    return push_back(Scope);
  SmallVector<StringRef, 8> Names;
  Context.getSyncScopeNames(Names);
  Digest D = Stable->of(Names[Scope]);
  append({D[0], D[1]});
}

void Words::nameBundle(const OperandBundleUse &Bundle) {
  if (!Stable)
    return push_back(Bundle.getTagID());
  Digest D = Stable->of(Bundle.getTagName());
  append({D[0], D[1]});
}
