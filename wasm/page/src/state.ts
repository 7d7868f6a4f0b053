// The state of the page, and the modules that redraw it after a change. Modules that change something report it here, and
// are independent of those that draw.
import type { Change, TriangleClass, Walkmesh } from "../bindings/walkmesh";
import type { Answer } from "./answers";
import type { Beside } from "./beside";
import { Camera } from "./camera";
import type { ColoringName } from "./colorings";
import type { LevelFiles, Sample } from "./files";
import type { Color } from "./ink";
import type { Mesh, Report } from "./mesh";
import type { Vector } from "./vectors";

export type Tool = "inspect" | "path" | "ray" | "sight" | "paint" | "measure" | "vertex" | "hole";
export type Tab = "look" | "ask" | "findings" | "edit" | "about";

// A line over the scene, in the page's coordinates.
export interface Line {
  points: Vector[];
  color: () => Color;
  width: number;
  dashed?: boolean;
}
// An end of a path or a ray. A location that was typed as a face number has no point.
export interface End {
  text: string;
  point: Vector | null;
  label: string;
  color: () => Color;
}
// An operation on the walkmesh.
export interface Step {
  title: string;
  change: Change;
  // True if it repaired findings of a check.
  isMended: boolean;
}

interface State {
  camera: Camera;
  mesh: Mesh | null;
  walkmesh: Walkmesh | null;
  // The known facts about a file that cannot be opened, and the reason.
  failed: Report | null;
  problem: { title: string; text: string } | null;
  samples: Sample[];
  levels: LevelFiles[];
  current: number;
  tool: Tool;
  tab: Tab;
  coloring: ColoringName;
  edges: boolean;
  shade: boolean;
  selection: Set<number>;
  // True if the selected faces are only outlined, so that their new colour is visible.
  outlines: boolean;
  hovered: number | null;
  // A point that rings mark.
  focus: Vector | null;
  paths: Line[];
  ends: End[];
  typed: (string | undefined)[];
  // Radius and height in metres.
  walker: [number, number];
  answer: Answer | null;
  // For each triangle 1 for seen, 2 for hidden.
  sight: Uint8Array | null;
  // The operations that were performed and undone, in order. The walkmesh has equally many steps to
  // undo and to redo.
  steps: Step[];
  preview: { of: string; change: Change; picture: string | null } | null;
  // The vertex that is moved, and the outline of a hole, in the game's coordinates.
  vertex: Vector | null;
  outline: Vector[];
  paints: TriangleClass[];
  paintWith: string | null;
  // The levels that are drawn beside this one, by their numbers.
  beside: Map<number, Beside>;
  hiddenLayers: Set<string>;
  hiddenClasses: Set<number>;
  hiddenParts: Set<number>;
  themeChoice: "auto" | "light" | "dark";
}

export const state: State = {
  camera: new Camera(),
  mesh: null,
  walkmesh: null,
  failed: null,
  problem: null,
  samples: [],
  levels: [],
  current: -1,
  tool: "inspect",
  tab: "findings",
  coloring: "material",
  edges: true,
  shade: true,
  selection: new Set(),
  outlines: false,
  hovered: null,
  focus: null,
  paths: [],
  ends: [],
  typed: [],
  walker: [0, 0],
  answer: null,
  sight: null,
  steps: [],
  preview: null,
  vertex: null,
  outline: [],
  paints: [],
  paintWith: null,
  beside: new Map(),
  hiddenLayers: new Set(),
  hiddenClasses: new Set(),
  hiddenParts: new Set(),
  themeChoice: "auto",
};

// The open level, and its display state.
export interface Opened {
  walkmesh: Walkmesh;
  mesh: Mesh;
}
export function opened(): Opened | null {
  const { walkmesh, mesh } = state;
  return walkmesh && mesh ? { walkmesh, mesh } : null;
}

export const isHidden = (triangle: number): boolean =>
  !!state.mesh && (state.hiddenClasses.has(state.mesh.classOf[triangle]) || state.hiddenParts.has(state.mesh.partOf(triangle)));

// The parts that can change. "mesh" are the triangles and lines, "beside" those of other levels, "colors" the colours, "scene" and
// "overlay" are drawn with the next frame, "view" shows everything, "moving" is the camera on its way, "question" asks again about
// the two ends, and "address" writes the view into it; the others are parts of the page around the scene.
export type Part =
  | "mesh"
  | "beside"
  | "colors"
  | "scene"
  | "overlay"
  | "view"
  | "moving"
  | "head"
  | "hint"
  | "tabs"
  | "address"
  | "welcome"
  | "question"
  | Tab;
const shows = new Map<Part, () => void>();

export function whenChanged(part: Part, show: () => void): void {
  shows.set(part, show);
}

export function changed(...parts: Part[]): void {
  for (const part of parts) shows.get(part)?.();
}

export function openTab(tab: Tab): void {
  state.tab = tab;
  changed("tabs", "address");
}

// Moves the view to a point, which rings mark.
export function flyTo(point: Vector, distance: number): void {
  state.focus = point;
  state.camera.fly(point, distance);
  changed("scene");
}
