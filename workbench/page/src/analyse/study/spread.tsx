/* spread.tsx - how the answers of a study are spread: a histogram with the values below which 5, 50 and 95 % of the points lie. */
import { shownUnit } from "../../shell/display_units";
import { few } from "../../shell/number_text";
import { quantity, scaled } from "../../shell/quantity";
import { texts } from "../../texts/texts";
import type { Study } from "./state";
import { histogram, percentile, sortedFinite } from "./statistics";

const [WIDTH, HEIGHT, FOOT] = [210, 92, 18];
const PARTS = [0.05, 0.5, 0.95];

export function Spread({ of }: { of: Study }) {
  const sorted = sortedFinite(of.points.map(({ answer }) => answer));
  const bins = histogram(sorted);
  if (!bins) return null;
  const { from, to, counts } = bins;
  const base = shownUnit(of.answer.unit);
  const shown = scaled(base, Math.max(Math.abs(from), Math.abs(to)) * base.factor);
  const most = Math.max(...counts);
  const wide = WIDTH / counts.length;
  const at = (value: number): number => (to > from ? ((value - from) / (to - from)) * WIDTH : WIDTH / 2);
  const marks = PARTS.map((part) => ({ part, value: percentile(sorted, part) }));
  const words = marks.map(({ part, value }) => `${100 * part} %: ${quantity(value, of.answer.unit, 5)}`).join(", ");
  return (
    <figure class="study-spread">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={texts.results.study.spreadOf(of.answer.name, words)}
      >
        {counts.map((count, i) => {
          const height = (count / most) * (HEIGHT - FOOT - 4);
          return (
            <rect
              key={i}
              class="study-bin"
              x={i * wide}
              y={HEIGHT - FOOT - height}
              width={Math.max(1, wide - 1)}
              height={height}
            />
          );
        })}
        <path class="study-foot" d={`M0 ${HEIGHT - FOOT}H${WIDTH}`} />
        {marks.map(({ part, value }) => (
          <path
            key={part}
            class={part === 0.5 ? "study-percentile middle" : "study-percentile"}
            d={`M${at(value)} 2V${HEIGHT - FOOT}`}
          />
        ))}
        <text class="study-tick" x={0} y={HEIGHT - 5}>
          {few(from * shown.factor, 4)}
        </text>
        <text class="study-tick" x={WIDTH} y={HEIGHT - 5} text-anchor="end">
          {few(to * shown.factor, 4)} {shown.unit}
        </text>
      </svg>
      <figcaption>
        <span>{texts.results.study.below(sorted.length)}</span>
        <dl>
          {marks.map(({ part, value }) => (
            <div key={part}>
              <dt>{100 * part} %</dt>
              <dd>{quantity(value, of.answer.unit, 5)}</dd>
            </div>
          ))}
        </dl>
      </figcaption>
    </figure>
  );
}
