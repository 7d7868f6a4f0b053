// Drives the tools of the page of `walkmesh view`: doors, routes, paints, keys and touch. Arguments: see browser.mjs.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { answerOf, browser, command, drop, frame, larger, opened, pageOf, pages, samples, text, under, which } from "./browser.mjs";

/** Types two locations and asks for the path. */
async function askPath(page, from, to) {
  await page.click('[data-tool="path"]');
  for (const [end, value] of [["#end-A", from], ["#end-B", to]]) {
    await page.$eval(end, input => { input.value = ""; });
    await page.type(end, value);
  }
  await page.keyboard.press("Enter");
  await page.waitForSelector("#answer");
  return text(page, "#answer");
}

/** A place of the stage whose text under the pointer has the words. */
async function placeOf(page, words) {
  const stage = await (await page.$("#stage")).boundingBox();
  for (let y = stage.y + 60; y < stage.y + stage.height - 60; y += 14) {
    for (let x = stage.x + 60; x < stage.x + stage.width - 60; x += 14) {
      if (words.test(await under(page, x, y))) return [x, y];
    }
  }
  assert.fail(`nothing under the pointer is ${words}`);
}

const matches = (shown, expected, what) => {
  // The command names the file of a door by its path, and the page, which has no folders, by its name.
  const wanted = expected.no_path?.replace(/\S*\/(?=[^/\s]+\.[dp]wk)/g, "") ?? `${expected.length.toFixed(3)} `;
  assert(shown.includes(wanted), `${what}: the page says ${shown}, and the command ${wanted}`);
  return expected.no_path ? "no path" : expected.length.toFixed(3);
};

async function doors() {
  const academy = join(larger, "academy"), at = "22,0,0,1.5708", ends = ["18,0,0", "26,0,0"], told = [];
  const expected = gate => answerOf("path", "--json", academy, "--place", `${gate}.dwk,${at}`, "--", ...ends);
  const page = await opened(pageOf(academy, "--place", `gate0.dwk,${at}`));
  await page.keyboard.press("p");
  const legend = await (await page.$("#legend")).boundingBox();
  for (let y = legend.y; y < legend.y + legend.height; y += 14) {
    assert.doesNotMatch(await under(page, legend.x + legend.width + 5, y), /^face/, "the legend lies beside the area");
  }
  told.push(matches(await askPath(page, ...ends), expected("gate0"), "a closed gate"));
  const place = await placeOf(page, /click to open or close/);
  for (const gate of ["gate1", "gate2", "gate0"]) {
    await page.mouse.click(...place);
    await frame(page);
    told.push(matches(await text(page, "#answer"), expected(gate), gate));
  }
  assert(told[0] === told[3] && told[0] !== told[1], `the gate changes the path: ${told}`);
  await page.screenshot({ path: join(pages, "academy.png") });
  assert.deepEqual(page.problems, []);
  console.log(`${which} page: a gate clicked through its states gives ${told.join(", ")}, as the command does`);
  await page.close();
}

async function route() {
  const tables = join(larger, "crypt/ainavdata_32771.dat"), dof = ["--dof", join(larger, "crypt/crypt.dof")], ends = ["0:0", "4:0"];
  const page = await opened(pageOf(tables, ...dof));
  matches(await askPath(page, ...ends), answerOf("path", "--json", tables, ...dof, "--", ...ends), "a route");
  const blocks = await page.$$eval("#answer li.block", items => items.map(item => item.textContent));
  assert.deepEqual([...new Set(blocks)], ["Block 0", "Block 1", "Block 2", "Block 3", "Block 4"]);
  await page.screenshot({ path: join(pages, "crypt.png") });
  assert.deepEqual(page.problems, []);
  console.log(`${which} page: a route of Silkroad passes ${blocks.join(", ")}`);
  await page.close();
}

/** A page whose downloads go into a folder. */
async function downloading(file, ...names) {
  const page = await opened(pageOf(file)), folder = join(pages, "downloads"), client = await page.createCDPSession();
  mkdirSync(folder, { recursive: true });
  names.forEach(name => rmSync(join(folder, name), { force: true }));
  await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
  return [page, folder];
}

/** The bytes of a download, once it is there. */
async function arrived(path) {
  for (let tries = 0; !existsSync(path) && tries < 100; tries++) await new Promise(done => setTimeout(done, 50));
  return readFileSync(path);
}

