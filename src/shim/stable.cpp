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
static bool isPromoted(const GlobalVariable &g) {
  return g.hasExternalLinkage() && g.hasHiddenVisibility() && g.getName().contains(".llvm.");
}

bool fmerge::isContent(const GlobalVariable &g) {
  return (g.hasLocalLinkage() || isPromoted(g)) && g.isConstant() && g.hasDefinitiveInitializer() &&
         g.hasGlobalUnnamedAddr() && !g.isThreadLocal() && !g.hasComdat();
}

namespace {

// Collects what a digest is of: every part with its length or of fixed size, so that no two contents read
// the same.
class Content {
public:
  Content &text(StringRef text) {
    number(text.size());
    hasher.update(text);
    return *this;
  }

  Content &number(uint64_t number) {
    uint8_t bytes[8];
    support::endian::write64le(bytes, number);
    hasher.update(ArrayRef(bytes));
    return *this;
  }

  Content &digest(Digest d) { return number(d[0]).number(d[1]); }

  Digest result() {
    auto bytes = hasher.final<16>();
    return {support::endian::read64le(bytes.data()), support::endian::read64le(bytes.data() + 8)};
  }

private:
  BLAKE3 hasher;
};

// A name without the numbers that some pass added to keep it apart from those of other modules.
std::string plainName(StringRef name) {
  std::string plain = name.str();
  for (StringRef mark : {".llvm.", ".__uniq."})
    for (size_t at = plain.find(mark); at != std::string::npos; at = plain.find(mark, at)) {
      size_t end = std::min(plain.find_first_not_of("0123456789", at + mark.size()), plain.size());
      plain.erase(at, end - at);
    }
  return plain;
}

// A struct by its elements: names of structs are numbered anew in each context.
void addType(Content &out, Type *t, StableNames &names) {
  out.number(t->getTypeID());
  if (auto *number = dyn_cast<IntegerType>(t))
    out.number(number->getBitWidth());
  else if (auto *pointer = dyn_cast<PointerType>(t))
    out.number(pointer->getAddressSpace());
  else if (auto *array = dyn_cast<ArrayType>(t))
    out.number(array->getNumElements());
  else if (auto *vector = dyn_cast<VectorType>(t))
    out.number(vector->getElementCount().getKnownMinValue());
  else if (auto *record = dyn_cast<StructType>(t))
    out.number(record->isPacked()).number(record->isOpaque());
  else if (auto *function = dyn_cast<FunctionType>(t))
    out.number(function->isVarArg());
  else if (auto *target = dyn_cast<TargetExtType>(t)) {
    out.text(target->getName());
    for (unsigned param : target->int_params())
      out.number(param);
  }
  out.number(t->getNumContainedTypes());
  for (Type *part : t->subtypes())
    out.digest(names.of(part));
}

// Code may rest on where it lies.
void addContent(Content &out, const GlobalVariable &g, StableNames &names) {
  out.text("content").digest(names.of(g.getValueType())).digest(names.of(g.getInitializer()));
  out.text(g.getSection()).number(g.getAlign().valueOrOne().value()).number(g.getCodeModelRaw());
}

// In a shared library code may be bound to the symbol of its own module, or to whatever the loader finds. In
// a program both are the same.
bool isBoundHere(const GlobalValue &g) {
  const Module &m = *g.getParent();
  bool isLibrary = m.getPICLevel() != PICLevel::NotPIC && m.getPIELevel() == PIELevel::Default;
  return isLibrary && g.isDSOLocal();
}

// A call passes arguments also as the declaration says, and goes through what it asks for. What it promises
// of the function beside that is true of the symbol, whichever module says so.
void addAbi(Content &out, const Function &f, StableNames &names) {
  AttributeList all = f.getAttributes();
  for (unsigned position : all.indexes())
    if (position != AttributeList::FunctionIndex)
      for (Attribute a : all.getAttributes(position))
        if (fmergeIsAbiAttribute(a, all.getAttributes(position)))
          out.number(position).digest(names.of(a));
  out.number(f.getCallingConv());
  for (Attribute a : all.getFnAttrs())
    if (is(AttributeFact::StaysDirect, a) || a.hasAttribute(Attribute::NonLazyBind))
      out.digest(names.of(a));
}

void addSymbol(Content &out, const GlobalValue &g, StableNames &names) {
  out.text("symbol").text(g.getName()).number(g.hasExternalWeakLinkage()).number(g.getThreadLocalMode());
  out.number(g.getDLLStorageClass()).number(isBoundHere(g));
  if (const auto *f = dyn_cast<Function>(&g))
    addAbi(out, *f, names);
  if (const auto *variable = dyn_cast<GlobalVariable>(&g))
    out.number(variable->getCodeModelRaw()).digest(names.of(variable->getMetadata(LLVMContext::MD_absolute_symbol)));
}

// A variable is another one in each module, and so is what has no name of its own; functions may be folded.
void addLocal(Content &out, const GlobalValue &g, StableNames &names) {
  auto [name, isShared] = names.ofLocal(g);
  out.text("local").text(name).text(isShared && isa<Function>(g) ? "" : names.module());
}

void addGlobal(Content &out, const GlobalValue &g, StableNames &names) {
  const auto *variable = dyn_cast<GlobalVariable>(&g);
  if (variable && names.isWalked(*variable))
    addContent(out, *variable, names);
  else if (g.hasLocalLinkage() || (variable && isContent(*variable)))
    addLocal(out, g, names);
  else
    addSymbol(out, g, names);
}

// All of an expression that is no operand.
void addOperator(Content &out, const ConstantExpr &c, StableNames &names) {
  out.number(c.getOpcode()).number(c.getRawSubclassOptionalData());
  if (const auto *gep = dyn_cast<GEPOperator>(&c)) {
    std::optional<ConstantRange> range = gep->getInRange();
    out.digest(names.of(gep->getSourceElementType())).number(range.has_value());
    if (range)
      out.text(toString(range->getLower(), 16, false)).text(toString(range->getUpper(), 16, false));
  }
  if (c.getOpcode() == Instruction::ShuffleVector)
    for (int lane : c.getShuffleMask())
      out.number(lane);
}

void addConstant(Content &out, const Constant &c, StableNames &names) {
  out.number(c.getValueID()).digest(names.of(c.getType()));
  if (const auto *g = dyn_cast<GlobalValue>(&c))
    return addGlobal(out, *g, names);
  if (const auto *number = dyn_cast<ConstantInt>(&c))
    out.text(toString(number->getValue(), 16, false));
  else if (const auto *number = dyn_cast<ConstantFP>(&c))
    out.text(toString(number->getValueAPF().bitcastToAPInt(), 16, false));
  else if (const auto *data = dyn_cast<ConstantDataSequential>(&c))
    out.text(data->getRawDataValues());
  else if (const auto *expression = dyn_cast<ConstantExpr>(&c))
    addOperator(out, *expression, names);
  out.number(c.getNumOperands());
  for (const Use &operand : c.operands())
    out.digest(names.of(operand.get()));
}

void addAssembly(Content &out, const InlineAsm &a, StableNames &names) {
  out.text("asm").digest(names.of(a.getFunctionType())).text(a.getAsmString()).text(a.getConstraintString());
  out.number(a.hasSideEffects()).number(a.isAlignStack()).number(a.getDialect()).number(a.canThrow());
}

void addBlock(Content &out, const BasicBlock &b, StableNames &names) {
  out.text("block").digest(names.of(b.getParent())).number(names.numberOf(b));
}

void addNode(Content &out, const MDNode &n, StableNames &names) {
  out.text("node").number(n.getMetadataID()).number(n.getNumOperands());
  for (const MDOperand &operand : n.operands())
    out.digest(names.of(operand.get()));
}

} // namespace

