// Writes modules of a link down, and finishes them in another link. Defined in gather.cpp.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

#include <string>

namespace fmerge {

// Writes the module, as it is, to a file below a folder: bitcode as full LTO takes it, with the names that only text
// for the assembler knows. A second file gets the name by which the linker knows the module. Returns what went wrong,
// or nothing.
std::string gather(llvm::Module &module, llvm::StringRef folder);

// Checks that text for the assembler still means in one module what it meant in those that were written down. Returns
// why not, or nothing.
std::string checkAssembly(llvm::Module &module);

// Adds passes that run before ours over modules that were optimised apart and have become one.
void tidyUp(llvm::ModulePassManager &passes);

// Adds passes that run after ours: the end of LLVM's pipeline for one module.
void finish(llvm::ModulePassManager &passes);

} // namespace fmerge
