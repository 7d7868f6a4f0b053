// Other open levels in the same view, at their own coordinates, and the places where their floor overlaps that of the current level.
import type { Overlap } from "../bindings/walkmesh";
import { showBanner } from "./dom";
import { openLevel } from "./files";
import { messageOf } from "./mesh";
import { changed, opened, state } from "./state";

// Another level in the view.
export interface Beside {
  // Nine numbers for each triangle, in the page's coordinates.
  corners: Float32Array;
  overlaps: Overlap[];
}

// The largest difference in height at which two floors count as overlapping: about the height of a person.
const REACH = { m: 2, units: 20 };

// Shows or hides another level.
export function toggleBeside(number: number, isOn: boolean): void {
  if (isOn) add(number);
  else state.beside.delete(number);
  changed("beside", "look");
}

// Opens the same levels again after the current level has changed, because the page's coordinates may have moved.
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
