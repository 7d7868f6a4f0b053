// A smoke test in Firefox, driven by WebDriver BiDi: the page opens without a message on the console, answers a path as the command
// does, paints, and downloads what the command writes. Arguments: see browser.mjs, with Firefox in the place of Chromium.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerOf, browser, command, opened, pageOf, samples, text, which } from "./browser.mjs";

const room = join(samples, "room.wok"), ends = ["1,1", "5,5"];
const page = await opened(pageOf(room));
await page.click('[data-tool="path"]');
for (const [end, value] of [["#end-A", ends[0]], ["#end-B", ends[1]]]) await page.type(end, value);
await page.keyboard.press("Enter");
await page.waitForSelector("#answer");
const expected = answerOf("path", "--json", room, "--", ...ends).length.toFixed(3);
assert((await text(page, "#answer")).includes(`${expected} `), `the page says ${await text(page, "#answer")}, and the command ${expected}`);

// The address names the face that is chosen.
await page.evaluate(() => { location.hash = "tab=edit&face=11"; });
await page.waitForFunction(() => document.getElementById("paint-now")?.disabled === false);
await page.select("#paint", "7");
await page.click("#paint-now");
await page.waitForSelector("#download");
const bytes = await page.evaluate(() => new Promise(done => {
  const create = URL.createObjectURL;
  URL.createObjectURL = blob => { blob.arrayBuffer().then(buffer => done([...new Uint8Array(buffer)])); return create(blob); };
  document.getElementById("download").click();
}));
const written = join(mkdtempSync(join(tmpdir(), "walkmesh-")), "room.wok");
command("edit", room, "--paint", "11=7", "-o", written);
assert.deepEqual(Buffer.from(bytes), readFileSync(written), "what is downloaded is what the command writes");
assert.deepEqual(page.problems, []);
console.log(`${which} page in ${await browser.version()}: a path of ${expected}, and a painted face downloaded as the command writes it`);
await browser.close();
