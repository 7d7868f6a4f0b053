// The welcome page: the accepted files, samples to click, and the reason why a file cannot be opened.
import { inks } from "./colorings";
import { byId, type Child, el, fill } from "./dom";
import { openLevel, type Sample, sampleLevels } from "./files";
import { css } from "./ink";
import { openLevels } from "./levels";
import { Mesh } from "./mesh";
import { whenPressed } from "./press";
import { state, whenChanged } from "./state";
import { cross, normalize, sub } from "./vectors";

const PRIVACY =
  "Nothing leaves this computer: the page has the whole library in it, reads your files here, and fetches nothing. " +
  "Your files are never written: what you mend is a copy to download.";
const TAKES: [string, string][] = [
  ["Knights of the Old Republic", ".mod .rim .erf, or .lyt with its .wok, and .pwk .dwk"],
  ["Neverwinter Nights 2", ".trx .trn with its .git, or a .mod"],
  ["Silkroad Online", ".dat with its .dof and .bms"],
];

export function showWelcome(): void {
  whenChanged("welcome", show);
}

function show(): void {
  const { mesh, levels, problem } = state,
    isEmpty = !levels.length;
  document.body.classList.toggle("is-empty", isEmpty);
  byId("welcome").hidden = !!mesh;
  if (mesh) return;
  fill(
    "welcome",
    problem && el("div", { class: "problem", role: "alert" }, el("h2", {}, problem.title), el("p", {}, problem.text)),
    isEmpty && !problem && el("h2", {}, "Creatures get stuck? Open your module and see why."),
    dropZone(),
    isEmpty && state.samples.length > 0 && [el("h3", {}, "Or look at a sample"), samples()],
    el("p", { class: "faint privacy" }, PRIVACY),
  );
}

function dropZone(): HTMLElement {
  const folder = byId<HTMLInputElement>("open-folder");
  return el(
    "div",
    { class: "zone" },
    el("p", {}, whenPressed("Drop modules, folders or files here", "Open modules or files")),
    el(
      "div",
      { class: "row" },
      el("button", { class: "primary", onclick: () => byId("open").click() }, "Open files"),
      "webkitdirectory" in folder && el("button", { class: "plain", onclick: () => folder.click() }, "Open folder"),
    ),
    el(
      "dl",
      {},
      TAKES.map(([game, files]) => [el("dt", {}, game), el("dd", {}, files)]),
    ),
    el("small", {}, "Also all of these in a .zip."),
  );
}

function samples(): Child {
  const card = (sample: Sample) => {
    const picture = el("canvas", { width: 480, height: 300, "aria-hidden": "true" });
    // The page shows before the pictures are drawn.
    setTimeout(() => draw(sample, picture), 30);
    const open = () => openLevels(sampleLevels(sample));
    return el("button", { id: `sample-${sample.name}`, onclick: open }, picture, el("b", {}, sample.title), el("span", {}, sample.what));
  };
  return el("div", { class: "samples" }, state.samples.map(card));
}

// Draws a sample from above at an angle, the far triangles first.
function draw(sample: Sample, canvas: HTMLCanvasElement): void {
  const walkmesh = openLevel(sampleLevels(sample)[0]),
    mesh = new Mesh(walkmesh),
    { legend, groups } = mesh.coloring("material"),
    pen = canvas.getContext("2d"),
    { low, high } = mesh.box;
  const [turnX, turnY] = [Math.cos(0.5), Math.sin(0.5)],
    across = ([x, y]: number[]) => x * turnX - y * turnY,
    deep = ([x, y]: number[]) => x * turnY + y * turnX,
    up = (point: number[]) => deep(point) * 0.62 + point[2] * 0.78;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(at => [0, 1, 2].map(axis => ((at >> axis) & 1 ? high : low)[axis])),
    reach = (of: (point: number[]) => number) => Math.max(...corners.map(of)) - Math.min(...corners.map(of)),
    size = Math.min((canvas.width * 0.92) / reach(across), (canvas.height * 0.9) / reach(up));
  const order = Array.from({ length: mesh.count }, (_, at) => at).filter(at => mesh.indices[at * 3] !== mesh.indices[at * 3 + 1]);
  const depth = order.map(at => [0, 1, 2].reduce((sum, which) => sum + deep(mesh.corner(at, which)) - mesh.corner(at, which)[2] * 0.01, 0));
  const depthOf = new Map(order.map((at, place) => [at, depth[place]]));
  order.sort((a, b) => (depthOf.get(b) ?? 0) - (depthOf.get(a) ?? 0));
  for (const at of pen ? order : []) {
    const points = [0, 1, 2].map(which => mesh.corner(at, which)),
      normal = normalize(cross(sub(points[1], points[0]), sub(points[2], points[0]))),
      entry = legend[groups[at]],
      light = 0.72 + 0.28 * Math.abs(normal[2]);
    if (!pen || !entry) continue;
    const color = inks[entry.ink](entry.number);
    pen.beginPath();
    for (const point of points) pen.lineTo(canvas.width / 2 + across(point) * size, canvas.height / 2 - up(point) * size);
    pen.closePath();
    pen.fillStyle = css([color[0] * light, color[1] * light, color[2] * light]);
    pen.strokeStyle = css([color[0] * 0.8, color[1] * 0.8, color[2] * 0.8]);
    pen.lineWidth = 0.8;
    pen.fill();
    pen.stroke();
  }
  walkmesh.free();
}
