// The page by itself: two clicks, light and dark, dropped files, and files whose names and bytes are hostile.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import {
  answerOf,
  boxOf,
  command,
  drop,
  folder,
  frame,
  pageOf,
  picture,
  root,
  sample,
  samples,
  test,
  text,
  titled,
  under,
} from "./support";

const readModule = () => sample("../modules/manor.mod");

// Clicks two points of the plan view that hit a walkable face: the page itself reports the face under the
// pointer.
async function twoClicks(page: Page): Promise<[string, string]> {
  await page.keyboard.press("p");
  await page.click('[data-tool="path"]');
  const stage = await boxOf(page, "#stage");
  let clicks = 0;
  for (let row = 1; row < 12 && clicks < 2; row++) {
    const [x, y] = clicks ? [0.9 - row * 0.06, 0.35] : [0.1 + row * 0.06, 0.6];
    const at: [number, number] = [stage.x + stage.width * x, stage.y + stage.height * y],
      found = await under(page, ...at);
    if (!/^(face|triangle|cell) \d/.test(found) || found.includes("not walkable")) continue;
    await page.mouse.click(...at);
    clicks++;
  }
  assert.equal(clicks, 2, "two points are found to click");
  return [await page.inputValue("#end-A"), await page.inputValue("#end-B")];
}

// The brightness of a picture, from 0 to 255, and its number of colours.
function measured(page: Page, png: Buffer): Promise<{ light: number; colors: number }> {
  return page.evaluate(async base64 => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d"),
      colors = new Set<number>();
    pen?.drawImage(image, 0, 0);
    const data = pen?.getImageData(0, 0, image.width, image.height).data ?? [];
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) {
      sum += data[at] + data[at + 1] + data[at + 2];
      colors.add(((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3));
    }
    return { light: sum / (data.length / 4) / 3, colors: colors.size };
  }, png.toString("base64"));
}

for (const [name, scheme] of [
  ["room.wok", "light"],
  ["yard.trx", "light"],
  ["yard.trx", "dark"],
] as const) {
  test(`two clicks on ${name}, ${scheme}, give the path of the command`, async ({ open }) => {
    const page = await open(join(samples, name));
    await page.emulateMedia({ colorScheme: scheme });
    const [from, to] = await twoClicks(page),
      expected = answerOf("path", "--json", join(samples, name), "--", from, to);
    await expect(page.locator("#answer")).toContainText(expected.no_path ?? `${expected.length.toFixed(3)} `);
    if (expected.shortest !== undefined) await expect(page.locator("#answer")).toContainText(`${expected.shortest.toFixed(3)} `);
    const { light, colors } = await measured(page, await page.screenshot({ path: picture(`${name}.${scheme}.png`) }));
    assert(scheme === "light" ? light > 150 : light < 90, `the page is ${scheme}, and its mean is ${light}`);
    assert(colors > 60, `a picture has more than ${colors} colours`);
  });
}

test("a dropped file has the findings of the command, and a truncated one says why it cannot be opened", async ({ open }) => {
  const page = await open(join(samples, "room.wok")),
    bytes = sample("room.wok"),
    damaged = join(folder(), "damaged.wok");
  // A room whose neighbours are damaged.
  bytes.writeInt32LE(5, bytes.readUInt32LE(0x70 + 4));
  writeFileSync(damaged, bytes);
  const { counts } = answerOf("check", "--json", "--severity", "info", damaged);
  await drop(page, ["damaged.wok", bytes]);
  await titled(page, "damaged.wok");
  await expect(page.locator("#findings-count")).toHaveText(String(counts.fatal + counts.error + counts.warning));
  await drop(page, ["truncated.wok", bytes.subarray(0, 200)]);
  await expect(page.locator("#welcome [role=alert]")).toContainText("truncated.wok cannot be opened");
  await expect(page.locator("#tab-findings")).toContainText("file-damaged");
  // Nothing remains of the level that was shown.
  for (const gone of ["#legend", "#readout", "#mended"]) await expect(page.locator(gone)).toBeHidden();
  await expect(page.locator("#findings-count")).toHaveText("1");
});

