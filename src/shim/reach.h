// Whether a node of a graph leads to something that is looked for. The graphs are the constants and the metadata of a
// module, which share parts and may be deep. Consumes: nodes, and the edges of each. Produces: an answer for each node
// on the way. Guarantees: there is no recursion, and no node is visited twice.
#pragma once

#include <utility>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace fmerge {

// Whether something that is looked for can be reached. `EdgesOf` gives the edges of a node. `Judge` says whether an
// edge is what is looked for, and if not, to which node it leads, if to any. In a cycle, some nodes may be remembered
// as not reaching it although they do.
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
