// The ways to colour triangles.
import { type Color, category, ink, muted, ramp } from "./ink";
import type { Mesh } from "./mesh";
import { mix } from "./vectors";

export type LegendRow = [color: Color, title: string];
// A legend, and the colour of a triangle.
export interface Colors {
  legend: LegendRow[];
  of: (triangle: number) => Color;
}

export type ColoringName = "material" | "walkable" | "part" | "rooms" | "height" | "slope" | "findings";
export const COLORINGS: Record<ColoringName, { title: string; make: (mesh: Mesh) => Colors }> = {
  material: { title: "Material", make: byLibrary("material") },
  walkable: { title: "Walkable or not", make: byLibrary("walkable") },
  part: { title: "Connected parts", make: byLibrary("part") },
  rooms: { title: "Rooms or blocks", make: byPart },
  height: { title: "Height", make: byLibrary("height") },
  slope: { title: "Slope", make: byLibrary("slope") },
  findings: { title: "Findings", make: byFinding },
};
export const isColoring = (name: string): name is ColoringName => Object.hasOwn(COLORINGS, name);

// The colour that the library names.
export const inks = { category, muted, ramp: (step: number) => ramp(step / 255) };

// The groups and the legend are those of `walkmesh draw`. Unwalkable groups come last, and heights and slopes begin at the end
// of the ramp.
function byLibrary(by: string): (mesh: Mesh) => Colors {
  return mesh => {
    const { legend, groups } = mesh.coloring(by),
      none = muted(0),
      used = new Set(groups);
    const colors = legend.map(entry => inks[entry.ink](entry.number));
    const rows = (isPlain: boolean) =>
      legend.flatMap(({ title, ink }, at): LegendRow[] => (used.has(at) && (ink === "muted") === isPlain ? [[colors[at], title]] : []));
    const rest = rows(false);
    if (legend.some(entry => entry.ink === "ramp")) rest.reverse();
    return { legend: rest.concat(rows(true)), of: triangle => colors[groups[triangle]] || none };
  };
}

function byPart(mesh: Mesh): Colors {
  const legend = mesh.parts.slice(0, 14).map((part, at): LegendRow => [category(at), part.name]);
  if (mesh.parts.length > 14) legend.push([muted(0), `${mesh.parts.length - 14} more`]);
  const colors = mesh.parts.map((_, at) => category(at)),
    dim = colors.map(color => mix(color, ink("page"), 0.55));
  return { legend, of: triangle => (mesh.isWalkable(triangle) ? colors : dim)[mesh.partOf(triangle)] };
}

function byFinding(mesh: Mesh): Colors {
  const worst = mesh.severities(),
    [floor, other] = [muted(0), muted(2)];
  const colors = [null, ink("info"), ink("warning"), ink("error"), ink("error")];
  const legend: LegendRow[] = [
    [ink("error"), "error"],
    [ink("warning"), "warning"],
    [ink("info"), "info"],
    [floor, "none"],
  ];
  return { legend, of: triangle => colors[worst[triangle]] || (mesh.isWalkable(triangle) ? floor : other) };
}
