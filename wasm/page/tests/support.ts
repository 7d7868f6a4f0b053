// Shared helpers of the page's tests: pages of files, the command for comparison, and actions on a page.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { deflateSync, gunzipSync, inflateSync } from "node:zlib";
import { test as base, expect, type Page } from "@playwright/test";

export const root = join(import.meta.dirname, "../../.."),
  samples = join(root, "cli/samples"),
  larger = join(root, "cli/areas");
const { WALKMESH = join(root, "target/debug/walkmesh"), PAGE, RESULTS } = process.env;

export const sample = (name: string): Buffer => readFileSync(join(samples, name));
export const folder = (): string => mkdtempSync(join(tmpdir(), "walkmesh-"));
// The files kept for inspection.
export const picture = (name: string): string => join(RESULTS ?? tmpdir(), name);

// What the command prints.
export const command = (...args: string[]): string => spawnSync(WALKMESH, args, { encoding: "utf8", maxBuffer: 1 << 28 }).stdout;
// biome-ignore lint/suspicious/noExplicitAny: answers of the command have many forms
export function answerOf(...args: string[]): any {
  const all = JSON.parse(command(...args));
  return all.results?.[0] ?? all;
}

// A room with a fault: a distance or a neighbour of its tables that is wrong.
export function damagedRoom(bytes: Buffer, fault: number): Buffer {
  const changed = Buffer.from(bytes),
    face = fault % 7;
  // Where the tables of distances and of neighbours begin, by the header.
  if (fault % 2) changed.writeFloatLE(77, changed.readUInt32LE(0x60) + 4 * face);
  else changed.writeInt32LE(99999, changed.readUInt32LE(0x74) + 12 * face);
  return changed;
}

// An NWN2 area with a fault: the middle of a triangle in its walkmesh, which is deflated in its packet, is wrong.
export function damagedArea(bytes: Buffer, fault: number): Buffer {
  const packets = Array.from({ length: bytes.readUInt32LE(8) }, (_, at) => bytes.readUInt32LE(12 + 8 * at + 4)),
    start = packets.find(at => bytes.toString("latin1", at, at + 4) === "ASWM") ?? 0,
    end = start + 8 + bytes.readUInt32LE(start + 4),
    walkmesh = inflateSync(bytes.subarray(start + 20, end)),
    triangles = 0x35 + 12 * walkmesh.readUInt32LE(0x25) + 16 * walkmesh.readUInt32LE(0x29);
  assert.equal(end, bytes.length, "the walkmesh is the last packet");
  const middle = triangles + 64 * (fault % walkmesh.readUInt32LE(0x2d)) + 36;
  walkmesh.writeFloatLE(walkmesh.readFloatLE(middle) + 3, middle);
  const deflated = deflateSync(walkmesh),
    head = Buffer.from(bytes.subarray(0, start + 20));
  head.writeUInt32LE(deflated.length + 12, start + 4);
  head.writeUInt32LE(deflated.length, start + 12);
  return Buffer.concat([head, deflated]);
}

const FILES = /<script type="application\/json" id="files">(.*?)<\/script>/s;

// The page without its policy: Playwright evaluates by `eval` in Firefox.
export function withoutPolicy(page: string): string {
  writeFileSync(page, readFileSync(page, "utf8").replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ""));
  return page;
}

// Writes the page for arguments of `walkmesh view`.
export function pageOf(file?: string, ...options: string[]): string {
  const page = join(folder(), `${basename(file ?? "app")}.html`);
  execFileSync(WALKMESH, ["view", ...(file ? [file] : []), ...options, "-o", page], { maxBuffer: 1 << 28, stdio: "ignore" });
  if (!PAGE) return page;
  // The same files in the page that has just been built.
  const [, files] = readFileSync(page, "utf8").match(FILES) ?? [];
  const template = gunzipSync(readFileSync(PAGE)).toString();
  writeFileSync(
    page,
    template.replace("/* files */", () => files),
  );
  return page;
}

