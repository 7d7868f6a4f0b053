// Repairs and edits real files with the package in Node and with the command, and compares the files byte for byte: the samples, the
// larger areas, and the corpus if it is available. Arguments: the command, the root of the repository. The package is `walkmesh`, as
// installed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { Files, Walkmesh } from "walkmesh";

const [command, root] = process.argv.slice(2);
const out = mkdtempSync(join(tmpdir(), "walkmesh-mended-"));
process.on("exit", () => rmSync(out, { recursive: true, force: true }));
const counts = { files: 0, changed: 0, areas: 0, refused: 0 };

/** Runs the command, and returns whether it succeeded. */
function run(...args) {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  return status === 0 || status === 1 ? "" : stderr;
}

/** Copies a file into a folder, so that it can be replaced there: the corpus may be read-only. */
function copy(file, folder) {
  writeFileSync(join(folder, basename(file)), readFileSync(file));
}

/** The result of the package's operation on a walkmesh; undefined if it is rejected. */
function tried(files, act) {
  const together = new Files();
  for (const file of files) together.add(basename(file), readFileSync(file));
  let walkmesh;
  try {
    walkmesh = Walkmesh.openAll(together);
    act(walkmesh);
    return walkmesh;
  } catch (error) {
    walkmesh?.free();
    if (!/Error$/.test(error.name) || error.name === "RuntimeError") throw error;
    return undefined;
  }
}

/** Compares the results of the package and the command for one file and its related files. */
function same(file, verb, options, act, beside = []) {
  const folder = join(out, "file"), made = join(out, "made");
  rmSync(folder, { recursive: true, force: true });
  rmSync(made, { force: true });
  mkdirSync(folder);
  const files = [file, ...beside];
  // Alone, so that the command does not find a layout that the package was not given.
  for (const it of files) copy(it, folder);
  const mine = tried(files, act), refused = run(verb, join(folder, basename(file)), ...options, "-o", made);
  assert.equal(mine === undefined, refused !== "", `${verb} ${options.join(" ")} ${file}: ${refused || "only the package refuses"}`);
  if (!mine) return void counts.refused++;
  assert(Buffer.from(mine.toBytes()).equals(readFileSync(made)), `${verb} ${options.join(" ")} ${file}: the bytes differ`);
  counts.files++;
  counts.changed += mine.changed().size > 0;
  mine.free();
}

/** Compares the results of the package and the command for the rooms of a KotOR area, each change on a fresh copy. With a switch, the
 * command makes only the repairs that are named. */
function sameArea(layout, rooms) {
  const files = [layout, ...rooms], folder = join(out, "area");
  for (const [args, act] of [
    [["repair", "IN", "--in-place"], it => it.repair()],
    [["repair", "IN", "--transitions", "--in-place"], it => it.repair({ transitions: true, cracks: false, tJunctions: false, facesDown: false, degenerate: false, duplicates: false })],
    [["repair", "IN", "--weld", "0.03", "--link", "--in-place"], it => { it.weld(0.03); it.link(); }],
    [["edit", "IN", "--move", "1,2,0.5", "--in-place"], it => it.translate([1, 2, 0.5])],
  ]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const file of files) copy(file, folder);
    const mine = tried(files, act), refused = run(...args.map(arg => (arg === "IN" ? folder : arg)));
    assert.equal(mine === undefined, refused !== "", `${args.join(" ")} ${layout}: ${refused || "the package refuses"}`);
    if (!mine) { counts.refused++; continue; }
    for (const [name, bytes] of mine.toFiles()) {
      assert(Buffer.from(bytes).equals(readFileSync(join(folder, name))), `${args.join(" ")} ${layout}: ${name} differs`);
    }
    counts.areas++;
    mine.free();
  }
}

