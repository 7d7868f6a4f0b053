//! The rules of the check, and what breaking each of them does in the game.

use crate::finding::Severity::{Error, Fatal, Info, Warning};
use crate::finding::rules;

rules! {
    // The header.
    TYPE_UNKNOWN {
        code: "type-unknown",
        severity: Warning,
        title: "The type word is neither 0 nor 1",
        explanation: "The header's type word is 1 in a room and 0 in a placeable or door. No game writes another \
                      value, and what the engine does with one is not known.",
        remedy: "Bake the walkmesh: this writes the word that belongs to its kind.",
    }
    TYPE_DIFFERS {
        code: "type-differs",
        severity: Error,
        title: "The type word contradicts the kind of the file",
        explanation: "The type word says whether the vertices are in area space (1, a room) or local (0, a placeable \
                      or door). The kind follows from the name of the file or from its tables. With the wrong word the \
                      game places the faces elsewhere: a floor is not where creatures stand, or an object blocks the \
                      way elsewhere.",
        remedy: "Bake the walkmesh: this writes the word that belongs to its kind. If the file has the wrong \
                 extension, rename it first.",
    }
    HEADER_NOT_FINITE {
        code: "header-not-finite",
        severity: Error,
        title: "A point of the header is NaN or infinite",
        explanation: "The position or a use hook has a coordinate that is not a number. Nothing can be placed by such \
                      a point.",
        remedy: "Set the point with a tool, or make the file again from its model.",
    }
    HOOK_IN_ROOM {
        code: "hook-in-room",
        severity: Info,
        title: "A room has a use hook",
        explanation: "Use hooks say where a creature stands to use a placeable or a door. No room of the games has \
                      one, and none is used.",
        remedy: "Nothing needs to be done.",
    }
    HOOK_STALE {
        code: "hook-stale",
        severity: Warning,
        title: "An absolute use hook is not the relative one plus the position",
        explanation: "A door stores each use hook twice: from its position, and in the frame of its model. The two \
                      disagree, so creatures may use the door from the wrong place. For a placeable this is worth \
                      knowing only, because the game's own have no absolute hooks.",
        remedy: "Set the hooks again, with `set_hooks` or in the tool that made the file.",
    }
    ROOT_NOT_FIRST {
        code: "root-not-first",
        severity: Warning,
        title: "The tree does not start at node 0",
        explanation: "The header names another node than the first as the root of the tree. The tree of every known \
                      file starts at node 0, and a tool that relies on this searches only a part of the tree.",
        remedy: "Bake the walkmesh: this builds the tree with its root first.",
    }
    ROOT_OUT_OF_RANGE {
        code: "root-out-of-range",
        severity: Error,
        title: "The header's root is not a node",
        explanation: "The header names a root that the tree does not have. In a room with faces the game starts each search \
                      there and reads memory beyond the tree: it crashes, or finds no floor. It is an info where there is \
                      nothing to search: in placeables, doors and empty rooms the games' own tools left this word \
                      uninitialised.",
        remedy: "Bake the room: this writes 0. Elsewhere nothing needs to be done.",
    }
    TABLE_UNUSED {
        code: "table-unused",
        severity: Info,
        title: "A placeable or door has tables of a room",
        explanation: "Only rooms have a tree, neighbours, edges and perimeters. The game does not look at those of a \
                      placeable or door.",
        remedy: "Bake the walkmesh: this removes them. If the file is a room, its name must end in `.wok`.",
    }
    EMPTY_OFFSET_UNUSUAL {
        code: "empty-offset-unusual",
        severity: Info,
        title: "A table without rows has an unusual offset",
        explanation: "The games write certain offsets for tables without rows. This file has others, as some modding \
                      tools write. The game does not read them.",
        remedy: "Nothing needs to be done. Baking writes the offsets of the games.",
    }
    FILE_SURPLUS {
        code: "file-surplus",
        severity: Warning,
        title: "The file has bytes that belong to no table",
        explanation: "The header says where each table stands, and nothing reads what lies behind the last one. No file of the \
                      games' own tools has such bytes. Often something was appended by mistake, or a tool wrote a count \
                      that is too small, and the rest of a table is lost. It is an info for gaps between tables.",
        remedy: "Compare the file with a backup. The bytes are kept when the file is saved. To drop them, convert the file to \
                 another format and back.",
    }
    // Vertices and faces.
    TABLE_LENGTH_DIFFERS {
        code: "table-length-differs",
        severity: Fatal,
        title: "The tables of the faces differ in length",
        explanation: "Every face has one row in the tables of faces, materials, normals and distances. A file cannot \
                      store tables of different lengths, so this walkmesh cannot be saved. Only an edit of the raw \
                      tables can cause it.",
        remedy: "Give the tables one row for each face.",
    }
    FACE_VERTEX_OUT_OF_RANGE {
        code: "face-vertex-out-of-range",
        severity: Fatal,
        title: "A corner of a face is not a vertex",
        explanation: "A face names a vertex that does not exist. The game reads memory beyond the table and may crash.",
        remedy: "Remove the face, or make the file again from its model.",
    }
    FACE_REPEATS_CORNER {
        code: "face-repeats-corner",
        severity: Error,
        title: "Two corners of a face are the same vertex",
        explanation: "The face is a line or a point. No creature can stand on it and no ray can hit it, and it leaves \
                      a gap in the neighbours.",
        remedy: "Remove the face, and bake the walkmesh.",
    }
    FACE_DEGENERATE {
        code: "face-degenerate",
        severity: Warning,
        title: "A face has no area",
        explanation: "The corners of the face lie on one line. No creature can stand on it and no ray can hit it.",
        remedy: "Remove the face or move a corner, and bake the walkmesh.",
    }
    VERTEX_UNUSED {
        code: "vertex-unused",
        severity: Info,
        title: "No face uses a vertex",
        explanation: "The vertex takes space and does nothing.",
        remedy: "Nothing needs to be done.",
    }
    VERTEX_NOT_FINITE {
        code: "vertex-not-finite",
        severity: Fatal,
        title: "A coordinate of a vertex is NaN, infinite or beyond 1e11",
        explanation: "Faces with this vertex cannot be walked on, hit or baked. If no face has the vertex, it does no \
                      harm.",
        remedy: "Move the vertex to where it belongs, and bake the walkmesh.",
    }
    VERTEX_DUPLICATE {
        code: "vertex-duplicate",
        severity: Info,
        title: "Two vertices lie at the same place",
        explanation: "Faces are neighbours only where they share vertex ids, so faces that use different ones of the \
                      two do not join. The games use such vertices to part faces.",
        remedy: "If creatures are stopped at a seam that they should cross, join the vertices with `join_vertices`, \
                 and bake the walkmesh.",
    }
    FACE_DUPLICATE {
        code: "face-duplicate",
        severity: Warning,
        title: "Two faces are the same triangle",
        explanation: "Only one of the two can join the faces around them, and the game may find either for a creature \
                      that stands there. A creature on the other one is stuck. Where nobody walks on either of them, \
                      the copy only makes the file larger.",
        remedy: "Remove one of the two, and bake the walkmesh.",
    }
    // Materials.
    MATERIAL_BEYOND_MASK {
        code: "material-beyond-mask",
        severity: Fatal,
        title: "A material is 32 or more",
        explanation: "The engine keeps sets of materials in 32 bits. A greater number is in no set, and the game may \
                      crash on it.",
        remedy: "Give the face a material that the game has.",
    }
    MATERIAL_OUT_OF_RANGE {
        code: "material-out-of-range",
        severity: Error,
        title: "The table of materials has no such row",
        explanation: "Faces have a material that the table (`surfacemat.2da`) does not have. Creatures cannot walk \
                      on them, and they do not hide what is behind them. Each row that is missing is one finding.",
        remedy: "Give the faces a material of the table, or choose the table of the mod that the file was made for as \
                 the materials of the check.",
    }
    FLOOR_HOLE {
        code: "floor-hole",
        severity: Info,
        title: "The floor has a hole",
        explanation: "An inner border of the floor: a closed loop of edges at which walking ends, with floor around it. Holes \
                      are meant around pillars and furniture, where faces that nobody can walk on fill them. Where nothing \
                      fills a hole, there is no floor for the game to find, and no ray is stopped. Holes below 10 cm² are \
                      not reported.",
        remedy: "If creatures should walk there, fill the hole with walkable faces in a modelling program, then bake.",
    }
    FACE_COVERS_FLOOR {
        code: "face-covers-floor",
        severity: Info,
        title: "A face that nobody can walk on lies above walkable floor",
        explanation: "The game is reported to stop walkers at faces that nobody can walk on, from 0.1 m below the feet to 0.1 m \
                      above the head. So a floor that goes on below such a face looks open on a map and is blocked. Higher up, \
                      as with a roof, the face only stops rays.",
        remedy: "If creatures should not walk below it, cut the floor out there. If they should, move the face up, or remove it.",
    }
    FLOOR_COVERS_FACE {
        code: "floor-covers-face",
        severity: Info,
        title: "Walkable floor lies above a face that nobody can walk on",
        explanation: "The game looks for the floor along a vertical line through the whole room. Which face it takes where several \
                      lie above each other is not known, so a bridge over such a face may not be found everywhere.",
        remedy: "Remove the lower face where nothing needs it. Otherwise walk over the place in the game.",
    }
    FACE_FACES_DOWN {
        code: "face-faces-down",
        severity: Warning,
        title: "A walkable face faces down or sideways",
        explanation: "The corners of the face run clockwise seen from above, or the face is vertical. A creature \
                      cannot stand on it from above, and the face may not join the floor around it.",
        remedy: "Exchange two of its corners or give it a material that nobody walks on, and bake the walkmesh.",
    }
    MATERIAL_CONTRADICTS {
        code: "material-contradicts",
        severity: Error,
        title: "The file contradicts the table of materials",
        explanation: "The stored neighbours say which faces were walkable when the room was made. The table of \
                      materials says otherwise about the faces that the finding lists. The game finds floors by its \
                      table and walks by the neighbours, so creatures get stuck. Either the file was made for another \
                      table, or faces were painted and the room was not baked since.",
        remedy: "Choose the table that is right as the materials, and bake the walkmesh. To keep what the file says, choose \
                 the materials as stored.",
    }
    FACE_ORDER {
        code: "face-order",
        severity: Error,
        title: "Walkable faces do not come first",
        explanation: "The rows of neighbours belong to the first faces, which must be the walkable ones. Here a face \
                      that cannot be walked on stands before a walkable one, so neighbours and edges are read for the \
                      wrong faces.",
        remedy: "Bake the walkmesh: this puts walkable faces first.",
    }
    ADJACENCY_COUNT_DIFFERS {
        code: "adjacency-count-differs",
        severity: Error,
        title: "The number of neighbour rows is not that of the walkable faces",
        explanation: "Every walkable face has one row of neighbours. Some faces have none here, or some rows belong to \
                      no walkable face. Creatures stop at edges that they could cross.",
        remedy: "Bake the walkmesh.",
    }
    // Normals and distances.
    NORMAL_STALE {
        code: "normal-stale",
        severity: Error,
        title: "A normal is not that of its face",
        explanation: "The stored normal differs from the one that the corners give. The game computes slopes and \
                      heights from it, so creatures stand too high or too low. On a sliver so thin that no height \
                      changes by a millimetre, it does no harm.",
        remedy: "Bake the walkmesh.",
    }
    DISTANCE_STALE {
        code: "distance-stale",
        severity: Error,
        title: "The distance of a plane is not that of its face",
        explanation: "The stored distance of the face's plane from the origin differs from the one that the corners \
                      give. Heights on the face are wrong by as much.",
        remedy: "Bake the walkmesh.",
    }
    NORMAL_ROUNDING {
        code: "normal-rounding",
        severity: Info,
        title: "Normals are rounded in another way than the games round",
        explanation: "Some tools compute normals with other roundings than the games' own compilers. The last digits \
                      differ, and nothing in the game does.",
        remedy: "Nothing needs to be done. Baking gives the normals the games' last digits.",
    }
    DISTANCE_ROUNDING {
        code: "distance-rounding",
        severity: Info,
        title: "Distances are rounded in another way than the games round",
        explanation: "Some tools compute distances with other roundings than the games' own compilers. The last digits \
                      differ, and nothing in the game does.",
        remedy: "Nothing needs to be done. Baking gives the distances the games' last digits.",
    }
    // Neighbours.
    EDGE_WINDING {
        code: "edge-winding",
        severity: Warning,
        title: "Two faces run along their common edge in the same direction",
        explanation: "One of the two faces faces down, so they are not neighbours, and creatures stop at the edge.",
        remedy: "Exchange two corners of the face that faces down, and bake the walkmesh.",
    }
    EDGE_NON_MANIFOLD {
        code: "edge-non-manifold",
        severity: Warning,
        title: "Three or more walkable faces share an edge",
        explanation: "An edge can join two faces only. What the game's compiler makes of more is not known, and \
                      creatures may stop at the edge.",
        remedy: "Remove the face that does not belong there, and bake the walkmesh.",
    }
    ADJACENCY_OUT_OF_RANGE {
        code: "adjacency-out-of-range",
        severity: Fatal,
        title: "A neighbour is not an edge of a walkable face",
        explanation: "The row of a face names an edge that has no row of neighbours. The game reads memory beyond the \
                      table. A negative number other than -1 does less harm.",
        remedy: "Bake the walkmesh.",
    }
    ADJACENCY_ONE_WAY {
        code: "adjacency-one-way",
        severity: Error,
        title: "A neighbour does not lead back",
        explanation: "Face A names face B as its neighbour, but B names another face or none across that edge. A \
                      creature walks from A to B and not back.",
        remedy: "Bake the walkmesh.",
    }
    ADJACENCY_STALE {
        code: "adjacency-stale",
        severity: Error,
        title: "A neighbour is not what the vertices imply",
        explanation: "Two walkable faces are neighbours where they share two vertex ids. The stored neighbour is \
                      another one, so creatures stop where they should pass, or pass where they should stop.",
        remedy: "Bake the walkmesh.",
    }
    // Edges, perimeters and transitions.
    EDGE_OUT_OF_RANGE {
        code: "edge-out-of-range",
        severity: Fatal,
        title: "The edge list names an edge of no face",
        explanation: "A row of the edge list has a number that is not an edge of the faces. The game may crash on it.",
        remedy: "Bake the walkmesh.",
    }
    EDGE_DUPLICATE {
        code: "edge-duplicate",
        severity: Warning,
        title: "The edge list names an edge twice",
        explanation: "Each edge without a neighbour belongs in the list once. Of two rows for one edge the game may \
                      read either, and their transitions may differ.",
        remedy: "Bake the walkmesh: this keeps the first transition.",
    }
    TRANSITION_OUT_OF_RANGE {
        code: "transition-out-of-range",
        severity: Error,
        title: "A transition is a negative number other than -1",
        explanation: "A transition is the number of a room, or -1 for none. This one is neither.",
        remedy: "Lead the edge to a room or to none with `set_transition`, or link the area.",
    }
    TRANSITION_ON_INNER_EDGE {
        code: "transition-on-inner-edge",
        severity: Error,
        title: "An edge inside the room leads to another room",
        explanation: "The edge has a neighbour, or its face cannot be walked on. Creatures do not leave the room \
                      there.",
        remedy: "Bake the walkmesh: this drops the transition and reports it. Lead a perimeter edge to that room \
                 instead.",
    }
    EDGE_INNER {
        code: "edge-inner",
        severity: Error,
        title: "The edge list names an edge inside the room",
        explanation: "The list says that walking ends at this edge, but the edge has a neighbour, or its face cannot \
                      be walked on.",
        remedy: "Bake the walkmesh.",
    }
    PERIMETER_OUT_OF_RANGE {
        code: "perimeter-out-of-range",
        severity: Fatal,
        title: "A perimeter ends behind the end of the edge list",
        explanation: "The game reads memory beyond the list.",
        remedy: "Bake the walkmesh.",
    }
    PERIMETER_EMPTY {
        code: "perimeter-empty",
        severity: Error,
        title: "A perimeter has no edges",
        explanation: "The perimeter ends where the one before it ends, or earlier.",
        remedy: "Bake the walkmesh.",
    }
    PERIMETER_OPEN {
        code: "perimeter-open",
        severity: Error,
        title: "A perimeter is not a closed loop",
        explanation: "An edge of the loop does not start where the one before it ends. Creatures may walk out of the \
                      room.",
        remedy: "Bake the walkmesh.",
    }
    PERIMETER_MISSING {
        code: "perimeter-missing",
        severity: Error,
        title: "Edges belong to no perimeter",
        explanation: "The last perimeter ends before the end of the edge list, and the game does not see the remaining \
                      edges.",
        remedy: "Bake the walkmesh.",
    }
    EDGE_MISSING {
        code: "edge-missing",
        severity: Error,
        title: "The edge list lacks an edge of the border",
        explanation: "The edge of a walkable face has no neighbour, so walking ends there, but the list does not say \
                      so. Creatures may walk out of the room.",
        remedy: "Bake the walkmesh.",
    }
    PERIMETER_ORDER {
        code: "perimeter-order",
        severity: Info,
        title: "Edges or perimeters are in another order than the games write",
        explanation: "The edge list is complete, but its loops start elsewhere or stand in another order. The game \
                      does not mind.",
        remedy: "Nothing needs to be done. Baking writes the order of the games.",
    }
    // The stored tree.
    TREE_MISSING {
        code: "tree-missing",
        severity: Error,
        title: "The room has no tree",
        explanation: "The game searches the tree for the face under a point and for what a ray hits. Without it no \
                      creature can stand in the room.",
        remedy: "Bake the walkmesh.",
    }
    NODE_BOX_NOT_FINITE {
        code: "node-box-not-finite",
        severity: Error,
        title: "A box of the tree is NaN or infinite",
        explanation: "Searches may miss every face below this node.",
        remedy: "Bake the walkmesh.",
    }
    NODE_BOX_INVERTED {
        code: "node-box-inverted",
        severity: Error,
        title: "The least corner of a box is greater than its greatest",
        explanation: "Searches find nothing below this node.",
        remedy: "Bake the walkmesh.",
    }
    NODE_WORD_UNKNOWN {
        code: "node-word-unknown",
        severity: Info,
        title: "A node's constant word is not 4",
        explanation: "One word of each node is 4 in every file of the games. What it means is not known.",
        remedy: "Nothing needs to be done. Baking writes 4.",
    }
    LEAF_WITH_PLANE {
        code: "leaf-with-plane",
        severity: Info,
        title: "A leaf has a split plane",
        explanation: "The split plane tells a ray which child to try first, and a leaf has no children. It is 0 in the \
                      games' files.",
        remedy: "Nothing needs to be done. Baking writes 0.",
    }
    LEAF_FACE_OUT_OF_RANGE {
        code: "leaf-face-out-of-range",
        severity: Fatal,
        title: "A leaf names a face that does not exist",
        explanation: "The game reads memory beyond the table of faces and may crash.",
        remedy: "Bake the walkmesh.",
    }
    LEAF_FACE_DUPLICATE {
        code: "leaf-face-duplicate",
        severity: Warning,
        title: "Two leaves name the same face",
        explanation: "Each face belongs in one leaf. Searches test this face twice, and often another face is in no \
                      leaf at all.",
        remedy: "Bake the walkmesh.",
    }
    LEAF_BOX_MISSES_FACE {
        code: "leaf-box-misses-face",
        severity: Warning,
        title: "The box of a leaf does not hold its face",
        explanation: "Searches do not find the part of the face that lies outside the box. Some of the first game's \
                      own rooms have such leaves.",
        remedy: "Bake the walkmesh.",
    }
    PLANE_MISSING {
        code: "plane-missing",
        severity: Info,
        title: "An inner node has no split plane",
        explanation: "Rays try the left child first, which is slower and finds the same. One old tool writes 0 in all \
                      nodes.",
        remedy: "Nothing needs to be done. Baking computes the planes.",
    }
    PLANE_UNKNOWN {
        code: "plane-unknown",
        severity: Warning,
        title: "A split plane has an unknown value",
        explanation: "The split plane is 1, 2, 4, 8, 16 or 32. Which child rays try first for another value is not \
                      known.",
        remedy: "Bake the walkmesh.",
    }
    PLANE_REVERSED {
        code: "plane-reversed",
        severity: Info,
        title: "A split plane points away from the right child",
        explanation: "The plane names the direction from the left child of a node to the right one. The game is reported to \
                      decide by it which child a ray tries first. Here the right child lies on the other side, so each \
                      ray tries the farther one first, which is slower. Several modding tools write such planes.",
        remedy: "Nothing needs to be done. Baking computes the planes.",
    }
    INNER_NODE_WITH_FACE {
        code: "inner-node-with-face",
        severity: Warning,
        title: "An inner node names a face",
        explanation: "The game takes a node with a face for a leaf and does not look at its children, so the faces \
                      below it are not found.",
        remedy: "Bake the walkmesh.",
    }
    NODE_CHILD_OUT_OF_RANGE {
        code: "node-child-out-of-range",
        severity: Fatal,
        title: "A child of a node does not exist",
        explanation: "An inner node names a child that is not in the table. The game reads memory beyond the tree.",
        remedy: "Bake the walkmesh.",
    }
    NODE_REACHED_TWICE {
        code: "node-reached-twice",
        severity: Fatal,
        title: "Two nodes have the same child, or the tree leads back",
        explanation: "A search that follows this child may not end, so the game hangs.",
        remedy: "Bake the walkmesh.",
    }
    NODE_BOX_MISSES_CHILD {
        code: "node-box-misses-child",
        severity: Warning,
        title: "The box of a node does not hold that of its child",
        explanation: "Searches do not find what lies outside the box.",
        remedy: "Bake the walkmesh.",
    }
    NODE_UNREACHABLE {
        code: "node-unreachable",
        severity: Warning,
        title: "No search comes to a node",
        explanation: "No path from the root leads to this node, so the faces below it may be in no leaf that a search \
                      comes to.",
        remedy: "Bake the walkmesh.",
    }
    FACE_NOT_IN_TREE {
        code: "face-not-in-tree",
        severity: Error,
        title: "A face is in no leaf of the tree",
        explanation: "Searches do not find the face: no ray hits it and no creature can stand on it.",
        remedy: "Bake the walkmesh.",
    }
    TREE_DEEP {
        code: "tree-deep",
        severity: Warning,
        title: "The tree is deeper than 64 nodes",
        explanation: "A tree of halves is 20 deep at a million faces. Searches of a much deeper one are slow and may \
                      run out of stack.",
        remedy: "Bake the walkmesh.",
    }
    // Areas: the rooms of a layout, and their seams.
    LAYOUT_WITHOUT_BEGINNING {
        code: "layout-without-beginning",
        severity: Error,
        title: "The layout has no line `beginlayout`",
        explanation: "The game's reader is reported to skip lines until one is exactly `beginlayout`. Without such a line it \
                      reads past the end of the text, finds no room, and may crash.",
        remedy: "Write a line with the one word `beginlayout`, in small letters, before the line with `roomcount`.",
    }
    ROOM_DUPLICATE {
        code: "room-duplicate",
        severity: Warning,
        title: "The layout names a room twice",
        explanation: "A walkmesh lies in area space, so one file cannot serve two rooms at different places.",
        remedy: "Copy the room's model and walkmesh under another name, or remove the second entry.",
    }
    ROOM_WITHOUT_FILE {
        code: "room-without-file",
        severity: Info,
        title: "A room of the layout has no walkmesh at hand",
        explanation: "Nobody can walk in a room without a walkmesh, and the game blocks the ways that lead there. That is \
                      right for rooms that are scenery, such as a sky.",
        remedy: "If creatures should walk there, put the room's WOK into the folder with the others.",
    }
    FILE_WITHOUT_ROOM {
        code: "file-without-room",
        severity: Info,
        title: "A walkmesh belongs to no room of the layout",
        explanation: "The game reads the walkmeshes of the rooms that the layout names, so it never reads this one.",
        remedy: "Add the room to the layout, give the file the name of its room, or remove the file.",
    }
    HOOK_UNREACHABLE {
        code: "hook-unreachable",
        severity: Warning,
        title: "Nobody can get to the point from which an object is used",
        explanation: "Creatures go to a use hook of a door or placeable to use it. No walkable floor is within 0.5 m of this \
                      one, or no way leads from there to the largest part of the room. It is a warning where the object has \
                      no hook that can be reached, and an info elsewhere.",
        remedy: "Move the object or its hook to a floor that creatures reach, or make the floor there walkable.",
    }
    TRANSITION_MISSING {
        code: "transition-missing",
        severity: Warning,
        title: "Two rooms meet at an edge that leads nowhere",
        explanation: "A room that is next to this one has the same edge, but the edge has no transition. Creatures \
                      cannot pass.",
        remedy: "Link the area.",
    }
    SEAM_GAP {
        code: "seam-gap",
        severity: Info,
        title: "Two rooms nearly meet at an edge that leads nowhere",
        explanation: "A room that is next to this one has an edge at most 0.1 m away, and the edge has no transition. \
                      Creatures cannot pass.",
        remedy: "If creatures should pass, weld and link the area.",
    }
    SEAM_CROWDED {
        code: "seam-crowded",
        severity: Info,
        title: "Too many edges lie near an edge to compare it with all of them",
        explanation: "More than a thousand edges of other rooms lie about 0.1 m away. Whether one of them meets this edge \
                      nearly was not found out, because such a check could take hours. No real area has so many.",
        remedy: "Remove the faces that lie upon each other, and check again.",
    }
    TRANSITION_ROOM_OUT_OF_RANGE {
        code: "transition-room-out-of-range",
        severity: Error,
        title: "A transition leads to a room that the layout does not have",
        explanation: "A transition is the number of a room in the layout's list, from 0. This number is greater, so \
                      creatures cannot pass. Often rooms were removed from the layout, or their order was changed by \
                      hand.",
        remedy: "Link the area. If the order of rooms must change, edit the area as a whole, which renumbers the transitions.",
    }
    TRANSITION_TO_OWN_ROOM {
        code: "transition-to-own-room",
        severity: Error,
        title: "A transition leads to its own room",
        explanation: "A transition must lead to another room.",
        remedy: "Link the area.",
    }
    TRANSITION_UNCHECKED {
        code: "transition-unchecked",
        severity: Info,
        title: "A transition leads to a room whose walkmesh is not at hand",
        explanation: "Whether the two rooms fit together cannot be said without that room's file.",
        remedy: "Check again with the files of all rooms in one folder.",
    }
    TRANSITION_ONE_WAY {
        code: "transition-one-way",
        severity: Error,
        title: "A transition does not lead back",
        explanation: "The edge leads to a room whose same edge does not lead back. Creatures can pass in one direction \
                      only.",
        remedy: "Link the area.",
    }
    TRANSITION_GAP {
        code: "transition-gap",
        severity: Warning,
        title: "Two rooms joined by a transition do not meet exactly",
        explanation: "The room on the other side has its edge up to 0.1 m away. The game follows a transition from \
                      edge to edge, and the gap may stop a creature or drop it.",
        remedy: "Weld the area.",
    }
    TRANSITION_WITHOUT_EDGE {
        code: "transition-without-edge",
        severity: Error,
        title: "The room on the other side has no edge there",
        explanation: "The transition leads to a room that has no edge within 0.1 m. Creatures may fall out of the area \
                      or be stopped. Often the layout was changed, or the room belongs to another layout that reuses \
                      it.",
        remedy: "Link the area, or move the room back to where it was made for.",
    }
}
