// Draws over the picture: paths, rays, marks with their names, the selection, the scale and the axes.
import type { Mark } from "../bindings/walkmesh";
import type { Camera } from "./camera";
import { type Color, css, type InkName, ink } from "./ink";
import type { Mesh } from "./mesh";
import type { End, Line } from "./state";
import { drawSymbol, isThing, symbolOf } from "./symbols";
import { dot, type Vector } from "./vectors";

// Maximum number of arrows to things beyond the border.
const MAX_BEYOND = 60;

// The things drawn over the scene.
export interface Over {
  camera: Camera;
  mesh: Mesh | null;
  selection: Set<number>;
  outlines: boolean;
  hovered: number | null;
  focus: Vector | null;
  paths: Line[];
  ends: End[];
  hiddenLayers: Set<string>;
}
interface Scene extends Over {
  mesh: Mesh;
}

export class Overlay {
  private readonly pen: CanvasRenderingContext2D;
  // The drawn marks, with their positions.
  private hits: { mark: Mark; x: number; y: number }[] = [];

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  }

  draw(state: Over): void {
    const { canvas, pen } = this,
      { camera, mesh } = state,
      density = devicePixelRatio || 1;
    pen.setTransform(density, 0, 0, density, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.lineJoin = pen.lineCap = "round";
    this.hits = [];
    if (!mesh) return;
    const scene = { ...state, mesh };
    for (const triangle of state.selection) this.triangle(scene, triangle, ink("repainted"), state.outlines ? 0 : 0.55);
    if (state.hovered !== null && !state.selection.has(state.hovered)) this.triangle(scene, state.hovered, ink("text"), 0.12);
    if (state.focus) this.focus(camera, state.focus);
    for (const line of state.paths) this.polyline(camera, line);
    for (const end of state.ends) this.end(camera, end);
    if (!state.hiddenLayers.has("marks")) this.marks(scene);
    this.scale(camera, mesh);
    this.axes(camera, mesh);
  }

  private triangle({ camera, mesh }: Scene, triangle: number, color: Color, alpha: number): void {
    const at = [0, 1, 2].flatMap(which => {
      const point = camera.project(mesh.corner(triangle, which));
      return point ? [point] : [];
    });
    if (at.length < 3) return;
    const { pen } = this;
    pen.beginPath();
    for (const [x, y] of at) pen.lineTo(x, y);
    pen.closePath();
    pen.fillStyle = css(color, alpha);
    pen.fill();
    pen.strokeStyle = css(ink("text"), 0.9);
    pen.lineWidth = alpha ? 1.6 : 2.6;
    pen.stroke();
  }

  private polyline(camera: Camera, { points, color, width, dashed }: Line): void {
    const { pen } = this;
    for (const [style, extra] of [
      [css(ink("page"), 0.85), 3],
      [css(color()), 0],
    ] as const) {
      pen.beginPath();
      let isDown = false;
      for (const point of points) {
        const at = camera.project(point);
        if (at && isDown) pen.lineTo(at[0], at[1]);
        else if (at) pen.moveTo(at[0], at[1]);
        isDown = at !== null;
      }
      pen.setLineDash(dashed ? [7, 6] : []);
      pen.strokeStyle = style;
      pen.lineWidth = width + extra;
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  private end(camera: Camera, { point, label, color }: End): void {
    const at = point && camera.project(point);
    if (!at) return;
    const { pen } = this;
    pen.beginPath();
    pen.arc(at[0], at[1], 8, 0, Math.PI * 2);
    pen.fillStyle = css(ink("page"));
    pen.fill();
    pen.strokeStyle = css(color());
    pen.lineWidth = 3;
    pen.stroke();
    pen.font = "600 11px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    this.write(label, at[0], at[1] + 0.5);
  }

  // Writes text with a halo, so that it is readable on every colour.
  private write(text: string, x: number, y: number, name: InkName = "text"): void {
    const { pen } = this;
    pen.lineWidth = 3.5;
    pen.strokeStyle = css(ink("page"), 0.9);
    pen.strokeText(text, x, y);
    pen.fillStyle = css(ink(name));
    pen.fillText(text, x, y);
  }

  private focus(camera: Camera, point: Vector): void {
    const at = camera.project(point);
    if (!at) return;
    const { pen } = this;
    for (const [radius, alpha] of [
      [9, 1],
      [16, 0.5],
      [24, 0.25],
    ]) {
      pen.beginPath();
      pen.arc(at[0], at[1], radius, 0, Math.PI * 2);
      pen.strokeStyle = css(ink("error"), alpha);
      pen.lineWidth = 2.5;
      pen.stroke();
    }
  }

  // Marks, and the names of as many as have room. The nearest ones come first.
  private marks({ camera, mesh, hiddenLayers }: Scene): void {
    const { pen } = this,
      taken: [number, number, number, number][] = [],
      [across, down] = camera.size ?? [1, 1];
    const inside = (at: Vector) => at[0] > -20 && at[1] > -20 && at[0] < across + 20 && at[1] < down + 20,
      seen: { mark: Mark; at: Vector }[] = [],
      beyond: Vector[] = [];
    for (const mark of mesh.marks) {
      const at = camera.project(mesh.toPage(mark.point));
      if (at && inside(at)) seen.push({ mark, at });
      else if (at && isThing(mark)) beyond.push(at);
    }
    for (const at of beyond.slice(0, MAX_BEYOND)) this.pointer(at, across, down);
    const isObject = ({ mark }: { mark: Mark }) => Number(mark.object !== undefined);
    seen.sort((a, b) => isObject(b) - isObject(a) || a.at[2] - b.at[2]);
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    for (const {
      mark,
      at: [x, y],
    } of seen.slice(0, 600)) {
      const isPosition = mark.kind === "position",
        symbol = symbolOf(mark);
      drawSymbol(pen, symbol, x, y, mark.object === undefined ? 5 : 6.5);
      // Left of a mark near the right border, where the name would be cut off.
      const width = pen.measureText(mark.label).width,
        left = x + 12 + width > across ? x - 9 - width : x + 9;
      const box: [number, number, number, number] = [left - 1, y - 8, left + 3 + width, y + 8];
      const isFree = taken.every(other => box[2] < other[0] || box[0] > other[2] || box[3] < other[1] || box[1] > other[3]);
      this.hits.push({ mark, x, y });
      if (!isFree || (isPosition && hiddenLayers.has("positions"))) continue;
      taken.push(box);
      this.write(mark.label, left, y, symbol.ink === "grid" ? "text" : symbol.ink);
    }
  }

  // An arrow at the border, towards something beyond it.
  private pointer([x, y]: Vector, across: number, down: number): void {
    const { pen } = this,
      [dx, dy] = [x - across / 2, y - down / 2],
      share = Math.min((across / 2 - 10) / Math.abs(dx), (down / 2 - 10) / Math.abs(dy)),
      turn = Math.atan2(dy, dx);
    pen.save();
    pen.translate(across / 2 + dx * share, down / 2 + dy * share);
    pen.rotate(turn);
    pen.beginPath();
    for (const [along, aside] of [
      [8, 0],
      [-4, 6],
      [-4, -6],
    ])
      pen.lineTo(along, aside);
    pen.closePath();
    pen.fillStyle = css(ink("object"));
    pen.fill();
    pen.restore();
  }

  markAt(x: number, y: number): Mark | null {
    return this.hits.find(hit => Math.hypot(hit.x - x, hit.y - y) < 10)?.mark ?? null;
  }

  // A bar with a round length. In 3-D it is right at the target.
  private scale(camera: Camera, mesh: Mesh): void {
    const { pen } = this,
      [across, down] = camera.size ?? [1, 1],
      most = camera.pixel * 110,
      power = 10 ** Math.floor(Math.log10(most));
    const size = [5, 2, 1].map(step => step * power).find(step => step <= most) || power,
      width = size / camera.pixel;
    const [x, y] = [across - width - 20, down - 70];
    pen.strokeStyle = css(ink("text"), 0.8);
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x, y - 5);
    pen.lineTo(x, y);
    pen.lineTo(x + width, y);
    pen.lineTo(x + width, y - 5);
    pen.stroke();
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "bottom";
    this.write(`${Number(size.toPrecision(3))} ${mesh.unit}`, x + width / 2, y - 4);
  }

  private axes(camera: Camera, mesh: Mesh): void {
    const { pen } = this,
      names = mesh.isTurned ? "xzy" : "xyz",
      [across, down] = camera.size ?? [1, 1],
      center = [across - 44, down - 128];
    const { right, above } = camera.axes();
    pen.font = "11px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const axes: Vector[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    for (const [which, axis] of axes.entries()) {
      const [dx, dy] = [dot(axis, right) * 24, -dot(axis, above) * 24];
      if (Math.hypot(dx, dy) < 3) continue;
      pen.strokeStyle = css(ink("grid"));
      pen.lineWidth = 1.5;
      pen.beginPath();
      pen.moveTo(center[0], center[1]);
      pen.lineTo(center[0] + dx, center[1] + dy);
      pen.stroke();
      this.write(names[which], center[0] + dx * 1.35, center[1] + dy * 1.35);
    }
  }
}
