// What the package answers in Node: the samples of every game, errors that are thrown, and answers without a path.
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
assert.throws(() => room.painted(new Uint32Array([0]), "no such material"), { name: "EditError" });
const outside = room.path([1, 1], [100, 100]);
assert.match(outside.no_path, /no walkable face/);
assert(outside.nearest.distance > 50);
assert.equal(check(read("room.wok").subarray(0, 100), "room.wok").rules[0].code, "file-damaged");

// A painted copy: the file that was opened stays as it was.
const paint = room.paints().find(it => it.name === "Metal");
const painted = room.painted(new Uint32Array([0, 1]), String(paint.number));
assert.match(painted.changes().notes[0], /^2 faces were painted/);
assert(painted.changes().tables.length > 0);
assert.notDeepEqual(Buffer.from(painted.toBytes()), read("room.wok"));
assert.equal(Walkmesh.open(painted.toBytes(), "room.wok").face(0).class_name, "Metal");

// An area: a door stands in the way until it is opened.
const files = new Files();
for (const name of readdirSync(samples).filter(name => /\.(lyt|wok)$/.test(name))) files.add(name, read(name));
const area = Walkmesh.openAll(files);
assert(area.parts().length > 1 && area.marks().some(mark => mark.kind === "transition"));
assert(area.kind.startsWith("a KotOR area"));

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
