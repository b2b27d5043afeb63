// Works around a fault of LLVM's code generator in merged bodies.
#pragma once

#include "llvm/IR/Function.h"

// Separates invokes that share both the landing pad and the normal destination, where the fault could show.
void fmergeSeparateEdges(llvm::Function &function);
