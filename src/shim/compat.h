// The seam between versions of LLVM: all that differs from 19 to 23, in one spelling. No other file asks for the
// version (crates/core/tests/architecture.rs), except compat_codegen.h, which does the same for code generation.
//
// Consumes: LLVM's headers of one major version. Produces: types, constants and functions that mean the same on each
// version. Guarantees: what a version lacks is absent here (a kind that no instruction has, an attribute that nobody
// sets), or is done here. A name that was only added is looked for in the headers, so that it does not matter which
// version added it. Only what changed its meaning goes by version. 19 and 22 are tried in every test run; 20, 21 and 23
// go by their headers and release notes.
#pragma once

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Pass.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/InstructionCost.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace fmerge::compat {

//===-- Numbers that came or went ------------------------------------------------------------------===//

// Defines `name` as the member of `Owner` that the headers call so; as `otherwise` if they have none.
#define FMERGE_IF_KNOWN(Owner, name, otherwise)                                                                        \
  template <typename T> constexpr auto find_##name(int) -> decltype(T::name) { return T::name; }                       \
  template <typename T> constexpr auto find_##name(long) { return otherwise; }                                         \
  inline constexpr auto name = find_##name<Owner>(0);

// Kinds of metadata. If LLVM does not know one of them, nothing has its number here.
FMERGE_IF_KNOWN(llvm::LLVMContext, MD_noalias_addrspace, ~0u)
FMERGE_IF_KNOWN(llvm::LLVMContext, MD_nofree, ~1u)
FMERGE_IF_KNOWN(llvm::LLVMContext, MD_captures, ~2u)
// Tags of operand bundles.
FMERGE_IF_KNOWN(llvm::LLVMContext, OB_deactivation_symbol, ~0u)
// Attributes. Nothing has the attribute `None`. `nocapture` became `captures(none)` in 21 (llvm/llvm-project#116990).
FMERGE_IF_KNOWN(llvm::Attribute, NoCapture, llvm::Attribute::None)
FMERGE_IF_KNOWN(llvm::Attribute, Captures, NoCapture)
FMERGE_IF_KNOWN(llvm::Attribute, DeadOnReturn, llvm::Attribute::None)
FMERGE_IF_KNOWN(llvm::Attribute, SanitizeRealtime, llvm::Attribute::None)
FMERGE_IF_KNOWN(llvm::Attribute, SanitizeType, llvm::Attribute::None)
// Intrinsics. If LLVM does not know one of them, no call has its number here.
namespace intrinsics {
#if LLVM_VERSION_MAJOR >= 20
inline constexpr unsigned minimumnum = llvm::Intrinsic::minimumnum, maximumnum = llvm::Intrinsic::maximumnum;
#else
inline constexpr unsigned minimumnum = ~0u, maximumnum = ~1u;
#endif
} // namespace intrinsics
#undef FMERGE_IF_KNOWN

//===-- Targets ------------------------------------------------------------------------------------===//

// The target of a module. Up to 20, a module holds only its text (llvm/llvm-project#129868). The text is parsed if it
// is not the one that this thread has parsed last.
template <typename M> const llvm::Triple &tripleOf(const M &m) {
  if constexpr (std::is_same_v<decltype(m.getTargetTriple()), const llvm::Triple &>) {
    return m.getTargetTriple();
  } else {
    // As LLVM parses an empty text: with an object format.
    thread_local llvm::Triple known("");
    if (known.str() != m.getTargetTriple())
      known = llvm::Triple(m.getTargetTriple());
    return known;
  }
}

inline bool isX86_64(const llvm::Triple &triple) { return triple.getArch() == llvm::Triple::x86_64; }
inline bool isX86_32(const llvm::Triple &triple) { return triple.getArch() == llvm::Triple::x86; }

// The name of the ABI that the module asks for.
inline llvm::StringRef abiOf(const llvm::Module &m) {
  const auto *name = llvm::dyn_cast_or_null<llvm::MDString>(m.getModuleFlag("target-abi"));
  return name ? name->getString() : "";
}

// The stack alignment of the target; none if it does not say. Up to 21, LLVM must not be asked if the target does not
// say.
template <typename Layout> llvm::MaybeAlign stackAlignmentOf(const Layout &layout) {
  if constexpr (std::is_same_v<decltype(layout.getStackAlignment()), llvm::MaybeAlign>) {
    return layout.getStackAlignment();
  } else {
    bool isKnown = layout.exceedsNaturalStackAlignment(llvm::Align(llvm::Value::MaximumAlignment));
    return isKnown ? llvm::MaybeAlign(layout.getStackAlignment()) : std::nullopt;
  }
}

// The same in a module, which may have been compiled for another alignment (`-mstack-alignment`).
inline llvm::MaybeAlign stackAlignment(const llvm::Module &m) {
  unsigned given = m.getOverrideStackAlignment();
  return given ? llvm::MaybeAlign(given) : stackAlignmentOf(m.getDataLayout());
}

// The number behind a valid cost, which was an `optional` in earlier versions.
inline int64_t number(int64_t cost) { return cost; }
inline int64_t number(std::optional<int64_t> cost) { return *cost; }
inline int64_t numberOf(const llvm::InstructionCost &cost) { return number(cost.getValue()); }

//===-- Blocks, branches, addresses ----------------------------------------------------------------===//

// Numbers the blocks of a function. Since 20, LLVM has such numbers (llvm/llvm-project#101052).
class BlockNumbers {
public:
  explicit BlockNumbers(const llvm::Function &f) {
#if LLVM_VERSION_MAJOR >= 20
    end = f.getMaxBlockNumber();
#else
    for (const llvm::BasicBlock &block : f)
      numbers[&block] = end++;
#endif
  }
  unsigned max() const { return end; }
#if LLVM_VERSION_MAJOR >= 20
  unsigned of(const llvm::BasicBlock &block) const { return block.getNumber(); }
#else
  unsigned of(const llvm::BasicBlock &block) const { return numbers.lookup(&block); }
#endif

private:
  unsigned end = 0;
#if LLVM_VERSION_MAJOR < 20
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers;
#endif
};

// Jumps and conditional branches are one opcode up to 22, and two since 23 (llvm/llvm-project#184027). Since 23, the
// operands of a branch are in the order of its successors (#186609); before, they are in the reverse order. Successors
// are asked of instructions here, which give them in one order in all versions.
inline bool isBranch(unsigned opcode) {
#if LLVM_VERSION_MAJOR >= 23
  return opcode == llvm::Instruction::UncondBr || opcode == llvm::Instruction::CondBr;
#else
  return opcode == llvm::Instruction::Br;
#endif
}
inline bool isJump(const llvm::Instruction &i) { return isBranch(i.getOpcode()) && i.getNumSuccessors() == 1; }
inline bool isConditionalBranch(const llvm::Instruction &i) {
  return isBranch(i.getOpcode()) && i.getNumSuccessors() == 2;
}
// Which operand of a conditional branch is the block that it goes to if the condition holds.
inline constexpr unsigned operandWhenTrue = LLVM_VERSION_MAJOR >= 23 ? 1 : 2;

// The type of the indices that `GEPOperator::collectOffset` collects.
template <typename Map>
Map collectedBy(bool (llvm::GEPOperator::*)(const llvm::DataLayout &, unsigned, Map &, llvm::APInt &) const);
using CollectedIndices = decltype(collectedBy(&llvm::GEPOperator::collectOffset));

// Whether a type is a token, or like a token for LLVM.
template <typename T> auto isTokenLike(const T &type, int) -> decltype(type.isTokenLikeTy()) {
  return type.isTokenLikeTy();
}
template <typename T> bool isTokenLike(const T &type, long) { return type.isTokenTy(); }
inline bool isTokenLike(const llvm::Type &type) { return isTokenLike(type, 0); }

//===-- Attributes ---------------------------------------------------------------------------------===//

// What the intersection of two attribute sets keeps of an attribute that both have, or only one.
enum class Intersection {
  Preserve, // both have it alike, or the sets contradict each other
  And,      // it stays where both have it
  Min,      // the lesser value stays
  Custom    // by what it says
};

inline Intersection intersection(llvm::Attribute::AttrKind kind) {
#if LLVM_VERSION_MAJOR >= 20
  using llvm::Attribute;
  return Attribute::intersectWithAnd(kind)      ? Intersection::And
         : Attribute::intersectWithMin(kind)    ? Intersection::Min
         : Attribute::intersectWithCustom(kind) ? Intersection::Custom
                                                : Intersection::Preserve;
#else
  // From LLVM 20's Attributes.td (llvm/llvm-project#109719). Kinds that are not listed must be preserved.
  switch (kind) {
  case llvm::Attribute::AllocAlign:
  case llvm::Attribute::AllocatedPointer:
  case llvm::Attribute::Cold:
  case llvm::Attribute::DeadOnUnwind:
  case llvm::Attribute::Hot:
  case llvm::Attribute::InlineHint:
  case llvm::Attribute::MustProgress:
  case llvm::Attribute::NoAlias:
  case llvm::Attribute::NoCallback:
  case llvm::Attribute::NoCapture:
  case llvm::Attribute::NoFree:
  case llvm::Attribute::NonNull:
  case llvm::Attribute::NoRecurse:
  case llvm::Attribute::NoReturn:
  case llvm::Attribute::NoSync:
  case llvm::Attribute::NoUndef:
  case llvm::Attribute::NoUnwind:
  case llvm::Attribute::ReadNone:
  case llvm::Attribute::ReadOnly:
  case llvm::Attribute::Returned:
  case llvm::Attribute::Speculatable:
  case llvm::Attribute::WillReturn:
  case llvm::Attribute::Writable:
  case llvm::Attribute::WriteOnly:
    return Intersection::And;
  case llvm::Attribute::Dereferenceable:
  case llvm::Attribute::DereferenceableOrNull:
    return Intersection::Min;
  case llvm::Attribute::Alignment:
  case llvm::Attribute::Memory:
  case llvm::Attribute::NoFPClass:
  case llvm::Attribute::Range:
    return Intersection::Custom;
  default:
    return Intersection::Preserve;
  }
#endif
}

#if LLVM_VERSION_MAJOR < 20

// Adds what two values of one attribute have in common; false when they contradict each other.
inline bool addCommon(llvm::AttrBuilder &out, llvm::Attribute one, llvm::Attribute two) {
  using llvm::Attribute;
  if (one == two) {
    out.addAttribute(one);
    return true;
  }
  if (one.isStringAttribute())
    return false;
  Attribute::AttrKind kind = one.getKindAsEnum();
  switch (intersection(kind)) {
  case Intersection::Min:
    out.addRawIntAttr(kind, std::min(one.getValueAsInt(), two.getValueAsInt()));
    return true;
  case Intersection::Custom:
    break;
  default:
    return false;
  }
  switch (kind) {
  case Attribute::Alignment:
    out.addAlignmentAttr(std::min(one.getAlignment().valueOrOne(), two.getAlignment().valueOrOne()));
    return true;
  case Attribute::Memory:
    out.addMemoryAttr(one.getMemoryEffects() | two.getMemoryEffects());
    return true;
  case Attribute::NoFPClass:
    if (llvm::FPClassTest both = one.getNoFPClass() & two.getNoFPClass())
      out.addNoFPClassAttr(both);
    return true;
  case Attribute::Range: {
    llvm::ConstantRange first = one.getRange(), second = two.getRange();
    if (first.getBitWidth() != second.getBitWidth())
      return false;
    llvm::ConstantRange either = first.unionWith(second);
    if (!either.isFullSet())
      out.addRangeAttr(either);
    return true;
  }
  default:
    return false;
  }
}

// The attribute of the same kind in a set; invalid if there is none.
inline llvm::Attribute counterpart(llvm::Attribute of, llvm::AttributeSet in) {
  return of.isStringAttribute() ? in.getAttribute(of.getKindAsString()) : in.getAttribute(of.getKindAsEnum());
}

inline bool mayBeMissing(llvm::Attribute a) {
  return !a.isStringAttribute() && intersection(a.getKindAsEnum()) != Intersection::Preserve;
}

#endif

// The attributes that both sets promise; none when the sets contradict each other.
inline std::optional<llvm::AttributeSet> intersected(llvm::LLVMContext &context, llvm::AttributeSet one,
                                                     llvm::AttributeSet two) {
#if LLVM_VERSION_MAJOR >= 20
  return one.intersectWith(context, two);
#else
  if (one == two)
    return one;
  // The alignment of a copy on the stack is part of how the copy is passed.
  if ((one.hasAttribute(llvm::Attribute::ByVal) || two.hasAttribute(llvm::Attribute::ByVal)) &&
      one.getAlignment() != two.getAlignment())
    return std::nullopt;
  llvm::AttrBuilder common(context);
  for (llvm::Attribute a : one) {
    llvm::Attribute b = counterpart(a, two);
    if (b.isValid() ? !addCommon(common, a, b) : !mayBeMissing(a))
      return std::nullopt;
  }
  for (llvm::Attribute b : two)
    if (!counterpart(b, one).isValid() && !mayBeMissing(b))
      return std::nullopt;
  return llvm::AttributeSet::get(context, common);
#endif
}

inline std::optional<llvm::AttributeList> intersected(llvm::LLVMContext &context, llvm::AttributeList one,
                                                      llvm::AttributeList two) {
#if LLVM_VERSION_MAJOR >= 20
  return one.intersectWith(context, two);
#else
  auto function = intersected(context, one.getFnAttrs(), two.getFnAttrs());
  auto result = intersected(context, one.getRetAttrs(), two.getRetAttrs());
  if (!function || !result)
    return std::nullopt;
  unsigned all = std::max(one.getNumAttrSets(), two.getNumAttrSets());
  llvm::SmallVector<llvm::AttributeSet, 8> parameters;
  for (unsigned n = 0; n + llvm::AttributeList::FirstArgIndex < all; ++n) {
    auto both = intersected(context, one.getParamAttrs(n), two.getParamAttrs(n));
    if (!both)
      return std::nullopt;
    parameters.push_back(*both);
  }
  return llvm::AttributeList::get(context, *function, *result, parameters);
#endif
}

//===-- Metadata and profiles ----------------------------------------------------------------------===//

// The address spaces that both nodes exclude. 19 has no such nodes.
inline llvm::MDNode *commonAddressSpaces(llvm::MDNode *one, llvm::MDNode *other) {
#if LLVM_VERSION_MAJOR >= 22
  return llvm::MDNode::getMostGenericNoaliasAddrspace(one, other);
#else
  return one == other ? one : nullptr;
#endif
}

// Whether a kind is the identity by which ThinLTO knows a function. 23 may keep it with the function
// (llvm/llvm-project#201849).
inline bool isGuid(llvm::LLVMContext &context, unsigned kind) { return kind == context.getMDKindID("guid"); }

inline constexpr llvm::StringLiteral branchWeights = "branch_weights";

inline bool isValueProfile(const llvm::MDNode &profile) {
  const auto *name = profile.getNumOperands() > 0 ? llvm::dyn_cast<llvm::MDString>(profile.getOperand(0)) : nullptr;
  return name && name->getString() == "VP";
}

// Weights shifted right until all of them fit into 32 bits.
inline llvm::SmallVector<uint32_t> fittingWeights(llvm::ArrayRef<uint64_t> weights) {
#if LLVM_VERSION_MAJOR >= 22
  return llvm::fitWeights(weights);
#else
  uint64_t most = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
  unsigned shift = most >> 32 ? 32 - llvm::countl_zero(most) : 0;
  llvm::SmallVector<uint32_t> fitting;
  for (uint64_t weight : weights)
    fitting.push_back(uint32_t(weight >> shift));
  return fitting;
#endif
}

inline void setFittedWeights(llvm::Instruction &i, llvm::ArrayRef<uint64_t> weights) {
  llvm::setBranchWeights(i, fittingWeights(weights), /*IsExpected=*/false);
}

//===-- Debug information --------------------------------------------------------------------------===//

// Whether a function says which of its instructions are key to its lines (since 21: llvm/llvm-project#133477).
inline bool hasKeyInstructions([[maybe_unused]] const llvm::DISubprogram &subprogram) {
#if LLVM_VERSION_MAJOR >= 21
  return subprogram.getKeyInstructionsEnabled();
#else
  return false;
#endif
}

inline llvm::DISubprogram *subprogram(llvm::LLVMContext &context, llvm::DIFile *file, llvm::StringRef name,
                                      unsigned line, llvm::DISubroutineType *type, unsigned scopeLine,
                                      llvm::DINode::DIFlags flags, llvm::DISubprogram::DISPFlags kind,
                                      llvm::DICompileUnit *unit, [[maybe_unused]] bool keyInstructions) {
  return llvm::DISubprogram::getDistinct(context, file, name, "", file, line, type, scopeLine, nullptr, 0, 0, flags,
                                         kind, unit, nullptr, nullptr, nullptr, nullptr, nullptr, ""
#if LLVM_VERSION_MAJOR >= 21
                                         ,
                                         keyInstructions
#endif
  );
}

// The location `at`, inlined at `caller`.
inline llvm::DILocation *inlinedInto(const llvm::DILocation &at, llvm::DILocation *caller) {
  return llvm::DILocation::get(at.getContext(), at.getLine(), at.getColumn(), at.getScope(), caller, at.isImplicitCode()
#if LLVM_VERSION_MAJOR >= 21
                                                                                                         ,
                               at.getAtomGroup(), at.getAtomRank()
#endif
  );
}

// Since 21, such a type has a field for the kind of enumeration (llvm/llvm-project#124752).
inline llvm::DICompositeType *enumeration(llvm::LLVMContext &context, llvm::DIType *of, unsigned bits,
                                          llvm::MDTuple *values) {
  return llvm::DICompositeType::get(context, llvm::dwarf::DW_TAG_enumeration_type, "", nullptr, 0, nullptr, of, bits, 0,
                                    0, llvm::DINode::FlagZero, values, 0,
#if LLVM_VERSION_MAJOR >= 21
                                    std::nullopt,
#endif
                                    nullptr);
}

// While such an object lives, records describe the module's variables, and not calls of intrinsics. Since 21, that is
// always so (llvm/llvm-project#143746). Before, whoever compiles may choose.
class DebugRecords {
public:
  explicit DebugRecords([[maybe_unused]] llvm::Module &m) {
#if LLVM_VERSION_MAJOR < 21
    if (!m.IsNewDbgInfoFormat) {
      converted = &m;
      m.convertToNewDbgValues();
    }
#endif
  }
  ~DebugRecords() {
#if LLVM_VERSION_MAJOR < 21
    if (converted)
      converted->convertFromNewDbgValues();
#endif
  }
  DebugRecords(const DebugRecords &) = delete;
  DebugRecords &operator=(const DebugRecords &) = delete;

#if LLVM_VERSION_MAJOR < 21
private:
  llvm::Module *converted = nullptr;
#endif
};

//===-- Lifetime markers ---------------------------------------------------------------------------===//

// Since 22, a marker marks a whole alloca (llvm/llvm-project#149310 and #150248). Before, it says how many bytes it
// marks, and may mark an address inside the alloca.
#if LLVM_VERSION_MAJOR >= 22
inline constexpr unsigned markedOperand = 0;
#else
inline constexpr unsigned markedOperand = 1;
#endif

inline bool isLifetimeMarker(const llvm::Instruction &i) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
  return call && (call->getIntrinsicID() == llvm::Intrinsic::lifetime_start ||
                  call->getIntrinsicID() == llvm::Intrinsic::lifetime_end);
}

