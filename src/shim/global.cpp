// What merging across objects needs of a module: sections for summaries, bodies that any linker folds.

#include "stable.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <map>
#include <string>

using namespace llvm;

namespace {

// Asks whether a function leads to something that another module cannot mean.
class LocalNames {
public:
  explicit LocalNames(const Function &self) : self(self) {}

  bool inFunction() {
    if (self.hasPersonalityFn() && leads(*self.getPersonalityFn()))
      return true;
    SmallVector<std::pair<unsigned, MDNode *>, 4> nodes;
    self.getAllMetadata(nodes);
    return inNodes(nodes) || any_of(instructions(self), [&](const Instruction &inst) { return in(inst); });
  }

private:
  enum class State { Open, No, Yes };

  const Function &self;
  DenseMap<const Constant *, State> known;

  bool in(const Instruction &inst) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> nodes;
    inst.getAllMetadataOtherThanDebugLoc(nodes);
    return inNodes(nodes) || any_of(inst.operands(), [&](const Use &operand) { return in(*operand.get()); });
  }

  // Text for the assembler may name anything.
  bool in(const Value &operand) {
    if (const auto *constant = dyn_cast<Constant>(&operand))
      return leads(*constant);
    if (const auto *text = dyn_cast<InlineAsm>(&operand))
      return !text->getAsmString().empty();
    const auto *wrapped = dyn_cast<MetadataAsValue>(&operand);
    return wrapped && leads(wrapped->getMetadata());
  }

  // A place of the function itself is no name.
  static bool isPlace(unsigned kind) {
    return is_contained({LLVMContext::MD_dbg, LLVMContext::MD_loop, LLVMContext::MD_alias_scope,
                         LLVMContext::MD_noalias, LLVMContext::MD_access_group,
                         LLVMContext::MD_mem_parallel_loop_access, LLVMContext::MD_DIAssignID},
                        kind);
  }

  bool inNodes(ArrayRef<std::pair<unsigned, MDNode *>> nodes) {
    return any_of(nodes, [&](auto pair) { return !isPlace(pair.first) && leads(pair.second); });
  }

  // A distinct node is like no other, and a module has no name for it that another knows.
  bool leads(const Metadata *data) {
    if (const auto *wrapped = dyn_cast_or_null<ConstantAsMetadata>(data))
      return leads(*wrapped->getValue());
    const auto *node = dyn_cast_or_null<MDNode>(data);
    if (!node || isa<DINode, DILocation, DIExpression>(node))
      return false;
    return node->isDistinct() || any_of(node->operands(), [&](const MDOperand &part) { return leads(part.get()); });
  }

  // A cycle has no content that could be told from its outside: what is still open is local.
  bool leads(const Constant &constant) {
    if (&constant == &self)
      return false;
    auto [found, isNew] = known.try_emplace(&constant, State::Open);
    if (!isNew)
      return found->second != State::No;
    bool answer = isLocal(constant);
    known[&constant] = answer ? State::Yes : State::No;
    return answer;
  }

  // A local constant without identity is its content.
  bool isLocal(const Constant &constant) {
    if (isa<BlockAddress>(constant))
      return true;
    if (const auto *variable = dyn_cast<GlobalVariable>(&constant); variable && fmerge::isContent(*variable))
      return leads(*variable->getInitializer());
    if (const auto *global = dyn_cast<GlobalValue>(&constant))
      return global->hasLocalLinkage();
    return any_of(constant.operands(), [&](const Use &part) { return in(*part.get()); });
  }
};

// What code generation is told of the whole module. What debuggers, profiles and link steps are told does
// not count.
std::string settings(const Module &module) {
  constexpr StringRef others[] = {"Debug Info Version", "Dwarf Version", "DWARF64",     "EnableSplitLTOUnit",
                                  "UnifiedLTO",         "ThinLTO",       "LTOPostLink", "Virtual Function Elim"};
  std::map<std::string, std::string> flags;
  SmallVector<Module::ModuleFlagEntry, 8> entries;
  module.getModuleFlagsMetadata(entries);
  for (const Module::ModuleFlagEntry &entry : entries) {
    StringRef key = entry.Key->getString();
    if (is_contained(others, key))
      continue;
    if (const auto *number = mdconst::dyn_extract<ConstantInt>(entry.Val))
      flags[key.str()] = toString(number->getValue(), 10, false);
    else if (const auto *text = dyn_cast<MDString>(entry.Val))
      flags[key.str()] = text->getString().str();
  }
  std::string all = module.getTargetTriple().str() + '\n' + module.getDataLayoutStr() + '\n';
  for (const auto &[key, value] : flags)
    all += key + '=' + value + '\n';
  return all;
}

} // namespace

// Puts the bytes into a section that reaches the object, and that a linker leaves out of what it links.
extern "C" void fmerge_emit_section(LLVMModuleRef moduleRef, const char *name, const uint8_t *bytes, size_t length) {
  Module &module = *unwrap(moduleRef);
  LLVMContext &context = module.getContext();
  Constant *content = ConstantDataArray::get(context, ArrayRef(bytes, length));
  auto *global = new GlobalVariable(module, content->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                    content, "fmerge.summary");
  global->setSection(name);
  global->setAlignment(Align(8));
  global->setMetadata(LLVMContext::MD_exclude, MDNode::get(context, {}));
  appendToCompilerUsed(module, {global});
}

// Whether the object format has sections that a linker leaves out, and comdats of any name.
extern "C" bool fmerge_is_elf(LLVMModuleRef module) {
  return unwrap(module)->getTargetTriple().isOSBinFormatELF();
}

// Whether the function refers to something that only its own module can mean.
extern "C" bool fmerge_names_local(LLVMValueRef value) { return LocalNames(*unwrap<Function>(value)).inFunction(); }

// What is said of the whole module and counts for the code of each function.
extern "C" void fmerge_module_settings(LLVMModuleRef module, void (*sink)(void *, const uint8_t *, size_t),
                                       void *context) {
  std::string all = settings(*unwrap(module));
  sink(context, reinterpret_cast<const uint8_t *>(all.data()), all.size());
}

// Gives a local function a name by which every linker keeps one of all that have it. When the module has
// such a function, that one takes its uses, and it goes. The result: the function of that name, or the local
// function as it was when the name is taken by something else.
extern "C" LLVMValueRef fmerge_make_comdat(LLVMValueRef value, const char *name, size_t length) {
  Function &function = *unwrap<Function>(value);
  Module &module = *function.getParent();
  StringRef symbol(name, length);
  GlobalValue *known = module.getNamedValue(symbol);
  if (known && (!isa<Function>(known) || known->getType() != function.getType()))
    return value;
  if (known && !known->isDeclarationForLinker()) {
    function.replaceAllUsesWith(known);
    function.eraseFromParent();
    return wrap(known);
  }
  if (known) { // what a ThinLTO step took from another module
    known->replaceAllUsesWith(&function);
    known->eraseFromParent();
  }
  function.setName(symbol);
  function.setLinkage(GlobalValue::LinkOnceODRLinkage);
  function.setVisibility(GlobalValue::HiddenVisibility);
  function.setDSOLocal(true);
  function.setComdat(module.getOrInsertComdat(symbol));
  return wrap(&function);
}
