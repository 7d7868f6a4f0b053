// Opens the largest real file of each kind in the page, and measures how long it takes from the drop until it is shown, and by how much
// the memory of the page grows. Arguments: see browser.mjs. It states figures: a page that cannot show them fails.
import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { browser, memory, opened, pageOf, samples, which } from "./browser.mjs";

const corpus = process.env.WALKMESH_CORPUS || join(process.argv[4], "../shared/corpus");
if (!existsSync(corpus)) {
  console.log("NOT RUN: the largest files: the corpus is not here");
  process.exit(0);
}
const files = folder => readdirSync(folder, { withFileTypes: true }).flatMap(it => (it.isDirectory() ? files(join(folder, it.name)) : [join(folder, it.name)]));
const largest = kind => files(corpus).filter(it => extname(it).toLowerCase() === kind).sort((a, b) => statSync(b).size - statSync(a).size)[0];

for (const kind of [".trx", ".wok", ".dat"]) {
  const file = largest(kind), name = basename(file), size = statSync(file).size;
  const page = await opened(pageOf(join(samples, "room.wok")));
  const before = await memory(), start = performance.now();
  await (await page.$("#open")).uploadFile(file);
  await page.waitForFunction(expected => document.getElementById("title").textContent === expected || !document.getElementById("banner").hidden, { timeout: 60000, polling: 20 }, name);
  const seconds = (performance.now() - start) / 1000, grown = (await memory()) - before;
  assert.equal(await page.$eval("#banner", banner => (banner.hidden ? "" : banner.textContent)), "");
  console.log(`${which} page: ${name}, ${size} bytes, is shown after ${seconds.toFixed(1)} s; memory grows by ${(grown / 2 ** 20).toFixed(0)} MiB, ${(grown / size).toFixed(1)} times the file`);
  assert.deepEqual(page.problems, []);
  await page.close();
}
await browser.close();
