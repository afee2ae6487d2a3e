/* tornado.tsx - which parameter matters most: a bar for each, the greatest first, to the side to which the answer goes. */
import { inDisplayUnits } from "../../shell/units_in_text";
import { quantity } from "../../shell/quantity";
import { selected } from "../../state/selection";
import { texts } from "../../texts/texts";
import { type Bar, effectText, hideInfluence, type Influence, influenceIsOld } from "./influence";

function Row({ of, bar }: { of: Influence; bar: Bar }) {
  const most = Math.abs(of.bars[0]!.effect) || 1;
  const half = 50 * (Math.abs(bar.effect) / most);
  const words = effectText(of, bar);
  return (
    <li>
      <button
        type="button"
        class="link tornado-name"
        title={texts.results.study.showParameter}
        onClick={() => (selected.value = { kind: "parameter", name: bar.name })}
      >
        {bar.name}
      </button>
      <span class="tornado-track" aria-hidden="true">
        <span
          class={bar.effect > 0 ? "tornado-bar rises" : "tornado-bar falls"}
          style={`width: ${half}%; ${bar.effect > 0 ? "left: 50%" : "right: 50%"}`}
        />
      </span>
      <span class="tornado-effect">{words}</span>
    </li>
  );
}

export function Tornado({ of }: { of: Influence }) {
  if (of.status === "running") return <p class="panel-none">{texts.results.study.influenceBegins}</p>;
  return (
    <div class="tornado">
      {of.status === "failed" ? (
        <p class="field-note error">{inDisplayUnits(of.reason ?? texts.results.study.noAnswer)}</p>
      ) : (
        <>
          <p>
            <strong>
              {of.answer.name} = {quantity(of.answer.value, of.answer.unit, 5)}
            </strong>
            {texts.results.study.perCent}
          </p>
          <ol>
            {of.bars.map((bar) => (
              <Row key={bar.name} of={of} bar={bar} />
            ))}
          </ol>
          {of.without.length > 0 && <p class="study-old">{texts.results.study.without(of.without)}</p>}
        </>
      )}
      {influenceIsOld.value && <p class="study-old">{texts.results.study.oldInfluence}</p>}
      <button type="button" class="button" onClick={hideInfluence}>
        {texts.results.study.hideInfluence}
      </button>
    </div>
  );
}
