// What the files that describe IR to the encoder share among themselves; what others use too is in describe.h.
#pragma once

#include "attributes.h"
#include "describe.h"
#include "enumerations.h"

#include "llvm/IR/LLVMContext.h"

namespace fmerge {

// Whether AttributeSet::intersectWith gives up when the attribute is on one side only, or differs.
bool mustPreserve(llvm::Attribute a);

// The same in the code of a function; there, `noundef` may decide how a value is passed.
class PreservedIn {
public:
  explicit PreservedIn(const llvm::Function &user) : shadows(fmergePassesShadows(user)) {}
  bool operator()(llvm::Attribute a) const {
    return mustPreserve(a) || (shadows && a.hasAttribute(llvm::Attribute::NoUndef));
  }

private:
  bool shadows;
};

// The attributes of a call for which `keep` holds, and the alignment beside a byval, which is then ABI.
// An empty choice adds nothing; any other begins with the position and the count.
template <typename Predicate>
void addAttributes(Words &out, unsigned position, llvm::AttributeSet set, Predicate keep) {
  size_t start = out.size();
  out.append({position, 0});
  for (llvm::Attribute a : set)
    if (keep(a))
      out.name(a);
  if (set.hasAttribute(llvm::Attribute::ByVal))
    out.name(set.getAttribute(llvm::Attribute::Alignment));
  out[start + 1] = out.size() - start - 2;
  if (out[start + 1] == 0)
    out.truncate(start);
}

// Kinds without a fixed number: where source came from, and what was allocated, for tools only.
bool isNoteByName(llvm::LLVMContext &context, unsigned kind);

} // namespace fmerge
