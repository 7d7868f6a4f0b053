// The open levels: one of them is shown, and the list names them all, sorted by their worst findings.
import { check, type Walkmesh } from "../bindings/walkmesh";
import { placeBesideAgain } from "./beside";
import { byId, el, showBanner, targetOf } from "./dom";
import { type DiskFile, joined, type LevelFiles, openLevel, type Progress, readFiles } from "./files";
import { BAD, Mesh, messageOf, SEVERITIES } from "./mesh";
import { changed, openTab, state, whenChanged } from "./state";
import { counted, plural } from "./text";

// Meshes with more triangles are drawn without edges at first, and checked only on request.
export const LARGE = 200000;

export function showLevels(): void {
  whenChanged("head", showHead);
  byId("file-list").addEventListener("change", event => openNumber(Number(targetOf<HTMLSelectElement>(event).value)));
}

// Shows a walkmesh: another one, or the same after it changed.
export function show(walkmesh: Walkmesh, keepsView = false): void {
  const old = state.walkmesh;
  if (walkmesh !== old) Object.assign(state, { steps: [], preview: null });
  forget();
  Object.assign(state, { walkmesh, mesh: new Mesh(walkmesh), paints: walkmesh.up === "z" ? walkmesh.paints() : [] });
  // The memory of the previous level is freed at once; the engine would wait for long.
  if (old && old !== walkmesh) old.free();
  if (!keepsView) lookAgain();
  // The stage must have its size before the view is fitted to it.
  changed("welcome", "mesh", "colors");
  placeBesideAgain();
  if (!keepsView) changed("view");
  showAll();
}

// Clears the messages about the previous walkmesh.
function forget(): void {
  Object.assign(state, {
    failed: null,
    problem: null,
    outlines: false,
    hovered: null,
    focus: null,
    paths: [],
    answer: null,
    sight: null,
    vertex: null,
    outline: [],
  });
  state.selection.clear();
  byId("readout").hidden = true;
}

// The initial view of a walkmesh.
function lookAgain(): void {
  const { mesh, hiddenClasses, hiddenParts, hiddenLayers } = state;
  Object.assign(state, { ends: [], typed: [], coloring: "material", edges: (mesh?.count ?? 0) <= LARGE });
  for (const set of [hiddenClasses, hiddenParts, hiddenLayers, state.beside]) set.clear();
  if (mesh && mesh.marks.length > 400) hiddenLayers.add("marks");
  hiddenLayers.add("tiles").add("positions");
  byId<HTMLDetailsElement>("legend").open = innerWidth > 720;
}

export function showAll(): void {
  const { mesh } = state;
  changed("welcome", "head", "look", "ask", "edit", "about", "hint");
  if (!mesh || mesh.count <= LARGE || state.tab === "findings") changed("findings");
  else byId("findings-count").textContent = "";
  changed("scene");
}

function showHead(): void {
  const { walkmesh, mesh, failed, levels, current } = state;
  byId("title").textContent = walkmesh?.name ?? levels[current]?.name ?? "walkmesh";
  const kind = walkmesh && mesh && `${walkmesh.kind}${mesh.count ? `, ${plural(mesh.count, "triangle")}` : ""}`;
  byId("subtitle").textContent = kind ?? (failed ? "cannot be opened" : "Drop a walkmesh here, or open one.");
  document.title = walkmesh ? `${walkmesh.name} – walkmesh` : "walkmesh";
  showList();
}

