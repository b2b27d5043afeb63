// Which symbols of a module refer to which, as the linker will see it. For src/references.rs (its Rust side:
// src/ffi/references.rs).
//
// Consumes: a module, and how code generation places its symbols. Produces: for each symbol what it is, and what it
// refers to. Guarantees: nothing is changed. What may become a reference counts as one. A symbol that may be kept for
// the sake of its section counts as kept for reasons of its own.

#include "compat.h"
#include "crossing.h"
#include "describe.h"
#include "enumerations.h"
#include "library.h"
#include "starting.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/CodeGen/StackProtector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace fmerge;

namespace {

// What code generation may refer to by itself, as numbers that are no addresses: library functions for single
// instructions, what stack protectors need, and the function that traps call. The last numbers are sections that
// functions share.
enum : uint64_t { mathematics = 1, atomics, protectors, traps, codeSection, dataSection, constantSection };

// Whether a word is a symbol or assembly, and neither one of these numbers nor a section of a name of its own.
bool isValue(uint64_t what) { return what > constantSection && !(what & 1); }

bool has(uint64_t sections, SectionFact fact) { return sections & bit(fact); }

// Whether the function goes into one section with all code that asks for no section of its own. That section is kept as
// a whole. On Mach-O, the linker divides it by symbol.
bool isInSharedSection(const Function &f, uint64_t sections) {
  return has(sections, SectionFact::FunctionsTogether) && !compat::tripleOf(*f.getParent()).isOSBinFormatMachO() &&
         !f.hasSection() && !f.hasComdat() && !f.isWeakForLinker() && !f.hasPartition() &&
         !f.hasFnAttribute(Attribute::Cold) && !f.hasFnAttribute(Attribute::Hot) && !f.getEntryCount() &&
         !f.hasMetadata(LLVMContext::MD_section_prefix);
}

// Whether a symbol may share a section with others, and be kept for their sake.
bool mayShareSection(const GlobalValue &g, uint64_t sections) {
  bool isCode = isa<Function>(g);
  const auto *object = dyn_cast<GlobalObject>(&g);
  return (object && object->hasSection()) ||
         !has(sections, isCode ? SectionFact::FunctionsApart : SectionFact::DataApart);
}

// Every compiler may call these functions from any code, so every program has them.
bool isAlwaysThere(StringRef name) {
  return is_contained(ArrayRef<StringRef>{"memcpy", "memmove", "memset", "memcmp"}, name);
}

// Whether the function gets a stack protector where there may be no C library that has what it needs.
bool needsProtector(const Function &f) {
  bool isAlone = compat::tripleOf(*f.getParent()).isOSUnknown() || f.hasFnAttribute("no-builtins");
  return isAlone && f.hasStackProtectorFnAttr() &&
         SSPLayoutAnalysis::requiresStackProtector(const_cast<Function *>(&f), nullptr);
}

// Collects what a symbol refers to, each once.
class Found {
public:
  void add(uint64_t what) { all.insert(what); }

  // Adds all symbols and all assembly in a constant, which may be deep.
  void addIn(const Value *v) {
    SmallVector<const Value *, 8> open{v};
    while (!open.empty()) {
      const Value *at = open.pop_back_val();
      if (const auto *g = dyn_cast<GlobalValue>(at))
        add(*g);
      else if (isa<InlineAsm>(at))
        add(word(at)); // may name any symbol
      else if (const auto *c = dyn_cast<Constant>(at); c && c->getNumOperands() && seen.insert(c).second)
        append_range(open, c->operand_values());
    }
  }

  void addIn(const Instruction &i) {
    for (const Use &operand : i.operands())
      addIn(operand.get());
    if (i.getOpcode() == Instruction::FRem)
      add(mathematics);
    if (mayCallAtomics(i))
      add(atomics);
    if (const auto *call = dyn_cast<CallBase>(&i); call && call->getFnAttr("trap-func-name").isValid())
      add(traps);
  }

  Words words() const {
    Words out;
    append_range(out, all);
    return out;
  }

private:
  void add(const GlobalValue &g) {
    const auto *f = dyn_cast<Function>(&g);
    if (!f || !f->isIntrinsic())
      add(word(&g));
    else if (mayCallMathematics(*f))
      add(mathematics);
  }

