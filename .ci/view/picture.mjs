// Takes a picture of a page of `walkmesh view` with a finding open: node picture.mjs CHROMIUM PAGE PICTURE
import puppeteer from "puppeteer-core";

const [executablePath, file, path] = process.argv.slice(2);
const browser = await puppeteer.launch({ executablePath, headless: true, args: ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"] });
const page = await browser.newPage();
await page.setViewport({ width: 1200, height: 720 });
await page.goto(`file://${file}`);
await page.waitForSelector("html[data-ready]", { timeout: 300000 });
await page.click('[data-tab="findings"]');
await page.evaluate(() => {
  const rule = [...document.querySelectorAll("#tab-findings details")].find(it => it.textContent.includes("face-faces-down"));
  rule.open = true;
  rule.querySelector("button.finding").click();
});
// The camera flies there, and goes back until the whole room is seen.
const rest = () => new Promise(done => setTimeout(done, 2000));
await rest();
for (let step = 0; step < 4; step += 1) await page.keyboard.press("-");
await page.evaluate(() => document.activeElement.blur());
await rest();
await page.screenshot({ path });
await browser.close();