//===-- Graphs -------------------------------------------------------------------------------------===//

// In a graph without cycles: each node once, all its parts before it.
template <typename Node, typename Parts, typename Make>
Digest StableNames::settled(Node *root, Parts partsOf, Make digestOf) {
  SmallVector<PointerIntPair<Node *, 1, bool>, 16> pending{{root, false}};
  while (!pending.empty()) {
    auto next = pending.pop_back_val();
    Node *here = next.getPointer();
    if (known.contains(here))
      continue;
    if (next.getInt()) {
      Digest made = digestOf(*here);
      known[here] = made;
      continue;
    }
    pending.push_back({here, true});
    for (Node *part : partsOf(*here))
      if (!known.contains(part))
        pending.push_back({part, false});
  }
  return known.lookup(root);
}

// Notes which nodes lead back to themselves, of all that the root leads to (Tarjan's algorithm: components are
// closed at the node through which they were entered).
template <typename Node, typename Parts> void StableNames::findCycles(Node *root, Parts partsOf) {
  constexpr unsigned closed = ~0u;
  struct Step {
    Node *here;
    SmallVector<Node *, 2> partsLeft;
    unsigned lowest;
  };
  std::vector<Step> path;
  SmallVector<Node *, 16> open;
  auto enter = [&](Node *here) {
    order[here] = ++clock;
    open.push_back(here);
    path.push_back({here, partsOf(*here), clock});
  };
  if (!order.contains(root))
    enter(root);
  while (!path.empty()) {
    Step &top = path.back();
    if (!top.partsLeft.empty()) {
      Node *part = top.partsLeft.pop_back_val();
      if (part == top.here)
        cyclic.insert(part);
      auto seen = order.find(part);
      if (seen == order.end())
        enter(part);
      else if (seen->second != closed)
        top.lowest = std::min(top.lowest, seen->second);
      continue;
    }
    auto [here, none, lowest] = std::move(path.back());
    path.pop_back();
    if (!path.empty())
      path.back().lowest = std::min(path.back().lowest, lowest);
    if (lowest != order.lookup(here))
      continue;
    bool isAlone = open.back() == here;
    for (Node *member = nullptr; member != here;) {
      member = open.pop_back_val();
      order[member] = closed;
      if (!isAlone)
        cyclic.insert(member);
    }
  }
}

