/* verify_panel.tsx - the certificate of a motion: the same motion by every formulation, in plain words and then in digits. */
import { computed, signal } from "@preact/signals";
import { EngineError, type Certificate, type Message } from "../engine/engine";
import { Icon } from "../shell/icons";
import { register } from "../shell/commands";
import { toast } from "../shell/toast";
import { engine } from "../state/connection";
import { text } from "../state/document";
import { name, scene, settings, stale } from "../state/model";
import { type Line, QUANTITIES, type Quantity, wordsOf } from "./certificate";
import { Messages } from "./messages";
import { showResults } from "./tabs";
import { few } from "./units";

interface Verified {
  model: string; // its file name
  of: string; // text and settings that it belongs to
  certificate: Certificate | null;
  messages: Message[];
  stopped: boolean;
}

export const verified = signal<Verified | null>(null);
const work = signal<{ part: number; stop: () => void } | null>(null);
const present = computed(() => JSON.stringify([name.value, text.value, settings.value]));

export async function verify(thorough = false): Promise<void> {
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
    toast(lost ? "The connection was lost. Verify again when it is back." : String(error), { kind: "error" });
  } finally {
    work.value = null;
  }
}

register(
  {
    id: "verify",
    title: "Verify the motion by every formulation",
    group: "Analyse",
    run: () => {
      showResults("verify");
      void verify();
    },
    enabled: () => scene.value !== null && !stale.value,
  },
  { id: "show-plots", title: "Show the plots", group: "Analyse", run: () => showResults("plots") },
  { id: "show-table", title: "Show the table", group: "Analyse", run: () => showResults("table") },
  { id: "show-results", title: "Show the results in words", group: "Analyse", run: () => showResults("results") },
);

const TITLES: Record<Quantity, string> = {
  position: "Position",
  speed: "Speed",
  acceleration: "Acceleration",
  reaction: "Reaction",
};

function Digits({ line, quantity }: { line: Line; quantity: Quantity }) {
  const { digits, difference, channel, time } = line.of[quantity];
  if (digits === null || difference === null) return <td>–</td>;
  return (
    <td title={`Largest difference ${few(difference, 2)}: ${channel} at t = ${few(time, 4)} s`}>
      <span class="digits">{digits.toFixed(1)}</span>
      <span class="digits-bar" aria-hidden="true" style={`--part: ${Math.min(1, digits / 16)}`} />
    </td>
  );
}

function Details({ lines }: { lines: Line[] }) {
  return (
    <div class="certificate-box" role="region" aria-label="Digits by formulation" tabIndex={0}>
      <table class="certificate">
        <caption>Digits in which each formulation agrees with the others</caption>
        <thead>
          <tr>
            <th scope="col">Formulation</th>
            {QUANTITIES.map((quantity) => (
              <th key={quantity} scope="col">
                {TITLES[quantity]}
              </th>
            ))}
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name}>
              <th scope="row">
                {line.name} <small>{line.words}</small>
              </th>
              {QUANTITIES.map((quantity) => (
                <Digits key={quantity} line={line} quantity={quantity} />
              ))}
              <td class={line.verdict === "agrees" ? "ok" : line.verdict === "disagrees" ? "bad" : ""}>
                {line.verdict}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Found({ found }: { found: Verified }) {
  const old = found.of !== present.value;
  const words = found.certificate && wordsOf(found.certificate);
  return (
    <>
      {old && <p class="result-words stopped">This certificate is of the model as it was before the last change.</p>}
      {found.stopped && <p class="result-words stopped">Verification was stopped; it says nothing.</p>}
      {words && (
        <div class={`seal ${words.tone} ${old ? "old" : ""}`}>
          <Icon name={words.tone === "ok" ? "check" : "warning"} size={24} />
          <div>
            <p class="seal-words">{words.headline}</p>
            {words.details.map((detail) => (
              <p key={detail}>{detail}</p>
            ))}
          </div>
        </div>
      )}
      {found.messages.length > 0 && <Messages list={found.messages} />}
      {words && words.lines.length > 0 && <Details lines={words.lines} />}
    </>
  );
}

export function VerifyPanel() {
  const now = work.value;
  const found = verified.value?.model === name.value ? verified.value : null;
  const ready = scene.value !== null && !stale.value;
  return (
    <div class="verify">
      <div class="verify-head">
        {now ? (
          <>
            <progress value={now.part} max={1} aria-label="Verification" />
            <button type="button" class="button" onClick={now.stop}>
              <Icon name="stop" size={14} /> Cancel
            </button>
          </>
        ) : (
          <button type="button" class="button primary" disabled={!ready} onClick={() => void verify()}>
            {found ? "Verify again" : "Verify"}
          </button>
        )}
        <p>Solves the same motion by every formulation that can express the model, and compares all their numbers.</p>
      </div>
      <div aria-live="polite">{found && <Found found={found} />}</div>
    </div>
  );
}
