// Numbers as text.

// A number rounded to a thousandth of a unit.
export const shown = (value: number): string => String(Math.round(value * 1000) / 1000);
export const counted = (count: number): string => count.toLocaleString("en");
export const plural = (count: number, what: string): string => `${counted(count)} ${what}${count === 1 ? "" : "s"}`;
// A point as the command takes it.
export const located = (point: ArrayLike<number>): string => Array.from(point, shown).join(",");
// The numbers of a text, separated by commas; null if their count is wrong.
export function numbersIn(text: string, count: number): number[] | null {
  const numbers = text.split(",").map(part => (part.trim() ? Number(part) : Number.NaN));
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : null;
}
