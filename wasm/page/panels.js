// The panel: what can be shown, answers, findings, paints and facts.
const byId = id => document.getElementById(id);

// An element with attributes and children. Text is never taken for markup.
function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") element[key] = value;
    else if (value !== undefined && value !== null) element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

// Fills an element anew. The control that had the focus has it again, which is known by what it is called.
function fill(id, ...children) {
  const parent = byId(id), called = it => it.id || it.getAttribute("aria-label") || it.closest("label")?.textContent || it.textContent;
  const focused = parent.contains(document.activeElement) ? document.activeElement : null, name = focused && called(focused);
  parent.replaceChildren(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  if (focused) [...parent.querySelectorAll(focused.tagName)].find(it => called(it) === name)?.focus({ preventScroll: true });
}
// A drawing of the library. An image runs no script, and the page's policy lets it fetch nothing.
function drawing(svg, alt) {
  const image = el("img", { alt, width: "100%" });
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return image;
}

const facts = rows => el("dl", {}, rows.filter(([, value]) => value !== null && value !== undefined && value !== "").flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, String(value))]));
const swatch = color => { const i = el("i"); i.style.background = css(color); return i; };

function openTab(name) {
  state.tab = name;
  for (const tab of document.querySelectorAll("[data-tab]")) {
    const isOpen = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", isOpen);
    tab.tabIndex = isOpen ? 0 : -1;
    byId(`tab-${tab.dataset.tab}`).hidden = !isOpen;
  }
  if (name === "findings") showFindings();
}

function showBanner(title, text) {
  const banner = byId("banner");
  banner.hidden = !title;
  if (title) banner.replaceChildren(el("b", {}, title), el("div", {}, text || ""), el("button", { "aria-label": "Close", onclick: () => showBanner("") }, "×"));
}

function check(text, isOn, change, extra) {
  return el("label", { class: "check" }, el("input", { type: "checkbox", checked: isOn, onchange: event => change(event.target.checked) }), extra || null, text);
}

const LAYER_NAMES = { border: "Borders of walkable ground", transition: "Edges that lead elsewhere", tiles: "Tiles", door: "Doors", outline: "Triggers and encounters", links: "Links of the tables", marks: "Marks and names", positions: "Names of positions" };

function showLook() {
  const { mesh } = state;
  if (!mesh) return fill("tab-look", el("p", { class: "faint" }, "Open a walkmesh, or drop one here."));
  const toggle = (set, key, then) => isOn => { if (isOn) set.delete(key); else set.add(key); then(); };
  const colorings = Object.entries(COLORINGS).filter(([key]) => key !== "rooms" || mesh.parts.length > 1);
  const hasPositions = mesh.marks.some(mark => mark.kind === "position");
  const layers = [...mesh.lines.map(line => line.kind), ...(mesh.marks.length ? ["marks"] : []), ...(hasPositions ? ["positions"] : [])];
  const classes = mesh.classes.map((it, at) => ({ ...it, at })).sort((a, b) => b.walkable - a.walkable || a.number - b.number);
  fill("tab-look",
    mesh.count ? [el("h2", {}, "Colour by"), el("select", { "aria-label": "Colour by", onchange: event => { state.coloring = event.target.value; recolor(); } },
      colorings.map(([key, { title }]) => el("option", { value: key, selected: key === state.coloring }, title)))] : null,
    el("h2", {}, "Layers"),
    mesh.count ? [check("Edges of triangles", state.edges, isOn => { state.edges = isOn; redraw(); }), check("Shading", state.shade, isOn => { state.shade = isOn; redraw(); })] : null,
    layers.map(kind => check(LAYER_NAMES[kind] || kind, !state.hiddenLayers.has(kind), toggle(state.hiddenLayers, kind, redraw))),
    mesh.objects.length ? el("h2", {}, "Doors and placeables") : null,
    mesh.objects.map((object, number) => el("div", { class: "row" }, el("span", { class: "grow" }, object.name),
      object.states.length > 1 ? el("button", { class: "plain", onclick: () => toggleDoor(number) }, object.state) : el("small", { class: "faint" }, object.state || "placeable"))),
    mesh.parts.length > 1 ? [el("h2", {}, "Rooms, objects and blocks"), mesh.parts.map((part, at) => check(part.name, !state.hiddenParts.has(at), toggle(state.hiddenParts, at, recolor), null))] : null,
    classes.length ? el("h2", {}, "Materials") : null,
    classes.map(it => check(it.label, !state.hiddenClasses.has(it.at), toggle(state.hiddenClasses, it.at, recolor), null)));
}

