/** Three coordinates in the units of the game, or two in the plan view: [x, y], or [x, z] in Silkroad. */
export type Point = [number, number] | [number, number, number] | string;
/** A point, the index of a face or triangle, or a string in the command's syntax, such as "1.5,-2" or "0:12". */
export type Location = Point | number;
/** The faces to include: walkable faces, faces that block the line of sight (KotOR), or all. */
export type Faces = "walkable" | "sight" | "all";
export type Severity = "info" | "warning" | "error" | "fatal";

export interface Triangles {
    /** Three coordinates per vertex. */
    positions: Float32Array;
    /** Three vertex indices per triangle. A triangle that cannot be drawn repeats one vertex three times. */
    indices: Uint32Array;
    /** For each triangle the index of its class in the list of classes. */
    classes: Uint32Array;
    /** For each triangle its index in its file. */
    numbers: Uint32Array;
}
export interface TriangleClass { number: number; name: string; label: string; color: [number, number, number]; ink: number; walkable: boolean }
export interface Part { kind: "file" | "room" | "object" | "block"; name: string; first: number; count: number }
export interface Mark { kind: string; name: string; label: string; part: string; point: [number, number, number]; object?: number }
export interface Lines { kind: "border" | "transition" | "tiles" | "door" | "links"; positions: Float32Array }
export interface PlacePart { kind: string; index?: number; name?: string }
export interface Place { place: PlacePart[]; material?: number; stored_island?: number | null; edge?: number; link?: number | null }
export interface Step extends Place { point: [number, number, number] }
export interface Nearest extends Step { distance: number }
export interface Floor extends Place { height: number; faces_down?: true }
export interface Hit extends Step { distance: number }
export interface StandIn { for: unknown; nearest: Nearest }
/** A path, or the reason why there is none. */
export interface PathAnswer {
    no_path: string | null;
    /** Length in the game's units; measured in the plan view in KotOR and NWN2. */
    length: number | null;
    /** True if the path is proven to be the shortest; absent for routes through stored tables. */
    proven_shortest?: boolean;
    steps: Step[];
    nearest?: Nearest;
    stand_ins?: StandIn[];
}
/** `not_baked`: the file lacks the game's sight table, so only `by_geometry` is known. */
export interface SightAnswer { unknown: string | null; by_table?: boolean; not_baked?: true; by_geometry?: boolean; blocked_by?: Hit }
/** A colour of `coloring`: the name of a palette and an index in it; for `ramp` a step from 0 to 255. */
export interface LegendEntry { title: string; ink: "category" | "muted" | "ramp"; number: number }
/** For each triangle the index of its colour in the legend, or -1. */
export interface Coloring { legend: LegendEntry[]; groups: Int32Array }
export interface FaceInfo {
    triangle: number; part: string; kind: "face" | "triangle" | "cell"; number: number;
    class: number; class_name: string; walkable: boolean;
    heights: [number, number]; slope: number; neighbours: (number | null)[];
    transitions?: string[]; flags?: number; stored_island?: number; tile?: [number, number];
    points: [number, number, number][];
}
export interface Finding {
    severity: Severity; place: string; meaning: string; point?: [number, number, number]; triangle?: number;
    /** The finding that causes this one, by the index of its rule and its index among the findings of that rule: one repair fixes both. */
    cause?: [number, number];
}
export interface RuleFindings {
    code: string; severity: Severity; title: string; explanation: string; remedy: string; count: number; findings: Finding[];
}
export interface FindingsReport { total: number; rules: RuleFindings[] }
/** Overlapping floor of two levels: its area in square units of the game, and the point and triangle of this level with the largest overlap. */
export interface Overlap { here: string; there: string; area: number; point: [number, number, number]; triangle: number }
export interface PlacedObject { name: string; position: [number, number, number]; states: string[]; state: string }
export interface Difference { place: PlacePart[]; left: string | null; right: string | null }
export interface TableDiff { table: string; group: string; entries: number; equal: number; first: Difference[] }
/** The changes of an operation. */
export interface Change {
    /** The changes, in sentences. Face indices are those before the operation. */
    notes: string[];
    /** The tables that differ in their content, and the same as text. */
    tables: TableDiff[];
    text: string;
    /** Removed triangles: their indices before, and nine coordinates for each. */
    removed: Uint32Array;
    removedPositions: Float32Array;
    /** Added triangles, and triangles with a changed class: their indices after. */
    added: Uint32Array;
    repainted: Uint32Array;
}
/** Triangles of one file by their indices in the level; or a string: "3,7-9" (indices in the file), "box:X,Y,Z:X,Y,Z" or "material:Stone". */
export type FaceSelection = Uint32Array | number[] | string;
/** The repairs to make; lengths in metres. Everything except pockets and transitions is repaired by default. */
export interface RepairOptions {
    cracks?: boolean; tJunctions?: boolean; facesDown?: boolean; degenerate?: boolean; duplicates?: boolean;
    /** Maximum distance of sides and vertices to join; 0.03 by default. */
    tolerance?: number;
    /** Removes closed parts smaller than this, in square metres. */
    pockets?: number;
    /** KotOR areas: computes the transitions from the geometry. */
    transitions?: boolean;
}
/** `server` removes terrain and water from an NWN2 area; `keepUnwalkable` keeps non-walkable triangles. */
export interface OptimiseOptions { server?: boolean; keepUnwalkable?: boolean }
/** The size of a walker, and the additional clearance of links from walls, in metres. */
export interface PathPointsOptions { radius?: number; height?: number; margin?: number }
/** A level among files. */
export interface FoundLevel {
    /** The path that opens it: the path of its file, with archives as folders. */
    path: string;
    /** The file name without folders; empty for an archive without a level. */
    file: string;
    /** The display name, such as "manor.lyt of manor.mod". */
    name: string;
    what: string;
    /** The paths of the archives that contain it. */
    archives: string[];
    /** The reason why it cannot be opened, if known. */
    problem: string | null;
}
