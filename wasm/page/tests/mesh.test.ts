import assert from "node:assert/strict";
import { test } from "@playwright/test";
import type { Walkmesh } from "../bindings/walkmesh";
import { COLORINGS } from "../src/colorings";
import { Mesh } from "../src/mesh";

// The library's data on two floors, one above the other; if `up` is "y", the game's second axis is up.
function mesh(up: "y" | "z"): Mesh {
  const [low, high] = [1, 5];
  const point = (x: number, across: number, height: number) => (up === "y" ? [x, height, across] : [x, across, height]);
  const corners = [low, high].flatMap(height => [point(0, 0, height), point(2, 0, height), point(0, 4, height)]).flat();
  const finding = { severity: "error", triangle: 1, place: "face 1", meaning: "" };
  const library = {
    up,
    triangles: () => ({
      positions: new Float32Array(corners),
      indices: new Uint32Array([0, 1, 2, 3, 4, 5]),
      classes: new Uint32Array([0, 1]),
      numbers: new Uint32Array([0, 1]),
    }),
    classes: () => [
      { number: 1, name: "Dirt", label: "1 Dirt", color: [0, 0, 0], ink: 0, walkable: true },
      { number: 7, name: "Wall", label: "7 Wall", color: [0, 0, 0], ink: 0, walkable: false },
    ],
    parts: () => [
      { kind: "room", name: "low", first: 0, count: 1 },
      { kind: "room", name: "high", first: 1, count: 1 },
    ],
    marks: () => [],
    lines: () => [],
    objects: () => [],
    coloring: () => ({ legend: [{ title: "all", ink: "category", number: 0 }], groups: new Int32Array([0, -1]) }),
    check: () => ({
      total: 2,
      rules: [
        { severity: "info", findings: [{ ...finding, severity: "info" }], count: 1 },
        { severity: "error", findings: [finding], count: 1 },
      ],
    }),
  };
  return new Mesh(library as unknown as Walkmesh);
}

for (const up of ["y", "z"] as const) {
  test(`the page has z up, and the middle of the box at 0, for a game with ${up} up`, () => {
    const it = mesh(up);
    assert.deepEqual(it.box, { low: [-1, -2, -2], high: [1, 2, 2] });
    assert.deepEqual(it.heights, [1, 5]);
    assert.deepEqual(it.corner(1, 2), [-1, 2, 2]);
  });

  test(`a point goes to the page and back for a game with ${up} up`, () => {
    const it = mesh(up);
    assert.deepEqual(it.toGame(it.toPage([3, 7, 11])), [3, 7, 11]);
  });
}

test("the visible box leaves hidden triangles out, unless all are hidden", () => {
  const it = mesh("z");
  assert.deepEqual(
    it.visibleBox(triangle => triangle === 1),
    { low: [-1, -2, -2], high: [1, 2, -2] },
  );
  assert.deepEqual(
    it.visibleBox(() => true),
    it.box,
  );
});

test("a triangle is in the last part that begins at or before it", () => {
  const it = mesh("z");
  assert.deepEqual([it.partOf(0), it.partOf(1)], [0, 1]);
});

test("a triangle has the worst of its findings", () => {
  assert.deepEqual([...mesh("z").severities()], [0, 3]);
});

test("each colouring gives each triangle a colour", () => {
  const it = mesh("z");
  for (const [name, { make }] of Object.entries(COLORINGS)) {
    const { of } = make(it);
    for (const triangle of [0, 1]) assert.equal(of(triangle)?.length, 3, name);
  }
});

test("rooms keep their colour, which is dim where nobody walks", () => {
  const { of, legend } = COLORINGS.rooms.make(mesh("z"));
  assert.deepEqual(of(0), legend[0][0]);
  assert.notDeepEqual(of(1), legend[1][0]);
});
