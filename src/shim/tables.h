// How tables of constants are laid out, for files that make and read them. Defined in tables.cpp.
#pragma once

#include "crossing.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Type.h"

namespace fmerge {

// The type in which the table holds an entry.
llvm::Type *storedType(const FmergeTableEntry &entry);

// An entry stands at a multiple of its width.
llvm::Align storedAlign(const llvm::DataLayout &layout, const FmergeTableEntry &entry);

// The size of a table. Entries follow each other without gaps, the widest first.
struct TableLayout {
  TableLayout(const llvm::DataLayout &layout, llvm::ArrayRef<FmergeTableEntry> entries);

  uint64_t size = 0;
  llvm::Align align;
};

} // namespace fmerge
