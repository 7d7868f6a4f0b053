// In Firefox: a path as the command answers it, and a painted face with the bytes that the command writes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answerOf, askPath, command, folder, matches, pageOf, samples, test, withoutPolicy } from "./support";

const room = join(samples, "room.wok");

test("a path is that of the command", async ({ open }) => {
  const page = await open(room);
  matches(await askPath(page, "1,1", "5,5"), answerOf("path", "--json", room, "--", "1,1", "5,5"), "a path");
});

test("a painted face is downloaded as the command writes it", async ({ go }) => {
  const page = await go(`${withoutPolicy(pageOf(room))}#tab=edit&face=11`);
  await page.selectOption("#paint", "7");
  await page.click("#paint-now");
  // Downloads are no part of WebDriver BiDi here, so the bytes are taken where the page makes its link.
  const bytes = await page.evaluate(() => {
    const create = URL.createObjectURL;
    return new Promise<number[]>(done => {
      URL.createObjectURL = blob => {
        (blob as Blob).arrayBuffer().then(buffer => done([...new Uint8Array(buffer)]));
        return create(blob);
      };
      document.getElementById("download")?.click();
    });
  });
  const written = join(folder(), "room.wok");
  command("edit", room, "--paint", "11=7", "-o", written);
  assert.deepEqual(Buffer.from(bytes), readFileSync(written));
});