function showLegend(legend) {
  const title = state.sight ? "Sight" : COLORINGS[state.coloring].title;
  byId("legend").hidden = !legend.length;
  fill("legend", legend.length ? [el("summary", {}, title), legend.slice(0, 16).map(([color, name]) => el("div", {}, swatch(color), name))] : []);
}

function faceFacts(info) {
  const { mesh } = state, [low, high] = info.heights.map(shown);
  return facts([
    [info.kind, info.part ? `${info.number} of ${info.part}` : info.number],
    [info.kind === "cell" ? "class" : info.kind === "triangle" ? "floor" : "material", `${info.class} ${info.class_name}`],
    ["walkable", info.walkable ? "yes" : "no"],
    ["flags", info.flags === undefined ? null : `0x${info.flags.toString(16).padStart(4, "0")}`],
    ["height", low === high ? `${low} ${mesh.unit}` : `${low} to ${high} ${mesh.unit}`],
    ["slope", `${shown(Math.round(info.slope * 10) / 10)}°`],
    ["stored island", info.stored_island], ["tile", info.tile && info.tile.join(", ")],
    ["neighbours", info.kind === "cell" ? null : info.neighbours.map(it => it ?? "–").join(", ")],
    ["leads", info.transitions && info.transitions.join("; ")],
    ["corners", info.points.map(point => point.map(shown).join(",")).join(" · ")],
  ]);
}

function locationInput(number, label) {
  const end = state.ends[number] || state.typed[number];
  return el("div", { class: "row" }, el("span", {}, label), el("input", { type: "text", id: `end-${label}`, value: end ? end.text : "", placeholder: state.mesh && state.mesh.isTurned ? "x,y,z or block:cell" : "x,y,z or a face", "aria-label": `Location ${label}`,
    onchange: event => { state.typed[number] = { text: event.target.value.trim() }; },
    onkeydown: event => { if (event.key === "Enter") { event.target.blur(); askTyped(); } } }));
}

// The sizes of a walker, in metres; 0 for a point. Silkroad's tables know none.
function walkerInput(number, label) {
  return el("div", { class: "row" }, el("span", {}, label), el("input", { type: "number", id: `walker-${number}`, min: 0, step: 0.05, value: state.walker[number], "aria-label": `${label} of the walker in metres`,
    onchange: event => { state.walker[number] = Math.max(0, Number(event.target.value) || 0); askTyped(); } }));
}

function askTyped() {
  const texts = ["A", "B"].map(label => byId(`end-${label}`).value.trim());
  if (texts.some(text => !text)) return;
  state.ends = texts.map(endAt);
  state.typed = texts.map(text => ({ text }));
  ask();
}

function showAsk() {
  const { mesh, tool, answer } = state;
  if (!mesh) return fill("tab-ask", el("p", { class: "faint" }, "Open a walkmesh first."));
  const inputs = ["path", "ray"].includes(tool) ? [el("h2", {}, tool === "path" ? "From A to B" : "Ray from A to B"), locationInput(0, "A"), locationInput(1, "B"), tool === "path" && !mesh.isTurned ? [walkerInput(0, "Radius"), walkerInput(1, "Height")] : null,
    el("div", { class: "row" }, el("button", { class: "plain", onclick: askTyped }, tool === "path" ? "Find the path" : "Cast the ray"), el("button", { onclick: () => { state.typed = []; setTool(tool); } }, "Clear"))] : [];
  const chosen = tool === "inspect" && state.selection.size === 1 ? state.walkmesh.face([...state.selection][0]) : null;
  fill("tab-ask",
    tool === "inspect" && !chosen ? el("p", { class: "faint" }, "Click a face to see its facts, or take one of the tools above: a path or a ray between two clicks, what a face sees, or a paint.") : null,
    chosen ? [el("h2", {}, "Chosen"), faceFacts(chosen)] : null,
    inputs, answer ? showAnswer(answer) : null);
}

