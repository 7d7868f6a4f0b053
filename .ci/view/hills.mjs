// A large room for measurements.

/** A KotOR room with hills, with a given number of squares per side, without tables. */
export function hills(side) {
  const points = (side + 1) ** 2, faces = 2 * side * side, sizes = [12 * points, 12 * faces, 4 * faces, 12 * faces, 4 * faces];
  const bytes = Buffer.alloc(136 + sizes.reduce((sum, size) => sum + size));
  bytes.write("BWM V1.0", "latin1");
  bytes.writeUInt32LE(1, 8);
  const starts = sizes.map((_, at) => 136 + sizes.slice(0, at).reduce((sum, size) => sum + size, 0)), end = bytes.length;
  // Counts and offsets: vertices, faces, materials, normals, distances, tree, neighbours, edges, perimeters.
  const header = [points, starts[0], faces, starts[1], starts[2], starts[3], starts[4], 0, end, 0, 0, end, 0, end, 0, end];
  header.forEach((value, at) => bytes.writeUInt32LE(value, 72 + 4 * at));
  for (let at = 0; at < points; at++) {
    const x = at % (side + 1), y = Math.floor(at / (side + 1));
    [x, y, 8 * Math.sin(x / 30) * Math.cos(y / 40)].forEach((value, axis) => bytes.writeFloatLE(value, starts[0] + 12 * at + 4 * axis));
  }
  for (let at = 0; at < faces / 2; at++) {
    const corner = at + Math.floor(at / side), next = corner + side + 1;
    [corner, corner + 1, next + 1, corner, next + 1, next].forEach((value, which) => bytes.writeUInt32LE(value, starts[1] + 24 * at + 4 * which));
    for (const face of [2 * at, 2 * at + 1]) bytes.writeUInt32LE(4 + (at >> 9) % 3, starts[2] + 4 * face);
  }
  return bytes;
}
