// Ways to look around: the keyboard, the measuring tape, the address, levels side by side, a phone.
import assert from "node:assert/strict";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { answerOf, boxOf, drop, frame, larger, pageOf, picture, sample, samples, test, text, titled } from "./support";

const address = (page: Page) => page.evaluate(() => location.hash);
const label = (page: Page, name: string) => page.locator("#tab-look label", { hasText: name });

test("files are opened, and all tabs reached, by keyboard", async ({ open }) => {
  const page = await open(join(larger, "academy"));
  await page.focus("#findings");
  for (const tab of ["look", "ask", "edit", "about", "findings", "look"]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.locator(`#${tab}`)).toBeFocused();
    await expect(page.locator(`#tab-${tab}`)).toBeVisible();
  }
  await expect(page.locator('[role="tab"][tabindex="0"]')).toHaveCount(1);
  await page.focus("#open-button");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
  await chooser.setFiles(join(samples, "room.wok"));
  await titled(page, "room.wok");
  // A control keeps the focus when its panel is filled anew.
  await page.click("#look");
  await label(page, "Shading").locator("input").focus();
  await page.keyboard.press("e");
  await expect(page.locator("#tab-look input").first()).not.toBeChecked();
  await expect(label(page, "Shading").locator("input")).toBeFocused();
});

test("the tape measures the lengths between clicks", async ({ open }) => {
  const page = await open(join(samples, "room.wok"));
  await page.keyboard.press("p");
  await page.keyboard.press("6");
  const { x, y, width, height } = await boxOf(page, "#stage");
  for (const share of [0.4, 0.5, 0.6]) await page.mouse.click(x + width * share, y + height * 0.5);
  await expect(page.locator("#answer code")).toHaveCount(3);
  const points = (await page.locator("#answer code").allTextContents()).map(it => it.split(",").map(Number));
  const [first, second] = [0, 1].map(at => Math.hypot(...[0, 1, 2].map(axis => points[at + 1][axis] - points[at][axis])));
  const told = Number((await text(page, "#answer b")).split(" ")[0]);
  assert(Math.abs(told - first - second) < 0.005, `${told} m, and the points are ${first} and ${second} m apart`);
  await page.mouse.click(x + width * 0.5, y + height * 0.97);
  await expect(page.locator("#hint")).toHaveText("There is no face under the click.");
});

test("sight on an area that is not baked says so, and answers when it is", async ({ open }) => {
  const page = await open(join(samples, "yard.trn")),
    { x, y, width, height } = await boxOf(page, "#stage");
  const answer = async () => {
    await page.keyboard.press("4");
    for (let at = 0.3; at < 0.7 && !(await page.$("#answer")); at += 0.05) await page.mouse.click(x + width * at, y + height * 0.5);
    return text(page, "#answer");
  };
  await page.keyboard.press("p");
  assert.match(await answer(), /is not baked/);
  await page.click("#edit");
  await page.click("#bake");
  await page.waitForSelector("#changes");
  assert.match(await answer(), /seen|Nobody stands here/);
});

test("two levels in one view say what floor both cover", async ({ open }) => {
  const file = join(samples, "room.wok"),
    page = await open(file);
  await drop(page, ["again.wok", sample("room.wok")]);
  await titled(page, "again.wok");
  await page.click("#look");
  await label(page, "room.wok").click();
  const area = answerOf("info", "--json", file).walkable.plan_area;
  await expect(page.locator("#tab-look .finding")).toHaveCount(1);
  const told = Number.parseFloat(await text(page, "#tab-look .finding"));
  assert(Math.abs(told - area) < 0.01, `the page says ${told} m², and the command ${area}`);
  await label(page, "room.wok").click();
  await expect(page.locator("#tab-look .finding")).toHaveCount(0);
});

test("the address shows the same view", async ({ go }) => {
  const file = pageOf(join(larger, "academy")),
    page = await go(file);
  await page.keyboard.press("p");
  await page.keyboard.press("+");
  await page.click("#edit");
  await expect.poll(() => address(page)).toMatch(/plan=1.*tab=edit/);
  const before = await address(page),
    again = await go(`${file}${before}`);
  await again.keyboard.press("h");
  await again.keyboard.press("h");
  await expect.poll(() => address(again)).toBe(before);
});

test("Fit shows what is visible", async ({ open }) => {
  const page = await open(join(larger, "academy")),
    distance = async () => {
      await page.click("#fit");
      await page.waitForTimeout(700);
      return Number(new URLSearchParams((await address(page)).slice(1)).get("at")?.split(",")[3]);
    };
  await page.click("#look");
  const whole = await distance();
  for (const room of ["gallery", "library", "garden", "cellar"]) await label(page, room).click();
  const part = await distance();
  assert(part < whole * 0.8, `the whole is seen from ${whole}, and one room from ${part}`);
});

test.describe("a phone", () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

  test("has the samples, words for fingers, the legend, and every control inside the screen", async ({ open }) => {
    const page = await open();
    await page.waitForTimeout(300);
    await page.screenshot({ path: picture("phone-welcome.png") });
    await page.tap("#sample-academy");
    await expect(page.locator("#hint")).toContainText("One finger turns");
    await expect(page.locator("#legend summary")).toBeVisible();
    await page.tap("#legend summary");
    const legend = await boxOf(page, "#legend");
    assert(legend.width > 60 && legend.height > 60 && legend.x >= 0, JSON.stringify(legend));
    await frame(page);
    await page.screenshot({ path: picture("phone.png") });
    await page.tap("#legend summary");
    for (const tab of ["look", "ask", "edit", "about", "findings"]) {
      await page.tap(`#${tab}`);
      const outside = await page.evaluate(() => {
        const controls = [...document.querySelectorAll("button, select, input, summary")].map(
          it => [it, it.getBoundingClientRect()] as const,
        );
        return controls
          .filter(([, { left, right, width }]) => width && (left < 0 || right > innerWidth + 0.5))
          .map(([it]) => it.textContent);
      });
      assert.deepEqual(outside, [], `controls of ${tab} over the edge`);
    }
  });
});

test("no control lies over the edge of the panel", async ({ open }) => {
  const page = await open(join(larger, "academy"), "--place", "gate0.dwk,22,0,0,1.5708");
  await page.keyboard.press("5");
  for (const tab of ["look", "ask", "edit", "about", "findings"]) {
    await page.click(`#${tab}`);
    const outside = await page.evaluate(() => {
      const edge = document.getElementById("panel")?.getBoundingClientRect() ?? { left: 0, right: 0 };
      const controls = [...document.querySelectorAll("#panel button, #panel select, #panel input, #panel summary")];
      const boxes = controls.map(it => [it.textContent, it.getBoundingClientRect()] as const);
      return boxes.filter(([, { left, right, width }]) => width && (left < edge.left || right > edge.right)).map(([name]) => name);
    });
    assert.deepEqual(outside, [], `controls of ${tab}`);
  }
});
