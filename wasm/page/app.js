// The page: what is open, and how it is shown.
const library = wasm_bindgen;
const state = {
  camera: new Camera(), mesh: null, walkmesh: null, failed: null, sets: [], current: -1, tool: "inspect", tab: "look", coloring: "material", edges: true, shade: true,
  selection: new Set(), hovered: null, focus: null, paths: [], ends: [], typed: [], walker: [0, 0], answer: null, sight: null, changes: [], preview: null, vertex: null, outline: [], paints: null, paintWith: null,
  hiddenLayers: new Set(), hiddenClasses: new Set(), hiddenParts: new Set(), themeChoice: "auto", movingUntil: 0, restTimer: 0,
};
let renderer = null, overlay = null, isQueued = false, isSceneStale = true;

// Draws with the next frame: everything, or only what lies over the scene, such as the face under the pointer.
function redraw(what) {
  if (what !== "overlay") isSceneStale = true;
  if (isQueued) return;
  isQueued = true;
  requestAnimationFrame(now => { isQueued = false; draw(now); });
}

// The view moves: a large mesh is drawn coarsely until it rests.
function moving() {
  state.movingUntil = performance.now() + 200;
  clearTimeout(state.restTimer);
  if (renderer && renderer.coarse.count) state.restTimer = setTimeout(redraw, 220);
  redraw();
}

function draw(now) {
  let drawsScene = isSceneStale;
  isSceneStale = false;
  const { camera } = state, canvas = byId("scene"), density = devicePixelRatio || 1, { clientWidth: width, clientHeight: height } = byId("stage");
  for (const it of [canvas, byId("overlay")]) {
    const [w, h] = [Math.round(width * density), Math.round(height * density)];
    if (it.width !== w || it.height !== h) { it.width = w; it.height = h; drawsScene = true; }
  }
  if (camera.advance(now)) moving();
  camera.update(width, height);
  const colors = { border: "border", transition: "exit", door: "exit", tiles: "grid", outline: "object", links: "info" };
  if (renderer && (drawsScene || isSceneStale)) {
    renderer.draw(camera, { edges: state.edges, shade: state.shade && !camera.plan, isMoving: performance.now() < state.movingUntil, hiddenLines: state.hiddenLayers, lineColor: kind => ink(colors[kind] || "border") });
  }
  overlay.draw(state);
}

// Colours all triangles again.
function recolor() {
  const { mesh } = state;
  if (!mesh) return;
  if (state.coloring === "rooms" && mesh.parts.length < 2) state.coloring = "material";
  let { legend, of } = COLORINGS[state.coloring].make(mesh);
  if (state.sight) {
    const [seen, hiddenOnes, rest] = [category(1), category(5), muted(0)], { sight } = state;
    legend = [[seen, "seen"], [hiddenOnes, "hidden"], [rest, "not known"]];
    of = triangle => [rest, seen, hiddenOnes][sight[triangle]];
  }
  const bytes = new Uint8Array(mesh.count * 4);
  const hasHidden = state.hiddenClasses.size || state.hiddenParts.size;
  for (let triangle = 0, at = 0; triangle < mesh.count; triangle++, at += 4) {
    const color = of(triangle);
    bytes[at] = color[0]; bytes[at + 1] = color[1]; bytes[at + 2] = color[2];
    bytes[at + 3] = hasHidden && isHidden(triangle) ? 0 : 255;
  }
  if (renderer) renderer.setColors(bytes);
  showLegend(mesh.count ? legend : []);
  redraw();
}

// Shows a walkmesh.
function show(walkmesh, { keepView = false } = {}) {
  const old = state.walkmesh;
  if (walkmesh !== old) Object.assign(state, { changes: [], preview: null });
  Object.assign(state, { walkmesh, mesh: new Mesh(walkmesh), failed: null, hovered: null, focus: null, paths: [], answer: null, sight: null, paints: null, vertex: null, outline: [] });
  state.selection.clear();
  // The memory of what is shown no more is given back at once: the engine would wait for long.
  if (old && old !== walkmesh) old.free();
  if (!keepView) {
    Object.assign(state, { ends: [], typed: [], coloring: "material" });
    for (const set of [state.hiddenClasses, state.hiddenParts, state.hiddenLayers]) set.clear();
    if (state.mesh.marks.length > 400) state.hiddenLayers.add("marks");
    state.hiddenLayers.add("tiles");
    state.edges = state.mesh.count <= 200000;
  }
  if (renderer) {
    renderer.setTriangles(state.mesh.corners);
    renderer.setLines(state.mesh.lineLayers());
  }
  recolor();
  if (!keepView) fitView();
  showAll();
}

