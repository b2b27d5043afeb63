// What several shim files need to know of attributes, and of alignment, which is a little like one.
#pragma once

#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/ModRef.h"

#include <algorithm>

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

// Function attributes that speak of parameter positions, or make a library function of it, or inline it.
inline llvm::AttributeMask fmergeUntransferableFnAttributes() {
  llvm::AttributeMask mask;
  for (llvm::Attribute::AttrKind kind :
       {llvm::Attribute::AllocSize, llvm::Attribute::AllocKind, llvm::Attribute::Builtin,
        llvm::Attribute::NoBuiltin, llvm::Attribute::AlwaysInline, llvm::Attribute::InlineHint})
    mask.addAttribute(kind);
  mask.addAttribute("alloc-family").addAttribute("alloc-variant-zeroed");
  return mask;
}

// The attributes of a definition that a merged one may have, if the other originals have them too.
inline llvm::AttributeSet fmergeFnAttributesToMerge(const llvm::Function &function) {
  llvm::AttributeMask mask = fmergeUntransferableFnAttributes();
  mask.addAttribute(llvm::Attribute::NoInline)
      .addAttribute(llvm::Attribute::NoRecurse)
      .addAttribute(llvm::Attribute::Speculatable)
      .addAttribute(llvm::Attribute::NoCreateUndefOrPoison);
  return function.getAttributes().getFnAttrs().removeAttributes(function.getContext(), mask);
}

// Likewise of a parameter.
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
