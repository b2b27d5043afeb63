// What the program of a module starts with, for files that ask what always runs or is always kept.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace fmerge {

// Visits the module's `main`, by the names that targets have for it.
template <typename Visit> void forEachMain(const llvm::Module &m, Visit visit) {
  for (llvm::StringRef name : {"main", "__main_argc_argv", "__main_void"})
    if (const llvm::Function *f = m.getFunction(name); f && !f->isDeclaration())
      visit(*f);
}

// Visits the entries of the lists of functions that run before and after `main`, each with its function and all of its
// fields.
template <typename Visit> void forEachListed(const llvm::Module &m, Visit visit) {
  for (llvm::StringRef name : {"llvm.global_ctors", "llvm.global_dtors"}) {
    const llvm::GlobalVariable *list = m.getGlobalVariable(name);
    const auto *entries =
        list && list->hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
    if (!entries)
      continue;
    for (const llvm::Use &entry : entries->operands())
      if (const auto *fields = llvm::dyn_cast<llvm::ConstantStruct>(entry))
        if (const auto *f = llvm::dyn_cast<llvm::Function>(fields->getOperand(1)))
          visit(*f, *fields);
  }
}

} // namespace fmerge
