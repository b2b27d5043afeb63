// Questions about `!llvm.loop` that several shim files ask.
#pragma once

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"

// Whether the node identifies a loop. Such a node is its own first operand.
inline bool fmergeIsLoopId(const llvm::MDNode &node) {
  return node.getNumOperands() > 0 && node.getOperand(0) == &node;
}

// The operands of a loop's node that say how to treat the loop: all but itself and source locations.
inline llvm::SmallVector<llvm::Metadata *, 4> fmergeLoopProperties(const llvm::MDNode &loop) {
  llvm::SmallVector<llvm::Metadata *, 4> properties;
  for (const llvm::MDOperand &operand : llvm::drop_begin(loop.operands()))
    if (!llvm::isa_and_nonnull<llvm::DILocation>(operand.get()))
      properties.push_back(operand.get());
  return properties;
}
