// What types, attributes, constants and metadata consist of (src/canon/names.rs; the Rust side of this file:
// src/ffi/content.rs).
//
// Consumes: one such thing. Produces: bytes, and the parts whose digests go between the bytes.
// crates/core/src/canon/content.rs makes digests of them that mean the same in any process.
// Guarantees: every part has its length or is of fixed size, so that no two contents read the same. A content depends
// on nothing that could differ in another module with the same function: no addresses, no numbers given by order, no
// names of local symbols that their content can speak for.

#include "content.h"
#include "attributes.h"
#include "crossing.h"
#include "describe.h"
#include "library.h"

#include "llvm-c/Types.h"
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
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/Endian.h"

#include <cstring>
#include <type_traits>

using namespace llvm;
using namespace fmerge;

// ThinLTO may promote a local variable: make it visible to other modules. It is as local as before, and its name holds
// a hash of its module.
static bool isPromoted(const GlobalVariable &g) {
  return g.hasExternalLinkage() && g.hasHiddenVisibility() && g.getName().contains(".llvm.");
}

bool fmerge::isContent(const GlobalVariable &g) {
  return (g.hasLocalLinkage() || isPromoted(g)) && g.isConstant() && g.hasDefinitiveInitializer() &&
         g.hasGlobalUnnamedAddr() && !g.isThreadLocal() && !g.hasComdat();
}

//===-- Things -------------------------------------------------------------------------------------===//

static bool isDebugInfo(const Metadata *m) { return isa_and_nonnull<DINode, DILocation>(m); }

Thing::Thing(const Value *v) : Thing(v ? ContentKind::Value : ContentKind::Nothing, fmerge::word(v)) {}

Thing::Thing(const Metadata *m)
    : Thing(m && !isDebugInfo(m) ? ContentKind::Metadata : ContentKind::Nothing, fmerge::word(m)) {}

void Words::name(Thing t) {
  if (naming != Naming::Address && t.kind != ContentKind::Nothing)
    parts.push_back({size(), t.word, uint32_t(t.kind)});
  if (naming == Naming::Digest)
    append({0, 0});
  else
    push_back(t.word);
}

// An attribute list from its address. A list consists of only the address of an object that the context holds.
static AttributeList listAt(const void *address) {
  static_assert(sizeof(AttributeList) == sizeof(address) && std::is_trivially_copyable_v<AttributeList>);
  AttributeList list;
  std::memcpy(static_cast<void *>(&list), &address, sizeof(list));
  return list;
}

namespace {

//===-- What they consist of -----------------------------------------------------------------------===//

class Contents {
public:
  explicit Contents(Module &m) : context(m.getContext()) {}

  void describe(const FmergePart &what, bool leadsBack, FmergeContent &out) {
    bytes.clear();
    parts.clear();
    add(ContentKind(what.kind), what.thing, leadsBack);
    out = {bytes.data(), bytes.size(), parts.data(), parts.size()};
  }

private:
  LLVMContext &context;
  uint64_t distinctNodes = 0;
  SmallVector<uint8_t, 256> bytes;
  SmallVector<FmergePart, 16> parts;

  Contents &text(StringRef text) {
    number(text.size());
    bytes.append(text.begin(), text.end());
    return *this;
  }

  Contents &number(uint64_t number) {
    uint8_t word[8];
    support::endian::write64le(word, number);
    bytes.append(word, word + 8);
    return *this;
  }

  Contents &part(Thing t) {
    if (t.kind == ContentKind::Nothing)
      return number(0).number(0);
    parts.push_back({bytes.size(), t.word, uint32_t(t.kind)});
    return *this;
  }

  // The text that tells the module from all others of a program.
  Contents &identity() { return part({ContentKind::Module, 0}); }

  void add(ContentKind kind, uint64_t thing, bool leadsBack) {
    switch (kind) {
    case ContentKind::Type:
      return addType(*reinterpret_cast<Type *>(thing));
    case ContentKind::Attribute:
      return addAttribute(Attribute::fromRawPointer(reinterpret_cast<void *>(thing)));
    case ContentKind::Attributes:
      return addAttributes(listAt(reinterpret_cast<const void *>(thing)));
    case ContentKind::Value:
      return addValue(*reinterpret_cast<const Value *>(thing), leadsBack);
    case ContentKind::Metadata:
      return addMetadata(*reinterpret_cast<const Metadata *>(thing), leadsBack);
    case ContentKind::Module:
      return addModule(*reinterpret_cast<const Module *>(thing));
    default:
      text(nameOf(kind, thing));
    }
  }

