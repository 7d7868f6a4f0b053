// Prepares docs/ for mdBook: node book.mjs DOCS SRC REPOSITORY
//
// The pages are copied unchanged, except for links out of the folder, which lead to the repository, and links to a README.md,
// which mdBook calls index.html. The list of chapters is below.
import { cpSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

const [docs, src, repository] = process.argv.slice(2);

const CHAPTERS = `
[Documentation](README.md)

- [Install](install.md)
- [Cookbook](cookbook.md)
- [The command on one page](command.md)
- [Try it in the game]()
  - [Knights of the Old Republic](try/kotor.md)
  - [Neverwinter Nights 2](try/nwn2.md)
  - [Silkroad Online](try/silkroad.md)
- [Gallery](gallery/README.md)
- [Findings](findings.md)
- [The engine of KotOR](engine.md)
- [Formats]()
  - [BWM: walkmeshes of KotOR](formats/bwm.md)
  - [TRN, TRX and ASWM: areas of NWN2](formats/trn-aswm.md)
  - [AINavData: dungeons of Silkroad](formats/ainav.md)
  - [DOF and BMS: floors of Silkroad](formats/dof-bms.md)
  - [Contents of an area of KotOR](formats/kotor-area.md)
  - [MDL: models of KotOR](formats/mdl.md)
  - [MDB: models of NWN2](formats/mdb.md)
  - [GFF](formats/gff.md)
  - [2DA](formats/two-da.md)
  - [Archives](formats/archives.md)
  - [The sort of the C runtime](formats/crt-qsort.md)
  - [Detour and Godot](formats/detour.md)
- [Test a whole game](selftest.md)
- [Footprints of placeables](footprints.md)
- [The add-on for Blender](blender.md)
- [The JSON of the command](json.md)
- [Measurements](measurements.md)
- [What the tests reach](coverage.md)
- [Glossary](glossary.md)
- [Extend walkmesh](extending.md)
`;

cpSync(docs, src, { recursive: true });

/** @param {string} folder @returns {string[]} */
const pagesIn = folder => readdirSync(folder).flatMap(name => {
  const path = join(folder, name);
  return statSync(path).isDirectory() ? pagesIn(path) : path.endsWith(".md") ? [path] : [];
});

const unlisted = [];
for (const page of pagesIn(src)) {
  const here = dirname(relative(src, page));
  const text = readFileSync(page, "utf8").replace(/\]\(([^)\s]+)\)/g, (link, target) => {
    if (/^([a-z]+:|#)/.test(target)) return link;
    const [path, anchor] = target.split("#");
    const place = normalize(join("docs", here, path));
    const tail = anchor === undefined ? "" : `#${anchor}`;
    if (place.startsWith("docs/") || place === "docs") return `](${path.replace(/(^|\/)README\.md$/, "$1index.html")}${tail})`;
    return `](${repository}/blob/main/${place}${tail})`;
  });
  writeFileSync(page, text);
  if (!CHAPTERS.includes(`](${relative(src, page)})`)) unlisted.push(relative(src, page));
}
if (unlisted.length) throw new Error(`site/book.mjs has no chapter for ${unlisted.join(", ")}`);
writeFileSync(join(src, "SUMMARY.md"), `# Summary\n${CHAPTERS}`);
