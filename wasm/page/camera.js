// The camera: it turns around a target in 3-D, or looks down in the plan view. Coordinates are z up.
const FOV = 0.8;

class Camera {
  constructor() {
    Object.assign(this, { target: [0, 0, 0], yaw: -0.6, pitch: 0.85, distance: 10, radius: 10, plan: false, flight: null });
  }

  // Shows the whole box. In the plan view so many pixels stay free at the left, where the legend is.
  fit(box, free = 0) {
    this.box = box;
    this.free = this.plan ? free : 0;
    this.radius = Math.max(length(sub(box.high, box.low)) / 2, 1e-3);
    this.target = scale(add(box.low, box.high), 0.5);
    this.flight = null;
    this.fitBox();
  }

  // The distance from which every corner of the box is seen, with room for the tools around it.
  fitBox() {
    const z = normalize(this.back()), right = normalize(cross(this.up(), z)), above = cross(z, right), half = Math.tan(FOV / 2);
    const aspect = this.size ? (this.size[0] - this.free) / this.size[1] : 1;
    let distance = 0;
    for (let which = 0; which < 8; which++) {
      const corner = sub([0, 1, 2].map(axis => (which >> axis & 1 ? this.box.high : this.box.low)[axis]), this.target);
      const reach = Math.max(Math.abs(dot(corner, right)) / aspect, Math.abs(dot(corner, above)) * 1.2) / half;
      distance = Math.max(distance, reach + (this.plan ? 0 : dot(corner, z)));
    }
    this.distance = Math.max(distance * 1.1, 1e-3);
    if (this.free) this.target = add(this.target, scale(right, (-this.free / this.size[1]) * half * this.distance));
  }

  // Moves to a point in a third of a second.
  fly(target, distance) {
    this.flight = { from: this.target, to: target, near: this.distance, far: Math.min(this.distance, distance), start: performance.now() };
  }

  // Whether it still moves.
  advance(now) {
    if (!this.flight) return false;
    const { from, to, near, far, start } = this.flight, t = Math.min((now - start) / 350, 1), eased = t * t * (3 - 2 * t);
    this.target = mix(from, to, eased);
    this.distance = near * (far / near) ** eased;
    if (t === 1) this.flight = null;
    return true;
  }

  back() {
    const [s, c] = [Math.sin(this.pitch), Math.cos(this.pitch)];
    return this.plan ? [0, 0, 1] : [c * Math.sin(this.yaw), -c * Math.cos(this.yaw), s];
  }

  up() { return this.plan ? [0, 1, 0] : [0, 0, 1]; }
  eye() { return add(this.target, scale(this.back(), this.distance)); }

  update(width, height) {
    const aspect = width / Math.max(height, 1);
    const isFirst = !this.size;
    this.aspect = aspect;
    this.size = [width, Math.max(height, 1)];
    if (isFirst && this.box) this.fitBox();
    const reach = this.radius * 2 + this.distance, half = this.distance * Math.tan(FOV / 2);
    const projection = this.plan
      ? orthographic(half * this.aspect, half, -reach * 2, reach * 3)
      : perspective(FOV, this.aspect, Math.max(this.distance - this.radius * 2.2, this.distance * 0.02), reach * 1.2);
    this.view = lookAt(this.eye(), this.target, this.up());
    this.matrix = multiply(projection, this.view);
    this.pixel = (half * 2) / Math.max(height, 1);
  }

  // A point on the screen, and how deep it lies; null behind the camera.
  project([x, y, z]) {
    const m = this.matrix, w = m[3] * x + m[7] * y + m[11] * z + m[15];
    if (w <= 1e-6) return null;
    const [px, py] = [(m[0] * x + m[4] * y + m[8] * z + m[12]) / w, (m[1] * x + m[5] * y + m[9] * z + m[13]) / w];
    return [(px * 0.5 + 0.5) * this.size[0], (0.5 - py * 0.5) * this.size[1], w];
  }

  // The ray through a point of the screen.
  ray(x, y) {
    const z = normalize(this.back()), right = normalize(cross(this.up(), z)), above = cross(z, right), half = Math.tan(FOV / 2);
    const [u, v] = [((x / this.size[0]) * 2 - 1) * half * this.aspect, (1 - (y / this.size[1]) * 2) * half];
    if (this.plan) {
      const start = add(this.target, add(scale(right, u * this.distance), scale(above, v * this.distance)));
      return { origin: add(start, scale(z, this.radius * 2 + this.distance)), direction: scale(z, -1) };
    }
    return { origin: this.eye(), direction: normalize(add(scale(z, -1), add(scale(right, u), scale(above, v)))) };
  }

  orbit(dx, dy) {
    if (this.plan) return this.pan(dx, dy);
    this.yaw -= dx * 0.008;
    this.pitch = Math.min(Math.max(this.pitch + dy * 0.008, -1.45), 1.55);
    this.flight = null;
  }

  pan(dx, dy) {
    const z = normalize(this.back()), right = normalize(cross(this.up(), z)), above = cross(z, right);
    this.target = add(this.target, add(scale(right, -dx * this.pixel), scale(above, dy * this.pixel)));
    this.flight = null;
  }

  zoom(factor, ray) {
    const before = this.distance;
    this.distance = Math.min(Math.max(this.distance * factor, this.radius * 1e-3), this.radius * 20);
    this.flight = null;
    if (!ray) return;
    // What is under the pointer stays there.
    const z = normalize(this.back()), t = dot(sub(this.target, ray.origin), z) / (dot(ray.direction, z) || -1e-9);
    const under = add(ray.origin, scale(ray.direction, t));
    this.target = mix(this.target, under, 1 - this.distance / before);
  }
}
