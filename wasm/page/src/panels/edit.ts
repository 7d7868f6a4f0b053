// The tab "Edit": repairs and edits of a walkmesh, their changes, undo and redo, and downloads.
import type { Change, RepairOptions } from "../../bindings/walkmesh";
import { button, byId, type Child, download, drawing, el, faint, fill, numberOf, showErrorHere, targetOf, typedIn } from "../dom";
import { chosenFaces, cutHole, lastStep, moveVertex, nextStep, operate, preview, redo, undo } from "../edits";
import { rewritten } from "../files";
import { messageOf } from "../mesh";
import { pressed } from "../press";
import { changed, type Opened, opened, state } from "../state";
import { counted, located, numbersIn, plural } from "../text";
import { setTool } from "../tools";
import type { Vector } from "../vectors";

const MAX_NOTES = 100,
  REPAIR = "repair";

// The open level, and the properties of its game and its file.
interface Edited extends Opened {
  isArea: boolean;
  isObject: boolean;
  isKotor: boolean;
}

export function showEdit(): void {
  const open = opened();
  if (!open) return fill("tab-edit", faint("Open a walkmesh first."));
  const { kind, name } = open.walkmesh,
    isEditable = state.paints.length > 0;
  const edited = { ...open, isArea: /^a KotOR area/.test(kind), isObject: /\.[pd]wk$/i.test(name), isKotor: !/NWN2/.test(kind) };
  fill("tab-edit", history(), saving(open), isEditable ? sections.map(section => section(edited)) : baking(open));
}

const sections = [mending, choosing, shaping, leading, hooking, joining];

function baking({ mesh }: Opened): Child {
  const text = "This kind of file has no faces to edit: rooms of KotOR and NWN2 areas have. A dungeon is baked from its floors.";
  return [faint(text), mesh.isTurned && bakeButton()];
}

const bakeButton = () => button("bake", "Bake", () => operate("Bake", walkmesh => walkmesh.bake()));
const row = (...content: Child[]) => el("div", { class: "row" }, content);
const rowOf = (content: Child) => el("div", { class: "row downloads" }, content);
const rowApart = (...content: Child[]) => el("div", { class: "row apart" }, content);

function numberInput(id: string, label: string, value: number | string, attributes: Record<string, string | number> = {}): HTMLElement {
  return el("label", { class: "row apart" }, label, el("input", { type: "number", id, value, step: "any", ...attributes }));
}

// Numbers separated by commas, and the operation on them.
function vectorInput(id: string, label: string, values: ArrayLike<number>, act: (numbers: number[]) => void, verb: string): HTMLElement {
  const wanted = `${values.length} numbers with commas`;
  const now = () => {
    const numbers = numbersIn(typedIn(id), values.length);
    if (numbers) act(numbers);
    else showErrorHere(`${label}: not possible`, `Expected ${wanted}.`);
  };
  const input = el("input", { type: "text", id, value: located(values), "aria-label": `${label}: ${wanted}` });
  return row(el("span", {}, label), input, button(`${id}-now`, verb, now));
}

function repairOptions(): RepairOptions {
  const pockets = typedIn("repair-pockets"),
    transitions = byId<HTMLInputElement>("repair-transitions") as HTMLInputElement | null;
  return {
    tolerance: numberOf("repair-tolerance"),
    pockets: pockets === "" ? undefined : Number(pockets),
    transitions: transitions?.checked,
  };
}

function repair(): void {
  const options = repairOptions();
  operate("Repair", walkmesh => walkmesh.repair(options));
}

function tryRepair(): void {
  const options = repairOptions();
  preview(walkmesh => walkmesh.repair(options), REPAIR);
}

function mending({ isArea }: Edited): Child {
  const transitions = el(
    "label",
    { class: "check" },
    el("input", { type: "checkbox", id: "repair-transitions" }),
    "Transitions from shared edges",
  );
  return [
    el("h2", {}, "Mend"),
    numberInput("repair-tolerance", "Join what is apart by at most, in metres", 0.03, { min: 0, step: 0.01 }),
    numberInput("repair-pockets", "Remove pockets smaller than, in square metres", "", { min: 0, placeholder: "none" }),
    isArea && transitions,
    row(button("repair-preview", "Before and after", tryRepair), button("repair", "Repair", repair), bakeButton()),
    previewed(),
  ];
}

