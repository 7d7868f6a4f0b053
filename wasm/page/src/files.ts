// Files: those in the page, and those that users drop or open.
import { Files, Walkmesh } from "../bindings/walkmesh";

export interface FileBytes {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  // Where a door or placeable stands, and how it is turned, in radians.
  at?: [number, number, number];
  bearing?: number;
}
// The files of one level. A level of an archive keeps the archive, so that what is edited can be put back into it.
export interface LevelFiles {
  name: string;
  files: FileBytes[];
  asStored: boolean;
  archive?: FileBytes;
  level?: string;
  // How many findings of each severity there are, the worst first.
  rating?: number[];
}

export async function inflated(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The levels that the page was written with.
export async function embeddedLevels(text: string): Promise<LevelFiles[]> {
  if (!text || text.startsWith("/*")) return [];
  const { files, as_stored }: { files: (FileBytes & { gzip: string })[]; as_stored: boolean } = JSON.parse(text);
  const read = await Promise.all(files.map(async file => ({ ...file, bytes: await inflated(file.gzip) })));
  return levelsOf(read, as_stored);
}

const extension = (name: string) => name.toLowerCase().replace(/^.*\./, "");
const stem = (name: string) => name.toLowerCase().replace(/\.[^.]*$/, "");
const isOf =
  (...extensions: string[]) =>
  ({ name }: { name: string }) =>
    extensions.includes(extension(name));
const isArchive = isOf("mod", "rim", "erf", "hak", "sav");
const isMaterials = isOf("2da");
const isArea = isOf("trn", "trx");
const isObjects = isOf("git");
const isRoom = isOf("wok", "pwk", "dwk");

// Files that belong together are one level: rooms with their layout, or a dungeon with its DOF. Others are levels of their own, and
// a table of materials goes with each room.
export function levelsOf(files: FileBytes[], asStored = false): LevelFiles[] {
  const archives = files.filter(isArchive);
  if (archives.length) {
    const others = files.filter(file => !isArchive(file));
    return [...archives.flatMap(levelsOfArchive), ...levelsOf(others, asStored)];
  }
  const main = files.find(isOf("lyt", "dof"));
  if (files.length > 1 && main) return [{ name: main.name, files, asStored }];
  const tables = files.filter(isMaterials),
    areas = new Set(files.filter(isArea).map(({ name }) => stem(name)));
  const rest = files.filter(file => !isMaterials(file) && !(isObjects(file) && (areas.has(stem(file.name)) || files.length > 1)));
  if (!rest.length) return tables.map(file => ({ name: file.name, files: [file], asStored }));
  // The objects of an area of NWN2 go with it.
  const objects = (area: FileBytes) => files.filter(file => isObjects(file) && isArea(area) && stem(file.name) === stem(area.name));
  return rest.map(file => ({ name: file.name, files: [file, ...objects(file), ...(isRoom(file) ? tables : [])], asStored }));
}

// Each level of an archive.
function levelsOfArchive(archive: FileBytes): LevelFiles[] {
  const shared = { files: [archive], asStored: false, archive };
  try {
    const levels = filesOfArchive(archive).levels();
    if (levels.length) return levels.map(({ file }) => ({ ...shared, name: `${file} of ${archive.name}`, level: file }));
  } catch {
    // Opening the level says why.
  }
  return [{ ...shared, name: archive.name, level: "" }];
}

function filesOfArchive({ name, bytes }: FileBytes): Files {
  const files = new Files();
  files.addArchive(name, bytes);
  return files;
}

export function openLevel({ files, asStored, archive, level }: LevelFiles): Walkmesh {
  if (archive) {
    const inside = filesOfArchive(archive);
    if (!level) throw new Error("The archive has no walkmesh, layout or area. The rooms of a module may stand in the game's own archives.");
    if (asStored) inside.useStoredMaterials();
    return Walkmesh.openLevel(inside, level);
  }
  const together = new Files();
  for (const { name, bytes, at, bearing } of files) {
    if (at) together.place(name, bytes, at[0], at[1], at[2], bearing ?? 0);
    else together.add(name, bytes);
  }
  if (asStored) together.useStoredMaterials();
  return Walkmesh.openAll(together);
}

// The files that were dropped, those in folders, too.
export async function droppedFiles(transfer: DataTransfer): Promise<FileBytes[]> {
  const entries = [...transfer.items].flatMap(item => item.webkitGetAsEntry?.() ?? []);
  const files = entries.length ? (await Promise.all(entries.map(filesOf))).flat() : [...transfer.files];
  return readFiles(files);
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  const reader = (entry as FileSystemDirectoryEntry).createReader(),
    all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) break;
    all.push(...some);
  }
  return (await Promise.all(all.map(filesOf))).flat();
}

const isKnown = (file: File) => isArchive(file) || isMaterials(file) || isArea(file) || isObjects(file) || isRoom(file) || isOther(file);
const isOther = isOf("lyt", "dat", "dof", "bms", "aswm");
export async function readFiles(list: File[]): Promise<FileBytes[]> {
  const known = list.length > 1 ? list.filter(isKnown) : list;
  return Promise.all(known.map(async file => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}