function showAnswer(answer) {
  if (answer.error) return el("div", { class: "answer error", id: "answer" }, answer.error);
  if (answer.kind === "path") return el("div", { id: "answer" }, answer.answers.map(onePath), answer.note ? el("p", { class: "faint" }, answer.note) : null);
  if (answer.kind === "ray") return rayAnswer(answer);
  if (answer.kind === "measure") return measureAnswer(answer);
  return el("div", { class: "answer", id: "answer" }, el("p", {}, el("b", {}, plural(answer.seen, "face")), " seen, ", el("b", {}, answer.hidden.toLocaleString("en")), " hidden"),
    el("p", { class: "faint" }, "NWN2 answers by the stored table of the tile, where hidden means not known to be clear. KotOR: between eyes 1.7 m above the middles of walkable faces."));
}

function onePath({ title, answer, color, dashed }) {
  const { mesh } = state, line = el("i", { class: dashed ? "line dashed" : "line" });
  line.style.background = line.style.borderColor = css(color());
  if (answer.no_path !== null) {
    const { nearest } = answer;
    return el("div", { class: "answer" }, el("div", {}, line, title), el("p", { class: "error" }, `${answer.no_path.startsWith("no path") ? "" : "No path: "}${answer.no_path}.`),
      nearest ? el("button", { class: "plain", onclick: () => { state.focus = mesh.toPage(nearest.point); state.camera.fly(state.focus, mesh.box ? state.camera.radius * 0.4 : 5); redraw(); } }, `Nearest walkable point: ${nearest.point.map(shown).join(", ")}`) : null);
  }
  const proof = answer.proven_shortest === false ? " (not proven to be the shortest)" : "";
  return el("div", { class: "answer" }, el("div", {}, line, title),
    el("p", {}, el("b", {}, `${answer.length.toFixed(3)} ${mesh.unit}`), ` in ${plural(answer.steps.length, "point")}${proof}`), stepList(answer.steps),
    (answer.stand_ins || []).filter(it => it.nearest.distance > 0.001).map(it => el("p", { class: "faint" }, `One of the locations is on no floor that is known. The nearest one, ${it.nearest.point.map(shown).join(", ")}, stands for it.`)));
}

const placeText = place => place.map(part => [part.kind.replaceAll("_", " "), part.index, part.name].filter(it => it !== undefined).join(" ")).join(", ");

// The points of a path; in a dungeon block by block.
function stepList(steps) {
  let block = null;
  return el("ol", { class: "steps" }, steps.slice(0, 500).flatMap(step => {
    const first = step.place[0], rows = [];
    if (first && first.kind === "block" && first.index !== block) {
      block = first.index;
      rows.push(el("li", { class: "block" }, `Block ${block}`));
    }
    const through = step.edge === undefined ? "" : step.link === null || step.link === undefined ? ` by edge ${step.edge}` : ` by door edge ${step.edge}`;
    rows.push(el("li", { onclick: () => { state.focus = state.mesh.toPage(step.point); state.camera.fly(state.focus, state.camera.radius * 0.5); redraw(); } },
      el("span", {}, step.point.map(shown).join(", ")), el("span", { class: "faint" }, placeText(first && first.kind === "block" ? step.place.slice(1) : step.place) + through)));
    return rows;
  }));
}

function measureAnswer({ points, parts }) {
  const { mesh } = state, sum = key => parts.reduce((all, part) => all + part[key], 0), metres = value => `${value.toFixed(3)} ${mesh.unit}`;
  const row = (part, at) => el("li", {}, el("span", {}, `${at + 1} to ${at + 2}`), el("span", { class: "faint" }, `${metres(part.length)}, in the plan view ${metres(part.plan)}, rise ${metres(part.rise)}`));
  return el("div", { class: "answer", id: "answer" },
    parts.length ? el("p", {}, el("b", {}, metres(sum("length"))), ` in all; in the plan view ${metres(sum("plan"))}`) : el("p", {}, "Click the next point."),
    el("ol", { class: "steps" }, parts.map(row)), points.map((point, at) => copyable(`${at + 1}`, point)));
}

// A position as the command and the games write it, which a click copies.
function copyable(name, text) {
  const copy = event => navigator.clipboard?.writeText(text).then(() => { event.target.textContent = "Copied"; }, () => {});
  return el("div", { class: "row" }, el("span", {}, name), el("code", { class: "grow" }, text), el("button", { class: "plain", "aria-label": `Copy position ${name}`, onclick: copy }, "Copy"));
}

