// Drives the page of `walkmesh view`: two clicks, dropped files, light and dark. Arguments: see browser.mjs.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answerOf, browser, command, drop, measured, opened, pageOf, pages, samples, text, under, which } from "./browser.mjs";

/** Clicks two points of the plan view, and compares the answer with that of the command. */
async function twoClicks(page, file) {
  await page.keyboard.press("p");
  await page.click('[data-tool="path"]');
  const stage = await (await page.$("#stage")).boundingBox();
  const ends = [];
  // Points that hit a walkable face: the page itself says what is under the pointer.
  for (let row = 1; row < 12 && ends.length < 2; row++) {
    const [x, y] = [stage.x + stage.width * (ends.length ? 0.9 - row * 0.06 : 0.1 + row * 0.06), stage.y + stage.height * (ends.length ? 0.35 : 0.6)];
    const found = await under(page, x, y);
    if (!/^(face|triangle|cell) \d/.test(found) || found.includes("not walkable")) continue;
    await page.mouse.click(x, y);
    ends.push([x, y]);
  }
  assert.equal(ends.length, 2, `${file}: two points are found to click`);
  await page.waitForSelector("#answer");
  const [from, to] = [await page.$eval("#end-A", input => input.value), await page.$eval("#end-B", input => input.value)];
  const expected = answerOf("path", "--json", file, "--", from, to), shown = await text(page, "#answer");
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
  const report = JSON.parse(command("check", "--json", "--severity", "info", damaged));
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

{
  // A name that looks like markup is shown as it is.
  const page = await opened(pageOf(join(samples, "room.wok")), "light");
  const name = "<img src=x onerror=alert(1)>.wok";
  await drop(page, name, readFileSync(join(samples, "room.wok")));
  await page.waitForFunction(name => document.getElementById("title").textContent === name, {}, name);
  await drop(page, name, Buffer.from("BWM V1.0"));
  await page.waitForFunction(() => !document.getElementById("banner").hidden);
  assert((await text(page, "#banner")).startsWith(`${name} cannot be opened`));
  assert.equal(await page.evaluate(() => document.querySelectorAll("img, [onerror]").length), 0);
  assert.deepEqual(page.problems, []);
  // The page may fetch nothing, and run nothing but its own script, even if somebody managed to put something into it.
  const refused = await page.evaluate(async () => {
    const refused = new Set();
    document.addEventListener("securitypolicyviolation", event => refused.add(event.effectiveDirective));
    await fetch("https://walkmesh.invalid/").catch(() => {});
    new Image().src = "https://walkmesh.invalid/x.png";
    const button = document.createElement("button");
    button.setAttribute("style", "color: red");
    document.body.append(button);
    // Trusted types refuse both with an error, too.
    try { button.setAttribute("onclick", "alert(1)"); } catch { refused.add("onclick"); }
    try { document.body.insertAdjacentHTML("beforeend", "<p>markup</p>"); } catch { refused.add("markup"); }
    await new Promise(done => setTimeout(done, 200));
    button.remove();
    return [...refused].sort();
  });
  for (const directive of ["connect-src", "img-src", "style-src-attr", "require-trusted-types-for", "onclick", "markup"]) assert(refused.includes(directive), `${directive} is not among ${refused}`);
  console.log(`${which} page: names are text; refused by the policy: ${refused.join(", ")}`);
  await page.close();
}
await browser.close();
