// Validates GLB files; exits with 1 if there is an error or a warning in any.
const fs = require('fs');
const validator = require('gltf-validator');

async function main(paths) {
  let faults = 0;
  for (const path of paths) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(path)), { maxIssues: 0 });
    const { numErrors, numWarnings, messages } = report.issues;
    faults += numErrors + numWarnings;
    for (const message of messages.filter((message) => message.severity < 2).slice(0, 20)) {
      console.log(`${path}: ${message.code} at ${message.pointer}: ${message.message}`);
    }
  }
  console.log(`glTF validator: ${paths.length} files, ${faults} errors and warnings`);
  process.exit(faults > 0 ? 1 : 0);
}

main(process.argv.slice(2));
