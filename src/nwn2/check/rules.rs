//! The rules of the check, and what breaking each of them does in the game.

use crate::finding::Severity::{Error, Fatal, Info, Warning};
use crate::finding::rules;

rules! {
    // The file.
    WALKMESH_OVER_LIMIT {
        code: "walkmesh-over-limit",
        severity: Error,
        title: "The walkmesh is larger than this reader allows",
        explanation: "Inflated, the walkmesh has more bytes than the limit of this reader, so it was not checked. \
                      This says nothing about the game.",
        remedy: "Raise the limit `max-inflated`, if you trust the file.",
    }
    WALKMESH_UNREADABLE {
        code: "walkmesh-unreadable",
        severity: Fatal,
        title: "The walkmesh cannot be read",
        explanation: "The file has no ASWM packet, or the packet is damaged. The game may fail on it too.",
        remedy: "Take the file from a backup, or bake the area again in the toolset.",
    }
    WALKMESH_NOT_BAKED {
        code: "walkmesh-not-baked",
        severity: Error,
        title: "The walkmesh is not baked",
        explanation: "The walkmesh has no path tables, no islands and no routes, so the game cannot use it. This is \
                      normal in a TRN, which only the toolset opens.",
        remedy: "Bake the area to a TRX.",
    }
    TABLES_OF_EARLIER_BAKE {
        code: "tables-of-earlier-bake",
        severity: Info,
        title: "A TRN holds tables of an earlier bake",
        explanation: "The toolset keeps the tiles, links and path tables of an earlier bake in a TRN while the terrain is edited. \
                      They do not fit the triangles any more. Only the toolset opens a TRN, and its bake cuts the triangles at \
                      the borders of tiles and makes every table anew.",
        remedy: "Nothing needs to be done before the next bake. Check the TRX, which the game reads.",
    }
    // Packets.
    PACKET_MISSING {
        code: "packet-missing",
        severity: Fatal,
        title: "A packet is missing",
        explanation: "Every area has a TRWH packet, which says how large it is. The game does not load an area \
                      without one.",
        remedy: "Take the file from a backup, or save the area again in the toolset.",
    }
    PACKET_DUPLICATE {
        code: "packet-duplicate",
        severity: Error,
        title: "A packet is there more than once",
        explanation: "An area has one packet of this type. Readers take the first, or refuse the file.",
        remedy: "Save the area again in the toolset.",
    }
    AREA_SIZE_DIFFERS {
        code: "area-size-differs",
        severity: Warning,
        title: "The size of the area is not that of its walkmesh",
        explanation: "In interiors a megatile is one tile of the walkmesh, in exteriors four by four. Here the TRWH \
                      packet and the grid of tiles disagree, so one of them belongs to another area.",
        remedy: "Save and bake the area again in the toolset.",
    }
    AREA_LARGE {
        code: "area-large",
        severity: Info,
        title: "An exterior is larger than builders recommend",
        explanation: "Guides of builders advise at most 16 by 16 megatiles for an exterior, better 12 by 12: with the walkable \
                      ground grow the tables of routes, and the time in which the server finds ways.",
        remedy: "Nothing needs to be done. If ways cost the server time, divide the area, or make less of it walkable.",
    }
    PACKET_UNKNOWN {
        code: "packet-unknown",
        severity: Info,
        title: "A packet is of an unknown type",
        explanation: "This library does not know the type of the packet, and keeps its bytes as they are.",
        remedy: "Nothing needs to be done.",
    }
    PACKET_DAMAGED {
        code: "packet-damaged",
        severity: Error,
        title: "A packet of terrain or water is damaged",
        explanation: "The packet ends before its tables do. The game may draw garbage, or fail to load the area.",
        remedy: "Take the file from a backup, or save the area again in the toolset.",
    }
    PACKET_TRIANGLE_FLAG_UNKNOWN {
        code: "packet-triangle-flag-unknown",
        severity: Warning,
        title: "A triangle of water has an unknown flag",
        explanation: "The flag says whether there is water (0) or none (1). What the game does with another value is \
                      not known.",
        remedy: "Save the area again in the toolset.",
    }
    PACKET_MEGATILE_OUT_OF_RANGE {
        code: "packet-megatile-out-of-range",
        severity: Warning,
        title: "Water lies outside the area",
        explanation: "The packet says which megatile its water belongs to, and the area has no such megatile.",
        remedy: "Save the area again in the toolset.",
    }
    PACKET_NOT_FINITE {
        code: "packet-not-finite",
        severity: Error,
        title: "A vertex of terrain, water or grass is NaN or infinite",
        explanation: "The game cannot draw what has such a position.",
        remedy: "Take the file from a backup, or save the area again in the toolset.",
    }
    PACKET_VERTEX_OUT_OF_RANGE {
        code: "packet-vertex-out-of-range",
        severity: Error,
        title: "A triangle of terrain or water names a missing vertex",
        explanation: "The game reads past the table of vertices when it draws the triangle.",
        remedy: "Take the file from a backup, or save the area again in the toolset.",
    }
    PACKET_TEXTURE_UNRECOGNISED {
        code: "packet-texture-unrecognised",
        severity: Warning,
        title: "A texture of terrain or water is not a DDS",
        explanation: "The packet holds its textures as DDS files, and the bytes of this one do not start as a DDS \
                      does. The game may draw no texture.",
        remedy: "Save the area again in the toolset.",
    }
    PACKET_SURPLUS {
        code: "packet-surplus",
        severity: Warning,
        title: "A packet has bytes after its tables",
        explanation: "Nothing reads these bytes. They are kept when the file is saved.",
        remedy: "Nothing needs to be done. If other findings say that the packet is damaged too, take the file from \
                 a backup.",
    }
    // Header and vertices.
    HEADER_OWNS_NO_DATA {
        code: "header-owns-no-data",
        severity: Error,
        title: "The header says that the walkmesh owns no data",
        explanation: "In every real file the header's `owns_data` is 1, and other readers refuse another value.",
        remedy: "Bake the walkmesh: this writes 1.",
    }
    HEADER_OFFSET_UNUSUAL {
        code: "header-offset-unusual",
        severity: Warning,
        title: "The header's offset of triangles is not 0",
        explanation: "In every real file the header's `triangles_offset` is 0. What the game does with another value \
                      is not known.",
        remedy: "Bake the walkmesh: this writes 0.",
    }
    VERTEX_NOT_FINITE {
        code: "vertex-not-finite",
        severity: Fatal,
        title: "A vertex is NaN, infinite or very far away",
        explanation: "A coordinate is not a number, infinite, or beyond 1e11. The game finds no position near such a \
                      vertex, and no bake accepts it.",
        remedy: "Repair the vertex in the tool that made the walkmesh.",
    }
    // Edges.
    EDGE_VERTEX_OUT_OF_RANGE {
        code: "edge-vertex-out-of-range",
        severity: Fatal,
        title: "An edge names a missing vertex",
        explanation: "The game reads past the table of vertices.",
        remedy: "Bake the walkmesh: this rebuilds the edges.",
    }
    EDGE_FACE_OUT_OF_RANGE {
        code: "edge-face-out-of-range",
        severity: Fatal,
        title: "An edge names a missing triangle",
        explanation: "The game reads past the table of triangles.",
        remedy: "Bake the walkmesh: this rebuilds the edges.",
    }
    EDGE_ORDER {
        code: "edge-order",
        severity: Warning,
        title: "An edge names the higher vertex first",
        explanation: "The edges of the game's own files name the lower vertex first. A reader that searches for an \
                      edge by its vertices may miss this one.",
        remedy: "Bake the walkmesh: this rebuilds the edges.",
    }
    // Triangles.
    FACE_VERTEX_OUT_OF_RANGE {
        code: "face-vertex-out-of-range",
        severity: Fatal,
        title: "A triangle names a missing vertex",
        explanation: "The game reads past the table of vertices.",
        remedy: "Repair the triangle in the tool that made the walkmesh: no bake can guess the vertex.",
    }
    FACE_DEGENERATE {
        code: "face-degenerate",
        severity: Info,
        title: "A triangle has no area in the plan view",
        explanation: "Nobody can stand on such a triangle. Real files have a few, and the game lives with them.",
        remedy: "Nothing needs to be done.",
    }
    FACE_FACES_DOWN {
        code: "face-faces-down",
        severity: Info,
        title: "A triangle faces down",
        explanation: "The winding of the corners contradicts the clockwise flag, so the game does not find creatures \
                      that stand here. The toolset itself makes a few of these triangles in most areas: its weld turns \
                      small ones over.",
        remedy: "Nothing needs to be done for small triangles. Otherwise exchange two corners of the triangle, and bake the walkmesh. A bake alone keeps the winding of a \
                 mesh that is baked already.",
    }
    FACE_LINK_OUT_OF_RANGE {
        code: "face-link-out-of-range",
        severity: Fatal,
        title: "A triangle is linked to a missing triangle",
        explanation: "The game reads past the table of triangles when it walks there.",
        remedy: "Bake the walkmesh: this rebuilds the links.",
    }
    FACE_EDGE_OUT_OF_RANGE {
        code: "face-edge-out-of-range",
        severity: Fatal,
        title: "A triangle names a missing edge",
        explanation: "The game reads past the table of edges.",
        remedy: "Bake the walkmesh: this rebuilds the edges and links.",
    }
    FACE_LINK_CONTRADICTS {
        code: "face-link-contradicts",
        severity: Error,
        title: "A triangle and its edge disagree about the neighbour",
        explanation: "The triangle names a neighbour on one of its edges, and that edge joins other triangles. \
                      Straight walks go astray here.",
        remedy: "Bake the walkmesh: this rebuilds the edges and links.",
    }
    FACE_EDGE_ELSEWHERE {
        code: "face-edge-elsewhere",
        severity: Error,
        title: "An edge of a triangle joins vertices of others",
        explanation: "The triangle names an edge whose vertices are not among its own. Straight walks cross the \
                      wrong line here.",
        remedy: "Bake the walkmesh: this rebuilds the edges and links.",
    }
    FACE_PLANE_STALE {
        code: "face-plane-stale",
        severity: Warning,
        title: "The stored plane is not that of the corners",
        explanation: "The game takes heights from the stored plane, so creatures stand too high or too low here.",
        remedy: "Bake the walkmesh: this computes the planes again.",
    }
    FACE_CENTRE_STALE {
        code: "face-centre-stale",
        severity: Warning,
        title: "The stored centre is not that of the corners",
        explanation: "The game measures paths from centre to centre, so it takes longer ways than it could.",
        remedy: "Bake the walkmesh: this computes the centres and the path tables again.",
    }
    FACE_DUPLICATE {
        code: "face-duplicate",
        severity: Info,
        title: "Two triangles have the same corners",
        explanation: "The toolset makes such pairs, and the game lives with them.",
        remedy: "Nothing needs to be done.",
    }
    // Tiles.
    TILE_COUNT_DIFFERS {
        code: "tile-count-differs",
        severity: Fatal,
        title: "There are more or fewer tiles than the grid has",
        explanation: "The game computes the number of a tile from the grid, and reads past the table of tiles.",
        remedy: "Take the file from a backup, or bake the area again in the toolset.",
    }
    TILE_WIDTH_OUT_OF_RANGE {
        code: "tile-width-out-of-range",
        severity: Fatal,
        title: "Tiles have no width",
        explanation: "The width of a tile is zero, negative, NaN or infinite. The game divides by it to find the \
                      tile of a position.",
        remedy: "Set the width: 9 metres in interiors, 10 in exteriors.",
    }
    BORDER_TOO_WIDE {
        code: "border-too-wide",
        severity: Error,
        title: "The border leaves no tile inside it",
        explanation: "A bake removes the triangles in the border of an exterior. This border is so wide that nothing \
                      of the area would be left.",
        remedy: "Set a border of less than half the grid, or keep the border in the bake.",
    }
    TILE_RANGE_CONTRADICTS {
        code: "tile-range-contradicts",
        severity: Fatal,
        title: "A tile holds triangles that are missing or belong to another tile",
        explanation: "The triangles of a tile are a range of the table. This range ends behind the table, or \
                      overlaps with that of another tile. The game crashes on it.",
        remedy: "Let the bake assign each triangle to the tile that contains its centre (retile).",
    }
    FACE_NOT_IN_TILE {
        code: "face-not-in-tile",
        severity: Fatal,
        title: "A triangle is in no tile",
        explanation: "The game finds triangles only through their tiles, and other readers refuse the file.",
        remedy: "Let the bake assign each triangle to the tile that contains its centre (retile).",
    }
    FACE_CENTRE_OUTSIDE_TILE {
        code: "face-centre-outside-tile",
        severity: Info,
        title: "The centre of a triangle lies outside its tile",
        explanation: "The game cuts triangles at the borders of tiles, and rounding takes a few centres over a \
                      border. They do no harm.",
        remedy: "Nothing needs to be done.",
    }
    FACE_SPANS_TILES {
        code: "face-spans-tiles",
        severity: Warning,
        title: "A triangle reaches out of its tile",
        explanation: "The game looks for a triangle only in its tile and in the tiles next to it. It does not find \
                      creatures that stand on the rest of this one.",
        remedy: "Cut the triangle at the borders of the tiles, as `nwn2::build` does.",
    }
    TILE_CROWDED {
        code: "tile-crowded",
        severity: Error,
        title: "A tile has too many walkable triangles",
        explanation: "A path table can number 127 walkable triangles. A tile with more of them cannot be baked.",
        remedy: "Simplify the mesh in this tile.",
    }
    TILE_NEARLY_CROWDED {
        code: "tile-nearly-crowded",
        severity: Info,
        title: "A tile has nearly too many triangles",
        explanation: "The tile has more than 114 walkable triangles, nine tenths of the 127 that a path table can number. A \
                      few more walkmesh cutters, or a finer floor, and the area cannot be baked any more.",
        remedy: "Nothing needs to be done. Draw further walkmesh cutters elsewhere, or with fewer corners.",
    }
    FACE_OUTSIDE_GRID {
        code: "face-outside-grid",
        severity: Error,
        title: "A triangle reaches out of the grid of tiles",
        explanation: "The game finds the tile of a creature in the grid. The server is reported to read outside the grid for \
                      positions at its border, and to crash. It is an info where nobody can walk on the triangle.",
        remedy: "Keep the mesh inside the grid: make the area larger, or move the vertices, then bake.",
    }
    TILE_OWNS_DATA {
        code: "tile-owns-data",
        severity: Warning,
        title: "A tile stores vertices itself",
        explanation: "No real file does this, and readers take it differently.",
        remedy: "Store the vertices in the walkmesh, and clear the tile's `owns_data`.",
    }
    TILE_FLAG_DIFFERS {
        code: "tile-flag-differs",
        severity: Warning,
        title: "The flags of a tile differ from those of the walkmesh",
        explanation: "Every real file has the same flags in each tile as in the header of the tiles. What the game \
                      does otherwise is not known.",
        remedy: "Bake the walkmesh: this writes the flags again.",
    }
    // Path tables.
    TILE_LOCAL_TO_NODE_STALE {
        code: "tile-local-to-node-stale",
        severity: Error,
        title: "A tile numbers its walkable triangles wrongly",
        explanation: "The nodes of a path table are the tile's walkable triangles, one after another. Paths start at \
                      the wrong triangle here, or nowhere.",
        remedy: "Bake the walkmesh: this rebuilds the path tables.",
    }
    TILE_NODE_TO_LOCAL_STALE {
        code: "tile-node-to-local-stale",
        severity: Error,
        title: "The nodes of a tile are not its walkable triangles",
        explanation: "The table leads from a node back to its triangle. Paths lead to the wrong triangle here.",
        remedy: "Bake the walkmesh: this rebuilds the path tables.",
    }
    TILE_TABLE_LENGTH_DIFFERS {
        code: "tile-table-length-differs",
        severity: Error,
        title: "A path table has another size than its nodes need",
        explanation: "A path table has a step for each pair of nodes. The game reads the wrong row here, or past the \
                      table.",
        remedy: "Bake the walkmesh: this rebuilds the path tables.",
    }
    STEP_NOWHERE {
        code: "step-nowhere",
        severity: Error,
        title: "A step leads where there is no way",
        explanation: "The path table has a step between two triangles that are not connected inside the tile, or \
                      from a triangle to itself.",
        remedy: "Bake the walkmesh: this rebuilds the path tables.",
    }
    STEP_NOT_ADJACENT {
        code: "step-not-adjacent",
        severity: Error,
        title: "A step leads to a triangle that is not a neighbour",
        explanation: "Creatures that follow the step walk through walls, or get stuck.",
        remedy: "Bake the walkmesh: this rebuilds the path tables.",
    }
    STEP_MISSING {
        code: "step-missing",
        severity: Error,
        title: "A step is missing",
        explanation: "There is a way between the two triangles inside the tile, and the path table has none. \
                      Creatures stand still.",
        remedy: "Bake the walkmesh: this rebuilds the path tables.",
    }
    STEP_LOOPS {
        code: "step-loops",
        severity: Error,
        title: "The steps of a tile go round in a circle",
        explanation: "Whoever follows them never arrives.",
        remedy: "Bake the walkmesh: this rebuilds the path tables.",
    }
    TILE_EDGE_COUNT_DIFFERS {
        code: "tile-edge-count-differs",
        severity: Info,
        title: "A tile counts other edges than its triangles have",
        explanation: "Nothing uses this number. The toolset counts some edges that it welds later, so that 0.6 % of \
                      the filled tiles of real files differ.",
        remedy: "Nothing needs to be done.",
    }
    TILE_VERTEX_COUNT_DIFFERS {
        code: "tile-vertex-count-differs",
        severity: Info,
        title: "A tile counts other vertices than its triangles have",
        explanation: "Nothing uses this number. The toolset counts vertices that it welds later.",
        remedy: "Nothing needs to be done.",
    }
    // Islands.
    ISLAND_COUNT_DIFFERS {
        code: "island-count-differs",
        severity: Error,
        title: "There are more or fewer islands than the triangles make",
        explanation: "An island is a connected part of a tile. Each needs a record, through which the game finds its \
                      way to other islands.",
        remedy: "Bake the walkmesh: this rebuilds the islands and their routes.",
    }
    FACE_ISLAND_OUT_OF_RANGE {
        code: "face-island-out-of-range",
        severity: Error,
        title: "A triangle names a missing island",
        explanation: "The game reads past the table of islands when a creature stands here.",
        remedy: "Bake the walkmesh: this rebuilds the islands and their routes.",
    }
    FACE_ISLAND_STALE {
        code: "face-island-stale",
        severity: Error,
        title: "A triangle names another island than it belongs to",
        explanation: "The game starts its way from the wrong island, or finds none: nobody can walk here, or from \
                      here.",
        remedy: "Bake the walkmesh: this rebuilds the islands and their routes.",
    }
    ISLAND_INDEX_DIFFERS {
        code: "island-index-differs",
        severity: Error,
        title: "An island states another number than its own",
        explanation: "The record repeats the number of the island. A reader that trusts it takes another island's \
                      routes.",
        remedy: "Bake the walkmesh: this rebuilds the islands and their routes.",
    }
    ISLAND_LIST_LENGTH_DIFFERS {
        code: "island-list-length-differs",
        severity: Error,
        title: "The lists of an island's neighbours differ in length",
        explanation: "For each neighbour there is a number, a distance and an exit, in three lists. The game reads \
                      past the shorter lists.",
        remedy: "Bake the walkmesh: this rebuilds the islands and their routes.",
    }
    ISLAND_LINK_OUT_OF_RANGE {
        code: "island-link-out-of-range",
        severity: Error,
        title: "An island is linked to a missing island",
        explanation: "The game reads past the table of islands when it walks there.",
        remedy: "Bake the walkmesh: this rebuilds the islands and their routes.",
    }
    ISLAND_NOT_LINKED {
        code: "island-not-linked",
        severity: Error,
        title: "Two islands touch and are not linked",
        explanation: "Triangles of the two islands are neighbours, but neither island lists the other one, so no route leads \
                      over their border. Creatures take another way, or stand still.",
        remedy: "Bake the walkmesh: this rebuilds the islands.",
    }
    ISLAND_LINK_ONE_WAY {
        code: "island-link-one-way",
        severity: Error,
        title: "An island is linked to another one that does not link back",
        explanation: "There is a way in, and none out.",
        remedy: "Bake the walkmesh: this rebuilds the islands and their routes.",
    }
    ISLAND_EXIT_OUT_OF_RANGE {
        code: "island-exit-out-of-range",
        severity: Error,
        title: "The exit of an island is a missing triangle",
        explanation: "The game reads past the table of triangles when it leaves the island there.",
        remedy: "Bake the walkmesh: this rebuilds the islands and their routes.",
    }
    ISLAND_EXIT_ELSEWHERE {
        code: "island-exit-elsewhere",
        severity: Error,
        title: "The exit of an island lies in another island",
        explanation: "The exit is the triangle at which one leaves the island. The path table of the tile leads to \
                      the wrong triangle, or nowhere.",
        remedy: "Bake the walkmesh: this rebuilds the islands and their routes.",
    }
    ISLAND_EXIT_DEAD_END {
        code: "island-exit-dead-end",
        severity: Error,
        title: "The exit of an island does not touch the next island",
        explanation: "Creatures that go to the next island get stuck at the exit.",
        remedy: "Bake the walkmesh: this rebuilds the islands and their routes.",
    }
    ISLAND_DISTANCE_STALE {
        code: "island-distance-stale",
        severity: Warning,
        title: "A distance is not that between the centres of two islands",
        explanation: "The game chooses its routes by these distances, so it takes longer ones than it could.",
        remedy: "Bake the walkmesh: this rebuilds the islands and their routes.",
    }
    // Routes.
    ROUTE_TABLE_LENGTH_DIFFERS {
        code: "route-table-length-differs",
        severity: Fatal,
        title: "The route table has another size than the islands need",
        explanation: "The route table has an entry for each pair of islands. The game reads the wrong entries, or \
                      past the table.",
        remedy: "Bake the walkmesh: this rebuilds the routes.",
    }
    ROUTE_OUT_OF_RANGE {
        code: "route-out-of-range",
        severity: Error,
        title: "A route leads to a missing island",
        explanation: "The game reads past the table of islands when it follows the route.",
        remedy: "Bake the walkmesh: this rebuilds the routes.",
    }
    ROUTE_NOWHERE {
        code: "route-nowhere",
        severity: Error,
        title: "A route leads where there is no way",
        explanation: "The route table has a route between two islands that are not connected, or from an island to \
                      itself.",
        remedy: "Bake the walkmesh: this rebuilds the routes.",
    }
    ROUTE_NOT_ADJACENT {
        code: "route-not-adjacent",
        severity: Error,
        title: "A route leads to an island that is not a neighbour",
        explanation: "The island has no exit to the next one of the route, so creatures get stuck.",
        remedy: "Bake the walkmesh: this rebuilds the routes.",
    }
    ROUTE_WEIGHT_STALE {
        code: "route-weight-stale",
        severity: Warning,
        title: "The weight of a route is not the distance to the next island",
        explanation: "The table repeats the distance that the list of neighbours has, and the two disagree.",
        remedy: "Bake the walkmesh: this rebuilds the routes.",
    }
    ROUTE_MISSING {
        code: "route-missing",
        severity: Error,
        title: "A route is missing",
        explanation: "The two islands are connected, and the table has no route. Creatures stand still.",
        remedy: "Bake the walkmesh: this rebuilds the routes.",
    }
    ROUTE_LOOPS {
        code: "route-loops",
        severity: Error,
        title: "The routes go round in a circle",
        explanation: "Whoever follows them never arrives.",
        remedy: "Bake the walkmesh: this rebuilds the routes.",
    }
}
