// The answers of the package in Node: the samples of every game, errors that are thrown, and answers without a
// path.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Files, Walkmesh, check } from "walkmesh";

const samples = process.argv[2];
const read = name => readFileSync(join(samples, name));

const room = Walkmesh.open(read("room.wok"), "room.wok");
const { positions, indices, classes } = room.triangles();
assert(positions instanceof Float32Array && indices instanceof Uint32Array && classes.length === indices.length / 3);
assert(indices.every(index => index < positions.length / 3));
assert.equal(room.up, "z");
assert.deepEqual(Buffer.from(room.toBytes()), read("room.wok"));
assert.deepEqual(room.check().rules.map(rule => rule.code), ["floor-hole"]);
const parts = room.connectedParts();
assert(parts.length === classes.length && parts.some(part => part === 0));

// Errors are thrown with the library's text, and answers without a path have the reason.
assert.throws(() => Walkmesh.open(read("room.wok").subarray(0, 100), "room.wok"), { name: "OpenError", message: /./ });
assert.throws(() => room.path([1, NaN], [1, 1]), { name: "LocationError" });
assert.throws(() => room.paint([0], "no such material"), { name: "EditError" });
assert.throws(() => room.paint([0.5], "Metal"), { name: "EditError" });
assert.throws(() => room.repair({ tolerance: "wide" }), { name: "EditError", message: /tolerance/ });
assert.equal(room.undoable, 0, "what fails is no step");
const outside = room.path([1, 1], [100, 100]);
assert.match(outside.no_path, /no walkable face/);
assert(outside.nearest.distance > 50);
assert.equal(check(read("room.wok").subarray(0, 100), "room.wok").rules[0].code, "file-damaged");

// A painted copy: the opened walkmesh is unchanged.
const paint = room.paints().find(it => it.name === "Metal"), copy = room.copy();
const painted = copy.paint(new Uint32Array([0, 1]), String(paint.number));
assert.match(painted.notes[0], /^2 faces were painted/);
assert(painted.tables.length > 0 && painted.repainted.length === 2 && painted.removed.length === 0);
assert.deepEqual(Buffer.from(room.toBytes()), read("room.wok"));
assert.notDeepEqual(Buffer.from(copy.toBytes()), read("room.wok"));
assert.equal(Walkmesh.open(copy.toBytes(), "room.wok").face(painted.repainted[0]).class_name, "Metal");
assert.match(room.differencePicture(copy), /^<svg/);

// Undo and redo give the same bytes as before and after.
const after = Buffer.from(copy.toBytes());
assert.deepEqual([...copy.changed().keys()], ["room.wok"]);
assert(copy.undo() && !copy.undo() && copy.changed().size === 0);
assert.deepEqual(Buffer.from(copy.toBytes()), read("room.wok"));
assert(copy.redo() && !copy.redo());
assert.deepEqual(Buffer.from(copy.toBytes()), after);
const hole = copy.cutHole([[1, 1], [2, 1], [2, 2]]);
assert(hole.removed.length > 0 && hole.removedPositions.length === 9 * hole.removed.length && hole.added.length > 0);
assert.equal(copy.floorsAt([1.6, 1.4], "all").length, 0);
const vertex = copy.vertexNear([0.1, 0.1, 0], 1);
copy.moveVertex(vertex, [-1, 0, 0]);
assert(copy.vertexNear([-1, 0, 0], 0) && !copy.vertexNear(vertex, 0));
assert.equal(Buffer.from(copy.changedZip()).subarray(0, 4).toString("latin1"), "PK\x03\x04");

