// What other shim files ask of weakening.
#pragma once

#include "llvm-c/Types.h"

extern "C" bool fmerge_weaken(LLVMValueRef kept, LLVMValueRef original, LLVMValueRef other);
