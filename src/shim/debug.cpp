// Debug information of the merged function: a subprogram of its own, and the locations of its instructions.
//
// An instruction of one original alone gets the location of that original, inlined into the merged function. For
// example, line 7 of `left` is shown as `left` at line 7, called from the merged function. An instruction of both
// keeps the frames on which both locations agree. Variables are not described; their debug records are dropped.

#include "debug.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/CBindingWrapping.h"

using namespace llvm;

// An instruction of the merged function, and the instruction of each side that it stands for, or null.
struct FMergeOrigin {
  LLVMValueRef merged;
  LLVMValueRef left;
  LLVMValueRef right;
};

namespace {

constexpr StringLiteral Separator = " / ";
constexpr StringLiteral More = " / ...";
// The most bytes of a name, because the name grows each time that a function is merged.
constexpr size_t LongestName = 200;

std::string qualifiedName(const DISubprogram &subprogram) {
  std::string name = subprogram.getName().str();
  for (const DIScope *scope = subprogram.getScope(); scope; scope = scope->getScope()) {
    if (isa<DINamespace, DICompositeType, DISubprogram>(scope) && !scope->getName().empty())
      name = (scope->getName() + "::" + name).str();
  }
  return name;
}

std::string withMore(const std::string &name) { return StringRef(name).ends_with(More) ? name : name + More.str(); }

std::string mergedName(const DISubprogram &left, const DISubprogram &right) {
  std::string one = qualifiedName(left);
  std::string both = one + Separator.str() + qualifiedName(right);
  if (both.size() <= LongestName)
    return both;
  return withMore(one);
}

// Whether a subprogram was made by `createSubprogram`, judged by its name, which no language would give.
bool isMerged(const DISubprogram &subprogram) {
  return subprogram.isArtificial() && subprogram.getName().contains(Separator);
}

// Creates the subprogram of a body that does the work of `left` and of `others`. It has the source line of `left`.
DISubprogram *createSubprogram(const Function &merged, const std::string &name, const DISubprogram &left,
                               ArrayRef<const DISubprogram *> others) {
  LLVMContext &context = merged.getContext();
  auto *type = DISubroutineType::get(context, DINode::FlagZero, 0, DITypeRefArray(MDTuple::get(context, {})));
  DINode::DIFlags common = left.getFlags() & DINode::FlagAllCallsDescribed;
  DISubprogram::DISPFlags kind =
      DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized | DISubprogram::SPFlagLocalToUnit;
  bool keyInstructions = left.getKeyInstructionsEnabled();
  for (const DISubprogram *other : others) {
    common &= other->getFlags();
    keyInstructions &= other->getKeyInstructionsEnabled();
  }
  // There is no linkage name: gdb would show it in place of the name, and it names the left function only.
  return DISubprogram::getDistinct(context, left.getFile(), name, "", left.getFile(), left.getLine(), type,
                                   left.getScopeLine(), nullptr, 0, 0, DINode::FlagArtificial | common, kind,
                                   left.getUnit(), nullptr, nullptr, nullptr, nullptr, nullptr, "", keyInstructions);
}

// The scope of a subprogram itself, for a line of `file`.
DILocalScope *scopeFor(DISubprogram *subprogram, DIFile *file) {
  if (subprogram->getFile() == file)
    return subprogram;
  return DILexicalBlockFile::get(subprogram->getContext(), subprogram, file, 0);
}

// The location of the frame `at` alone, called from `caller`.
DILocation *inlinedInto(const DILocation &at, DILocation *caller) {
  return DILocation::get(at.getContext(), at.getLine(), at.getColumn(), at.getScope(), caller, at.isImplicitCode(),
                         at.getAtomGroup(), at.getAtomRank());
}

// A distinct location, because inlined calls are told apart by the identity of their location.
DILocation *asCaller(const DILocation &at) { return MDNode::replaceWithDistinct(at.clone()); }

bool sameLine(const DILocation &left, const DILocation &right) {
  return left.getLine() == right.getLine() && left.getFile() == right.getFile();
}

// Makes locations in the merged function. It remembers callers, so that instructions of one inlined call stay
// instructions of one inlined call.
class Locations {
public:
  explicit Locations(DISubprogram &merged) : merged(merged) {}

  DILocation *nowhere() { return DILocation::get(merged.getContext(), 0, 0, &merged); }

  // The location of an instruction that came from one side alone.
  DILocation *ofOne(const DILocation &at, bool right) {
    return isNowhere(at) ? nowhere() : inlinedInto(at, callerOfOne(at.getInlinedAt(), right));
  }

  // The location of an instruction that stands for one of each side.
  DILocation *ofBoth(const DILocation &left, const DILocation &right) {
    if (!sameLine(left, right))
      return nowhere();
    DISubprogram *own = left.getScope()->getSubprogram();
    bool sameFunction = own == right.getScope()->getSubprogram();
    DILocation *caller = sameFunction ? callerOfBoth(left.getInlinedAt(), right.getInlinedAt()) : nullptr;
    DILocalScope *scope = scopeFor(sameFunction ? own : &merged, left.getFile());
    if (left.getScope() == right.getScope())
      scope = left.getScope();
    unsigned column = left.getColumn() == right.getColumn() ? left.getColumn() : 0;
    return DILocation::get(merged.getContext(), left.getLine(), column, scope, caller);
  }

private:
  DISubprogram &merged;
  // The callers made so far, by side and by the original's caller, which is null for the original function itself.
  DenseMap<const DILocation *, DILocation *> callers[2];
  DenseMap<std::pair<const DILocation *, const DILocation *>, DILocation *> commonCallers;

