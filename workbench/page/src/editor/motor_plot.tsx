/* motor_plot.tsx - a small plot of what a motor does: position and speed over the time. */
import { texts } from "../texts/texts";
import { unitText } from "../shell/unit_text";
import type { Curve } from "./motor_curve";
import { decimal } from "./numbers";
import { inUnit, motorUnit } from "./motor_units";

const [WIDTH, ROW, LABEL] = [240, 44, 12];

function range(values: readonly number[]): [number, number] {
  const known = values.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  return high > low ? [low, high] : [low - 1, high + 1];
}

function path(t: readonly number[], values: readonly number[], top: number): string {
  const [low, high] = range(values);
  const [first, last] = [t[0] ?? 0, t[t.length - 1] ?? 1];
  const x = (at: number): number => 3 + ((at - first) / (last - first || 1)) * (WIDTH - 6);
  const y = (value: number): number => top + LABEL + 3 + (1 - (value - low) / (high - low)) * (ROW - LABEL - 6);
  let pen = "M";
  return values.reduce((drawn, value, i) => {
    if (!Number.isFinite(value)) return ((pen = "M"), drawn);
    const next = `${drawn}${pen}${x(t[i]!).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = "L";
    return next;
  }, "");
}

/* "position 0 … 90 deg" */
function label(name: string, values: readonly number[], unit: string): string {
  const known = values.filter(Number.isFinite);
  const digits = (value: number): string => inUnit(value, unit, 4).replace(` ${unit}`, "");
  return `${name} ${digits(Math.min(...known))} … ${digits(Math.max(...known))} ${unitText(unit)}`;
}

export function MotorPlot({ curve, turning }: { curve: Curve; turning: boolean }) {
  const rows = [
    { name: texts.motor.plotLabel.value, values: curve.value, unit: motorUnit("value", turning) },
    { name: texts.motor.plotLabel.first, values: curve.speed, unit: motorUnit("speed", turning) },
  ];
  const end = curve.t[curve.t.length - 1] ?? 0;
  const height = rows.length * (ROW + 4) + LABEL;
  const words = rows.map(({ name, values, unit }) => label(name, values, unit));
  return (
    <svg
      class="motor-plot"
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={`${texts.motor.plot}: ${words.join("; ")}`}
    >
      {rows.map(({ name, values }, i) => {
        const top = i * (ROW + 4);
        return (
          <g key={name}>
            <rect class="profile-field" x="0" y={top + LABEL} width={WIDTH} height={ROW - LABEL} />
            <path class="profile-line" d={path(curve.t, values, top)} />
            <text class="profile-label" x="2" y={top + 9}>
              {words[i]}
            </text>
          </g>
        );
      })}
      <text class="profile-label" x="2" y={height - 3}>
        {decimal(curve.t[0] ?? 0, 3)}
      </text>
      <text class="profile-label last" x={WIDTH - 2} y={height - 3}>
        {decimal(end, 3)} {texts.editor.motorPlot.s}
      </text>
    </svg>
  );
}