  SetVector<uint64_t> all;
  SmallPtrSet<const Constant *, 16> seen;
};

// Whether the variable is a list of LLVM's, which is no symbol.
bool isList(const GlobalVariable &g) { return g.getName().starts_with("llvm."); }

bool isDefinition(const GlobalValue &g) { return !g.isDeclarationForLinker(); }

void addReferences(const GlobalValue &g, Found &out) {
  if (const auto *user = dyn_cast<User>(&g)) // initializers, aliasees, resolvers, personalities, data beside functions
    for (const Use &operand : user->operands())
      out.addIn(operand.get());
  if (const auto *f = dyn_cast<Function>(&g)) {
    for (const Instruction &i : instructions(*f))
      out.addIn(i);
    if (needsProtector(*f))
      out.add(protectors);
  }
  // ELF and COFF keep all members of a comdat or none. The order of references does not matter here.
  const auto *object = dyn_cast<GlobalObject>(&g);
  if (const Comdat *group = object ? object->getComdat() : nullptr)
    for (const GlobalObject *member : group->getUsers())
      if (member != object)
        out.add(word(member));
}

// The variable that has what is known of the definition of one that is named only (src/shim/modules.cpp).
const GlobalVariable *definitionOf(const GlobalValue &g) {
  if (!g.hasExternalWeakLinkage() || !isa<GlobalVariable>(g))
    return nullptr;
  return g.getParent()->getGlobalVariable((g.getName() + ".definition").str(), /*AllowInternal=*/true);
}

// Whether a definition that does something else may take the place of this one.
bool isDefault(const GlobalValue &g) {
  return g.hasWeakAnyLinkage() || g.hasLinkOnceAnyLinkage() || g.hasCommonLinkage();
}

uint64_t factsOf(const GlobalValue &g, uint64_t sections) {
  Facts<SymbolFact> facts;
  facts.set(SymbolFact::Function, isa<Function>(g));
  if (isDefinition(g)) {
    facts.set(SymbolFact::MayBeKept, !g.hasLocalLinkage() || mayShareSection(g, sections));
    facts.set(SymbolFact::Exported, !g.hasLocalLinkage() && !g.hasHiddenVisibility());
    facts.set(SymbolFact::Replaceable, g.isWeakForLinker() || g.hasComdat() || g.hasCommonLinkage());
    facts.set(SymbolFact::Needed, isDefault(g));
  } else {
    facts.set(SymbolFact::Needed, !definitionOf(g) && !isAlwaysThere(g.getName()));
  }
  return facts.bits;
}

// What stands for the section in which a definition may lie with others, which the linker then keeps with it; 0 if it
// has its own. It is no symbol.
uint64_t placeOf(const GlobalValue &g, uint64_t sections) {
  const auto *f = dyn_cast<Function>(&g);
  const auto *object = dyn_cast<GlobalObject>(&g);
  if (!object || !isDefinition(g) || object->hasComdat() || g.isWeakForLinker())
    return 0;
  if (object->hasSection())
    return reinterpret_cast<uint64_t>(object->getSection().data()) << 1 | 1;
  if (f)
    return 0;
  const auto *variable = dyn_cast<GlobalVariable>(&g);
  bool refers = variable && variable->hasInitializer() && variable->getInitializer()->needsRelocation();
  bool isData = variable && (refers || (!variable->isConstant() && !variable->getInitializer()->isNullValue()));
  if (!isData || has(sections, SectionFact::DataApart) || isList(*variable) || variable->isThreadLocal())
    return 0;
  return variable->isConstant() ? uint64_t(constantSection) : uint64_t(dataSection);
}

} // namespace

//===-- The interface, in the order of src/ffi/references.rs ---------------------------------------===//

