// Debug information of the merged function: a subprogram of its own, and the locations of its instructions.
//
// An instruction that only one original executes is shown as that original, inlined into the merged function. An
// instruction of several originals keeps the frames on which they agree. Variables are not described: their debug
// records stay behind. The identifier is described as a parameter whose values have the names of the originals. If
// originals were merged before, their identifiers are described, too. A call that called an original still names it.

#include "debug.h"
#include "compat.h"
#include "crossing.h"

#include "llvm-c/Types.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/CBindingWrapping.h"
#include <map>

using namespace llvm;

namespace {

constexpr StringLiteral separator = " / ";
constexpr StringLiteral more = " / ...";
// The most bytes that a name may have, because it grows each time that a function is merged.
constexpr size_t longestName = 200;

std::string qualifiedName(const DISubprogram &subprogram) {
  std::string name = subprogram.getName().str();
  for (const DIScope *scope = subprogram.getScope(); scope; scope = scope->getScope()) {
    if (isa<DINamespace, DICompositeType, DISubprogram>(scope) && !scope->getName().empty())
      name = (scope->getName() + "::" + name).str();
  }
  return name;
}

std::string withMore(const std::string &name) { return StringRef(name).ends_with(more) ? name : name + more.str(); }

std::string mergedName(const DISubprogram &left, const DISubprogram &right) {
  std::string one = qualifiedName(left);
  std::string both = one + separator.str() + qualifiedName(right);
  if (both.size() <= longestName)
    return both;
  return withMore(one);
}

// Whether `createSubprogram` has made a subprogram. That is seen by its name, which no language would give.
bool isMerged(const DISubprogram &subprogram) {
  return subprogram.isArtificial() && subprogram.getName().contains(separator);
}

// The subprogram of a body that does the work of these originals. It has the place of the first one in the source.
DISubprogram *createSubprogram(const Function &merged, const std::string &name,
                               ArrayRef<const DISubprogram *> originals) {
  LLVMContext &context = merged.getContext();
  const DISubprogram &left = *originals.front();
  auto *type = DISubroutineType::get(context, DINode::FlagZero, 0, DITypeRefArray(MDTuple::get(context, {})));
  DINode::DIFlags common = left.getFlags() & DINode::FlagAllCallsDescribed;
  DISubprogram::DISPFlags kind =
      DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized | DISubprogram::SPFlagLocalToUnit;
  bool keyInstructions = fmerge::compat::hasKeyInstructions(left);
  for (const DISubprogram *other : originals) {
    common &= other->getFlags();
    keyInstructions &= fmerge::compat::hasKeyInstructions(*other);
  }
  // There is no linkage name: gdb would show it instead of the name, and it could name only one original.
  return fmerge::compat::subprogram(context, left.getFile(), name, left.getLine(), type, left.getScopeLine(),
                                    DINode::FlagArtificial | common, kind, left.getUnit(), keyInstructions);
}

// The scope of a subprogram for a line of `file`.
DILocalScope *scopeFor(DISubprogram *subprogram, DIFile *file) {
  if (subprogram->getFile() == file)
    return subprogram;
  return DILexicalBlockFile::get(subprogram->getContext(), subprogram, file, 0);
}

// A distinct copy of a location, because the calls of inlined functions are told apart by their location nodes.
DILocation *asCaller(const DILocation &at) { return MDNode::replaceWithDistinct(at.clone()); }

// The locations, each once, in the order given.
SmallVector<const DILocation *, 4> distinct(ArrayRef<const DILocation *> all) {
  SmallVector<const DILocation *, 4> found;
  for (const DILocation *one : all)
    if (!is_contained(found, one))
      found.push_back(one);
  return found;
}

// Makes locations in the merged function. It remembers callers: instructions that were inlined by one call must share
// the location of that call.
class Locations {
public:
  explicit Locations(DISubprogram &merged) : merged(merged) {}

  DILocation *nowhere() { return DILocation::get(merged.getContext(), 0, 0, &merged); }

  // The location of an instruction that only one side executes.
  DILocation *ofOne(const DILocation &at, size_t side) {
    return isNowhere(at) ? nowhere() : fmerge::compat::inlinedInto(at, callerOfOne(at.getInlinedAt(), side));
  }

  // The location of an instruction that stands for several, which have the locations `all`: what these agree on.
  DILocation *ofAll(ArrayRef<const DILocation *> all) {
    const DILocation &first = *all.front();
    auto agree = [&](auto property) {
      return all_of(all.drop_front(), [&](const DILocation *one) { return property(*one) == property(first); });
    };
    if (!agree([](const DILocation &at) { return std::pair(at.getLine(), at.getFile()); }))
      return nowhere();
    DISubprogram *own = first.getScope()->getSubprogram();
    bool sameFunction = agree([](const DILocation &at) { return at.getScope()->getSubprogram(); });
    DILocation *caller = sameFunction ? callerOfAll(all) : nullptr;
    DILocalScope *scope = scopeFor(sameFunction ? own : &merged, first.getFile());
    if (agree([](const DILocation &at) { return at.getScope(); }))
      scope = first.getScope();
    unsigned column = agree([](const DILocation &at) { return at.getColumn(); }) ? first.getColumn() : 0;
    return DILocation::get(merged.getContext(), first.getLine(), column, scope, caller);
  }

private:
  DISubprogram &merged;
  // The call locations that were made, by side and by that in the original, which is null if the code was not inlined.
  DenseMap<std::pair<const DILocation *, size_t>, DILocation *> callers;
  // The call locations that were made for several originals, by the distinct ones of these.
  std::map<SmallVector<const DILocation *, 4>, DILocation *> commonCallers;

