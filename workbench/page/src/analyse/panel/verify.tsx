/* verify.tsx - the certificate of a motion: the same motion by every formulation, in plain words and then in digits. */
import { computed, signal } from "@preact/signals";
import { EngineError, type Certificate, type Message, type VerifyAnswer } from "../../engine/engine";
import { Icon } from "../../shell/icons";
import { register } from "../../shell/commands";
import { toast } from "../../shell/toast";
import { engine } from "../../state/connection";
import { text } from "../../state/document";
import { name, scene, settings, stale } from "../../state/model";
import type { Run } from "../../state/runs";
import { summarize } from "../certificate";
import { Digits, Seal } from "../certificate_view";
import { ExplainButton } from "../../editor/explain";
import { Messages } from "../messages";
import { showResults } from "../tabs";
import type { Panel } from "../panels";
import { texts } from "../../texts/texts";

interface Verified {
  model: string; // its file name
  of: string; // text and settings that it belongs to
  certificate: Certificate | null;
  messages: Message[];
  stopped: boolean;
}

const verified = signal<Verified | null>(null);
const work = signal<{ part: number; stop: () => void } | null>(null);
const present = computed(() => JSON.stringify([name.value, text.value, settings.value]));

/* What was found of just the model of this run; null: it was not verified. */
export function certificateOf(run: Run): VerifyAnswer | null {
  const found = verified.value;
  if (!found?.certificate || found.of !== JSON.stringify([name.value, run.text, run.settings])) return null;
  return {
    status: found.certificate.agreed ? "ok" : "failed",
    messages: found.messages,
    certificate: found.certificate,
  };
}

async function verify(thorough = false): Promise<void> {
  if (work.value) return;
  const control = new AbortController();
  const of = present.value;
  const model = name.value;
  work.value = { part: 0, stop: () => control.abort() };
  try {
    const answer = await engine.verify(
      text.value,
      name.value,
      { set: settings.value, thorough: thorough || undefined },
      (part) => {
        if (work.value) work.value = { ...work.value, part };
      },
      control.signal,
    );
    const stopped = answer.status === "stopped" || control.signal.aborted;
    verified.value = {
      model,
      of,
      certificate: stopped ? null : answer.certificate,
      messages: answer.messages,
      stopped,
    };
  } catch (error) {
    const lost = error instanceof EngineError && error.code === "lost";
    toast(lost ? texts.results.panelVerify.theConnectionWasLostVerifyAgain : String(error), { kind: "error" });
  } finally {
    work.value = null;
  }
}

register(
  {
    id: "verify",
    title: texts.results.panelVerify.verifyTheMotionWithEveryFormulation,
    group: texts.results.panelVerify.analyse,
    run: () => {
      showResults("verify");
      void verify();
    },
    enabled: () => scene.value !== null && !stale.value,
  },
  {
    id: "show-plots",
    title: texts.results.panelVerify.showThePlots,
    group: texts.results.panelVerify.analyse,
    run: () => showResults("plots"),
  },
  {
    id: "show-table",
    title: texts.results.panelVerify.showTheTable,
    group: texts.results.panelVerify.analyse,
    run: () => showResults("table"),
  },
  {
    id: "show-results",
    title: texts.results.panelVerify.showTheResults,
    group: texts.results.panelVerify.analyse,
    run: () => showResults("results"),
  },
);

function Found({ found }: { found: Verified }) {
  const old = found.of !== present.value;
  const summary = found.certificate && summarize(found.certificate);
  return (
    <>
      {old && <p class="result-words stopped">{texts.results.panelVerify.thisCertificateIsForTheModel}</p>}
      {found.stopped && <p class="result-words stopped">{texts.results.panelVerify.verificationWasStoppedThereIsNo}</p>}
      {summary && <Seal summary={summary} old={old} />}
      {found.messages.length > 0 && (
        <Messages list={found.messages} more={(message) => <ExplainButton message={message} />} />
      )}
      {summary && summary.lines.length > 0 && <Digits lines={summary.lines} />}
    </>
  );
}

function VerifyPanel() {
  const now = work.value;
  const found = verified.value?.model === name.value ? verified.value : null;
  const ready = scene.value !== null && !stale.value;
  return (
    <div class="verify">
      <div class="verify-head">
        {now ? (
          <>
            <progress
              value={now.part > 0 ? now.part : undefined}
              max={1}
              aria-label={texts.results.panelVerify.verification}
            />
            <button type="button" class="button" onClick={now.stop}>
              <Icon name="stop" size={14} /> {texts.results.panelVerify.cancel}
            </button>
          </>
        ) : (
          <button type="button" class="button primary" disabled={!ready} onClick={() => void verify()}>
            {found ? texts.results.panelVerify.verifyAgain : texts.results.panelVerify.verify}
          </button>
        )}
        <p>{texts.results.panelVerify.solvesTheSameMotionWithEvery}</p>
      </div>
      <div aria-live="polite">{found && <Found found={found} />}</div>
    </div>
  );
}

export const panel: Panel = {
  id: "verify",
  place: "main",
  order: 4,
  title: () => texts.results.panelVerify.verify,
  Body: VerifyPanel,
};
