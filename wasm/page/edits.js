// The tab "Edit": what mends and changes a walkmesh, what that changed, undo and redo, and downloads.

// What was done and what was undone, in order: a title and the library's change. The walkmesh has as many steps to undo.
const steps = () => state.changes.slice(0, state.walkmesh.undoable);

// Does something to the walkmesh, and shows what it changed.
function operate(title, act) {
  const { walkmesh } = state;
  try {
    const change = act(walkmesh);
    state.changes.length = walkmesh.undoable - 1;
    state.changes.push({ title, change });
    refresh(change);
  } catch (error) {
    showBanner(`${title}: not possible`, error.message);
  }
}

// Shows the walkmesh again after it changed. Triangles that are no more are outlined, and new ones are chosen.
function refresh(change) {
  show(state.walkmesh, { keepView: true });
  state.preview = null;
  if (change) {
    const { mesh } = state, points = change.removedPositions, most = 200 * 9;
    for (let at = 0; at < Math.min(points.length, most); at += 9) {
      const corners = [0, 3, 6, 0].map(corner => mesh.toPage([...points.subarray(at + corner, at + corner + 3)]));
      state.paths.push({ points: corners, color: () => ink("removed"), width: 1.5 });
    }
    for (const triangle of [...change.added, ...change.repainted].slice(0, 2000)) state.selection.add(triangle);
  }
  openTab("edit");
  showEdit();
  redraw();
}

function undo() {
  if (state.walkmesh && state.walkmesh.undo()) refresh();
}

function redo() {
  if (state.walkmesh && state.walkmesh.redo()) refresh(steps().at(-1).change);
}

// A click while a vertex is moved: first the vertex, then where it goes. Both snap to vertices that are near on the screen.
function clickedVertex(hit) {
  const { mesh, walkmesh, camera } = state, at = mesh.toGame(hit.point), near = walkmesh.vertexNear(at, camera.pixel * 14);
  if (!state.vertex) {
    const from = near || walkmesh.vertexNear(at, Infinity);
    state.vertex = from && [...from];
    if (from) state.ends = [{ point: mesh.toPage([...from]), label: "A", color: () => ink("path") }];
    return showEdit();
  }
  moveVertex(state.vertex, near ? [...near] : at);
}

function moveVertex(from, to) {
  Object.assign(state, { vertex: null, ends: [] });
  operate("Move a vertex", walkmesh => walkmesh.moveVertex(new Float32Array(from), new Float32Array(to)));
}

// A click while a hole is outlined.
function clickedOutline(hit) {
  state.outline.push(state.mesh.toGame(hit.point));
  showOutline();
}

function showOutline() {
  const { mesh, outline } = state, points = outline.map(point => mesh.toPage(point));
  state.paths = points.length ? [{ points: points.length > 2 ? [...points, points[0]] : points, color: () => ink("removed"), width: 2.5 }] : [];
  state.ends = points.length === 1 ? [{ point: points[0], label: "A", color: () => ink("removed") }] : [];
  showEdit();
  redraw();
}

function cutHole() {
  const outline = new Float32Array(state.outline.flatMap(point => point.slice(0, 2)));
  state.outline = [];
  operate("Cut a hole", walkmesh => walkmesh.cutHole(outline));
}

const numberOf = id => Number(byId(id).value);
const button = (id, text, onclick, attributes = {}) => el("button", { class: "plain", id, onclick, ...attributes }, text);

function numberInput(id, label, value, attributes = {}) {
  return el("label", { class: "row apart" }, label, el("input", { type: "number", id, value, step: "any", ...attributes }));
}

function vectorInput(id, label, values, act, verb) {
  return el("div", { class: "row" }, el("span", {}, label),
    el("input", { type: "text", id, value: values.map(shown).join(","), "aria-label": `${label}: ${values.length} numbers with commas` }),
    button(`${id}-now`, verb, () => {
      const numbers = byId(id).value.split(",").map(Number);
      if (numbers.length !== values.length || !numbers.every(Number.isFinite)) return showBanner(`${label}: not possible`, `Expected ${values.length} numbers with commas.`);
      act(numbers);
    }));
}

// What is edited, and what the game and the file have.
function kindOf() {
  const { walkmesh, mesh } = state, isArea = /^a KotOR area/.test(walkmesh.kind), isNwn2 = /NWN2/.test(walkmesh.kind);
  const isEditable = !mesh.isTurned && (state.paints ??= walkmesh.paints()).length > 0;
  return { isArea, isNwn2, isEditable, isObject: /\.[pd]wk$/i.test(walkmesh.name), isKotor: isEditable && !isNwn2 };
}