  // Whether a location says only that the code belongs to a function that was merged before.
  static bool isNowhere(const DILocation &at) {
    return at.getLine() == 0 && !at.getInlinedAt() && isMerged(*at.getScope()->getSubprogram());
  }

  DILocation *callerOfOne(const DILocation *original, bool right) {
    if (DILocation *known = callers[right].lookup(original))
      return known;
    return callers[right][original] = asCaller(*(original ? ofOne(*original, right) : nowhere()));
  }

  DILocation *callerOfBoth(const DILocation *left, const DILocation *right) {
    if (DILocation *known = commonCallers.lookup({left, right}))
      return known;
    return commonCallers[{left, right}] = asCaller(*(left && right ? ofBoth(*left, *right) : nowhere()));
  }
};

const DILocation *locationOf(LLVMValueRef original) {
  return original ? unwrap<Instruction>(original)->getDebugLoc().get() : nullptr;
}

// Null for an instruction that has no location in either original.
DILocation *locationFor(Locations &locations, const FMergeOrigin &origin) {
  const DILocation *left = locationOf(origin.left);
  const DILocation *right = locationOf(origin.right);
  bool isNew = !origin.left && !origin.right;
  if (left && right)
    return locations.ofBoth(*left, *right);
  if (left && !origin.right)
    return locations.ofOne(*left, false);
  if (right && !origin.left)
    return locations.ofOne(*right, true);
  // The verifier requires a location for calls that may be inlined.
  bool needed = left || right || isNew || isa<CallBase>(unwrap(origin.merged));
  return needed ? locations.nowhere() : nullptr;
}

} // namespace

namespace {

// How different two locations are, as far as the merged function can show it: 0 for equal ones.
unsigned distance(const DILocation &one, const DILocation &other) {
  if (!sameLine(one, other))
    return 3;
  if (one.getScope()->getSubprogram() != other.getScope()->getSubprogram())
    return 2;
  return one.getColumn() != other.getColumn();
}

// The location of an instruction that stands for `kept` and `others`. If all have a location, the one that differs
// most from that of `kept` decides what all have in common. If there are no others, it is the location of `kept`
// itself. Null if no instruction has a location.
DILocation *sharedLocation(Locations &locations, const Instruction &kept, ArrayRef<const Instruction *> others) {
  const DILocation *own = kept.getDebugLoc().get();
  const DILocation *farthest = nullptr;
  bool all = own, any = own;
  for (const Instruction *other : others) {
    const DILocation *theirs = other->getDebugLoc().get();
    all &= theirs != nullptr;
    any |= theirs != nullptr;
    if (all && (!farthest || distance(*own, *theirs) > distance(*own, *farthest)))
      farthest = theirs;
  }
  if (all)
    return farthest ? locations.ofBoth(*own, *farthest) : locations.ofOne(*own, /*right=*/false);
  return any || isa<CallBase>(kept) ? locations.nowhere() : nullptr;
}

// The name of a shared body: that of the first two originals. If there is only one original, the name says that there
// may be more, because functions of other modules may come to share the body.
std::string sharedName(ArrayRef<const DISubprogram *> originals) {
  if (originals.size() == 1)
    return withMore(qualifiedName(*originals[0]));
  std::string name = mergedName(*originals[0], *originals[1]);
  return originals.size() == 2 ? name : withMore(name);
}

} // namespace

void fmergeDescribeShared(Function &merged, ArrayRef<Function *> originals,
                          ArrayRef<SmallVector<Instruction *, 64>> instructions, size_t representative) {
  SmallVector<const DISubprogram *, 8> subprograms;
  for (const Function *original : originals)
    subprograms.push_back(original->getSubprogram());
  if (subprograms.empty() || is_contained(subprograms, nullptr)) {
    stripDebugInfo(merged);
    return;
  }
  DISubprogram *subprogram = createSubprogram(merged, sharedName(subprograms), *subprograms[0], subprograms);
  merged.setSubprogram(subprogram);
  Locations locations(*subprogram);
  for (size_t n = 0; n < instructions[representative].size(); ++n) {
    SmallVector<const Instruction *, 8> others;
    for (size_t i = 0; i < originals.size(); ++i)
      if (i != representative)
        others.push_back(instructions[i][n]);
    Instruction &kept = *instructions[representative][n];
    kept.setDebugLoc(sharedLocation(locations, kept, others));
    kept.setMetadata(LLVMContext::MD_DIAssignID, nullptr);
    kept.dropDbgRecords();
  }
}

// Gives a complete merged function a subprogram, and its instructions locations. Does nothing unless both originals
// have a subprogram, because a compile unit must not claim code that came without debug information.
extern "C" void fmerge_describe(LLVMValueRef mergedRef, LLVMValueRef leftRef, LLVMValueRef rightRef,
                                const FMergeOrigin *origins, size_t count) {
  Function &merged = *unwrap<Function>(mergedRef);
  const DISubprogram *left = unwrap<Function>(leftRef)->getSubprogram();
  const DISubprogram *right = unwrap<Function>(rightRef)->getSubprogram();
  if (!left || !right)
    return;
  merged.setSubprogram(createSubprogram(merged, mergedName(*left, *right), *left, {right}));
  Locations locations(*merged.getSubprogram());
  for (const FMergeOrigin &origin : ArrayRef(origins, count))
    unwrap<Instruction>(origin.merged)->setDebugLoc(locationFor(locations, origin));
}
