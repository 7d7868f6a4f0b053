// Files: those in the page, and those that users drop or open.

async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The sets of files that the page was written with.
async function embeddedSets() {
  const text = document.getElementById("files").textContent.trim();
  if (!text || text.startsWith("/*")) return [];
  const { files, as_stored } = JSON.parse(text);
  const read = await Promise.all(files.map(async file => ({ ...file, bytes: await inflated(file.gzip) })));
  return setsOf(read, as_stored);
}

const extension = name => name.toLowerCase().replace(/^.*\./, "");
const isArchive = file => ["mod", "rim", "erf", "hak", "sav"].includes(extension(file.name));
const isMaterials = file => extension(file.name) === "2da";

// Files that belong together are one set: rooms with their layout, or a dungeon with its DOF. Others are sets of their own, and
// a table of materials goes with each room.
function setsOf(files, asStored = false) {
  const archives = files.filter(isArchive);
  if (archives.length) return [...archives.flatMap(setsOfArchive), ...setsOf(files.filter(file => !isArchive(file)), asStored)];
  const has = wanted => files.some(file => extension(file.name) === wanted);
  if (files.length > 1 && (has("lyt") || has("dof"))) {
    const main = files.find(file => ["lyt", "dof"].includes(extension(file.name)));
    return [{ name: main.name, files, asStored }];
  }
  // The objects of an area of NWN2 go with it.
  const stem = file => file.name.toLowerCase().replace(/\.[^.]*$/, ""), isArea = file => ["trn", "trx"].includes(extension(file.name)), isObjects = file => extension(file.name) === "git";
  const areas = new Set(files.filter(isArea).map(stem)), objectsOf = area => files.filter(file => isObjects(file) && isArea(area) && stem(file) === stem(area));
  const tables = files.filter(isMaterials), rest = files.filter(file => !isMaterials(file) && !(isObjects(file) && (areas.has(stem(file)) || files.length > 1)));
  if (!rest.length) return tables.map(file => ({ name: file.name, files: [file], asStored }));
  return rest.map(file => ({ name: file.name, files: [file, ...objectsOf(file), ...(["wok", "pwk", "dwk"].includes(extension(file.name)) ? tables : [])], asStored }));
}

// Each level of an archive is a set. The archive is kept, so that what is edited can be put back into it.
function setsOfArchive(archive) {
  try {
    const levels = filesOfArchive(archive).levels();
    if (levels.length) return levels.map(({ file }) => ({ name: `${file} of ${archive.name}`, files: [archive], archive, level: file }));
  } catch { /* Opening the set says why. */ }
  return [{ name: archive.name, files: [archive], archive, level: "" }];
}

function filesOfArchive({ name, bytes }) {
  const files = new library.Files();
  files.addArchive(name, bytes);
  return files;
}

function openSet({ files, asStored, archive, level }) {
  if (archive) {
    const inside = filesOfArchive(archive);
    if (!level) throw new Error("The archive has no walkmesh, layout or area. The rooms of a module may stand in the game's own archives.");
    if (asStored) inside.useStoredMaterials();
    return library.Walkmesh.openLevel(inside, level);
  }
  const together = new library.Files();
  for (const { name, bytes, at, bearing } of files) {
    if (at) together.place(name, bytes, at[0], at[1], at[2], bearing);
    else together.add(name, bytes);
  }
  if (asStored) together.useStoredMaterials();
  return library.Walkmesh.openAll(together);
}

// The files that were dropped, those in folders, too.
async function droppedFiles(transfer) {
  const entries = [...transfer.items].map(item => item.webkitGetAsEntry && item.webkitGetAsEntry()).filter(Boolean);
  const files = entries.length ? (await Promise.all(entries.map(filesOf))).flat() : [...transfer.files];
  return readFiles(files);
}

async function filesOf(entry) {
  if (entry.isFile) return [await new Promise((resolve, reject) => entry.file(resolve, reject))];
  const reader = entry.createReader(), all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) break;
    all.push(...some);
  }
  return (await Promise.all(all.map(filesOf))).flat();
}

