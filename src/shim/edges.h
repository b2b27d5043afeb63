// A last touch on merged bodies.
#pragma once

#include "llvm/IR/Function.h"

// Leaves no two invokes with the same landing pad and the same normal destination, where that could matter.
void fmergeSeparateEdges(llvm::Function &function);
