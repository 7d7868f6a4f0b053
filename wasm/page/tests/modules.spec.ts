// From dropping a module with planted faults to the mended download: at most three clicks, in 48 modules of KotOR and 20 of NWN2.
// Downloads have the bytes that the command writes.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { answerOf, command, damagedArea, damagedRoom, downloaded, drop, folder, larger, sample, samples, test } from "./support";

type Named = [name: string, bytes: Buffer];

// The number of an extension in an archive.
const TYPES: Record<string, number> = { lyt: 3000, wok: 2016, dwk: 2052, pwk: 2057, git: 2023, trn: 3002, trx: 3035 };

// A module with files: an ERF, whose version 1.1 (NWN2) has longer names.
function moduleOf(version: "V1.0" | "V1.1", files: Named[]): Buffer {
  const row = version === "V1.0" ? 24 : 40,
    lists = 160 + row * files.length,
    head = Buffer.alloc(lists + 8 * files.length);
  head.write(`MOD ${version}`, "latin1");
  for (const [at, word] of [0, 0, files.length, 160, 160, lists].entries()) head.writeUInt32LE(word, 8 + 4 * at);
  let place = head.length;
  for (const [at, [name, bytes]] of files.entries()) {
    const [stem, extension] = name.split("."),
      key = 160 + row * at;
    head.write(stem, key, "latin1");
    head.writeUInt32LE(at, key + row - 8);
    head.writeUInt16LE(TYPES[extension], key + row - 4);
    head.writeUInt32LE(place, lists + 8 * at);
    head.writeUInt32LE(bytes.length, lists + 8 * at + 4);
    place += bytes.length;
  }
  return Buffer.concat([head, ...files.map(([, bytes]) => bytes)]);
}

const read = (path: string, ...names: string[]): Named[] => names.map(name => [name, readFileSync(join(path, name))]);
const ROOMS = ["hall.wok", "gallery.wok", "library.wok", "garden.wok", "cellar.wok"];

// Every third room has a face that is turned over and that creatures walk on, the others a table that is wrong.
function faultyRoom(bytes: Buffer, fault: number): Buffer {
  if (fault % 3) return damagedRoom(bytes, fault);
  const room = join(folder(), "room.wok");
  for (let face = fault % 4; ; face++) {
    writeFileSync(room, bytes);
    command("edit", room, "--flip", String(face), "--in-place", "--no-backup");
    if (answerOf("check", "--json", room).counts.warning) return readFileSync(room);
  }
}

function kotor(number: number): Named {
  const isAcademy = number % 2 === 0,
    names = isAcademy ? ROOMS : ["room.wok", "porch.wok"],
    from = isAcademy ? join(larger, "academy") : samples,
    faulty = number % names.length;
  const rooms = read(from, ...names).map(([name, bytes], at): Named => [name, at === faulty ? faultyRoom(bytes, number) : bytes]);
  return [`k${number}.mod`, moduleOf("V1.0", [...read(from, isAcademy ? "academy.lyt" : "manor.lyt"), ...rooms])];
}

function nwn2(number: number): Named {
  const name = number % 2 ? "yard.trx" : "town.trx";
  return [`n${number}.mod`, moduleOf("V1.1", [[name, damagedArea(sample(name), number)]])];
}

async function mended(page: Page, [name, bytes]: Named): Promise<{ clicks: number; rewritten: Buffer }> {
  let clicks = 0;
  await drop(page, [name, bytes]);
  await expect(page.locator("#mend")).toBeVisible();
  clicks++;
  await page.click("#mend");
  clicks++;
  const [saved, rewritten] = await downloaded(page, "#mended button.save");
  assert.equal(saved, name);
  return { clicks, rewritten };
}

// The module that the command mends: the files that it writes are put into a copy of the module.
function byCommand([name, bytes]: Named): Map<string, Buffer> {
  const at = folder(),
    module = join(at, name),
    override = join(at, "override");
  writeFileSync(module, bytes);
  command(module, "--fix", "--override", override);
  return new Map(readdirSync(override).map(file => [file, readFileSync(join(override, file))]));
}

// Twelve modules a test, or ten.
for (const [game, count, size, make] of [
  ["KotOR", 48, 12, kotor],
  ["NWN2", 20, 10, nwn2],
] as const) {
  for (let first = 0; first < count; first += size) {
    test(`modules ${first} to ${first + size - 1} of ${game} are mended in at most three clicks`, async ({ open }) => {
      test.setTimeout(300000);
      for (let number = first; number < first + size; number++) {
        const page = await open(),
          module = make(number),
          { clicks, rewritten } = await mended(page, module),
          files = byCommand(module);
        assert(files.size, `the command mends ${module[0]}`);
        for (const [name, bytes] of files) assert(rewritten.includes(bytes), `${name} of ${module[0]} is as the command writes it`);
        assert(clicks <= 3, `${module[0]}: ${clicks} clicks`);
        await page.close();
      }
    });
  }
}
