// The displayed walkmesh, with its arrays in the page's own coordinates: z up, the middle of the box at 0.
import type { Coloring, FindingsReport, Lines, Mark, Part, PlacedObject, TriangleClass, Walkmesh } from "../bindings/walkmesh";
import type { Box, Ray } from "./camera";
import type { Mendable } from "./mending";
import { add, length, scale, sub, type Vector } from "./vectors";

// A point of the page on a triangle.
export interface Picked {
  triangle: number;
  point: Vector;
}
export type IsHidden = (triangle: number) => boolean;
// The findings of a check, or the reason why there are none.
export type Report = FindingsReport & { reason?: string };

export const SEVERITIES = ["fatal", "error", "warning", "info"] as const;
// The number of bad ones: an info does no harm in the game.
export const BAD = 3;

export class Mesh {
  // Whether the game's second axis is up.
  readonly isTurned: boolean;
  readonly unit: "m" | "units";
  readonly count: number;
  readonly indices: Uint32Array;
  readonly classOf: Uint32Array;
  readonly classes: TriangleClass[];
  readonly parts: Part[];
  readonly marks: Mark[];
  readonly lines: Lines[];
  readonly objects: PlacedObject[];
  // Nine numbers for each triangle.
  readonly corners: Float32Array;
  // For each axis of the page, the axis of the game.
  private readonly axes: Vector;
  private center: Vector = [0, 0, 0];
  // The lowest and the highest height, in the game's coordinates.
  heights: [number, number] = [0, 0];
  box: Box = { low: [0, 0, 0], high: [0, 0, 0] };
  private readonly knownColorings = new Map<string, Coloring>();
  private report?: Report;
  private worst?: Uint8Array;
  // The findings that remain after repairs; null if nothing is bad or nothing can be repaired. It is computed after the
  // mesh is shown.
  mendable?: Mendable | null;

  constructor(private readonly walkmesh: Walkmesh) {
    this.isTurned = walkmesh.up === "y";
    this.axes = this.isTurned ? [0, 2, 1] : [0, 1, 2];
    this.unit = this.isTurned ? "units" : "m";
    const { positions, indices, classes } = walkmesh.triangles();
    this.indices = indices;
    this.classOf = classes;
    this.count = indices.length / 3;
    this.classes = walkmesh.classes();
    this.parts = walkmesh.parts();
    this.marks = walkmesh.marks();
    this.lines = walkmesh.lines();
    this.objects = walkmesh.objects();
    this.measure(positions);
    this.corners = this.placed(positions, indices);
  }

  // The corners of another walkmesh in the coordinates of this one.
  cornersOf(other: Walkmesh): Float32Array {
    if ((other.up === "y") !== this.isTurned) throw new Error("The two levels have other axes that are up.");
    const { positions, indices } = other.triangles();
    return this.placed(positions, indices);
  }

  private placed(positions: Float32Array, indices: Uint32Array): Float32Array {
    const corners = new Float32Array(indices.length * 3);
    for (let i = 0; i < indices.length; i++) this.place(positions, indices[i] * 3, corners, i * 3);
    return corners;
  }

  // The box around everything, and its middle.
  private measure(positions: Float32Array): void {
    const low: Vector = [Infinity, Infinity, Infinity],
      high: Vector = [-Infinity, -Infinity, -Infinity];
    const meet = (list: ArrayLike<number>, at: number) =>
      this.axes.forEach((axis, to) => {
        low[to] = Math.min(low[to], list[at + axis]);
        high[to] = Math.max(high[to], list[at + axis]);
      });
    const { indices } = this;
    for (let i = 0; i < indices.length; i += 3) {
      if (indices[i] === indices[i + 1]) continue;
      for (let k = 0; k < 3; k++) meet(positions, indices[i + k] * 3);
    }
    for (const { positions: line } of this.lines) for (let at = 0; at < line.length; at += 3) meet(line, at);
    if (low[0] === Infinity) for (const { point } of this.marks) meet(point, 0);
    if (low[0] === Infinity) {
      low.fill(-1);
      high.fill(1);
    }
    this.center = scale(add(low, high), 0.5);
    this.heights = [low[2], high[2]];
    this.box = { low: sub(low, this.center), high: sub(high, this.center) };
  }

