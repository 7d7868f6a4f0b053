// Archives in the page: a zip that the page wrote, a module in two archives, and a module of more than 200 MB, of which only the parts that
// matter are read. Arguments: see browser.mjs.
import assert from "node:assert/strict";
import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { browser, drop, memory, opened, pageOf, pages, samples, text, which } from "./browser.mjs";

const room = readFileSync(join(samples, "room.wok")), WOK = 2016, TGA = 3;

/** The head of an archive with members, each a name, a type and a size, one after the other behind it; and where they begin. */
function headOf(kind, members) {
  const isRim = kind === "RIM ", listed = isRim ? 32 : 32 * members.length, starts = (isRim ? 120 : 160) + listed * (isRim ? members.length : 1);
  const head = Buffer.alloc(starts), places = [];
  head.write(`${kind}V1.0`, "latin1");
  if (isRim) [members.length, 120].forEach((value, at) => head.writeUInt32LE(value, 12 + 4 * at));
  else [0, 0, members.length, 160, 160, 160 + 24 * members.length].forEach((value, at) => head.writeUInt32LE(value, 8 + 4 * at));
  let place = starts;
  members.forEach(([name, type, size], at) => {
    const row = isRim ? 120 + 32 * at : 160 + 24 * at;
    head.write(name, row, "latin1");
    if (isRim) [type, at, place, size].forEach((value, field) => head.writeUInt32LE(value, row + 16 + 4 * field));
    else {
      head.writeUInt32LE(at, row + 16);
      head.writeUInt16LE(type, row + 20);
      [place, size].forEach((value, field) => head.writeUInt32LE(value, 160 + 24 * members.length + 8 * at + 4 * field));
    }
    places.push(place);
    place += size;
  });
  return { head, places, size: place };
}

async function zip() {
  const page = await opened(pageOf(join(samples, "room.wok")));
  await page.evaluate(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = blob => { window.saved = blob; return create(blob); };
    location.hash = "tab=edit&face=11";
  });
  await page.waitForFunction(() => document.getElementById("paint-now")?.disabled === false);
  await page.click("#paint-now");
  await page.waitForSelector("#download-zip");
  await page.click("#download-zip");
  await page.waitForFunction(() => window.saved);
  const bytes = Buffer.from(await page.evaluate(async () => [...new Uint8Array(await window.saved.arrayBuffer())]));
  await drop(page, "override.zip", bytes);
  await page.waitForFunction(() => document.querySelectorAll("#file-list option").length === 2);
  assert.match(await text(page, "#subtitle"), /24 triangles/);
  assert.deepEqual(page.problems, []);
  await page.close();
  console.log(`${which} page: a zip that the page wrote is opened`);
}

async function large() {
  const file = join(pages, "large.mod"), { head, places, size } = headOf("MOD ", [["filler", TGA, 220e6], ["room", WOK, room.length]]);
  const open = openSync(file, "w");
  ftruncateSync(open, size);
  writeSync(open, head, 0, head.length, 0);
  writeSync(open, room, 0, room.length, places[1]);
  closeSync(open);
  const page = await opened(pageOf(join(samples, "porch.wok"))), before = await memory();
  await (await page.$("#open")).uploadFile(file);
  await page.waitForFunction(() => document.getElementById("title").textContent === "room.wok", { timeout: 60000 });
  const grown = ((await memory()) - before) / 2 ** 20;
  assert(grown < 50, `the memory of the page grew by ${grown} MiB`);
  assert.deepEqual(page.problems, []);
  await page.close();
  rmSync(file);
  console.log(`${which} page: a room of a module of ${(size / 1e6).toFixed(0)} MB is shown; memory grows by ${grown.toFixed(0)} MiB`);
}

async function pair() {
  const rim = (name, bytes) => { const { head } = headOf("RIM ", [[name, WOK, bytes.length]]); return Buffer.concat([head, bytes]); };
  const page = await opened(pageOf(join(samples, "room.wok")));
  await page.evaluate((...files) => {
    const transfer = new DataTransfer();
    for (const [name, base64] of files) transfer.items.add(new File([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], name));
    dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, ["manor.rim", rim("room", room).toString("base64")], ["manor_s.rim", rim("porch", readFileSync(join(samples, "porch.wok"))).toString("base64")]);
  await page.waitForFunction(() => document.querySelectorAll("#file-list option").length === 3);
  const names = await page.$$eval("#file-list option", options => options.map(it => it.textContent));
  assert(["room.wok", "porch.wok"].every(name => names.some(it => it.startsWith(`${name} of manor`))), `${names}`);
  assert.deepEqual(page.problems, []);
  await page.close();
  console.log(`${which} page: two archives of one module are one: ${names.join("; ")}`);
}

for (const proof of [zip, pair, large]) await proof();
await browser.close();