test("names are text, and the policy refuses scripts, styles and requests", async ({ page }) => {
  const name = "<img src=x onerror=alert(1)>.wok";
  await page.goto(`file://${pageOf(join(samples, "room.wok"))}`);
  await page.waitForSelector("html[data-ready]");
  await drop(page, [name, sample("room.wok")]);
  await titled(page, name);
  await drop(page, [name, Buffer.from("BWM V1.0")]);
  await expect(page.locator("#welcome [role=alert]")).toContainText(`${name} cannot be opened`);
  await expect(page.locator("img, [onerror]")).toHaveCount(0);
  const refused = await page.evaluate(async () => {
    const refused = new Set<string>();
    document.addEventListener("securitypolicyviolation", event => refused.add(event.effectiveDirective));
    await fetch("https://walkmesh.invalid/").catch(() => {});
    new Image().src = "https://walkmesh.invalid/x.png";
    const button = document.createElement("button");
    button.setAttribute("style", "color: red");
    document.body.append(button);
    // Trusted types refuse both with an error, too.
    for (const [what, act] of [
      ["onclick", () => button.setAttribute("onclick", "alert(1)")],
      ["markup", () => document.body.insertAdjacentHTML("beforeend", "<p>markup</p>")],
    ] as const) {
      try {
        act();
      } catch {
        refused.add(what);
      }
    }
    await new Promise(done => setTimeout(done, 200));
    button.remove();
    return [...refused].sort();
  });
  for (const directive of ["connect-src", "img-src", "style-src-attr", "require-trusted-types-for", "onclick", "markup"])
    assert(refused.includes(directive), directive);
  const meta = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', "content");
  assert.match(meta ?? "", /^default-src 'none'; .*img-src data:;/, "nothing can be fetched");
});

test("hostile names, archives and files run no script, and the page lives on", async ({ open }) => {
  const page = await open(join(samples, "room.wok")),
    room = sample("room.wok"),
    module = readModule();
  const names = [
    '<img src=x onerror="window.hit=1">.wok',
    "</script><script>window.hit=1</script>.wok",
    "javascript:window.hit=1.wok",
    "../../etc/passwd.wok",
    "\u202Ekow.moor.wok",
    `${"a".repeat(5000)}.wok`,
  ];
  for (const name of names) {
    await drop(page, [name, room]);
    await frame(page);
  }
  const noise = Uint8Array.from({ length: 4096 }, (_, at) => ((at * 2654435761) >>> 13) & 255);
  for (let cut = 0; cut < module.length; cut += Math.ceil(module.length / 24)) await drop(page, [`cut${cut}.mod`, module.subarray(0, cut)]);
  for (const kind of ["wok", "trx", "dat", "mod", "rim", "dof", "bms", "lyt", "git", "2da", "pth"])
    await drop(page, [`noise.${kind}`, noise]);
  // Damage inside: every word of a header set to ones, one after the other.
  for (let at = 0; at < 136; at += 4) await drop(page, ["damaged.wok", Buffer.from(room).fill(255, at, at + 4)]);
  await drop(page, ["last.wok", room]);
  await titled(page, "last.wok");
  assert.equal(await page.evaluate(() => "hit" in window), false, "no script runs");
  await expect(page.locator("img, iframe, object")).toHaveCount(0);
  assert.match(await text(page, "#subtitle"), /24 triangles/);
});

test("what has the worst findings is the first of the list", async ({ open }) => {
  const page = await open(join(samples, "room.wok")),
    area = sample("yard.trx");
  await drop(page, ["yard.trx", area]);
  await titled(page, "yard.trx");
  await drop(page, ["broken.trx", area.subarray(0, 40)]);
  await expect(page.locator("#file-list option").first()).toContainText("broken.trx – 1 fatal");
});

test("a TRN is opened with its GIT", async ({ open }) => {
  const page = await open();
  await drop(page, ["town.trn", sample("town.trn")], ["town.git", sample("town.git")]);
  await titled(page, "town.trn");
  await expect(page.locator("#legend")).toContainText("placeables");
});

for (const [first, then] of [
  ["town.trn", "town.git"],
  ["town.git", "town.trn"],
  ["town.trx", "town.git"],
]) {
  test(`${first} and then ${then} are one level with its objects`, async ({ open }) => {
    const page = await open(),
      area = first.replace("git", "trn");
    await drop(page, [first, sample(first)]);
    await titled(page, first);
    await expect(page.locator("#legend")).not.toContainText("placeables");
    await drop(page, [then, sample(then)]);
    await expect(page.locator("#legend")).toContainText("placeables");
    await titled(page, area);
    await expect(page.locator("#file-list option")).toHaveText([area]);
    // The objects of another area are not joined.
    await drop(page, ["other.git", sample("town.git")]);
    await titled(page, "other.git");
    await expect(page.locator("#file-list option")).toHaveCount(2);
  });
}

test("files that are dropped while others are read are joined, too", async ({ open }) => {
  const page = await open(join(samples, "room.wok"));
  await Promise.all([drop(page, ["town.trn", sample("town.trn")]), drop(page, ["town.git", sample("town.git")])]);
  await expect(page.locator("#legend")).toContainText("placeables");
  await expect(page.locator("#file-list option")).toHaveText(["room.wok", "town.trn"]);
});

test("a page has the title of its file", async ({ open }) => {
  assert.equal(await (await open(join(samples, "room.wok"))).title(), "room.wok – walkmesh");
  const raw = command("view", join(samples, "yard.trx"), "-o", "-");
  assert.match(raw, /<title>yard\.trx – walkmesh<\/title>/, `before its script runs, in ${root}`);
});