/** Paints the face in the middle, undoes and redoes that, and compares the file that is downloaded with that of the command. */
async function paint(name, material) {
  const file = join(samples, name), edited = join(pages, `edited-${name}`);
  const [page, folder] = await downloading(file, name);
  await page.keyboard.press("p");
  await page.keyboard.press("5");
  const place = await placeOf(page, /^(face|triangle) \d+(?!.*not walkable)/);
  const face = (await under(page, ...place)).match(/\d+/)[0];
  await page.mouse.click(...place);
  await page.select("#paint", material);
  await page.click("#paint-now");
  const changes = await text(page, "#changes");
  assert.match(changes, /differ/);
  await page.screenshot({ path: join(pages, `painted-${name}.png`) });
  await page.keyboard.down("Control");
  await page.keyboard.press("z");
  assert.equal(await page.$("#download"), null, "nothing is left to download after an undo");
  await page.keyboard.down("Shift");
  await page.keyboard.press("z");
  await page.keyboard.up("Shift");
  await page.keyboard.up("Control");
  assert.equal(await text(page, "#changes"), changes, "redo makes the same change");
  await page.click("#download");
  const downloaded = await arrived(join(folder, name));
  rmSync(edited, { force: true });
  command("edit", file, "--paint", `${face}=${material}`, "-o", edited);
  assert.deepEqual(downloaded, readFileSync(edited), "the command makes the same bytes");
  assert.notDeepEqual(downloaded, readFileSync(file));
  assert.deepEqual(page.problems, []);
  console.log(`${which} page: ${basename(name)} with face ${face} painted is downloaded as the command makes it; ${changes.split("\n").length} tables changed`);
  await page.close();
}

/** Mends a file that has a crack and a face that faces down, after a look at what would change. */
async function mend(name, damage) {
  const file = join(pages, `damaged-${name}`), mended = join(pages, `mended-${name}`);
  [file, mended].forEach(path => rmSync(path, { force: true }));
  command("edit", join(samples, name), ...damage, "-o", file);
  const [page, folder] = await downloading(file, basename(file), "override.zip");
  await page.click('[data-tab="edit"]');
  await page.click("#repair-preview");
  const told = await text(page, "#preview");
  assert.match(told, /The repair would do this/);
  assert(await page.$eval("#preview img", image => image.decode().then(() => image.naturalWidth > 0)), "the picture shows");
  assert.equal(await page.$("#download"), null, "a look changes nothing");
  await page.click("#repair");
  await page.screenshot({ path: join(pages, `mended-${name}.png`) });
  await page.click("#download");
  command("repair", file, "-o", mended);
  assert.deepEqual(await arrived(join(folder, basename(file))), readFileSync(mended), "the command makes the same bytes");
  await page.click("#download-zip");
  assert((await arrived(join(folder, "override.zip"))).includes(readFileSync(mended)), "the zip has the file");
  assert.deepEqual(page.problems, []);
  console.log(`${which} page: a damaged ${name} is mended and downloaded as the command makes it`);
  await page.close();
}

/** Mends a room inside a module, and compares the module that is downloaded with the one that the command rewrites. */
async function mendInArchive() {
  const module = join(pages, "manor.mod"), header = Buffer.alloc(160);
  header.write("MOD V1.0");
  [20, 24, 28].forEach(at => header.writeUInt32LE(160, at));
  writeFileSync(module, header);
  for (const name of ["room.wok", "porch.wok"]) command("edit", join(samples, name), ...(name === "room.wok" ? ["--flip", "3"] : ["--move", "0,0,0"]), "-o", join(module, name));
  const bytes = readFileSync(module), [page, folder] = await downloading(join(samples, "room.wok"), "manor.mod");
  await drop(page, "manor.mod", bytes);
  await page.waitForFunction(() => document.querySelectorAll("#file-list option").length >= 3);
  const room = await page.$$eval("#file-list option", options => options.find(option => option.textContent.startsWith("room.wok of manor.mod")).value);
  await page.select("#file-list", room);
  await page.click('[data-tab="edit"]');
  await page.click("#repair");
  await page.click("#download-archive");
  command("repair", join(module, "room.wok"), "--in-place");
  const mended = readFileSync(module);
  assert.notDeepEqual(mended, bytes);
  assert.deepEqual(await arrived(join(folder, "manor.mod")), mended, "the command rewrites the module to the same bytes");
  assert.deepEqual(page.problems, []);
  console.log(`${which} page: a room is mended inside a module, which is downloaded as the command rewrites it`);
  await page.close();
}