// Opens a level. A level that cannot be opened is reported, with the findings of a check on its
// bytes.
export function openNumber(number: number): void {
  state.current = number;
  const level = state.levels[number];
  showBanner("");
  try {
    show(openLevel(level));
    // A check of a large level takes long, so it waits for a request.
    openTab((state.mesh?.count ?? 0) > LARGE ? "look" : "findings");
  } catch (error) {
    forget();
    Object.assign(state, { walkmesh: null, mesh: null, ends: [], steps: [] });
    state.problem = { title: `${level.name} cannot be opened`, text: messageOf(error) };
    try {
      state.failed = check(level.files.read(level.main), level.main.replace(/^.*\//, ""));
    } catch (reason) {
      state.failed = { total: 0, rules: [], reason: messageOf(reason) };
    }
    state.beside.clear();
    changed("mesh", "beside", "colors");
    showAll();
    openTab("findings");
  }
}

const NOTHING = "No file has the name of a walkmesh, of what belongs to one, or of an archive: .wok, .lyt, .trx, .dat, .mod, .rim, .zip.";

// Files that are added while others are being read wait for these, because they may belong
// together.
let queue = Promise.resolve();

export function addFiles(list: DiskFile[]): Promise<void> {
  const added = queue.then(() => (list.length ? add(list) : undefined));
  queue = added.catch(() => {});
  return added;
}

async function add(list: DiskFile[]): Promise<void> {
  try {
    showProgress({ name: list[0].path, at: 0, of: list.length, bytes: 0 });
    const read = await readFiles(list, showProgress),
      { levels, current, walkmesh } = state,
      together = levels[current] && joined(levels[current], walkmesh, read),
      found = together ? [together] : read.levels;
    if (found.length) {
      byId("loading").textContent = `Opening ${found[0].name} …`;
      await drawn();
      openLevels(found, together ? current : levels.length);
    } else sayNothing(list);
  } finally {
    byId("loading").hidden = true;
  }
}

// Errors of opening are shown on the empty stage, or over the level that stays.
function sayNothing(list: DiskFile[]): void {
  const title = list.length === 1 ? `${list[0].file.name} is nothing to open` : "Nothing to open";
  if (state.mesh) return showBanner(title, NOTHING);
  state.problem = { title, text: NOTHING };
  changed("welcome");
}

function showProgress({ name, at, of, bytes }: Progress): void {
  const loading = byId("loading"),
    read = bytes ? `, ${(bytes / 1e6).toFixed(1)} MB` : "",
    files = of > 1 ? ` (file ${at} of ${of}${read})` : read;
  loading.hidden = false;
  loading.replaceChildren(`Loading ${name}${files} …`, el("progress", { value: at, max: of, "aria-label": "Files that are read" }));
}

// Waits until the browser has shown the changes.
const drawn = () => new Promise<void>(done => requestAnimationFrame(() => setTimeout(done)));

// Opens levels at the end of the list, or in place of one of its levels.
export function openLevels(levels: LevelFiles[], at = state.levels.length): void {
  state.levels.splice(at, 1, ...levels);
  openNumber(at);
  rateLevels();
}

// The sort key of a level in the list. A level without a rating is last.
const rank = ({ rating }: LevelFiles) =>
  (rating ?? [])
    .slice(0, BAD)
    .map(count => String(count).padStart(9, "0"))
    .join();
const found = ({ rating }: LevelFiles) =>
  (rating ?? []).slice(0, BAD).flatMap((count, at) => (count ? [`${counted(count)} ${SEVERITIES[at]}`] : []));

function showList(): void {
  const list = byId<HTMLSelectElement>("file-list");
  const entries = state.levels.map((level, at) => ({ at, rank: rank(level), text: [level.name, found(level).join(", ")] }));
  entries.sort((a, b) => (a.rank === b.rank ? a.at - b.at : a.rank < b.rank ? 1 : -1));
  list.hidden = entries.length < 2;
  const option = ({ at, text }: (typeof entries)[0]) =>
    el("option", { value: at, selected: at === state.current }, text.filter(Boolean).join(" – "));
  list.replaceChildren(...entries.map(option));
}

// Rates the levels of the list one after the other, while the page remains usable.
async function rateLevels(): Promise<void> {
  if (state.levels.length < 2) return;
  for (const level of state.levels.filter(it => !it.rating)) {
    await new Promise(resolve => setTimeout(resolve));
    level.rating = ratingOf(level);
  }
  showList();
}

function ratingOf(level: LevelFiles): number[] {
  let walkmesh: Walkmesh | null = null;
  try {
    walkmesh = openLevel(level);
    const { rules } = walkmesh.check(1);
    const count = (severity: string) => rules.filter(rule => rule.severity === severity).reduce((sum, rule) => sum + rule.count, 0);
    return SEVERITIES.map(count);
  } catch {
    return [1, 0, 0, 0];
  } finally {
    walkmesh?.free();
  }
}

// Opens or closes a door, or shows the next of its states.
export function toggleDoor(number: number): void {
  const { mesh, walkmesh, ends, answer } = state;
  if (!mesh || !walkmesh) return;
  const object = mesh.objects[number];
  if (object.states.length < 2) {
    return showBanner(`Only one state of ${object.name} was opened`, "The walkmeshes of the other states were not among the files.");
  }
  walkmesh.setDoor(number, object.states[(object.states.indexOf(object.state) + 1) % object.states.length]);
  show(walkmesh, true);
  state.ends = ends;
  // The path may have changed.
  if (answer?.kind === "path") changed("question");
}