// Knows which lifetime markers of a function are to be believed. The markers of a slot are not if one of them marks
// less than the whole slot. No markers are if it cannot be seen which slot one of them marks.
class WhollyMarked {
public:
  explicit WhollyMarked([[maybe_unused]] const llvm::Function &f) {
#if LLVM_VERSION_MAJOR < 22
    for (const llvm::Instruction &i : llvm::instructions(f)) {
      if (!isLifetimeMarker(i))
        continue;
      const llvm::Value *marked = i.getOperand(markedOperand);
      const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&baseOf(*marked));
      hidden |= !slot;
      if (slot && (slot != marked || !isWhole(*slot, *llvm::cast<llvm::ConstantInt>(i.getOperand(0)))))
        partly.insert(slot);
    }
#endif
  }

  // The slot that a marker marks; null if the marker is not to be believed.
  const llvm::Value *slotOf(const llvm::Instruction &marker) const {
    const llvm::Value *slot = marker.getOperand(markedOperand);
#if LLVM_VERSION_MAJOR < 22
    if (hidden || partly.contains(slot))
      return nullptr;
#endif
    return slot;
  }

#if LLVM_VERSION_MAJOR < 22
private:
  bool hidden = false;
  llvm::SmallPtrSet<const llvm::Value *, 4> partly;

  static const llvm::Value &baseOf(const llvm::Value &address) {
    const llvm::Value *base = &address;
    while (true) {
      if (const auto *step = llvm::dyn_cast<llvm::GEPOperator>(base))
        base = step->getPointerOperand();
      else if (const auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(base))
        base = cast->getPointerOperand();
      else
        return *base;
    }
  }

  static bool isWhole(const llvm::AllocaInst &slot, const llvm::ConstantInt &bytes) {
    std::optional<llvm::TypeSize> size = slot.getAllocationSize(slot.getDataLayout());
    return bytes.isMinusOne() || (size && !size->isScalable() && bytes.getValue() == size->getFixedValue());
  }
