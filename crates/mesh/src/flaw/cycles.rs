//! Finds the edges of a graph that lie on a cycle.

/// For each edge between two nodes, true if it lies on a cycle, that is, if another path connects its ends.
pub(super) fn on_cycles(nodes: usize, edges: &[[usize; 2]]) -> Vec<bool> {
    let mut is_on = vec![false; edges.len()];
    let forest = Forest::new(nodes, edges);
    // Every edge outside the forest closes a cycle with the paths from its ends up to their common ancestor. Edges of
    // the forest that are already on a cycle are skipped.
    let mut above: Vec<usize> = (0..nodes).collect();
    for (edge, [a, b]) in edges.iter().enumerate() {
        if forest.is_in[edge] {
            continue;
        }
        is_on[edge] = true;
        let (mut a, mut b) = (top(&mut above, *a), top(&mut above, *b));
        while a != b {
            if forest.depth[a] < forest.depth[b] {
                std::mem::swap(&mut a, &mut b);
            }
            let Some((parent, climbed)) = forest.up[a] else { break };
            is_on[climbed] = true;
            above[a] = parent;
            a = top(&mut above, parent);
        }
    }
    is_on
}

/// The first ancestor whose edge is not yet on a cycle.
fn top(above: &mut [usize], mut node: usize) -> usize {
    while above[node] != node {
        above[node] = above[above[node]];
        node = above[node];
    }
    node
}

/// A spanning tree of each connected part of a graph.
struct Forest {
    /// The parent of each node, and the edge to it.
    up: Vec<Option<(usize, usize)>>,
    depth: Vec<usize>,
    is_in: Vec<bool>,
}

impl Forest {
    fn new(nodes: usize, edges: &[[usize; 2]]) -> Self {
        let ends = edges.iter().enumerate().flat_map(|(edge, [a, b])| [(*a, (edge, *b)), (*b, (edge, *a))]);
        let mut around = vec![Vec::new(); nodes];
        ends.for_each(|(node, way)| around[node].push(way));
        let mut forest =
            Self { up: vec![None; nodes], depth: vec![usize::MAX; nodes], is_in: vec![false; edges.len()] };
        let mut waiting = Vec::new();
        for root in 0..nodes {
            if forest.depth[root] != usize::MAX {
                continue;
            }
            forest.depth[root] = 0;
            waiting.push(root);
            while let Some(node) = waiting.pop() {
                for (edge, other) in &around[node] {
                    if forest.depth[*other] == usize::MAX {
                        forest.depth[*other] = forest.depth[node] + 1;
                        forest.up[*other] = Some((node, *edge));
                        forest.is_in[*edge] = true;
                        waiting.push(*other);
                    }
                }
            }
        }
        forest
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns whether two nodes are connected without a given edge.
    fn leads(from: usize, to: usize, edges: &[[usize; 2]], without: usize) -> bool {
        let (mut known, mut at) = (vec![from], 0);
        while at < known.len() {
            for (_, [a, b]) in edges.iter().enumerate().filter(|(edge, _)| *edge != without) {
                for (here, there) in [(a, b), (b, a)] {
                    if *here == known[at] && !known.contains(there) {
                        known.push(*there);
                    }
                }
            }
            at += 1;
        }
        known.contains(&to)
    }

    proptest! {
        #[test]
        fn an_edge_is_on_a_cycle_if_another_way_leads_between_its_ends(
            edges in prop::collection::vec([0..9_usize, 0..9_usize], 0..14),
        ) {
            let edges: Vec<_> = edges.into_iter().filter(|[a, b]| a != b).collect();
            let naive: Vec<_> = (0..edges.len()).map(|edge| leads(edges[edge][0], edges[edge][1], &edges, edge)).collect();
            prop_assert_eq!(on_cycles(9, &edges), naive);
        }
    }
}
