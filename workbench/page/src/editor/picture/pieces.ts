/* pieces.ts - of what the pictures of fields are made: lines of the thing itself, and marks of the quantities that fields give.
 *
 * A picture is 180 by 90. Its things are always seen; of its marks only that of the field that is explained.
 */

export type Look = "line" | "body" | "thin" | "dash";

export interface Piece {
  look?: Look; // of the thing; none: it is a mark
  of?: string[]; // the fields that it marks: "length", or with a unit "length m"
  path: string;
  label?: { x: number; y: number; text: string };
}

export type Family = readonly Piece[];

/* ---- pieces ---- */

export const line = (path: string): Piece => ({ look: "line", path });
export const body = (path: string): Piece => ({ look: "body", path });
export const thin = (path: string): Piece => ({ look: "thin", path });
export const dash = (path: string): Piece => ({ look: "dash", path });

/* What marks these fields, with its letter at a place. */
export function mark(of: string | string[], path: string, text = "", x = 0, y = 0): Piece {
  return { of: [of].flat(), path, ...(text ? { label: { x, y, text } } : {}) };
}

/* ---- paths; angles in degrees, counter-clockwise as in mechanics ---- */

const say = (number: number): string => String(Math.round(number * 10) / 10);
const at = (x: number, y: number): string => `${say(x)} ${say(y)}`;
const HEAD = 6;

function head(x: number, y: number, angle: number): string {
  const side = (by: number): string => at(x - HEAD * Math.cos(angle + by), y - HEAD * Math.sin(angle + by));
  return `M${side(0.45)}L${at(x, y)}L${side(-0.45)}`;
}

export function arrow(x1: number, y1: number, x2: number, y2: number): string {
  return `M${at(x1, y1)}L${at(x2, y2)}${head(x2, y2, Math.atan2(y2 - y1, x2 - x1))}`;
}

/* A line with a head at each end: a dimension. */
export function dim(x1: number, y1: number, x2: number, y2: number): string {
  return arrow(x1, y1, x2, y2) + head(x1, y1, Math.atan2(y1 - y2, x1 - x2));
}

/* With the lines that lead to it from what it measures. */
export function span(x1: number, x2: number, y: number, from = y - 8): string {
  return `${dim(x1, y, x2, y)}M${at(x1, from)}V${say(y + 3)}M${at(x2, from)}V${say(y + 3)}`;
}

export function height(x: number, y1: number, y2: number, from = x - 8): string {
  return `${dim(x, y1, x, y2)}M${at(from, y1)}H${say(x + 3)}M${at(from, y2)}H${say(x + 3)}`;
}

export function circle(x: number, y: number, r: number): string {
  return `M${at(x - r, y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/* An arc, with a head at its end. */
export function arc(x: number, y: number, r: number, from: number, to: number, headed = true): string {
  const place = (degrees: number): [number, number] => {
    const angle = (degrees * Math.PI) / 180;
    return [x + r * Math.cos(angle), y - r * Math.sin(angle)];
  };
  const [begin, end] = [place(from), place(to)];
  const sweep = to > from ? 0 : 1;
  const large = Math.abs(to - from) > 180 ? 1 : 0;
  const way = (-(to + (to > from ? 90 : -90)) * Math.PI) / 180;
  return `M${at(...begin)}A${r} ${r} 0 ${large} ${sweep} ${at(...end)}${headed ? head(...end, way) : ""}`;
}

/* A wheel with teeth; inner ones where `tooth` is below zero. */
export function gear(x: number, y: number, r: number, teeth: number, tooth = 4, turned = 0): string {
  const step = (2 * Math.PI) / teeth;
  const corner = (angle: number, radius: number): string =>
    at(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  const one = (_: unknown, i: number): string => {
    const a = i * step + turned;
    const [low, high] = [r - tooth / 2, r + tooth / 2];
    return `${corner(a - 0.3 * step, low)}L${corner(a - 0.15 * step, high)}L${corner(a + 0.15 * step, high)}L${corner(a + 0.3 * step, low)}`;
  };
  return `M${Array.from({ length: teeth }, one).join("L")}Z`;
}

export function coil(x1: number, x2: number, y: number, wide = 8, turns = 6): string {
  const step = (x2 - x1) / (2 * turns);
  const places = Array.from({ length: 2 * turns }, (_, i) =>
    at(x1 + (i + 0.5) * step, i % 2 === 0 ? y - wide : y + wide),
  );
  return `M${at(x1, y)}L${places.join("L")}L${at(x2, y)}`;
}

export function dashpot(x1: number, x2: number, y: number): string {
  const middle = (x1 + x2) / 2;
  return `M${at(x1, y)}H${say(middle - 12)}M${at(middle + 14, y - 8)}H${say(middle - 12)}V${say(y + 8)}H${say(middle + 14)}M${at(middle + 2, y - 6)}V${say(y + 6)}M${at(middle + 2, y)}H${say(x2)}`;
}

/* Ground below a line. */
export function ground(x1: number, x2: number, y: number): string {
  const count = Math.max(2, Math.round((x2 - x1) / 8));
  const strokes = Array.from({ length: count }, (_, i) => `M${at(x1 + ((i + 0.9) * (x2 - x1)) / count, y)}l-6 6`);
  return `M${at(x1, y)}H${say(x2)}${strokes.join("")}`;
}

/* Ground to the left of an upright line. */
export function wall(x: number, y1: number, y2: number): string {
  const count = Math.max(2, Math.round((y2 - y1) / 8));
  const strokes = Array.from({ length: count }, (_, i) => `M${at(x, y1 + ((i + 0.2) * (y2 - y1)) / count)}l-6 6`);
  return `M${at(x, y1)}V${say(y2)}${strokes.join("")}`;
}

/* Two axes of a diagram, from its lower left corner. */
export function axes(x: number, y: number, wide: number, high: number): string {
  return arrow(x, y, x + wide, y) + arrow(x, y, x, y - high);
}

export function box(x: number, y: number, wide: number, high: number): string {
  return `M${at(x, y)}h${say(wide)}v${say(high)}h${say(-wide)}Z`;
}

/* A straight link with round ends. */
export function link(x1: number, y1: number, x2: number, y2: number, r = 5): string {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [(-(y2 - y1) * r) / far, ((x2 - x1) * r) / far];
  return `M${at(x1 + nx, y1 + ny)}A${r} ${r} 0 1 1 ${at(x1 - nx, y1 - ny)}L${at(x2 - nx, y2 - ny)}A${r} ${r} 0 1 1 ${at(x2 + nx, y2 + ny)}Z`;
}