function repairOptions() {
  const pockets = byId("repair-pockets").value;
  return { tolerance: numberOf("repair-tolerance"), pockets: pockets === "" ? undefined : Number(pockets), transitions: byId("repair-transitions")?.checked };
}

// Tries a repair on a copy, and shows what it would change.
function previewRepair() {
  const plan = state.walkmesh.copy();
  try {
    const change = plan.repair(repairOptions());
    const isSame = !change.removed.length && !change.added.length && !change.repainted.length;
    state.preview = { change, picture: isSame ? null : state.walkmesh.differencePicture(plan, theme === "dark") };
  } catch (error) {
    showBanner("The repair is not possible", error.message);
  } finally {
    plan.free();
  }
  showEdit();
}

function notesOf(change) {
  const notes = change.notes.slice(0, 100), more = change.notes.length - notes.length;
  return [notes.map(note => el("p", {}, note)), more > 0 ? el("p", { class: "faint" }, `and ${more.toLocaleString("en")} more`) : null];
}

function tablesOf(change, id) {
  return change.text ? el("pre", { id }, change.text.replace(/ +(\d+) of +(\d+) equal/g, (_, equal, all) => `: ${all - equal} of ${all} differ`))
    : el("p", { class: "faint", id }, "No table differs.");
}

function mending({ isArea }) {
  const { preview } = state;
  const transitions = isArea ? el("label", { class: "check" }, el("input", { type: "checkbox", id: "repair-transitions" }), "Transitions from shared edges") : null;
  const picture = preview && preview.picture;
  return [el("h2", {}, "Mend"),
    numberInput("repair-tolerance", "Join what is apart by at most, in metres", 0.03, { min: 0, step: 0.01 }),
    numberInput("repair-pockets", "Remove pockets smaller than, in square metres", "", { min: 0, placeholder: "none" }), transitions,
    el("div", { class: "row" }, button("repair-preview", "What would change?", previewRepair), button("repair", "Repair", () => { const options = repairOptions(); operate("Repair", walkmesh => walkmesh.repair(options)); }),
      button("bake", "Bake", () => operate("Bake", walkmesh => walkmesh.bake()))),
    preview ? el("div", { id: "preview", class: "answer" }, el("b", {}, preview.change.notes.length ? "The repair would do this" : "There is nothing to repair"), notesOf(preview.change), tablesOf(preview.change, "preview-tables"),
      picture ? drawing(picture, "What the repair changes, seen from above: before and after") : null) : null];
}

function choosing() {
  const { selection, tool, paints } = state, isEmpty = !selection.size;
  if (!paints.some(it => String(it.number) === state.paintWith)) state.paintWith = String((paints.find(it => it.walkable && it.number > 1) || paints[0]).number);
  const choice = el("select", { id: "paint", "aria-label": "Paint with", onchange: event => { state.paintWith = event.target.value; } },
    paints.map(it => el("option", { value: it.number, selected: String(it.number) === state.paintWith }, `${it.label}${it.walkable ? "" : it.name.startsWith("not") ? "" : " – not walkable"}`)));
  const chosen = () => new Uint32Array(selection);
  return [el("h2", {}, "Faces"),
    el("div", { class: "row apart" }, el("span", {}, isEmpty ? "No face chosen" : `${plural(selection.size, "face")} chosen`),
      tool === "paint" ? el("button", { disabled: isEmpty, onclick: () => { selection.clear(); showEdit(); redraw(); } }, "Clear") : button("choose", "Choose faces", () => setTool("paint"))),
    el("div", { class: "row apart" }, choice, button("paint-now", "Paint", () => operate("Paint", walkmesh => walkmesh.paint(chosen(), choice.value)), { disabled: isEmpty })),
    el("div", { class: "row" }, button("remove", "Remove", () => operate("Remove faces", walkmesh => walkmesh.remove(chosen())), { disabled: isEmpty }),
      button("flip", "Turn over", () => operate("Turn faces over", walkmesh => walkmesh.flip(chosen())), { disabled: isEmpty }))];
}

function moving3({ isArea }) {
  const { vertex, outline, tool } = state;
  return [el("h2", {}, "Shape"),
    el("div", { class: "row" }, button("move-vertex", tool === "vertex" ? (vertex ? "Click where it goes" : "Click a vertex") : "Move a vertex", () => setTool("vertex")),
      button("outline", tool === "hole" ? `${plural(outline.length, "point")} of the outline` : "Outline a hole", () => setTool("hole")),
      tool === "hole" ? button("cut-hole", "Cut", cutHole, { disabled: outline.length < 3 }) : null),
    vertex ? vectorInput("vertex-to", "Vertex to", vertex, to => moveVertex(vertex, to), "Move") : null,
    vectorInput("move-by", isArea ? "Move the area by" : "Move everything by", [0, 0, 0], by => operate("Move", walkmesh => walkmesh.translate(new Float32Array(by))), "Move")];
}