#endif
};

template <typename Builder> void markLifetime(Builder &builder, llvm::Value *slot, bool starts) {
#if LLVM_VERSION_MAJOR >= 22
  starts ? builder.CreateLifetimeStart(slot) : builder.CreateLifetimeEnd(slot);
#else
  const auto &alloca = *llvm::cast<llvm::AllocaInst>(slot);
  std::optional<llvm::TypeSize> known = alloca.getAllocationSize(alloca.getDataLayout());
  llvm::ConstantInt *size = known && !known->isScalable() ? builder.getInt64(known->getFixedValue()) : nullptr;
  starts ? builder.CreateLifetimeStart(slot, size) : builder.CreateLifetimeEnd(slot, size);
#endif
}

//===-- Pipelines ----------------------------------------------------------------------------------===//

// After all that a front end adds to the end of the optimiser: clang asks plugins first, and has its coverage of edges
// (`-fsanitize-coverage`) added there afterwards. What is added while LLVM builds the start of the pipeline stands
// behind it.
template <typename Builder, typename Add> void behindOthersAtOptimizerLast(Builder &builder, const Add &add) {
  auto added = std::make_shared<bool>(false);
  builder.registerPipelineEarlySimplificationEPCallback([=, &builder](auto &&...) {
    if (!std::exchange(*added, true))
      builder.registerOptimizerLastEPCallback(add);
  });
}

