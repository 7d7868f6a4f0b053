/** Three coordinates in the units of the game, or two in the plan view: [x, y], or [x, z] in Silkroad. */
export type Point = [number, number] | [number, number, number] | string;
/** A point, the number of a face or triangle, or a text as the command takes it, such as "1.5,-2" or "0:12". */
export type Location = Point | number;
/** Which faces count: those to walk on, those that hide what is behind them (KotOR), or all. */
export type Faces = "walkable" | "sight" | "all";
export type Severity = "info" | "warning" | "error" | "fatal";

export interface Triangles {
    /** Three numbers for each vertex. */
    positions: Float32Array;
    /** Three vertices for each triangle. A triangle that cannot be drawn has the same vertex three times. */
    indices: Uint32Array;
    /** For each triangle the place of its class in the list of classes. */
    classes: Uint32Array;
    /** For each triangle its number in its file. */
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
    /** In the game's units; KotOR and NWN2 measure in the plan view. */
    length: number | null;
    /** Whether it is proven that no path is shorter; absent for routes through stored tables. */
    proven_shortest?: boolean;
    steps: Step[];
    nearest?: Nearest;
    stand_ins?: StandIn[];
}
/** `not_baked`: the game looks sight up in a table that the file lacks, and only `by_geometry` is known. */
export interface SightAnswer { unknown: string | null; by_table?: boolean; not_baked?: true; by_geometry?: boolean; blocked_by?: Hit }
/** A colour of `coloring`: the name of a list of the palette, and a number in it; a step of the ramp from 0 to 255. */
export interface LegendEntry { title: string; ink: "category" | "muted" | "ramp"; number: number }
/** For each triangle the place of its colour in the legend, or -1. */
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
    /** The finding that explains this one, by its rule and its place among the findings of that rule: one repair mends both. */
    cause?: [number, number];
}
export interface RuleFindings {
    code: string; severity: Severity; title: string; explanation: string; remedy: string; count: number; findings: Finding[];
}
export interface FindingsReport { total: number; rules: RuleFindings[] }
/** Floor that two levels cover, in square units of the game, and the point and triangle of this level where both cover most. */
export interface Overlap { here: string; there: string; area: number; point: [number, number, number]; triangle: number }
export interface PlacedObject { name: string; position: [number, number, number]; states: string[]; state: string }
export interface Difference { place: PlacePart[]; left: string | null; right: string | null }
export interface TableDiff { table: string; group: string; entries: number; equal: number; first: Difference[] }
/** What an operation changed. */
export interface Change {
    /** What was done, in sentences. Faces have the numbers that they had before. */
    notes: string[];
    /** The tables that differ in their content, and the same as text. */
    tables: TableDiff[];
    text: string;
    /** Triangles that are no more: their indices before, and nine numbers for each. */
    removed: Uint32Array;
    removedPositions: Float32Array;
    /** Triangles that were not there before, and those that have another class: their indices now. */
    added: Uint32Array;
    repainted: Uint32Array;
}
/** Triangles of one file by their indices among those of the level; or a text: "3,7-9" (numbers in the file), "box:X,Y,Z:X,Y,Z" or "material:Stone". */
export type FaceSelection = Uint32Array | number[] | string;
/** What is repaired; lengths in metres. Everything but pockets and transitions is repaired unless it is false. */
export interface RepairOptions {
    cracks?: boolean; tJunctions?: boolean; facesDown?: boolean; degenerate?: boolean; duplicates?: boolean;
    /** How far sides and vertices may be apart to be joined; 0.03 by default. */
    tolerance?: number;
    /** Parts without a way out that are smaller than this, in square metres, are removed. */
    pockets?: number;
    /** KotOR areas: whether transitions become those that the geometry implies. */
    transitions?: boolean;
}
/** Who reads an NWN2 area: a server draws nothing, so terrain and water are left out; and whether triangles that nobody walks on stay. */
export interface OptimiseOptions { server?: boolean; keepUnwalkable?: boolean }
/** The sizes of a walker and how much farther from walls its links stay, in metres. */
export interface PathPointsOptions { radius?: number; height?: number; margin?: number }
/** A level among files. */
export interface FoundLevel {
    /** What opens it: the path of its file, where an archive is as a folder. */
    path: string;
    /** The file without folders; empty for an archive without a level. */
    file: string;
    /** What to call it, such as "manor.lyt of manor.mod". */
    name: string;
    what: string;
    /** The paths of the archives that it lies in. */
    archives: string[];
    /** Why it cannot be opened, if that is known. */
    problem: string | null;
}
