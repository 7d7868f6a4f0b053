// The tools: the effect of a click on the scene, and their queries to the library.
import type { Answer, TapePart, TitledPath } from "./answers";
import { byId } from "./dom";
import { clickedOutline, clickedVertex } from "./edits";
import { ink } from "./ink";
import { type Mesh, messageOf, type Picked } from "./mesh";
import { pressed, whenPressed } from "./press";
import { changed, type End, type Opened, opened, openTab, state, type Tool, whenChanged } from "./state";
import { located, numbersIn } from "./text";
import { length, sub, type Vector } from "./vectors";

// The height of a standing person's eyes, in metres.
const EYES = 1.7;

const HINTS: Record<Tool | "plan", string | string[]> = {
  inspect: whenPressed(
    "Drag to turn, right drag to move, wheel to zoom. Click a face to keep its facts.",
    "One finger turns, two move and zoom. Tap a face to keep its facts.",
  ),
  plan: whenPressed(
    "Drag to move, wheel to zoom. Click a face to keep its facts.",
    "Move with one finger, zoom with two. Tap a face to keep its facts.",
  ),
  path: ["Click where the path starts.", "Click where it ends."],
  ray: ["Click where the ray starts.", "Click where it points to."],
  sight: "Click a walkable face to see what it sees.",
  measure: "Click points, one after the other: the panel tells the lengths between them.",
  paint: "Click faces to choose them; drag to choose many. Then paint, remove or turn them over in the panel.",
  vertex: ["Click a vertex.", "Click where the vertex goes. It snaps to vertices that are near."],
  hole: "Click the points of the outline, one after the other. Then cut in the panel.",
};
const NO_SIGHT = "Nothing is known of what can be seen from here: sight is for rooms of KotOR and for NWN2 areas.";
const UNBAKED = "This area is not baked: its tables of what a triangle sees are missing. Bake it in the tab Edit, and look again.";
const TAB_OF: Partial<Record<Tool, "ask" | "edit">> = {
  path: "ask",
  ray: "ask",
  sight: "ask",
  measure: "ask",
  paint: "edit",
  vertex: "edit",
  hole: "edit",
};

export function showTools(): void {
  whenChanged("hint", showHint);
  whenChanged("question", ask);
  for (const button of toolButtons()) button.addEventListener("click", () => setTool(button.dataset.tool as Tool));
}

const toolButtons = () => document.querySelectorAll<HTMLButtonElement>("[data-tool]");

export function setTool(tool: Tool): void {
  Object.assign(state, { tool, ends: [], paths: [], vertex: null, outline: [], answer: null });
  state.selection.clear();
  state.outlines = false;
  if (state.sight) {
    state.sight = null;
    changed("colors");
  }
  for (const button of toolButtons()) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  const tab = TAB_OF[tool];
  if (tab) openTab(tab);
  changed("hint", "ask", "edit", "scene");
}

function showHint(): void {
  const hint = HINTS[state.camera.plan && state.tool === "inspect" ? "plan" : state.tool];
  byId("hint").textContent = !state.mesh ? "" : pressed(typeof hint === "string" ? hint : hint[state.ends.length % 2]);
}

// A click on a face, or on nothing. A click that adds keeps the existing selection.
export function clicked(hit: Picked | null, adds: boolean): void {
  const open = opened();
  if (!open) return;
  if (!hit) {
    byId("hint").textContent = pressed("There is no face under the click.");
    return;
  }
  const acts: Record<Tool, () => void> = {
    inspect: () => inspect(hit.triangle),
    paint: () => choose(hit.triangle, adds),
    vertex: () => clickedVertex(open, hit.point),
    hole: () => clickedOutline(open.mesh, hit.point),
    sight: () => lookFrom(open, hit.triangle),
    measure: () => measureTo(open.mesh, hit.point),
    path: () => addEnd(open.mesh, hit.point),
    ray: () => addEnd(open.mesh, hit.point),
  };
  acts[state.tool]();
  changed("hint", "scene");
}

function inspect(triangle: number): void {
  const isSame = state.selection.has(triangle);
  state.selection = new Set(isSame ? [] : [triangle]);
  changed("ask");
  if (!isSame) openTab("ask");
}

export function choose(triangle: number, adds: boolean): void {
  state.outlines = false;
  if (state.selection.has(triangle) && !adds) state.selection.delete(triangle);
  else state.selection.add(triangle);
  changed("edit", "scene");
}

function addEnd(mesh: Mesh, point: Vector): void {
  if (state.ends.length === 2) state.ends = [];
  const game = mesh.toGame(point);
  // A ray starts at the eyes of a person standing there.
  if (state.tool === "ray" && !mesh.isTurned && state.ends.length === 0) game[2] += EYES;
  state.ends.push(endAt(located(game), state.ends.length));
  if (state.ends.length === 2) ask();
}

export function endAt(text: string, number: number): End {
  const numbers = numbersIn(text, 3),
    point = numbers && state.mesh ? state.mesh.toPage(numbers) : null;
  return { text, point, label: "AB"[number], color: () => ink(number ? "removed" : "path") };
}

