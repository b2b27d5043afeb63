// Keeps landing pads from reading what LLVM's code generator has not written.
//
// LLVM 22's PHI elimination gives φs with equal operands one register to copy the operands to, whatever blocks they are
// in. For a landing pad the copies must stand before the call, for a normal destination they stand behind it; where
// several invokes lead to the same two, with equal φs, and the normal destination comes first, there are only those
// behind the call: an exception finds the register as it was before (docs/phi-elimination.md).

#include "edges.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace {

// Where a block leads, past blocks that end in a plain branch: later passes may empty them and fold them away.
const BasicBlock *end(const BasicBlock *Block) {
  SmallPtrSet<const BasicBlock *, 8> Seen;
  while (Seen.insert(Block).second)
    if (const BasicBlock *Next = Block->getSingleSuccessor())
      Block = Next;
  return Block;
}

// The invokes that unwind to a landing pad, but for one of those that come to the same normal destination.
SmallVector<BasicBlock *, 4> companions(BasicBlock &Pad) {
  SmallPtrSet<const BasicBlock *, 8> Ends;
  SmallVector<BasicBlock *, 4> Found;
  for (BasicBlock *Invoking : predecessors(&Pad))
    if (!Ends.insert(end(cast<InvokeInst>(Invoking->getTerminator())->getNormalDest())).second)
      Found.push_back(Invoking);
  return Found;
}

// Gives invokes that share both ends landing pads of their own, so that the φs differ. Where there is no φ, SimplifyCFG
// would undo that, but there may be one once a variable becomes a value: then the landing pad comes first.
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
