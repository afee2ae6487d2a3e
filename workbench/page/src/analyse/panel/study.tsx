/* study.tsx - studies beside the drawing: those of the model, and one that is made here; its picture filling in, what a search has found. */
import { computed } from "@preact/signals";
import type { SceneParameter } from "../../engine/engine";
import { Icon } from "../../shell/icons";
import { phone } from "../../shell/layout";
import { messageText } from "../../shell/units_in_text";
import { few } from "../../shell/number_text";
import { duration } from "../../shell/quantity";
import { IconButton, Menu, type MenuEntry } from "../../shell/widgets";
import { titleOf } from "../../state/description";
import { scene } from "../../state/model";
import { table } from "../../state/runs";
import { texts } from "../../texts/texts";
import type { Panel } from "../panels";
import { plots } from "../plots";
import { columnOf, independentOf } from "../channels";
import { StudyFields } from "../study/fields";
import { fit, isFitting, stopFit } from "../study/fit";
import { FitView } from "../study/fit_view";
import { saveStudy } from "../study/files";
import { answersOf, change, form, type Wish, wishOf } from "../study/form";
import { candidates, findInfluence, influence, looksAt } from "../study/influence";
import { beginForm, keepInModel, listed, load, loaded, runListed, runs } from "../study/listed";
import { Picture } from "../study/picture";
import { Result } from "../study/result";
import { Spread } from "../study/spread";
import { goOn, isOld, isRunning, secondsLeft, showAnswer, stop, type Study, study } from "../study/state";
import { Tornado } from "../study/tornado";
import { watchVariant } from "../study/variant";
import { VariantBar } from "../study/variant_bar";
import { type View as PictureView, viewOf, viewsOf, wanted } from "../study/views";
import "../study/study.css";

watchVariant();

const isBusy = computed(() => isRunning.value || isFitting.value);

/* What is plotted first, until something is chosen. */
function channelNow(): string {
  const { channel } = form.value.answers[0]!;
  const of = table.value;
  if (channel !== "" || !of) return channel;
  const plotted = plots.value.flatMap((plot) => (plot.kind === "over" ? plot.curves : []));
  const first = plotted.find((one) => columnOf(of, one) && of.channels.some(({ name }) => name === one));
  return first ?? of.channels.find(({ name }) => name !== independentOf(of))?.name ?? "";
}

/* ---- how far it is ---- */

function progressText(of: Study): string {
  const said = texts.results.study;
  const failed = of.points.filter(({ answer }) => !Number.isFinite(answer)).length;
  const left = secondsLeft(of);
  const search = of.wish.kind === "optimize";
  const parts = [search ? said.tried(of.points.length) : said.done(of.points.length, of.all ?? of.points.length)];
  if (failed > 0) parts.push(said.failed(failed));
  if (left !== null) parts.push(said.left(left < 1 ? "1 s" : `${few(Math.ceil(left), 2)} s`));
  else if (of.status === "done" && of.before < of.points.length) parts.push(duration(of.seconds));
  return parts.join(", ");
}

