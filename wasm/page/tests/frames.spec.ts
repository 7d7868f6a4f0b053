// Times: frames of a million triangles on the software renderer, and the largest real file of each kind. They are stated; what fails
// is a page that cannot show them, and a frame with more than five draw calls.
import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { expect } from "@playwright/test";
import { boxOf, folder, root, samples, test } from "./support";

test.describe.configure({ mode: "default", timeout: 600000 });

test("a million triangles are turned", async ({ open }) => {
  const file = join(folder(), "hills.wok");
  const { hills } = await import(join(root, ".ci/view/hills.mjs"));
  writeFileSync(file, hills(708));
  const start = performance.now(),
    page = await open(file),
    opening = performance.now() - start,
    { x, y, width, height } = await boxOf(page, "#stage");
  // The time of the page's own script in each frame, and its number of draw calls.
  await page.evaluate(() => {
    const ask = requestAnimationFrame.bind(window),
      draw = WebGL2RenderingContext.prototype.drawArrays,
      frames: [number, number][] = [];
    let calls = 0;
    WebGL2RenderingContext.prototype.drawArrays = function (...values) {
      calls++;
      draw.apply(this, values);
    };
    window.requestAnimationFrame = act =>
      ask(now => {
        calls = 0;
        const start = performance.now();
        act(now);
        if (calls) frames.push([performance.now() - start, calls]);
      });
    Object.assign(window, { drawn: frames });
  });
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  for (let step = 0; step < 20; step++) await page.mouse.move(x + width / 2 + 4 * step, y + height / 2 + step);
  await page.mouse.up();
  await page.waitForTimeout(1500);
  const frames: [number, number][] = await page.evaluate(() => Reflect.get(window, "drawn")),
    times = frames.map(([time]) => time).sort((a, b) => a - b),
    calls = Math.max(...frames.map(([, calls]) => calls));
  assert(calls >= 1 && calls <= 5, `${calls} draw calls`);
  const script = times[times.length >> 1].toFixed(1);
  console.log(
    `1,002,528 triangles: open after ${(opening / 1000).toFixed(1)} s; the script takes ${script} ms a frame, with ${calls} draw calls`,
  );
});

const corpus = process.env.WALKMESH_CORPUS || join(root, "../shared/corpus");

for (const kind of [".trx", ".wok", ".dat"]) {
  test(`the largest ${kind} is shown`, async ({ open }) => {
    test.skip(!existsSync(corpus), "NOT RUN: the corpus is not here");
    const files = readdirSync(corpus, { recursive: true, withFileTypes: true }).filter(it => it.isFile()),
      paths = files.filter(it => extname(it.name).toLowerCase() === kind).map(it => join(it.parentPath, it.name));
    const [file] = paths.sort((a, b) => statSync(b).size - statSync(a).size),
      page = await open(join(samples, "room.wok")),
      start = performance.now();
    await page.setInputFiles("#open", file);
    await expect(page.locator("#title")).toHaveText(basename(file), { timeout: 60000 });
    await expect(page.locator("#welcome")).toBeHidden();
    console.log(`${basename(file)}, ${statSync(file).size} bytes, is shown after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  });
}
