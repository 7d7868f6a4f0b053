// The view in the address of the page, so that a link, or a reload, shows the same: the camera, the tab, the colours, the chosen face.
let addressTimer = 0;

// Writes the view into the address when it has rested for a moment.
function showInAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => { if (state.mesh) window.history.replaceState(null, "", `#${addressOf()}`); }, 400);
}

function addressOf() {
  const { camera, mesh, current, coloring, tab, selection } = state;
  const fields = {
    level: current || null,
    at: [...mesh.toGame(camera.target), camera.distance].map(shown).join(),
    turn: [camera.yaw, camera.pitch].map(shown).join(),
    plan: camera.plan ? 1 : null,
    tab,
    colours: coloring,
    face: selection.size === 1 ? [...selection][0] : null,
  };
  return Object.entries(fields).filter(([, value]) => value !== null).map(([key, value]) => `${key}=${value}`).join("&");
}

// Shows what the address says. What it says of something that is not there is passed over.
function followAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const numbers = (key, count) => {
    const list = (fields.get(key) || "").split(",").map(Number);
    return list.length === count && list.every(Number.isFinite) ? list : null;
  };
  const level = Number(fields.get("level") || 0);
  if (fields.size && state.sets[level] && level !== state.current) openNumber(level);
  const { mesh, camera } = state;
  if (!mesh) return;
  const at = numbers("at", 4), turn = numbers("turn", 2), face = numbers("face", 1);
  if (fields.has("at")) camera.plan = fields.get("plan") === "1";
  byId("plan").setAttribute("aria-pressed", camera.plan);
  if (at && at[3] > 0) Object.assign(camera, { target: mesh.toPage(at), distance: at[3], flight: null });
  if (turn) [camera.yaw, camera.pitch] = turn;
  if (face && face[0] >= 0 && face[0] < mesh.count) state.selection = new Set([Math.floor(face[0])]);
  if (Object.hasOwn(COLORINGS, fields.get("colours"))) state.coloring = fields.get("colours");
  if (byId(`tab-${fields.get("tab")}`)) openTab(fields.get("tab"));
  recolor();
  showAsk();
  showLook();
}
