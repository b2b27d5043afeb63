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
// instructions, what stack protectors need, and the function that traps call. The last number is the section that
// functions share.
enum : uint64_t { mathematics = 1, atomics, protectors, traps, sharedSection };

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

uint64_t factsOf(const GlobalValue &g, uint64_t sections) {
  Facts<SymbolFact> facts;
  if (isDefinition(g)) {
    facts.set(SymbolFact::MayBeKept, !g.hasLocalLinkage() || mayShareSection(g, sections));
    facts.set(SymbolFact::Exported, !g.hasLocalLinkage() && !g.hasHiddenVisibility());
    facts.set(SymbolFact::Replaceable, g.isWeakForLinker() || g.hasComdat() || g.hasCommonLinkage());
  } else {
    facts.set(SymbolFact::Needed, !g.hasExternalWeakLinkage() && !isAlwaysThere(g.getName()));
  }
  return facts.bits;
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
  if (what <= sharedSection) {
    const char name[] = {'\0', char('0' + what)};
    return sink(context, name, sizeof(name), true);
  }
  const auto *g = dyn_cast<GlobalValue>(reinterpret_cast<const Value *>(what));
  if (g && g->hasName() && !g->hasLocalLinkage())
    sink(context, g->getName().data(), g->getName().size(), !isDefinition(*g));
}

// One bit for each `SymbolFact`; the symbol that stands for what it is kept with, or 0; then what it refers to. `what`
// is a symbol, assembly, or one of the numbers above.
void fmerge_symbol(uint64_t what, uint64_t sections, WordSink sink, void *context) {
  const auto *g = what > sharedSection ? dyn_cast<GlobalValue>(reinterpret_cast<const Value *>(what)) : nullptr;
  Words out;
  if (!g) {
    out.push_back(what == sharedSection ? bit(SymbolFact::MayBeKept) : bit(SymbolFact::Needed));
    out.push_back(0);
    return sink(context, out.data(), out.size());
  }
  const auto *f = dyn_cast<Function>(g);
  bool isShared = f && isDefinition(*f) && isInSharedSection(*f, sections);
  out.push_back(isShared ? bit(SymbolFact::MayBeKept) : factsOf(*g, sections));
  out.push_back(isShared ? uint64_t(sharedSection) : 0);
  if (isDefinition(*g)) {
    Found found;
    addReferences(*g, found);
    append_range(out, found.words());
  }
  sink(context, out.data(), out.size());
}

} // extern "C"
