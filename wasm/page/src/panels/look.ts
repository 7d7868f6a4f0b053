// The tab "Look": colours, layers, doors and materials.
import type { Overlap, PlacedObject } from "../../bindings/walkmesh";
import { toggleBeside } from "../beside";
import { COLORINGS, type ColoringName } from "../colorings";
import { type Child, checkbox, el, faint, fill, swatch, targetOf } from "../dom";
import { besideColor } from "../ink";
import { toggleDoor } from "../levels";
import type { Mesh } from "../mesh";
import { changed, flyTo, type Part, state } from "../state";
import { located, shown } from "../text";

const MAX_OVERLAPS = 50;

const LAYERS: Record<string, string> = {
  border: "Borders of walkable ground",
  transition: "Edges that lead elsewhere",
  tiles: "Tiles",
  door: "Doors",
  outline: "Triggers and encounters",
  links: "Links of the tables",
  marks: "Marks and names",
  positions: "Names of positions",
};

export function showLook(): void {
  const { mesh } = state;
  if (!mesh) return fill("tab-look", faint("Open a walkmesh, or drop one here."));
  fill("tab-look", mesh.count > 0 && colors(mesh), layers(mesh), others(mesh), doors(mesh), parts(mesh), materials(mesh));
}

// A box that shows or hides something.
function shownUnless<Key>(hidden: Set<Key>, key: Key, text: string, part: Part): HTMLElement {
  return checkbox(text, !hidden.has(key), isOn => {
    if (isOn) hidden.delete(key);
    else hidden.add(key);
    changed(part);
  });
}

function colors(mesh: Mesh): Child {
  const known = Object.entries(COLORINGS).filter(([key]) => key !== "rooms" || mesh.parts.length > 1);
  const onchange = (event: Event) => {
    state.coloring = targetOf<HTMLSelectElement>(event).value as ColoringName;
    changed("colors");
  };
  const options = known.map(([key, { title }]) => el("option", { value: key, selected: key === state.coloring }, title));
  return [el("h2", {}, "Colour by"), el("select", { "aria-label": "Colour by", onchange }, options)];
}

function layers(mesh: Mesh): Child {
  const kinds: string[] = mesh.lines.map(line => line.kind);
  if (mesh.marks.length) kinds.push("marks");
  if (mesh.marks.some(mark => mark.kind === "position")) kinds.push("positions");
  const drawn = (key: "edges" | "shade", text: string) =>
    checkbox(text, state[key], isOn => {
      state[key] = isOn;
      changed("scene");
    });
  return [
    el("h2", {}, "Layers"),
    mesh.count > 0 && [drawn("edges", "Edges of triangles"), drawn("shade", "Shading")],
    kinds.map(kind => shownUnless(state.hiddenLayers, kind, LAYERS[kind] ?? kind, "scene")),
  ];
}

// The other open levels, which can be drawn in the same view, and the overlaps of their floors with this
// level's.
function others(mesh: Mesh): Child {
  const rows = state.levels.map((level, at) => {
    if (at === state.current) return null;
    const beside = state.beside.get(at),
      box = checkbox(level.name, beside !== undefined, isOn => toggleBeside(at, isOn));
    if (!beside) return box;
    box.insertBefore(swatch(besideColor(at)), box.lastChild);
    const found = beside.overlaps.slice(0, MAX_OVERLAPS).map(overlap => overlapRow(overlap, mesh));
    return [box, found.length ? found : el("small", { class: "faint" }, "No floor of it covers floor of this level.")];
  });
  return rows.length > 1 && [el("h2", {}, "Together with"), rows];
}

function overlapRow({ here, there, area, point, triangle }: Overlap, mesh: Mesh): HTMLElement {
  const fly = () => {
    state.selection = new Set([triangle]);
    flyTo(mesh.toPage(point), state.camera.radius * 0.25);
  };
  const names = here === there ? here : `${here} and ${there}`;
  return el("button", { class: "finding", onclick: fly }, `${shown(area)} ${mesh.unit}² of ${names}`, el("small", {}, located(point)));
}

function doors({ objects }: Mesh): Child {
  const state = (object: PlacedObject, number: number) =>
    object.states.length > 1
      ? el("button", { class: "plain", onclick: () => toggleDoor(number) }, object.state)
      : el("small", { class: "faint" }, object.state || "placeable");
  const rows = objects.map((object, at) => el("div", { class: "row" }, el("span", { class: "grow" }, object.name), state(object, at)));
  return rows.length > 0 && [el("h2", {}, "Doors and placeables"), rows];
}

function parts(mesh: Mesh): Child {
  const rows = mesh.parts.map((part, at) => shownUnless(state.hiddenParts, at, part.name, "colors"));
  return rows.length > 1 && [el("h2", {}, "Rooms, objects and blocks"), rows];
}

function materials({ classes }: Mesh): Child {
  const sorted = classes.map((it, at) => ({ ...it, at }));
  sorted.sort((a, b) => Number(b.walkable) - Number(a.walkable) || a.number - b.number);
  const rows = sorted.map(it => shownUnless(state.hiddenClasses, it.at, it.label, "colors"));
  return rows.length > 0 && [el("h2", {}, "Materials"), rows];
}
