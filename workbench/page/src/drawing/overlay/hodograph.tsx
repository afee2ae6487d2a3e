/* hodograph.tsx - the path of the tip of a point's velocity, drawn from one place: its tangent is the direction of the acceleration. */
import { signal } from "@preact/signals";
import type { Scene, Table } from "../../engine/engine";
import { texts } from "../../texts/texts";
import type { Point, Size } from "../camera";
import { arrow, circle, polyline } from "../geometry";
import { barValue } from "../vector_diagram";
import { Choice } from "../overlay_choice";
import type { CardProps, OverlayKind } from "../overlay_kind";
import { useOwnSize } from "../own_size";
import { hodographOf } from "../overlay_state";
import { channelColumn } from "../sample";
import { quantity } from "../../shell/quantity";

type Plane = "xy" | "xz" | "yz";
const plane = signal<Plane>("xy");

/* Points and centres of mass whose velocity the table tells. */
export function fastPoints(scene: Scene, table: Table): string[] {
  const names = scene.bodies
    .slice(1)
    .flatMap((body) => [...body.points.map((point) => `${body.name}.${point.name}`), body.name]);
  return names.filter((name) => channelColumn(table, `${name}.vx`) !== null);
}

/* A point of a coupler rather than a crank's, whose hodograph is a circle. */
function firstOf(scene: Scene, names: string[]): string {
  const second = scene.bodies[2]?.name;
  return names.find((name) => second !== undefined && name === second) ?? names[0] ?? "";
}

const PRESET = { width: 310, height: 170 };
const EDGE = 16;

function Hodograph({ now, of }: CardProps) {
  const { box, size } = useOwnSize<SVGSVGElement>(PRESET);
  const { width, height } = size;
  const { scene, table } = of;
  const names = fastPoints(scene, table);
  const chosen = names.includes(hodographOf.value) ? hodographOf.value : firstOf(scene, names);
  const axes = scene.space ? plane.value : "xy";
  const [x, y] = [...axes].map((axis) => channelColumn(table, `${chosen}.v${axis}`));
  if (!x || !y) return <p class="panel-none">{texts.teach.noVelocity}</p>;
  let [left, right, low, high] = [0, 0, 0, 0];
  for (let row = 0; row < table.rows; row++) {
    [left, right] = [Math.min(left, x[row]!), Math.max(right, x[row]!)];
    [low, high] = [Math.min(low, y[row]!), Math.max(high, y[row]!)];
  }
  const scale = Math.min(
    (width - 2 * EDGE) / Math.max(right - left, 1e-30),
    (height - 2 * EDGE - 12) / Math.max(high - low, 1e-30),
  );
  const px = (a: number, b: number): Point => [
    width / 2 + scale * (a - (left + right) / 2),
    (height - 12) / 2 - scale * (b - (low + high) / 2),
  ];
  const [ox, oy] = px(0, 0);
  const here = [...axes].map((axis) => now.value(`${chosen}.v${axis}`) ?? 0) as [number, number];
  const [tx, ty] = px(...here);
  const drawn = arrow(ox, oy, tx - ox, ty - oy);
  const value = Math.max(right - left, high - low) > 0 ? barValue(scale, "m/s") : 0;
  const bar = arrow(10, height - 9, value * scale, 0);
  return (
    <>
      <div class="teach-choices">
        <Choice
          label={texts.teach.ofPoint}
          value={hodographOf}
          now={chosen}
          choices={names.map((name) => ({ id: name, title: name }))}
        />
        {scene.space && (
          <Choice
            label={texts.teach.inPlane}
            value={plane}
            choices={(["xy", "xz", "yz"] as const).map((id) => ({ id, title: id }))}
          />
        )}
      </div>
      <svg
        ref={box}
        class="plane-svg vector-diagram"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={texts.teach.hodographOf(chosen)}
      >
        <path class="hodograph" d={pathOf(table, x, y, scale, [left + right, low + high], size)} />
        <path class="vector-pole" d={circle(ox, oy, 3)} />
        <g class="vector absolute">
          <path class="arrow-shafts" d={drawn.shaft} />
          <path class="arrow-heads" d={drawn.head} />
        </g>
        {value > 0 && (
          <g class="vector scale">
            <path class="arrow-shafts" d={bar.shaft} />
            <path class="arrow-heads" d={bar.head} />
            <text x={16 + value * scale} y={height - 5}>
              {quantity(value, "m/s", 3)}
            </text>
          </g>
        )}
      </svg>
      <p class="teach-note">{texts.teach.speedNow(chosen, quantity(Math.hypot(...here), "m/s"))}</p>
    </>
  );
}

/* The path does not change with the clock: it is written once. */
const written = new WeakMap<Float64Array, { other: Float64Array; scale: number; width: number; d: string }>();
const MOST = 3000; // places

function pathOf(
  table: Table,
  x: Float64Array,
  y: Float64Array,
  scale: number,
  sum: Point,
  { width, height }: Size,
): string {
  const known = written.get(x);
  if (known?.other === y && known.scale === scale && known.width === width) return known.d;
  const step = Math.max(1, Math.ceil(table.rows / MOST));
  const places: Point[] = [];
  for (let row = 0; row < table.rows; row += step)
    if (Number.isFinite(x[row]! + y[row]!))
      places.push([width / 2 + scale * (x[row]! - sum[0] / 2), (height - 12) / 2 - scale * (y[row]! - sum[1] / 2)]);
  const d = polyline(places);
  written.set(x, { other: y, scale, width, d });
  return d;
}

export const overlay: OverlayKind = {
  id: "hodograph",
  order: 10,
  title: () => texts.teach.hodograph,
  about: () => texts.teach.hodographAbout,
  space: true,
  Card: Hodograph,
};
