/* profile_plot.tsx - a motion and its derivatives over x, one below the other, with the ends of its segments as handles.
 *
 * What is plotted are the numbers of the engine; while an end is dragged, straight lines show where it goes, and the text changes on release.
 */
import { signal } from "@preact/signals";
import type { SceneMotion } from "../engine/engine";
import { niceStep } from "../drawing/geometry";
import { shownUnit } from "../shell/display_units";
import { unitText } from "../shell/unit_text";
import { commitOrReport } from "./commit";
import { decimal } from "./numbers";
import { moveEnd, type Motion } from "./segments";
import type { Path } from "./tree";
import { texts } from "../texts/texts";

const WIDTH = 300;
const LEFT = 8;
const RIGHT = 8;
const ROWS = [
  { key: "value", name: "s", height: 112 },
  { key: "first", name: "s′", height: 58 },
  { key: "second", name: "s″", height: 58 },
  { key: "third", name: "s‴", height: 58 },
] as const;
const HEIGHT = ROWS.reduce((sum, { height }) => sum + height + 6, 14);
const STRIP = 13; // of a row, above its field: for words
const CROWD = 60; // handles, at most

interface Scales {
  x: [first: number, last: number];
  y: [low: number, high: number];
}

/* What is dragged: which end, from where, and how far. */
const dragged = signal<{ index: number; by: { x: number; y: number }; from: [number, number] } | null>(null);

function extremes(values: readonly (number | null)[]): [number, number] {
  let [low, high] = [0, 0];
  for (const one of values)
    if (one !== null && Number.isFinite(one)) [low, high] = [Math.min(low, one), Math.max(high, one)];
  return high > low ? [low, high] : [low - 1, high + 1];
}

const atX = (x: number, [first, last]: [number, number]): number =>
  LEFT + ((x - first) / (last - first || 1)) * (WIDTH - LEFT - RIGHT);
const atY = (y: number, [low, high]: [number, number], top: number, height: number): number =>
  top + STRIP + 6 + (1 - (y - low) / (high - low)) * (height - STRIP - 12);

function line(
  motion: SceneMotion,
  key: (typeof ROWS)[number]["key"],
  x: Scales["x"],
  top: number,
  height: number,
): string {
  const range = extremes(motion[key]);
  let path = "";
  let pen = "M";
  motion.x.forEach((at, i) => {
    const y = motion[key][i];
    if (y === null || y === undefined || at === null) return void (pen = "M");
    path += `${pen}${atX(at, x).toFixed(1)} ${atY(y, range, top, height).toFixed(1)}`;
    pen = "L";
  });
  return path;
}

function shown(unit: string): [string, number] {
  const { unit: printed, factor } = shownUnit(unit);
  return [printed, factor];
}

function rounded(value: number, of = 0): string {
  const size = Math.abs(value);
  return size <= 1e-9 * of
    ? "0"
    : size >= 1e5 || size < 1e-3
      ? value.toExponential(2)
      : String(Number(value.toPrecision(4)));
}

/* "s″ −23.1 … 23.1 mm/rad²" */
function labelOf(motion: SceneMotion, row: (typeof ROWS)[number], order: number): string {
  const [low, high] = extremes(motion[row.key]);
  const [unit, factor] = shown(motion.unit);
  const most = Math.max(-low, high) * factor;
  const power = ["", "", "²", "³"][order]!;
  const per = order === 0 || motion.x_unit === "" ? unit : `${unit || "1"}/${unitText(motion.x_unit)}${power}`;
  return `${row.name}  ${rounded(low * factor, most)} … ${rounded(high * factor, most)} ${per}`.trim();
}

/* How finely an end can be moved by hand. */
export function finenessOf(scales: Scales, motion: SceneMotion): { x: number; y: number } {
  const step = (range: [number, number], unit: string): number => {
    const [, factor] = shown(unit);
    return niceStep(((range[1] - range[0]) * factor) / 250) / factor;
  };
  return { x: step(scales.x, motion.x_unit), y: step(scales.y, motion.unit) };
}

const toStep = (by: number, step: number): number => Math.round(by / step) * step;

interface HandleProps {
  path: Path;
  motion: SceneMotion;
  index: number;
  end: { x: number; y: number };
  scales: Scales;
  name: string;
}

