// Modules of a link, written down and finished in another link. Defined in gather.cpp.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

#include <string>

namespace fmerge {

// Writes the module as it is to a file of its own below a folder: bitcode as full LTO takes it, with the names that
// only text for the assembler knows, and beside it what the linker calls the module. Returns what went wrong; nothing
// if all went well.
std::string gather(llvm::Module &module, llvm::StringRef folder);

// Says why text for the assembler does not mean in one module what it meant in those that were written down, if it does
// not.
std::string checkAssembly(llvm::Module &module);

// What runs before our passes over modules that were optimised apart, and have become one.
void tidyUp(llvm::ModulePassManager &passes);

// What runs behind them: the end of LLVM's pipeline for one module.
void finish(llvm::ModulePassManager &passes);

} // namespace fmerge