// Asks about the two ends, whether they were clicked or typed.
export function ask(): void {
  const open = opened();
  if (!open || state.ends.length < 2) return;
  const [from, to] = state.ends.map(end => end.text);
  state.paths = [];
  try {
    state.answer = state.tool === "ray" ? askRay(open, from, to) : askPath(open, from, to);
  } catch (error) {
    state.answer = { kind: "error", error: messageOf(error) };
  }
  state.ends = state.ends.filter(end => end.point);
  openTab("ask");
  changed("ask", "scene");
}

function askPath({ walkmesh, mesh }: Opened, from: string, to: string): Answer {
  const answers = pathsOf({ walkmesh, mesh }, from, to),
    ends = state.ends.flatMap(end => (end.point ? [end.point] : []));
  for (const { answer, color, width, dashed } of answers) {
    const points = answer.steps.map(step => mesh.toPage(step.point));
    // A route runs through midpoints: its first and last point are not the ends.
    const whole = dashed && ends.length === 2 ? [ends[0], ...points, ends[1]] : points;
    if (points.length) state.paths.push({ points: whole, color, width, dashed });
  }
  const note = walkmesh.followsTables() ? null : "KotOR stores no routes: the game searches its own way over the same faces.";
  return { kind: "path", answers, note };
}

// The paths between two locations: the shortest one, the one by the game's tables if it has any, and the walker's.
function pathsOf({ walkmesh, mesh }: Opened, from: string, to: string): TitledPath[] {
  const answers: TitledPath[] = [],
    byGame = walkmesh.path(from, to);
  if (walkmesh.followsTables()) {
    const shortest = walkmesh.shortestPath(from, to);
    if (shortest) answers.push({ title: "Shortest path over the triangles", answer: shortest, color: () => ink("path"), width: 4 });
    const title = "The game's own route, by its tables";
    answers.push({ title, answer: byGame, color: () => ink("removed"), width: 3, dashed: true });
  } else {
    answers.push({ title: "Shortest path", answer: byGame, color: () => ink("path"), width: 4 });
  }
  const [radius, height] = mesh.isTurned ? [0, 0] : state.walker;
  if (radius > 0 || height > 0) {
    const title = `Shortest path of a walker with a radius of ${radius} m, ${height} m tall`;
    answers.push({ title, answer: walkmesh.shortestPathOf(radius, height, from, to), color: () => ink("info"), width: 3 });
  }
  return answers;
}

function askRay({ walkmesh, mesh }: Opened, from: string, to: string): Answer {
  const [start, end] = [from, to].map(text => numbersIn(text, 3) as Vector | null);
  if (!start || !end) throw new Error("A ray needs two points of three numbers with commas.");
  // The ray continues past the clicked point, so that rounding does not end it before the face.
  const beyond = end.map((value, axis) => value + (value - start[axis]) * 0.05) as Vector;
  const hit = walkmesh.raycast(start, beyond, "all");
  const points = [mesh.toPage(start), mesh.toPage(hit ? hit.point : end)];
  state.paths = [{ points, color: () => ink(hit ? "error" : "path"), width: 3 }];
  try {
    return { kind: "ray", hit, sight: walkmesh.lineOfSight(start, end) };
  } catch (error) {
    return { kind: "ray", hit, sight: { unknown: messageOf(error) } };
  }
}

function lookFrom(open: Opened, triangle: number): void {
  state.selection = new Set([triangle]);
  const { answer, seen } = sightOf(open, triangle);
  Object.assign(state, { answer, sight: seen ?? null });
  changed("colors");
  openTab("ask");
  changed("ask");
}

function sightOf({ walkmesh, mesh }: Opened, triangle: number): { answer: Answer; seen?: Uint8Array } {
  const failed = (error: string): { answer: Answer } => ({ answer: { kind: "error", error } });
  if (!walkmesh.isBaked) return failed(UNBAKED);
  if (!mesh.isWalkable(triangle)) return failed("Nobody stands here: click a face that creatures walk on.");
  try {
    const seen = walkmesh.seenFrom(triangle);
    if (!seen) return failed(NO_SIGHT);
    const count = (value: number) => seen.reduce((sum, it) => sum + Number(it === value), 0);
    return { answer: { kind: "sight", seen: count(1), hidden: count(2) }, seen };
  } catch (error) {
    return failed(messageOf(error));
  }
}

// A measuring tape: straight lengths between clicks, in space and in the plan view.
function measureTo(mesh: Mesh, point: Vector): void {
  const points = [...(state.paths[0]?.points ?? []), point],
    color = () => ink("info");
  state.ends = [...state.ends, { text: "", point, label: String(points.length), color }];
  state.paths = [{ points, color, width: 3 }];
  const parts = points.slice(1).map((to, at) => tapePart(points[at], to));
  state.answer = { kind: "measure", points: points.map(it => located(mesh.toGame(it))), parts };
  openTab("ask");
  changed("ask");
}

export function tapePart(from: Vector, to: Vector): TapePart {
  const [x, y, rise] = sub(to, from);
  return { length: length([x, y, rise]), plan: Math.hypot(x, y), rise };
}