type Open = (file?: string, ...options: string[]) => Promise<Page>;

// Opens pages, which must not write to the console or load anything.
export const test = base.extend<{ open: Open; go: (address: string) => Promise<Page> }>({
  go: async ({ context }, use) => {
    const problems: string[] = [];
    await use(async address => {
      const page = await context.newPage(),
        isOwn = (url: string) => url === `file://${address}`.replace(/#.*/, "") || /^(data|blob):/.test(url);
      // The software renderer says that reading pixels stalls it, and a browser without a graphics card that there is none.
      page.on("console", message => /GPU stall|WebGL/.test(message.text()) || problems.push(`console: ${message.text()}`));
      page.on("pageerror", error => problems.push(`error: ${error.message}`));
      page.on("request", request => isOwn(request.url().replace(/#.*/, "")) || problems.push(`request: ${request.url()}`));
      await page.goto(`file://${address}`);
      await page.waitForSelector("html[data-ready]", { timeout: 100000 });
      return page;
    });
    assert.deepEqual(problems, []);
  },
  open: async ({ go }, use) => use((file, ...options) => go(pageOf(file, ...options))),
});

// Waits until a frame is drawn.
export const frame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

// The readout for the place under the pointer.
export async function under(page: Page, x: number, y: number): Promise<string> {
  await page.mouse.move(x, y);
  await frame(page);
  return page.$eval("#readout", element => ((element as HTMLElement).hidden ? "" : (element.textContent ?? "")));
}

export async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  assert(box, `${selector} is seen`);
  return box;
}

export const text = async (page: Page, selector: string): Promise<string> => (await page.locator(selector).textContent()) ?? "";
export const titled = (page: Page, title: string): Promise<void> => expect(page.locator("#title")).toHaveText(title);

// Drops files.
export const drop = (page: Page, ...files: [name: string, bytes: Uint8Array][]): Promise<void> =>
  page.evaluate(
    files => {
      const transfer = new DataTransfer();
      for (const [name, base64] of files) {
        transfer.items.add(new File([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], name));
      }
      dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    files.map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]),
  );

// Clicks a download control, and returns the file's name and bytes.
export async function downloaded(page: Page, selector: string): Promise<[string, Buffer]> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  return [download.suggestedFilename(), readFileSync(await download.path())];
}

// Types two locations and asks for the path.
export async function askPath(page: Page, from: string, to: string): Promise<string> {
  await page.click('[data-tool="path"]');
  await page.fill("#end-A", from);
  await page.fill("#end-B", to);
  await page.press("#end-B", "Enter");
  return text(page, "#answer");
}

// A place of the stage whose text under the pointer has the words, from the middle on.
export async function placeOf(page: Page, words: RegExp): Promise<[number, number]> {
  const stage = await boxOf(page, "#stage"),
    middle = stage.y + stage.height / 2;
  for (let far = 0; far < stage.height / 2 - 60; far += 14) {
    for (const y of far ? [middle - far, middle + far] : [middle]) {
      for (let x = stage.x + 60; x < stage.x + stage.width - 60; x += 14) {
        if (words.test(await under(page, x, y))) return [x, y];
      }
    }
  }
  assert.fail(`nothing under the pointer is ${words}`);
}

// The length of a path on the page, which equals the command's, or the reason why no path exists.
export function matches(shown: string, expected: { no_path?: string; length: number }, what: string): string {
  // The command names the file of a door by its path, and the page, which has no folders, by its name.
  const wanted = expected.no_path?.replace(/\S*\/(?=[^/\s]+\.[dp]wk)/g, "") ?? `${expected.length.toFixed(3)} `;
  assert(shown.includes(wanted), `${what}: the page says ${shown}, and the command ${wanted}`);
  return expected.no_path ? "no path" : expected.length.toFixed(3);
}