function rayAnswer({ hit, sight }) {
  const { mesh } = state;
  const seen = sight.unknown ? `Line of sight: ${sight.unknown}.` : `Line of sight: ${sight.by_geometry ? "clear" : "blocked"}${sight.by_table === undefined ? "" : `; by the game's table ${sight.by_table ? "clear" : "not known to be clear"}`}.`;
  return el("div", { class: "answer", id: "answer" },
    hit ? el("p", {}, "Meets ", el("b", {}, placeText(hit.place)), ` after ${hit.distance.toFixed(3)} ${mesh.unit}`, hit.material === undefined ? "" : `, material ${hit.material}`) : el("p", {}, "Meets nothing."),
    el("p", { class: "faint" }, seen));
}

function showFindings() {
  const { mesh, failed } = state, report = mesh ? mesh.findings() : failed;
  const count = report ? report.total : 0;
  byId("findings-count").textContent = report && count ? count.toLocaleString("en") : "";
  if (!report) return fill("tab-findings", el("p", { class: "faint" }, "Open a walkmesh first."));
  if (report.reason) return fill("tab-findings", el("p", { class: "faint" }, report.reason));
  fill("tab-findings", count ? el("p", {}, `${plural(count, "finding")} of ${plural(report.rules.length, "rule")}`) : el("p", {}, "Nothing found: the walkmesh keeps every rule of its game."),
    mesh && report.rules.some(rule => rule.findings.some(it => it.triangle !== undefined)) ? el("button", { class: "plain", onclick: () => { state.coloring = "findings"; recolor(); showLook(); } }, "Colour by findings") : null,
    report.rules.map((rule, at) => el("details", { class: "rule", open: at === 0 && report.rules.length < 4 },
      el("summary", {}, el("b", {}, rule.title), rule.count > 1 ? el("span", { class: "faint" }, rule.count.toLocaleString("en")) : null, el("span", { class: `severity ${rule.severity}` }, rule.severity)),
      el("div", {}, el("p", {}, rule.explanation), el("p", {}, el("b", {}, "What to do: "), rule.remedy),
        rule.findings.slice(0, 200).map(it => el("button", { class: "finding", disabled: !it.point, title: it.point ? "Fly there" : null, onclick: () => flyTo(it) }, it.meaning, el("small", {}, it.place || "the file"))),
        rule.count > rule.findings.length ? el("p", { class: "faint" }, `and ${(rule.count - rule.findings.length).toLocaleString("en")} more`) : null,
        el("p", { class: "faint" }, rule.code)))));
}

function flyTo({ point, triangle }) {
  const { mesh, camera } = state;
  state.focus = mesh.toPage(point);
  let distance = camera.radius * 0.25;
  if (triangle !== undefined) {
    state.selection = new Set([triangle]);
    const corners = [0, 1, 2].map(which => mesh.corner(triangle, which));
    distance = Math.max(camera.radius * 0.05, length(sub(corners[0], corners[1])) * 4, length(sub(corners[0], corners[2])) * 4);
  }
  camera.fly(state.focus, distance);
  redraw();
}

// The file in numbers.
function numbersOf(mesh) {
  const size = sub(mesh.box.high, mesh.box.low);
  let walkable = 0;
  for (const at of mesh.classOf) walkable += mesh.classes[at].walkable;
  return [["triangles", mesh.count.toLocaleString("en")], ["walkable", walkable.toLocaleString("en")], ["materials", mesh.classes.length],
    ["rooms or blocks", mesh.parts.length > 1 ? mesh.parts.length : null], ["doors and placeables", mesh.objects.length || null],
    ["extent", `${size.map(shown).join(" × ")} ${mesh.unit}`], ["heights", `${mesh.heights.map(shown).join(" to ")} ${mesh.unit}`]];
}

function showAbout() {
  const rows = state.mesh ? numbersOf(state.mesh) : [];
  const key = (name, what) => el("div", { class: "row" }, el("kbd", {}, name), el("span", {}, what));
  fill("tab-about", rows.length ? [el("h2", {}, "The file in numbers"), facts(rows)] : null, el("h2", {}, "Keys"),
    key("1 – 6", "the tools"), key("P", "plan view or 3-D"), key("F", "show all"), key("← ↑ → ↓", "turn; with Shift move"), key("+ −", "zoom"), key("E", "edges of triangles"), key("Ctrl Z", "undo; with Shift redo"), key("T", "light or dark"), key("H", "panel"), key("Esc", "clear"),
    el("h2", {}, "This page"), el("p", { class: "faint" }, "Everything here runs in this page: the library walkmesh is in it, compiled to WebAssembly. No file leaves your computer, and nothing is fetched."));
}
