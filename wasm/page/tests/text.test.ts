import assert from "node:assert/strict";
import { test } from "@playwright/test";
import { located, numbersIn, plural, shown } from "../src/text";
import { tapePart } from "../src/tools";

test("a coordinate has at most three digits behind the point", () => {
  assert.equal(shown(1.23456), "1.235");
  assert.equal(shown(-2), "-2");
  assert.equal(located(new Float32Array([1.5, -0.25, 100])), "1.5,-0.25,100");
});

test("so many numbers as are wanted are read, and nothing else", () => {
  assert.deepEqual(numbersIn("1,-2.5, 3e2", 3), [1, -2.5, 300]);
  for (const text of ["1,2", "1,2,3,4", "1,,3", "a,b,c", "1,2,Infinity", ""]) assert.equal(numbersIn(text, 3), null, text);
});

test("one thing has no plural", () => {
  assert.deepEqual([plural(1, "face"), plural(0, "face"), plural(12345, "face")], ["1 face", "0 faces", "12,345 faces"]);
});

test("the tape measures in space, in the plan view, and the rise", () => {
  assert.deepEqual(tapePart([0, 0, 0], [3, 4, 12]), { length: 13, plan: 5, rise: 12 });
  assert.equal(tapePart([0, 0, 2], [0, 0, -1]).rise, -3);
});
