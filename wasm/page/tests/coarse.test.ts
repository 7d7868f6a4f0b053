import assert from "node:assert/strict";
import { test } from "@playwright/test";
import { coarsened, standIn } from "../src/coarse";

// A floor of `side` × `side` squares of 1 m, each of two triangles.
function floor(side: number): Float32Array {
  const corners: number[] = [];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) corners.push(x, y, 0, x + 1, y, 0, x, y + 1, 0, x + 1, y, 0, x + 1, y + 1, 0, x, y + 1, 0);
  }
  return new Float32Array(corners);
}

test("a stand-in has fewer triangles, which name triangles of the whole", () => {
  const whole = floor(64),
    { corners, triangles } = coarsened(whole, 8);
  assert(triangles.length > 0 && triangles.length < whole.length / 9 / 4, `${triangles.length}`);
  assert.equal(corners.length, triangles.length * 9);
  for (const triangle of triangles) assert(triangle < whole.length / 9);
});

test("the corners of a stand-in are corners of the whole", () => {
  const whole = floor(16),
    { corners } = coarsened(whole, 4);
  for (let at = 0; at < corners.length; at += 3) {
    for (const value of corners.subarray(at, at + 3)) assert(Number.isInteger(value) && value >= 0 && value <= 16);
  }
});

test("a small mesh has no stand-in", () => {
  assert.deepEqual(standIn(floor(4)).triangles, []);
});
