// Compares the screenshots of Chromium with resvg's rendering of the same SVG. Text and lines differ a little at their
// borders, so that a picture may differ in a few of its pixels, and by little on average.
'use strict';
const fs = require('fs');
const path = require('path');
const { Resvg } = require('@resvg/resvg-js');
const { PNG } = require('pngjs');

const [gallery, shots] = process.argv.slice(2);
let failed = false;
for (const name of fs.readdirSync(gallery).filter((name) => name.endsWith('.svg')).sort()) {
    const ours = PNG.sync.read(new Resvg(fs.readFileSync(path.join(gallery, name))).render().asPng());
    const theirs = PNG.sync.read(fs.readFileSync(path.join(shots, name.replace(/svg$/, 'png'))));
    if (ours.width !== theirs.width || ours.height !== theirs.height) {
        throw new Error(`${name}: ${ours.width}x${ours.height} and ${theirs.width}x${theirs.height}`);
    }
    let [sum, far] = [0, 0];
    for (let at = 0; at < ours.data.length; at += 4) {
        const by = Math.max(...[0, 1, 2].map((channel) => Math.abs(ours.data[at + channel] - theirs.data[at + channel])));
        sum += by;
        far += by > 64 ? 1 : 0;
    }
    const pixels = ours.data.length / 4;
    const line = `${name}: ${(sum / pixels).toFixed(3)} levels on average, ${((100 * far) / pixels).toFixed(3)} % of pixels far off`;
    const isAlike = sum / pixels < 1.5 && far / pixels < 0.005;
    failed ||= !isAlike;
    console.log(isAlike ? line : `DIFFERENT: ${line}`);
}
process.exit(failed ? 1 : 0);
