// The tools of the page: doors, walkers, routes, paints, repairs in archives, bakes, keys and touch.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import {
  answerOf,
  askPath,
  boxOf,
  command,
  downloaded,
  drop,
  folder,
  frame,
  larger,
  matches,
  picture,
  placeOf,
  samples,
  test,
  text,
  under,
} from "./support";

test("a gate that is clicked through its states changes the path as the command says", async ({ open }) => {
  const academy = join(larger, "academy"),
    at = "22,0,0,1.5708",
    ends: [string, string] = ["18,0,0", "26,0,0"],
    expected = (gate: string) => answerOf("path", "--json", academy, "--place", `${gate}.dwk,${at}`, "--", ...ends);
  const page = await open(academy, "--place", `gate0.dwk,${at}`);
  await page.keyboard.press("p");
  await page.waitForTimeout(100);
  const legend = await boxOf(page, "#legend");
  for (let y = legend.y; y < legend.y + legend.height; y += 14) {
    assert.doesNotMatch(await under(page, legend.x + legend.width + 5, y), /^face/, "the legend lies beside the area");
  }
  const told = [matches(await askPath(page, ...ends), expected("gate0"), "a closed gate")],
    stage = await boxOf(page, "#stage"),
    place: [number, number] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
  // The address leads to the gate.
  await page.evaluate(() => {
    location.hash = "at=22,0,0,30&plan=1";
  });
  await expect.poll(() => under(page, ...place)).toContain("click to open or close");
  for (const gate of ["gate1", "gate2", "gate0"]) {
    await page.mouse.click(...place);
    await frame(page);
    told.push(matches(await text(page, "#answer"), expected(gate), gate));
  }
  assert(told[0] === told[3] && told[0] !== told[1], `the gate changes the path: ${told}`);
  await page.screenshot({ path: picture("academy.png") });
});

test("a radius changes the path", async ({ open }) => {
  const file = join(samples, "room.wok"),
    ends: [string, string] = ["1,1,0", "5.5,3,0"],
    page = await open(file);
  const point = matches(await askPath(page, ...ends), answerOf("path", "--json", file, "--", ...ends), "a point");
  await page.fill("#walker-0", "0.35");
  await page.press("#walker-0", "Tab");
  const walker = matches(await text(page, "#answer"), answerOf("path", "--json", file, "--radius", "0.35", "--", ...ends), "a walker");
  assert.notEqual(point, walker);
});

test("a route of Silkroad passes block by block", async ({ open }) => {
  const tables = join(larger, "crypt/ainavdata_32771.dat"),
    dof = ["--dof", join(larger, "crypt/crypt.dof")],
    page = await open(tables, ...dof);
  matches(await askPath(page, "0:0", "4:0"), answerOf("path", "--json", tables, ...dof, "--", "0:0", "4:0"), "a route");
  const blocks = await page.locator("#answer li.block").allTextContents();
  assert.deepEqual([...new Set(blocks)], ["Block 0", "Block 1", "Block 2", "Block 3", "Block 4"]);
});

for (const [name, material] of [
  ["room.wok", "10"],
  ["yard.trx", "65"],
]) {
  test(`a painted face of ${name} shows its colour, and is downloaded as the command writes it`, async ({ open }) => {
    const file = join(samples, name),
      page = await open(file);
    await page.keyboard.press("p");
    await page.keyboard.press("5");
    const place = await placeOf(page, /^(face|triangle) \d+(?!.*not walkable)/),
      face = (await under(page, ...place)).match(/\d+/)?.[0];
    await page.mouse.click(...place);
    await page.selectOption("#paint", material);
    await page.click("#paint-now");
    const changes = await text(page, "#changes");
    assert.match(changes, /differ/);
    await page.screenshot({ path: picture(`painted-${name}.png`) });
    await page.keyboard.press("Control+z");
    await expect(page.locator("#download")).toHaveCount(0);
    await page.keyboard.press("Control+Shift+Z");
    await expect(page.locator("#changes")).toHaveText(changes);
    const [saved, bytes] = await downloaded(page, "#download"),
      edited = join(folder(), name);
    command("edit", file, "--paint", `${face}=${material}`, "-o", edited);
    assert.deepEqual(bytes, readFileSync(edited), "the command makes the same bytes");
    assert.equal(saved, name);
  });
}

test("a repair with options is looked at, done and downloaded as a file and as a zip", async ({ open }) => {
  const damaged = join(folder(), "yard.trx"),
    mended = join(folder(), "yard.trx");
  command("edit", join(samples, "yard.trx"), "--merge", join(samples, "yard.trx"), "-o", damaged);
  const page = await open(damaged);
  await page.click("#edit");
  await page.click("#repair-preview");
  await expect(page.locator("#preview")).toContainText("The repair would do this");
  await expect(page.locator("#download")).toHaveCount(0);
  await page.click("#repair");
  command("repair", damaged, "-o", mended);
  assert.deepEqual((await downloaded(page, "#download"))[1], readFileSync(mended), "the command makes the same bytes");
  const [name, zip] = await downloaded(page, "#download-zip");
  assert.equal(name, "override.zip");
  assert(zip.includes(readFileSync(mended)), "the zip has the file");
});

