// Keeps landing pads from reading registers that LLVM's code generator has not written.
//
// The PHI elimination of LLVM 22 uses one register for φs with equal operands, whatever blocks they are in. For a
// landing pad, the copies into that register must stand before the call. For a normal destination, they stand behind
// it. Suppose that several invokes lead to the same landing pad and the same normal destination, that both have equal
// φs, and that the normal destination comes first. Then there are only the copies behind the call, and an exception
// finds an old value in the register (docs/lab/phi-elimination.md).
//
// The pads of funclets are no better off. They cannot be copied, because their funclets name them. So they are moved to
// stand before normal destinations: then the copies are made for the pad first, and are right for both ends.

#include "edges.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace {

// The block that a block leads to, past blocks that end in a plain branch, because later passes may remove those.
const BasicBlock *end(const BasicBlock *block) {
  SmallPtrSet<const BasicBlock *, 8> seen;
  while (seen.insert(block).second)
    if (const BasicBlock *next = block->getSingleSuccessor())
      block = next;
  return block;
}

// The blocks whose invokes unwind to a landing pad, without the first one for each normal destination.
SmallVector<BasicBlock *, 4> companions(BasicBlock &pad) {
  SmallPtrSet<const BasicBlock *, 8> ends;
  SmallVector<BasicBlock *, 4> found;
  for (BasicBlock *invoking : predecessors(&pad))
    if (!ends.insert(end(cast<InvokeInst>(invoking->getTerminator())->getNormalDest())).second)
      found.push_back(invoking);
  return found;
}

// Gives invokes that share a landing pad and a normal destination landing pads of their own, so that the φs differ. If
// the landing pad has no φ, SimplifyCFG would undo that. But a φ may appear there when a variable in memory becomes a
// value. So that landing pad is moved to stand before the normal destination.
void separateLandingPads(BasicBlock *pad) {
  SmallVector<BasicBlock *, 4> apart = companions(*pad);
  if (apart.empty())
    return;
  if (!isa<PHINode>(pad->front())) {
    pad->moveAfter(&pad->getParent()->getEntryBlock());
    return;
  }
  for (BasicBlock *invoking : apart) {
    SmallVector<BasicBlock *, 2> pads;
    SplitLandingPadPredecessors(pad, {invoking}, ".pad", ".pad", pads);
    pad = pads.back();
  }
}

} // namespace

void fmergeSeparateEdges(Function &f) {
  SmallVector<BasicBlock *, 4> pads;
  SmallVector<InvokeInst *, 8> invokes;
  for (BasicBlock &block : f) {
    if (block.isEHPad())
      pads.push_back(&block);
    if (auto *invoke = dyn_cast<InvokeInst>(block.getTerminator()))
      invokes.push_back(invoke);
  }
  for (BasicBlock *pad : pads)
    if (pad->isLandingPad())
      separateLandingPads(pad);
    else
      pad->moveAfter(&f.getEntryBlock());
  for (InvokeInst *invoke : invokes)
    SplitCriticalEdge(invoke, /*SuccNum=*/0);
}
