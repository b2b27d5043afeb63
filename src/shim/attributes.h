// What several shim files need to know of attributes, and of alignment, which is a little like one.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/ModRef.h"

#include <algorithm>
#include <optional>

namespace fmerge {

// What the core's table says of an attribute of a function or of a call: bits, in the order of
// `src/ffi/attributes.rs`.
enum class AttributeFact : unsigned {
  Unknown,
  // The function cannot be merged.
  Forbids,
  // Functions that share a body have it alike.
  Counts,
  // A body with further parameters may have it.
  GoesToTheBody,
  // Callers of the function must keep calling it.
  KeepsCallers,
  // It says who the function is, and stays on it alone.
  Identity,
  // Calls of the function must stay direct.
  StaysDirect,
  // A call that has it may hand it on to a call of the shared body.
  GoesWithCalls,
};

bool is(AttributeFact Fact, llvm::Attribute A);

// Whether it is true of one of them.
bool has(AttributeFact Fact, llvm::AttributeSet All);

// Those of which it is true.
llvm::AttributeSet only(AttributeFact Fact, llvm::LLVMContext &Context, llvm::AttributeSet All);

// Whether an attribute says that callers of the function must keep calling it.
bool keepsCallers(const llvm::Function &F);

// Whether the call may be replaced by one of another function, as far as its own attributes say.
bool mayCallAnother(const llvm::CallBase &Call);

// The attributes of a definition that a merged one may have, if the other originals have them too.
llvm::AttributeSet fnAttributesToMerge(const llvm::Function &F);

// What all of several sets promise; none when they contradict each other. There is one set at least.
std::optional<llvm::AttributeSet> intersected(llvm::LLVMContext &Context, llvm::ArrayRef<llvm::AttributeSet> All);

// What is left for a body that is nobody's symbol.
llvm::AttributeList withoutIdentity(llvm::LLVMContext &Context, llvm::AttributeList All);

} // namespace fmerge

// Whether the calling convention, or what must be equal on both sides, rests on an attribute of a parameter
// or result. The alignment of a copy on the stack does; that of any other pointer is a promise.
inline bool fmergeIsAbiAttribute(llvm::Attribute attribute, llvm::AttributeSet all) {
  if (attribute.isStringAttribute())
    return true;
  if (attribute.hasAttribute(llvm::Attribute::Alignment))
    return all.hasAttribute(llvm::Attribute::ByVal) || all.hasAttribute(llvm::Attribute::ByRef);
  return llvm::Attribute::intersectMustPreserve(attribute.getKindAsEnum()) &&
         !attribute.hasAttribute(llvm::Attribute::Initializes);
}

// The attributes of a parameter or result that may not be dropped.
inline llvm::AttributeSet fmergeAbiAttributes(llvm::LLVMContext &context, llvm::AttributeSet all) {
  llvm::AttrBuilder kept(context);
  for (llvm::Attribute attribute : all)
    if (fmergeIsAbiAttribute(attribute, all))
      kept.addAttribute(attribute);
  return llvm::AttributeSet::get(context, kept);
}

// Parameter attributes that tie a parameter to the whole signature, or that an exact body must justify.
inline llvm::AttributeMask fmergeUntransferableParamAttributes() {
  llvm::AttributeMask mask;
  for (llvm::Attribute::AttrKind kind : {llvm::Attribute::Returned, llvm::Attribute::Initializes,
                                         llvm::Attribute::AllocAlign, llvm::Attribute::AllocatedPointer})
    mask.addAttribute(kind);
  return mask;
}

// The attributes of a parameter that the merged one may have, if the other originals have them too.
inline llvm::AttributeSet fmergeParamAttributesToMerge(const llvm::Function &function, unsigned index) {
  llvm::AttributeSet all = function.getAttributes().getParamAttrs(index);
  return all.removeAttributes(function.getContext(), fmergeUntransferableParamAttributes());
}

// The alignment of a body that does for two functions: one that is not given is the target's choice.
inline llvm::MaybeAlign fmergeGreaterAlign(llvm::MaybeAlign one, llvm::MaybeAlign two) {
  if (!one || !two)
    return one ? one : two;
  return std::max(*one, *two);
}

// The alignment of a function in a word, 0 where it has none.
inline uint64_t fmergeAlignmentWord(const llvm::Function &function) {
  return function.getAlign() ? function.getAlign()->value() : 0;
}

// What is said of memory, once globals have become arguments: what is done to any memory may be done to that
// behind arguments.
inline llvm::AttributeSet fmergeWithArgumentMemory(llvm::LLVMContext &context, llvm::AttributeSet all) {
  if (!all.hasAttribute(llvm::Attribute::Memory))
    return all;
  llvm::MemoryEffects effects = all.getMemoryEffects();
  effects = effects.getWithModRef(llvm::IRMemLocation::ArgMem, effects.getModRef());
  return all.addAttributes(
      context, llvm::AttributeSet::get(context, llvm::AttrBuilder(context).addMemoryAttr(effects)));
}
