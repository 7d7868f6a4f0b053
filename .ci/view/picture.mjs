// Takes a picture of a page of `walkmesh view` with a finding open: node picture.mjs CHROMIUM PAGE PICTURE
import { chromium } from "@playwright/test";

const [executablePath, file, path] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--enable-unsafe-swiftshader"] });
const page = await browser.newPage({ viewport: { width: 1200, height: 720 } });
await page.goto(`file://${file}`);
await page.waitForSelector("html[data-ready]", { timeout: 300000 });
await page.click('[data-tab="findings"]');
const finding = page.locator("#tab-findings button.finding", { hasText: "face 3" }).first();
await finding.evaluate(button => {
  for (let at = button.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
});
await finding.click();
// The camera flies there, and goes back until the whole room is seen.
await page.waitForTimeout(2000);
for (let step = 0; step < 4; step += 1) await page.keyboard.press("-");
await page.evaluate(() => document.activeElement.blur());
await page.waitForTimeout(2000);
await page.screenshot({ path });
await browser.close();