extern "C" {

// All symbols that the module defines.
void fmerge_defined_symbols(LLVMModuleRef module, WordSink sink, void *context) {
  Words out;
  for (const GlobalValue &g : unwrap(module)->global_values()) {
    const auto *variable = dyn_cast<GlobalVariable>(&g);
    if (isDefinition(g) && !(variable && isList(*variable)))
      out.push_back(word(&g));
  }
  sink(context, out.data(), out.size());
}

// Symbols that `llvm.used` and the lists of initialisers name: they are kept, or may be, for reasons that no reference
// shows.
void fmerge_listed_symbols(LLVMModuleRef module, WordSink sink, void *context) {
  const Module &m = *unwrap(module);
  Found found;
  for (StringRef name : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (const GlobalVariable *list = m.getGlobalVariable(name); list && list->hasInitializer())
      found.addIn(list->getInitializer());
  Words out = found.words();
  sink(context, out.data(), out.size());
}

// Symbols that are always kept, because a program starts with them.
void fmerge_starting_symbols(LLVMModuleRef module, WordSink sink, void *context) {
  const Module &m = *unwrap(module);
  Words out;
  forEachMain(m, [&](const Function &f) {
    if (f.hasExternalLinkage())
      out.push_back(word(&f));
  });
  forEachListed(m, [&](const Function &f, const ConstantStruct &fields) {
    if (fields.getNumOperands() == 3 && fields.getOperand(2)->isNullValue()) // one with a key is kept with that
      out.push_back(word(&f));
  });
  sink(context, out.data(), out.size());
}

// Pairs of a symbol and another one that is kept with it, because the other says so (`!associated`).
void fmerge_associated_symbols(LLVMModuleRef module, WordSink sink, void *context) {
  Words out;
  for (const GlobalVariable &g : unwrap(module)->globals()) {
    const MDNode *node = g.getMetadata(LLVMContext::MD_associated);
    const auto *of = node && node->getNumOperands() ? dyn_cast_or_null<ValueAsMetadata>(node->getOperand(0)) : nullptr;
    if (!of)
      continue;
    out.push_back(word(of->getValue()->stripPointerCasts()));
    out.push_back(word(&g));
  }
  sink(context, out.data(), out.size());
}

// Hands over the name of a symbol, and whether the module declares it; nothing for assembly and what is local. What
// code generation refers to has a name that no symbol has.
void fmerge_symbol_name(uint64_t what, void (*sink)(void *, const char *, size_t, bool), void *context) {
  if (what <= constantSection) {
    const char name[] = {'\0', char('0' + what)};
    return sink(context, name, sizeof(name), true);
  }
  const auto *g = isValue(what) ? dyn_cast<GlobalValue>(reinterpret_cast<const Value *>(what)) : nullptr;
  if (g && g->hasName() && !g->hasLocalLinkage())
    sink(context, g->getName().data(), g->getName().size(), !isDefinition(*g));
}

// What stands for the section in which a symbol may lie with others, which are kept where it is, or 0.
uint64_t fmerge_symbol_place(uint64_t what, uint64_t sections) {
  const auto *g = isValue(what) ? dyn_cast<GlobalValue>(reinterpret_cast<const Value *>(what)) : nullptr;
  return g ? placeOf(*g, sections) : 0;
}

// One bit for each `SymbolFact`; the symbol that stands for what it is kept and dropped with, or 0; then what it refers
// to. `what` is a symbol, assembly, or one of the numbers above.
void fmerge_symbol(uint64_t what, uint64_t sections, WordSink sink, void *context) {
  const auto *g = isValue(what) ? dyn_cast<GlobalValue>(reinterpret_cast<const Value *>(what)) : nullptr;
  Words out;
  if (!g) {
    bool isSection = what >= codeSection && !(isValue(what));
    out.push_back(isSection ? bit(SymbolFact::MayBeKept) : bit(SymbolFact::Needed));
    out.push_back(0);
    return sink(context, out.data(), out.size());
  }
  const auto *f = dyn_cast<Function>(g);
  bool isShared = f && isDefinition(*f) && isInSharedSection(*f, sections);
  out.push_back(isShared ? bit(SymbolFact::MayBeKept) : factsOf(*g, sections));
  out.push_back(isShared ? uint64_t(codeSection) : 0);
  Found found;
  if (isDefinition(*g))
    addReferences(*g, found);
  else if (const GlobalVariable *definition = definitionOf(*g))
    found.add(word(definition));
  append_range(out, found.words());
  sink(context, out.data(), out.size());
}

} // extern "C"
