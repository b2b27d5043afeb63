// Writes modules of a link down, and finishes them in another link. Defined in gather.cpp.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

#include <string>

namespace fmerge {

// Writes the module, as it is, to a file below a folder: bitcode as full LTO takes it, with the names that only text
// for the assembler knows. A second file gets the name by which the linker knows the module. Returns what went wrong,
// or nothing.
std::string gather(llvm::Module &module, llvm::StringRef folder);

// The words of all text for the assembler in a module: names of symbols are among them.
llvm::StringSet<> wordsOfAssembly(const llvm::Module &module);

// Checks that text for the assembler still means in one module what it meant in those that were written down. Returns
// why not, or nothing.
std::string checkAssembly(llvm::Module &module);

// Adds LLVM's passes that run before ours over modules that have become one. LLVM's pipeline soon merges equal
// constants of all objects, and gives local functions the fast calling convention. They do both before functions are
// compared, because functions that differ only in such things are not found equal. What nobody refers to goes first, or
// else GlobalOpt, which goes through all functions until nothing changes, deletes it bit by bit.
void tidyUp(llvm::ModulePassManager &passes);

// Adds passes that run after ours: the end of LLVM's pipeline for one module.
void finish(llvm::ModulePassManager &passes);

} // namespace fmerge