  // Whether a location says only that the code belongs to a function that was merged before.
  static bool isNowhere(const DILocation &at) {
    return at.getLine() == 0 && !at.getInlinedAt() && isMerged(*at.getScope()->getSubprogram());
  }

  DILocation *callerOfOne(const DILocation *original, size_t side) {
    if (DILocation *known = callers.lookup({original, side}))
      return known;
    return callers[{original, side}] = asCaller(*(original ? ofOne(*original, side) : nowhere()));
  }

  DILocation *callerOfAll(ArrayRef<const DILocation *> all) {
    auto originals = distinct(map_to_vector(all, [](const DILocation *one) { return one->getInlinedAt(); }));
    if (DILocation *known = commonCallers[originals])
      return known;
    return commonCallers[originals] = asCaller(*(is_contained(originals, nullptr) ? nowhere() : ofAll(originals)));
  }
};

// The location of an instruction that stands for these originals, by side; an original is null if a side has none. The
// result is null if no original has a location, and none is needed.
DILocation *locationFor(Locations &locations, const Instruction &merged, ArrayRef<const Instruction *> originals) {
  SmallVector<const DILocation *, 8> all;
  size_t sideOfLast = 0;
  for (auto [side, original] : enumerate(originals)) {
    if (!original)
      continue;
    all.push_back(original->getDebugLoc().get());
    sideOfLast = side;
  }
  bool any = any_of(all, [](const DILocation *one) { return one != nullptr; });
  if (!all.empty() && !is_contained(all, nullptr))
    return all.size() == 1 ? locations.ofOne(*all.front(), sideOfLast) : locations.ofAll(distinct(all));
  // A call that is inlined needs a location for what it inlines, so the verifier insists on one.
  return any || all.empty() || isa<CallBase>(merged) ? locations.nowhere() : nullptr;
}

// The name of a shared body: the names of the first two originals, and dots if there are more. Dots also follow a
// single original, because functions of other modules may come to share the body.
std::string sharedName(ArrayRef<const DISubprogram *> originals) {
  if (originals.size() == 1)
    return withMore(qualifiedName(*originals[0]));
  std::string name = mergedName(*originals[0], *originals[1]);
  return originals.size() == 2 ? name : withMore(name);
}

// The subprogram of a body for these originals; null unless all have one. A compile unit must not claim code that had
// no debug information.
DISubprogram *sharedSubprogram(const Function &merged, ArrayRef<Function *> originals) {
  SmallVector<const DISubprogram *, 8> subprograms;
  for (const Function *original : originals)
    subprograms.push_back(original->getSubprogram());
  if (subprograms.empty() || is_contained(subprograms, nullptr))
    return nullptr;
  return createSubprogram(merged, sharedName(subprograms), subprograms);
}

// The type of the identifier: an enumeration of the originals by side, one byte large.
DICompositeType *typeOfIdentifier(LLVMContext &context, ArrayRef<Function *> originals) {
  constexpr unsigned bits = 8;
  SmallVector<Metadata *, 4> names;
  for (auto [side, original] : enumerate(originals))
    names.push_back(
        DIEnumerator::get(context, APInt(bits, side), /*IsUnsigned=*/true, qualifiedName(*original->getSubprogram())));
  auto *byte = DIBasicType::get(context, dwarf::DW_TAG_base_type, "unsigned char", bits, 0, dwarf::DW_ATE_unsigned_char,
                                DINode::FlagZero);
  return fmerge::compat::enumeration(context, byte, bits, MDTuple::get(context, names));
}

constexpr StringLiteral identifierName = "original";

// Describes parameters that say which original runs, so that debuggers show them: the identifier of the merged
// function, and those that it passes on for originals that were merged before.
class Identifiers {
public:
  Identifiers(Function &merged, DILocation *nowhere) : merged(merged), nowhere(nowhere) {}

  void describe(Argument &parameter, StringRef name, DIType *type) {
    DISubprogram *subprogram = merged.getSubprogram();
    LLVMContext &context = merged.getContext();
    auto *variable = DILocalVariable::get(context, subprogram, name, subprogram->getFile(), 0, type, ++count,
                                          DINode::FlagArtificial, 0, nullptr);
    auto *record =
        DbgVariableRecord::createDbgVariableRecord(&parameter, variable, DIExpression::get(context, {}), nowhere);
    BasicBlock &entry = merged.getEntryBlock();
    entry.insertDbgRecordBefore(record, entry.getFirstInsertionPt());
  }

