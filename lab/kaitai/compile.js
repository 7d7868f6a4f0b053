// Compiles the Kaitai Struct descriptions of a folder to Python: node compile.js NODE_MODULES DESCRIPTIONS OUT
const fs = require("fs");
const path = require("path");

const [modules, descriptions, out] = process.argv.slice(2);
const load = (name) => require(path.resolve(modules, name));
const [kaitai, yaml] = [load("kaitai-struct-compiler"), load("yaml")];
const imports = { importYaml: (name) => Promise.reject(new Error(`nothing is imported: ${name}`)) };

(async () => {
  for (const file of fs.readdirSync(descriptions).filter((name) => name.endsWith(".ksy"))) {
    const description = yaml.parse(fs.readFileSync(path.join(descriptions, file), "utf8"));
    const files = await kaitai.compile("python", description, imports, false);
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(out, name), text);
  }
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
