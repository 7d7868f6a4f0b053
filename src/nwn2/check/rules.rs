//! The rules of the check.

use crate::finding::Severity::{Error, Fatal, Info, Warning};
use crate::finding::rules;

rules! {
    WALKMESH_OVER_LIMIT {
        code: "walkmesh-over-limit",
        severity: Error,
        title: "Walkmesh over limit",
        explanation: "",
        remedy: "",
    }
    WALKMESH_UNREADABLE {
        code: "walkmesh-unreadable",
        severity: Fatal,
        title: "Walkmesh unreadable",
        explanation: "",
        remedy: "",
    }
    NOT_BAKED {
        code: "not-baked",
        severity: Error,
        title: "Not baked",
        explanation: "",
        remedy: "",
    }
    ISLAND_COUNT {
        code: "island-count",
        severity: Error,
        title: "Island count",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_ISLAND_OUT_OF_RANGE {
        code: "triangle-island-out-of-range",
        severity: Error,
        title: "Triangle island out of range",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_ISLAND_WRONG {
        code: "triangle-island-wrong",
        severity: Error,
        title: "Triangle island wrong",
        explanation: "",
        remedy: "",
    }
    ISLAND_INDEX {
        code: "island-index",
        severity: Error,
        title: "Island index",
        explanation: "",
        remedy: "",
    }
    ISLAND_LISTS {
        code: "island-lists",
        severity: Error,
        title: "Island lists",
        explanation: "",
        remedy: "",
    }
    ISLAND_LINK_OUT_OF_RANGE {
        code: "island-link-out-of-range",
        severity: Error,
        title: "Island link out of range",
        explanation: "",
        remedy: "",
    }
    ISLAND_LINK_ONE_WAY {
        code: "island-link-one-way",
        severity: Error,
        title: "Island link one way",
        explanation: "",
        remedy: "",
    }
    ISLAND_EXIT_OUT_OF_RANGE {
        code: "island-exit-out-of-range",
        severity: Error,
        title: "Island exit out of range",
        explanation: "",
        remedy: "",
    }
    ISLAND_EXIT_ELSEWHERE {
        code: "island-exit-elsewhere",
        severity: Error,
        title: "Island exit elsewhere",
        explanation: "",
        remedy: "",
    }
    ISLAND_EXIT_DEAD_END {
        code: "island-exit-dead-end",
        severity: Error,
        title: "Island exit dead end",
        explanation: "",
        remedy: "",
    }
    ISLAND_DISTANCE_STALE {
        code: "island-distance-stale",
        severity: Warning,
        title: "Island distance stale",
        explanation: "",
        remedy: "",
    }
    PACKET_MISSING {
        code: "packet-missing",
        severity: Fatal,
        title: "Packet missing",
        explanation: "",
        remedy: "",
    }
    PACKET_DUPLICATE {
        code: "packet-duplicate",
        severity: Error,
        title: "Packet duplicate",
        explanation: "",
        remedy: "",
    }
    AREA_SIZE {
        code: "area-size",
        severity: Warning,
        title: "Area size",
        explanation: "",
        remedy: "",
    }
    PACKET_UNKNOWN {
        code: "packet-unknown",
        severity: Info,
        title: "Packet unknown",
        explanation: "",
        remedy: "",
    }
    PACKET_CUT_OFF {
        code: "packet-cut-off",
        severity: Error,
        title: "Packet cut off",
        explanation: "",
        remedy: "",
    }
    PACKET_TRIANGLE_FLAG {
        code: "packet-triangle-flag",
        severity: Warning,
        title: "Packet triangle flag",
        explanation: "",
        remedy: "",
    }
    PACKET_MEGATILE_OUT_OF_RANGE {
        code: "packet-megatile-out-of-range",
        severity: Warning,
        title: "Packet megatile out of range",
        explanation: "",
        remedy: "",
    }
    PACKET_NOT_FINITE {
        code: "packet-not-finite",
        severity: Error,
        title: "Packet not finite",
        explanation: "",
        remedy: "",
    }
    PACKET_VERTEX_OUT_OF_RANGE {
        code: "packet-vertex-out-of-range",
        severity: Error,
        title: "Packet vertex out of range",
        explanation: "",
        remedy: "",
    }
    PACKET_TEXTURE {
        code: "packet-texture",
        severity: Warning,
        title: "Packet texture",
        explanation: "",
        remedy: "",
    }
    PACKET_SURPLUS {
        code: "packet-surplus",
        severity: Warning,
        title: "Packet surplus",
        explanation: "",
        remedy: "",
    }
    ROUTE_TABLE_SIZE {
        code: "route-table-size",
        severity: Fatal,
        title: "Route table size",
        explanation: "",
        remedy: "",
    }
    ROUTE_OUT_OF_RANGE {
        code: "route-out-of-range",
        severity: Error,
        title: "Route out of range",
        explanation: "",
        remedy: "",
    }
    ROUTE_NOWHERE {
        code: "route-nowhere",
        severity: Error,
        title: "Route nowhere",
        explanation: "",
        remedy: "",
    }
    ROUTE_NOT_ADJACENT {
        code: "route-not-adjacent",
        severity: Error,
        title: "Route not adjacent",
        explanation: "",
        remedy: "",
    }
    ROUTE_WEIGHT_STALE {
        code: "route-weight-stale",
        severity: Warning,
        title: "Route weight stale",
        explanation: "",
        remedy: "",
    }
    ROUTE_MISSING {
        code: "route-missing",
        severity: Error,
        title: "Route missing",
        explanation: "",
        remedy: "",
    }
    ROUTE_LOOPS {
        code: "route-loops",
        severity: Error,
        title: "Route loops",
        explanation: "",
        remedy: "",
    }
    TILE_LOCAL_TO_NODE {
        code: "tile-local-to-node",
        severity: Error,
        title: "Tile local to node",
        explanation: "",
        remedy: "",
    }
    TILE_NODE_TO_LOCAL {
        code: "tile-node-to-local",
        severity: Error,
        title: "Tile node to local",
        explanation: "",
        remedy: "",
    }
    TILE_TABLE_SIZE {
        code: "tile-table-size",
        severity: Error,
        title: "Tile table size",
        explanation: "",
        remedy: "",
    }
    STEP_NOWHERE {
        code: "step-nowhere",
        severity: Error,
        title: "Step nowhere",
        explanation: "",
        remedy: "",
    }
    STEP_NOT_ADJACENT {
        code: "step-not-adjacent",
        severity: Error,
        title: "Step not adjacent",
        explanation: "",
        remedy: "",
    }
    STEP_MISSING {
        code: "step-missing",
        severity: Error,
        title: "Step missing",
        explanation: "",
        remedy: "",
    }
    STEP_LOOPS {
        code: "step-loops",
        severity: Error,
        title: "Step loops",
        explanation: "",
        remedy: "",
    }
    TILE_EDGE_COUNT {
        code: "tile-edge-count",
        severity: Info,
        title: "Tile edge count",
        explanation: "",
        remedy: "",
    }
    TILE_VERTEX_COUNT {
        code: "tile-vertex-count",
        severity: Info,
        title: "Tile vertex count",
        explanation: "",
        remedy: "",
    }
    GRID_SIZE {
        code: "grid-size",
        severity: Fatal,
        title: "Grid size",
        explanation: "",
        remedy: "",
    }
    TILE_WIDTH {
        code: "tile-width",
        severity: Fatal,
        title: "Tile width",
        explanation: "",
        remedy: "",
    }
    BORDER_TOO_WIDE {
        code: "border-too-wide",
        severity: Error,
        title: "Border too wide",
        explanation: "",
        remedy: "",
    }
    TILE_RANGE {
        code: "tile-range",
        severity: Fatal,
        title: "Tile range",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_IN_NO_TILE {
        code: "triangle-in-no-tile",
        severity: Fatal,
        title: "Triangle in no tile",
        explanation: "",
        remedy: "",
    }
    TILE_OWNS_DATA {
        code: "tile-owns-data",
        severity: Warning,
        title: "Tile owns data",
        explanation: "",
        remedy: "",
    }
    TILE_FLAGS {
        code: "tile-flags",
        severity: Warning,
        title: "Tile flags",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_CENTER_OUTSIDE_TILE {
        code: "triangle-center-outside-tile",
        severity: Info,
        title: "Triangle center outside tile",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_SPANS_TILES {
        code: "triangle-spans-tiles",
        severity: Warning,
        title: "Triangle spans tiles",
        explanation: "",
        remedy: "",
    }
    TILE_CROWDED {
        code: "tile-crowded",
        severity: Error,
        title: "Tile crowded",
        explanation: "",
        remedy: "",
    }
    HEADER_OWNS_DATA {
        code: "header-owns-data",
        severity: Error,
        title: "Header owns data",
        explanation: "",
        remedy: "",
    }
    HEADER_TRIANGLES_OFFSET {
        code: "header-triangles-offset",
        severity: Warning,
        title: "Header triangles offset",
        explanation: "",
        remedy: "",
    }
    VERTEX_NOT_FINITE {
        code: "vertex-not-finite",
        severity: Fatal,
        title: "Vertex not finite",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_DUPLICATE {
        code: "triangle-duplicate",
        severity: Info,
        title: "Triangle duplicate",
        explanation: "",
        remedy: "",
    }
    EDGE_VERTEX_OUT_OF_RANGE {
        code: "edge-vertex-out-of-range",
        severity: Fatal,
        title: "Edge vertex out of range",
        explanation: "",
        remedy: "",
    }
    EDGE_TRIANGLE_OUT_OF_RANGE {
        code: "edge-triangle-out-of-range",
        severity: Fatal,
        title: "Edge triangle out of range",
        explanation: "",
        remedy: "",
    }
    EDGE_VERTICES_ORDER {
        code: "edge-vertices-order",
        severity: Warning,
        title: "Edge vertices order",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_VERTEX_OUT_OF_RANGE {
        code: "triangle-vertex-out-of-range",
        severity: Fatal,
        title: "Triangle vertex out of range",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_LINK_OUT_OF_RANGE {
        code: "triangle-link-out-of-range",
        severity: Fatal,
        title: "Triangle link out of range",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_EDGE_OUT_OF_RANGE {
        code: "triangle-edge-out-of-range",
        severity: Fatal,
        title: "Triangle edge out of range",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_LINK_BROKEN {
        code: "triangle-link-broken",
        severity: Error,
        title: "Triangle link broken",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_EDGE_ELSEWHERE {
        code: "triangle-edge-elsewhere",
        severity: Error,
        title: "Triangle edge elsewhere",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_WITHOUT_AREA {
        code: "triangle-without-area",
        severity: Info,
        title: "Triangle without area",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_WINDING {
        code: "triangle-winding",
        severity: Warning,
        title: "Triangle winding",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_PLANE_STALE {
        code: "triangle-plane-stale",
        severity: Warning,
        title: "Triangle plane stale",
        explanation: "",
        remedy: "",
    }
    TRIANGLE_CENTER_STALE {
        code: "triangle-center-stale",
        severity: Warning,
        title: "Triangle center stale",
        explanation: "",
        remedy: "",
    }
}
