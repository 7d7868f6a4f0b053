// Checks that each local link of each page of a site leads to a file, and to an anchor in it: node links.mjs FOLDER
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const folder = process.argv[2];
const filesIn = path => (statSync(path).isDirectory() ? readdirSync(path).flatMap(name => filesIn(join(path, name))) : [path]);
// Pages of `walkmesh view` have no links, and the page of all chapters repeats those of the others.
const pages = filesIn(folder).filter(path => path.endsWith(".html") && !/\/(samples\/.*|app|print|404)\.?(html)?$/.test(path));
const anchors = new Map();
const anchorsOf = path => {
  if (!anchors.has(path)) anchors.set(path, new Set([...readFileSync(path, "utf8").matchAll(/\s(?:id|name)="([^"]+)"/g)].map(it => it[1])));
  return anchors.get(path);
};

let links = 0;
const broken = [];
for (const page of pages) {
  for (const [, link] of readFileSync(page, "utf8").matchAll(/\s(?:href|src)="([^"]+)"/g)) {
    if (/^[a-z]+:|^\/\//i.test(link)) continue;
    links += 1;
    const [path, anchor] = link.replace(/&amp;/g, "&").split("#");
    let target = path ? join(dirname(page), decodeURIComponent(path.split("?")[0])) : page;
    if (existsSync(target) && statSync(target).isDirectory()) target = join(target, "index.html");
    const isThere = existsSync(target) && (!anchor || !target.endsWith(".html") || anchorsOf(target).has(decodeURIComponent(anchor)));
    if (!isThere) broken.push(`${relative(folder, page)}: ${link}`);
  }
}
if (links < 500) broken.push(`only ${links} links were found`);
if (broken.length) {
  console.error(broken.join("\n"));
  process.exit(1);
}
console.log(`${links} links of ${pages.length} pages lead somewhere`);
