// In Node the library is loaded synchronously from the file beside this one.
import { readFileSync } from "node:fs";
import { initSync } from "./walkmesh.js";

initSync({ module: readFileSync(new URL("./walkmesh_bg.wasm", import.meta.url)) });

export * from "./walkmesh.js";