/* Which picture, of which answer. */
function PictureChoice({ of }: { of: Study }) {
  const said = texts.results.study;
  const views = viewsOf(of);
  const view = viewOf(of);
  const coloured = view !== "descent" && view !== "front";
  return (
    <>
      {views.length > 1 && (
        <select
          class="input"
          aria-label={said.view}
          value={view}
          onChange={(event) => (wanted.value = event.currentTarget.value as PictureView)}
        >
          {views.map((one) => (
            <option key={one} value={one}>
              {said.views[one]}
            </option>
          ))}
        </select>
      )}
      {of.answers.length > 1 && coloured && (
        <select
          class="input"
          aria-label={said.shownAnswer}
          value={of.shown}
          onChange={(event) => showAnswer(Number(event.currentTarget.value))}
        >
          {of.answers.map((one, i) => (
            <option key={one.name} value={i}>
              {one.name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

function fileEntries(of: Study): MenuEntry[] {
  const said = texts.results.study;
  const csv = { title: said.saveCsv, run: () => void saveStudy(of, "csv") };
  return of.wish.kind === "optimize" ? [csv] : [csv, { title: said.saveHdf5, run: () => void saveStudy(of, "h5") }];
}

function Progress({ of }: { of: Study }) {
  const said = texts.results.study;
  const first = of.messages.find(({ severity }) => severity === "error");
  const { status, points, all } = of;
  const some = points.length > 0;
  const ended = status === "stopped" || status === "lost" || (status === "failed" && some);
  const goesOn = ended && (of.wish.kind === "optimize" || (all !== null && points.length < all));
  return (
    <div class="study-progress">
      {of.title !== "" && <strong>{of.title}</strong>}
      {status === "running" && (
        <progress value={all === null ? undefined : points.length} max={all ?? undefined} aria-label={said.progress} />
      )}
      <span role="status">{progressText(of)}</span>
      {goesOn && (
        <button type="button" class="button" onClick={goOn}>
          {of.wish.kind === "optimize" ? said.again : said.goOn}
        </button>
      )}
      {some && <PictureChoice of={of} />}
      {some && <Menu label={said.save} icon="export" class="small" items={() => fileEntries(of)} />}
      {first && <p class="field-note error">{messageText(first)}</p>}
      {isOld.value && <p class="study-old">{said.old}</p>}
    </div>
  );
}

/* ---- what is asked for ---- */

/* The studies of the model: a click runs one. */
function Listed({ all }: { all: SceneParameter[] }) {
  const said = texts.results.study;
  if (listed.value.length === 0) return null;
  return (
    <ul class="study-listed" aria-label={said.ofModel}>
      {listed.value.map((one) => (
        <li key={one.at}>
          <button
            type="button"
            class="button"
            title={runs(one) ? said.runListed(one.name, titleOf(one.kind)) : said.runElsewhere(one.kind)}
            disabled={!runs(one)}
            onClick={() => runListed(one)}
          >
            <Icon name="play" size={12} />
            {one.name}
          </button>
          <IconButton
            icon="properties"
            class="small"
            label={said.edit(one.name)}
            pressed={loaded()?.at === one.at}
            onClick={() => (loaded()?.at === one.at ? change({ of: "" }) : load(one, all))}
          />
        </li>
      ))}
    </ul>
  );
}

function Acts({ all, channel, wish }: { all: SceneParameter[]; channel: string; wish: Wish | string }) {
  const said = texts.results.study;
  const fault = typeof wish === "string" ? wish : null;
  const none = candidates(all).length === 0;
  return (
    <div class="study-acts">
      <button type="submit" class="button primary" disabled={fault !== null && !isBusy.value}>
        {isBusy.value ? said.stop : said.runs[form.value.kind]}
      </button>
      <button
        type="button"
        class="button"
        disabled={channel.trim() === "" || none}
        title={none ? said.noNumbers : undefined}
        onClick={() => void findInfluence(all, answersOf(form.value, channel)[0]!)}
      >
        {said.matters}
      </button>
      <IconButton
        icon="save"
        class="small"
        label={loaded() ? said.saveStudy(form.value.of) : said.keepStudy}
        disabled={fault !== null}
        onClick={() => keepInModel(form.value, all, channel)}
      />
      {fault && <span class="study-fault">{fault}</span>}
    </div>
  );
}

function Form() {
  const all = scene.value?.parameters ?? [];
  const channel = channelNow();
  const wish = wishOf(form.value, all, channel);
  return (
    <form
      class="study-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy.value) {
          stop();
          stopFit();
        } else if (typeof wish !== "string") beginForm(wish, form.value, all, channel);
      }}
    >
      <div class="study-fields">
        <Listed all={all} />
        <StudyFields all={all} channel={channel} points={typeof wish === "string" ? null : wish.points} />
      </div>
      <Acts all={all} channel={channel} wish={wish} />
    </form>
  );
}

function View() {
  const of = study.value;
  if (looksAt.value === "influence" && influence.value) return <Tornado of={influence.value} />;
  if (looksAt.value === "fit" && fit.value) return <FitView of={fit.value} />;
  return (
    <>
      {of && <Progress of={of} />}
      {of && <Result of={of} />}
      {of && of.points.length > 0 ? (
        <div class="study-pictures">
          <Picture of={of} />
          {of.wish.kind === "sweep" && viewOf(of) !== "matrix" && <Spread of={of} />}
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
  badge: () => (isBusy.value ? "…" : ""),
  wide: true,
  Body: StudyPanel,
};