test("an error is said below the control that was used", async ({ open }) => {
  const page = await open(join(samples, "room.wok"));
  await page.click("#edit");
  await page.fill("#move-by", "one, two");
  await page.click("#move-by-now");
  await expect(page.locator(".row:has(#move-by) + .error")).toContainText("Expected 3 numbers");
});

test("a room is mended inside a module, which is downloaded as the command rewrites it", async ({ open }) => {
  const module = join(folder(), "manor.mod"),
    header = Buffer.alloc(160);
  header.write("MOD V1.0");
  for (const at of [20, 24, 28]) header.writeUInt32LE(160, at);
  writeFileSync(module, header);
  command("edit", join(samples, "room.wok"), "--flip", "3", "-o", join(module, "room.wok"));
  command("edit", join(samples, "porch.wok"), "--move", "0,0,0", "-o", join(module, "porch.wok"));
  const bytes = readFileSync(module),
    page = await open();
  await drop(page, ["manor.mod", bytes]);
  await expect(page.locator("#file-list option")).toHaveCount(2);
  // Its label changes when it has been checked.
  await page.selectOption("#file-list", (await page.locator("#file-list option", { hasText: "room.wok" }).getAttribute("value")) ?? "");
  await page.click("#edit");
  await page.click("#repair");
  const [name, rewritten] = await downloaded(page, "#download-archive");
  command("repair", join(module, "room.wok"), "--in-place");
  assert.notDeepEqual(readFileSync(module), bytes);
  assert.deepEqual(rewritten, readFileSync(module), "the command rewrites the module to the same bytes");
  assert.equal(name, "manor.mod");
});

test("a dungeon is baked from dropping to the download, as the command bakes it", async ({ open }) => {
  const name = "ainavdata_32771.dat",
    bytes = readFileSync(join(larger, "crypt", name)),
    [damaged, baked] = [join(folder(), name), join(folder(), name)];
  bytes[1000] ^= 1;
  writeFileSync(damaged, bytes);
  const page = await open();
  await drop(page, [name, bytes]);
  await expect(page.locator("#subtitle")).toContainText("a Silkroad dungeon");
  await page.click("#edit");
  await page.click("#bake");
  command("bake", damaged, "-o", baked);
  assert.deepEqual((await downloaded(page, "#download"))[1], readFileSync(baked), "the command bakes the same bytes");
});

test("keys choose tools and views; a finger turns, two zoom, and a tap chooses", async ({ open }) => {
  const page = await open(join(samples, "town.trx")),
    shot = async () => {
      await frame(page);
      return (await page.locator("#stage").screenshot()).toString("base64");
    };
  const changed = async (what: string, act: () => Promise<void>) => {
    const before = await shot();
    await act();
    await expect.poll(shot, `${what} changes the picture`).not.toBe(before);
  };
  for (const [key, tool] of [
    ["2", "path"],
    ["3", "ray"],
    ["4", "sight"],
    ["5", "paint"],
    ["1", "inspect"],
  ]) {
    await page.keyboard.press(key);
    await expect(page.locator('[data-tool][aria-pressed="true"]')).toHaveAttribute("data-tool", tool);
  }
  for (const key of ["ArrowLeft", "+", "f", "e", "t", "t", "p"]) await changed(`the key ${key}`, () => page.keyboard.press(key));
  await expect(page.locator("#hint")).toContainText("Drag to move");
  const client = await page.context().newCDPSession(page),
    stage = await boxOf(page, "#stage"),
    [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: number[][] = []) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const stroke = async (from: number[][], to: number[][]) => {
    await touch("touchStart", from);
    for (let step = 1; step <= 5; step++) {
      const at = from.map(([x, y], which) => [x + ((to[which][0] - x) * step) / 5, y + ((to[which][1] - y) * step) / 5]);
      await touch("touchMove", at);
    }
    await touch("touchEnd");
  };
  const apart = (far: number) => [
    [x - far, y],
    [x + far, y],
  ];
  await changed("a finger", () => stroke([[x, y]], [[x + 90, y + 40]]));
  await changed("two fingers apart", () => stroke(apart(40), apart(120)));
  await page.keyboard.press("f");
  await frame(page);
  await touch("touchStart", [[x + 120, y]]);
  await touch("touchEnd");
  await expect(page.locator("#tab-ask")).toContainText("Chosen");
});
