// Parts of modules: some functions, and what these need of their module.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <string>

namespace fmerge {

// The attribute by which a function of a module in bitcode carries what src/bodies/ knows of it in its object.
constexpr char DigestAttribute[] = "fmerge-digest";

// Says whether a function that carries this text is wanted.
using IsWanted = bool (*)(void *, const char *, size_t);

// Takes from a module the lists of what is used.
void dropLists(llvm::Module &module);

// Makes a definition a reference, and returns that. An alias goes, and what it is called refers to another object.
llvm::GlobalValue &makeDeclaration(llvm::GlobalValue &symbol);

// The bitcode of the part of a module in bitcode that has the functions that are wanted, and lists them as used. The
// context of what is read does not outlive it. If it cannot be read, `error` says why.
llvm::SmallVector<char, 0> bitcodeOfPart(const uint8_t *bytes, size_t length, IsWanted isWanted, void *context,
                                         std::string &error);

} // namespace fmerge
