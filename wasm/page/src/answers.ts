// The results of the tools, which the panel shows.
import type { Hit, PathAnswer } from "../bindings/walkmesh";
import type { Color } from "./ink";

export interface TitledPath {
  title: string;
  answer: PathAnswer;
  color: () => Color;
  width: number;
  dashed?: boolean;
}
// The library's answer about a line of sight, or the reason why there is no answer.
export interface Sight {
  unknown: string | null;
  by_table?: boolean;
  by_geometry?: boolean;
}
// A straight part of the measuring tape, in the units of the game.
export interface TapePart {
  length: number;
  plan: number;
  rise: number;
}
export type Answer =
  | { kind: "error"; error: string }
  | { kind: "path"; answers: TitledPath[]; note: string | null }
  | { kind: "ray"; hit: Hit | null; sight: Sight }
  | { kind: "sight"; seen: number; hidden: number }
  | { kind: "measure"; points: string[]; parts: TapePart[] };
