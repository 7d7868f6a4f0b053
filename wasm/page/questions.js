// What the tools ask of the library: paths, rays and sight.

const HINTS = {
  inspect: "Drag to turn, right drag or two fingers to move, wheel or pinch to zoom. Click a face to keep its facts.",
  plan: "Drag to move, wheel or pinch to zoom. Click a face to keep its facts.",
  path: ["Click where the path starts.", "Click where it ends."],
  ray: ["Click where the ray starts.", "Click where it points to."],
  sight: "Click a walkable face to see what it sees.",
  paint: "Click faces to choose them; drag to choose many. Then paint, remove or turn them over in the panel.",
  vertex: ["Click a vertex.", "Click where the vertex goes. It snaps to vertices that are near."],
  hole: "Click the points of the outline, one after the other. Then cut in the panel.",
};

// A point as the command takes it: with as many digits as a thousandth of a unit needs.
const located = point => point.map(value => shown(value)).join(",");

function setTool(tool) {
  state.tool = tool;
  Object.assign(state, { ends: [], paths: [], vertex: null, outline: [] });
  state.selection.clear();
  state.answer = null;
  if (state.sight) { state.sight = null; recolor(); }
  for (const button of document.querySelectorAll("[data-tool]")) button.setAttribute("aria-pressed", button.dataset.tool === tool);
  if (["path", "ray", "sight"].includes(tool)) openTab("ask");
  if (["paint", "vertex", "hole"].includes(tool)) openTab("edit");
  showHint();
  showAsk();
  showEdit();
  redraw();
}

function showHint() {
  const hint = HINTS[state.camera.plan && state.tool === "inspect" ? "plan" : state.tool];
  byId("hint").textContent = state.mesh ? (Array.isArray(hint) ? hint[state.ends.length % 2] : hint) : "";
}

// A click on a face, or on nothing.
function clicked(hit, point, keep) {
  const { tool, mesh } = state;
  if (!hit) return;
  if (tool === "inspect") {
    const isSame = state.selection.has(hit.triangle);
    state.selection = new Set(isSame ? [] : [hit.triangle]);
    showAsk();
    if (!isSame) openTab("ask");
  } else if (tool === "paint") {
    if (state.selection.has(hit.triangle) && !keep) state.selection.delete(hit.triangle); else state.selection.add(hit.triangle);
    showEdit();
  } else if (tool === "vertex") {
    clickedVertex(hit);
  } else if (tool === "hole") {
    clickedOutline(hit);
  } else if (tool === "sight") {
    lookFrom(hit.triangle);
  } else {
    if (state.ends.length === 2) state.ends = [];
    const eyes = tool === "ray" && !mesh.isTurned ? 1.7 : 0;
    const game = mesh.toGame(hit.point);
    // A ray starts at the eyes of somebody who stands there.
    if (state.ends.length === 0) game[2] += eyes;
    state.ends.push(endAt(located(game), state.ends.length));
    if (state.ends.length === 2) ask();
  }
  showHint();
  redraw();
}

function endAt(text, number) {
  const numbers = text.split(",").map(Number), isPoint = numbers.length === 3 && numbers.every(Number.isFinite);
  return { text, point: isPoint ? state.mesh.toPage(numbers) : null, label: "AB"[number], color: () => (number ? ink("removed") : ink("path")) };
}

// Asks about the two ends, whether they were clicked or typed.
function ask() {
  const [from, to] = state.ends.map(end => end.text);
  state.paths = [];
  try {
    state.answer = state.tool === "ray" ? askRay(from, to) : askPath(from, to);
  } catch (error) {
    state.answer = { error: error.message };
  }
  state.ends = state.ends.filter(end => end.point);
  openTab("ask");
  showAsk();
  redraw();
}

function askPath(from, to) {
  const { walkmesh, mesh } = state, byGame = walkmesh.path(from, to), own = walkmesh.followsTables();
  const shortest = own ? walkmesh.shortestPath(from, to) : undefined;
  const answers = [];
  if (shortest) answers.push({ title: "Shortest path over the triangles", answer: shortest, color: () => ink("path"), width: 4 });
  answers.push({ title: own ? "The game's own route, by its tables" : "Shortest path", answer: byGame, color: () => (own ? ink("removed") : ink("path")), width: own ? 3 : 4, dashed: own });
  const [radius, height] = mesh.isTurned ? [0, 0] : state.walker;
  if (radius > 0 || height > 0) answers.push({ title: `Shortest path of a walker with a radius of ${radius} m, ${height} m tall`, answer: walkmesh.shortestPathOf(radius, height, from, to), color: () => ink("info"), width: 3 });
  for (const { answer, color, width, dashed } of answers) {
    const points = answer.steps.map(step => mesh.toPage(step.point));
    // A route runs through middles: its first and last point are not the ends.
    const ends = own && dashed ? state.ends.map(end => end.point) : [];
    if (points.length) state.paths.push({ points: ends[0] && ends[1] ? [ends[0], ...points, ends[1]] : points, color, width, dashed });
  }
  const note = own ? null : "KotOR stores no routes: the game searches its own way over the same faces.";
  return { kind: "path", from, to, answers, note };
}

function askRay(from, to) {
  const { walkmesh, mesh } = state, numbers = text => text.split(",").map(Number), [start, end] = [numbers(from), numbers(to)];
  // The ray goes on behind what was clicked, so that rounding does not end it before the face.
  const beyond = end.map((value, axis) => value + (value - start[axis]) * 0.05);
  const hit = walkmesh.raycast(start, beyond, "all");
  const stop = hit ? hit.point : end;
  state.paths = [{ points: [mesh.toPage(start), mesh.toPage(stop)], color: () => (hit ? ink("error") : ink("path")), width: 3 }];
  let sight;
  try {
    sight = walkmesh.lineOfSight(start, end);
  } catch (error) {
    sight = { unknown: error.message };
  }
  return { kind: "ray", from, to, hit, sight };
}

function lookFrom(triangle) {
  const { walkmesh, mesh } = state, isFloor = mesh.classes[mesh.classOf[triangle]].walkable;
  state.selection = new Set([triangle]);
  state.answer = isFloor ? null : { error: "Nobody stands here: click a face that creatures walk on." };
  let seen;
  if (isFloor) try { seen = walkmesh.seenFrom(triangle); } catch (error) { state.answer = { error: error.message }; }
  if (seen) {
    const count = value => seen.reduce((sum, it) => sum + (it === value), 0);
    state.sight = seen;
    state.answer = { kind: "sight", triangle, seen: count(1), hidden: count(2) };
  } else {
    state.sight = null;
    state.answer ??= { error: "Nothing is known of what can be seen from here: sight is for rooms of KotOR and for baked NWN2 areas." };
  }
  recolor();
  openTab("ask");
  showAsk();
}

function toggleDoor(number) {
  const object = state.mesh.objects[number];
  if (object.states.length < 2) return showBanner(`Only one state of ${object.name} was opened`, "The walkmeshes of the other states were not among the files.");
  const next = object.states[(object.states.indexOf(object.state) + 1) % object.states.length];
  const ends = state.ends, { answer } = state;
  state.walkmesh.setDoor(number, next);
  show(state.walkmesh, { keepView: true });
  state.ends = ends;
  if (answer && answer.kind === "path") ask();
}
