// The contrast of all text on the page, light and dark, by the formula of WCAG: of elements that are seen, hovered over or not, with
// disabled ones, what is typed and placeholders, and of what is written over the picture.
import assert from "node:assert/strict";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { askPath, boxOf, command, drop, folder, frame, larger, picture, sample, samples, test, titled, under } from "./support";

const LEAST = 4.6;

interface Seen {
  text: string;
  where: string;
  ratio: number;
}

// Notes the colours of what is written on a canvas: the text, and the halo around it, which is drawn first.
function noteWriting(): void {
  const { fillText, strokeText } = CanvasRenderingContext2D.prototype,
    written = new Map<string, [text: string, ink: string, halo: string]>();
  let halo = ["", ""];
  CanvasRenderingContext2D.prototype.strokeText = function (...values) {
    halo = [values[0], String(this.strokeStyle)];
    strokeText.apply(this, values);
  };
  CanvasRenderingContext2D.prototype.fillText = function (...values) {
    const around = halo[0] === values[0] ? halo[1] : "transparent";
    written.set(`${this.fillStyle} ${around}`, [values[0], String(this.fillStyle), around]);
    fillText.apply(this, values);
  };
  Object.assign(window, { written });
}

// Measures each text that is seen, with all that is folded. Elements over the picture are measured over black and over white, too.
function contrasts(): Seen[] {
  type Paint = [red: number, green: number, blue: number, alpha: number];
  type Pair = [text: Paint, ground: Paint];
  const paint = (css: string): Paint => {
    if (css === "transparent") return [0, 0, 0, 0];
    if (css.startsWith("#")) return [1, 3, 5].map(at => Number.parseInt(css.slice(at, at + 2), 16)).concat(1) as Paint;
    const [red, green, blue, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number),
      scale = css.startsWith("color(") ? 255 : 1;
    return [red * scale, green * scale, blue * scale, alpha];
  };
  const over = (top: Paint, below: Paint, share = 1): Paint =>
    [0, 1, 2].map(at => below[at] + (top[at] - below[at]) * top[3] * share).concat(1) as Paint;
  const light = (color: Paint) => {
    const [red, green, blue] = color.map(value => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = ([text, ground]: Pair) => {
    const [low, high] = [light(text), light(ground)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  // The colours of a text in the innermost of some elements, over what is below the outermost one.
  const pair = ([outer, ...inner]: Element[], below: Paint, color: Paint): Pair => {
    const { backgroundColor, opacity } = getComputedStyle(outer),
      ground = over(paint(backgroundColor), below),
      seen = inner.length ? pair(inner, ground, color) : ([over(color, ground), ground] satisfies Pair);
    return seen.map(it => over(it, below, Number(opacity))) as Pair;
  };
  const page = paint(getComputedStyle(document.body).backgroundColor),
    any = [page, paint("#000000"), paint("#ffffff")],
    all: Seen[] = [];
  const add = (text: string, where: string, pairs: Pair[]) =>
    all.push({ text: text.trim().slice(0, 40), where, ratio: Math.min(...pairs.map(ratio)) });
  const addOf = (element: Element, text: string, color: string, how: string) => {
    const around: Element[] = [];
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) around.unshift(at);
    const named = around.slice(-3).map(it => it.localName + (it.id && `#${it.id}`) + [...it.classList].map(name => `.${name}`).join("")),
      grounds = element.closest("#stage") ? any : [page];
    const pairs = grounds.map(ground => pair(around, ground, paint(color)));
    add(text, `${named.join(" ")}${how}`, pairs);
  };
  const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
  const addAll = (how: string) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: parent, data } = walker.currentNode as Text;
      if (parent && data.trim() && isSeen(parent)) addOf(parent, data, getComputedStyle(parent).color, how);
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) {
      if (!isSeen(field) || field.type === "checkbox") continue;
      addOf(field, field.value, getComputedStyle(field).color, how);
      const placeholder = field.getAttribute("placeholder");
      if (placeholder) addOf(field, placeholder, getComputedStyle(field, "::placeholder").color, how);
    }
  };
  for (const it of document.querySelectorAll("details")) it.open = true;
  addAll("");
  // As if the pointer were over everything: a copy of the style whose `:hover` matches always, and weighs the same.
  const sheet = new CSSStyleSheet(),
    rules = [...document.styleSheets].flatMap(it => [...it.cssRules]);
  sheet.replaceSync(rules.map(rule => rule.cssText.replaceAll(":hover", ":not(._)")).join("\n"));
  document.adoptedStyleSheets = [sheet];
  addAll(", hovered over");
  document.adoptedStyleSheets = [];
  const written: Map<string, [string, string, string]> = Reflect.get(window, "written");
  for (const [text, ink, halo] of written.values()) {
    const grounds = any.map(ground => over(paint(halo), ground));
    add(
      text,
      `canvas, ${ink}`,
      grounds.map(ground => [over(paint(ink), ground), ground]),
    );
  }
  written.clear();
  return all;
}

