// The stage: the scene, its overlay, and the legend. They are drawn with the next frame.
import type { Box } from "./camera";
import { COLORINGS, type Colors, type LegendRow } from "./colorings";
import { byId, el, fill, swatch } from "./dom";
import { besideColor, category, muted } from "./ink";
import type { Mesh } from "./mesh";
import { Overlay } from "./overlay";
import { Renderer } from "./renderer";
import { changed, isHidden, state, whenChanged } from "./state";
import { isThing, symbolLegend, symbolPicture } from "./symbols";

const scene = byId<HTMLCanvasElement>("scene"),
  over = byId<HTMLCanvasElement>("overlay");
let renderer: Renderer | null = null;
const overlay = new Overlay(over);
let isQueued = false,
  isSceneStale = true,
  movingUntil = 0,
  restTimer = 0;

// Starts WebGL. Without it there is no picture, and the error says so.
export function startRenderer(): void {
  renderer = new Renderer(scene);
}

export const markAt = (x: number, y: number) => overlay.markAt(x, y);
export const pickAt = (x: number, y: number) => (state.mesh?.count ? state.mesh.pick(state.camera.ray(x, y), isHidden) : null);
export const stageSize = (): [number, number] => [byId("stage").clientWidth, byId("stage").clientHeight];

export function showStage(): void {
  whenChanged("mesh", showMesh);
  whenChanged("beside", showBeside);
  whenChanged("colors", showColors);
  whenChanged("overlay", queue);
  whenChanged("view", fitView);
  whenChanged("moving", move);
  whenChanged("scene", () => {
    isSceneStale = true;
    queue();
  });
}

function queue(): void {
  if (isQueued) return;
  isQueued = true;
  requestAnimationFrame(now => {
    isQueued = false;
    draw(now);
  });
}

// The view moves: a large mesh is drawn coarsely until it rests.
function move(): void {
  movingUntil = performance.now() + 200;
  clearTimeout(restTimer);
  if (renderer?.hasStandIn()) restTimer = window.setTimeout(() => changed("scene"), 220);
  changed("scene");
}

function draw(now: number): void {
  let drawsScene = isSceneStale;
  isSceneStale = false;
  const { camera } = state,
    [width, height] = stageSize();
  for (const canvas of [scene, over]) {
    const [w, h] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
    if (canvas.width === w && canvas.height === h) continue;
    Object.assign(canvas, { width: w, height: h });
    drawsScene = true;
  }
  if (camera.advance(now)) changed("moving");
  camera.update(width, height);
  if (renderer && (drawsScene || isSceneStale)) {
    const { edges, hiddenLayers: hiddenLines } = state;
    renderer.draw(camera.matrix, { edges, shade: state.shade && !camera.plan, isMoving: performance.now() < movingUntil, hiddenLines });
  }
  overlay.draw(state);
  changed("address");
}

function showMesh(): void {
  renderer?.setTriangles(state.mesh ? state.mesh.corners : new Float32Array());
  renderer?.setLines(state.mesh ? state.mesh.lineLayers() : []);
}

// The other levels in the view, one colour each.
function showBeside(): void {
  const all = [...state.beside],
    count = all.reduce((sum, [, { corners }]) => sum + corners.length / 9, 0);
  const corners = new Float32Array(count * 9),
    colors = new Uint8Array(count * 4);
  let at = 0;
  for (const [number, beside] of all) {
    corners.set(beside.corners, at * 9);
    const color = [...besideColor(number), 255];
    for (let i = 0; i < beside.corners.length / 9; i++) colors.set(color, (at + i) * 4);
    at += beside.corners.length / 9;
  }
  renderer?.setBeside(corners, colors);
  changed("scene");
}

// Colours all triangles again.
function showColors(): void {
  const { mesh } = state;
  if (!mesh) return showLegend([]);
  if (state.coloring === "rooms" && mesh.parts.length < 2) state.coloring = "material";
  const { legend, of } = state.sight ? bySight(state.sight) : COLORINGS[state.coloring].make(mesh);
  renderer?.setColors(bytesOf(mesh, of));
  showLegend(mesh.count ? legend : []);
  changed("scene");
}

function bytesOf(mesh: Mesh, of: Colors["of"]): Uint8Array {
  const bytes = new Uint8Array(mesh.count * 4),
    hasHidden = state.hiddenClasses.size > 0 || state.hiddenParts.size > 0;
  for (let triangle = 0, at = 0; triangle < mesh.count; triangle++, at += 4) {
    const color = of(triangle);
    bytes[at] = color[0];
    bytes[at + 1] = color[1];
    bytes[at + 2] = color[2];
    bytes[at + 3] = hasHidden && isHidden(triangle) ? 0 : 255;
  }
  return bytes;
}

function bySight(sight: Uint8Array): Colors {
  const colors = [muted(0), category(1), category(5)];
  const legend: LegendRow[] = [
    [colors[1], "seen"],
    [colors[2], "hidden"],
    [colors[0], "not known"],
  ];
  return { legend, of: triangle => colors[sight[triangle]] };
}

function showLegend(legend: LegendRow[]): void {
  const title = state.sight ? "Sight" : COLORINGS[state.coloring].title;
  byId("legend").hidden = !legend.length;
  const rows = legend.slice(0, 16).map(([color, name]) => el("div", {}, swatch(color), name)),
    marks = state.hiddenLayers.has("marks") ? [] : (state.mesh?.marks ?? []),
    symbols = symbolLegend(marks).map(symbol => el("div", {}, symbolPicture(symbol), symbol.title));
  fill("legend", legend.length > 0 && [el("summary", {}, title), rows, symbols]);
}

function boxAround({ low, high }: Box, lists: ArrayLike<number>[]): Box {
  const all: Box = { low: [...low], high: [...high] };
  for (const corners of lists) {
    for (let at = 0; at < corners.length; at++) {
      all.low[at % 3] = Math.min(all.low[at % 3], corners[at]);
      all.high[at % 3] = Math.max(all.high[at % 3], corners[at]);
    }
  }
  return all;
}

// Things off the floor, unless they are so far away that the floor would become small.
function thingsNear(mesh: Mesh, { low, high }: Box): number[][] {
  const size = Math.max(high[0] - low[0], high[1] - low[1]),
    far = (at: number[]) => Math.max(low[0] - at[0], at[0] - high[0], low[1] - at[1], at[1] - high[1]);
  const points = mesh.marks.filter(isThing).map(mark => mesh.toPage(mark.point));
  return points.filter(at => far(at) > 0 && far(at) < size / 2).map(([x, y]) => [x, y, low[2]]);
}

function fitView(): void {
  changed("scene");
  if (!state.mesh) return;
  const { camera } = state,
    floor = state.mesh.visibleBox(isHidden),
    things = state.hiddenLayers.has("marks") ? [] : thingsNear(state.mesh, floor),
    box = boxAround(floor, [...[...state.beside.values()].map(({ corners }) => corners), ...things]),
    [width, height] = stageSize(),
    { offsetWidth, offsetHeight } = byId("legend");
  camera.update(width, height);
  camera.fit(box);
  camera.update(width, height);
  // Beside the legend, if the legend would cover the box and leaves enough room.
  const [x, y] = camera.project(box.low) || [width, 0],
    free = offsetWidth + 24;
  if (offsetWidth && free < width / 3 && x < free && y > height - offsetHeight - 24) camera.fit(box, free);
}
