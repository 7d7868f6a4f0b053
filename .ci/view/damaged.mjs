// Opens damaged copies of the samples with the package in Node, and calls every method of each level that opens, on a fresh copy:
// with sensible arguments, and with senseless ones. A call answers or throws an error of the library; a call that ends in a trap
// fails the proof. Arguments: the folder of the samples, and the number of damages tried for each file (12 by default).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { Files, Walkmesh, check } from "walkmesh";

const [samples, tries = "12"] = process.argv.slice(2);
const read = name => readFileSync(join(samples, name));

/** The packet of the walkmesh of an NWN2 area, inflated. */
function inflated(area) {
  const at = area.indexOf("COMP");
  return inflateSync(area.subarray(at + 12, at + 12 + area.readUInt32LE(at + 4)));
}

/** Files that are opened together; the first one is damaged. */
const places = [
  ...["room.wok", "chest.pwk", "door0.dwk", "manor.pth", "yard.trx", "town.trn"].map(name => [[name, read(name)]]),
  [["yard.aswm", inflated(read("yard.trx"))]],
  [["town.aswm", inflated(read("town.trn"))]],
  [["town.git", read("town.git")], ["town.trn", read("town.trn")]],
  [["porch.wok", read("porch.wok")], ["room.wok", read("room.wok")], ["manor.lyt", read("manor.lyt")], ["manor.pth", read("manor.pth")]],
  [["manor.lyt", read("manor.lyt")], ["porch.wok", read("porch.wok")], ["room.wok", read("room.wok")]],
  [["ainavdata_32769.dat", read("ainavdata_32769.dat")]],
  ...["hall.bms", "dungeon.dof", "ainavdata_32769.dat"].map(first =>
    [first, ...["ainavdata_32769.dat", "dungeon.dof", "hall.bms", "court.bms"].filter(name => name !== first)].map(name => [name, read(name)])),
];

/** The arguments of each method; `it` is the walkmesh itself. */
const near = [1, 1, 0], far = [5.5, 3, 0], face = [0], options = undefined;
const calls = {
  bake: [], changed: [], changedZip: [], classes: [], connectedParts: [], copy: [], followsTables: [], hooks: [], lines: [], link: [], marks: [], mend: [],
  objects: [], paints: [], parts: [], redo: [], rooms: [], toBytes: [], toFiles: [], triangles: [], undo: [],
  changedArchive: [Buffer.from("MOD V1.0".padEnd(160, "\0"))], check: [9], coloring: ["part"], cutHole: [[near, [4, 1, 0], [4, 4, 0]]], differencePicture: ["it"],
  face: [0], flip: [face], floorsAt: [near, "all"], joinArea: ["it", [100, 0, 0]], lineOfSight: [near, far], makePathPoints: [options],
  makeUnwalkable: ["box:0,0:4,4"], merge: ["copy"], mirror: ["x", 1], moveVertex: ["vertex", near], nearest: [far], optimise: [options], overlaps: ["it", 1],
  paint: [face, "3"], path: [near, far], pick: [[1, 1, 9], [0, 0, -1]], raycast: [[1, 1, 9], [1, 1, -9], "all"], remove: [face],
  renumberRooms: [read("manor.lyt")], repair: [options], rotate: [0.5, near], seenFrom: [0], setDoor: [0, "open1"], setHooks: [[near, far]],
  setTransition: [0, 1, 1], shortestPath: [0, far], shortestPathOf: [0.3, 1.8, near, far], translate: [near], vertexNear: [near, 100], weld: [0.03],
};
const getters = ["files", "isBaked", "kind", "name", "redoable", "undoable", "up"];
const ours = Object.getOwnPropertyNames(Walkmesh.prototype).filter(name => name !== "constructor" && name !== "free" && !name.startsWith("__"));
assert.deepEqual(ours.sort(), [...Object.keys(calls), ...getters].sort(), "each method is called here");

/** Values that hostile files have. */
const words = [0, 1, 2, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x7fc00000, 0x7f800000, 0xff800000, 0x7f7fffff, 0x7e967699, 0xdd0f0a7b, 1, 0x3f800000];
let seed = 1;
const random = below => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor((seed / 2 ** 32) * below); };

function damaged(bytes) {
  const copy = Buffer.from(bytes);
  for (let times = 1 + random(2); times > 0; times--) copy.writeUInt32LE(words[random(words.length)], random(copy.length - 3));
  return random(8) ? copy : copy.subarray(0, random(copy.length));
}

const counts = { damages: 0, opened: 0, calls: 0, refused: 0 };
const traps = new Map();

/** Invalid arguments. */
const senseless = [0, -1, 0.5, 1e30, -1e30, 1e-30, 3e38, NaN, Infinity, 4294967295, "", "0:99999999", "1e38,1e38", "box:-1e38,-1e38:1e38,1e38", null, undefined, [], {}];
const spoiled = value => (Array.isArray(value) ? value.map(it => (random(2) ? spoiled(it) : it)) : random(3) || ["it", "copy"].includes(value) ? value : senseless[random(senseless.length)]);

/** Performs a call that may be rejected. */
function tried(what, act, isSpoiled = false) {
  counts.calls++;
  try {
    return act();
  } catch (error) {
    if (isSpoiled && error instanceof TypeError) counts.refused++;
    // Errors with other names are not the library's.
    else if (/^(Open|Query|Location|Edit|Bake|Save|Check|Exchange|)Error$/.test(error.name)) counts.refused++;
    else traps.set(`${what}: ${error.name}: ${error.message}`, (traps.get(`${what}: ${error.name}: ${error.message}`) ?? 0) + 1);
    return undefined;
  }
}

for (const [[name, bytes], ...beside] of places) {
  for (let time = 0; time < Number(tries); time++) {
    const bad = damaged(bytes), files = new Files();
    counts.damages++;
    tried(`check ${name}`, () => check(bad, name));
    files.add(name, bad);
    for (const [other, whole] of beside) files.add(other, whole);
    tried(`levels ${name}`, () => files.levels());
    const opened = tried(`open ${name}`, () => Walkmesh.openAll(files));
    files.free();
    if (!opened) continue;
    counts.opened++;
    for (const [method, values, isSpoiled] of Object.entries(calls).flatMap(([method, values]) => [[method, values], [method, spoiled(values), true], [method, spoiled(values), true]])) {
      const what = `${method} ${name}`, it = tried(`copy ${name}`, () => opened.copy()), copy = tried(`copy ${name}`, () => opened.copy());
      if (!it || !copy) continue;
      const vertex = values.includes("vertex") && tried(`vertexNear ${name}`, () => it.vertexNear(near, 1e30));
      const given = { it: opened, copy, vertex: vertex || near };
      const answer = tried(what, () => it[method](...values.map(value => (typeof value === "string" && given[value]) || value)), isSpoiled);
      if (method === "copy") answer?.free();
      // The result of an operation can be checked, written, undone and redone.
      if (answer?.notes) for (const next of ["toFiles", "check", "triangles", "undo", "redo"]) tried(`${next} after ${what}`, () => it[next]());
      for (const one of [it, copy]) one.free();
    }
    for (const getter of getters) tried(`${getter} ${name}`, () => opened[getter]);
    opened.free();
  }
}
console.log(`damaged files: ${JSON.stringify(counts)}, ${[...traps.values()].reduce((sum, count) => sum + count, 0)} traps`);
assert.equal(traps.size, 0, [...traps].map(([what, count]) => `${count} times ${what}`).join("\n"));
