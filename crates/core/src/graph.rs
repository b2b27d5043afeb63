//! Orders and dominance on small control-flow graphs given as adjacency lists.
//!
//! Consumes: successor lists, node 0 being the entry. Produces: reverse post-order, immediate dominators,
//! dominance frontiers, and what lies on cycles. Guarantees: nodes that the entry cannot reach have no order and
//! no dominator.
//!
//! Dominators by Georgiadis, Tarjan and Werneck, "Finding Dominators in Practice" (2006), section 2.3; frontiers by Cooper,
//! Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001), section 4.

use smallvec::SmallVec;

/// The neighbors of a node, such as its successors. Most nodes have at most two, which need no memory on the heap.
pub type Nodes = SmallVec<[u32; 2]>;

/// Stands for the order and the dominator of nodes that the entry cannot reach.
const NONE: u32 = u32::MAX;

/// Which nodes can reach themselves: members of strongly connected components of two or more nodes, and nodes
/// with an edge to themselves. By Tarjan's algorithm, without recursion.
pub fn on_cycles(succs: &[impl AsRef<[u32]>]) -> Vec<bool> {
    let mut cyclic = vec![false; succs.len()];
    for component in components(succs) {
        let is_loop = |&node: &u32| succs[node as usize].as_ref().contains(&node);
        if component.len() > 1 || component.iter().any(is_loop) {
            component.iter().for_each(|&node| cyclic[node as usize] = true);
        }
    }
    cyclic
}

/// The strongly connected components, each after those that it leads to. By Tarjan's algorithm, without recursion.
pub fn components(succs: &[impl AsRef<[u32]>]) -> Vec<Vec<u32>> {
    let mut walk = Components::new(succs);
    (0..succs.len()).for_each(|node| walk.from(node));
    walk.found
}

/// The walk of Tarjan's algorithm ("Depth-First Search and Linear Graph Algorithms", 1972).
struct Components<'a, S> {
    succs: &'a [S],
    /// When a node was entered, from 1 on; 0 before.
    entered: Vec<u32>,
    /// The earliest open node that a node leads to.
    low: Vec<u32>,
    open: Vec<bool>,
    stack: Vec<usize>,
    clock: u32,
    found: Vec<Vec<u32>>,
}

impl<'a, S: AsRef<[u32]>> Components<'a, S> {
    fn new(succs: &'a [S]) -> Components<'a, S> {
        let count = succs.len();
        Components {
            succs,
            entered: vec![0; count],
            low: vec![0; count],
            open: vec![false; count],
            stack: Vec::new(),
            clock: 0,
            found: Vec::new(),
        }
    }

    fn from(&mut self, start: usize) {
        if self.entered[start] != 0 {
            return;
        }
        let mut path = vec![(start, 0)];
        self.enter(start);
        while let Some((node, done)) = path.last_mut() {
            let (here, at) = (*node, *done);
            *done += 1;
            match self.succs[here].as_ref().get(at) {
                Some(&next) => {
                    let next = next as usize;
                    if self.entered[next] == 0 {
                        self.enter(next);
                        path.push((next, 0));
                    } else if self.open[next] {
                        self.low[here] = self.low[here].min(self.entered[next]);
                    }
                }
                None => {
                    path.pop();
                    self.leave(here, path.last().map(|&(parent, _)| parent));
                }
            }
        }
    }

    fn enter(&mut self, node: usize) {
        self.clock += 1;
        (self.entered[node], self.low[node]) = (self.clock, self.clock);
        self.open[node] = true;
        self.stack.push(node);
    }

    fn leave(&mut self, node: usize, parent: Option<usize>) {
        if let Some(parent) = parent {
            self.low[parent] = self.low[parent].min(self.low[node]);
        }
        if self.low[node] != self.entered[node] {
            return;
        }
        let first =
            self.stack.iter().rposition(|&n| n == node).expect("an open node is on the stack");
        let members = self.stack.split_off(first);
        members.iter().for_each(|&member| self.open[member] = false);
        self.found.push(members.into_iter().map(|member| member as u32).collect());
    }
}

/// Dominance of one graph.
#[derive(Clone, Debug)]
pub struct Dominance {
    /// Distinct predecessors of each node, in order of the predecessors' numbers.
    preds: Vec<Nodes>,
    /// Reachable nodes in reverse post-order.
    order: Vec<u32>,
    /// Immediate dominator; the entry is its own.
    idom: Vec<u32>,
    /// When a walk of the dominator tree enters and leaves each node.
    spans: Vec<(u32, u32)>,
    /// Children in the dominator tree, in reverse post-order.
    children: Vec<Nodes>,
}

impl Dominance {
    /// Computes dominance from successor lists; node 0 is the entry.
    pub fn new(succs: &[impl AsRef<[u32]>]) -> Dominance {
        let walk = DepthFirst::new(succs);
        let preds = predecessors(succs, &walk.order);
        let idom = immediate_dominators(&walk, &preds);
        let order = walk.order;
        let children = dominator_children(&idom, &order);
        let spans = dominator_spans(&children, succs.len());
        Dominance { preds, order, idom, spans, children }
    }