function previewed(): Child {
  if (state.preview?.of !== REPAIR) return null;
  const { change, picture } = state.preview;
  return el(
    "div",
    { id: "preview", class: "answer" },
    el("b", {}, change.notes.length ? "The repair would do this" : "There is nothing to repair"),
    notesOf(change),
    tablesOf(change, "preview-tables"),
    picture && drawing(picture, "What the repair changes, seen from above: before and after"),
  );
}

export function notesOf({ notes }: Change, most = MAX_NOTES): Child {
  const more = notes.length - most;
  return [notes.slice(0, most).map(note => el("p", {}, note)), more > 0 && faint(`and ${counted(more)} more`)];
}

function tablesOf({ text }: Change, id: string): HTMLElement {
  const differing = text.replace(/ +(\d+) of +(\d+) equal/g, (_, equal, all) => `: ${all - equal} of ${all} differ`);
  return text ? el("pre", { id }, differing) : el("p", { class: "faint", id }, "No table differs.");
}

function choosing(): Child {
  const { selection, tool } = state,
    disabled = !selection.size,
    chosen = () => new Uint32Array(selection);
  const onFaces = (id: string, text: string, act: () => void) => button(id, text, act, { disabled });
  const unchoose = () => {
    selection.clear();
    changed("edit", "scene");
  };
  return [
    el("h2", {}, "Faces"),
    rowApart(
      el("span", {}, chosenFaces()),
      tool === "paint" ? el("button", { disabled, onclick: unchoose }, "Clear") : button("choose", "Choose faces", () => setTool("paint")),
    ),
    rowApart(
      paintSelect(),
      onFaces("paint-now", "Paint", () => operate("Paint", walkmesh => walkmesh.paint(chosen(), typedIn("paint")))),
    ),
    row(
      onFaces("remove", "Remove", () => operate("Remove faces", walkmesh => walkmesh.remove(chosen()))),
      onFaces("flip", "Turn over", () => operate("Turn faces over", walkmesh => walkmesh.flip(chosen()))),
    ),
  ];
}

function paintSelect(): HTMLElement {
  const { paints } = state;
  if (!paints.some(it => String(it.number) === state.paintWith)) {
    state.paintWith = String((paints.find(it => it.walkable && it.number > 1) ?? paints[0]).number);
  }
  const onchange = (event: Event) => {
    state.paintWith = targetOf<HTMLSelectElement>(event).value;
  };
  const options = paints.map(({ number, name, label, walkable }) => {
    const isSaid = walkable || name.startsWith("not");
    return el("option", { value: number, selected: String(number) === state.paintWith }, isSaid ? label : `${label} – not walkable`);
  });
  return el("select", { id: "paint", "aria-label": "Paint with", onchange }, options);
}

function shaping({ isArea }: Edited): Child {
  const { vertex, outline, tool } = state,
    isOutlining = tool === "hole";
  const moving = tool !== "vertex" ? "Move a vertex" : vertex ? "Click where it goes" : "Click a vertex";
  return [
    el("h2", {}, "Shape"),
    row(
      button("move-vertex", pressed(moving), () => setTool("vertex")),
      button("outline", isOutlining ? `${plural(outline.length, "point")} of the outline` : "Outline a hole", () => setTool("hole")),
      isOutlining && button("cut-hole", "Cut", cutHole, { disabled: outline.length < 3 }),
    ),
    vertex && vectorInput("vertex-to", "Vertex to", vertex, to => moveVertex(vertex, to as Vector), "Move"),
    vectorInput("move-by", isArea ? "Move the area by" : "Move everything by", [0, 0, 0], moveBy, "Move"),
  ];
}

function moveBy(offset: number[]): void {
  operate("Move", walkmesh => walkmesh.translate(offset as Vector));
}

function leading({ isKotor, isObject, mesh, walkmesh }: Edited): Child {
  const { selection } = state,
    [triangle] = selection,
    face = isKotor && !isObject && selection.size === 1 ? walkmesh.face(triangle) : undefined;
  if (!face) return null;
  const set = () => {
    const side = numberOf("side"),
      room = typedIn("leads-to");
    const part = mesh.parts.length > 1 ? face.part : undefined;
    operate("Set a transition", it => it.setTransition(face.number, side, room === "" ? undefined : Number(room), part));
  };
  const sides = [0, 1, 2].map(side => el("option", { value: side }, String(side)));
  return [
    el("h2", {}, "Transition"),
    faint(`Of face ${face.number}${face.part ? ` of ${face.part}` : ""}`),
    row(el("label", {}, "Side ", el("select", { id: "side" }, sides)), roomInput(walkmesh.rooms()), button("lead", "Set", set)),
  ];
}

