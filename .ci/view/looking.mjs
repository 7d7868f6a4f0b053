// Looks around in the page of `walkmesh view`: by keyboard, with the measuring tape, by its address, on a phone; and at files whose names
// and bytes are hostile. Arguments: see browser.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answerOf, browser, drop, frame, larger, opened, pageOf, pages, samples, text, which } from "./browser.mjs";

const focused = page => page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute("aria-label") || document.activeElement.textContent);
const address = page => page.evaluate(() => location.hash);
/** Waits until the address has rested. */
const rested = () => new Promise(done => setTimeout(done, 700));
const look = page => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("at"));

async function keys() {
  const page = await opened(pageOf(join(larger, "academy")));
  await page.focus("#look");
  for (const tab of ["ask", "findings", "edit", "about", "look", "ask"]) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), tab);
    assert.equal(await page.$eval(`#tab-${tab}`, panel => panel.hidden), false);
  }
  assert.equal(await page.$$eval('[role="tab"][tabindex="0"]', tabs => tabs.length), 1, "one tab is in the order of the keyboard");
  const [chooser] = await Promise.all([page.waitForFileChooser(), page.focus("#open-button").then(() => page.keyboard.press("Enter"))]);
  await chooser.accept([join(samples, "room.wok")]);
  await page.waitForFunction(() => document.getElementById("title").textContent === "room.wok");
  // A control keeps the focus when its panel is filled anew.
  await page.click("#look");
  await page.evaluate(() => [...document.querySelectorAll("#tab-look label")].find(it => it.textContent.includes("Shading")).querySelector("input").focus());
  await page.keyboard.press("e");
  assert.equal(await page.$eval("#tab-look input", box => box.checked), false, "the key shows no edges");
  assert.equal(await page.evaluate(() => document.activeElement.closest("label")?.textContent), "Shading");
  assert.deepEqual(page.problems, []);
  await page.close();
  console.log(`${which} page: files are opened, and all tabs reached, by keyboard`);
}

async function tape() {
  const page = await opened(pageOf(join(samples, "room.wok")));
  await page.keyboard.press("p");
  await page.keyboard.press("6");
  const { x, y, width, height } = await (await page.$("#stage")).boundingBox();
  for (const share of [0.4, 0.5, 0.6]) await page.mouse.click(x + width * share, y + height * 0.5);
  await frame(page);
  const points = await page.$$eval("#answer code", rows => rows.map(row => row.textContent.split(",").map(Number)));
  assert.equal(points.length, 3);
  const lengths = [0, 1].map(at => Math.hypot(...[0, 1, 2].map(axis => points[at + 1][axis] - points[at][axis])));
  const told = Number((await text(page, "#answer b")).split(" ")[0]);
  assert(Math.abs(told - lengths[0] - lengths[1]) < 0.005, `${told} m, and the points are ${lengths} m apart`);
  await page.mouse.click(x + width * 0.5, y + height * 0.97);
  assert.equal(await text(page, "#hint"), "There is no face under the click.");
  assert.deepEqual(page.problems, []);
  await page.close();
  console.log(`${which} page: the tape tells ${told} m between three clicks`);
}

async function unbaked() {
  const page = await opened(pageOf(join(samples, "yard.trn")));
  const { x, y, width, height } = await (await page.$("#stage")).boundingBox();
  const answer = async () => {
    await page.keyboard.press("4");
    for (let at = 0.3; at < 0.7 && !(await page.$("#answer")); at += 0.05) await page.mouse.click(x + width * at, y + height * 0.5);
    return text(page, "#answer");
  };
  await page.keyboard.press("p");
  assert.match(await answer(), /is not baked/);
  await page.click("#edit");
  await page.click("#bake");
  await page.waitForSelector("#changes");
  assert.match(await answer(), /seen|Nobody stands here/);
  assert.deepEqual(page.problems, []);
  await page.close();
  console.log(`${which} page: sight on an area that is not baked says so, and answers when it is`);
}

async function together() {
  const file = join(samples, "room.wok"), page = await opened(pageOf(file));
  await drop(page, "again.wok", readFileSync(file));
  await page.waitForFunction(() => document.getElementById("title").textContent === "again.wok");
  await page.click("#look");
  const box = () => page.evaluateHandle(() => [...document.querySelectorAll("#tab-look label")].find(it => it.textContent === "room.wok"));
  await (await box()).click();
  const area = answerOf("info", "--json", file).walkable.plan_area;
  const told = await page.$$eval("#tab-look .finding", rows => rows.map(row => parseFloat(row.textContent)));
  assert.equal(told.length, 1, "a room covers itself");
  assert(Math.abs(told[0] - area) < 0.01, `the page says ${told[0]} m², and the command ${area}`);
  await page.screenshot({ path: join(pages, "together.png") });
  await (await box()).click();
  assert.equal((await page.$$("#tab-look .finding")).length, 0);
  assert.deepEqual(page.problems, []);
  await page.close();
  console.log(`${which} page: two levels in one view cover ${told[0]} m² of the same floor`);
}

