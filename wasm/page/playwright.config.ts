// The tests of the page: units of its scripts, and the page itself in Debian's browsers. `.ci/view/run` sets the variables:
// WALKMESH is the command, PAGE a page that was just built (without it, the command's own is tested), RESULTS a folder.
import { defineConfig } from "@playwright/test";

const { RESULTS = "node_modules/.tests" } = process.env;

export default defineConfig({
  testDir: "tests",
  outputDir: `${RESULTS}/failed`,
  timeout: 120000,
  expect: { timeout: 20000 },
  workers: 2,
  fullyParallel: true,
  reporter: "list",
  use: { viewport: { width: 1200, height: 760 } },
  projects: [
    { name: "unit", testMatch: "*.test.ts" },
    {
      name: "chromium",
      testMatch: "*.spec.ts",
      testIgnore: "firefox.spec.ts",
      use: { launchOptions: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--enable-unsafe-swiftshader"] } },
    },
    {
      // Debian's Firefox ESR has no protocol but WebDriver BiDi, and lacks commands that later versions of Playwright need.
      name: "firefox",
      testMatch: "firefox.spec.ts",
      use: { browserName: "_bidiFirefox" as "firefox", channel: "moz-firefox", launchOptions: { executablePath: "/usr/bin/firefox-esr" } },
    },
  ],
});
