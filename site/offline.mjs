// Writes the service worker of a site: node offline.mjs FOLDER
//
// Its text has a hash over all files, so that browsers fetch a site again when any file of it changed.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
// The files that are kept at the first visit: enough to open files without a network. Other pages are kept when they are
// visited.
const FIRST = ["./", "index.html", "app.html", "style.css", "register.js", "manifest.webmanifest", "icon.svg"];

/** @param {string} path @returns {string[]} */
const filesIn = path => (statSync(path).isDirectory() ? readdirSync(path).sort().flatMap(name => filesIn(join(path, name))) : [path]);

const hash = createHash("sha256");
for (const file of filesIn(folder)) hash.update(file.slice(folder.length)).update(readFileSync(file));
const worker = readFileSync(new URL("sw.js", import.meta.url), "utf8")
  .replace("$VERSION", hash.digest("hex").slice(0, 16))
  .replace('"$FIRST"', FIRST.map(name => JSON.stringify(name)).join(", "));
writeFileSync(join(folder, "sw.js"), worker);
