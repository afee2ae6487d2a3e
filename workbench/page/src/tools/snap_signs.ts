/* snap_signs.ts - the symbol of what holds a place, drawn beside it. */
import type { Place as Point } from "../drawing/camera";
import { element } from "../drawing/layers";
import type { Sign } from "./snap_lines";

/* In a square of 12 px about the origin. */
const FORMS: Record<Sign, string> = {
  point: "M-4 -4h8v8h-8z",
  middle: "M0 -5L5 4H-5z",
  crossing: "M-4 -4L4 4M-4 4L4 -4",
  horizontal: "M-6 0H6",
  vertical: "M0 -6V6",
  parallel: "M-4 5L0 -5M1 5L5 -5",
  perpendicular: "M-5 5H5M0 5V-5",
  tangent: "M-6 5H6M0 5A4.5 4.5 0 1 1 0.01 5",
  equal: "M-5 -2H5M-5 2H5",
  aligned: "M-6 0h3M-1.5 0h3M3 0h3M0 -6v3M0 3v3",
  grid: "M-5 0H5M0 -5V5",
};

export function signPath(sign: Sign): string {
  return FORMS[sign];
}

export function drawSigns(signs: readonly Sign[], [x, y]: Point): SVGElement[] {
  return [...new Set(signs)]
    .filter((sign) => sign !== "grid")
    .map((sign, i) =>
      element("g", { class: "tool-sign", "data-sign": sign, transform: `translate(${x - 16 - 20 * i} ${y - 16})` }, [
        element("rect", { x: -9, y: -9, width: 18, height: 18, rx: 4 }),
        element("path", { d: FORMS[sign] }),
      ]),
    );
}
