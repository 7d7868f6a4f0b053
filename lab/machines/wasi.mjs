// Runs a program for WASI in Node: `node wasi.mjs PROGRAM ROOT TABLE`. The program sees only the folder ROOT.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, root, table] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, '.', table], preopens: { '.': root } });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
