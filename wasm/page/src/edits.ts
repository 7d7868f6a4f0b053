// Repairs and changes of the walkmesh: operations with undo and redo, moved vertices, and outlines of holes.
import type { Change, Walkmesh } from "../bindings/walkmesh";
import { showErrorHere } from "./dom";
import { ink, isDark } from "./ink";
import { show } from "./levels";
import type { Act } from "./mending";
import { type Mesh, messageOf } from "./mesh";
import { changed, type Opened, opened, openTab, type Step, state, type Tab } from "./state";
import { plural } from "./text";
import type { Vector } from "./vectors";

// Maximum number of removed triangles that are outlined, and of new ones that are selected.
const MAX_OUTLINED = 200,
  MAX_CHOSEN = 2000;

// Performs an operation on the walkmesh, and shows the changes in a tab.
export function operate(title: string, act: Act, tab: "edit" | "findings" = "edit"): void {
  const { walkmesh, steps } = state;
  if (!walkmesh) return;
  try {
    const done = walkmesh.undoable,
      change = act(walkmesh);
    steps.length = done;
    steps.push({ title, change, isMended: tab === "findings" });
    // The oldest ones may be forgotten.
    steps.splice(0, steps.length - walkmesh.undoable);
    refresh(walkmesh, tab, change);
  } catch (error) {
    showErrorHere(`${title}: not possible`, messageOf(error));
  }
}

// The last step, and the step that can be redone.
export const lastStep = (): Step | undefined => state.steps[(state.walkmesh?.undoable ?? 0) - 1];
export const nextStep = (): Step | undefined => (state.walkmesh?.redoable ? state.steps[state.walkmesh.undoable] : undefined);

export function undo(): void {
  if (state.walkmesh?.undo()) refresh(state.walkmesh, tabNow());
}

export function redo(): void {
  if (state.walkmesh?.redo()) refresh(state.walkmesh, tabNow(), lastStep()?.change);
}

const tabNow = () => (state.tab === "findings" ? "findings" : "edit");

// Shows the walkmesh again after it changed. Removed triangles are outlined, and new ones are selected.
function refresh(walkmesh: Walkmesh, tab: Tab, change?: Change): void {
  state.preview = null;
  show(walkmesh, true);
  if (change && state.mesh) {
    outlineRemoved(state.mesh, change.removedPositions);
    for (const triangle of [...change.added, ...change.repainted].slice(0, MAX_CHOSEN)) state.selection.add(triangle);
    state.outlines = true;
  }
  openTab(tab);
  changed("edit", "scene");
}

function outlineRemoved(mesh: Mesh, positions: Float32Array): void {
  for (let at = 0; at < Math.min(positions.length, MAX_OUTLINED * 9); at += 9) {
    const points = [0, 3, 6, 0].map(corner => mesh.toPage(positions.subarray(at + corner, at + corner + 3)));
    state.paths.push({ points, color: () => ink("removed"), width: 1.5 });
  }
}

// A click while a vertex is moved: first the vertex, then its target. Both snap to vertices that are near on the screen.
export function clickedVertex({ mesh, walkmesh }: Opened, point: Vector): void {
  const at = mesh.toGame(point),
    vertexWithin = (reach: number) => walkmesh.vertexNear(at, reach),
    near = vertexWithin(state.camera.pixel * 14);
  if (state.vertex) {
    moveVertex(state.vertex, near ?? at);
    return;
  }
  const from = near ?? vertexWithin(Number.POSITIVE_INFINITY);
  state.vertex = from ?? null;
  if (from) state.ends = [{ text: "", point: mesh.toPage(from), label: "A", color: () => ink("path") }];
  changed("edit");
}

export function moveVertex(from: Vector, to: Vector): void {
  Object.assign(state, { vertex: null, ends: [] });
  operate("Move a vertex", walkmesh => walkmesh.moveVertex(from, to));
}

// A click while a hole is outlined.
export function clickedOutline(mesh: Mesh, point: Vector): void {
  state.outline.push(mesh.toGame(point));
  const points = state.outline.map(it => mesh.toPage(it)),
    color = () => ink("removed");
  state.paths = [{ points: points.length > 2 ? [...points, points[0]] : points, color, width: 2.5 }];
  state.ends = points.length === 1 ? [{ text: "", point: points[0], label: "A", color }] : [];
  changed("edit", "scene");
}

export function cutHole(): void {
  const { outline } = state;
  state.outline = [];
  operate("Cut a hole", walkmesh => walkmesh.cutHole(outline));
}

// Tries an operation on a copy, and shows its changes beside the control.
export function preview(act: Act, of: string): void {
  const open = opened();
  if (!open) return;
  const plan = open.walkmesh.copy();
  try {
    const change = act(plan),
      isSame = !change.removed.length && !change.added.length && !change.repainted.length;
    state.preview = { of, change, picture: isSame ? null : open.walkmesh.differencePicture(plan, isDark()) };
    changed("edit", "findings");
  } catch (error) {
    showErrorHere("The repair is not possible", messageOf(error));
  } finally {
    plan.free();
  }
}

export const chosenFaces = (): string => (state.selection.size ? `${plural(state.selection.size, "face")} chosen` : "No face chosen");