// Since 20, LLVM says in which phase of a build the last optimisations of a module run (llvm/llvm-project#114577). Up
// to 19, the phase is seen from the pipeline so far. After a ThinLTO link, nothing has started the pipeline. Only a
// compile without LTO drops `available_externally` functions, which LTO would still need.
template <typename Builder, typename Add> void atOptimizerLast(Builder &builder, const Add &add) {
#if LLVM_VERSION_MAJOR >= 20
  behindOthersAtOptimizerLast(builder, add);
#else
  auto started = std::make_shared<bool>(false);
  builder.registerPipelineStartEPCallback([=](auto &, auto) { *started = true; });
  behindOthersAtOptimizerLast(builder, [=](auto &passes, auto level) {
    auto phase = llvm::ThinOrFullLTOPhase::None;
    if (!std::exchange(*started, false)) {
      phase = llvm::ThinOrFullLTOPhase::ThinLTOPostLink;
    } else if (level.getSpeedupLevel() > 0) {
      std::string text;
      llvm::raw_string_ostream out(text);
      passes.printPipeline(out, [](llvm::StringRef name) { return name; });
      if (text.find("EliminateAvailableExternally") == std::string::npos)
        phase = llvm::ThinOrFullLTOPhase::FullLTOPreLink;
    }
    add(passes, level, phase);
  });
#endif
}

// Where a back end of ThinLTO starts to optimise its module: functions of other modules are there, and nothing is
// inlined.
template <typename Builder, typename Add> void atThinBackEndStart(Builder &builder, const Add &add) {
#if LLVM_VERSION_MAJOR >= 20
  builder.registerPipelineEarlySimplificationEPCallback([=](auto &passes, auto, llvm::ThinOrFullLTOPhase phase) {
    if (phase == llvm::ThinOrFullLTOPhase::ThinLTOPostLink)
      add(passes);
  });
#else
  auto started = std::make_shared<bool>(false);
  builder.registerPipelineStartEPCallback([=](auto &, auto) { *started = true; });
  builder.registerPipelineEarlySimplificationEPCallback([=](auto &passes, auto) {
    if (!std::exchange(*started, false))
      add(passes);
  });
#endif
}

// Whether LLVM calls plugins before it generates code (`LLVM_PLUGIN_API_VERSION` 2).
inline constexpr bool callsBeforeCodegen = LLVM_VERSION_MAJOR >= 22;

} // namespace fmerge::compat
