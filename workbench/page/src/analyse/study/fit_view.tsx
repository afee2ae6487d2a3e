/* fit_view.tsx - a fit to measured curves: values with their intervals, to be applied to the model, and the curves. */
import { few, withUnitText } from "../../shell/number_text";
import { quantity } from "../../shell/quantity";
import { messageText } from "../../shell/units_in_text";
import { texts } from "../../texts/texts";
import { type Curve, type Fit, fitIsOld, type Fitted } from "./fit";
import { extremes } from "./layout";
import { keepValues } from "./variant";
import "./fit.css";

const DIGITS = 6;

function shownValue({ unit }: Fitted, value: number): string {
  return withUnitText(few(value * unit.factor, DIGITS), unit.unit);
}

function Values({ of }: { of: Fit }) {
  const said = texts.results.study.fit;
  return (
    <table>
      <thead>
        <tr>
          <th>{said.parameter}</th>
          <th>{said.value}</th>
          <th>{said.interval}</th>
        </tr>
      </thead>
      <tbody>
        {of.parameters.map((one) => (
          <tr key={one.name}>
            <th>{one.name}</th>
            <td>
              {shownValue(one, one.value)}
              {Number.isFinite(one.error) && ` ± ${few(one.error * one.unit.factor, 2)}`}
            </td>
            <td>
              {one.interval.every(Number.isFinite)
                ? one.interval.map((end) => few(end * one.unit.factor, DIGITS)).join(" … ")
                : said.undetermined}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function span(ends: [number, number], unit: string): string {
  return ends.map((end) => quantity(end, unit, 3)).join(" … ");
}

const [WIDTH, HEIGHT, EDGE] = [300, 110, 5];

function CurvePicture({ of }: { of: Curve }) {
  const said = texts.results.study.fit;
  const times = extremes(of.t) ?? [0, 1];
  const values = extremes([...of.measured, ...of.fitted]) ?? [0, 1];
  const part = (value: number, [low, high]: [number, number]): number =>
    high > low ? (value - low) / (high - low) : 0.5;
  const x = (value: number): number => EDGE + part(value, times) * (WIDTH - 2 * EDGE);
  const y = (value: number): number => HEIGHT - EDGE - part(value, values) * (HEIGHT - 2 * EDGE);
  const rows = [...of.t.keys()].filter((i) => Number.isFinite(of.measured[i]) && Number.isFinite(of.fitted[i]));
  const line = rows.map((i, at) => `${at ? "L" : "M"}${x(of.t[i]!).toFixed(1)} ${y(of.fitted[i]!).toFixed(1)}`);
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={said.curveOf(of.name)}>
        {rows.map((i) => (
          <circle key={i} class="study-measured" cx={x(of.t[i]!)} cy={y(of.measured[i]!)} r={1.6} />
        ))}
        <path class="study-fitted" d={line.join("")} />
      </svg>
      <figcaption>{said.curve(of.name, span(values, of.unit), span(times, "s"))}</figcaption>
    </figure>
  );
}

export function FitView({ of }: { of: Fit }) {
  const said = texts.results.study;
  const first = of.messages.find(({ severity }) => severity === "error");
  return (
    <>
      <div class="study-progress">
        <strong>{of.title}</strong>
        {of.status === "running" && <progress value={of.part} max={1} aria-label={said.progress} />}
        {of.parameters.length > 0 && (
          <button
            type="button"
            class="button primary"
            title={said.keepTip}
            onClick={() =>
              keepValues(
                of.parameters,
                of.parameters.map(({ value }) => value),
              )
            }
          >
            {said.apply}
          </button>
        )}
        <span role="status">
          {of.status === "running"
            ? said.fit.running
            : of.facts.map(([name, text]) => `${name.replace("^2", "²")}: ${text}`).join("; ")}
        </span>
        {first && <p class="field-note error">{messageText(first)}</p>}
        {fitIsOld.value && <p class="study-old">{said.old}</p>}
      </div>
      <div class="study-fit" role="region" aria-label={said.fit.found(of.title)} tabIndex={0}>
        {of.parameters.length > 0 && <Values of={of} />}
        {of.curves.map((one) => (
          <CurvePicture key={one.name} of={one} />
        ))}
      </div>
    </>
  );
}
