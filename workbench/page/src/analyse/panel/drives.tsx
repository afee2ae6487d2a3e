/* drives.tsx - torque over speed of each drive during the motion, within its limits, and the numbers by which a motor is chosen. */
import { computed } from "@preact/signals";
import { inDisplayUnits } from "../../shell/units_in_text";
import { few } from "../../shell/number_text";
import { shownUnit } from "../../shell/display_units";
import { quantity } from "../../shell/quantity";
import { niceStep } from "../../drawing/geometry";
import { shown, sceneOf, table } from "../../state/runs";
import { driveCurves, type DriveCurve } from "../drive_curves";
import type { Panel } from "../panels";
import "./drives.css";
import { texts } from "../../texts/texts";

const [WIDTH, HEIGHT, EDGE] = [340, 158, 34];
const MOST = 2000; // points of a curve: more cannot be seen

const drives = computed<DriveCurve[]>(() => {
  const run = shown.value;
  return run ? driveCurves(table.value, sceneOf(run, table.value)) : [];
});

function rangeOf(...columns: (Float64Array | null)[]): [number, number] {
  let [low, high] = [0, 0];
  for (const column of columns) for (const x of column ?? []) [low, high] = [Math.min(low, x), Math.max(high, x)];
  if (high === low) [low, high] = [low - 1, high + 1];
  const room = 0.06 * (high - low);
  return [low - (low < 0 ? room : 0), high + room];
}

/* Points in order of the motion, or, of limits, of the speed. */
function path(
  curve: DriveCurve,
  values: Float64Array,
  sign: number,
  sorted: boolean,
  at: (x: number, y: number) => string,
): string {
  const step = Math.max(1, Math.ceil(values.length / MOST));
  const rows = Array.from({ length: Math.ceil(values.length / step) }, (_, i) => i * step);
  if (sorted) rows.sort((a, b) => curve.speed[a]! - curve.speed[b]!);
  return `M${rows.map((row) => at(curve.speed[row]!, sign * values[row]!)).join("L")}`;
}

/* Round in the unit of the document. */
function ticks([low, high]: [number, number], factor: number): number[] {
  const step = niceStep(((high - low) / 5) * factor) / factor;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

function Plot({ curve }: { curve: DriveCurve }) {
  const [fx, fy] = [shownUnit(curve.speedUnit).factor, shownUnit(curve.effortUnit).factor];
  const below = curve.effort.some((one) => one < 0);
  const x = rangeOf(curve.speed);
  const y = rangeOf(curve.effort, curve.limit, below && curve.limit ? curve.limit.map((one) => -one) : null);
  const px = (v: number): number => EDGE + ((v - x[0]) / (x[1] - x[0])) * (WIDTH - EDGE - 8);
  const py = (v: number): number => 8 + (1 - (v - y[0]) / (y[1] - y[0])) * (HEIGHT - 34);
  const at = (a: number, b: number): string => `${px(a).toFixed(1)} ${py(b).toFixed(1)}`;
  const label = texts.results.panelDrives.torqueOverSpeedOf(curve.name);
  return (
    <svg class="drive-plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {ticks(x, fx).map((v) => (
        <g key={`x${v}`}>
          <path class="drive-grid" d={`M${px(v)} 8V${HEIGHT - 26}`} />
          <text class="drive-tick" x={px(v)} y={HEIGHT - 14} text-anchor="middle">
            {few(v * fx, 3)}
          </text>
        </g>
      ))}
      {ticks(y, fy).map((v) => (
        <g key={`y${v}`}>
          <path class={v === 0 ? "drive-zero" : "drive-grid"} d={`M${EDGE} ${py(v)}H${WIDTH - 8}`} />
          <text class="drive-tick" x={EDGE - 4} y={py(v) + 3} text-anchor="end">
            {few(v * fy, 3)}
          </text>
        </g>
      ))}
      {curve.limit && <path class="drive-limit" d={path(curve, curve.limit, 1, true, at)} />}
      {curve.limit && below && <path class="drive-limit" d={path(curve, curve.limit, -1, true, at)} />}
      <path class="drive-line" d={path(curve, curve.effort, 1, false, at)} />
      <text class="drive-tick" x={WIDTH - 8} y={HEIGHT - 2} text-anchor="end">
        {texts.results.panelDrives.speed} {shownUnit(curve.speedUnit).unit}
      </text>
      <text class="drive-tick" x={2} y={HEIGHT - 2}>
        {curve.effortUnit === "N" ? "force" : "torque"}, {shownUnit(curve.effortUnit).unit}
      </text>
    </svg>
  );
}

function Numbers({ curve }: { curve: DriveCurve }) {
  const effort = curve.effortUnit === "N" ? "force" : "torque";
  const rows: [string, string][] = [
    [texts.results.panelDrives.peak(effort), quantity(curve.peak, curve.effortUnit)],
    [texts.results.panelDrives.rms(effort), quantity(curve.rms, curve.effortUnit)],
    [texts.results.panelDrives.peakSpeed, quantity(curve.fastest, curve.speedUnit)],
    [texts.results.panelDrives.peakPower, quantity(curve.power, "W")],
    ...curve.facts.map(([name, text]): [string, string] => [name, inDisplayUnits(text)]),
  ];
  return (
    <dl class="drive-numbers">
      {rows.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function DrivesPanel() {
  const all = drives.value;
  if (all.length === 0) return <p class="panel-none">{texts.results.panelDrives.runAMotionWithAMotor}</p>;
  return (
    <div class="drives">
      {all.map((curve) => (
        <section key={curve.name}>
          <h3>{curve.name}</h3>
          <Plot curve={curve} />
          <Numbers curve={curve} />
        </section>
      ))}
    </div>
  );
}

export const panel: Panel = {
  id: "drives",
  place: "main",
  order: 5,
  title: () => texts.results.panelDrives.drives,
  shown: () => drives.value.length > 0,
  Body: DrivesPanel,
};
