// Colours by name, as `walkmesh draw` has them, in the current theme: the library writes PALETTE, and a test compares it.
import { PALETTE } from "./palette";
import { mix, type Vector } from "./vectors";

// Red, green and blue from 0 to 255.
export type Color = Vector;
export type Theme = "light" | "dark";
type Lists = "category" | "muted" | "ramp";
export type InkName = Exclude<keyof typeof PALETTE.light, Lists>;

let theme: Theme = "light";
export const isDark = (): boolean => theme === "dark";
export function useTheme(next: Theme): void {
  theme = next;
}

const list = (name: Lists) => PALETTE[theme][name] as Color[];
const cyclic = (name: Lists, number: number) => list(name)[number % list(name).length];
export const ink = (name: InkName): Color => PALETTE[theme][name] as Color;
export const category = (number: number): Color => cyclic("category", number);
export const muted = (number: number): Color => cyclic("muted", number);
// The colour of another level in the view, by its number.
export const besideColor = (number: number): Color => category(number + 3);
export const css = (color: Color, alpha = 1): string => `rgba(${color.map(Math.round).join(",")},${alpha})`;

// The colour of a share from 0 to 1.
export function ramp(share: number): Color {
  const points = list("ramp"),
    at = Math.min(Math.max(share, 0), 1) * (points.length - 1),
    low = Math.min(Math.floor(at), points.length - 2);
  return mix(points[low], points[low + 1], at - low);
}
