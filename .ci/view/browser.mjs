// What the proofs of the page share: pages of files, and headless Chromium that opens them.
// Arguments: Chromium (or Firefox), the command, the root of the repository, the folder for results, and `committed` (the page in the command)
// or `fresh` (the page that wasm/build has just made).
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import puppeteer from "puppeteer-core";

const [program, walkmesh, root, results, which] = process.argv.slice(2);
export const pages = join(results, which), samples = join(root, "cli/samples"), larger = join(root, "cli/areas");
export { which };
mkdirSync(pages, { recursive: true });

/** What the command prints. */
export const command = (...args) => spawnSync(walkmesh, args, { encoding: "utf8" }).stdout;
export const answerOf = (...args) => { const all = JSON.parse(command(...args)); return all.results?.[0] ?? all; };

/** Writes the page of what `walkmesh view` takes, and returns its name. */
export function pageOf(file, ...options) {
  const page = join(pages, `${basename(file)}.html`);
  execFileSync(walkmesh, ["view", file, ...options, "-o", page, "--force"], { maxBuffer: 1 << 28 });
  if (which === "fresh") {
    // The same files in the page that has just been built.
    const files = readFileSync(page, "utf8").match(/<script type="application\/json" id="files">(.*?)<\/script>/s)[1];
    const template = gunzipSync(readFileSync(join(results, "fresh/view/page.html.gz"))).toString();
    writeFileSync(page, template.replace("/* files */", () => files));
  }
  return page;
}

const isFirefox = /firefox/.test(program);
export const browser = await puppeteer.launch({ executablePath: program, browser: isFirefox ? "firefox" : "chrome", headless: true, protocolTimeout: 600000,
  args: isFirefox ? [] : ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"] });

export async function opened(file, scheme = "light") {
  const page = await browser.newPage();
  page.problems = [];
  await page.setViewport({ width: 1200, height: 760 });
  // The software renderer says that reading pixels stalls it.
  page.on("console", message => { if (!/GPU stall/.test(message.text())) page.problems.push(`console: ${message.text()}`); });
  page.on("pageerror", error => page.problems.push(`error: ${error.message}`));
  page.on("request", request => { if (request.url() !== `file://${file}` && !/^(data|blob):/.test(request.url())) page.problems.push(`request: ${request.url()}`); });
  if (!isFirefox) await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(`file://${file}`);
  await page.waitForSelector("html[data-ready]", { timeout: 300000 });
  await frame(page);
  return page;
}

/** Waits until a frame is drawn. */
export const frame = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

/** What is said of the place under the pointer. */
export async function under(page, x, y) {
  await page.mouse.move(x, y);
  await frame(page);
  return page.$eval("#readout", element => (element.hidden ? "" : element.textContent));
}

export const text = (page, selector) => page.$eval(selector, element => element.textContent);
export const drop = (page, name, bytes) => page.evaluate((name, base64) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], name));
  dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, name, Buffer.from(bytes).toString("base64"));

/** The memory of the page's own process that nothing else shares, in bytes. */
export async function memory() {
  const client = await browser.target().createCDPSession(), { processInfo } = await client.send("SystemInfo.getProcessInfo");
  const sizes = processInfo.filter(it => it.type === "renderer").map(({ id }) => /Private_Dirty:\s+(\d+)/.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))[1] * 1024);
  return Math.max(...sizes);
}

/** How light a picture is, from 0 to 255, and how many colours it has. */
export async function measured(png) {
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
