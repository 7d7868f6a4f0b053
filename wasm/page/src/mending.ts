// The possible repairs and their operations: the library tries each, and a check of the result shows the
// improvement.
import type { Change, RepairOptions, Walkmesh } from "../bindings/walkmesh";
import { BAD, SEVERITIES } from "./mesh";

export type Act = (walkmesh: Walkmesh) => Change;
type Counts = Map<string, number>;

// The findings of each rule that remain after all repairs, and the number of bad ones.
export interface Mendable {
  left: Counts;
  bad: number;
}

const FLAWS = ["facesDown", "degenerate", "duplicates", "cracks", "tJunctions"] as const;
const only = (kept: string): RepairOptions => Object.fromEntries(FLAWS.map(flaw => [flaw, flaw === kept]));
// From the smallest change to the largest.
const ACTS: Act[] = [
  ...FLAWS.map(
    (flaw): Act =>
      walkmesh =>
        walkmesh.repair(only(flaw)),
  ),
  walkmesh => walkmesh.repair({ ...only(""), transitions: true }),
  walkmesh => walkmesh.repair(undefined),
  walkmesh => walkmesh.bake(),
];
export const mendAll: Act = walkmesh => walkmesh.mend();

function countsOf(walkmesh: Walkmesh): { counts: Counts; bad: number[] } {
  const counts: Counts = new Map(),
    bad = SEVERITIES.slice(0, BAD).map(() => 0);
  for (const { code, severity, count } of walkmesh.check(0).rules) {
    counts.set(code, (counts.get(code) ?? 0) + count);
    const at = SEVERITIES.indexOf(severity);
    if (at < BAD) bad[at] += count;
  }
  return { counts, bad };
}

// Performs an operation on a copy.
export function tried<Result>(walkmesh: Walkmesh, act: Act, look: (copy: Walkmesh, change: Change) => Result): Result | null {
  const copy = walkmesh.copy();
  try {
    return look(copy, act(copy));
  } catch {
    return null;
  } finally {
    copy.free();
  }
}

export function mendable(walkmesh: Walkmesh): Mendable | null {
  return tried(walkmesh, mendAll, copy => {
    const { counts, bad } = countsOf(copy);
    return { left: counts, bad: bad.reduce((sum, count) => sum + count, 0) };
  });
}

// The smallest operation that removes findings of a rule and adds no worse ones; otherwise the one that repairs
// everything.
export function repairOf(walkmesh: Walkmesh, code: string): Act {
  const before = countsOf(walkmesh);
  const isBetter = (copy: Walkmesh) => {
    const after = countsOf(copy),
      at = after.bad.findIndex((count, which) => count !== before.bad[which]);
    return (after.counts.get(code) ?? 0) < (before.counts.get(code) ?? 0) && (at < 0 || after.bad[at] < before.bad[at]);
  };
  return ACTS.find(act => tried(walkmesh, act, isBetter)) ?? mendAll;
}