    /// Distinct reachable predecessors of a node.
    pub fn preds(&self, node: u32) -> &[u32] {
        &self.preds[node as usize]
    }

    /// Reachable nodes in reverse post-order.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The immediate dominator; `None` for the entry and for what it cannot reach.
    pub fn idom(&self, node: u32) -> Option<u32> {
        let up = self.idom[node as usize];
        (up != NONE && up != node).then_some(up)
    }

    /// Whether every path from the entry to `b` passes `a`; a node dominates itself.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        let ((a_in, a_out), (b_in, b_out)) = (self.spans[a as usize], self.spans[b as usize]);
        a_in != NONE && b_in != NONE && a_in <= b_in && b_out <= a_out
    }

    /// Reachable nodes, each before those that it dominates; siblings in reverse post-order.
    pub fn preorder(&self) -> Vec<u32> {
        let mut result = Vec::with_capacity(self.order.len());
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            result.push(node);
            stack.extend(self.children[node as usize].iter().rev());
        }
        result
    }

    /// For each node, the nodes where its dominance ends, in increasing order.
    pub fn frontiers(&self) -> Vec<Nodes> {
        let mut frontiers = vec![Nodes::new(); self.preds.len()];
        for &node in self.order.iter().filter(|&&n| self.preds(n).len() >= 2) {
            for &pred in self.preds(node) {
                let mut runner = pred;
                // Above a runner that has the node already, so have all.
                while runner != self.idom[node as usize]
                    && frontiers[runner as usize].last() != Some(&node)
                {
                    frontiers[runner as usize].push(node);
                    runner = self.idom[runner as usize];
                }
            }
        }
        for frontier in &mut frontiers {
            frontier.sort_unstable();
        }
        frontiers
    }
}

/// A walk in depth first from the entry. Nodes are numbered in the order in which it enters them.
struct DepthFirst {
    /// By number: the node.
    nodes: Vec<u32>,
    /// By node: its number.
    numbers: Vec<u32>,
    /// By number: the number of the node from which it was entered; the entry is its own.
    parents: Vec<u32>,
    /// The nodes in reverse post-order.
    order: Vec<u32>,
}

impl DepthFirst {
    fn new(succs: &[impl AsRef<[u32]>]) -> DepthFirst {
        let mut numbers = vec![NONE; succs.len()];
        let (mut nodes, mut parents, mut order) = (vec![0], vec![0], Vec::new());
        numbers[0] = 0;
        let mut stack = vec![(0u32, 0usize)];
        while let Some((node, next)) = stack.last_mut() {
            let here = *node as usize;
            match succs[here].as_ref().get(*next) {
                Some(&succ) => {
                    *next += 1;
                    if numbers[succ as usize] == NONE {
                        numbers[succ as usize] = nodes.len() as u32;
                        nodes.push(succ);
                        parents.push(numbers[here]);
                        stack.push((succ, 0));
                    }
                }
                None => {
                    order.push(*node);
                    stack.pop();
                }
            }
        }
        order.reverse();
        DepthFirst { nodes, numbers, parents, order }
    }
}

fn predecessors(succs: &[impl AsRef<[u32]>], order: &[u32]) -> Vec<Nodes> {
    let mut preds = vec![Nodes::new(); succs.len()];
    let mut nodes = order.to_vec();
    nodes.sort_unstable();
    for node in nodes {
        for &succ in succs[node as usize].as_ref() {
            if preds[succ as usize].last() != Some(&node) {
                preds[succ as usize].push(node);
            }
        }
    }
    preds
}

/// The immediate dominators; the entry is its own. By Semi-NCA, whose time is linear in what functions look like: a block
/// to which thousands of others lead takes a walk of the tree, and not one for each of them.
fn immediate_dominators(walk: &DepthFirst, preds: &[Nodes]) -> Vec<u32> {
    let mut up = walk.parents.clone();
    let mut paths = LeastOnPaths::new(&walk.parents);
    let mut semidominators = vec![0; walk.nodes.len()];
    for at in (1..walk.nodes.len()).rev() {
        let preds = &preds[walk.nodes[at] as usize];
        let least = preds.iter().map(|&pred| paths.least(walk.numbers[pred as usize], at as u32));
        semidominators[at] = least.min().expect("the tree's edge leads to it");
        paths.values[at] = semidominators[at];
    }
    // The dominator is the nearest common ancestor of the parent and the semidominator, in the tree made so far.
    for at in 1..up.len() {
        while up[at] > semidominators[at] {
            up[at] = up[up[at] as usize];
        }
    }
    let mut idom = vec![NONE; preds.len()];
    for (&node, &number) in walk.nodes.iter().zip(&up) {
        idom[node as usize] = walk.nodes[number as usize];
    }
    idom
}

/// The least semidominators along the paths of a walk's tree, of nodes that have one already. Paths are shortened when
/// they are walked.
struct LeastOnPaths {
    /// By number: the end of its shortened path.
    above: Vec<u32>,
    /// By number: the least along its shortened path.
    values: Vec<u32>,
    /// The path that is being walked; empty between two walks.
    walked: Vec<u32>,
}