  // A struct is described by its elements, because names of structs are numbered anew in each context.
  void addType(Type &t) {
    number(t.getTypeID());
    if (auto *integer = dyn_cast<IntegerType>(&t))
      number(integer->getBitWidth());
    else if (auto *pointer = dyn_cast<PointerType>(&t))
      number(pointer->getAddressSpace());
    else if (auto *array = dyn_cast<ArrayType>(&t))
      number(array->getNumElements());
    else if (auto *vector = dyn_cast<VectorType>(&t))
      number(vector->getElementCount().getKnownMinValue());
    else if (auto *record = dyn_cast<StructType>(&t))
      number(record->isPacked()).number(record->isOpaque());
    else if (auto *function = dyn_cast<FunctionType>(&t))
      number(function->isVarArg());
    else if (auto *target = dyn_cast<TargetExtType>(&t)) {
      text(target->getName());
      for (unsigned param : target->int_params())
        number(param);
    }
    number(t.getNumContainedTypes());
    for (Type *inner : t.subtypes())
      part(inner);
  }

  // Kinds are described by name, because their numbers change between versions of LLVM.
  void addAttribute(Attribute a) {
    if (a.isTypeAttribute())
      text(Attribute::getNameFromAttrKind(a.getKindAsEnum())).part(a.getValueAsType());
    else
      text(a.getAsString());
  }

  void addAttributes(AttributeList all) {
    for (unsigned position : all.indexes())
      for (Attribute a : all.getAttributes(position))
        number(position).part(a);
  }

  StringRef nameOf(ContentKind kind, uint64_t number) {
    SmallVector<StringRef, 64> names;
    if (kind == ContentKind::MetadataKind)
      context.getMDKindNames(names);
    else if (kind == ContentKind::SyncScope)
      context.getSyncScopeNames(names);
    else
      context.getOperandBundleTags(names);
    return names[number];
  }

  //===-- Constants --------------------------------------------------------------------------------===//

  void addValue(const Value &v, bool leadsBack) {
    if (const auto *c = dyn_cast<Constant>(&v))
      addConstant(*c, leadsBack);
    else if (const auto *a = dyn_cast<InlineAsm>(&v))
      addAssembly(*a);
    else if (const auto *b = dyn_cast<BasicBlock>(&v))
      text("block").part(b->getParent()).number(std::distance(b->getParent()->begin(), b->getIterator()));
    else
      text("unreachable");
  }

  void addConstant(const Constant &c, bool leadsBack) {
    number(c.getValueID()).part(c.getType());
    if (const auto *g = dyn_cast<GlobalValue>(&c))
      return addGlobal(*g, leadsBack);
    if (const auto *integer = dyn_cast<ConstantInt>(&c))
      text(toString(integer->getValue(), 16, false));
    else if (const auto *real = dyn_cast<ConstantFP>(&c))
      text(toString(real->getValueAPF().bitcastToAPInt(), 16, false));
    else if (const auto *data = dyn_cast<ConstantDataSequential>(&c))
      text(data->getRawDataValues());
    else if (const auto *expression = dyn_cast<ConstantExpr>(&c))
      addOperator(*expression);
    number(c.getNumOperands());
    for (const Use &operand : c.operands())
      part(operand.get());
  }

  // Adds all of an expression that is not an operand.
  void addOperator(const ConstantExpr &c) {
    number(c.getOpcode()).number(c.getRawSubclassOptionalData());
    if (const auto *gep = dyn_cast<GEPOperator>(&c)) {
      std::optional<ConstantRange> range = gep->getInRange();
      part(gep->getSourceElementType()).number(range.has_value());
      if (range)
        text(toString(range->getLower(), 16, false)).text(toString(range->getUpper(), 16, false));
    }
    if (c.getOpcode() == Instruction::ShuffleVector)
      for (int lane : c.getShuffleMask())
        number(lane);
  }

  // A local variable that leads back to itself would have a content without end. So it is described by its name, like
  // local functions and variables that change.
  void addGlobal(const GlobalValue &g, bool leadsBack) {
    const auto *variable = dyn_cast<GlobalVariable>(&g);
    bool hasContent = variable && isContent(*variable);
    if (hasContent && !leadsBack)
      addContent(*variable);
    else if (hasContent || g.hasLocalLinkage())
      text("local").part({ContentKind::Local, word(&g)});
    else
      addSymbol(g);
  }

