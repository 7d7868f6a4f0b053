// The tab "About": the file in numbers, the keys, and a description of the page.
import { type Child, el, facts, faint, fill } from "../dom";
import type { Mesh } from "../mesh";
import { state } from "../state";
import { counted, shown } from "../text";
import { sub } from "../vectors";

const KEYS = [
  ["1 – 6", "the tools"],
  ["P", "plan view or 3-D"],
  ["F", "show all"],
  ["← ↑ → ↓", "turn; with Shift move"],
  ["+ −", "zoom"],
  ["E", "edges of triangles"],
  ["Ctrl Z", "undo; with Shift redo"],
  ["T", "light or dark"],
  ["H", "panel"],
  ["Esc", "clear"],
];
const ABOUT =
  "Everything here runs in this page: the library walkmesh is in it, compiled to WebAssembly. " +
  "No file leaves your computer, and nothing is fetched.";

export function showAbout(): void {
  const keys = KEYS.map(([name, what]) => el("div", { class: "row" }, el("kbd", {}, name), el("span", {}, what)));
  fill("tab-about", state.mesh && numbersOf(state.mesh), el("h2", {}, "Keys"), keys, el("h2", {}, "This page"), faint(ABOUT));
}

function numbersOf(mesh: Mesh): Child {
  const size = sub(mesh.box.high, mesh.box.low);
  let walkable = 0;
  for (let triangle = 0; triangle < mesh.count; triangle++) walkable += Number(mesh.isWalkable(triangle));
  const rows = facts([
    ["triangles", counted(mesh.count)],
    ["walkable", counted(walkable)],
    ["materials", mesh.classes.length],
    ["rooms or blocks", mesh.parts.length > 1 ? mesh.parts.length : null],
    ["doors and placeables", mesh.objects.length || null],
    ["extent", `${size.map(shown).join(" × ")} ${mesh.unit}`],
    ["heights", `${mesh.heights.map(shown).join(" to ")} ${mesh.unit}`],
  ]);
  return [el("h2", {}, "The file in numbers"), rows];
}