impl LeastOnPaths {
    fn new(parents: &[u32]) -> LeastOnPaths {
        let values = (0..parents.len() as u32).collect();
        LeastOnPaths { above: parents.to_vec(), values, walked: Vec::new() }
    }

    /// The least of a node and its ancestors behind number `last`; the node's own number if it is not behind that.
    fn least(&mut self, node: u32, last: u32) -> u32 {
        let mut at = node;
        while at > last && self.above[at as usize] > last {
            self.walked.push(at);
            at = self.above[at as usize];
        }
        // From the top down, each takes over what is known of the one above.
        while let Some(below) = self.walked.pop() {
            let (above, below) = (at as usize, below as usize);
            self.values[below] = self.values[below].min(self.values[above]);
            self.above[below] = self.above[above];
            at = below as u32;
        }
        self.values[node as usize]
    }
}

fn dominator_children(idom: &[u32], order: &[u32]) -> Vec<Nodes> {
    let mut children = vec![Nodes::new(); idom.len()];
    for &node in &order[1..] {
        children[idom[node as usize] as usize].push(node);
    }
    children
}

fn dominator_spans(children: &[Nodes], nodes: usize) -> Vec<(u32, u32)> {
    let mut spans = vec![(NONE, NONE); nodes];
    let mut clock = 0;
    let mut stack = vec![(0u32, 0usize)];
    spans[0].0 = clock;
    while let Some((node, next)) = stack.last_mut() {
        clock += 1;
        match children[*node as usize].get(*next) {
            Some(&child) => {
                *next += 1;
                spans[child as usize].0 = clock;
                stack.push((child, 0));
            }
            None => {
                spans[*node as usize].1 = clock;
                stack.pop();
            }
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether `to` can be reached from the entry without passing `cut`.
    fn reaches_without(succs: &[Vec<u32>], cut: u32, to: u32) -> bool {
        let mut seen = vec![false; succs.len()];
        let mut stack = if cut == 0 { vec![] } else { vec![0u32] };
        while let Some(node) = stack.pop() {
            if node == cut || std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            stack.extend(&succs[node as usize]);
        }
        seen[to as usize]
    }

    fn graphs() -> impl Strategy<Value = Vec<Vec<u32>>> {
        (1u32..12).prop_flat_map(|n| {
            proptest::collection::vec(proptest::collection::vec(0..n, 0..4), n as usize)
        })
    }

    /// Where all blocks of a chain lead to one block, as where a long parser fails.
    #[test]
    fn a_block_after_a_long_chain_takes_one_walk_for_all_blocks_before_it() {
        let end = 400_000;
        let succs: Vec<Vec<u32>> =
            (0..=end).map(|n| if n == end { vec![] } else { vec![end, n + 1] }).collect();
        let dominance = Dominance::new(&succs);
        assert_eq!(dominance.idom(end), Some(0));
        assert_eq!(dominance.idom(end - 1), Some(end - 2));
        let frontiers = dominance.frontiers();
        assert!(frontiers[1..end as usize].iter().all(|frontier| frontier.as_slice() == [end]));
    }

    #[test]
    fn cycles_are_found_and_what_leads_to_them_is_none() {
        let succs = [vec![1], vec![2, 3], vec![1], vec![3], vec![0], vec![]];
        assert_eq!(on_cycles(&succs), [false, true, true, true, false, false]);
        assert_eq!(components(&succs), [vec![3], vec![1, 2], vec![0], vec![4], vec![5]]);
    }

    proptest! {
        #[test]
        fn dominance_agrees_with_removing_each_node(succs in graphs()) {
            let dominance = Dominance::new(&succs);
            for &b in dominance.order() {
                for &a in dominance.order() {
                    let naive = a == b || !reaches_without(&succs, a, b);
                    prop_assert_eq!(dominance.dominates(a, b), naive, "{} over {}", a, b);
                }
            }
        }

        #[test]
        fn a_frontier_is_where_dominance_ends(succs in graphs()) {
            let dominance = Dominance::new(&succs);
            let frontiers = dominance.frontiers();
            for &a in dominance.order() {
                for &b in dominance.order() {
                    let reaches = dominance.preds(b).iter().any(|&p| dominance.dominates(a, p));
                    let strictly = a != b && dominance.dominates(a, b);
                    // The entry's self-loop has no frontier of its own: it is its own dominator.
                    let naive = reaches && !strictly && dominance.preds(b).len() >= 2;
                    if b != 0 {
                        prop_assert_eq!(frontiers[a as usize].contains(&b), naive, "{} at {}", a, b);
                    }
                }
            }
        }

        #[test]
        fn preorder_lists_every_reachable_node_after_its_dominator(succs in graphs()) {
            let dominance = Dominance::new(&succs);
            let preorder = dominance.preorder();
            prop_assert_eq!(preorder.len(), dominance.order().len());
            for (at, &node) in preorder.iter().enumerate() {
                if let Some(up) = dominance.idom(node) {
                    prop_assert!(preorder[..at].contains(&up));
                }
            }
        }
    }
}
