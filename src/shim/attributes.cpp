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
extern "C" uint64_t fmerge_attribute_facts(const char *Name, size_t Length, bool IsText);

bool fmerge::is(AttributeFact Fact, Attribute A) {
  bool IsText = A.isStringAttribute();
  StringRef Name = IsText ? A.getKindAsString() : Attribute::getNameFromAttrKind(A.getKindAsEnum());
  return fmerge_attribute_facts(Name.empty() ? "" : Name.data(), Name.size(), IsText) & bit(Fact);
}

bool fmerge::has(AttributeFact Fact, AttributeSet All) {
  return any_of(All, [&](Attribute A) { return is(Fact, A); });
}

AttributeSet fmerge::only(AttributeFact Fact, LLVMContext &Context, AttributeSet All) {
  AttrBuilder Kept(Context);
  for (Attribute A : All)
    if (is(Fact, A))
      Kept.addAttribute(A);
  return AttributeSet::get(Context, Kept);
}

bool fmerge::keepsCallers(const Function &F) {
  return has(AttributeFact::KeepsCallers, F.getAttributes().getFnAttrs());
}

bool fmerge::mayCallAnother(const CallBase &Call) {
  return !has(AttributeFact::KeepsCallers, Call.getAttributes().getFnAttrs());
}

AttributeSet fmerge::fnAttributesToMerge(const Function &F) {
  return only(AttributeFact::GoesToTheBody, F.getContext(), F.getAttributes().getFnAttrs());
}

std::optional<AttributeSet> fmerge::intersected(LLVMContext &Context, ArrayRef<AttributeSet> All) {
  std::optional<AttributeSet> Common = All.front();
  for (AttributeSet One : All.drop_front())
    if (Common)
      Common = Common->intersectWith(Context, One);
  return Common;
}

AttributeList fmerge::withoutIdentity(LLVMContext &Context, AttributeList All) {
  AttributeMask Mask(only(AttributeFact::Identity, Context, All.getFnAttrs()));
  return All.removeFnAttributes(Context, Mask);
}