function leading({ isKotor, isObject }) {
  const { selection, mesh, walkmesh } = state;
  if (!isKotor || isObject || selection.size !== 1) return null;
  const [triangle] = selection, face = walkmesh.face(triangle);
  return [el("h2", {}, "Transition"), el("p", { class: "faint" }, `Of face ${face.number}${face.part ? ` of ${face.part}` : ""}`),
    el("div", { class: "row" }, el("label", {}, "Side ", el("select", { id: "side" }, [0, 1, 2].map(side => el("option", { value: side }, String(side))))),
      el("label", {}, "to room ", el("input", { type: "number", id: "leads-to", min: 0, step: 1, placeholder: "none", "aria-label": "Number of the room in the layout; empty for none" })),
      button("lead", "Set", () => {
        const side = numberOf("side"), room = byId("leads-to").value;
        operate("Set a transition", it => it.setTransition(face.number, side, room === "" ? undefined : Number(room), mesh.parts.length > 1 ? face.part : undefined));
      }))];
}

function hooking({ isObject }) {
  if (!isObject) return null;
  const hooks = [...state.walkmesh.hooks()];
  return [el("h2", {}, "Hooks"), vectorInput("hooks", "From where it is used", hooks, numbers => operate("Set the hooks", walkmesh => walkmesh.setHooks(new Float32Array(numbers))), "Set")];
}

function joining({ isArea }) {
  if (!isArea) return null;
  return [el("h2", {}, "Area"), numberInput("weld-tolerance", "Weld seams that are apart by at most, in metres", 0.03, { min: 0, step: 0.01 }),
    el("div", { class: "row" }, button("weld", "Weld", () => { const tolerance = numberOf("weld-tolerance"); operate("Weld", walkmesh => walkmesh.weld(tolerance)); }), button("link", "Link rooms", () => operate("Link", walkmesh => walkmesh.link())),
      button("path-points", "Make path points", () => operate("Make path points", walkmesh => walkmesh.makePathPoints()))),
    el("p", { class: "faint" }, "Path points (PTH) are made for a person as KotOR's engine is reported to walk.")];
}

function saving() {
  let files;
  try { files = [...state.walkmesh.changed()]; } catch (error) { return el("p", { class: "error" }, error.message); }
  if (!files.length) return el("p", { class: "faint" }, "Nothing is changed. Your files are never written: what you edit here is a copy, which you can download.");
  const { archive } = state.sets[state.current];
  return [el("h2", {}, "Download"),
    files.map(([name, bytes], at) => el("div", { class: "row apart" }, name, button(at ? `download-${at}` : "download", plural(bytes.length, "byte"), () => download(name, bytes), { "aria-label": `Download ${name}` }))),
    el("div", { class: "row" }, button("download-zip", "All as a zip for override", () => download("override.zip", state.walkmesh.changedZip())),
      archive ? button("download-archive", `In ${archive.name}`, () => download(archive.name, state.walkmesh.changedArchive(archive.bytes))) : null)];
}

function history() {
  const { walkmesh } = state, last = steps().at(-1);
  return [el("div", { class: "row" },
    button("undo", `Undo${last ? `: ${last.title}` : ""}`, undo, { disabled: !walkmesh.undoable, title: "Ctrl+Z" }),
    button("redo", `Redo${walkmesh.redoable ? `: ${state.changes[walkmesh.undoable].title}` : ""}`, redo, { disabled: !walkmesh.redoable, title: "Ctrl+Shift+Z" })),
  last ? [el("h2", {}, `What changed: ${last.title}`), notesOf(last.change), tablesOf(last.change, "changes")] : null];
}

function showEdit() {
  if (!state.mesh) return fill("tab-edit", el("p", { class: "faint" }, "Open a walkmesh first."));
  const kind = kindOf();
  if (!kind.isEditable) {
    return fill("tab-edit", el("p", { class: "faint" }, "This kind of file has no faces to edit: rooms of KotOR and NWN2 areas have. A dungeon is baked from its floors."),
      state.mesh.isTurned ? button("bake", "Bake", () => operate("Bake", walkmesh => walkmesh.bake())) : null, history(), saving());
  }
  fill("tab-edit", history(), saving(), mending(kind), choosing(), moving3(kind), leading(kind), hooking(kind), joining(kind));
}
