// The answers of the tools: paths with their steps, rays, sight, and lengths.
import type { PathAnswer, PlacePart, Step } from "../../bindings/walkmesh";
import type { Answer, TitledPath } from "../answers";
import { type Child, el, faint, targetOf } from "../dom";
import { css } from "../ink";
import type { Mesh } from "../mesh";
import { pressed } from "../press";
import { flyTo, state } from "../state";
import { counted, located, plural } from "../text";

const MAX_STEPS = 500;
const SIGHT_NOTE =
  "NWN2 answers by the stored table of the tile, where hidden means not known to be clear. " +
  "KotOR: between eyes 1.7 m above the middles of walkable faces.";

export function answerOf(answer: Answer, mesh: Mesh): HTMLElement {
  switch (answer.kind) {
    case "error":
      return el("div", { class: "answer error", id: "answer" }, answer.error);
    case "path":
      return el(
        "div",
        { id: "answer" },
        answer.answers.map(it => onePath(it, mesh)),
        answer.note && faint(answer.note),
      );
    case "ray":
      return rayAnswer(answer, mesh);
    case "measure":
      return measureAnswer(answer, mesh);
    case "sight":
      return answerBox(
        el("p", {}, el("b", {}, plural(answer.seen, "face")), " seen, ", el("b", {}, counted(answer.hidden)), " hidden"),
        faint(SIGHT_NOTE),
      );
  }
}

const answerBox = (...content: Child[]) => el("div", { class: "answer", id: "answer" }, content);

function onePath({ title, answer, color, dashed }: TitledPath, mesh: Mesh): HTMLElement {
  const line = el("i", { class: dashed ? "line dashed" : "line" });
  line.style[dashed ? "borderColor" : "background"] = css(color());
  return el("div", { class: "answer" }, el("div", {}, line, title), answer.no_path === null ? path(answer, mesh) : noPath(answer, mesh));
}

function noPath({ no_path, nearest }: PathAnswer, mesh: Mesh): Child {
  const why = `${no_path?.startsWith("no path") ? "" : "No path: "}${no_path}.`;
  const fly = nearest && (() => flyTo(mesh.toPage(nearest.point), state.camera.radius * 0.4));
  return [
    el("p", { class: "error" }, why),
    nearest && el("button", { class: "plain", onclick: fly }, `Nearest walkable point: ${located(nearest.point)}`),
  ];
}

function path({ length, steps, proven_shortest, stand_ins }: PathAnswer, mesh: Mesh): Child {
  const proof = proven_shortest === false ? " (not proven to be the shortest)" : "";
  const standIns = (stand_ins ?? []).filter(it => it.nearest.distance > 0.001).map(it => located(it.nearest.point));
  return [
    el("p", {}, el("b", {}, `${length?.toFixed(3)} ${mesh.unit}`), ` in ${plural(steps.length, "point")}${proof}`),
    stepList(steps, mesh),
    standIns.map(at => faint(`One of the locations is on no floor that is known. The nearest one, ${at}, stands for it.`)),
  ];
}

const placeText = (place: PlacePart[]) =>
  place.map(({ kind, index, name }) => [kind.replaceAll("_", " "), index, name].filter(it => it !== undefined).join(" ")).join(", ");

// The points of a path; in a dungeon block by block.
function stepList(steps: Step[], mesh: Mesh): HTMLElement {
  let block: number | null = null;
  const rows: Child[] = [];
  for (const { point, place, edge, link } of steps.slice(0, MAX_STEPS)) {
    const inBlock = place[0]?.kind === "block" ? (place[0].index ?? null) : null;
    if (inBlock !== null && inBlock !== block) rows.push(el("li", { class: "block" }, `Block ${inBlock}`));
    block = inBlock ?? block;
    const through = edge === undefined ? "" : link === null || link === undefined ? ` by edge ${edge}` : ` by door edge ${edge}`;
    const where = placeText(inBlock === null ? place : place.slice(1)) + through;
    const onclick = () => flyTo(mesh.toPage(point), state.camera.radius * 0.5);
    rows.push(el("li", { onclick }, el("span", {}, located(point).replaceAll(",", ", ")), el("span", { class: "faint" }, where)));
  }
  return el("ol", { class: "steps" }, rows);
}

function rayAnswer({ hit, sight }: Extract<Answer, { kind: "ray" }>, mesh: Mesh): HTMLElement {
  const byTable = sight.by_table === undefined ? "" : `; by the game's table ${sight.by_table ? "clear" : "not known to be clear"}`;
  const seen = sight.unknown ?? `${sight.by_geometry ? "clear" : "blocked"}${byTable}`;
  const met = hit && [
    "Meets ",
    el("b", {}, placeText(hit.place)),
    ` after ${hit.distance.toFixed(3)} ${mesh.unit}`,
    hit.material === undefined ? "" : `, material ${hit.material}`,
  ];
  return answerBox(el("p", {}, met ?? "Meets nothing."), faint(`Line of sight: ${seen}.`));
}

function measureAnswer({ points, parts }: Extract<Answer, { kind: "measure" }>, mesh: Mesh): HTMLElement {
  const sum = (key: "length" | "plan") => parts.reduce((all, part) => all + part[key], 0),
    metres = (value: number) => `${value.toFixed(3)} ${mesh.unit}`;
  const rows = parts.map(({ length, plan, rise }, at) => {
    const text = `${metres(length)}, in the plan view ${metres(plan)}, rise ${metres(rise)}`;
    return el("li", {}, el("span", {}, `${at + 1} to ${at + 2}`), el("span", { class: "faint" }, text));
  });
  const all = [el("b", {}, metres(sum("length"))), ` in all; in the plan view ${metres(sum("plan"))}`];
  return answerBox(
    el("p", {}, parts.length ? all : pressed("Click the next point.")),
    el("ol", { class: "steps" }, rows),
    points.map((point, at) => copyable(`${at + 1}`, point)),
  );
}

// A position as the command and the games write it, which a click copies.
function copyable(name: string, text: string): HTMLElement {
  const onclick = async (event: Event) => {
    const copy = targetOf<HTMLButtonElement>(event);
    await navigator.clipboard.writeText(text);
    copy.textContent = "Copied";
  };
  const copy = el("button", { class: "plain", "aria-label": `Copy position ${name}`, onclick }, "Copy");
  return el("div", { class: "row" }, el("span", {}, name), el("code", { class: "grow" }, text), copy);
}
