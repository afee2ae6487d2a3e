/* result.tsx - what a search has found: the best values, to be shown moving or written into the model; or how to read the front. */
import { inDisplayUnits } from "../../shell/units_in_text";
import { texts } from "../../texts/texts";
import type { Study } from "./state";
import { keepValues, showVariant } from "./variant";
import { answerText, valuesText } from "./words";

function Best({ of, number }: { of: Study; number: number }) {
  const { found } = of;
  const best = of.points.find((point) => point.number === number);
  if (!best || !found) return null;
  const how = !found.feasible ? texts.results.study.infeasible : found.converged ? "" : inDisplayUnits(found.ended);
  return (
    <div class="study-best">
      <strong>{texts.results.study.best}</strong>
      <span>{valuesText(of.axes, best.values)}</span>
      <span>{answerText(of, best)}</span>
      {how !== "" && <span class="study-old">{how}</span>}
      <span class="study-best-acts">
        <button type="button" class="button" onClick={() => showVariant(of, best)}>
          {texts.results.study.showBest}
        </button>
        <button
          type="button"
          class="button primary"
          title={texts.results.study.keepTip}
          disabled={!found.feasible}
          onClick={() => keepValues(of.axes, best.values)}
        >
          {texts.results.study.apply}
        </button>
      </span>
    </div>
  );
}

/* Nothing while it searches. */
export function Result({ of }: { of: Study }) {
  const { found } = of;
  if (!found) return null;
  if (found.front.length > 0) return <p class="study-best">{texts.results.study.frontOf(found.front.length)}</p>;
  return found.best === null ? null : <Best of={of} number={found.best} />;
}
