//! [`BiconnectedComponents`] of the polygon graph. They limit the polygons that a path between two others can cross.
//!
//! A shortest path never returns to a convex polygon that it has left, so it enters no dead end. Where a single polygon
//! connects two parts of the graph (a cut vertex), the path crosses it at most once. The biconnected components between
//! the cut vertices form a tree, and a path crosses only the components between its start and its goal in that tree.

use super::portal::Portal;

/// The biconnected components and the tree that they form.
#[derive(Clone, Debug, Default)]
pub struct BiconnectedComponents {
    /// The parent component of each polygon in its tree, or [`BiconnectedComponents::NONE`] for the root.
    above: Vec<u32>,
    /// The parent polygon of each component.
    top: Vec<u32>,
    /// The number of components between each polygon and the root.
    depth: Vec<u32>,
}

/// The state of the depth-first search at a polygon.
#[derive(Clone, Copy, Debug)]
struct Visit {
    polygon: u32,
    /// The portal through which it was entered.
    entry: u32,
    /// The next portal to examine.
    next: u32,
}

impl BiconnectedComponents {
    pub const NONE: u32 = u32::MAX;

    pub fn count(&self) -> usize {
        self.top.len()
    }

    /// Finds the components with Tarjan's algorithm, without recursion, and stores in each portal the component that it
    /// belongs to. The portals of polygon `p` are `first[p]..first[p + 1]`.
    pub fn find(portals: &mut [Portal], first: &[u32]) -> Self {
        let polygons = first.len().saturating_sub(1);
        let mut components = Self { above: vec![Self::NONE; polygons], top: Vec::new(), depth: vec![0; polygons] };
        let mut order = vec![Self::NONE; polygons];
        let mut lowest = vec![0; polygons];
        let mut visited = Vec::with_capacity(polygons);
        let (mut path, mut open): (Vec<Visit>, Vec<u32>) = (Vec::new(), Vec::new());
        for root in 0..polygons as u32 {
            if order[root as usize] != Self::NONE {
                continue;
            }
            path.push(Visit { polygon: root, entry: Self::NONE, next: first[root as usize] });
            while let Some(visit) = path.last_mut() {
                let here = visit.polygon as usize;
                if order[here] == Self::NONE {
                    order[here] = visited.len() as u32;
                    lowest[here] = order[here];
                    visited.push(visit.polygon);
                }
                if visit.next < first[here + 1] {
                    let through = visit.next;
                    visit.next += 1;
                    let portal = portals[through as usize];
                    let there = portal.to as usize;
                    if order[there] == Self::NONE {
                        open.push(through);
                        path.push(Visit { polygon: portal.to, entry: through, next: first[there] });
                    } else if portal.twin != visit.entry && order[there] < order[here] {
                        open.push(through);
                        lowest[here] = lowest[here].min(order[there]);
                    }
                    continue;
                }
                let entry = visit.entry;
                path.pop();
                let Some(parent) = path.last().map(|visit| visit.polygon) else { continue };
                lowest[parent as usize] = lowest[parent as usize].min(lowest[here]);
                if lowest[here] >= order[parent as usize] {
                    components.close(parent, entry, &mut open, portals, &order);
                }
            }
        }
        for &polygon in &visited {
            if let Some(&top) = components.top.get(components.above[polygon as usize] as usize) {
                components.depth[polygon as usize] = components.depth[top as usize] + 1;
            }
        }
        components
    }

    /// Makes a component of all portals traversed since `entry`, which leads down from `top`.
    fn close(&mut self, top: u32, entry: u32, open: &mut Vec<u32>, portals: &mut [Portal], order: &[u32]) {
        let component = self.top.len() as u32;
        self.top.push(top);
        while let Some(through) = open.pop() {
            let Portal { to, twin, .. } = portals[through as usize];
            portals[through as usize].component = component;
            portals[twin as usize].component = component;
            // A portal down the tree leads to a polygon below this component. A portal up the tree leads to a polygon
            // already visited.
            let from = portals[twin as usize].to;
            if order[to as usize] > order[from as usize] {
                self.above[to as usize] = component;
            }
            if through == entry {
                break;
            }
        }
    }

    /// Calls a function for each component on the tree path between two polygons of the same tree.
    pub fn between(&self, mut a: u32, mut b: u32, mut tell: impl FnMut(u32)) {
        while a != b {
            let [above_a, above_b] = [a, b].map(|polygon| self.above[polygon as usize]);
            if above_a == above_b {
                // Polygons of different trees end at different roots, which have no parent component.
                if above_a != Self::NONE {
                    tell(above_a);
                }
                return;
            }
            if self.depth[a as usize] >= self.depth[b as usize] {
                tell(above_a);
                a = self.top[above_a as usize];
            } else {
                tell(above_b);
                b = self.top[above_b as usize];
            }
        }
    }
}
