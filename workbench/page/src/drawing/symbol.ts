/* symbol.ts - symbols of joints and forces as the engine describes them: pieces with paths, which move, stretch and follow. */
import type { SymbolPiece } from "../engine/engine";
import { circle, hatching } from "./geometry";

const short = (x: number): string => (Math.round(x * 100) / 100).toString();

/* How many numbers each command takes, and which of them are x. */
const COMMANDS: Record<string, [count: number, x: number[]]> = {
  M: [2, [0]],
  L: [2, [0]],
  T: [2, [0]],
  H: [1, [0]],
  V: [1, []],
  Q: [4, [0, 2]],
  C: [6, [0, 2, 4]],
  A: [7, [5]],
  Z: [0, []],
};

/* The path with its x moved; commands are absolute. */
export function movedAlong(path: string, move: (x: number) => number): string {
  return path.replace(/([A-Z])([^A-Z]*)/g, (_, command: string, rest: string) => {
    const [count, xs] = COMMANDS[command] ?? [0, []];
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    return command + numbers.map((one, i) => short(xs.includes(i % (count || 1)) ? move(one) : one)).join(" ");
  });
}

/* A horizontal line and the ground below it. */
function hatch(path: string): string {
  const [x1 = 0, y = 0, x2 = 0] = (path.match(/-?[\d.]+/g) ?? []).map(Number);
  return Math.abs(x2 - x1) < 20 ? hatching(x1, x2, y, 5, 5) : hatching(x1, x2, y);
}

/* The outline of a piece, its x moved. */
export function outline({ look, path = "" }: SymbolPiece, move?: (x: number) => number): string {
  const moved = move ? movedAlong(path, move) : path;
  return look === "hatch" ? hatch(moved) : moved;
}

/* How far a path goes from its origin, about: where it begins. */
export function reachOf({ path = "" }: SymbolPiece): number {
  const [x = 0, y = 0] = (path.match(/-?[\d.]+/g) ?? []).map(Number);
  return Math.hypot(x, y);
}

/* The motifs and pieces that stay where some fields are given: the first motif where none would. */
export function remaining(symbol: SymbolPiece[], given: (field: string) => boolean): SymbolPiece[] {
  const holds = ({ given: fields }: SymbolPiece): boolean => fields === undefined || fields.split(" ").some(given);
  const first = symbol.find(({ motif }) => motif !== undefined);
  const some = symbol.some((piece) => piece.motif !== undefined && holds(piece));
  return symbol.filter((piece) => holds(piece) || (!some && piece === first));
}

/* A kind that nobody described. */
export const UNKNOWN: SymbolPiece[] = [
  { on: "point", look: "paper", path: circle(0, 0, 5.5) },
  { on: "point", look: "solid", path: circle(0, 0, 1.6) },
];
