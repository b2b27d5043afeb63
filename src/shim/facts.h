// What the files that describe IR to the encoder share among themselves; what others use too is in describe.h.
#pragma once

#include "attributes.h"
#include "describe.h"
#include "enumerations.h"

#include "llvm/IR/LLVMContext.h"

namespace fmerge {

// What is true of something.
template <typename Fact> struct Facts {
  uint64_t Bits = 0;
  void set(Fact F, bool Holds) { Bits |= Holds ? bit(F) : 0; }
};

// Whether AttributeSet::intersectWith gives up when the attribute is on one side only, or differs.
bool mustPreserve(llvm::Attribute A);

// The same in the code of a function; there, `noundef` may decide how a value is passed.
class PreservedIn {
public:
  explicit PreservedIn(const llvm::Function &User) : Shadows(fmergePassesShadows(User)) {}
  bool operator()(llvm::Attribute A) const {
    return mustPreserve(A) || (Shadows && A.hasAttribute(llvm::Attribute::NoUndef));
  }

private:
  bool Shadows;
};

// The attributes of a call for which `Keep` holds, and the alignment beside a byval, which is then ABI.
// An empty choice adds nothing; any other begins with the position and the count.
template <typename Predicate>
void addAttributes(Words &Out, unsigned Position, llvm::AttributeSet Set, Predicate Keep) {
  size_t Start = Out.size();
  Out.append({Position, 0});
  for (llvm::Attribute A : Set)
    if (Keep(A))
      Out.name(A);
  if (Set.hasAttribute(llvm::Attribute::ByVal))
    Out.name(Set.getAttribute(llvm::Attribute::Alignment));
  Out[Start + 1] = Out.size() - Start - 2;
  if (Out[Start + 1] == 0)
    Out.truncate(Start);
}

// Kinds without a fixed number: where source came from, and what was allocated, for tools only.
bool isNoteByName(llvm::LLVMContext &Context, unsigned Kind);

} // namespace fmerge
