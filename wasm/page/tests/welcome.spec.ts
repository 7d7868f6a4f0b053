// The start screen: accepted files, samples, errors, and the steps from a drop to the repaired file.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { command, damagedArea, downloaded, drop, folder, larger, picture, sample, samples, test, titled } from "./support";

test("an empty page says what it takes, and that nothing leaves the computer", async ({ open }) => {
  const page = await open(),
    welcome = page.locator("#welcome");
  await expect(welcome).toContainText("Drop modules, folders or files here");
  await expect(welcome).toContainText("Nothing leaves this computer");
  for (const game of ["Knights of the Old Republic", "Neverwinter Nights 2", "Silkroad Online"]) await expect(welcome).toContainText(game);
  await expect(page.locator("#panel")).toBeHidden();
  const [files] = await Promise.all([page.waitForEvent("filechooser"), page.click("text=Open files")]);
  assert(files.isMultiple());
  await page.waitForTimeout(300);
  await page.screenshot({ path: picture("welcome.png") });
  await files.setFiles(join(samples, "room.wok"));
  await titled(page, "room.wok");
  await expect(welcome).toBeHidden();
});

test("a folder is opened", async ({ open }) => {
  const page = await open();
  const [chosen] = await Promise.all([page.waitForEvent("filechooser"), page.click("text=Open folder")]);
  await chosen.setFiles(join(larger, "academy"));
  await titled(page, "academy.lyt");
});

for (const [name, title] of [
  ["academy", "academy.lyt"],
  ["town", "town.trx"],
  ["crypt", "crypt.dof"],
  ["manor", "manor.lyt"],
]) {
  test(`a click opens the sample ${name}`, async ({ open }) => {
    const page = await open();
    await page.click(`#sample-${name}`);
    await expect(page.locator("#title")).toHaveText(title);
    await expect(page.locator("#findings-count")).toHaveText("");
    await expect(page.locator("#verdict")).toContainText("No fault");
    await page.screenshot({ path: picture(`sample-${name}.png`) });
  });
}

test("what cannot be opened is said where the picture would be", async ({ open }) => {
  const page = await open();
  await drop(page, ["letter.txt", Buffer.from("Dear reader")]);
  await expect(page.locator("#welcome [role=alert]")).toContainText("letter.txt");
  await drop(page, ["room.wok", sample("room.wok")]);
  await titled(page, "room.wok");
  await expect(page.locator("#welcome")).toBeHidden();
});

for (const [name, code, mend] of [
  ["room.wok", "face-faces-down", "repair"],
  ["yard.trx", "face-centre-stale", "bake"],
]) {
  test(`${name} is mended rule by rule, with a look at before and after`, async ({ open }) => {
    const damaged = join(folder(), name);
    if (mend === "repair") command("edit", join(samples, name), "--flip", "3", "-o", damaged);
    else writeFileSync(damaged, damagedArea(sample(name), 3));
    const page = await open(damaged),
      rule = page.locator("details.rule", { hasText: code });
    await page.waitForSelector("#mend");
    const before = Number(await page.textContent("#findings-count"));
    assert(before > 0);
    await rule.evaluate(it => {
      (it as HTMLDetailsElement).open = true;
    });
    await rule.getByRole("button", { name: /^Before and after/ }).click();
    const image = page.locator(".before-after img");
    if (mend === "bake") await expect(page.locator(".before-after")).toContainText("only tables");
    else assert(await image.evaluate(it => (it as HTMLImageElement).decode().then(() => (it as HTMLImageElement).naturalWidth > 0)));
    await page.screenshot({ path: picture(`before-after-${name}.png`) });
    await rule.getByRole("button", { name: /^Repair/ }).click();
    await expect(rule).toHaveCount(0);
    await page.screenshot({ path: picture(`repaired-${name}.png`) });
    const [saved, bytes] = await downloaded(page, "#mended-download"),
      mended = join(folder(), name);
    assert.equal(saved, name);
    command(mend, damaged, "-o", mended);
    assert.deepEqual(bytes, readFileSync(mended), "the command makes the same bytes");
    await page.click("#mended >> text=Undo");
    await expect(page.locator("#findings-count")).toHaveText(String(before));
  });
}

test("an area that is not baked is baked as the command does it", async ({ open }) => {
  const page = await open(join(samples, "town.trn"));
  await expect(page.locator("#verdict")).toContainText("Not baked");
  await page.click("#mend");
  const [name, bytes] = await downloaded(page, "#mended button.save"),
    override = folder();
  command(join(samples, "town.trn"), "--fix", "--override", override);
  assert.equal(name, "town.trx");
  assert.deepEqual(bytes, readFileSync(join(override, name)), "the command writes the same bytes");
});

test("infos are no badge", async ({ open }) => {
  const page = await open(join(larger, "academy"));
  await expect(page.locator("#verdict")).toContainText("No fault");
  await expect(page.locator("#findings-count")).toHaveText("");
  await expect(page.locator("#infos > summary")).toContainText(/\d+ notes? that/);
});
