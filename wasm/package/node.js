// In Node the library is read from the file beside this one, so that nothing is left to wait for.
import { readFileSync } from "node:fs";
import { initSync } from "./walkmesh.js";

initSync({ module: readFileSync(new URL("./walkmesh_bg.wasm", import.meta.url)) });

export * from "./walkmesh.js";
