// Vectors of three numbers, and matrices of sixteen in columns.

export type Vector = [number, number, number];
export type Matrix = number[];

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vector, s: number): Vector => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);
export const normalize = (a: Vector): Vector => scale(a, 1 / (length(a) || 1));
export const mix = (a: Vector, b: Vector, t: number): Vector => add(a, scale(sub(b, a), t));

export function multiply(a: Matrix, b: Matrix): Matrix {
  const out: Matrix = new Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[k * 4 + row] * b[column * 4 + k];
      out[column * 4 + row] = sum;
    }
  }
  return out;
}

export function lookAt(eye: Vector, target: Vector, up: Vector): Matrix {
  const z = normalize(sub(eye, target)),
    x = normalize(cross(up, z)),
    y = cross(z, x);
  return [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, -dot(x, eye), -dot(y, eye), -dot(z, eye), 1];
}

export function perspective(fov: number, aspect: number, near: number, far: number): Matrix {
  const f = 1 / Math.tan(fov / 2);
  return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0];
}

export function orthographic(halfWidth: number, halfHeight: number, near: number, far: number): Matrix {
  return [1 / halfWidth, 0, 0, 0, 0, 1 / halfHeight, 0, 0, 0, 0, 2 / (near - far), 0, 0, 0, (far + near) / (near - far), 1];
}
