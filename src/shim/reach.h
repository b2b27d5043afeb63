// Whether a node of a graph leads to something that is looked for. The graphs are the constants, the metadata and the
// addresses of a module. They share parts, and may be deep. Consumes: nodes, and the edges of each. Produces: an answer
// for each node on the way. Guarantees: there is no recursion, and no node is visited twice.
#pragma once

#include <utility>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace fmerge {

// Whether something that is looked for can be reached from a node. `edges` gives the edges of a node. `of` says whether
// an edge is what is looked for, and to which node it leads otherwise, if to any. `known` keeps the answers. In a
// cycle, it may keep for some nodes that they do not reach it although they do.
template <typename Node, typename EdgesOf, typename Judge>
bool reaches(const Node &from, llvm::DenseMap<const Node *, bool> &known, EdgesOf edges, Judge of) {
  if (auto [found, isNew] = known.try_emplace(&from, false); !isNew)
    return found->second;
  struct Open {
    const Node *at;
    decltype(edges(from).begin()) next, end;
  };
  auto open = [&](const Node &n) { return Open{&n, edges(n).begin(), edges(n).end()}; };
  llvm::SmallVector<Open, 8> path{open(from)};
  while (!path.empty()) {
    Open &top = path.back();
    if (top.next == top.end) {
      path.pop_back();
      continue;
    }
    std::pair<bool, const Node *> answer = of(*top.next++);
    if (answer.first || (answer.second && known.lookup(answer.second))) {
      for (Open &each : path)
        known[each.at] = true;
      return true;
    }
    if (answer.second && known.try_emplace(answer.second, false).second)
      path.push_back(open(*answer.second));
  }
  return false;
}

} // namespace fmerge
