// The tab "Ask": the facts of a face, the ends of a path or ray, and the answer.
import type { FaceInfo } from "../../bindings/walkmesh";
import { type Child, el, facts, faint, fill, targetOf, typedIn } from "../dom";
import type { Mesh } from "../mesh";
import { pressed } from "../press";
import { opened, state } from "../state";
import { located, shown } from "../text";
import { ask, endAt, setTool } from "../tools";
import { answerOf } from "./answer";

export function showAsk(): void {
  fill("tab-ask", content());
}

const TOOLS_SAY =
  "Click a face to see its facts, or take one of the tools above: a path or a ray between two clicks, what a face sees, or a paint.";

function content(): Child {
  const open = opened();
  if (!open) return faint("Open a walkmesh first.");
  const { mesh, walkmesh } = open,
    { tool, selection, answer } = state;
  const [triangle] = tool === "inspect" && selection.size === 1 ? selection : [];
  const chosen = triangle === undefined ? undefined : walkmesh.face(triangle);
  return [
    tool === "inspect" && !chosen && faint(pressed(TOOLS_SAY)),
    chosen && [el("h2", {}, "Chosen"), faceFacts(chosen, mesh)],
    (tool === "path" || tool === "ray") && questionInputs(mesh, tool),
    answer && answerOf(answer, mesh),
  ];
}

function faceFacts(info: FaceInfo, mesh: Mesh): HTMLElement {
  const [low, high] = info.heights.map(shown);
  return facts([
    [info.kind, info.part ? `${info.number} of ${info.part}` : info.number],
    [info.kind === "cell" ? "class" : info.kind === "triangle" ? "floor" : "material", `${info.class} ${info.class_name}`],
    ["walkable", info.walkable ? "yes" : "no"],
    ["flags", flagsOf(info)],
    ["height", low === high ? `${low} ${mesh.unit}` : `${low} to ${high} ${mesh.unit}`],
    ["slope", `${shown(Math.round(info.slope * 10) / 10)}°`],
    ["stored island", info.stored_island],
    ["tile", info.tile?.join(", ")],
    ["neighbours", info.kind === "cell" ? null : info.neighbours.map(it => it ?? "–").join(", ")],
    ["leads", info.transitions?.join("; ")],
    ["corners", info.points.map(located).join(" · ")],
  ]);
}

export const flagsOf = ({ flags }: FaceInfo): string | undefined =>
  flags === undefined ? undefined : `0x${flags.toString(16).padStart(4, "0")}`;

function questionInputs(mesh: Mesh, tool: "path" | "ray"): Child {
  const isPath = tool === "path";
  return [
    el("h2", {}, isPath ? "From A to B" : "Ray from A to B"),
    locationInput(0, "A", mesh),
    locationInput(1, "B", mesh),
    isPath && !mesh.isTurned && [walkerInput(0, "Radius"), walkerInput(1, "Height")],
    el(
      "div",
      { class: "row" },
      el("button", { class: "plain", onclick: askTyped }, isPath ? "Find the path" : "Cast the ray"),
      el("button", { onclick: clear }, "Clear"),
    ),
  ];
}

function clear(): void {
  state.typed = [];
  setTool(state.tool);
}

function locationInput(number: number, label: string, mesh: Mesh): HTMLElement {
  const input = el("input", {
    type: "text",
    id: `end-${label}`,
    value: state.ends[number]?.text ?? state.typed[number] ?? "",
    placeholder: mesh.isTurned ? "x,y,z or block:cell" : "x,y,z or a face",
    "aria-label": `Location ${label}`,
    onchange: (event: Event) => {
      state.typed[number] = targetOf(event).value.trim();
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      targetOf(event).blur();
      askTyped();
    },
  });
  return el("div", { class: "row" }, el("span", {}, label), input);
}

// The sizes of a walker, in metres; 0 for a point. Silkroad's tables have no sizes.
function walkerInput(number: 0 | 1, label: string): HTMLElement {
  const input = el("input", {
    type: "number",
    id: `walker-${number}`,
    min: 0,
    step: 0.05,
    value: state.walker[number],
    "aria-label": `${label} of the walker in metres`,
    onchange: (event: Event) => {
      state.walker[number] = Math.max(0, Number(targetOf(event).value) || 0);
      askTyped();
    },
  });
  return el("div", { class: "row" }, el("span", {}, label), input);
}

function askTyped(): void {
  const texts = ["A", "B"].map(label => typedIn(`end-${label}`).trim());
  if (texts.some(text => !text)) return;
  state.ends = texts.map(endAt);
  state.typed = texts;
  ask();
}
