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
  material: { title: "Material", make: byMaterial },
  walkable: { title: "Walkable or not", make: byWalkable },
  parts: { title: "Connected parts", make: byConnectedPart },
  rooms: { title: "Rooms or blocks", make: byPart },
  height: { title: "Height", make: byHeight },
  slope: { title: "Slope", make: bySlope },
  findings: { title: "Findings", make: byFinding },
};

function byMaterial(mesh) {
  const counts = new Map();
  for (const at of mesh.classOf) counts.set(at, (counts.get(at) || 0) + 1);
  const used = [...counts.keys()].sort((a, b) => mesh.classes[a].walkable - mesh.classes[b].walkable || counts.get(b) - counts.get(a) || mesh.classes[a].number - mesh.classes[b].number);
  const blocked = used.filter(at => !mesh.classes[at].walkable).length;
  // The library says which ink a class has, so that a material has the same colour in every file.
  const colors = mesh.classes.map(({ walkable, ink }) => (walkable ? category : muted)(ink));
  const legend = used.map(at => [colors[at], mesh.classes[at].name || mesh.classes[at].label, counts.get(at)]);
  return { legend: legend.slice(blocked).concat(legend.slice(0, blocked)), of: triangle => colors[mesh.classOf[triangle]] };
}

function byWalkable(mesh) {
  const [yes, no] = [category(0), muted(0)];
  return { legend: [[yes, "walkable"], [no, "not walkable"]], of: triangle => (mesh.classes[mesh.classOf[triangle]].walkable ? yes : no) };
}

function byConnectedPart(mesh) {
  const parts = mesh.connectedParts(), counts = new Map();
  for (const part of parts) if (part >= 0) counts.set(part, (counts.get(part) || 0) + 1);
  const ranked = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || a - b);
  const rank = new Map(ranked.map((part, at) => [part, at])), none = muted(0), others = ink("info");
  const color = at => (at < 24 ? category(at) : others);
  const legend = ranked.slice(0, 12).map((part, at) => [color(at), `part ${part}`, counts.get(part)]);
  if (ranked.length > 12) legend.push([others, `${ranked.length - 12} smaller parts`]);
  legend.push([none, "in no part"]);
  return { legend, of: triangle => (parts[triangle] < 0 ? none : color(rank.get(parts[triangle]))) };
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

function byHeight(mesh) {
  const [low, high] = mesh.heights, span = high - low || 1;
  const legend = [1, 0.75, 0.5, 0.25, 0].map(share => [ramp(share), `${shown(low + share * span)} ${mesh.unit}`]);
  return { legend, of: triangle => ramp((mesh.middle(triangle)[2] + mesh.center[2] - low) / span) };
}

function bySlope(mesh) {
  const steps = [[5, "up to 5°"], [20, "up to 20°"], [45, "up to 45°"], [60, "up to 60°"], [85, "up to 85°"], [91, "vertical"]];
  return { legend: steps.map(([, name], at) => [ramp(1 - at / 5), name]), of: triangle => ramp(1 - Math.max(0, steps.findIndex(([most]) => mesh.slope(triangle) <= most)) / 5) };
}

function byFinding(mesh) {
  const worst = mesh.severities(), names = ["none", "info", "warning", "error", "fatal"], plain = [muted(0), muted(2)];
  const colors = [null, ink("info"), ink("warning"), ink("error"), ink("error")];
  const legend = [[colors[3], "error"], [colors[2], "warning"], [colors[1], "info"], [plain[0], names[0]]];
  return { legend, of: triangle => colors[worst[triangle]] || plain[mesh.classes[mesh.classOf[triangle]].walkable ? 0 : 1] };
}

const shown = value => String(Math.round(value * 1000) / 1000);
const plural = (count, what) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
