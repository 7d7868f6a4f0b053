import assert from "node:assert/strict";
import { test } from "@playwright/test";
import { Camera } from "../src/camera";
import { dot, length, sub, type Vector } from "../src/vectors";

const BOX = { low: [-5, -3, -1] as Vector, high: [5, 3, 2] as Vector };
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map(bits => [0, 1, 2].map(axis => ((bits >> axis) & 1 ? BOX.high : BOX.low)[axis]) as Vector);

function camera(plan: boolean): Camera {
  const it = new Camera();
  it.plan = plan;
  it.update(800, 600);
  it.fit(BOX);
  it.update(800, 600);
  return it;
}

for (const plan of [false, true]) {
  const view = plan ? "the plan view" : "3-D";

  test(`fit shows all corners of the box in ${view}`, () => {
    const it = camera(plan);
    for (const corner of CORNERS) {
      const [x, y] = it.project(corner) ?? assert.fail("a corner is behind the camera");
      assert(x > 0 && x < 800 && y > 0 && y < 600, `${corner} is at ${x}, ${y}`);
    }
  });

  test(`the ray through a point on the screen meets that point in ${view}`, () => {
    const it = camera(plan);
    for (const corner of CORNERS) {
      const [x, y] = it.project(corner) ?? assert.fail("a corner is behind the camera");
      const { origin, direction } = it.ray(x, y),
        to = sub(corner, origin),
        along = dot(to, direction);
      assert(along > 0);
      assert(length(to) ** 2 - along ** 2 < 1e-6, `the ray passes ${corner} by`);
    }
  });

  test(`zoom keeps what is under the pointer in ${view}`, () => {
    const it = camera(plan),
      under = it.target,
      [x, y] = it.project(under) ?? assert.fail("the target is behind the camera");
    it.zoom(0.5, it.ray(x, y));
    it.update(800, 600);
    const [nextX, nextY] = it.project(under) ?? assert.fail("the target is behind the camera");
    assert(Math.hypot(nextX - x, nextY - y) < 1e-6);
  });
}

test("a flight ends at its target, and no farther away than before", () => {
  const it = camera(false),
    distance = it.distance;
  it.fly([1, 2, 0], distance * 3);
  assert(it.advance(performance.now() + 1000));
  assert.deepEqual(it.target, [1, 2, 0]);
  assert(Math.abs(it.distance - distance) < 1e-9);
  assert(!it.advance(performance.now() + 2000), "it rests");
});