/** Drops a dungeon of Silkroad whose tables are damaged, bakes it, and compares what is downloaded with what the command bakes. */
async function bakeDungeon() {
  const crypt = join(larger, "crypt"), name = "ainavdata_32771.dat", damaged = join(pages, name), baked = join(pages, `baked-${name}`);
  const bytes = readFileSync(join(crypt, name));
  bytes[1000] ^= 1;
  writeFileSync(damaged, bytes);
  const [page, folder] = await downloading(join(samples, "room.wok"), name);
  await drop(page, name, bytes);
  await page.waitForFunction(() => /^a Silkroad dungeon/.test(document.getElementById("subtitle").textContent));
  await page.click('[data-tab="edit"]');
  await page.click("#bake");
  await page.click("#download");
  command("bake", damaged, "-o", baked, "--force");
  assert.deepEqual(await arrived(join(folder, name)), readFileSync(baked), "the command bakes the same bytes");
  assert.notDeepEqual(readFileSync(baked), bytes);
  assert.deepEqual(page.problems, []);
  console.log(`${which} page: a dungeon is baked from dropping to the download, as the command bakes it`);
  await page.close();
}

async function keysAndTouch() {
  const page = await opened(pageOf(join(samples, "town.trx")));
  const shot = async () => { await frame(page); return (await page.$("#stage")).screenshot({ encoding: "base64" }); };
  const changed = async (what, act) => {
    const before = await shot();
    await act();
    assert.notEqual(await shot(), before, `${what} changes the picture`);
  };
  for (const [key, tool] of [["2", "path"], ["3", "ray"], ["4", "sight"], ["5", "paint"], ["1", "inspect"]]) {
    await page.keyboard.press(key);
    assert.equal(await page.$eval('[data-tool][aria-pressed="true"]', button => button.dataset.tool), tool);
  }
  for (const key of ["ArrowLeft", "+", "f", "e", "t", "t", "p"]) await changed(`the key ${key}`, () => page.keyboard.press(key));
  assert.match(await text(page, "#hint"), /^Drag to move/, "in the plan view a drag moves");
  const client = await page.createCDPSession(), stage = await (await page.$("#stage")).boundingBox();
  const middle = [stage.x + stage.width / 2, stage.y + stage.height / 2];
  const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const stroke = async (from, to) => {
    await touch("touchStart", ...from);
    for (let step = 1; step <= 5; step++) await touch("touchMove", ...from.map(([x, y], at) => [x + (to[at][0] - x) * step / 5, y + (to[at][1] - y) * step / 5]));
    await touch("touchEnd");
  };
  const beside = far => [[middle[0] - far, middle[1]], [middle[0] + far, middle[1]]];
  await changed("a finger", () => stroke([middle], [[middle[0] + 90, middle[1] + 40]]));
  await changed("two fingers apart", () => stroke(beside(40), beside(120)));
  await page.keyboard.press("f");
  await frame(page);
  await touch("touchStart", [middle[0] + 120, middle[1]]);
  await touch("touchEnd");
  await frame(page);
  assert.match(await text(page, "#tab-ask"), /Chosen/);
  assert.deepEqual(page.problems, []);
  console.log(`${which} page: keys choose tools and views; a finger turns, two zoom, and a tap chooses a triangle`);
  await page.close();
}

async function walker() {
  const file = join(samples, "room.wok"), ends = ["1,1,0", "5.5,3,0"], page = await opened(pageOf(file)), told = [];
  told.push(matches(await askPath(page, ...ends), answerOf("path", "--json", file, "--", ...ends), "a point"));
  await page.$eval("#walker-0", input => { input.value = "0.35"; input.dispatchEvent(new Event("change")); });
  told.push(matches(await text(page, "#answer"), answerOf("path", "--json", file, "--radius", "0.35", "--", ...ends), "a walker"));
  assert.notEqual(told[0], told[1], "the radius changes the path");
  assert.deepEqual(page.problems, []);
  console.log(`${which} page: a point walks ${told[0]}, and a walker with a radius ${told[1]}, as the command says`);
  await page.close();
}

await doors();
await walker();
await route();
await paint("room.wok", "10");
await paint("yard.trx", "65");
await mend("room.wok", ["--flip", "3"]);
await mend("yard.trx", ["--merge", join(samples, "yard.trx")]);
await mendInArchive();
await bakeDungeon();
await keysAndTouch();
await browser.close();
