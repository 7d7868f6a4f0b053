// The camera: it turns around a target in 3-D, or looks down in the plan view. Coordinates are z up.
import {
  add,
  cross,
  dot,
  length,
  lookAt,
  type Matrix,
  mix,
  multiply,
  normalize,
  orthographic,
  perspective,
  scale,
  sub,
  type Vector,
} from "./vectors";

const FOV = 0.8;

export interface Box {
  low: Vector;
  high: Vector;
}
export interface Ray {
  origin: Vector;
  direction: Vector;
}
// Its axes on the screen: to the right, up, and towards the eye.
interface Axes {
  right: Vector;
  above: Vector;
  back: Vector;
}

export class Camera {
  target: Vector = [0, 0, 0];
  yaw = -0.6;
  pitch = 0.85;
  distance = 10;
  radius = 10;
  plan = false;
  matrix: Matrix = [];
  // Width and height of the stage in pixels, and the length of a pixel at the target.
  size: [number, number] | null = null;
  pixel = 1;
  private flight: { from: Vector; to: Vector; near: number; far: number; start: number } | null = null;
  private box: Box | null = null;
  private free = 0;
  private aspect = 1;

  // Shows the whole box. In the plan view, this many pixels stay free at the left, where the legend
  // is.
  fit(box: Box, free = 0): void {
    this.box = box;
    this.free = this.plan ? free : 0;
    this.radius = Math.max(length(sub(box.high, box.low)) / 2, 1e-3);
    this.target = scale(add(box.low, box.high), 0.5);
    this.flight = null;
    this.fitBox();
  }

  // The distance from which every corner of the box is seen, with room for the tools around it.
  private fitBox(): void {
    const { box } = this;
    if (!box) return;
    const { right, above, back } = this.axes(),
      half = Math.tan(FOV / 2);
    const aspect = this.size ? (this.size[0] - this.free) / this.size[1] : 1;
    let distance = 0;
    for (let which = 0; which < 8; which++) {
      const side = (axis: number) => ((which >> axis) & 1 ? box.high : box.low)[axis];
      const corner = sub([side(0), side(1), side(2)], this.target);
      const reach = Math.max(Math.abs(dot(corner, right)) / aspect, Math.abs(dot(corner, above)) * 1.2) / half;
      distance = Math.max(distance, reach + (this.plan ? 0 : dot(corner, back)));
    }
    this.distance = Math.max(distance * 1.1, 1e-3);
    if (this.free && this.size) this.target = add(this.target, scale(right, (-this.free / this.size[1]) * half * this.distance));
  }

  // Moves to a point in a third of a second.
  fly(target: Vector, distance: number): void {
    this.flight = { from: this.target, to: target, near: this.distance, far: Math.min(this.distance, distance), start: performance.now() };
  }

  // Jumps to a position at once.
  stand(target: Vector, distance: number): void {
    Object.assign(this, { target, distance, flight: null });
  }

  // Whether it still moves.
  advance(now: number): boolean {
    if (!this.flight) return false;
    const { from, to, near, far, start } = this.flight,
      t = Math.min((now - start) / 350, 1),
      eased = t * t * (3 - 2 * t);
    this.target = mix(from, to, eased);
    this.distance = near * (far / near) ** eased;
    if (t === 1) this.flight = null;
    return true;
  }

  axes(): Axes {
    const back = normalize(this.back()),
      right = normalize(cross(this.up(), back));
    return { right, above: cross(back, right), back };
  }

  private back(): Vector {
    const [s, c] = [Math.sin(this.pitch), Math.cos(this.pitch)];
    return this.plan ? [0, 0, 1] : [c * Math.sin(this.yaw), -c * Math.cos(this.yaw), s];
  }

  private up(): Vector {
    return this.plan ? [0, 1, 0] : [0, 0, 1];
  }
  eye(): Vector {
    return add(this.target, scale(this.back(), this.distance));
  }

  update(width: number, height: number): void {
    const aspect = width / Math.max(height, 1);
    const isFirst = !this.size;
    this.aspect = aspect;
    this.size = [width, Math.max(height, 1)];
    if (isFirst && this.box) this.fitBox();
    const reach = this.radius * 2 + this.distance,
      half = this.distance * Math.tan(FOV / 2);
    const projection = this.plan
      ? orthographic(half * this.aspect, half, -reach * 2, reach * 3)
      : perspective(FOV, this.aspect, Math.max(this.distance - this.radius * 2.2, this.distance * 0.02), reach * 1.2);
    this.matrix = multiply(projection, lookAt(this.eye(), this.target, this.up()));
    this.pixel = (half * 2) / Math.max(height, 1);
  }

  // A point on the screen, and its depth; null behind the camera.
  project([x, y, z]: Vector): Vector | null {
    const m = this.matrix,
      [width, height] = this.size ?? [1, 1],
      w = m[3] * x + m[7] * y + m[11] * z + m[15];
    if (w <= 1e-6) return null;
    const [px, py] = [(m[0] * x + m[4] * y + m[8] * z + m[12]) / w, (m[1] * x + m[5] * y + m[9] * z + m[13]) / w];
    return [(px * 0.5 + 0.5) * width, (0.5 - py * 0.5) * height, w];
  }

  // The ray through a point of the screen.
  ray(x: number, y: number): Ray {
    const { right, above, back } = this.axes(),
      half = Math.tan(FOV / 2),
      [width, height] = this.size ?? [1, 1];
    const [u, v] = [((x / width) * 2 - 1) * half * this.aspect, (1 - (y / height) * 2) * half];
    if (this.plan) {
      const start = add(this.target, add(scale(right, u * this.distance), scale(above, v * this.distance)));
      return { origin: add(start, scale(back, this.radius * 2 + this.distance)), direction: scale(back, -1) };
    }
    return { origin: this.eye(), direction: normalize(add(scale(back, -1), add(scale(right, u), scale(above, v)))) };
  }

  orbit(dx: number, dy: number): void {
    if (this.plan) {
      this.pan(dx, dy);
      return;
    }
    this.yaw -= dx * 0.008;
    this.pitch = Math.min(Math.max(this.pitch + dy * 0.008, -1.45), 1.55);
    this.flight = null;
  }

  pan(dx: number, dy: number): void {
    const { right, above } = this.axes();
    this.target = add(this.target, add(scale(right, -dx * this.pixel), scale(above, dy * this.pixel)));
    this.flight = null;
  }

  zoom(factor: number, ray?: Ray): void {
    const before = this.distance;
    this.distance = Math.min(Math.max(this.distance * factor, this.radius * 1e-3), this.radius * 20);
    this.flight = null;
    if (!ray) return;
    // The point under the pointer stays there.
    const { back } = this.axes(),
      t = dot(sub(this.target, ray.origin), back) / (dot(ray.direction, back) || -1e-9);
    const under = add(ray.origin, scale(ray.direction, t));
    this.target = mix(this.target, under, 1 - this.distance / before);
  }
}
