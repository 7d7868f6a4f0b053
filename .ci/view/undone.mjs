// Undoes and redoes changes of large levels with the package in Node: a room of KotOR of 5 MB that it makes, and large areas of NWN2 if the
// corpus is available. It reports the time of the slowest step and the growth of memory, and fails if a state is not restored byte for byte.
// Argument: the root of the repository.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Walkmesh, initSync } from "walkmesh";
import { hills } from "./hills.mjs";

const [root] = process.argv.slice(2);
const corpus = process.env.WALKMESH_CORPUS || join(root, "../shared/corpus");
const { memory } = initSync();
const hashOf = level => { const hash = createHash("sha256"); for (const bytes of level.toFiles().values()) hash.update(bytes); return hash.digest("hex"); };

/** Runs a function, and returns its time in milliseconds. */
function timed(act) {
  const start = performance.now();
  act();
  return performance.now() - start;
}

/** Makes changes of a level, undoes all of them, and redoes them. States are compared only at intervals, because a hash takes
/** long. */
function walk(level, changes, what, every) {
  const size = level.toBytes().length, before = memory.buffer.byteLength, hashes = new Map([[0, hashOf(level)]]);
  const made = changes.map((change, at) => {
    const time = timed(() => change(level));
    if ((at + 1) % every === 0 || at + 1 === changes.length) hashes.set(at + 1, hashOf(level));
    return time;
  });
  const grown = memory.buffer.byteLength - before, compare = () => { if (hashes.has(level.undoable)) assert.equal(hashOf(level), hashes.get(level.undoable), `${what}: state ${level.undoable}`); };
  assert.equal(level.undoable, changes.length, what);
  const step = verb => changes.map(() => { const time = timed(() => assert(level[verb]())); compare(); return time; });
  const undone = step("undo"), redone = step("redo");
  const [edit, undo, redo] = [made, undone, redone].map(times => `${Math.max(...times).toFixed(0)} ms`);
  console.log(`${what}, ${size} bytes: of ${changes.length} changes the slowest takes ${edit}, its undo ${undo}, its redo ${redo}; memory grows by ${(grown / 2 ** 20).toFixed(0)} MiB`);
  level.free();
}

/** Changes of one face each, or every few of them of everything. */
const small = count => Array.from({ length: count }, (_, at) => it => it.paint([at % 20], String(3 + (at % 5))));
function mixed(level, count) {
  const { positions } = level.triangles(), vertex = at => [...positions.subarray(3 * at, 3 * at + 3)];
  return Array.from({ length: count }, (_, at) => [
    it => it.paint([at % 20], it.kind === "an NWN2 area" ? "walkable stone" : "Stone"),
    it => { const from = it.vertexNear(vertex(50 + at), Infinity); it.moveVertex(from, [from[0], from[1], from[2] + 0.25]); },
    it => it.remove([100 + at]),
    it => it.translate([0, 0, 0.5]),
  ][at % 4]);
}

const room = Walkmesh.open(hills(135), "hills.wok");
room.bake();
const baked = () => Walkmesh.open(room.toBytes(), "hills.wok");
walk(baked(), mixed(room, 24), "a room", 4);
walk(Walkmesh.open(readFileSync(join(root, "cli/samples/room.wok")), "room.wok"), small(3000), "a small room", 500);
const areas = ["nwn2/alfa/und_n4_cavern4.trx", "nwn2/exterior/TestImportExportTRN.trx"].map(name => join(corpus, name)).filter(existsSync);
for (const area of areas) {
  const level = Walkmesh.open(readFileSync(area), basename(area));
  walk(level, mixed(level, 8), basename(area), 4);
}
if (!areas.length) console.log("NOT RUN: undo in real areas, since the corpus is not here");
