// What to do with attributes of functions and calls. The core's table says it, by the attribute's name
// (src/ffi/attributes.rs).
//
// Consumes: attributes of functions and calls. Produces: facts about each attribute, and those parts of attribute sets
// that go to a shared body or stay with a call. Guarantees: an attribute that the table does not know is treated as if
// everything depended on it.

#include "attributes.h"
#include "compat.h"

#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <atomic>
#include <iterator>

using namespace llvm;
using namespace fmerge;

// One bit for each `AttributeFact` that holds.
extern "C" uint64_t fmerge_attribute_facts(const char *name, size_t length, bool isText);

namespace {

// An attribute set, and the facts of all of its attributes together.
struct KnownSet {
  AttributeSet set;
  uint64_t facts = 0;
};

// A cache: many functions have the same set, and each is looked at many times. Sets live as long as their context, and
// a pass runs in one context.
constexpr size_t NumKnownSets = 256;
thread_local KnownSet knownSets[NumKnownSets];

uint64_t factsOfName(StringRef name, bool isText) {
  return fmerge_attribute_facts(name.empty() ? "" : name.data(), name.size(), isText);
}

// The facts of enum attributes, by number. Without `IsKnown`, nobody has asked for them yet.
constexpr uint64_t IsKnown = 1ull << 63;
std::atomic<uint64_t> factsByNumber[Attribute::EndAttrKinds];

uint64_t factsOf(Attribute a) {
  if (a.isStringAttribute())
    return factsOfName(a.getKindAsString(), true);
  std::atomic<uint64_t> &known = factsByNumber[a.getKindAsEnum()];
  uint64_t facts = known.load(std::memory_order_relaxed);
  if (!(facts & IsKnown)) {
    facts = factsOfName(Attribute::getNameFromAttrKind(a.getKindAsEnum()), false) | IsKnown;
    known.store(facts, std::memory_order_relaxed);
  }
  return facts;
}

uint64_t factsOf(AttributeSet all) {
  if (!all.hasAttributes())
    return 0;
  KnownSet &known = knownSets[DenseMapInfo<AttributeSet>::getHashValue(all) % NumKnownSets];
  if (known.set != all) {
    known = {all, 0};
    for (Attribute a : all)
      known.facts |= factsOf(a);
  }
  return known.facts;
}

} // namespace

void fmerge::forgetAttributeSets() { std::fill(std::begin(knownSets), std::end(knownSets), KnownSet()); }

bool fmerge::is(AttributeFact fact, Attribute a) { return factsOf(a) & bit(fact); }

bool fmerge::has(AttributeFact fact, AttributeSet all) { return factsOf(all) & bit(fact); }

AttributeSet fmerge::only(AttributeFact fact, LLVMContext &context, AttributeSet all) {
  if (!has(fact, all))
    return {};
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
      common = compat::intersected(context, *common, one);
  return common;
}

AttributeList fmerge::withoutIdentity(LLVMContext &context, AttributeList all) {
  AttributeMask mask(only(AttributeFact::Identity, context, all.getFnAttrs()));
  return all.removeFnAttributes(context, mask);
}