  // Describes the identifiers that an original has because it was merged before. Its own identifier is named after it;
  // those further down keep their names.
  void describeThoseOf(const Function &original, size_t side, ArrayRef<FmergeParam> params) {
    const DISubprogram &subprogram = *original.getSubprogram();
    if (!isMerged(subprogram))
      return;
    for (const Instruction &instruction : original.getEntryBlock())
      for (const DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
        if (const auto *own = dyn_cast_or_null<Argument>(record.getVariableLocationOp(0)))
          for (auto [index, param] : enumerate(params))
            if (param.indices[side] == int32_t(own->getArgNo()))
              pass(*merged.getArg(index), *record.getVariable(), qualifiedName(subprogram));
  }

private:
  Function &merged;
  DILocation *nowhere;
  unsigned count = 0;

  void pass(Argument &parameter, const DILocalVariable &old, StringRef nameOfOriginal) {
    describe(parameter, old.getName() == identifierName ? nameOfOriginal : old.getName(), old.getType());
  }
};

// With line tables alone (-g1), nothing is described: LLVM's DwarfDebug leaves out functions into which nothing is
// inlined, and would look for their variables in vain.
void describeIdentifiers(Function &merged, ArrayRef<Function *> originals, ArrayRef<FmergeParam> params,
                         DILocation *nowhere) {
  if (merged.getSubprogram()->getUnit()->getEmissionKind() != DICompileUnit::FullDebug)
    return;
  Identifiers identifiers(merged, nowhere);
  if (merged.arg_size() > params.size())
    identifiers.describe(*merged.getArg(params.size()), identifierName,
                         typeOfIdentifier(merged.getContext(), originals));
  for (auto [side, original] : enumerate(originals))
    identifiers.describeThoseOf(*original, side, params);
}

// Whether `fmergeNameReplaced` has made the location.
bool namesReplaced(const DILocation &at) {
  const auto *subprogram = dyn_cast<DISubprogram>(at.getScope());
  return subprogram && at.getInlinedAt() && at.getLine() == subprogram->getScopeLine() && at.getColumn() == 0;
}

} // namespace

void fmergeNameReplaced(CallBase &call, DISubprogram *replaced) {
  DISubprogram *caller = call.getFunction()->getSubprogram();
  const DILocation *at = call.getDebugLoc().get();
  // A call that was moved before keeps the name of the function that was called first.
  if (!caller || !replaced || isMerged(*replaced) || (at && namesReplaced(*at)))
    return;
  LLVMContext &context = call.getContext();
  DILocation *place = asCaller(at ? *at : *DILocation::get(context, 0, 0, caller));
  call.setDebugLoc(DILocation::get(context, replaced->getScopeLine(), 0, replaced, place));
}

void fmergeDescribeShared(Function &merged, ArrayRef<Function *> originals,
                          ArrayRef<SmallVector<Instruction *, 64>> instructions, size_t representative) {
  DISubprogram *subprogram = sharedSubprogram(merged, originals);
  if (!subprogram) {
    stripDebugInfo(merged);
    return;
  }
  merged.setSubprogram(subprogram);
  Locations locations(*subprogram);
  for (size_t n = 0; n < instructions[representative].size(); ++n) {
    Instruction &kept = *instructions[representative][n];
    SmallVector<const Instruction *, 8> all = {&kept};
    for (size_t i = 0; i < originals.size(); ++i)
      if (i != representative)
        all.push_back(instructions[i][n]);
    kept.setDebugLoc(locationFor(locations, kept, all));
    kept.setMetadata(LLVMContext::MD_DIAssignID, nullptr);
    kept.dropDbgRecords();
  }
}

// Gives a complete merged function a subprogram, and its instructions locations. Does nothing unless all originals have
// a subprogram. A parameter after those in `params` is the identifier.
extern "C" void fmerge_describe(LLVMValueRef mergedRef, const LLVMValueRef *originalList, size_t originalCount,
                                const FmergeParam *params, size_t paramCount, const FmergeOrigin *origins,
                                size_t count) {
  Function &merged = *unwrap<Function>(mergedRef);
  auto originals =
      map_to_vector(ArrayRef(originalList, originalCount), [](LLVMValueRef one) { return unwrap<Function>(one); });
  DISubprogram *subprogram = sharedSubprogram(merged, originals);
  if (!subprogram)
    return;
  merged.setSubprogram(subprogram);
  Locations locations(*subprogram);
  for (const FmergeOrigin &origin : ArrayRef(origins, count)) {
    auto &instruction = *unwrap<Instruction>(origin.merged);
    auto standsFor = map_to_vector(ArrayRef(origin.originals, originalCount),
                                   [](LLVMValueRef one) { return one ? unwrap<const Instruction>(one) : nullptr; });
    instruction.setDebugLoc(locationFor(locations, instruction, standsFor));
  }
  describeIdentifiers(merged, originals, ArrayRef(params, paramCount), locations.nowhere());
}