function Handle({ path, motion, index, end, scales, name }: HandleProps) {
  const fine = finenessOf(scales, motion);
  const now = dragged.value?.index === index ? dragged.value.by : { x: 0, y: 0 };
  const move = (by: { x: number; y: number }): void => {
    if (by.x !== 0 || by.y !== 0)
      commitOrReport((text) => moveEnd(text, path, index, by, { x: fine.x / 10, y: fine.y / 10 }));
  };
  const perPixel = (target: Element): [number, number] => {
    const box = target.closest("svg")!.getBoundingClientRect();
    const k = WIDTH / box.width;
    return [
      (k * (scales.x[1] - scales.x[0])) / (WIDTH - LEFT - RIGHT),
      (k * (scales.y[1] - scales.y[0])) / (ROWS[0].height - STRIP - 12),
    ];
  };
  const [, fx] = shown(motion.x_unit);
  const [, fy] = shown(motion.unit);
  return (
    <circle
      class="profile-handle"
      cx={atX(end.x + now.x, scales.x)}
      cy={atY(end.y + now.y, scales.y, 0, ROWS[0].height)}
      r="5"
      tabindex={0}
      role="slider"
      aria-label={texts.editor.profilePlot.endOfSegment(index + 1, name)}
      aria-valuenow={end.y * fy}
      aria-valuetext={`x ${rounded((end.x + now.x) * fx)}, s ${rounded((end.y + now.y) * fy)}`}
      onPointerDown={(event) => {
        event.preventDefault();
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
        (event.currentTarget as SVGElement).focus();
        dragged.value = { index, by: { x: 0, y: 0 }, from: [event.clientX, event.clientY] };
      }}
      onPointerMove={(event) => {
        if (dragged.value?.index !== index) return;
        const [px, py] = perPixel(event.currentTarget as Element);
        const by = {
          x: toStep((event.clientX - dragged.value.from[0]) * px, fine.x),
          y: toStep(-(event.clientY - dragged.value.from[1]) * py, fine.y),
        };
        dragged.value = { ...dragged.value, by };
      }}
      onPointerUp={() => {
        const by = dragged.value?.by;
        dragged.value = null;
        if (by) move(by);
      }}
      onPointerCancel={() => (dragged.value = null)}
      onKeyDown={(event) => {
        const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }; // prettier-ignore
        const way = ways[event.key];
        if (event.key === "Escape") dragged.value = null;
        if (!way) return;
        event.preventDefault();
        event.stopPropagation();
        const steps = event.shiftKey ? 10 : 1;
        move({ x: way[0] * steps * fine.x, y: way[1] * steps * fine.y });
      }}
    />
  );
}

/* Where the ends would be after the drag, joined by straight lines. */
function Ghost({ given, scales }: { given: Motion; scales: Scales }) {
  const now = dragged.value;
  if (!now) return null;
  const ends = [given.begin, ...given.segments.flatMap(({ end }) => (end ? [end] : []))];
  const points = ends.map((end, i) => {
    const moves = i === now.index + 1;
    return `${atX(end.x + (moves ? now.by.x : 0), scales.x)} ${atY(end.y + (moves ? now.by.y : 0), scales.y, 0, ROWS[0].height)}`;
  });
  return <path class="profile-ghost" d={`M${points.join("L")}`} />;
}

export function ProfilePlot({ path, motion, given }: { path: Path; motion: SceneMotion; given: Motion }) {
  const x: Scales["x"] = [motion.x[0] ?? 0, motion.x[motion.x.length - 1] ?? 1];
  const scales: Scales = { x, y: extremes(motion.value) };
  const [unit, factor] = shown(motion.x_unit);
  const ends = given.segments.slice(0, CROWD);
  let top = 0;
  return (
    <svg
      class="profile-plot"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={texts.editor.profilePlot.theMotionAndItsDerivatives}
    >
      {ROWS.map((row, order) => {
        const from = top;
        top += row.height + 6;
        const zero = atY(0, extremes(motion[row.key]), from, row.height);
        return (
          <g key={row.key}>
            <rect class="profile-field" x="0" y={from + STRIP} width={WIDTH} height={row.height - STRIP} />
            {ends.map(({ end }, i) =>
              end ? (
                <path key={i} class="profile-end" d={`M${atX(end.x, x)} ${from + STRIP}v${row.height - STRIP}`} />
              ) : null,
            )}
            <path class="profile-zero" d={`M0 ${zero}H${WIDTH}`} />
            <path class={`profile-line order-${order}`} d={line(motion, row.key, x, from, row.height)} />
            <text class="profile-label" x="2" y={from + 10}>
              {labelOf(motion, row, order)}
            </text>
          </g>
        );
      })}
      <text class="profile-label" x="4" y={HEIGHT - 3}>
        {decimal(x[0] * factor, 3)}
      </text>
      <text class="profile-label last" x={WIDTH - 4} y={HEIGHT - 3}>
        {decimal(x[1] * factor, 3)} {unit}
      </text>
      <Ghost given={given} scales={scales} />
      {ends.map(({ end, key }, i) =>
        end ? <Handle key={i} path={path} motion={motion} index={i} end={end} scales={scales} name={key} /> : null,
      )}
    </svg>
  );
}