// The room that an edge leads to: by its name in an area, and otherwise by its number in the layout, which is not open.
function roomInput(rooms: string[]): HTMLElement {
  const id = "leads-to",
    options = rooms.map((name, number) => el("option", { value: number }, name)),
    none = el("option", { value: "" }, "none"),
    label = "Number of the room in the layout; empty for none";
  const input = rooms.length
    ? el("select", { id }, none, options)
    : el("input", { type: "number", id, min: 0, step: 1, placeholder: "none", "aria-label": label });
  return el("label", {}, "to room ", input);
}

function hooking({ isObject, walkmesh }: Edited): Child {
  if (!isObject) return null;
  const set = (numbers: number[]) =>
    operate("Set the hooks", it => it.setHooks([numbers.slice(0, 3) as Vector, numbers.slice(3) as Vector]));
  return [el("h2", {}, "Hooks"), vectorInput("hooks", "From where it is used", walkmesh.hooks().flat(), set, "Set")];
}

function joining({ isArea }: Edited): Child {
  if (!isArea) return null;
  const weld = () => {
    const tolerance = numberOf("weld-tolerance");
    operate("Weld", walkmesh => walkmesh.weld(tolerance));
  };
  return [
    el("h2", {}, "Area"),
    numberInput("weld-tolerance", "Weld seams that are apart by at most, in metres", 0.03, { min: 0, step: 0.01 }),
    row(
      button("weld", "Weld", weld),
      button("link", "Link rooms", () => operate("Link", walkmesh => walkmesh.link())),
      button("path-points", "Make path points", () => operate("Make path points", walkmesh => walkmesh.makePathPoints(undefined))),
    ),
    faint("Path points (PTH) are made for a person as KotOR's engine is reported to walk."),
  ];
}

const UNCHANGED = "Nothing is changed. Your files are never written: what you edit here is a copy, which you can download.";

function saving(open: Opened): Child {
  const all = downloads(open, false);
  return all ? [el("h2", {}, "Download"), all] : faint(UNCHANGED);
}

// Buttons to download the changes; or only the one that most users want: the archive, the only file, or all as a zip.
export function downloads({ walkmesh }: Opened, isBrief: boolean): Child {
  let files: Map<string, Uint8Array>;
  try {
    files = walkmesh.changed();
  } catch (error) {
    return el("p", { class: "error" }, messageOf(error));
  }
  if (!files.size) return null;
  const archives = rewritten(state.levels[state.current], walkmesh, [...files.keys()]),
    [kind, start] = isBrief ? ["primary", "mended-"] : ["plain", ""];
  const save = (id: string, name: string, bytes: () => Uint8Array | Promise<Uint8Array>, note = "") =>
    el(
      "button",
      { class: `${kind} save`, id: start + id, onclick: async () => download(name, await bytes()) },
      `Download ${name}`,
      el("small", {}, note),
    );
  const inArchives = archives.map(({ name, bytes }, at) => save(`download-archive${at ? `-${at}` : ""}`, name, bytes, "with what changed"));
  const alone = [...files].map(([name, bytes], at) =>
    save(`download${at ? `-${at}` : ""}`, name, () => bytes, plural(bytes.length, "byte")),
  );
  const zip = save("download-zip", "override.zip", () => walkmesh.changedZip(), "all changed files");
  if (isBrief) return rowOf(inArchives.length ? inArchives : alone.length > 1 ? [zip] : alone);
  return rowOf([inArchives, alone, zip]);
}

function history(): Child {
  const [last, next] = [lastStep(), nextStep()];
  return [
    row(
      button("undo", `Undo${last ? `: ${last.title}` : ""}`, undo, { disabled: !last, title: "Ctrl+Z" }),
      button("redo", `Redo${next ? `: ${next.title}` : ""}`, redo, { disabled: !next, title: "Ctrl+Shift+Z" }),
    ),
    last && [el("h2", {}, `What changed: ${last.title}`), notesOf(last.change), tablesOf(last.change, "changes")],
  ];
}
