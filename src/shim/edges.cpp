// Keeps landing pads from reading what LLVM's code generator has not written.
//
// LLVM 22's PHI elimination uses one register for φs with equal operands, whatever blocks they are in. For a landing
// pad, the copies into that register must stand before the call; for a normal destination, they stand behind it. If
// several invokes lead to the same landing pad and the same normal destination, both have equal φs, and the normal
// destination comes first, then there are only the copies behind the call. So an exception finds an old value in the
// register (docs/phi-elimination.md).

#include "edges.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace {

// The block that a block leads to, past blocks that end in a plain branch, because later passes may remove those.
const BasicBlock *end(const BasicBlock *Block) {
  SmallPtrSet<const BasicBlock *, 8> Seen;
  while (Seen.insert(Block).second)
    if (const BasicBlock *Next = Block->getSingleSuccessor())
      Block = Next;
  return Block;
}

// Blocks whose invokes unwind to a landing pad, without the first for each normal destination.
SmallVector<BasicBlock *, 4> companions(BasicBlock &Pad) {
  SmallPtrSet<const BasicBlock *, 8> Ends;
  SmallVector<BasicBlock *, 4> Found;
  for (BasicBlock *Invoking : predecessors(&Pad))
    if (!Ends.insert(end(cast<InvokeInst>(Invoking->getTerminator())->getNormalDest())).second)
      Found.push_back(Invoking);
  return Found;
}

// Gives invokes that share landing pad and normal destination landing pads of their own, so that the φs differ. If the
// landing pad has no φ, SimplifyCFG would undo that. A φ may still appear there when a variable in memory becomes a
// value; so the landing pad is moved to stand before the normal destination.
void separateLandingPads(BasicBlock *Pad) {
  SmallVector<BasicBlock *, 4> Apart = companions(*Pad);
  if (Apart.empty())
    return;
  if (!isa<PHINode>(Pad->front())) {
    Pad->moveAfter(&Pad->getParent()->getEntryBlock());
    return;
  }
  for (BasicBlock *Invoking : Apart) {
    SmallVector<BasicBlock *, 2> Pads;
    SplitLandingPadPredecessors(Pad, {Invoking}, ".pad", ".pad", Pads);
    Pad = Pads.back();
  }
}

} // namespace

void fmergeSeparateEdges(Function &F) {
  SmallVector<BasicBlock *, 4> Pads;
  SmallVector<InvokeInst *, 8> Invokes;
  for (BasicBlock &Block : F) {
    if (Block.isLandingPad())
      Pads.push_back(&Block);
    if (auto *Invoke = dyn_cast<InvokeInst>(Block.getTerminator()))
      Invokes.push_back(Invoke);
  }
  for (BasicBlock *Pad : Pads)
    separateLandingPads(Pad);
  for (InvokeInst *Invoke : Invokes)
    SplitCriticalEdge(Invoke, /*SuccNum=*/0);
}
