/* vector_diagram.tsx - vectors to scale in a picture of their own: sides with names, a scale, room for the whole motion. */
import { circle, arrow, niceStep } from "./geometry";
import type { Point } from "./camera";
import { placeLabels, placesAround, type LabelWish } from "./label_places";
import { useOwnSize } from "./own_size";
import { shownUnit } from "../shell/display_units";
import { quantity } from "../shell/quantity";
import { playing } from "../state/clock";

/* v, n, B/A: v with an index, and a sign above it. */
export interface VectorName {
  base: string;
  index: string;
  above?: string;
}

export interface Side {
  from: Point; // in the unit of the vectors, y up
  to: Point;
  name: VectorName;
  look: string; // class: "absolute", "relative", "normal", "tangential", "force"
  shared?: boolean; // not unique
}

/* What the sides reach over the whole motion. */
export interface Reach {
  low: Point;
  high: Point;
}

export const none: Reach = { low: [0, 0], high: [0, 0] };

export function reachOf(sides: Side[], before: Reach = none): Reach {
  const all = sides.flatMap(({ from, to }) => [from, to]).filter((p) => p.every(Number.isFinite));
  const xs = [before.low[0], before.high[0], ...all.map((p) => p[0])];
  const ys = [before.low[1], before.high[1], ...all.map((p) => p[1])];
  return { low: [Math.min(...xs), Math.min(...ys)], high: [Math.max(...xs), Math.max(...ys)] };
}

const PRESET = { width: 310, height: 170 };
const EDGE = 20;
const BAR = 46; // px, at least
const LETTER = 6.6; // px
const LINE = 14;

export function plainName({ base, index, above }: VectorName): string {
  return `${base}${above ? `^${above}` : ""}_${index}`;
}

function Name({ name, x, y }: { name: VectorName; x: number; y: number }) {
  return (
    <text class="vector-name" x={x} y={y}>
      {name.base}
      {name.above && (
        <tspan class="vector-index" dy="-4">
          {name.above}
        </tspan>
      )}
      <tspan class="vector-index" dy={name.above ? 7 : 3}>
        {name.index}
      </tspan>
    </text>
  );
}

function wishOf(name: VectorName, [x, y]: Point): LabelWish {
  const width = LETTER * (1 + 0.85 * (name.index.length + (name.above?.length ?? 0)));
  return { anchor: [x, y], width, height: LINE, ...placesAround(width, LINE, 3, 16) };
}

/* What the bar of the scale stands for: a round number of the unit that is shown. */
export function barValue(scale: number, unit: string): number {
  const { factor } = shownUnit(unit);
  return niceStep((BAR / scale) * factor) / factor;
}

interface DiagramProps {
  sides: Side[];
  reach: Reach; // over the whole motion, so that the scale holds while it plays
  unit: string;
  label: string;
  pole?: boolean;
  fits?: boolean; // a still picture is as large as it can be: at some instants it would be too small to read
}

export function VectorDiagram({ sides, reach: whole, unit, label, pole, fits }: DiagramProps) {
  const reach = fits && !playing.value && sides.length > 0 ? reachOf(sides) : whole;
  const { box, size } = useOwnSize<SVGSVGElement>(PRESET);
  const { width, height } = size;
  const [w, h] = [reach.high[0] - reach.low[0], reach.high[1] - reach.low[1]];
  const scale = Math.min((width - 2 * EDGE) / Math.max(w, 1e-30), (height - 2 * EDGE - 12) / Math.max(h, 1e-30));
  const [cx, cy] = [(reach.low[0] + reach.high[0]) / 2, (reach.low[1] + reach.high[1]) / 2];
  const px = ([x, y]: Point): Point => [width / 2 + scale * (x - cx), (height - 12) / 2 - scale * (y - cy)];
  const seen = sides.filter(({ from, to }) => scale * Math.hypot(to[0] - from[0], to[1] - from[1]) > 1.5);
  const places = placeLabels(
    seen.map(({ name, from, to }) => wishOf(name, px([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))),
    [],
  );
  const value = Number.isFinite(scale) && Math.max(w, h) > 0 ? barValue(scale, unit) : 0;
  const bar = arrow(10, height - 9, value * scale, 0);
  return (
    <svg ref={box} class="plane-svg vector-diagram" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {pole && <path class="vector-pole" d={circle(...px([0, 0]), 3)} />}
      {seen.map(({ from, to, look, shared }, i) => {
        const [a, b] = [px(from), px(to)];
        const drawn = arrow(...a, b[0] - a[0], b[1] - a[1]);
        return (
          <g key={i} class={`vector ${look} ${shared ? "shared" : ""}`}>
            <path class="arrow-shafts" d={drawn.shaft} />
            <path class="arrow-heads" d={drawn.head} />
          </g>
        );
      })}
      {seen.map(({ name }, i) => (
        <Name key={i} name={name} x={places[i]!.box.x} y={places[i]!.box.y + 11} />
      ))}
      {value > 0 && (
        <g class="vector scale">
          <path class="arrow-shafts" d={bar.shaft} />
          <path class="arrow-heads" d={bar.head} />
          <text x={16 + value * scale} y={height - 5}>
            {quantity(value, unit, 3)}
          </text>
        </g>
      )}
    </svg>
  );
}
