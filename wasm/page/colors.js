// The colours are those of `walkmesh draw`: PALETTE is written by the library, and a test compares it.
let theme = "light";
const ink = name => PALETTE[theme][name];
const css = (color, alpha = 1) => `rgba(${color.map(Math.round).join(",")},${alpha})`;
const cyclic = (list, number) => list[number % list.length];
const category = number => cyclic(ink("category"), number);
const muted = number => cyclic(ink("muted"), number);

function ramp(share) {
  const points = ink("ramp"), at = Math.min(Math.max(share, 0), 1) * (points.length - 1), low = Math.min(Math.floor(at), points.length - 2);
  return mix(points[low], points[low + 1], at - low);
}

// The ways to colour triangles: each gives a legend and the colour of a triangle.
const COLORINGS = {
  material: { title: "Material", make: byLibrary("material") },
  walkable: { title: "Walkable or not", make: byLibrary("walkable") },
  part: { title: "Connected parts", make: byLibrary("part") },
  rooms: { title: "Rooms or blocks", make: byPart },
  height: { title: "Height", make: byLibrary("height") },
  slope: { title: "Slope", make: byLibrary("slope") },
  findings: { title: "Findings", make: byFinding },
};

// The groups and the legend are those of `walkmesh draw`. What creatures do not walk on is last, and heights and slopes begin at
// the end of the ramp.
function byLibrary(by) {
  return mesh => {
    const { legend, groups } = mesh.coloring(by), none = muted(0);
    const colors = legend.map(({ ink, number }) => ({ category, muted, ramp: step => ramp(step / 255) })[ink](number));
    const used = new Set(groups), entries = isPlain => legend.flatMap(({ title, ink }, at) => (used.has(at) && (ink === "muted") === isPlain ? [[colors[at], title]] : []));
    const plain = entries(true), rest = entries(false);
    if (legend.some(({ ink }) => ink === "ramp")) rest.reverse();
    return { legend: rest.concat(plain), of: triangle => colors[groups[triangle]] || none };
  };
}

function byPart(mesh) {
  const legend = mesh.parts.slice(0, 14).map((part, at) => [category(at), part.name, part.count]);
  if (mesh.parts.length > 14) legend.push([muted(0), `${mesh.parts.length - 14} more`]);
  const colors = mesh.parts.map((_, at) => category(at)), dim = mesh.parts.map((_, at) => mix(category(at), ink("page"), 0.55));
  return { legend, of: triangle => {
    const part = mesh.partOf(triangle);
    return (mesh.classes[mesh.classOf[triangle]].walkable ? colors : dim)[part];
  } };
}

function byFinding(mesh) {
  const worst = mesh.severities(), names = ["none", "info", "warning", "error", "fatal"], plain = [muted(0), muted(2)];
  const colors = [null, ink("info"), ink("warning"), ink("error"), ink("error")];
  const legend = [[colors[3], "error"], [colors[2], "warning"], [colors[1], "info"], [plain[0], names[0]]];
  return { legend, of: triangle => colors[worst[triangle]] || plain[mesh.classes[mesh.classOf[triangle]].walkable ? 0 : 1] };
}

const shown = value => String(Math.round(value * 1000) / 1000);
const plural = (count, what) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
