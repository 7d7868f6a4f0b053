// Mouse, pen and touch on the scene.
import { hover, leave } from "./hover";
import { toggleDoor } from "./levels";
import { markAt, pickAt } from "./stage";
import { changed, state } from "./state";
import { choose, clicked } from "./tools";

type Place = [number, number];

// A finger trembles more than a mouse.
const slack = (event: PointerEvent) => (event.pointerType === "touch" ? 12 : 4);
const MIDDLE_OR_RIGHT = 2 | 4;

// The effect of the pressed pointers. A long movement is not a click.
const pointers = new Map<number, Place>();
let moved = 0,
  pinch: { distance: number; middle: Place } | null = null,
  isPainting = false;

export function listenToPointers(canvas: HTMLCanvasElement): void {
  const at = (event: MouseEvent): Place => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    down(event, at(event));
  });
  canvas.addEventListener("pointermove", event => move(event, at(event)));
  canvas.addEventListener("pointerup", event => up(event, at(event)));
  canvas.addEventListener("pointercancel", event => up(event, at(event)));
  canvas.addEventListener("pointerleave", leave);
  canvas.addEventListener("contextmenu", event => event.preventDefault());
  canvas.addEventListener("dblclick", event => approach(at(event)));
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const turns = event.deltaY / (event.deltaMode ? 3 : 240);
    state.camera.zoom(Math.exp(Math.max(-1, Math.min(1, turns))), state.camera.ray(...at(event)));
    changed("moving");
  };
  canvas.addEventListener("wheel", wheel, { passive: false });
}

function spread(): { distance: number; middle: Place } {
  const [a, b] = [...pointers.values()];
  return { distance: Math.hypot(a[0] - b[0], a[1] - b[1]), middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] };
}

function down(event: PointerEvent, place: Place): void {
  pointers.set(event.pointerId, place);
  moved = pointers.size === 1 ? 0 : Number.POSITIVE_INFINITY;
  pinch = pointers.size === 2 ? spread() : null;
  isPainting = false;
  if (state.tool !== "paint" || event.button !== 0 || pointers.size > 1 || event.pointerType === "touch") return;
  const hit = pickAt(...place);
  if (!hit) return;
  isPainting = true;
  moved = Number.POSITIVE_INFINITY;
  clicked(hit, event.shiftKey);
}

function move(event: PointerEvent, now: Place): void {
  const before = pointers.get(event.pointerId);
  if (!before) {
    if (event.pointerType !== "touch" && state.mesh) hover(now);
    return;
  }
  const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
  moved += Math.abs(dx) + Math.abs(dy);
  pointers.set(event.pointerId, now);
  if (isPainting) return brush(now);
  if (pinch && pointers.size === 2) {
    const next = spread();
    state.camera.zoom(pinch.distance / Math.max(next.distance, 1), state.camera.ray(...next.middle));
    state.camera.pan(next.middle[0] - pinch.middle[0], next.middle[1] - pinch.middle[1]);
    pinch = next;
  } else if (pointers.size === 1 && moved > slack(event)) {
    if (event.buttons & MIDDLE_OR_RIGHT || event.shiftKey) state.camera.pan(dx, dy);
    else state.camera.orbit(dx, dy);
  }
  leave();
  changed("moving");
}

function brush(place: Place): void {
  const hit = pickAt(...place);
  if (hit && !state.selection.has(hit.triangle)) choose(hit.triangle, true);
}

function up(event: PointerEvent, place: Place): void {
  const wasDown = pointers.delete(event.pointerId);
  pinch = null;
  if (event.type === "pointerup" && wasDown && moved <= slack(event) && event.button === 0) click(place, event.shiftKey);
}

function click([x, y]: Place, adds: boolean): void {
  if (!state.mesh) return;
  const mark = markAt(x, y);
  if (mark?.object === undefined) return clicked(pickAt(x, y), adds);
  toggleDoor(mark.object);
  leave();
}

function approach(place: Place): void {
  const hit = state.tool === "inspect" ? pickAt(...place) : null;
  if (!hit) return;
  state.camera.fly(hit.point, state.camera.distance * 0.5);
  changed("scene");
}
