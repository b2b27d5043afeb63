// What several shim files need to know of `!llvm.loop`.
#pragma once

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"

// Whether the node names a loop: it is then its own first operand.
inline bool fmergeIsLoopId(const llvm::MDNode &node) {
  return node.getNumOperands() > 0 && node.getOperand(0) == &node;
}

// What a loop's node says of how to treat the loop: neither itself, nor where the loop lies.
inline llvm::SmallVector<llvm::Metadata *, 4> fmergeLoopProperties(const llvm::MDNode &loop) {
  llvm::SmallVector<llvm::Metadata *, 4> properties;
  for (const llvm::MDOperand &operand : llvm::drop_begin(loop.operands()))
    if (!llvm::isa_and_nonnull<llvm::DILocation>(operand.get()))
      properties.push_back(operand.get());
  return properties;
}
