// Draws pictures in WebAssembly. The program stops with a panic if their checksums are not those of this machine.
'use strict';
const fs = require('fs');

WebAssembly.instantiate(fs.readFileSync(process.argv[2]), {}).then(({ instance }) => {
    instance.exports.main(0, 0);
    console.log('SVG and PNG have the same bytes in WebAssembly');
}).catch((error) => {
    console.log(`DIFFERENT in WebAssembly: ${error.message}`);
    process.exit(1);
});
