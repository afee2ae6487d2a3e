/* looks.ts - how elements of the drawing look by the style sheets, told once for all that have the same classes in the same groups. */
import type { Look } from "./paint";

const TOLD = ["class", "fill-rule", "visibility", "data-hidden"]; // attributes of an element that its look depends on

/* An element as the style sheets see it: its own words, after those of the groups round it. */
export function likeness(element: Element, around: string): string {
  return `${around}/${TOLD.map((name) => element.getAttribute(name) ?? "").join("|")}`;
}

/* What a group adds to all that is in it. */
export interface Veil {
  shown: boolean;
  alpha: number;
  glow: string | null; // colour of its first shadow
}

export const CLEAR: Veil = { shown: true, alpha: 1, glow: null };

const ALIGNS: Record<string, CanvasTextAlign> = { start: "left", middle: "center", end: "right" };

const colour = (paint: string): string | null => (paint === "none" || paint === "" ? null : paint);

export class Looks {
  private veils = new Map<string, Veil>();
  private numbers = new Map<string, number>(); // by likeness; -1: nothing is seen
  private fresh: [number, Look][] = [];
  private count = 0;

  veilOf(group: Element, like: string, around: Veil): Veil {
    let veil = this.veils.get(like);
    if (!veil) {
      const { display, opacity, filter } = getComputedStyle(group);
      const shown = around.shown && display !== "none";
      veil = {
        shown,
        alpha: around.alpha * Number(opacity || 1),
        glow: /drop-shadow\(((?:\w+\([^)]*\)|#\w+))/.exec(filter)?.[1] ?? around.glow,
      };
      this.veils.set(like, veil);
    }
    return veil;
  }

  /* The number of its look. */
  numberOf(leaf: Element, like: string, around: Veil): number {
    let number = this.numbers.get(like);
    if (number === undefined) {
      const look = lookOf(getComputedStyle(leaf), around);
      number = look ? this.count++ : -1;
      if (look) this.fresh.push([number, look]);
      this.numbers.set(like, number);
    }
    return number;
  }

  /* Those that nobody was told of. */
  news(): [number, Look][] {
    return this.fresh.splice(0);
  }
}

function lookOf(style: CSSStyleDeclaration, { alpha, glow }: Veil): Look | null {
  const [fill, stroke] = [colour(style.fill), colour(style.stroke)];
  if (style.visibility === "hidden" || (fill === null && stroke === null)) return null;
  const own = alpha * Number(style.opacity || 1);
  return {
    fill,
    stroke,
    fillAlpha: own * Number(style.fillOpacity || 1),
    strokeAlpha: own * Number(style.strokeOpacity || 1),
    width: parseFloat(style.strokeWidth) || 1,
    dash: (style.strokeDasharray.match(/[\d.]+/g) ?? []).map(Number),
    cap: (style.strokeLinecap || "butt") as CanvasLineCap,
    join: (style.strokeLinejoin || "miter") as CanvasLineJoin,
    rule: (style.fillRule || "nonzero") as CanvasFillRule,
    glow,
    strokeFirst: style.paintOrder.startsWith("stroke"),
    font: `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`,
    align: ALIGNS[style.textAnchor] ?? "left",
  };
}