const KNOWN = ["wok", "pwk", "dwk", "lyt", "2da", "trn", "trx", "dat", "dof", "bms", "aswm", "git", "mod", "rim", "erf", "hak", "sav"];
async function readFiles(list) {
  const known = list.length > 1 ? list.filter(file => KNOWN.includes(extension(file.name))) : list;
  return Promise.all(known.map(async file => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

function download(name, bytes) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// What is shown: the walkmesh, and its arrays in the page's own coordinates: z up, the middle of the box at 0.
class Mesh {
  constructor(walkmesh) {
    this.walkmesh = walkmesh;
    this.isTurned = walkmesh.up === "y";
    this.unit = this.isTurned ? "units" : "m";
    const { positions, indices, classes, numbers } = walkmesh.triangles();
    Object.assign(this, { indices, classOf: classes, numbers, count: indices.length / 3 });
    this.classes = walkmesh.classes();
    this.parts = walkmesh.parts();
    this.marks = walkmesh.marks();
    this.lines = walkmesh.lines();
    this.objects = walkmesh.objects();
    this.measure(positions);
    this.corners = new Float32Array(this.count * 9);
    const [x, y, z] = this.axes, [cx, cy, cz] = this.center, { corners } = this;
    for (let i = 0, at = 0; i < indices.length; i++, at += 3) {
      const from = indices[i] * 3;
      corners[at] = positions[from + x] - cx;
      corners[at + 1] = positions[from + y] - cy;
      corners[at + 2] = positions[from + z] - cz;
    }
  }

  // The box around everything, and its middle.
  measure(positions) {
    this.axes = this.isTurned ? [0, 2, 1] : [0, 1, 2];
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    const meet = (list, at) => this.axes.forEach((axis, to) => {
      low[to] = Math.min(low[to], list[at + axis]);
      high[to] = Math.max(high[to], list[at + axis]);
    });
    const { indices } = this;
    for (let i = 0; i < indices.length; i += 3) {
      if (indices[i] === indices[i + 1]) continue;
      for (let k = 0; k < 3; k++) meet(positions, indices[i + k] * 3);
    }
    for (const { positions: line } of this.lines) for (let at = 0; at < line.length; at += 3) meet(line, at);
    if (low[0] === Infinity) for (const { point } of this.marks) meet(point, 0);
    if (low[0] === Infinity) { low.fill(-1); high.fill(1); }
    this.center = scale(add(low, high), 0.5);
    this.heights = [low[2], high[2]];
    this.box = { low: sub(low, this.center), high: sub(high, this.center) };
  }

  // From the game's coordinates to those of the page, and back.
  toPage(point) { return sub(this.axes.map(axis => point[axis]), this.center); }
  toGame(point) {
    const placed = add(point, this.center), out = [0, 0, 0];
    this.axes.forEach((axis, from) => { out[axis] = placed[from]; });
    return out;
  }

  lineLayers() {
    return this.lines.map(({ kind, positions }) => {
      const moved = new Float32Array(positions.length), [x, y, z] = this.axes, [cx, cy, cz] = this.center;
      for (let at = 0; at < positions.length; at += 3) {
        moved[at] = positions[at + x] - cx;
        moved[at + 1] = positions[at + y] - cy;
        moved[at + 2] = positions[at + z] - cz;
      }
      return { kind, positions: moved };
    });
  }

  corner(triangle, which) { const at = triangle * 9 + which * 3; return [this.corners[at], this.corners[at + 1], this.corners[at + 2]]; }
  middle(triangle) {
    const c = this.corners, at = triangle * 9;
    return [0, 1, 2].map(axis => (c[at + axis] + c[at + 3 + axis] + c[at + 6 + axis]) / 3);
  }

  partOf(triangle) {
    let low = 0, high = this.parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.parts[middle].first <= triangle) low = middle; else high = middle - 1;
    }
    return low;
  }

  // The groups of triangles of one colour, which the library knows.
  coloring(by) { return ((this.knownColorings ??= {})[by] ??= this.walkmesh.coloring(by)); }

  findings() {
    if (this.report === undefined) {
      try { this.report = this.walkmesh.check(200); } catch (error) { this.report = { total: 0, rules: [], reason: error.message }; }
    }
    return this.report;
  }

  // For each triangle the worst severity of its findings, from 1 to 4.
  severities() {
    if (this.worst) return this.worst;
    this.worst = new Uint8Array(this.count);
    for (const rule of this.findings().rules) {
      for (const { triangle, severity } of rule.findings) {
        if (triangle !== undefined) this.worst[triangle] = Math.max(this.worst[triangle], 1 + ["info", "warning", "error", "fatal"].indexOf(severity));
      }
    }
    return this.worst;
  }

  // The triangle under a ray of the page, apart from hidden ones.
  pick({ origin, direction }, isHidden) {
    const turned = vector => { const out = [0, 0, 0]; this.axes.forEach((axis, from) => { out[axis] = vector[from]; }); return new Float32Array(out); };
    const along = turned(direction);
    let start = origin;
    for (let tries = 0; tries < 64; tries++) {
      const hit = this.walkmesh.pick(new Float32Array(this.toGame(start)), along);
      if (!hit) return null;
      const point = add(start, scale(direction, hit.distance));
      if (!isHidden(hit.triangle)) return { triangle: hit.triangle, point };
      start = add(point, scale(direction, Math.max(length(point), 1) * 1e-4));
    }
    return null;
  }
}
