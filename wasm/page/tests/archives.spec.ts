// Archives: a zip that the page wrote, a module in two archives, and one of more than 200 MB, of which only the parts that matter are read.
import assert from "node:assert/strict";
import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { downloaded, drop, folder, pageOf, sample, samples, test, titled } from "./support";

const WOK = 2016,
  TGA = 3,
  room = sample("room.wok");

// The head of an archive with members, one after the other behind it; and where they begin.
function headOf(kind: "MOD " | "RIM ", members: [name: string, type: number, size: number][]) {
  const isRim = kind === "RIM ",
    listed = isRim ? 32 : 32 * members.length,
    starts = (isRim ? 120 : 160) + listed * (isRim ? members.length : 1),
    head = Buffer.alloc(starts),
    places: number[] = [];
  const put = (at: number, ...words: number[]) => {
    for (const [which, word] of words.entries()) head.writeUInt32LE(word, at + 4 * which);
  };
  head.write(`${kind}V1.0`, "latin1");
  if (isRim) put(12, members.length, 120);
  else put(8, 0, 0, members.length, 160, 160, 160 + 24 * members.length);
  let place = starts;
  for (const [at, [name, type, size]] of members.entries()) {
    const row = isRim ? 120 + 32 * at : 160 + 24 * at;
    head.write(name, row, "latin1");
    if (isRim) put(row + 16, type, at, place, size);
    else {
      put(row + 16, at);
      head.writeUInt16LE(type, row + 20);
      put(160 + 24 * members.length + 8 * at, place, size);
    }
    places.push(place);
    place += size;
  }
  return { head, places, size: place };
}

test("a zip that the page wrote is opened", async ({ go }) => {
  const page = await go(`${pageOf(join(samples, "room.wok"))}#tab=edit&face=11`);
  await page.click("#paint-now");
  const [name, bytes] = await downloaded(page, "#download-zip");
  await drop(page, [name, bytes]);
  await expect(page.locator("#file-list option")).toHaveCount(2);
  await expect(page.locator("#subtitle")).toContainText("24 triangles");
});

test("two archives of one module are one", async ({ open }) => {
  const rim = (name: string, bytes: Buffer) => Buffer.concat([headOf("RIM ", [[name, WOK, bytes.length]]).head, bytes]),
    page = await open();
  await drop(page, ["manor.rim", rim("room", room)], ["manor_s.rim", rim("porch", sample("porch.wok"))]);
  await expect(page.locator("#file-list option")).toHaveCount(2);
  const names = await page.locator("#file-list option").allTextContents();
  for (const name of ["room.wok", "porch.wok"])
    assert(
      names.some(it => it.startsWith(`${name} of manor`)),
      `${names}`,
    );
});

test("of a module of more than 200 MB only the parts that matter are read", async ({ open, browser }) => {
  // The memory of the page's own process that nothing else shares, in bytes.
  const client = await browser.newBrowserCDPSession();
  const memory = async () => {
    const { processInfo } = await client.send("SystemInfo.getProcessInfo");
    const rollups = processInfo.filter(it => it.type === "renderer").map(({ id }) => readFileSync(`/proc/${id}/smaps_rollup`, "utf8"));
    return Math.max(...rollups.map(it => Number(/Private_Dirty:\s+(\d+)/.exec(it)?.[1]) * 1024));
  };
  const file = join(folder(), "large.mod"),
    { head, places, size } = headOf("MOD ", [
      ["filler", TGA, 220e6],
      ["room", WOK, room.length],
    ]);
  const at = openSync(file, "w");
  ftruncateSync(at, size);
  writeSync(at, head, 0, head.length, 0);
  writeSync(at, room, 0, room.length, places[1]);
  closeSync(at);
  const page = await open(join(samples, "porch.wok")),
    before = await memory();
  await page.setInputFiles("#open", file);
  await titled(page, "room.wok");
  const grown = ((await memory()) - before) / 2 ** 20;
  assert(grown < 50, `the memory of the page grew by ${grown} MiB`);
  rmSync(file);
});
