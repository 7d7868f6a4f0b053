import assert from "node:assert/strict";
import { test } from "@playwright/test";
import { changed, isHidden, openTab, state, whenChanged } from "../src/state";

test("what shows a part is called in the order of the changes", () => {
  const told: string[] = [];
  for (const part of ["look", "ask", "tabs"] as const) whenChanged(part, () => told.push(part));
  changed("ask", "look");
  openTab("edit");
  assert.deepEqual(told, ["ask", "look", "tabs"]);
  assert.equal(state.tab, "edit");
});

test("nothing is hidden while nothing is open", () => {
  state.hiddenClasses.add(0);
  assert(!isHidden(0));
});
