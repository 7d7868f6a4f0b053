// The package as an ES module in a browser, and in a worker of the browser: the packed files are served, and Chromium imports them.
// Arguments: see browser.mjs; the package is `fresh/package`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { browser, samples } from "./browser.mjs";

const folder = join(process.argv[5], "fresh/package"), types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
const worker = 'import init, { Walkmesh } from "/walkmesh.js"; onmessage = async ({ data }) => { await init(); const it = Walkmesh.open(data, "room.wok"); it.repair(); it.paint([0], "Metal"); postMessage(it.toBytes()); };';
const made = { "/": "<!DOCTYPE html><title>walkmesh</title>", "/worker.js": worker };
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  try {
    const body = made[path] ?? readFileSync(join(folder, normalize(path)));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "text/html" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise(done => server.listen(0, "127.0.0.1", done));
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
const told = await page.evaluate(async base64 => {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  const { default: init, Walkmesh } = await import("/walkmesh.js");
  await init();
  const room = Walkmesh.open(bytes, "room.wok");
  room.repair();
  const change = room.paint([0], "Metal");
  const inWorker = await new Promise((resolve, reject) => {
    const it = new Worker("/worker.js", { type: "module" });
    it.onmessage = ({ data }) => resolve([...data]);
    it.onerror = reject;
    it.postMessage(bytes);
  });
  const here = [...room.toBytes()];
  return { notes: change.notes, here, inWorker, isUndone: room.undo(), before: [...room.toBytes()] };
}, readFileSync(join(samples, "room.wok")).toString("base64"));
assert.match(told.notes[0], /^1 face was painted/);
assert.deepEqual(told.here, told.inWorker, "a worker of the browser makes the same bytes");
assert(told.isUndone);
assert.deepEqual(Buffer.from(told.before), readFileSync(join(samples, "room.wok")));
console.log("the package: an ES module in a browser and in its worker mends and paints to the same bytes");
await browser.close();
server.close();