function everything(folder) {
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name), kind = extname(name).toLowerCase();
    if (statSync(file).isDirectory()) { everything(file); continue; }
    if ([".wok", ".pwk", ".dwk", ".trx"].includes(kind)) {
      same(file, "repair", [], it => it.repair());
      same(file, "edit", ["--paint", "0=3"], it => it.paint("0", "3"));
      same(file, "edit", ["--remove", "1"], it => it.remove("1"));
    }
    if ([".wok", ".pwk", ".dwk", ".dat"].includes(kind)) same(file, "bake", [], it => it.bake());
    if (kind === ".trn") {
      const git = readdirSync(folder).filter(it => it.toLowerCase() === `${basename(name, extname(name))}.git`.toLowerCase()).map(it => join(folder, it));
      same(file, "bake", [], it => it.bake(), git);
    }
    if (kind === ".trx") {
      same(file, "optimise", [], it => it.optimise());
      same(file, "optimise", ["--server", "--keep-unwalkable"], it => it.optimise({ server: true, keepUnwalkable: true }));
    }
    if ([".wok", ".trx"].includes(kind) && !/corpus/.test(folder)) {
      const { low, high } = extent(file), at = share => low.map((value, axis) => value + (high[axis] - value) * share);
      const outline = [at(0.4), [at(0.6)[0], at(0.4)[1]], at(0.6)].map(point => point.map(value => Math.fround(value)));
      same(file, "edit", ["--cut-hole", outline.map(point => point.join(",")).join(":")], it => it.cutHole(outline));
    }
    if (kind === ".lyt") {
      const listed = readFileSync(file, "latin1").toLowerCase();
      const rooms = readdirSync(folder).filter(it => /\.wok$/i.test(it) && listed.includes(it.toLowerCase().replace(/\.wok$/, ""))).map(it => join(folder, it));
      if (rooms.length) sameArea(file, rooms);
    }
  }
}

/** The extent of a file in the plan view. */
function extent(file) {
  const walkmesh = tried([file], () => {}), { positions } = walkmesh.triangles(), low = [Infinity, Infinity], high = [-Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 3) for (const axis of [0, 1]) { low[axis] = Math.min(low[axis], positions[at + axis]); high[axis] = Math.max(high[axis], positions[at + axis]); }
  walkmesh.free();
  return { low, high };
}

/** Joins two areas, and renumbers the rooms of one, as the command does. */
function joined() {
  const [manor, academy] = ["cli/samples", "cli/areas/academy"].map(it => join(root, it)), folder = join(out, "joined");
  const filesOf = (from, pattern) => readdirSync(from).filter(it => pattern.test(it)).map(it => join(from, it));
  const manors = filesOf(manor, /^(manor\.lyt|room\.wok|porch\.wok)$/), academies = filesOf(academy, /\.(lyt|wok)$/);
  for (const [name, files] of [["manor", manors], ["academy", academies]]) {
    mkdirSync(join(out, name), { recursive: true });
    for (const file of files) copy(file, join(out, name));
  }
  const other = tried(academies, () => {}), mine = tried(manors, it => it.joinArea(other, [100, 0, 0]));
  assert.equal(run("edit", join(out, "manor"), "--join-area", `${join(out, "academy")}@100,0,0`, "-o", folder), "");
  const expected = readdirSync(folder).filter(it => /\.(lyt|wok)$/.test(it));
  assert(mine && expected.length > manors.length, `${expected}`);
  for (const name of expected) assert(Buffer.from(mine.toFiles().get(name)).equals(readFileSync(join(folder, name))), `${name} differs`);
  // The same layout as before renumbers nothing.
  const again = tried(manors, it => assert.equal(it.renumberRooms(readFileSync(join(manor, "manor.lyt"))).tables.length, 0));
  assert(again && again.changed().size === 0);
  console.log(`two areas joined: ${expected.length} files as the command writes them`);
}

joined();
const corpus = process.env.WALKMESH_CORPUS || join(root, "../shared/corpus");
for (const folder of ["cli/samples", "cli/areas"]) everything(join(root, folder));
console.log(`samples and areas: ${JSON.stringify(counts)}`);
if (existsSync(corpus)) {
  for (const folder of ["kotor", "nwn2/trx"].map(it => join(corpus, it)).filter(existsSync)) everything(folder);
  console.log(`with the corpus: ${JSON.stringify(counts)}`);
} else console.log("NOT RUN: the corpus, which is not here");
