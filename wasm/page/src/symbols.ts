// Symbols of marks, as `walkmesh draw` has them: the shape and the colour identify the kind of thing.
import type { Mark } from "../bindings/walkmesh";
import { css, type InkName, ink } from "./ink";

type Shape = "disc" | "ring" | "square" | "diamond" | "triangle" | "cross" | "dot";
interface Symbol {
  title: string;
  ink: InkName;
  shape: Shape;
}

const SYMBOLS: Record<string, Symbol> = {
  creature: { title: "creatures", ink: "object", shape: "disc" },
  waypoint: { title: "waypoints", ink: "exit", shape: "cross" },
  door: { title: "doors", ink: "exit", shape: "square" },
  placeable: { title: "placeables", ink: "grid", shape: "square" },
  thing: { title: "stores, sounds, items", ink: "object", shape: "square" },
  trigger: { title: "triggers, encounters", ink: "grid", shape: "ring" },
  entry: { title: "entry", ink: "exit", shape: "triangle" },
  transition: { title: "transitions", ink: "exit", shape: "diamond" },
  hook: { title: "use hooks", ink: "object", shape: "triangle" },
};
const OTHER: Symbol = { title: "positions", ink: "grid", shape: "dot" };

export const symbolOf = ({ kind }: Mark): Symbol => SYMBOLS[kind] ?? OTHER;
// The things in an area, as opposed to parts of the walkmesh.
export const isThing = ({ kind }: Mark): boolean => symbolOf({ kind } as Mark) !== OTHER && !["transition", "hook"].includes(kind);

// The symbols of marks with their meanings, each once.
export function symbolLegend(marks: Mark[]): Symbol[] {
  return Object.values(SYMBOLS).filter(symbol => marks.some(mark => symbolOf(mark) === symbol));
}

const CORNERS: Partial<Record<Shape, [number, number][]>> = {
  square: [
    [-0.8, -0.8],
    [0.8, -0.8],
    [0.8, 0.8],
    [-0.8, 0.8],
  ],
  diamond: [
    [0, -1.15],
    [1.15, 0],
    [0, 1.15],
    [-1.15, 0],
  ],
  triangle: [
    [0, -1.2],
    [1.1, 0.75],
    [-1.1, 0.75],
  ],
  cross: [
    [-0.4, -1],
    [0, -0.6],
    [0.4, -1],
    [1, -0.4],
    [0.6, 0],
    [1, 0.4],
    [0.4, 1],
    [0, 0.6],
    [-0.4, 1],
    [-1, 0.4],
    [-0.6, 0],
    [-1, -0.4],
  ],
};

export function drawSymbol(pen: CanvasRenderingContext2D, { shape, ink: name }: Symbol, x: number, y: number, size: number): void {
  pen.beginPath();
  for (const [dx, dy] of CORNERS[shape] ?? []) pen.lineTo(x + dx * size, y + dy * size);
  if (!CORNERS[shape]) pen.arc(x, y, shape === "dot" ? size * 0.5 : size * 0.9, 0, Math.PI * 2);
  pen.closePath();
  pen.lineWidth = 1.5;
  pen.strokeStyle = css(ink(shape === "ring" ? name : "page"));
  pen.fillStyle = css(ink(name));
  if (shape !== "ring") pen.fill();
  pen.stroke();
}

// A symbol for the legend.
export function symbolPicture(symbol: Symbol): HTMLCanvasElement {
  const canvas = document.createElement("canvas"),
    pen = canvas.getContext("2d");
  Object.assign(canvas, { width: 28, height: 28 });
  canvas.setAttribute("aria-hidden", "true");
  pen?.scale(2, 2);
  if (pen) drawSymbol(pen, symbol, 7, 7, 5);
  return canvas;
}
