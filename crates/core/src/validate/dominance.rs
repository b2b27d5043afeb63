//! Dominance on plain numbered graphs, for the checkers alone.
//!
//! Consumes: successor lists, node 0 being the entry. Produces: [`CheckedDominance`], which answers whether a definition
//! reaches a use. Guarantees: constant time per question between blocks; time to build by Cooper, Harvey and Kennedy,
//! "A Simple, Fast Dominance Algorithm". The planner does not use this file, so that one mistake cannot fool both it
//! and its checker.

/// No node: the immediate dominator of the entry and of unreachable nodes.
const NONE: usize = usize::MAX;

/// Where a value is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Site {
    /// At a position of a block.
    Point(usize, usize),
    /// On the edge from a block to its first successor: the result of a terminator (an invoke).
    Edge(usize, usize),
}

/// A graph with its dominator tree.
pub(crate) struct CheckedDominance {
    succs: Vec<Vec<usize>>,
    preds: Vec<Vec<usize>>,
    order: Vec<usize>,
    /// Entry and exit times in the dominator tree; `NONE` for unreachable nodes.
    times: Vec<(usize, usize)>,
}

impl CheckedDominance {
    /// Dominance in the graph with these successors, repeats included, all below the number of nodes.
    pub(crate) fn new(succs: Vec<Vec<usize>>) -> Self {
        let order = reverse_postorder(&succs);
        let preds = predecessors(&succs);
        let idom = immediate_dominators(&order, &preds);
        let times = tree_times(&order, &idom);
        CheckedDominance { succs, preds, order, times }
    }

    /// The reachable nodes in reverse post-order.
    pub(crate) fn reverse_postorder(&self) -> &[usize] {
        &self.order
    }

    /// The distinct predecessors of a node, ascending.
    pub(crate) fn preds(&self, node: usize) -> &[usize] {
        &self.preds[node]
    }

    /// Whether every path from the entry to `below` passes `above`; both reachable.
    pub(crate) fn dominates(&self, above: usize, below: usize) -> bool {
        let ((start, end), (from, to)) = (self.times[above], self.times[below]);
        start <= from && to <= end
    }

    /// Whether every path from the entry to `below` takes the edge `from → to`.
    fn edge_dominates(&self, from: usize, to: usize, below: usize) -> bool {
        let others_come_back =
            || self.preds[to].iter().all(|&p| p == from || self.dominates(to, p));
        // A run begins in the entry without taking an edge.
        to != 0 && self.is_single_edge(from, to) && self.dominates(to, below) && others_come_back()
    }

    fn is_single_edge(&self, from: usize, to: usize) -> bool {
        self.succs[from].iter().filter(|&&s| s == to).count() == 1
    }

    /// Whether a value made at `site` may be used at a position of a block.
    pub(crate) fn reaches_point(&self, site: Site, block: usize, position: usize) -> bool {
        match site {
            Site::Point(b, p) if b == block => p < position,
            Site::Point(b, _) => self.dominates(b, block),
            Site::Edge(from, to) => self.edge_dominates(from, to, block),
        }
    }

    /// Whether a value made at `site` may be the incoming value of a φ over the edge `from → to`.
    pub(crate) fn reaches_edge(&self, site: Site, from: usize, to: usize) -> bool {
        match site {
            Site::Point(b, _) => self.dominates(b, from),
            Site::Edge(f, t) if (f, t) == (from, to) => self.is_single_edge(f, t),
            Site::Edge(f, t) => self.edge_dominates(f, t, from),
        }
    }
}

fn reverse_postorder(succs: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; succs.len()];
    let mut order = Vec::with_capacity(succs.len());
    let mut stack = vec![(0, 0)];
    if let Some(entry) = seen.first_mut() {
        *entry = true;
    } else {
        return order;
    }
    while let Some((node, next)) = stack.pop() {
        let Some(&succ) = succs[node].get(next) else {
            order.push(node);
            continue;
        };
        stack.push((node, next + 1));
        if !std::mem::replace(&mut seen[succ], true) {
            stack.push((succ, 0));
        }
    }
    order.reverse();
    order
}

