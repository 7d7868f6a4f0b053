// The colours of `walkmesh draw`: those of Okabe and Ito for what creatures walk on, greys for the rest, viridis for scales.
const CATEGORIES = [[0, 158, 115], [86, 180, 233], [230, 159, 0], [240, 228, 66], [204, 121, 167], [213, 94, 0], [0, 114, 178], [110, 66, 36]];
const RAMP = [[68, 1, 84], [68, 57, 131], [49, 104, 142], [33, 145, 140], [53, 183, 121], [144, 215, 67], [253, 231, 37]];
const WHITE = [255, 255, 255], BLACK = [0, 0, 0];
const INKS = {
  light: { page: [255, 255, 255], border: [45, 48, 54], exit: [170, 20, 120], object: [120, 70, 20], path: [20, 40, 160], grid: [130, 136, 146],
    text: [28, 30, 34], error: [190, 0, 60], warning: [230, 120, 0], info: [0, 100, 170], route: [213, 94, 0], added: [0, 114, 178], repainted: [240, 200, 20] },
  dark: { page: [20, 23, 28], border: [225, 228, 232], exit: [255, 130, 215], object: [235, 180, 110], path: [120, 200, 255], grid: [135, 142, 155],
    text: [232, 234, 238], error: [255, 90, 120], warning: [255, 170, 40], info: [110, 190, 240], route: [240, 120, 40], added: [86, 180, 233], repainted: [240, 228, 66] },
};

let theme = "light";
const ink = name => INKS[theme][name];
const css = (color, alpha = 1) => `rgba(${color.map(Math.round).join(",")},${alpha})`;
const soften = (color, share) => mix(color, theme === "light" ? WHITE : ink("page"), share);

function category(number) {
  const color = CATEGORIES[number % 8], round = Math.floor(number / 8) % 3;
  return soften(round === 0 ? color : mix(color, round === 1 ? WHITE : BLACK, round === 1 ? 0.55 : 0.45), 0.2);
}

function muted(number) {
  const level = number % 4, grey = theme === "light" ? 216 - 22 * level : 74 - 14 * level;
  return [grey, grey, grey];
}

function ramp(share) {
  const at = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1), low = Math.min(Math.floor(at), RAMP.length - 2);
  return soften(mix(RAMP[low], RAMP[low + 1], at - low), 0.12);
}

// The ways to colour triangles: each gives a legend and the colour of a triangle.
const COLORINGS = {
  material: { title: "Material", make: byMaterial },
  walkable: { title: "Walkable or not", make: byWalkable },
  parts: { title: "Connected parts", make: byIsland },
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
  const colors = [];
  used.forEach((at, place) => { colors[at] = place < blocked ? muted(place) : category(place - blocked); });
  const legend = used.map(at => [colors[at], mesh.classes[at].name || mesh.classes[at].label, counts.get(at)]);
  return { legend: legend.slice(blocked).concat(legend.slice(0, blocked)), of: triangle => colors[mesh.classOf[triangle]] };
}

function byWalkable(mesh) {
  const [yes, no] = [category(0), muted(0)];
  return { legend: [[yes, "walkable"], [no, "not walkable"]], of: triangle => (mesh.classes[mesh.classOf[triangle]].walkable ? yes : no) };
}

function byIsland(mesh) {
  const islands = mesh.islands(), counts = new Map();
  for (const island of islands) if (island >= 0) counts.set(island, (counts.get(island) || 0) + 1);
  const ranked = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || a - b);
  const rank = new Map(ranked.map((island, at) => [island, at])), none = muted(0), others = ink("info");
  const color = at => (at < 24 ? category(at) : others);
  const legend = ranked.slice(0, 12).map((island, at) => [color(at), `part ${island}`, counts.get(island)]);
  if (ranked.length > 12) legend.push([others, `${ranked.length - 12} smaller parts`]);
  legend.push([none, "in no part"]);
  return { legend, of: triangle => (islands[triangle] < 0 ? none : color(rank.get(islands[triangle]))) };
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
