//! The cone of sight of a node's root: the exact sides of its limits on which points lie.
//!
//! A cone is stored as rounded points, and most points lie clearly on one side of its limits. Where rounding leaves doubt,
//! the exact cone is computed from the cones of the node's ancestors ([`super::unfolded`]).

use super::node::{EXACT, Limit, Node, UNKNOWN};
use super::portal::Portal;
use super::search::Search;
use super::unfolded::{Cone, Point};
use crate::geometry::{Vec2, orient2d, sub};

/// The rounding error of the f64 points of a cone and of a bound, as a fraction of their coordinates.
const ROUNDING: f64 = 4e-15;

impl Search<'_> {
    /// The exact sides of a node's right and left limit on which a point lies.
    #[inline(always)]
    pub(super) fn sides(&mut self, node: &mut Node, at: Vec2) -> [f64; 2] {
        [self.right_of(node, at), self.left_of(node, at)]
    }

    /// The exact side of a node's left limit on which a point lies.
    #[inline(always)]
    fn left_of(&mut self, node: &mut Node, at: Vec2) -> f64 {
        if node.exact_limits[0] && at == node.left {
            return 0.0;
        }
        let side = orient2d(node.root, node.left, at);
        if self.is_sure(node, side, node.left, at) { side } else { self.exact_side(node, |cone| cone.left, at) }
    }

    /// The exact side of a node's right limit on which a point lies.
    #[inline(always)]
    fn right_of(&mut self, node: &mut Node, at: Vec2) -> f64 {
        if node.exact_limits[1] && at == node.right {
            return 0.0;
        }
        let side = orient2d(node.root, node.right, at);
        if self.is_sure(node, side, node.right, at) { side } else { self.exact_side(node, |cone| cone.right, at) }
    }

    /// Returns whether the rounding of a cone's points cannot change the side on which a point lies.
    #[inline(always)]
    fn is_sure(&self, node: &Node, side: f64, limit: Vec2, at: Vec2) -> bool {
        node.cone == EXACT || side.abs() > self.doubt(node, limit, at)
    }

    /// The side on which a point lies according to the exact cone, which is then stored with the node.
    #[cold]
    fn exact_side(&mut self, node: &mut Node, limit: fn(&Cone) -> Point, at: Vec2) -> f64 {
        let cone = self.cone_of(node);
        if node.cone == UNKNOWN {
            let points = [cone.root, cone.left, cone.right];
            [node.root, node.left, node.right] = points.map(Point::rounded);
            node.roundings = 1;
            node.cone = self.scratch.cones.len() as u32;
            self.scratch.cones.push(cone);
        }
        cone.side(limit(&cone), at, self.graph.size)
    }

    /// A bound on the rounding error of a cross product of the vectors from a node's root to two other points.
    #[inline]
    pub(super) fn doubt(&self, node: &Node, a: Vec2, b: Vec2) -> f64 {
        let far = reach(sub(a, node.root)) + reach(sub(b, node.root));
        ROUNDING * (1.0 + f64::from(node.roundings)) * (self.graph.size + reach(node.root)) * far
    }

    /// The fraction of a portal at which a border of the cone crosses it, as a lower and an upper bound. The portal's ends
    /// lie on different sides of the border. Where the portal is almost in line with the border, rounding hides much of
    /// this fraction.
    pub(super) fn share(&self, node: &Node, limit: Vec2, portal: &Portal, [begin, end]: [f64; 2]) -> [f64; 2] {
        let share = begin / (begin - end);
        if node.cone == EXACT {
            return [share; 2];
        }
        let doubt = self.doubt(node, limit, portal.begin()) + self.doubt(node, limit, portal.end());
        let hidden = doubt / (begin - end).abs();
        [(share - hidden).max(0.0), (share + hidden).min(1.0)]
    }

    /// The exact cone of a node. It follows from the cones of its ancestors, which are kept.
    pub(super) fn cone_of(&mut self, node: &Node) -> Cone {
        if let Some(cone) = self.known_cone(node) {
            return cone;
        }
        let mut ancestors = std::mem::take(&mut self.scratch.ancestors);
        let mut at = node.parent;
        let mut cone = loop {
            let Some(ancestor) = self.scratch.nodes.get(at as usize) else {
                let start = Point::new(self.start);
                break Cone { root: start, left: start, right: start };
            };
            if let Some(cone) = self.known_cone(ancestor) {
                break cone;
            }
            ancestors.push(at);
            at = ancestor.parent;
        };
        while let Some(id) = ancestors.pop() {
            cone = self.derived(&cone, &self.scratch.nodes[id as usize]);
            self.scratch.nodes[id as usize].cone = self.scratch.cones.len() as u32;
            self.scratch.cones.push(cone);
        }
        self.scratch.ancestors = ancestors;
        self.derived(&cone, node)
    }

    /// The exact cone of a node, if it was needed before or if f64 represents it.
    fn known_cone(&self, node: &Node) -> Option<Cone> {
        let [root, left, right] = [node.root, node.left, node.right].map(Point::new);
        if node.cone == EXACT {
            Some(Cone { root, left, right })
        } else {
            self.scratch.cones.get(node.cone as usize).copied()
        }
    }

    /// The exact cone of a node, from its parent's.
    fn derived(&self, parent: &Cone, node: &Node) -> Cone {
        let portal = &self.graph.portals[self.graph.portals[node.entry as usize].twin as usize];
        let bend = node.bend.map(|end| {
            let entry = &self.graph.portals[self.scratch.nodes[node.parent as usize].entry as usize];
            [entry.begin(), entry.end()][usize::from(end)]
        });
        let limit = |limit: usize, same: Point, end: Vec2| match (node.limits[limit], bend) {
            (Limit::Border, Some(corner)) => Point::beyond(parent.root, corner),
            (Limit::Portal, _) => Point::new(end),
            _ => same,
        };
        let (a, b) = (portal.begin(), portal.end());
        let cone = Cone {
            root: bend.map_or(parent.root, Point::new),
            left: limit(0, parent.left, b),
            right: limit(1, parent.right, a),
        };
        if portal.fold { cone.mirrored(a, b, self.graph.size) } else { cone }
    }
}

/// The maximum distance of a point from the origin, along both axes.
fn reach(point: Vec2) -> f64 {
    point[0].abs() + point[1].abs()
}