fn predecessors(succs: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut preds = vec![Vec::new(); succs.len()];
    for (node, list) in succs.iter().enumerate() {
        for &succ in list {
            // Nodes come in ascending order, so a repeat is always the last entry.
            if preds[succ].last() != Some(&node) {
                preds[succ].push(node);
            }
        }
    }
    preds
}

fn immediate_dominators(order: &[usize], preds: &[Vec<usize>]) -> Vec<usize> {
    let mut rank = vec![NONE; preds.len()];
    order.iter().enumerate().for_each(|(i, &node)| rank[node] = i);
    let mut idom = vec![NONE; preds.len()];
    let Some((&entry, rest)) = order.split_first() else {
        return idom;
    };
    idom[entry] = entry;
    let mut changed = true;
    while changed {
        changed = false;
        for &node in rest {
            let ready = preds[node].iter().copied().filter(|&p| idom[p] != NONE);
            let new = ready.reduce(|a, b| common(&idom, &rank, a, b)).unwrap_or(NONE);
            changed |= std::mem::replace(&mut idom[node], new) != new;
        }
    }
    idom[entry] = NONE;
    idom
}

/// The nearest common dominator of two nodes.
fn common(idom: &[usize], rank: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if rank[a] > rank[b] {
            a = idom[a];
        } else {
            b = idom[b];
        }
    }
    a
}

/// Numbers the dominator tree so that an ancestor's interval holds its descendants'.
fn tree_times(order: &[usize], idom: &[usize]) -> Vec<(usize, usize)> {
    let mut children = vec![Vec::new(); idom.len()];
    for &node in order {
        if idom[node] != NONE {
            children[idom[node]].push(node);
        }
    }
    let mut times = vec![(NONE, 0); idom.len()];
    let mut clock = 0;
    let mut stack: Vec<(usize, usize)> =
        order.first().map(|&entry| (entry, 0)).into_iter().collect();
    while let Some((node, next)) = stack.pop() {
        if next == 0 {
            times[node].0 = clock;
            clock += 1;
        }
        match children[node].get(next) {
            Some(&child) => stack.extend([(node, next + 1), (child, 0)]),
            None => times[node].1 = clock,
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Dominance by its definition: `below` is out of reach once `above` is taken away.
    fn naive(succs: &[Vec<usize>], above: usize, below: usize) -> bool {
        let mut seen = vec![false; succs.len()];
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            if node != above && !std::mem::replace(&mut seen[node], true) {
                stack.extend(&succs[node]);
            }
        }
        !seen[below]
    }

    fn graphs() -> impl Strategy<Value = Vec<Vec<usize>>> {
        (1_usize..12).prop_flat_map(|n| prop::collection::vec(prop::collection::vec(0..n, 0..4), n))
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(succs in graphs()) {
            let dominance = CheckedDominance::new(succs.clone());
            let nodes = dominance.reverse_postorder().to_vec();
            for &above in &nodes {
                for &below in &nodes {
                    prop_assert_eq!(dominance.dominates(above, below), naive(&succs, above, below));
                }
            }
        }

        #[test]
        fn an_edge_dominates_what_is_lost_without_it(succs in graphs()) {
            let dominance = CheckedDominance::new(succs.clone());
            let nodes = dominance.reverse_postorder().to_vec();
            for &from in &nodes {
                let Some(&to) = succs[from].first() else { continue };
                let mut cut = succs.clone();
                // An edge that stands twice is not one edge: taking one away leaves the other.
                cut[from].remove(0);
                for &below in &nodes {
                    let lost = !reverse_postorder(&cut).contains(&below);
                    prop_assert_eq!(dominance.reaches_point(Site::Edge(from, to), below, 0), lost);
                }
            }
        }
    }
}