namespace {

using Constants = SmallVector<const Value *, 2>;
using Nodes = SmallVector<const MDNode *, 2>;

// Content alone is walked through: every other symbol goes by its name.
Constants partsOf(const Value &v) {
  if (const auto *g = dyn_cast<GlobalValue>(&v)) {
    const auto *variable = dyn_cast<GlobalVariable>(g);
    return variable && isContent(*variable) ? Constants{variable->getInitializer()} : Constants();
  }
  const auto *c = dyn_cast<Constant>(&v);
  return c ? Constants(c->operand_values()) : Constants();
}

bool isDebugInfo(const Metadata *m) { return isa_and_nonnull<DINode, DILocation>(m); }

Nodes partsOf(const MDNode &n) {
  Nodes parts;
  if (!n.isDistinct())
    for (const MDOperand &operand : n.operands())
      if (const auto *part = dyn_cast_or_null<MDNode>(operand.get()); part && !isDebugInfo(part))
        parts.push_back(part);
  return parts;
}

} // namespace

bool StableNames::isWalked(const GlobalVariable &g) const { return isContent(g) && !cyclic.contains(&g); }

Digest StableNames::of(Type *t) {
  return settled(
      t, [](Type &whole) { return whole.subtypes(); },
      [&](Type &whole) {
        Content out;
        addType(out, &whole, *this);
        return out.result();
      });
}

// Kinds go by name: their numbers change between versions of LLVM.
Digest StableNames::of(Attribute a) {
  if (auto found = known.find(a.getRawPointer()); found != known.end())
    return found->second;
  Content out;
  if (a.isTypeAttribute())
    out.text(Attribute::getNameFromAttrKind(a.getKindAsEnum())).digest(of(a.getValueAsType()));
  else
    out.text(a.getAsString());
  return known[a.getRawPointer()] = out.result();
}

Digest StableNames::of(AttributeList all) {
  Content out;
  for (unsigned position : all.indexes())
    for (Attribute a : all.getAttributes(position))
      out.number(position).digest(of(a));
  return out.result();
}

Digest StableNames::ofOne(const Value &v) {
  Content out;
  if (const auto *c = dyn_cast<Constant>(&v))
    addConstant(out, *c, *this);
  else if (const auto *a = dyn_cast<InlineAsm>(&v))
    addAssembly(out, *a, *this);
  else if (const auto *b = dyn_cast<BasicBlock>(&v))
    addBlock(out, *b, *this);
  else
    out.text("unreachable");
  return out.result();
}

// A local variable that leads back to itself has no content that ends: it goes by its name.
Digest StableNames::of(const Value *v) {
  if (!v)
    return {};
  if (auto found = known.find(v); found != known.end())
    return found->second;
  auto allParts = [](const Value &whole) { return partsOf(whole); };
  if (!isa<ConstantData>(v))
    findCycles(v, allParts);
  auto partsLeft = [&](const Value &whole) {
    bool goesByName = isa<GlobalValue>(whole) && cyclic.contains(&whole);
    return goesByName ? Constants() : partsOf(whole);
  };
  return settled(v, partsLeft, [&](const Value &whole) { return ofOne(whole); });
}

// What is distinct, or leads back to itself, is like no other.
Digest StableNames::ofOne(const MDNode &n) {
  Content out;
  if (n.isDistinct() || cyclic.contains(&n))
    out.text("distinct").text(module()).number(distinctNodes++);
  else
    addNode(out, n, *this);
  return out.result();
}

