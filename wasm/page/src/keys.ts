// Keys that work wherever the focus is, apart from fields of text.
import { showBanner } from "./dom";
import { redo, undo } from "./edits";
import { changed, state, type Tool } from "./state";
import { setTool } from "./tools";
import { nextTheme, togglePanel, togglePlan } from "./view";

const TOOLS: Tool[] = ["inspect", "path", "ray", "sight", "paint", "measure"];
const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const nearer = () => state.camera.zoom(0.8),
  farther = () => state.camera.zoom(1.25);
const ACTIONS: Record<string, () => void> = {
  p: togglePlan,
  f: () => changed("view"),
  t: nextTheme,
  h: togglePanel,
  e: toggleEdges,
  "+": nearer,
  "=": nearer,
  "-": farther,
  escape: clear,
};

export function listenToKeys(): void {
  addEventListener("keydown", event => {
    const target = event.target as Element,
      isCommand = event.ctrlKey || event.metaKey;
    if (target.matches?.("input:not([type=checkbox]), textarea") || event.altKey) return;
    if (isCommand ? takesBack(event) : !target.matches?.("select") && acts(event)) event.preventDefault();
  });
}

function takesBack(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== "z") return false;
  if (event.shiftKey) redo();
  else undo();
  return true;
}

function acts({ key, shiftKey }: KeyboardEvent): boolean {
  const tool = TOOLS[Number(key) - 1],
    arrow = ARROWS[key],
    action = tool ? () => setTool(tool) : arrow ? () => turn(arrow, shiftKey) : ACTIONS[key.toLowerCase()];
  if (!action) return false;
  action();
  changed("moving");
  return true;
}

function turn([x, y]: [number, number], moves: boolean): void {
  if (moves || state.camera.plan) state.camera.pan(-x * 40, -y * 40);
  else state.camera.orbit(x * 20, y * 20);
}

function toggleEdges(): void {
  state.edges = !state.edges;
  changed("look");
}

function clear(): void {
  state.focus = null;
  showBanner("");
  setTool(state.tool);
}
