// Files: those in the page, and those that users drop or open. The library decides which of them are read and which belong together.
import { Files, Walkmesh } from "../bindings/walkmesh";

interface EmbeddedFile {
  name: string;
  gzip: string;
  // The position of a door or placeable, and its rotation in radians.
  at?: [number, number, number];
  bearing?: number;
}
// A sample that the page offers to users without files.
export interface Sample {
  name: string;
  title: string;
  what: string;
  files: EmbeddedFile[];
  // Its files, after their first use.
  together?: Files;
}
interface Embedded {
  files: EmbeddedFile[];
  as_stored: boolean;
  samples?: Sample[];
}
// A file on the disk of the user, with the folders that were dropped or opened around it.
export interface DiskFile {
  path: string;
  file: File;
}
// An open level, and the files from which it was opened.
export interface LevelFiles {
  name: string;
  files: Files;
  // The path that names the level among the files. Without it, all files together are one level.
  path?: string;
  // The file by which it is opened, with its path.
  main: string;
  // The archives that contain it, and the files on disk, from which a whole archive is read when it is rewritten.
  archives: string[];
  disk: Map<string, File>;
  // Number of findings of each severity, the worst first.
  rating?: number[];
}

export async function inflated(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The level that the page was written with, and the samples of a page without one.
export async function embeddedFiles(text: string): Promise<{ levels: LevelFiles[]; samples: Sample[] }> {
  if (!text || text.startsWith("/*")) return { levels: [], samples: [] };
  const { files, as_stored, samples = [] }: Embedded = JSON.parse(text);
  for (const sample of samples) sample.together = await together(sample.files);
  if (!files.length) return { levels: [], samples };
  const all = await together(files);
  if (as_stored) all.useStoredMaterials();
  return { levels: levelsOfPage(files, all), samples };
}

async function together(embedded: EmbeddedFile[]): Promise<Files> {
  const files = new Files();
  for (const { name, gzip, at, bearing } of embedded) {
    const bytes = await inflated(gzip);
    if (at) files.place(name, bytes, at, bearing ?? 0);
    else files.add(name, bytes);
  }
  return files;
}

export const sampleLevels = ({ files, together = new Files() }: Sample): LevelFiles[] => levelsOfPage(files, together);

// The level of the files in the page: the only one among them, or all files together if objects are placed in it.
function levelsOfPage(embedded: EmbeddedFile[], files: Files): LevelFiles[] {
  const [{ name }] = embedded,
    levels = embedded.some(file => file.at) ? [] : levelsAmong(files, new Map()),
    own = levels.filter(level => level.path === name);
  if (own.length || levels.length === 1) return own.length ? own : levels;
  return [{ name, files, main: name, archives: [], disk: new Map() }];
}

function levelsAmong(files: Files, disk: Map<string, File>): LevelFiles[] {
  return files.levels().map(({ name, path, archives }) => ({ name, files, path, main: path, archives, disk }));
}

// The progress of reading files.
export interface Progress {
  name: string;
  at: number;
  of: number;
  bytes: number;
}

// Files on the disk that were read, and the levels among them.
export interface Read {
  files: Files;
  disk: Map<string, File>;
  levels: LevelFiles[];
}

// Reads files on disk. Only the parts of an archive that levels need are read.
export async function readFiles(list: DiskFile[], tell: (progress: Progress) => void): Promise<Read> {
  const files = new Files(),
    disk = new Map<string, File>(),
    wanted = list.filter(({ path }) => list.length === 1 || Files.reads(path));
  let bytes = 0;
  for (const [at, { path, file }] of wanted.entries()) {
    disk.set(path, file);
    files.announce(path, file.size);
    for (let ranges = files.missing(path); ranges.length; ranges = files.missing(path)) {
      for (const [from, to] of ranges) {
        tell({ name: path.replace(/^.*\//, ""), at: at + 1, of: wanted.length, bytes });
        files.supply(path, from, await bytesOf(file.slice(from, to)));
        bytes += to - from;
      }
    }
  }
  return { files, disk, levels: levelsAmong(files, disk) };
}

// An open level together with files that were read later, if all of them form one level, such as a TRN and its GIT.
export function joined(level: LevelFiles, walkmesh: Walkmesh | null, later: Read): LevelFiles | null {
  const folder = level.main.replace(/[^/]*$/, ""),
    names = walkmesh?.files ?? [level.main.slice(folder.length)],
    added = [...later.disk.keys()],
    isArchived = [level, ...later.levels].some(it => it.archives.length);
  if (isArchived || !level.disk.size || !added.length || added.some(path => path.includes("/") || names.includes(path))) return null;
  const files = new Files();
  try {
    for (const name of names) files.add(name, level.files.read(folder + name));
    for (const name of added) files.add(name, later.files.read(name));
    const [only, another] = levelsAmong(files, new Map([...level.disk, ...later.disk]));
    return only && !another && needs(only, [...names, ...added]) ? only : null;
  } catch {
    // Files that cannot be opened together are opened one by one.
    return null;
  }
}

function needs(level: LevelFiles, names: string[]): boolean {
  const walkmesh = openLevel(level),
    read = walkmesh.files;
  walkmesh.free();
  return names.every(name => read.includes(name));
}

// The bytes of a file or of a part of one; empty if it cannot be read, for example because it was
// removed meanwhile.
async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer().catch(() => new ArrayBuffer(0)));
}

export function openLevel(level: LevelFiles): Walkmesh {
  if (level.path !== undefined) return Walkmesh.openLevel(level.files, level.path);
  const walkmesh = Walkmesh.openAll(level.files);
  level.name = walkmesh.name;
  return walkmesh;
}

// An archive that is rewritten.
export interface Rewritten {
  name: string;
  bytes: () => Promise<Uint8Array>;
}

// The archives into which the changed files are written.
export function rewritten({ files, path, archives, disk }: LevelFiles, walkmesh: Walkmesh, changed: string[]): Rewritten[] {
  if (path === undefined || !archives.length) return [];
  return files.archivesOf(path, changed).map(({ archive, names }) => {
    const file = disk.get(archive),
      whole = async () => (file ? new Uint8Array(await file.arrayBuffer()) : files.read(archive));
    return { name: archive.replace(/^.*\//, ""), bytes: async () => walkmesh.changedArchive(await whole(), names) };
  });
}

// The dropped files, including those in folders.
export async function droppedFiles(transfer: DataTransfer): Promise<DiskFile[]> {
  const entries = [...transfer.items].flatMap(item => item.webkitGetAsEntry?.() ?? []);
  return entries.length ? (await Promise.all(entries.map(filesOf))).flat() : chosenFiles([...transfer.files]);
}

export const chosenFiles = (list: File[]): DiskFile[] => list.map(file => ({ path: file.webkitRelativePath || file.name, file }));

async function filesOf(entry: FileSystemEntry): Promise<DiskFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader(),
    all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) break;
    all.push(...some);
  }
  return (await Promise.all(all.map(filesOf))).flat();
}
