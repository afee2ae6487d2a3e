/* energy_bars.tsx - where the energy is and where it came from, as bars that move with the motion: their sum is the energy balance. */
import type { Table } from "../../engine/engine";
import { orZero } from "../../shell/number_text";
import { texts } from "../../texts/texts";
import type { CardProps, OverlayKind } from "../overlay_kind";
import { useOwnSize } from "../own_size";
import { channelColumn, type Sample } from "../sample";
import { quantity } from "../../shell/quantity";

export interface EnergyBar {
  id: "kinetic" | "gravity" | "elastic" | "input" | "other_work";
  look: string; // class
  value: number; // J
  low: number; // over the whole motion
  high: number;
}

const BARS: { id: EnergyBar["id"]; look: string }[] = [
  { id: "kinetic", look: "kinetic" },
  { id: "gravity", look: "potential" },
  { id: "elastic", look: "potential" },
  { id: "input", look: "input" },
  { id: "other_work", look: "lost" },
];

function columnOf(table: Table, id: string): Float64Array | null {
  const name = `energy.${id}`;
  return channelColumn(table, name) ?? (table.diagram ? channelColumn(table.diagram, name) : null);
}

const ranges = new WeakMap<Float64Array, [number, number]>();

function rangeOf(column: Float64Array): [number, number] {
  let found = ranges.get(column);
  if (!found) {
    found = [Infinity, -Infinity];
    for (const one of column) if (Number.isFinite(one)) found = [Math.min(found[0], one), Math.max(found[1], one)];
    ranges.set(column, found);
  }
  return found;
}

/* Gravity is counted from its lowest: where zero is, is a matter of choice. */
export function energyBars(table: Table, value: Sample): EnergyBar[] {
  return BARS.flatMap(({ id, look }): EnergyBar[] => {
    const column = columnOf(table, id);
    const now = value(`energy.${id}`) ?? value.diagram?.number(`energy.${id}`);
    if (!column || now === null || now === undefined) return [];
    const [low, high] = rangeOf(column);
    const zero = id === "gravity" ? low : 0;
    return [{ id, look, value: now - zero, low: Math.min(low - zero, 0), high: Math.max(high - zero, 0) }];
  });
}

const [ROW, NAME, NUMBER] = [26, 136, 78];
const PRESET = { width: 310, height: 150 };

function EnergyBars({ now, of }: CardProps) {
  const { box, size } = useOwnSize<SVGSVGElement>(PRESET);
  const { width } = size;
  const all = energyBars(of.table, now.value);
  if (all.length === 0) return <p class="panel-none">{texts.teach.noEnergy}</p>;
  const whole = Math.max(...all.map(({ low, high }) => high - low), 1e-30);
  const bars = all.filter(({ low, high }) => high - low > 1e-9 * whole);
  const [low, high] = [Math.min(...bars.map((bar) => bar.low), 0), Math.max(...bars.map((bar) => bar.high), 1e-30)];
  const px = (value: number): number => NAME + ((value - low) / (high - low)) * (width - NAME - NUMBER);
  const error = now.value("energy.error") ?? 0;
  const height = ROW * bars.length + 6;
  return (
    <>
      <svg
        ref={box}
        class="plane-svg energy-bars"
        viewBox={`0 0 ${width} ${Math.max(height, size.height)}`}
        role="img"
        aria-label={texts.teach.energyBars}
      >
        {bars.map(({ id, look, value }, i) => (
          <g key={id} class={`energy ${look}`} data-energy={id}>
            <text x={0} y={ROW * i + 19}>
              {texts.teach.energies[id]}
            </text>
            <rect
              x={Math.min(px(0), px(value))}
              y={ROW * i + 6}
              width={Math.max(Math.abs(px(value) - px(0)), 0.5)}
              height={ROW - 12}
            />
            <text class="energy-value" x={width} y={ROW * i + 19} text-anchor="end">
              {quantity(orZero(value, whole, 1e-9), "J", 4, whole)}
            </text>
          </g>
        ))}
        <path class="energy-zero" d={`M${px(0)} 0V${height}`} />
      </svg>
      <p class="teach-note">{texts.teach.balance(quantity(orZero(error, whole, 1e-12), "J", 2))}</p>
    </>
  );
}

export const overlay: OverlayKind = {
  id: "energy-bars",
  order: 9,
  title: () => texts.teach.energyBars,
  about: () => texts.teach.energyBarsAbout,
  space: true,
  Card: EnergyBars,
};
