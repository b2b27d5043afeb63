// The symbols that functions lead to, by way of constants.
#pragma once

#include "content.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"

#include <utility>

namespace fmerge {

inline bool isContent(const llvm::GlobalValue &symbol) {
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&symbol);
  return variable && isContent(*variable);
}

using Constants = llvm::SmallSetVector<const llvm::Constant *, 16>;

// Adds the operands that are constants.
inline void addConstants(const llvm::User &user, Constants &all) {
  for (const llvm::Use &operand : user.operands())
    if (const auto *constant = llvm::dyn_cast<llvm::Constant>(operand.get()))
      all.insert(constant);
}

// Calls `visit` with each constant, and with the parts of those for which it says yes, each once.
template <typename Visit> void walk(Constants all, Visit visit) {
  for (size_t next = 0; next < all.size(); ++next)
    if (visit(*all[next]))
      addConstants(*all[next], all);
}

// Calls `then` with each symbol that a function leads to, by way of constants that are known by their content, too;
// these are among them.
template <typename Then> void forEachSymbol(const llvm::Function &function, Then then) {
  Constants all;
  addConstants(function, all); // the personality
  for (const llvm::Instruction &inst : llvm::instructions(function))
    addConstants(inst, all);
  walk(std::move(all), [&](const llvm::Constant &constant) {
    const auto *symbol = llvm::dyn_cast<llvm::GlobalValue>(&constant);
    if (symbol)
      then(*symbol);
    return !symbol || isContent(*symbol);
  });
}

} // namespace fmerge