type Measure = (what: string) => Promise<void>;

async function measureTabs(page: Page, measure: Measure): Promise<void> {
  for (const tab of ["look", "ask", "edit", "about", "findings"]) {
    await page.click(`#${tab}`);
    await measure(tab);
  }
}

async function openSample(page: Page, ...names: string[]): Promise<void> {
  await page.setInputFiles(
    "#open",
    names.map(name => join(samples, name)),
  );
  await titled(page, names[0]);
}

const SCENES: Record<string, (page: Page, measure: Measure) => Promise<void>> = {
  "nothing open": async (page, measure) => {
    await measure("welcome");
    await page.evaluate(() => {
      for (const id of ["drop", "loading"]) (document.getElementById(id) as HTMLElement).hidden = false;
      (document.getElementById("loading") as HTMLElement).append("Loading");
    });
    await measure("drop");
  },
  "a truncated area": async (page, measure) => {
    await drop(page, ["broken.trx", sample("yard.trx").subarray(0, 40)]);
    await expect(page.locator("#welcome [role=alert]")).toBeVisible();
    await measure("findings");
  },
  "a room that is mended": async (page, measure) => {
    const damaged = join(folder(), "damaged.wok");
    command("edit", join(samples, "room.wok"), "--flip", "3", "-o", damaged);
    await page.setInputFiles("#open", damaged);
    await titled(page, "damaged.wok");
    await page.click("#mend-preview");
    await page.waitForSelector(".before-after");
    await measure("damaged");
    await page.click("#mend");
    await page.waitForSelector("#mended");
    await measureTabs(page, measure);
    await drop(page, ["letter.txt", Buffer.from("Dear reader")], ["answer.txt", Buffer.from("Dear writer")]);
    await expect(page.locator("#banner")).toBeVisible();
    await measure("banner");
  },
  "tools of a room": async (page, measure) => {
    await openSample(page, "room.wok");
    await page.keyboard.press("p");
    const { x, y, width, height } = await boxOf(page, "#stage"),
      at = (share: number): [number, number] => [x + width * share, y + height * 0.5];
    for (const [key, tool] of ["inspect", "path", "ray", "sight", "paint", "measure"].entries()) {
      await page.keyboard.press(String(key + 1));
      for (const share of [0.4, 0.6]) await page.mouse.click(...at(share));
      await under(page, ...at(0.5));
      await measure(tool);
    }
    await page.click("#edit");
    await page.fill("#move-by", "one");
    await page.click("#move-by-now");
    await measure("an error");
  },
  "two areas": async (page, measure) => {
    await openSample(page, "yard.trx");
    await openSample(page, "town.trn", "town.git");
    await page.click("#look");
    await page.locator("#tab-look label", { hasText: "yard.trx" }).click();
    await expect(page.locator("#tab-look .finding, #tab-look small.faint").first()).toBeVisible();
    await measureTabs(page, measure);
  },
  "a dungeon": async (page, measure) => {
    const files = ["crypt.dof", "ainavdata_32771.dat", ...["chapel", "ossuary", "stairs1", "stairs2", "tomb"].map(it => `${it}.bms`)];
    await page.setInputFiles(
      "#open",
      files.map(name => join(larger, "crypt", name)),
    );
    await titled(page, "crypt.dof");
    await askPath(page, "0:0", "4:0");
    await measureTabs(page, measure);
  },
};

for (const scheme of ["light", "dark"] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme });

    for (const [name, show] of Object.entries(SCENES)) {
      test(`${name}: the contrast of each text is at least ${LEAST}`, async ({ context, open }) => {
        await context.addInitScript(noteWriting);
        const page = await open(),
          all: Seen[] = [];
        await expect(page.locator("html")).toHaveAttribute("data-theme", scheme);
        await show(page, async what => {
          await frame(page);
          for (const it of await page.evaluate(contrasts)) all.push({ ...it, where: `${what}: ${it.where}` });
        });
        await page.screenshot({ path: picture(`contrast.${name.replaceAll(" ", "-")}.${scheme}.png`) });
        all.sort((a, b) => a.ratio - b.ratio);
        const [least] = all,
          said = ({ ratio, text, where }: Seen) => `${ratio.toFixed(2)} "${text}" ${where}`;
        console.log(`${name}, ${scheme}: the least contrast of ${all.length} texts is ${said(least)}`);
        assert.deepEqual([...new Set(all.filter(it => it.ratio < LEAST).map(said))], []);
      });
    }
  });
}
