/* explain.tsx - what a message means: the engine's explanation, an example with the fault and without it, and fixes by one click. */
import type { ComponentChild } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Explanation, Message } from "../engine/engine";
import { showDialog } from "../shell/ask";
import { Dialog } from "../shell/dialog";
import { engine } from "../state/connection";
import { text } from "../state/document";
import { texts } from "../texts/texts";
import { messageText } from "../shell/units_in_text";
import { saysCure } from "./cures";
import { type Fix, fixesFor, rangeOf } from "./diagnostics";
import { goToRange } from "./go_to_text";
import { marked } from "./line_marks";
import { applyFix } from "./lint";
import "./explain.css";

/* `at` within words. */
function withCode(words: string): ComponentChild[] {
  return words.split("`").map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));
}

function Example({ title, lines, other, kind }: { title: string; lines: string; other: string; kind: string }) {
  return (
    <figure class={`explain-example ${kind}`}>
      <figcaption>{title}</figcaption>
      <pre tabIndex={0}>
        {marked(lines, other).map(({ line, differs }, i) => (
          <code key={i} class={differs ? "differs" : undefined}>
            {line + "\n"}
          </code>
        ))}
      </pre>
    </figure>
  );
}

/* A message with those that came with it, and the text that they are about. */
interface Explained {
  message: Message;
  among?: readonly Message[];
  of?: string | null;
}

/* Its fixes; where it has none of its own, the one that the engine has tried and says behind it. A fix belongs to its text. */
function fixesNow({ message, among = [], of }: Explained): Fix[] {
  if (of !== text.value) return [];
  const own = fixesFor(of, message);
  if (own.length > 0 || message.severity !== "error") return own;
  const cure = among.slice(among.indexOf(message) + 1).find((one) => saysCure(one.text));
  return cure ? fixesFor(of, cure) : [];
}

function ExplainDialog({ onClose, ...explained }: Explained & { onClose: () => void }) {
  const { message } = explained;
  const found = useSignal<Explanation | "failed" | null>(null);
  useEffect(() => {
    engine.explain(message.code!).then(
      (answer) => (found.value = answer),
      () => (found.value = "failed"),
    );
  }, []);
  const of = text.value;
  const fixes = fixesNow(explained);
  const range = rangeOf(of, message);
  const now = found.value;
  const { explain } = texts;
  return (
    <Dialog
      title={now && now !== "failed" ? explain.title(now.code, now.title) : explain.head}
      size="large"
      class="explain"
      onClose={onClose}
      actions={
        <>
          {range && (
            <button
              type="button"
              class="button"
              onClick={() => {
                onClose();
                goToRange(range.from);
              }}
            >
              {explain.show}
            </button>
          )}
          {fixes.map((fix, i) => (
            <button
              type="button"
              key={fix.title}
              class={i === 0 ? "button primary" : "button"}
              onClick={() => {
                applyFix(of, fix.changes);
                onClose();
              }}
            >
              {fix.title}
            </button>
          ))}
        </>
      }
    >
      <p class={`explain-message ${message.severity}`}>{messageText(message)}</p>
      {now === null && <p>{explain.waiting}</p>}
      {now === "failed" && <p>{explain.failed}</p>}
      {now && now !== "failed" && (
        <>
          {now.text && <p>{withCode(now.text)}</p>}
          {now.wrong && now.cured && (
            <div class="explain-pair">
              <Example title={explain.wrong} lines={now.wrong} other={now.cured} kind="wrong" />
              <Example title={explain.cured} lines={now.cured} other={now.wrong} kind="cured" />
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

function showExplanation(explained: Explained): void {
  showDialog((close) => <ExplainDialog {...explained} onClose={close} />);
}

/* "?" beside a message; nothing where it has no code. */
export function ExplainButton(explained: Explained) {
  const { message } = explained;
  if (!message.code) return null;
  const label = texts.explain.button(message.code);
  return (
    <button
      type="button"
      class="explain-button"
      title={label}
      aria-label={label}
      onClick={() => showExplanation(explained)}
    >
      ?
    </button>
  );
}
