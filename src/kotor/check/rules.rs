//! The rules of the check.

use crate::finding::Severity::{Error, Fatal, Info, Warning};
use crate::finding::rules;

rules! {
    ROOM_DUPLICATE {
        code: "room-duplicate",
        severity: Warning,
        title: "Room twice",
        explanation: "",
        remedy: "",
    }
    TRANSITION_MISSING {
        code: "transition-missing",
        severity: Warning,
        title: "Transition missing",
        explanation: "",
        remedy: "",
    }
    SEAM_GAP {
        code: "seam-gap",
        severity: Info,
        title: "Seam gap",
        explanation: "",
        remedy: "",
    }
    TRANSITION_ROOM_OUT_OF_RANGE {
        code: "transition-room-out-of-range",
        severity: Error,
        title: "Transition to no room",
        explanation: "",
        remedy: "",
    }
    TRANSITION_TO_OWN_ROOM {
        code: "transition-to-own-room",
        severity: Error,
        title: "Transition to itself",
        explanation: "",
        remedy: "",
    }
    TRANSITION_UNCHECKED {
        code: "transition-unchecked",
        severity: Info,
        title: "Transition unchecked",
        explanation: "",
        remedy: "",
    }
    TRANSITION_ONE_WAY {
        code: "transition-one-way",
        severity: Error,
        title: "Transition one way",
        explanation: "",
        remedy: "",
    }
    TRANSITION_GAP {
        code: "transition-gap",
        severity: Warning,
        title: "Transition gap",
        explanation: "",
        remedy: "",
    }
    TRANSITION_WITHOUT_EDGE {
        code: "transition-without-edge",
        severity: Error,
        title: "Transition without edge",
        explanation: "",
        remedy: "",
    }
    EDGE_WINDING {
        code: "edge-winding",
        severity: Warning,
        title: "Edge winding",
        explanation: "",
        remedy: "",
    }
    EDGE_NON_MANIFOLD {
        code: "edge-non-manifold",
        severity: Warning,
        title: "Edge non manifold",
        explanation: "",
        remedy: "",
    }
    ADJACENCY_OUT_OF_RANGE {
        code: "adjacency-out-of-range",
        severity: Fatal,
        title: "Adjacency out of range",
        explanation: "",
        remedy: "",
    }
    ADJACENCY_ONE_WAY {
        code: "adjacency-one-way",
        severity: Error,
        title: "Adjacency one way",
        explanation: "",
        remedy: "",
    }
    ADJACENCY_STALE {
        code: "adjacency-stale",
        severity: Error,
        title: "Adjacency differs",
        explanation: "",
        remedy: "",
    }
    FACE_DUPLICATE {
        code: "face-duplicate",
        severity: Warning,
        title: "Face duplicate",
        explanation: "",
        remedy: "",
    }
    TABLE_LENGTH_DIFFERS {
        code: "table-length-differs",
        severity: Fatal,
        title: "Table length",
        explanation: "",
        remedy: "",
    }
    FACE_VERTEX_OUT_OF_RANGE {
        code: "face-vertex-out-of-range",
        severity: Fatal,
        title: "Face vertex out of range",
        explanation: "",
        remedy: "",
    }
    FACE_REPEATS_CORNER {
        code: "face-repeats-corner",
        severity: Error,
        title: "Face repeats corner",
        explanation: "",
        remedy: "",
    }
    FACE_DEGENERATE {
        code: "face-degenerate",
        severity: Warning,
        title: "Face zero area",
        explanation: "",
        remedy: "",
    }
    VERTEX_UNUSED {
        code: "vertex-unused",
        severity: Info,
        title: "Vertex unused",
        explanation: "",
        remedy: "",
    }
    VERTEX_DUPLICATE {
        code: "vertex-duplicate",
        severity: Info,
        title: "Vertex duplicate",
        explanation: "",
        remedy: "",
    }
    VERTEX_NOT_FINITE {
        code: "vertex-not-finite",
        severity: Fatal,
        title: "Vertex no place",
        explanation: "",
        remedy: "",
    }
    TYPE_UNKNOWN {
        code: "type-unknown",
        severity: Warning,
        title: "Type unknown",
        explanation: "",
        remedy: "",
    }
    TYPE_DIFFERS {
        code: "type-differs",
        severity: Error,
        title: "Type differs",
        explanation: "",
        remedy: "",
    }
    HEADER_NOT_FINITE {
        code: "header-not-finite",
        severity: Error,
        title: "Header not finite",
        explanation: "",
        remedy: "",
    }
    TABLE_UNUSED {
        code: "table-unused",
        severity: Info,
        title: "Table unused",
        explanation: "",
        remedy: "",
    }
    EMPTY_OFFSET_UNUSUAL {
        code: "empty-offset-unusual",
        severity: Info,
        title: "Empty offset",
        explanation: "",
        remedy: "",
    }
    HOOK_IN_ROOM {
        code: "hook-in-room",
        severity: Info,
        title: "Hook in room",
        explanation: "",
        remedy: "",
    }
    HOOK_STALE {
        code: "hook-stale",
        severity: Warning,
        title: "Hook off",
        explanation: "",
        remedy: "",
    }
    ROOT_NOT_FIRST {
        code: "root-not-first",
        severity: Warning,
        title: "Root not first",
        explanation: "",
        remedy: "",
    }
    ROOT_OUT_OF_RANGE {
        code: "root-out-of-range",
        severity: Info,
        title: "Root out of range",
        explanation: "",
        remedy: "",
    }
    MATERIAL_BEYOND_MASK {
        code: "material-beyond-mask",
        severity: Fatal,
        title: "Material beyond mask",
        explanation: "",
        remedy: "",
    }
    MATERIAL_OUT_OF_RANGE {
        code: "material-out-of-range",
        severity: Error,
        title: "Material out of table",
        explanation: "",
        remedy: "",
    }
    FACE_FACES_DOWN {
        code: "face-faces-down",
        severity: Warning,
        title: "Walkable faces down",
        explanation: "",
        remedy: "",
    }
    MATERIAL_CONTRADICTS {
        code: "material-contradicts",
        severity: Error,
        title: "Material contradicts",
        explanation: "",
        remedy: "",
    }
    FACE_ORDER {
        code: "face-order",
        severity: Error,
        title: "Walkable not first",
        explanation: "",
        remedy: "",
    }
    ADJACENCY_COUNT_DIFFERS {
        code: "adjacency-count-differs",
        severity: Error,
        title: "Adjacency count",
        explanation: "",
        remedy: "",
    }
    EDGE_OUT_OF_RANGE {
        code: "edge-out-of-range",
        severity: Fatal,
        title: "Edge out of range",
        explanation: "",
        remedy: "",
    }
    EDGE_DUPLICATE {
        code: "edge-duplicate",
        severity: Warning,
        title: "Edge twice",
        explanation: "",
        remedy: "",
    }
    TRANSITION_OUT_OF_RANGE {
        code: "transition-out-of-range",
        severity: Error,
        title: "Transition out of range",
        explanation: "",
        remedy: "",
    }
    EDGE_MISSING {
        code: "edge-missing",
        severity: Error,
        title: "Edge missing",
        explanation: "",
        remedy: "",
    }
    PERIMETER_ORDER {
        code: "perimeter-order",
        severity: Info,
        title: "Perimeter order",
        explanation: "",
        remedy: "",
    }
    TRANSITION_ON_INNER_EDGE {
        code: "transition-on-inner-edge",
        severity: Error,
        title: "Transition on inner edge",
        explanation: "",
        remedy: "",
    }
    EDGE_INNER {
        code: "edge-inner",
        severity: Error,
        title: "Edge inner",
        explanation: "",
        remedy: "",
    }
    PERIMETER_OUT_OF_RANGE {
        code: "perimeter-out-of-range",
        severity: Fatal,
        title: "Perimeter out of range",
        explanation: "",
        remedy: "",
    }
    PERIMETER_EMPTY {
        code: "perimeter-empty",
        severity: Error,
        title: "Perimeter empty",
        explanation: "",
        remedy: "",
    }
    PERIMETER_OPEN {
        code: "perimeter-open",
        severity: Error,
        title: "Perimeter open",
        explanation: "",
        remedy: "",
    }
    PERIMETER_MISSING {
        code: "perimeter-missing",
        severity: Error,
        title: "Perimeter missing",
        explanation: "",
        remedy: "",
    }
    NORMAL_STALE {
        code: "normal-stale",
        severity: Error,
        title: "Normal off",
        explanation: "",
        remedy: "",
    }
    NORMAL_ROUNDING {
        code: "normal-rounding",
        severity: Info,
        title: "Normal rounding",
        explanation: "",
        remedy: "",
    }
    DISTANCE_ROUNDING {
        code: "distance-rounding",
        severity: Info,
        title: "Distance rounding",
        explanation: "",
        remedy: "",
    }
    DISTANCE_STALE {
        code: "distance-stale",
        severity: Error,
        title: "Distance off",
        explanation: "",
        remedy: "",
    }
    TREE_MISSING {
        code: "tree-missing",
        severity: Error,
        title: "Tree missing",
        explanation: "",
        remedy: "",
    }
    NODE_WORD_UNKNOWN {
        code: "node-word-unknown",
        severity: Info,
        title: "Node unknown word",
        explanation: "",
        remedy: "",
    }
    INNER_NODE_WITH_FACE {
        code: "inner-node-with-face",
        severity: Warning,
        title: "Inner node with face",
        explanation: "",
        remedy: "",
    }
    NODE_CHILD_OUT_OF_RANGE {
        code: "node-child-out-of-range",
        severity: Fatal,
        title: "Node child out of range",
        explanation: "",
        remedy: "",
    }
    NODE_REACHED_TWICE {
        code: "node-reached-twice",
        severity: Fatal,
        title: "Node reached twice",
        explanation: "",
        remedy: "",
    }
    NODE_BOX_MISSES_CHILD {
        code: "node-box-misses-child",
        severity: Warning,
        title: "Node box misses child",
        explanation: "",
        remedy: "",
    }
    NODE_UNREACHABLE {
        code: "node-unreachable",
        severity: Warning,
        title: "Node unreachable",
        explanation: "",
        remedy: "",
    }
    FACE_NOT_IN_TREE {
        code: "face-not-in-tree",
        severity: Error,
        title: "Face not in tree",
        explanation: "",
        remedy: "",
    }
    TREE_DEEP {
        code: "tree-deep",
        severity: Warning,
        title: "Tree deep",
        explanation: "",
        remedy: "",
    }
    LEAF_WITH_PLANE {
        code: "leaf-with-plane",
        severity: Info,
        title: "Leaf with plane",
        explanation: "",
        remedy: "",
    }
    LEAF_FACE_OUT_OF_RANGE {
        code: "leaf-face-out-of-range",
        severity: Fatal,
        title: "Leaf face out of range",
        explanation: "",
        remedy: "",
    }
    LEAF_FACE_DUPLICATE {
        code: "leaf-face-duplicate",
        severity: Warning,
        title: "Face twice in tree",
        explanation: "",
        remedy: "",
    }
    LEAF_BOX_MISSES_FACE {
        code: "leaf-box-misses-face",
        severity: Warning,
        title: "Leaf box misses face",
        explanation: "",
        remedy: "",
    }
    NODE_BOX_NOT_FINITE {
        code: "node-box-not-finite",
        severity: Error,
        title: "Node box not finite",
        explanation: "",
        remedy: "",
    }
    NODE_BOX_INVERTED {
        code: "node-box-inverted",
        severity: Error,
        title: "Node box inverted",
        explanation: "",
        remedy: "",
    }
    PLANE_MISSING {
        code: "plane-missing",
        severity: Info,
        title: "Plane missing",
        explanation: "",
        remedy: "",
    }
    PLANE_UNKNOWN {
        code: "plane-unknown",
        severity: Warning,
        title: "Plane unknown",
        explanation: "",
        remedy: "",
    }
}