  // Code may depend on where the variable lies.
  void addContent(const GlobalVariable &g) {
    text("content").part(g.getValueType()).part(g.getInitializer());
    text(g.getSection()).number(g.getAlign().valueOrOne().value()).number(g.getCodeModelRaw());
  }

  void addSymbol(const GlobalValue &g) {
    text("symbol").text(g.getName()).number(g.hasExternalWeakLinkage()).number(g.getThreadLocalMode());
    number(g.getDLLStorageClass()).number(isBoundHere(g));
    if (const auto *f = dyn_cast<Function>(&g))
      addAbi(*f);
    if (const auto *variable = dyn_cast<GlobalVariable>(&g))
      number(variable->getCodeModelRaw()).part(variable->getMetadata(LLVMContext::MD_absolute_symbol));
  }

  // Whether code may be bound to the symbol of its own module. In a shared library, this differs from being bound to
  // the symbol that the loader finds. In a program, both are the same.
  static bool isBoundHere(const GlobalValue &g) {
    const Module &m = *g.getParent();
    return isOfSharedLibrary(m) && g.isDSOLocal();
  }

  // Adds those attributes of a declaration that decide how a call passes arguments, and how it reaches the function.
  // All other promises of the declaration are true of the symbol, whichever module makes them.
  void addAbi(const Function &f) {
    AttributeList all = f.getAttributes();
    for (unsigned position : all.indexes())
      if (position != AttributeList::FunctionIndex)
        for (Attribute a : all.getAttributes(position))
          if (fmergeIsAbiAttribute(a, all.getAttributes(position)))
            number(position).part(a);
    number(f.getCallingConv());
    for (Attribute a : all.getFnAttrs())
      if (is(AttributeFact::StaysDirect, a) || a.hasAttribute(Attribute::NonLazyBind))
        part(a);
  }

  void addAssembly(const InlineAsm &a) {
    text("asm").part(a.getFunctionType()).text(a.getAsmString()).text(a.getConstraintString());
    number(a.hasSideEffects()).number(a.isAlignStack()).number(a.getDialect()).number(a.canThrow());
  }

  //===-- Metadata ---------------------------------------------------------------------------------===//

  void addMetadata(const Metadata &m, bool leadsBack) {
    if (const auto *string = dyn_cast<MDString>(&m))
      text("string").text(string->getString());
    else if (const auto *wrapped = dyn_cast<ValueAsMetadata>(&m))
      text("value").part(wrapped->getValue());
    else
      addNode(cast<MDNode>(m), leadsBack);
  }

  // A node that is distinct, or leads back to itself, equals no other node.
  void addNode(const MDNode &n, bool leadsBack) {
    if (n.isDistinct() || leadsBack) {
      text("distinct").identity().number(distinctNodes++);
      return;
    }
    text("node").number(n.getMetadataID()).number(n.getNumOperands());
    for (const MDOperand &operand : n.operands())
      part(operand.get());
  }

  //===-- The module -------------------------------------------------------------------------------===//

  // Adds the name that the module's compiler was given, and what the module defines, because many a program has two
  // files of one name.
  void addModule(const Module &m) {
    text(m.getModuleIdentifier());
    for (const GlobalValue &g : m.global_values()) {
      // Symbols that LLVM and we ourselves add may come and go between analysis and merging.
      if (g.isDeclaration() || g.getName().starts_with("llvm.") || g.getName().starts_with("fmerge."))
        continue;
      const auto *f = dyn_cast<Function>(&g);
      text(g.getName()).number(g.getLinkage()).number(f ? f->getInstructionCount() : 0);
    }
  }
};

} // namespace

//===-- The interface, in the order of src/ffi/content.rs ------------------------------------------===//

extern "C" {

// The module must not change for as long as contents are asked for.
void *fmerge_contents_create(LLVMModuleRef m) { return new Contents(*unwrap(m)); }

void fmerge_contents_dispose(void *object) { delete static_cast<Contents *>(object); }

// Describes the thing in `what`, whose place does not matter. The result is valid until the next call with the same
// object.
void fmerge_describe_content(void *object, const FmergePart *what, bool leadsBack, FmergeContent *out) {
  static_cast<Contents *>(object)->describe(*what, leadsBack, *out);
}

// Hands over each symbol of the module with its name, which may be empty, and whether it is a function.
void fmerge_symbols(LLVMModuleRef m, void (*sink)(void *, LLVMValueRef, const char *, size_t, bool), void *context) {
  for (const GlobalValue &g : unwrap(m)->global_values())
    sink(context, wrap(&g), g.getName().data(), g.getName().size(), isa<Function>(g));
}

} // extern "C"
