// The package as an ES module in a browser, and in a worker of the browser: the packed files are served.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { test } from "@playwright/test";
import { root, sample } from "./support";

const { PACKAGE = join(root, "wasm/package/built") } = process.env,
  TYPES: Record<string, string> = { ".js": "text/javascript", ".wasm": "application/wasm" };
const MENDS = 'const it = Walkmesh.open(bytes, "room.wok"); it.repair(); const { notes } = it.paint([0], "Metal");';
const MADE: Record<string, string> = {
  "/": "<!DOCTYPE html><title>walkmesh</title>",
  "/worker.js":
    'import init, { Walkmesh } from "/walkmesh.js";' +
    `onmessage = async ({ data: bytes }) => { await init(); ${MENDS} postMessage([...it.toBytes()]); };`,
  "/page.js":
    'import init, { Walkmesh } from "/walkmesh.js";' +
    `export async function run(bytes) { await init(); ${MENDS} const here = [...it.toBytes()];` +
    "const inWorker = await new Promise((resolve, reject) => {" +
    'const worker = new Worker("/worker.js", { type: "module" }); worker.onmessage = ({ data }) => resolve(data);' +
    "worker.onerror = reject; worker.postMessage(bytes); });" +
    "return { notes, here, inWorker, isUndone: it.undo(), before: [...it.toBytes()] }; }",
};

test("the package mends and paints to the same bytes in a browser and in its worker", async ({ page }) => {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    try {
      const body = MADE[path] ?? readFileSync(join(PACKAGE, normalize(path)));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const room = sample("room.wok");
  const told = await page.evaluate(async base64 => {
    const name = "/page.js",
      { run } = await import(name);
    return run(Uint8Array.from(atob(base64), letter => letter.charCodeAt(0)));
  }, room.toString("base64"));
  assert.match(told.notes[0], /^1 face was painted/);
  assert.deepEqual(told.here, told.inWorker, "a worker of the browser makes the same bytes");
  assert(told.isUndone);
  assert.deepEqual(Buffer.from(told.before), room);
  server.close();
});
