// Mouse, pen, touch and keys.

function listen(canvas) {
  const pointers = new Map();
  // A finger trembles more than a mouse.
  const slack = event => (event.pointerType === "touch" ? 12 : 4);
  let moved = 0, pinch = null, isPainting = false;
  const at = event => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
  const spread = () => { const [a, b] = [...pointers.values()]; return { distance: Math.hypot(a[0] - b[0], a[1] - b[1]), middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] }; };

  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    pointers.set(event.pointerId, at(event));
    moved = pointers.size === 1 ? 0 : 99;
    pinch = pointers.size === 2 ? spread() : null;
    isPainting = false;
    if (state.tool === "paint" && event.button === 0 && pointers.size === 1 && event.pointerType !== "touch") {
      const hit = pickAt(...at(event));
      if (hit) { isPainting = true; clicked(hit, null, event.shiftKey); moved = 99; }
    }
  });
  canvas.addEventListener("pointermove", event => {
    const now = at(event), before = pointers.get(event.pointerId);
    if (!before) return hover(now, event);
    const [dx, dy] = sub([...now, 0], [...before, 0]);
    moved += Math.abs(dx) + Math.abs(dy);
    pointers.set(event.pointerId, now);
    if (isPainting) { const hit = pickAt(...now); if (hit && !state.selection.has(hit.triangle)) { state.selection.add(hit.triangle); showEdit(); redraw(); } return; }
    if (pointers.size === 2 && pinch) {
      const next = spread();
      state.camera.zoom(pinch.distance / Math.max(next.distance, 1), state.camera.ray(...next.middle));
      state.camera.pan(next.middle[0] - pinch.middle[0], next.middle[1] - pinch.middle[1]);
      pinch = next;
    } else if (pointers.size === 1 && moved > slack(event)) {
      if (event.buttons & 2 || event.buttons & 4 || event.shiftKey) state.camera.pan(dx, dy); else state.camera.orbit(dx, dy);
    }
    leave();
    moving();
  });
  const up = event => {
    const was = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    pinch = null;
    if (event.type === "pointerup" && was && moved <= slack(event) && event.button === 0) click(at(event), event);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", leave);
  canvas.addEventListener("contextmenu", event => event.preventDefault());
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    state.camera.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / (event.deltaMode ? 3 : 240)))), state.camera.ray(...at(event)));
    moving();
  }, { passive: false });
  canvas.addEventListener("dblclick", event => {
    if (state.tool !== "inspect") return;
    const hit = pickAt(...at(event));
    if (hit) { state.camera.fly(hit.point, state.camera.distance * 0.5); redraw(); }
  });

  addEventListener("keydown", event => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z" && !event.target.matches?.("input, textarea")) {
      event.preventDefault();
      return event.shiftKey ? redo() : undo();
    }
    if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const tools = ["inspect", "path", "ray", "sight", "paint"], arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (tools[event.key - 1]) setTool(tools[event.key - 1]);
    else if (arrows[event.key]) {
      const [x, y] = arrows[event.key];
      if (event.shiftKey || state.camera.plan) state.camera.pan(-x * 40, -y * 40); else state.camera.orbit(x * 20, y * 20);
    } else {
      const action = { p: togglePlan, f: fitView, t: nextTheme, h: togglePanel, "+": () => state.camera.zoom(0.8), "=": () => state.camera.zoom(0.8), "-": () => state.camera.zoom(1.25),
        e: () => { state.edges = !state.edges; showLook(); }, Escape: () => { state.focus = null; showBanner(""); setTool(state.tool); } }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action) return;
      action();
    }
    event.preventDefault();
    moving();
  });

  let dragging = 0;
  addEventListener("dragenter", event => { event.preventDefault(); dragging++; byId("drop").hidden = false; });
  addEventListener("dragleave", () => { dragging = Math.max(0, dragging - 1); byId("drop").hidden = dragging === 0; });
  addEventListener("dragover", event => event.preventDefault());
  addEventListener("drop", async event => {
    event.preventDefault();
    dragging = 0;
    byId("drop").hidden = true;
    addFiles(await droppedFiles(event.dataTransfer));
  });
}

const isHidden = triangle => state.hiddenClasses.has(state.mesh.classOf[triangle]) || state.hiddenParts.has(state.mesh.partOf(triangle));
const pickAt = (x, y) => (state.mesh && state.mesh.count ? state.mesh.pick(state.camera.ray(x, y), isHidden) : null);

function click([x, y], event) {
  if (!state.mesh) return;
  const mark = overlay.markAt(x, y);
  if (mark && mark.object !== undefined) {
    toggleDoor(mark.object);
    return leave();
  }
  clicked(pickAt(x, y), [x, y], event.shiftKey);
}

function leave() {
  if (state.hovered !== null) { state.hovered = null; redraw("overlay"); }
  byId("readout").hidden = true;
}

// Says what is under the pointer, at most once a frame.
let hoverAt = null;
function hover(point, event) {
  if (event.pointerType === "touch" || !state.mesh) return;
  if (!hoverAt) requestAnimationFrame(() => { const [x, y] = hoverAt; hoverAt = null; showHover(x, y); });
  hoverAt = point;
}

function showHover(x, y) {
  const { mesh } = state, readout = byId("readout");
  if (!mesh) return;
  const hit = pickAt(x, y), mark = overlay.markAt(x, y), triangle = hit ? hit.triangle : null;
  if (triangle !== state.hovered) { state.hovered = triangle; redraw("overlay"); }
  readout.hidden = !hit && !mark;
  if (readout.hidden) return;
  const lines = [];
  if (mark) lines.push(el("div", {}, el("b", {}, mark.label), mark.object !== undefined && mesh.objects[mark.object].states.length > 1 ? el("small", {}, " – click to open or close") : ` ${mark.kind}`));
  if (hit) {
    const info = state.walkmesh.face(hit.triangle), point = mesh.toGame(hit.point), height = point[mesh.isTurned ? 1 : 2];
    lines.push(el("div", {}, el("b", {}, `${info.kind} ${info.number}`), info.part ? ` of ${info.part}` : "", el("small", {}, `  ${info.class} ${info.class_name}${info.walkable ? "" : ", not walkable"}`)),
      el("div", {}, `height ${shown(height)} ${mesh.unit}`, el("small", {}, ` at ${shown(point[0])}, ${shown(point[mesh.isTurned ? 2 : 1])}`)));
    const more = [info.flags === undefined ? null : `flags 0x${info.flags.toString(16).padStart(4, "0")}`, info.stored_island === undefined ? null : `stored island ${info.stored_island}`, info.tile ? `tile ${info.tile.join(", ")}` : null, info.transitions ? info.transitions.join("; ") : null].filter(Boolean);
    if (more.length) lines.push(el("small", {}, more.join(" · ")));
  }
  readout.replaceChildren(...lines);
  const [width, height] = [readout.offsetWidth, readout.offsetHeight], stage = byId("stage");
  readout.style.left = `${Math.min(x + 16, stage.clientWidth - width - 8)}px`;
  readout.style.top = `${y + 18 + height > stage.clientHeight ? y - height - 12 : y + 18}px`;
}
