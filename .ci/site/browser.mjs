// Proves a site in headless Chromium: node browser.mjs CHROMIUM FOLDER. See run beside this file.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import lighthouse from "lighthouse";
import { chromium } from "@playwright/test";

const [executablePath, folder] = process.argv.slice(2), PORT = 9333;
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json",
  ".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".woff": "font/woff", ".ttf": "font/ttf", ".txt": "text/plain",
};
const asked = [];
const server = createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  asked.push(path);
  const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
  try {
    const bytes = await readFile(file);
    response.writeHead(200, { "content-type": TYPES[extname(file)] || "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
// Service workers need a secure origin, which localhost is.
const origin = `http://localhost:${server.address().port}`;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--enable-unsafe-swiftshader", `--remote-debugging-port=${PORT}`] });

const PAGES = ["", "app.html", "book/cookbook.html", "book/formats/bwm.html"];
for (const path of PAGES) {
  const { lhr } = await lighthouse(`${origin}/${path}`, { port: PORT, output: "json", onlyCategories: ["accessibility", "best-practices"] });
  const faults = Object.values(lhr.audits).filter(audit => audit.score !== null && audit.score < 1 && audit.scoreDisplayMode === "binary");
  for (const category of Object.values(lhr.categories)) {
    const told = `${path || "index.html"}: ${category.title} ${Math.round(category.score * 100)}`;
    assert.equal(category.score, 1, `${told}: ${faults.map(it => `${it.id} ${JSON.stringify(it.details?.items?.slice(0, 3))}`).join("; ")}`);
    console.log(told);
  }
  const others = (lhr.audits["network-requests"]?.details.items ?? []).map(it => it.url).filter(url => !/^(data|blob):/.test(url) && !url.startsWith(origin));
  assert.deepEqual(others, [], `${path}: no other host is asked`);
}

// Without a network, after a first visit to the start page and to one sample.
const page = await (await browser.newContext()).newPage();
const urls = [];
// The application forbids `eval`, which `waitForFunction` needs.
const ready = () => page.locator('html[data-ready="true"]').waitFor({ state: "attached" });
page.on("request", request => urls.push(request.url()));
await page.goto(`${origin}/index.html`);
await page.evaluate(() => navigator.serviceWorker.ready);
await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
await page.goto(`${origin}/samples/academy.html`);
await ready();
assert.ok(urls.every(url => /^(data|blob):/.test(url) || url.startsWith(origin)), "no other host is asked");
await new Promise(resolve => { server.closeAllConnections(); server.close(resolve); });
for (const path of ["index.html", "app.html", "samples/academy.html"]) {
  await page.goto(`${origin}/${path}`);
  if (path !== "index.html") await ready();
  console.log(`${path} works without a network: ${await page.title()}`);
}
await assert.rejects(page.goto(`${origin}/samples/town.html`), "a page that was not visited is not there");
await browser.close();
console.log(`the site was asked ${asked.length} times, and no other host`);
