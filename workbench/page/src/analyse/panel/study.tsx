/* study.tsx - a study beside the drawing: what is varied and kept, its picture filling in, how its answers are spread. */
import { phone } from "../../shell/layout";
import { messageText } from "../../shell/units_in_text";
import { few } from "../../shell/number_text";
import { duration } from "../../shell/quantity";
import { scene } from "../../state/model";
import { table } from "../../state/runs";
import { texts } from "../../texts/texts";
import type { Panel } from "../panels";
import { plots } from "../plots";
import { columnOf, independentOf } from "../channels";
import { StudyFields } from "../study/fields";
import { form, MEASURES, wishOf } from "../study/form";
import { candidates, findInfluence, hideInfluence, influence, looksAt } from "../study/influence";
import { Picture } from "../study/picture";
import { Spread } from "../study/spread";
import { begin, goOn, isOld, isRunning, secondsLeft, stop, type Study, study } from "../study/state";
import { Tornado } from "../study/tornado";
import { watchVariant } from "../study/variant";
import { VariantBar } from "../study/variant_bar";
import "../study/study.css";

watchVariant();

/* What is plotted first, until something is chosen. */
function channelNow(): string {
  const { channel } = form.value;
  const of = table.value;
  if (channel !== "" || !of) return channel;
  const plotted = plots.value.flatMap((plot) => (plot.kind === "over" ? plot.curves : []));
  const first = plotted.find((one) => columnOf(of, one) && of.channels.some(({ name }) => name === one));
  return first ?? of.channels.find(({ name }) => name !== independentOf(of))?.name ?? "";
}

function progressText(of: Study): string {
  const failed = of.points.filter(({ answer }) => !Number.isFinite(answer)).length;
  const left = secondsLeft(of);
  const parts = [texts.results.study.done(of.points.length, of.all)];
  if (failed > 0) parts.push(texts.results.study.failed(failed));
  if (left !== null) parts.push(texts.results.study.left(left < 1 ? "1 s" : `${few(Math.ceil(left), 2)} s`));
  else if (of.status === "done" && of.before < of.points.length) parts.push(duration(of.seconds));
  return parts.join(", ");
}

function Progress({ of }: { of: Study }) {
  const first = of.messages.find(({ severity }) => severity === "error");
  const goesOn = of.status === "stopped" || of.status === "lost" || (of.status === "failed" && of.points.length > 0);
  return (
    <div class="study-progress">
      <progress value={of.points.length} max={of.all} aria-label={texts.results.study.progress} />
      <span role="status">{progressText(of)}</span>
      {goesOn && of.points.length < of.all && (
        <button type="button" class="button" onClick={goOn}>
          {texts.results.study.goOn}
        </button>
      )}
      {first && <p class="field-note error">{messageText(first)}</p>}
      {isOld.value && <p class="study-old">{texts.results.study.old}</p>}
    </div>
  );
}

function Form() {
  const all = scene.value?.parameters ?? [];
  const channel = channelNow();
  const wish = wishOf(form.value, all, channel);
  const fault = typeof wish === "string" ? wish : null;
  return (
    <form
      class="study-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRunning.value) stop();
        else if (typeof wish !== "string") {
          hideInfluence();
          begin(wish);
        }
      }}
    >
      <StudyFields all={all} channel={channel} points={typeof wish === "string" ? null : wish.points} />
      <div class="study-acts">
        <button type="submit" class="button primary" disabled={fault !== null && !isRunning.value}>
          {isRunning.value ? texts.results.study.stop : texts.results.study.run}
        </button>
        <button
          type="button"
          class="button"
          disabled={channel.trim() === "" || candidates(all).length === 0}
          title={candidates(all).length === 0 ? texts.results.study.noNumbers : undefined}
          onClick={() => void findInfluence(all, MEASURES[form.value.measure](channel.trim()))}
        >
          {texts.results.study.matters}
        </button>
        {fault && <span class="study-fault">{fault}</span>}
      </div>
    </form>
  );
}

function View() {
  const of = study.value;
  if (looksAt.value === "influence" && influence.value) return <Tornado of={influence.value} />;
  return (
    <>
      {of && <Progress of={of} />}
      {of && of.points.length > 0 ? (
        <div class="study-pictures">
          <Picture of={of} />
          <Spread of={of} />
        </div>
      ) : (
        <p class="panel-none">{of?.status === "running" ? texts.results.study.begins : texts.results.study.about}</p>
      )}
    </>
  );
}

function StudyPanel() {
  if ((scene.value?.parameters ?? []).length === 0)
    return (
      <p class="panel-none">
        {texts.results.panelParameters.thisModelHasNoParametersAdd}{" "}
        <code>
          {texts.results.panelParameters.parameters} {"{length: 0.4}"}
        </code>
        {texts.results.panelParameters.andUseTheirNamesInPlace}
      </p>
    );
  return (
    <div class="study">
      <Form />
      <div class="study-view">
        {phone.value && <VariantBar />}
        <View />
      </div>
    </div>
  );
}

export const panel: Panel = {
  id: "study",
  place: "main",
  order: 7,
  title: () => texts.results.study.title,
  badge: () => (isRunning.value ? "…" : ""),
  wide: true,
  Body: StudyPanel,
};
