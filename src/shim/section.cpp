// A section of the object to be, for what is written into it beside the code.

#include "llvm-c/Types.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

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