  // Writes a position of the game into a list of the page.
  private place(from: Float32Array, at: number, into: Float32Array, to: number): void {
    for (let axis = 0; axis < 3; axis++) into[to + axis] = from[at + this.axes[axis]] - this.center[axis];
  }

  // The box around the visible triangles, or around everything if no triangle is hidden, or all are.
  visibleBox(isHidden: IsHidden): Box {
    const low: Vector = [Infinity, Infinity, Infinity],
      high: Vector = [-Infinity, -Infinity, -Infinity],
      { corners, indices } = this;
    let hasHidden = false;
    for (let triangle = 0; triangle < this.count; triangle++) {
      if (indices[triangle * 3] === indices[triangle * 3 + 1]) continue;
      if (isHidden(triangle)) {
        hasHidden = true;
        continue;
      }
      for (let at = triangle * 9; at < triangle * 9 + 9; at++) {
        low[at % 3] = Math.min(low[at % 3], corners[at]);
        high[at % 3] = Math.max(high[at % 3], corners[at]);
      }
    }
    return hasHidden && low[0] !== Infinity ? { low, high } : this.box;
  }

  // From the game's coordinates to those of the page, and back.
  toPage(point: ArrayLike<number>): Vector {
    const [x, y, z] = this.axes;
    return sub([point[x], point[y], point[z]], this.center);
  }
  toGame(point: Vector): Vector {
    return this.toAxes(add(point, this.center));
  }
  // A vector with the order of the game's axes.
  private toAxes(vector: Vector): Vector {
    const out: Vector = [0, 0, 0];
    this.axes.forEach((axis, from) => {
      out[axis] = vector[from];
    });
    return out;
  }

  lineLayers(): Lines[] {
    return this.lines.map(({ kind, positions }) => {
      const moved = new Float32Array(positions.length);
      for (let at = 0; at < positions.length; at += 3) this.place(positions, at, moved, at);
      return { kind, positions: moved };
    });
  }

  corner(triangle: number, which: number): Vector {
    const at = triangle * 9 + which * 3;
    return [this.corners[at], this.corners[at + 1], this.corners[at + 2]];
  }

  partOf(triangle: number): number {
    let low = 0,
      high = this.parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.parts[middle].first <= triangle) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  isWalkable(triangle: number): boolean {
    return this.classes[this.classOf[triangle]].walkable;
  }

  // The groups of triangles of one colour, from the library.
  coloring(by: string): Coloring {
    const known = this.knownColorings.get(by) ?? this.walkmesh.coloring(by);
    this.knownColorings.set(by, known);
    return known;
  }

  findings(): Report {
    try {
      this.report ??= this.walkmesh.check(200);
    } catch (error) {
      this.report = { total: 0, rules: [], reason: messageOf(error) };
    }
    return this.report;
  }

  // For each triangle the worst severity of its findings, from 1 (info) to 4 (fatal); 0 for none.
  severities(): Uint8Array {
    if (this.worst) return this.worst;
    this.worst = new Uint8Array(this.count);
    for (const rule of this.findings().rules) {
      for (const { triangle, severity } of rule.findings) {
        if (triangle !== undefined) this.worst[triangle] = Math.max(this.worst[triangle], 4 - SEVERITIES.indexOf(severity));
      }
    }
    return this.worst;
  }

  // The triangle under a ray of the page, apart from hidden ones.
  pick({ origin, direction }: Ray, isHidden: IsHidden): Picked | null {
    const along = this.toAxes(direction);
    let start = origin;
    for (let tries = 0; tries < 64; tries++) {
      const hit = this.walkmesh.pick(this.toGame(start), along);
      if (!hit) return null;
      const point = add(start, scale(direction, hit.distance));
      if (!isHidden(hit.triangle)) return { triangle: hit.triangle, point };
      start = add(point, scale(direction, Math.max(length(point), 1) * 1e-4));
    }
    return null;
  }
}

// What an error says.
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
