// What the files share that describe IR to the encoder. What other files use, too, is in describe.h.
#pragma once

#include "attributes.h"
#include "describe.h"
#include "enumerations.h"

#include "llvm/IR/LLVMContext.h"

namespace fmerge {

// Whether AttributeSet::intersectWith gives up if only one side has the attribute, or the sides have it differently.
bool mustPreserve(llvm::Attribute a);

// The same for attributes in the code of a function, where `noundef` may decide how a value is passed.
class PreservedIn {
public:
  explicit PreservedIn(const llvm::Function &user) : shadows(fmergePassesShadows(user)) {}
  bool operator()(llvm::Attribute a) const {
    return mustPreserve(a) || (shadows && a.hasAttribute(llvm::Attribute::NoUndef));
  }

private:
  bool shadows;
};

// Adds the attributes of a set for which `keep` holds, and the alignment beside a byval, which is then part of the ABI.
// Nothing is added if there are none. Otherwise, the position and the count come first.
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

// Whether metadata of a kind without a fixed number is for tools only: where source came from, and what was allocated.
bool isNoteByName(llvm::LLVMContext &context, unsigned kind);

} // namespace fmerge
