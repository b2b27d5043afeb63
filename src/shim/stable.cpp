// Digests of types, attributes, constants and metadata, by content.

#include "stable.h"
#include "attributes.h"
#include "describe.h"

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
  return (G.hasLocalLinkage() || isPromoted(G)) && G.isConstant() && G.hasDefinitiveInitializer() && G.hasGlobalUnnamedAddr() &&
         !G.isThreadLocal() && !G.hasComdat();
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

// A local symbol without what some pass added to keep it apart from others.
StringRef plainName(StringRef Name) {
  for (StringRef Suffix : {".llvm.", ".__uniq."})
    Name = Name.take_front(Name.find(Suffix));
  return Name;
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
  Out.text(G.getSection()).number(G.getAlign().valueOrOne().value());
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
}

void addGlobal(Content &Out, const GlobalValue &G, StableNames &Names) {
  const auto *Variable = dyn_cast<GlobalVariable>(&G);
  if (Variable && isContent(*Variable))
    addContent(Out, *Variable, Names);
  else if (G.hasLocalLinkage()) // a variable is another one in each module; functions may be folded
    Out.text("local").text(plainName(G.getName())).text(Variable ? Names.module() : "");
  else
    addSymbol(Out, G, Names);
}

void addOperator(Content &Out, const ConstantExpr &C, StableNames &Names) {
  Out.number(C.getOpcode()).number(C.getRawSubclassOptionalData());
  if (const auto *Gep = dyn_cast<GEPOperator>(&C))
    Out.digest(Names.of(Gep->getSourceElementType()));
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

void addNode(Content &Out, const MDNode &N, StableNames &Names) {
  Out.text("node").number(N.getMetadataID()).number(N.getNumOperands());
  for (const MDOperand &Operand : N.operands())
    Out.digest(Names.of(Operand.get()));
}

} // namespace

Digest StableNames::of(Type *T) {
  if (auto Found = Known.find(T); Found != Known.end())
    return Found->second;
  Content Out;
  addType(Out, T, *this);
  return Known[T] = Out.result();
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

// A local constant that leads back to itself is named, the second time, by what it is.
Digest StableNames::of(const Value *V) {
  if (!V)
    return {};
  if (auto [Found, IsNew] = Known.try_emplace(V, Digest{V->getValueID(), 0}); !IsNew)
    return Found->second;
  Content Out;
  if (const auto *C = dyn_cast<Constant>(V))
    addConstant(Out, *C, *this);
  else if (const auto *A = dyn_cast<InlineAsm>(V))
    addAssembly(Out, *A, *this);
  else
    Out.text("unreachable");
  return Known[V] = Out.result();
}

Digest StableNames::of(const Metadata *M) {
  if (!M || isa<DINode, DILocation>(M))
    return {};
  if (auto Found = Known.find(M); Found != Known.end())
    return Found->second;
  Content Out;
  if (const auto *Text = dyn_cast<MDString>(M))
    Out.text("string").text(Text->getString());
  else if (const auto *Wrapped = dyn_cast<ValueAsMetadata>(M))
    Out.text("value").digest(of(Wrapped->getValue()));
  else if (cast<MDNode>(M)->isDistinct())
    Out.text("distinct").text(Module).number(DistinctNodes++);
  else
    addNode(Out, *cast<MDNode>(M), *this);
  return Known[M] = Out.result();
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
