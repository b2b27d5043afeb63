// What to do with attributes of functions and calls. The core's table says it, by the attribute's name
// (src/ffi/attributes.rs).
//
// Consumes: attributes of functions and calls. Produces: facts about each attribute, and those parts of attribute
// sets that go to a shared body or stay with a call. Guarantees: an attribute that the table does not know is
// treated as if everything depended on it.

#include "attributes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace fmerge;

// One bit for each `AttributeFact`.
extern "C" uint64_t fmerge_attribute_facts(const char *name, size_t length, bool isText);

bool fmerge::is(AttributeFact fact, Attribute a) {
  bool isText = a.isStringAttribute();
  StringRef name = isText ? a.getKindAsString() : Attribute::getNameFromAttrKind(a.getKindAsEnum());
  return fmerge_attribute_facts(name.empty() ? "" : name.data(), name.size(), isText) & bit(fact);
}

bool fmerge::has(AttributeFact fact, AttributeSet all) {
  return any_of(all, [&](Attribute a) { return is(fact, a); });
}

AttributeSet fmerge::only(AttributeFact fact, LLVMContext &context, AttributeSet all) {
  AttrBuilder kept(context);
  for (Attribute a : all)
    if (is(fact, a))
      kept.addAttribute(a);
  return AttributeSet::get(context, kept);
}

bool fmerge::keepsCallers(const Function &f) {
  return has(AttributeFact::KeepsCallers, f.getAttributes().getFnAttrs());
}

bool fmerge::mayCallAnother(const CallBase &call) {
  return !has(AttributeFact::KeepsCallers, call.getAttributes().getFnAttrs());
}

AttributeSet fmerge::fnAttributesToMerge(const Function &f) {
  return only(AttributeFact::GoesToTheBody, f.getContext(), f.getAttributes().getFnAttrs());
}

std::optional<AttributeSet> fmerge::intersected(LLVMContext &context, ArrayRef<AttributeSet> all) {
  std::optional<AttributeSet> common = all.front();
  for (AttributeSet one : all.drop_front())
    if (common)
      common = common->intersectWith(context, one);
  return common;
}

AttributeList fmerge::withoutIdentity(LLVMContext &context, AttributeList all) {
  AttributeMask mask(only(AttributeFact::Identity, context, all.getFnAttrs()));
  return all.removeFnAttributes(context, mask);
}
