// A stand-in for large meshes, which is drawn while the view moves.

// Number of triangles above which there is a stand-in.
const COARSE_ABOVE = 250000;

export interface StandIn {
  // Nine numbers for each triangle.
  corners: Float32Array;
  // For each triangle of the stand-in, the triangle whose colour it has.
  triangles: number[];
}

export function standIn(corners: Float32Array): StandIn {
  return corners.length / 9 > COARSE_ABOVE ? coarsened(corners, 160) : { corners: new Float32Array(), triangles: [] };
}

// A stand-in with few triangles: corners in one cell of a grid become one, and triangles in fewer than three cells are
// left out.
export function coarsened(corners: Float32Array, cells: number): StandIn {
  const count = corners.length / 9,
    low = [Infinity, Infinity, Infinity],
    high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < corners.length; at++) {
    const axis = at % 3,
      value = corners[at];
    if (value < low[axis]) low[axis] = value;
    if (value > high[axis]) high[axis] = value;
  }
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / cells || 1,
    first = new Map<number, number>(),
    seen = new Set<number>();
  const places: number[] = [],
    triangles: number[] = [],
    ids = [0, 0, 0];
  for (let triangle = 0; triangle < count; triangle++) {
    for (let which = 0; which < 3; which++) {
      const at = triangle * 9 + which * 3;
      ids[which] =
        (Math.floor((corners[at] - low[0]) / size) * 2048 + Math.floor((corners[at + 1] - low[1]) / size)) * 2048 +
        Math.floor((corners[at + 2] - low[2]) / size);
    }
    if (ids[0] === ids[1] || ids[1] === ids[2] || ids[0] === ids[2]) continue;
    const key = Math.min(...ids) * 4096 + ((ids[0] + ids[1] + ids[2]) % 4096);
    if (seen.has(key)) continue;
    seen.add(key);
    for (let which = 0; which < 3; which++) {
      const place = first.get(ids[which]) ?? triangle * 9 + which * 3;
      first.set(ids[which], place);
      places.push(place);
    }
    triangles.push(triangle);
  }
  const kept = new Float32Array(places.length * 3);
  for (const [to, from] of places.entries()) kept.set(corners.subarray(from, from + 3), to * 3);
  return { corners: kept, triangles };
}