// A point is an array of its coordinates everywhere.
const chest = Walkmesh.open(read("chest.pwk"), "chest.pwk");
const hooks = [[0, 1, 0], [0, -1, 0.5]], { positions: still } = room.triangles();
chest.setHooks(hooks);
assert.deepEqual(chest.hooks(), hooks);
const turned = (...about) => { const it = room.copy(); it.rotate(Math.PI, ...about); return [...it.triangles().positions.subarray(0, 2)].map(value => Math.round(value * 1000) / 1000 + 0); };
const halfTurn = ([x, y]) => [x - still[0], y - still[1]].map(value => Math.round(value * 1000) / 1000 + 0);
assert.deepEqual([turned(), turned([3, 1]), turned([3, 1, 5])], [halfTurn([0, 0]), halfTurn([6, 2]), halfTurn([6, 2])]);
const shifted = room.copy();
shifted.translate([1, 2, 0.5]);
assert.deepEqual([...shifted.triangles().positions.subarray(0, 3)], [1, 2, 0.5].map((value, axis) => value + still[axis]));

// A value that is not a point, a list or a text is rejected without harm.
const angry = { *[Symbol.iterator]() { throw new Error("mine"); } }, kept = Buffer.from(shifted.toBytes());
for (const wrong of [undefined, null, {}, [], [1], [1, NaN, 0], angry]) assert.throws(() => shifted.translate(wrong), { name: "LocationError" });
for (const wrong of [undefined, 3, null, []]) assert.throws(() => shifted.paint([0], wrong), TypeError);
assert.deepEqual(Buffer.from(shifted.toBytes()), kept);

// An interrupted call spoils its walkmesh, but no other one.
const put = Map.prototype.set;
Map.prototype.set = () => { throw new WebAssembly.RuntimeError("unreachable"); };
assert.throws(() => shifted.toFiles(), WebAssembly.RuntimeError);
Map.prototype.set = put;
for (const call of [() => shifted.undo(), () => shifted.kind, () => room.overlaps(shifted, 1)]) assert.throws(call, { name: "FailedError", message: /an earlier call failed.*unreachable/ });
shifted.free();
shifted.free();
assert.deepEqual(Buffer.from(room.toBytes()), read("room.wok"));

// In a worker, too.
const { Worker } = await import("node:worker_threads");
const told = await new Promise((resolve, reject) => {
  const worker = new Worker(`import { Walkmesh } from "walkmesh"; import { parentPort, workerData } from "node:worker_threads";
    const room = Walkmesh.open(workerData, "room.wok"); room.repair(); room.paint([0], "Metal"); parentPort.postMessage(room.toBytes());`, { eval: true, workerData: new Uint8Array(read("room.wok")), execArgv: ["--input-type=module"] });
  worker.once("message", resolve).once("error", reject);
});
const here = Walkmesh.open(read("room.wok"), "room.wok");
here.repair();
here.paint([0], "Metal");
assert.deepEqual(Buffer.from(told), Buffer.from(here.toBytes()));

// An area: a door blocks the way until it is opened.
const files = new Files();
for (const name of readdirSync(samples).filter(name => /\.(lyt|wok)$/.test(name))) files.add(name, read(name));
const area = Walkmesh.openAll(files);
assert(area.parts().length > 1 && area.marks().some(mark => mark.kind === "transition"));
assert(area.kind.startsWith("a KotOR area"));
area.weld(0.03);
area.link();
assert.match(area.makePathPoints().notes[0], /\(reported\)/);
assert([...area.changed().keys()].includes("manor.pth"));
area.setTransition(0, 0, undefined, "porch");
assert.throws(() => area.setTransition(0, 0, 1, "no such room"), { name: "EditError" });

const yard = Walkmesh.open(read("yard.trx"), "yard.trx");
assert(yard.lines().some(({ kind }) => kind === "tiles"));
const seen = yard.triangles().classes.findIndex((_, triangle) => yard.face(triangle).walkable);
assert(yard.seenFrom(seen).includes(1));
assert.equal(yard.seenFrom(1e9), undefined);

const dungeon = new Files();
for (const name of readdirSync(samples).filter(name => /\.(dat|dof|bms)$/.test(name))) dungeon.add(name, read(name));
const floors = Walkmesh.openAll(dungeon);
assert(floors.up === "y" && floors.parts().every(part => part.kind === "block"));
const tables = readdirSync(samples).find(name => name.endsWith(".dat"));
const route = Walkmesh.open(read(tables), tables).path("0:0", "1:0");
assert(route.no_path === null && route.steps[0].place[0].kind === "block");
console.log("the package answers for every game");
