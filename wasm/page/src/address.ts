// The view in the address of the page, so that a link, or a reload, shows the same: the camera, the tab, the colours, the chosen face.
import { isColoring } from "./colorings";
import { byId } from "./dom";
import { openNumber } from "./levels";
import type { Mesh } from "./mesh";
import { changed, openTab, state, type Tab, whenChanged } from "./state";
import { located, numbersIn } from "./text";
import { setPlan } from "./view";

let timer = 0;

export function keepAddress(): void {
  whenChanged("address", writeSoon);
  addEventListener("hashchange", followAddress);
  followAddress();
}

// Writes the view into the address once it has not changed for a moment.
function writeSoon(): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (state.mesh) window.history.replaceState(null, "", `#${addressOf(state.mesh)}`);
  }, 400);
}

function addressOf(mesh: Mesh): string {
  const { camera, current, coloring, tab, selection } = state;
  const fields: Record<string, string | number | null> = {
    level: current || null,
    at: located([...mesh.toGame(camera.target), camera.distance]),
    turn: located([camera.yaw, camera.pitch]),
    plan: camera.plan ? 1 : null,
    tab,
    colours: coloring,
    face: selection.size === 1 ? [...selection][0] : null,
  };
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return known.map(([key, value]) => `${key}=${value}`).join("&");
}

// Shows the view from the address. References to missing things are ignored.
function followAddress(): void {
  const fields = new URLSearchParams(location.hash.slice(1)),
    text = (key: string) => fields.get(key) ?? "",
    level = Number(text("level"));
  if (fields.size && state.levels[level] && level !== state.current) openNumber(level);
  const { mesh, camera } = state;
  if (!mesh) return;
  const at = numbersIn(text("at"), 4),
    turn = numbersIn(text("turn"), 2),
    [face] = numbersIn(text("face"), 1) ?? [];
  if (fields.has("at")) setPlan(text("plan") === "1");
  if (at && at[3] > 0) camera.stand(mesh.toPage(at), at[3]);
  if (turn) [camera.yaw, camera.pitch] = turn;
  if (face >= 0 && face < mesh.count) state.selection = new Set([Math.floor(face)]);
  if (isColoring(text("colours"))) state.coloring = text("colours") as typeof state.coloring;
  if (byId(`tab-${text("tab")}`)) openTab(text("tab") as Tab);
  changed("colors", "ask", "edit", "look");
}
