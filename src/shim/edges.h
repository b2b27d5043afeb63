// A last touch on merged bodies.
#pragma once

#include "llvm/IR/Function.h"

void fmergeSplitNormalEdges(llvm::Function &function);
