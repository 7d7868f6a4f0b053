// Other levels in the same view: they are drawn where their coordinates say, and where their floors cover that of the level that is
// shown, this is told.
import type { Overlap } from "../bindings/walkmesh";
import { showBanner } from "./dom";
import { openLevel } from "./files";
import { messageOf } from "./mesh";
import { changed, opened, state } from "./state";

// A level that is drawn beside the one that is shown.
export interface Beside {
  // Nine numbers for each triangle, in the page's coordinates.
  corners: Float32Array;
  overlaps: Overlap[];
}

// How far apart in height two floors may be to cover the same place: as far as somebody is tall.
const REACH = { m: 2, units: 20 };

// Draws a level beside the one that is shown, or does so no more.
export function toggleBeside(number: number, isOn: boolean): void {
  if (isOn) add(number);
  else state.beside.delete(number);
  changed("beside", "look");
}

// Draws the same levels again, after the level that is shown has changed.
export function placeBesideAgain(): void {
  for (const number of [...state.beside.keys()]) add(number);
  changed("beside");
}

function add(number: number): void {
  state.beside.delete(number);
  const open = opened(),
    level = state.levels[number];
  if (!open) return;
  try {
    const other = openLevel(level);
    try {
      const overlaps = open.walkmesh.overlaps(other, REACH[open.mesh.unit]);
      state.beside.set(number, { corners: open.mesh.cornersOf(other), overlaps });
    } finally {
      other.free();
    }
  } catch (error) {
    showBanner(`${level.name} cannot be shown`, messageOf(error));
  }
}
