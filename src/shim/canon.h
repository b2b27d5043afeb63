// The order in which the canonical form walks a function, for all who must find its instructions again.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace fmerge {

// The blocks that can be reached, in the order of crates/core/src/canon/order.rs.
llvm::SmallVector<llvm::BasicBlock *, 16> canonicalBlocks(llvm::Function &f);

// Their instructions.
llvm::SmallVector<llvm::Instruction *, 64> canonicalInstructions(llvm::Function &f);

// Stands for an operand's number where the constant offset of a GEP is meant, in bytes, which is not an operand of its
// own.
constexpr uint32_t gepOffset = ~uint32_t(0);

} // namespace fmerge
