// What merging across objects needs of a module: sections for summaries, bodies that any linker folds.

#include "stable.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {

// Whether a constant is, or leads to, a symbol that another module cannot mean; `self` excepted. A local
// constant without identity is its content.
bool leadsToLocal(const Constant &constant, const Function &self, SmallPtrSetImpl<const Constant *> &seen) {
  if (&constant == &self || !seen.insert(&constant).second)
    return false;
  if (const auto *variable = dyn_cast<GlobalVariable>(&constant); variable && fmerge::isContent(*variable))
    return leadsToLocal(*variable->getInitializer(), self, seen);
  if (const auto *global = dyn_cast<GlobalValue>(&constant))
    return global->hasLocalLinkage();
  return any_of(constant.operands(), [&](const Use &part) {
    const auto *inner = dyn_cast<Constant>(part);
    return inner && leadsToLocal(*inner, self, seen);
  });
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
extern "C" bool fmerge_names_local(LLVMValueRef value) {
  const Function &function = *unwrap<Function>(value);
  SmallPtrSet<const Constant *, 16> seen;
  if (function.hasPersonalityFn() && leadsToLocal(*function.getPersonalityFn(), function, seen))
    return true;
  return any_of(instructions(function), [&](const Instruction &inst) {
    return any_of(inst.operands(), [&](const Use &operand) {
      const auto *constant = dyn_cast<Constant>(operand);
      return constant && leadsToLocal(*constant, function, seen);
    });
  });
}

// Gives a local function a name by which every linker keeps one of all that have it. When the module has
// such a function, that one takes its uses, and it goes. The result: the function of that name.
extern "C" LLVMValueRef fmerge_make_comdat(LLVMValueRef value, const char *name, size_t length) {
  Function &function = *unwrap<Function>(value);
  Module &module = *function.getParent();
  StringRef symbol(name, length);
  if (Function *known = module.getFunction(symbol); known && !known->isDeclaration()) {
    function.replaceAllUsesWith(known);
    function.eraseFromParent();
    return wrap(known);
  }
  function.setName(symbol);
  function.setLinkage(GlobalValue::LinkOnceODRLinkage);
  function.setVisibility(GlobalValue::HiddenVisibility);
  function.setDSOLocal(true);
  function.setComdat(module.getOrInsertComdat(symbol));
  return wrap(&function);
}
