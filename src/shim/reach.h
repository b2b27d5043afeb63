// Asking what a node of a graph leads to, for graphs that share parts and run deep: constants and metadata of a
// module. Consumes: nodes, and what each leads to. Produces: an answer for each node on the way.
// Guarantees: no recursion, and no node is looked at twice.
#pragma once

#include <utility>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace fmerge {

// Whether something that is looked for can be reached. `EdgesOf` gives the edges of a node, and `Judge` says of an
// edge whether it is what is looked for, and else to which node it leads, if to any. Of nodes that lead back to
// themselves, some may be remembered as not reaching it that do.
template <typename Node, typename EdgesOf, typename Judge>
bool reaches(const Node &From, llvm::DenseMap<const Node *, bool> &Known, EdgesOf Edges, Judge Of) {
  if (auto [Found, IsNew] = Known.try_emplace(&From, false); !IsNew)
    return Found->second;
  struct Open {
    const Node *At;
    decltype(Edges(From).begin()) Next, End;
  };
  auto open = [&](const Node &N) { return Open{&N, Edges(N).begin(), Edges(N).end()}; };
  llvm::SmallVector<Open, 8> Path{open(From)};
  while (!Path.empty()) {
    Open &Top = Path.back();
    if (Top.Next == Top.End) {
      Path.pop_back();
      continue;
    }
    std::pair<bool, const Node *> Answer = Of(*Top.Next++);
    if (Answer.first || (Answer.second && Known.lookup(Answer.second))) {
      for (Open &Each : Path)
        Known[Each.At] = true;
      return true;
    }
    if (Answer.second && Known.try_emplace(Answer.second, false).second)
      Path.push_back(open(*Answer.second));
  }
  return false;
}

} // namespace fmerge