async function places() {
  const file = pageOf(join(larger, "academy"));
  const page = await opened(file);
  await page.keyboard.press("p");
  await page.keyboard.press("+");
  await page.click("#edit");
  await rested();
  const before = await address(page);
  assert.match(before, /plan=1/);
  assert.match(before, /tab=edit/);
  const again = await opened(`${file}${before}`);
  await rested();
  assert.equal(await address(again), before, "an address shows the same");
  await again.close();
  // A page behind another one draws nothing.
  await page.bringToFront();
  // Fit shows what is visible: less than the whole once rooms are hidden.
  await page.click("#look");
  await page.click("#fit");
  await rested();
  const whole = Number((await look(page)).split(",")[3]);
  await page.evaluate(() => {
    const rooms = [...document.querySelectorAll("#tab-look h2")].find(it => it.textContent.startsWith("Rooms"));
    for (let it = rooms.nextElementSibling, at = 0; it?.matches("label"); it = it.nextElementSibling, at += 1) if (at) it.querySelector("input").click();
  });
  await page.click("#fit");
  await rested();
  const part = Number((await look(page)).split(",")[3]);
  assert(part < whole * 0.8, `the whole is seen from ${whole}, and one room from ${part}`);
  await page.close();
  console.log(`${which} page: its address shows the same view; Fit goes from ${whole} to ${part} for one room`);
}

async function phone() {
  const page = await opened(pageOf(join(samples, "room.wok")));
  await page.setViewport({ width: 390, height: 780, isMobile: true, hasTouch: true });
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await page.$eval("#legend", legend => legend.open), false, "the legend is folded");
  await page.click("#legend summary");
  const box = await (await page.$("#legend")).boundingBox();
  assert(box.width > 60 && box.height > 60 && box.x >= 0, `the legend is there: ${JSON.stringify(box)}`);
  await page.screenshot({ path: join(pages, "phone.png") });
  await page.close();
  console.log(`${which} page: a phone has the legend`);
}

async function module() {
  const page = await opened(pageOf(join(samples, "room.wok")));
  const area = readFileSync(join(samples, "yard.trx")), broken = area.subarray(0, 40);
  for (const [name, bytes] of [["yard.trx", area], ["broken.trx", broken]]) await drop(page, name, bytes);
  await page.waitForFunction(() => document.querySelector("#file-list option")?.textContent.includes("broken.trx – 1 fatal"), { timeout: 60000 });
  await page.close();
  console.log(`${which} page: what has the worst findings is the first of the list`);
}

async function hostile() {
  const page = await opened(pageOf(join(samples, "room.wok")));
  const room = readFileSync(join(samples, "room.wok")), mod = readFileSync(join(samples, "../modules/manor.mod"));
  const names = ['<img src=x onerror="window.hit=1">.wok', "</script><script>window.hit=1</script>.wok", "javascript:window.hit=1.wok", "../../etc/passwd.wok", "\u202Ekow.moor.wok", "a".repeat(5000) + ".wok"];
  for (const name of names) {
    await drop(page, name, room);
    await frame(page);
  }
  const noise = Uint8Array.from({ length: 4096 }, (_, at) => (at * 2654435761) >>> 13 & 255);
  for (let cut = 0; cut < mod.length; cut += Math.ceil(mod.length / 24)) await drop(page, `cut${cut}.mod`, mod.subarray(0, cut));
  for (const kind of ["wok", "trx", "dat", "mod", "rim", "dof", "bms", "lyt", "git", "2da", "pth"]) await drop(page, `noise.${kind}`, noise);
  // Damage inside: every byte of a header set to 255, one after the other.
  for (let at = 0; at < 136; at += 4) await drop(page, "damaged.wok", Buffer.from(room).fill(255, at, at + 4));
  await drop(page, "room.wok", room);
  await page.waitForFunction(() => document.getElementById("title").textContent === "room.wok", { timeout: 60000 });
  assert.equal(await page.evaluate(() => window.hit), undefined, "no script runs");
  assert.equal(await page.evaluate(() => document.querySelectorAll("img, iframe, object").length), 0);
  assert.match(await text(page, "#subtitle"), /24 triangles/, "the page lives on");
  assert.deepEqual(page.problems, []);
  await page.close();
  console.log(`${which} page: hostile names, archives and files run no script, and the page lives on`);
}

for (const proof of [keys, tape, places, unbaked, together, phone, module, hostile]) await proof();
await browser.close();
