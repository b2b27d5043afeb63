// Questions about attributes, and about alignment, that several shim files ask.
#pragma once

#include "compat.h"
#include "enumerations.h"

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

bool is(AttributeFact fact, llvm::Attribute a);

// Forgets what is known of attribute sets. To be called before a pass runs: sets of another context may be where those
// of an earlier one were.
void forgetAttributeSets();

// Whether the fact is true of at least one attribute.
bool has(AttributeFact fact, llvm::AttributeSet all);

// The attributes for which the fact is true.
llvm::AttributeSet only(AttributeFact fact, llvm::LLVMContext &context, llvm::AttributeSet all);

// Whether an attribute says that callers of the function must keep calling it.
bool keepsCallers(const llvm::Function &f);

// Whether the attributes of the call allow it to call another function instead.
bool mayCallAnother(const llvm::CallBase &call);

// The attributes of a definition that the merged function may have, provided that the other originals have them too.
llvm::AttributeSet fnAttributesToMerge(const llvm::Function &f);

// The attributes that all of several sets promise; none when they contradict each other. There must be at least one
// set.
std::optional<llvm::AttributeSet> intersected(llvm::LLVMContext &context, llvm::ArrayRef<llvm::AttributeSet> all);

// The attributes without those that identify the function, for a body that has a symbol of its own.
llvm::AttributeList withoutIdentity(llvm::LLVMContext &context, llvm::AttributeList all);

} // namespace fmerge

// Whether an attribute of a parameter or result is part of the ABI, or must be equal on both sides for another
// reason. The alignment of a copy on the stack (`byval`) is; the alignment of any other pointer is a promise.
inline bool fmergeIsAbiAttribute(llvm::Attribute attribute, llvm::AttributeSet all) {
  if (attribute.isStringAttribute())
    return true;
  if (attribute.hasAttribute(llvm::Attribute::Alignment))
    return all.hasAttribute(llvm::Attribute::ByVal) || all.hasAttribute(llvm::Attribute::ByRef);
  return fmerge::compat::intersection(attribute.getKindAsEnum()) == fmerge::compat::Intersection::Preserve &&
         !attribute.hasAttribute(llvm::Attribute::Initializes);
}

// Whether callers tell the function which bits of its arguments are initialised. MemorySanitizer passes that beside the
// arguments, except for arguments that are `noundef`, which the caller checks. So `noundef` is part of the calling
// convention there. If caller and callee do not agree on it, MemorySanitizer reports bits that are initialised.
inline bool fmergePassesShadows(const llvm::Function &function) {
  return function.hasFnAttribute(llvm::Attribute::SanitizeMemory);
}

// The attributes of a parameter or result that may not be dropped in the code of `user`, or in calls of `user`.
inline llvm::AttributeSet fmergeAbiAttributes(const llvm::Function &user, llvm::AttributeSet all) {
  if (!all.hasAttributes())
    return {};
  llvm::AttrBuilder kept(user.getContext());
  for (llvm::Attribute attribute : all)
    if (fmergeIsAbiAttribute(attribute, all) ||
        (attribute.hasAttribute(llvm::Attribute::NoUndef) && fmergePassesShadows(user)))
      kept.addAttribute(attribute);
  return llvm::AttributeSet::get(user.getContext(), kept);
}

// Attributes of a parameter that refer to the whole signature, or that hold for one exact body only.
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

// The alignment of a body that serves two functions: the greater one. The target chooses if neither has one.
inline llvm::MaybeAlign fmergeGreaterAlign(llvm::MaybeAlign one, llvm::MaybeAlign two) {
  if (!one || !two)
    return one ? one : two;
  return std::max(*one, *two);
}

// The alignment of a function as a word; 0 if it has none.
inline uint64_t fmergeAlignmentWord(const llvm::Function &function) {
  return function.getAlign() ? function.getAlign()->value() : 0;
}

// The function attributes of a body in which addresses of globals have become parameters. Its `memory` attribute
// changes: the body may now do to memory behind its arguments what it did to any memory.
inline llvm::AttributeSet fmergeWithArgumentMemory(llvm::LLVMContext &context, llvm::AttributeSet all) {
  if (!all.hasAttribute(llvm::Attribute::Memory))
    return all;
  llvm::MemoryEffects effects = all.getMemoryEffects();
  effects = effects.getWithModRef(llvm::IRMemLocation::ArgMem, effects.getModRef());
  return all.addAttributes(context,
                           llvm::AttributeSet::get(context, llvm::AttrBuilder(context).addMemoryAttr(effects)));
}