function showAll() {
  const { walkmesh, mesh } = state;
  byId("title").textContent = walkmesh ? walkmesh.name : state.current >= 0 ? state.sets[state.current].name : "walkmesh";
  byId("subtitle").textContent = mesh ? `${walkmesh.kind}${mesh.count ? `, ${plural(mesh.count, "triangle")}` : ""}` : state.failed ? "cannot be opened" : "Drop a walkmesh here, or open one.";
  document.title = walkmesh ? `${walkmesh.name} – walkmesh` : "walkmesh";
  const list = byId("file-list");
  list.hidden = state.sets.length < 2;
  list.replaceChildren(...state.sets.map((set, at) => el("option", { value: at, selected: at === state.current }, set.name)));
  showLook(); showAsk(); showEdit(); showAbout(); showHint();
  if (!mesh || mesh.count <= 200000 || state.tab === "findings") showFindings();
  else byId("findings-count").textContent = "";
  redraw();
}

// Opens a set of files. What cannot be opened is said, with what the rules find in the bytes.
function openNumber(number) {
  state.current = number;
  const set = state.sets[number];
  showBanner("");
  try {
    show(openSet(set));
  } catch (error) {
    Object.assign(state, { walkmesh: null, mesh: null, failed: null, paths: [], ends: [], changes: [], answer: null });
    state.selection.clear();
    if (renderer) { renderer.setTriangles(new Float32Array()); renderer.setLines([]); }
    showLegend([]);
    showBanner(`${set.name} cannot be opened`, error.message);
    try { state.failed = library.check(set.files[0].bytes, set.files[0].name); } catch (reason) { state.failed = { total: 0, rules: [], reason: reason.message }; }
    showAll();
    openTab("findings");
  }
}

function addFiles(files) {
  if (!files.length) return showBanner("Nothing to open", "No file has the name of a walkmesh: .wok, .pwk, .dwk, .lyt, .trn, .trx, ainavdata_*.dat, .dof or .bms.");
  const first = state.sets.length;
  state.sets.push(...setsOf(files));
  openNumber(first);
}

function fitView() {
  redraw();
  if (!state.mesh) return;
  const { camera, mesh: { box } } = state, { clientWidth: width, clientHeight: height } = byId("stage"), { offsetWidth, offsetHeight } = byId("legend");
  camera.update(width, height);
  camera.fit(box);
  camera.update(width, height);
  // Beside the legend, if that would cover the box and leaves enough room.
  const [x, y] = camera.project(box.low) || [width, 0], free = offsetWidth + 24;
  if (offsetWidth && free < width / 3 && x < free && y > height - offsetHeight - 24) camera.fit(box, free);
}

function togglePlan() {
  state.camera.plan = !state.camera.plan;
  byId("plan").setAttribute("aria-pressed", state.camera.plan);
  showHint();
  fitView();
}

function togglePanel() {
  const isHiddenNow = document.body.classList.toggle("no-panel");
  byId("sidebar").setAttribute("aria-pressed", !isHiddenNow);
  redraw();
}

const isDark = matchMedia("(prefers-color-scheme: dark)");
function applyTheme() {
  theme = state.themeChoice === "auto" ? (isDark.matches ? "dark" : "light") : state.themeChoice;
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = { auto: "Auto", light: "Light", dark: "Dark" }[state.themeChoice];
  recolor();
  showAsk();
  redraw();
}

function nextTheme() {
  state.themeChoice = { auto: isDark.matches ? "light" : "dark", light: "dark", dark: "light" }[state.themeChoice];
  applyTheme();
}

async function start() {
  overlay = new Overlay(byId("overlay"));
  isDark.addEventListener("change", applyTheme);
  applyTheme();
  for (const button of document.querySelectorAll("[data-tool]")) button.addEventListener("click", () => setTool(button.dataset.tool));
  for (const tab of document.querySelectorAll("[data-tab]")) tab.addEventListener("click", () => openTab(tab.dataset.tab));
  const actions = { plan: togglePlan, fit: fitView, theme: nextTheme, sidebar: togglePanel, "zoom-in": () => state.camera.zoom(0.8), "zoom-out": () => state.camera.zoom(1.25) };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", () => { action(); redraw(); });
  byId("file-list").addEventListener("change", event => openNumber(Number(event.target.value)));
  byId("open").addEventListener("change", async event => { addFiles(await readFiles([...event.target.files])); event.target.value = ""; });
  listen(byId("scene"));
  new ResizeObserver(redraw).observe(byId("stage"));
  await library({ module_or_path: await inflated(byId("library").textContent) });
  try { renderer = new Renderer(byId("scene")); } catch (error) { showBanner("No picture", error.message); }
  state.sets = await embeddedSets();
  setTool("inspect");
  openTab("look");
  if (state.sets.length) openNumber(0); else showAll();
  document.documentElement.dataset.ready = "true";
}

start().catch(error => showBanner("The page cannot start", error.message));
