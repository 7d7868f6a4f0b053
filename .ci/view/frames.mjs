// Measures frames of a million triangles in the page of `walkmesh view`, on the software renderer. Arguments: see browser.mjs.
// It states figures, and fails when the page does, or when a frame needs more than five draw calls.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { browser, opened, pageOf, pages, which } from "./browser.mjs";
import { hills } from "./hills.mjs";

const file = join(pages, "hills.wok");
writeFileSync(file, hills(708));
const start = performance.now(), page = await opened(pageOf(file)), opening = performance.now() - start;
const stage = await (await page.$("#stage")).boundingBox(), middle = [stage.x + stage.width / 2, stage.y + stage.height / 2];

// What the page's own script takes in each frame, and how many draw calls it makes.
await page.evaluate(() => {
  window.scripts = [];
  const ask = window.requestAnimationFrame.bind(window), draw = WebGL2RenderingContext.prototype.drawArrays;
  let calls = 0;
  WebGL2RenderingContext.prototype.drawArrays = function count(...values) { calls++; draw.apply(this, values); };
  window.requestAnimationFrame = act => ask(now => {
    calls = 0;
    const start = performance.now();
    act(now);
    if (calls) window.scripts.push({ time: performance.now() - start, calls });
  });
});

/** Times of frames while something happens: of each frame that was drawn the time to the next one. */
const frames = async act => {
  await page.evaluate(() => { window.times = []; const tick = now => { window.times.push(now); window.ticking = requestAnimationFrame(tick); }; window.ticking = requestAnimationFrame(tick); });
  await act();
  const times = await page.evaluate(() => { cancelAnimationFrame(window.ticking); return window.times; });
  return times.slice(1).map((time, at) => time - times[at]).sort((a, b) => a - b);
};
const told = times => `${times[Math.floor(times.length / 2)].toFixed(0)} ms (median of ${times.length}), ${times[Math.floor(times.length * 0.95)].toFixed(0)} ms (95 %)`;

await page.mouse.move(...middle);
const turning = await frames(async () => {
  await page.mouse.down();
  for (let step = 0; step < 40; step++) await page.mouse.move(middle[0] + 4 * step, middle[1] + step);
  await page.mouse.up();
});
const scripts = (await page.evaluate(() => window.scripts)).sort((a, b) => a.time - b.time), calls = Math.max(...scripts.map(it => it.calls));
assert(calls >= 1 && calls <= 5, `${calls} draw calls`);
await new Promise(done => setTimeout(done, 1500));
// At rest nothing is drawn until something changes. A hovered face is drawn over the triangles.
const hovering = await frames(async () => { for (let step = 0; step < 12; step++) await page.mouse.move(middle[0] + 7 * step, middle[1] + 5 * step); });
const whole = await frames(async () => {
  for (let step = 1; step <= 3; step++) {
    await page.evaluate(right => { document.getElementById("stage").style.marginRight = right; }, `${step}px`);
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
  }
});
assert.deepEqual(page.problems, []);
console.log(`${which} page, 1,002,528 triangles: open after ${(opening / 1000).toFixed(1)} s; frames while turning ${told(turning)}, of which the page's script takes ${scripts[scripts.length >> 1].time.toFixed(1)} ms (median) with ${calls} draw calls; while hovering ${told(hovering)}; with all triangles drawn anew at most ${whole[whole.length - 1].toFixed(0)} ms`);
await browser.close();
