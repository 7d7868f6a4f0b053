// Drives the page of `walkmesh view` in headless Chromium.
// Arguments: Chromium, the command, the folder of the samples, the folder for results, and `committed` (the page in the
// command) or `fresh` (the page that wasm/build has just made).
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import puppeteer from "puppeteer-core";

const [chromium, walkmesh, samples, results, which] = process.argv.slice(2);
const pages = join(results, which);
mkdirSync(pages, { recursive: true });

/** Writes the page of a file, and returns its name. */
function pageOf(file) {
  const page = join(pages, `${basename(file)}.html`);
  if (which === "committed") {
    execFileSync(walkmesh, ["view", file, "-o", page, "--force"]);
  } else {
    const template = gunzipSync(readFileSync(join(results, "fresh/view/page.html.gz"))).toString();
    const files = [{ name: basename(file), gzip: gzipSync(readFileSync(file)).toString("base64") }];
    writeFileSync(page, template.replace("/* files */", () => JSON.stringify({ files, as_stored: false })));
  }
  return page;
}

const browser = await puppeteer.launch({ executablePath: chromium, headless: true, args: ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"] });

async function opened(file, scheme) {
  const page = await browser.newPage();
  page.problems = [];
  await page.setViewport({ width: 1200, height: 760 });
  // The software renderer says that reading pixels stalls it.
  page.on("console", message => { if (!/GPU stall/.test(message.text())) page.problems.push(`console: ${message.text()}`); });
  page.on("pageerror", error => page.problems.push(`error: ${error.message}`));
  page.on("request", request => { if (request.url() !== `file://${file}` && !/^(data|blob):/.test(request.url())) page.problems.push(`request: ${request.url()}`); });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(`file://${file}`);
  await page.waitForSelector("html[data-ready]", { timeout: 60000 });
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page;
}

const text = (page, selector) => page.$eval(selector, element => element.textContent);
const drop = (page, name, bytes) => page.evaluate((name, base64) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], name));
  dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, name, Buffer.from(bytes).toString("base64"));

/** How light a picture is, from 0 to 255, and how many colours it has. */
async function measured(png) {
  const page = await browser.newPage();
  const found = await page.evaluate(async base64 => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height), colors = new Set();
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) { sum += data[at] + data[at + 1] + data[at + 2]; colors.add((data[at] >> 3) << 10 | (data[at + 1] >> 3) << 5 | data[at + 2] >> 3); }
    return { light: sum / (data.length / 4) / 3, colors: colors.size };
  }, Buffer.from(png).toString("base64"));
  await page.close();
  return found;
}

/** Clicks two points of the plan view, and compares the answer with that of the command. */
async function twoClicks(page, file) {
  await page.keyboard.press("p");
  await page.click('[data-tool="path"]');
  const stage = await (await page.$("#stage")).boundingBox();
  const ends = [];
  // Points that hit a walkable face: the page itself says what is under the pointer.
  for (let row = 1; row < 12 && ends.length < 2; row++) {
    const [x, y] = [stage.x + stage.width * (ends.length ? 0.9 - row * 0.06 : 0.1 + row * 0.06), stage.y + stage.height * (ends.length ? 0.35 : 0.6)];
    await page.mouse.move(x, y);
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    const under = await page.$eval("#readout", element => (element.hidden ? "" : element.textContent));
    if (!/^(face|triangle|cell) \d/.test(under) || under.includes("not walkable")) continue;
    await page.mouse.click(x, y);
    ends.push([x, y]);
  }
  assert.equal(ends.length, 2, `${file}: two points are found to click`);
  await page.waitForSelector("#answer");
  const [from, to] = [await page.$eval("#end-A", input => input.value), await page.$eval("#end-B", input => input.value)];
  const { stdout } = spawnSync(walkmesh, ["path", "--json", file, "--", from, to], { encoding: "utf8" });
  const answer = JSON.parse(stdout), shown = await text(page, "#answer");
  const expected = answer.results?.[0] ?? answer;
  if (expected.no_path) assert(shown.includes(expected.no_path), `${file}: ${shown} has the reason ${expected.no_path}`);
  else assert(shown.includes(`${expected.length.toFixed(3)} `), `${file}: ${shown} has the length ${expected.length}`);
  if (expected.shortest !== undefined) assert(shown.includes(`${expected.shortest.toFixed(3)} `), `${file}: ${shown} has the shortest length`);
  return expected.no_path ? "no path" : expected.length.toFixed(3);
}

for (const [name, scheme] of [["room.wok", "light"], ["yard.trx", "light"], ["yard.trx", "dark"]]) {
  const file = join(samples, name), page = await opened(pageOf(file), scheme);
  const length = await twoClicks(page, file);
  const png = await page.screenshot({ path: join(pages, `${name}.${scheme}.png`) }), { light, colors } = await measured(png);
  assert(scheme === "light" ? light > 150 : light < 90, `${name}: the page is ${scheme}, and its mean is ${light}`);
  assert(colors > 60, `${name}: a picture has more than ${colors} colours`);
  assert.deepEqual(page.problems, []);
  console.log(`${which} page, ${name}, ${scheme}: two clicks give ${length}, as the command does`);
  await page.close();
}

{
  const page = await opened(pageOf(join(samples, "room.wok")), "light");
  // A room whose neighbours were damaged: the page and the command count the same findings.
  const bytes = readFileSync(join(samples, "room.wok")), at = bytes.readUInt32LE(0x70 + 4);
  bytes.writeInt32LE(5, at);
  const damaged = join(pages, "damaged.wok");
  writeFileSync(damaged, bytes);
  const report = JSON.parse(spawnSync(walkmesh, ["check", "--json", damaged], { encoding: "utf8" }).stdout);
  const counts = JSON.stringify(report).match(/"count":\d+/g) ?? [];
  const total = counts.reduce((sum, count) => sum + Number(count.slice(8)), 0);
  assert(total > 0, "the damaged room has findings");
  await drop(page, "damaged.wok", bytes);
  await page.waitForFunction(() => document.getElementById("title").textContent === "damaged.wok");
  await page.click('[data-tab="findings"]');
  const shown = await text(page, "#tab-findings");
  assert(shown.startsWith(`${total} finding`), `the page says ${shown.slice(0, 80)}, and the command ${total}`);
  // A truncated one: the library's error, and the finding that says so.
  await drop(page, "truncated.wok", bytes.subarray(0, 200));
  await page.waitForFunction(() => !document.getElementById("banner").hidden);
  const banner = await text(page, "#banner");
  assert.match(banner, /^truncated\.wok cannot be opened/);
  assert.match(await text(page, "#tab-findings"), /file-damaged/);
  assert.deepEqual(page.problems, []);
  console.log(`${which} page: a dropped file shows ${total} findings, and a truncated one: ${banner.slice(0, 120)}`);
}
await browser.close();