Digest StableNames::of(const Metadata *m) {
  if (!m || isDebugInfo(m))
    return {};
  if (const auto *text = dyn_cast<MDString>(m))
    return Content().text("string").text(text->getString()).result();
  if (const auto *wrapped = dyn_cast<ValueAsMetadata>(m))
    return Content().text("value").digest(of(wrapped->getValue())).result();
  const auto *n = cast<MDNode>(m);
  if (auto found = known.find(n); found != known.end())
    return found->second;
  findCycles(n, [](const MDNode &whole) { return partsOf(whole); });
  auto partsLeft = [&](const MDNode &whole) { return cyclic.contains(&whole) ? Nodes() : partsOf(whole); };
  return settled(n, partsLeft, [&](const MDNode &whole) { return ofOne(whole); });
}

//===-- The module ---------------------------------------------------------------------------------===//

// By the name that its compiler was given, and what it defines: many a program has two files of one name.
StringRef StableNames::module() {
  if (identity.empty())
    identity = moduleIdentity(home);
  return identity;
}

std::string fmerge::moduleIdentity(const Module &m) {
  Content out;
  out.text(m.getModuleIdentifier());
  for (const GlobalValue &g : m.global_values()) {
    // What LLVM and we ourselves put there may come and go between analysis and merging.
    if (g.isDeclaration() || g.getName().starts_with("llvm.") || g.getName().starts_with("fmerge."))
      continue;
    const auto *f = dyn_cast<Function>(&g);
    out.text(g.getName()).number(g.getLinkage()).number(f ? f->getInstructionCount() : 0);
  }
  return m.getModuleIdentifier() + '#' + utohexstr(out.result()[0], /*LowerCase=*/true, /*Width=*/16);
}

std::pair<std::string, bool> StableNames::ofLocal(const GlobalValue &g) {
  if (locals.empty())
    nameLocals();
  if (!g.hasName())
    return {"unnamed " + utostr(unnamed.lookup(&g)), false};
  std::string plain = plainName(g.getName());
  bool isAlone = locals.lookup(plain) == 1;
  return {isAlone ? "plain " + plain : "full " + g.getName().str(), true};
}

void StableNames::nameLocals() {
  for (const GlobalValue &g : home.global_values())
    if (g.hasName())
      ++locals[plainName(g.getName())];
    else
      unnamed.try_emplace(&g, unnamed.size());
}

unsigned StableNames::numberOf(const BasicBlock &b) {
  if (!blocks.contains(&b))
    for (auto [number, block] : enumerate(*b.getParent()))
      blocks[&block] = number;
  return blocks.lookup(&b);
}

Digest StableNames::of(StringRef text) { return Content().text(text).result(); }

Digest StableNames::ofKind(const LLVMContext &context, unsigned kind) {
  if (auto found = kinds.find(kind); found != kinds.end())
    return found->second;
  SmallVector<StringRef, 64> names;
  context.getMDKindNames(names);
  return kinds[kind] = Content().text(names[kind]).result();
}

//===-- Words --------------------------------------------------------------------------------------===//

namespace {

template <typename T> void addName(Words &out, StableNames *stable, T what, const void *address) {
  if (!stable)
    return out.push_back(word(address));
  Digest d = stable->of(what);
  out.append({d[0], d[1]});
}

} // namespace

void Words::name(Type *t) { addName(*this, stable, t, t); }
void Words::name(Attribute a) { addName(*this, stable, a, a.getRawPointer()); }
void Words::name(AttributeList a) { addName(*this, stable, a, a.getRawPointer()); }
void Words::name(const Value *v) { addName(*this, stable, v, v); }
void Words::name(const Metadata *m) { addName(*this, stable, m, m); }

void Words::nameKind(const LLVMContext &context, unsigned kind) {
  if (!stable)
    return push_back(kind);
  Digest d = stable->ofKind(context, kind);
  append({d[0], d[1]});
}

void Words::nameScope(const LLVMContext &context, SyncScope::ID scope) {
  if (!stable)
    return push_back(scope);
  SmallVector<StringRef, 8> names;
  context.getSyncScopeNames(names);
  Digest d = stable->of(names[scope]);
  append({d[0], d[1]});
}

void Words::nameBundle(const OperandBundleUse &bundle) {
  if (!stable)
    return push_back(bundle.getTagID());
  Digest d = stable->of(bundle.getTagName());
  append({d[0], d[1]});
}
