// The readout of the face under the pointer, updated at most once a frame.
import type { Mark } from "../bindings/walkmesh";
import { byId, type Child, el } from "./dom";
import type { Picked } from "./mesh";
import { flagsOf } from "./panels/ask";
import { pressed } from "./press";
import { markAt, pickAt, stageSize } from "./stage";
import { changed, type Opened, opened, state } from "./state";
import { shown } from "./text";

let hoverAt: [number, number] | null = null;

export function hover(point: [number, number]): void {
  if (!hoverAt) {
    requestAnimationFrame(() => {
      if (hoverAt) showHover(...hoverAt);
      hoverAt = null;
    });
  }
  hoverAt = point;
}

export function leave(): void {
  setHovered(null);
  byId("readout").hidden = true;
}

function setHovered(triangle: number | null): void {
  if (state.hovered === triangle) return;
  state.hovered = triangle;
  changed("overlay");
}

function showHover(x: number, y: number): void {
  const open = opened(),
    readout = byId("readout");
  if (!open) return;
  const hit = pickAt(x, y),
    mark = markAt(x, y);
  setHovered(hit ? hit.triangle : null);
  readout.hidden = !hit && !mark;
  if (readout.hidden) return;
  readout.replaceChildren(...[mark && markLine(open, mark), ...(hit ? faceLines(open, hit) : [])].filter(line => line !== null));
  const [width, height] = [readout.offsetWidth, readout.offsetHeight],
    [across, down] = stageSize();
  readout.style.left = `${Math.min(x + 16, across - width - 8)}px`;
  readout.style.top = `${y + 18 + height > down ? y - height - 12 : y + 18}px`;
}

function markLine({ mesh }: Opened, { label, object, kind }: Mark): HTMLElement {
  const isDoor = object !== undefined && mesh.objects[object].states.length > 1;
  return el("div", {}, el("b", {}, label), isDoor ? el("small", {}, pressed(" – click to open or close")) : ` ${kind}`);
}

function faceLines({ mesh, walkmesh }: Opened, { triangle, point }: Picked): HTMLElement[] {
  const info = walkmesh.face(triangle);
  if (!info) return [];
  const at = mesh.toGame(point),
    [up, across] = mesh.isTurned ? [1, 2] : [2, 1];
  const what = `  ${info.class} ${info.class_name}${info.walkable ? "" : ", not walkable"}`;
  const more: Child[] = [
    info.flags === undefined ? null : `flags ${flagsOf(info)}`,
    info.stored_island === undefined ? null : `stored island ${info.stored_island}`,
    info.tile ? `tile ${info.tile.join(", ")}` : null,
    info.transitions ? info.transitions.join("; ") : null,
  ].filter(Boolean);
  const lines: HTMLElement[] = [
    el("div", {}, el("b", {}, `${info.kind} ${info.number}`), info.part ? ` of ${info.part}` : "", el("small", {}, what)),
    el("div", {}, `height ${shown(at[up])} ${mesh.unit}`, el("small", {}, ` at ${shown(at[0])}, ${shown(at[across])}`)),
  ];
  if (more.length) lines.push(el("small", {}, more.join(" · ")));
  return lines;
}
