/* tour.tsx - a tour of five steps: draw, pin, motor, run, plot. Each is the real thing, done by the reader or shown, and it can be left at
 * any time.
 */
import { effect, signal, untracked } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { showResults, sideTab as beside } from "../analyse/tabs";
import { perform, register } from "../shell/commands";
import { showGuide } from "../shell/guide_state";
import { phone, showPart } from "../shell/layout";
import { IconButton } from "../shell/widgets";
import { texts } from "../texts/texts";
import { toReader } from "./hints";
import { beginStep, STEPS } from "./tour_steps";
import "./tour.css";

const at = signal<number | null>(null); // step; STEPS.length: all done; null: no tour

/* The list of channels: beside the plots, or above them where there is little room. */
function showChannels(): void {
  beside.value = "channels";
  showResults(phone.value ? "channels" : "plots");
}

function goTo(index: number): void {
  at.value = index;
  const step = STEPS[index];
  if (!step) return;
  beginStep(step.id);
  if (step.part === "results") showChannels();
  else showPart(step.part);
  if (step.tool) requestAnimationFrame(() => perform(step.tool!));
}

export function startTour(): void {
  perform("new");
  requestAnimationFrame(() => requestAnimationFrame(() => goTo(0))); // the new model is there
}

export function leaveTour(): void {
  at.value = null;
}

/* A step that is done leads to the next. */
function watchSteps(): () => void {
  return effect(() => {
    const now = at.value;
    const step = now === null ? undefined : STEPS[now];
    document.documentElement.dataset.tour = step?.id ?? "";
    if (step?.done()) untracked(() => goTo(now! + 1));
  });
}

function Finished() {
  return (
    <>
      <p>{texts.tour.finished}</p>
      <div class="tour-actions">
        <button type="button" class="button" onClick={() => showGuide("workbench.md")}>
          {texts.tour.guide}
        </button>
        <button type="button" class="button primary" onClick={leaveTour}>
          {texts.tour.close}
        </button>
      </div>
    </>
  );
}

export function Tour() {
  useEffect(watchSteps, []);
  const now = at.value;
  if (now === null) return null;
  const step = STEPS[now];
  const words = step && texts.tour.steps[step.id];
  return (
    <section class="tour" aria-label={texts.tour.title}>
      <header>
        <h2>{words ? texts.tour.step(now + 1, STEPS.length, words.title) : texts.tour.done}</h2>
        <IconButton icon="close" label={texts.tour.leave} onClick={leaveTour} />
      </header>
      <progress max={STEPS.length} value={now} aria-label={texts.tour.progress} />
      {step && words ? (
        <>
          <p role="status">{toReader(words.text)}</p>
          <div class="tour-actions">
            <button type="button" class="button quiet" onClick={leaveTour}>
              {texts.tour.leave}
            </button>
            <button type="button" class="button" onClick={() => step.show()}>
              {texts.tour.show}
            </button>
          </div>
        </>
      ) : (
        <Finished />
      )}
    </section>
  );
}

register({ id: "tour", title: texts.tools.tour.tourInFiveSteps, group: texts.tools.tour.help, run: startTour });
