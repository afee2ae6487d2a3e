/* text_pane.tsx - the model as text: the editor, what the cursor stands on in words, and the list of problems. */
import { computed, effect, signal } from "@preact/signals";
import { EditorView } from "@codemirror/view";
import { nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { useEffect, useRef } from "preact/hooks";
import { register } from "../shell/commands";
import { Icon } from "../shell/icons";
import { toast } from "../shell/toast";
import { messageText } from "../shell/units_in_text";
import { showPart } from "../shell/layout";
import { setExtensions, text, view } from "../state/document";
import { checkedText, messages, scene } from "../state/model";
import { selected } from "../state/selection";
import { kept } from "../state/settings";
import { type CursorInfo, cursorInfoAt } from "./cursor_info";
import { editorExtensions } from "./editor_extensions";
import { layOut } from "./format";
import { showSelected } from "./sync_selection";
import { ExplainButton } from "./explain";
import { goToRange } from "./go_to_text";
import { schema } from "./knowledge";
import { applyFix, type Problem, problemsOf, underline } from "./lint";
import "./text_pane.css";
import { texts } from "../texts/texts";

/* ---- what the editor follows ---- */

const problems = computed<{ of: string; list: Problem[] }>(() => {
  const of = checkedText.value ?? "";
  return { of, list: problemsOf(of, messages.value) };
});

const wraps = kept("wrap", true);
const cursor = signal(0);
const about = signal<CursorInfo | null>(null);
const listOpen = signal(true);

let pending: ReturnType<typeof setTimeout> | undefined;

/* Words about the cursor's place, when it has stood still for a moment. */
function sayAbout(): void {
  clearTimeout(pending);
  pending = setTimeout(() => {
    about.value = cursorInfoAt(view.state.doc.toString(), cursor.peek(), schema.peek(), scene.peek());
  }, 150);
}

const watchCursor = EditorView.updateListener.of((update) => {
  if (!update.selectionSet && !update.docChanged) return;
  cursor.value = update.state.selection.main.head;
  sayAbout();
});

let dressed = false;

/* Once for all: the view outlives the pane. */
function dressOnce(): void {
  if (dressed) return;
  dressed = true;
  effect(() => setExtensions([editorExtensions(wraps.value), watchCursor]));
  effect(() => {
    const { of, list } = problems.value;
    if (of !== text.value) return;
    underline(list);
    keepCursorInView();
  });
  effect(() => {
    void checkedText.value; // what is selected may be written elsewhere now
    showSelected(view, selected.value);
  });
  effect(() => {
    if (schema.value && scene.value) sayAbout();
  });
  register(
    {
      id: "next-problem",
      title: texts.editor.textPane.goToTheNextProblem,
      group: texts.editor.textPane.text,
      keys: ["F8"],
      enabled: () => messages.value.some((message) => message.line > 0),
      run: () => goFrom(nextDiagnostic),
    },
    {
      id: "format",
      title: texts.editor.textPane.layOutTheText,
      group: texts.editor.textPane.text,
      keys: ["Alt+Shift+F"],
      enabled: () => text.value.trim() !== "",
      run: format,
    },
    {
      id: "previous-problem",
      title: texts.editor.textPane.goToThePreviousProblem,
      group: texts.editor.textPane.text,
      keys: ["Shift+F8"],
      enabled: () => messages.value.some((message) => message.line > 0),
      run: () => goFrom(previousDiagnostic),
    },
  );
}

function format(): void {
  layOut().catch(() => toast(texts.editor.textPane.theTextCouldNotBeLaid, { kind: "error" }));
}

/* The list of problems takes room from the editor; the line that is written in stays in view. */
function keepCursorInView(): void {
  if (!view.hasFocus) return;
  requestAnimationFrame(() => {
    view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: "nearest" }) });
  });
}

function goFrom(command: (target: EditorView) => boolean): void {
  showPart("text");
  view.focus();
  command(view);
}

/* ---- the pane ---- */

function Editor() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    dressOnce();
    host.current!.append(view.dom);
    view.requestMeasure();
    return () => view.dom.remove();
  }, []);
  return <div class="text-editor" ref={host} />;
}

function Note() {
  const now = about.value;
  return (
    <p class="text-about" title={now ? `${now.title}: ${now.text}` : undefined}>
      {now && now.text ? (
        <>
          <strong>{now.title}</strong> {now.text}
        </>
      ) : (
        <span>{texts.editor.textPane.ctrlSpaceListsWhatCanBe}</span>
      )}
    </p>
  );
}

function ProblemItem({ problem, of }: { problem: Problem; of: string }) {
  const { message, range, fixes } = problem;
  const current = of === text.value;
  return (
    <li class={`problem ${message.severity}`}>
      <div class="problem-row">
        <button type="button" class="problem-text" disabled={!range} onClick={() => range && goToRange(range.from)}>
          <Icon name={message.severity === "note" ? "help" : "warning"} size={16} />
          <span>
            <span class="unseen">{message.severity}: </span>
            {messageText(message)}
            {message.line > 0 && (
              <small>
                {" "}
                {texts.editor.textPane.line} {message.line}
              </small>
            )}
            {message.code && <small> {message.code}</small>}
          </span>
        </button>
        <ExplainButton message={message} among={messages.value} of={of} />
      </div>
      {fixes.length > 0 && (
        <div class="problem-fixes">
          {fixes.map((fix) => (
            <button
              type="button"
              class="button"
              key={fix.title}
              disabled={!current}
              onClick={() => applyFix(of, fix.changes)}
            >
              {fix.title}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}

const SHOWN = 100;

function Problems() {
  const { of, list } = problems.value;
  const errors = list.filter(({ message }) => message.severity === "error").length;
  const count = list.length === 1 ? "1 problem" : `${list.length} problems`;
  if (list.length === 0) {
    const checked = checkedText.value !== null && text.value.trim() !== "";
    return <p class="problems-none">{checked ? texts.editor.textPane.noProblems : " "}</p>;
  }
  return (
    <section class="problems" aria-label={texts.editor.textPane.problems}>
      <button
        type="button"
        class="problems-head"
        aria-expanded={listOpen.value}
        onClick={() => (listOpen.value = !listOpen.value)}
      >
        <Icon name={listOpen.value ? "down" : "right"} size={16} />
        <span class={errors > 0 ? "error" : "warning"} role="status">
          {count}
        </span>
        <kbd>{texts.editor.textPane.f8}</kbd>
      </button>
      {listOpen.value && (
        <ul>
          {list.slice(0, SHOWN).map((problem, i) => (
            <ProblemItem key={i} problem={problem} of={of} />
          ))}
          {list.length > SHOWN && (
            <li class="problem">
              {texts.editor.textPane.and} {list.length - SHOWN} {texts.editor.textPane.more}
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

export function TextPane() {
  return (
    <div class="text-pane">
      <Editor />
      <div class="text-foot">
        <Note />
        <button
          type="button"
          class="text-wrap"
          title={texts.editor.textPane.layOutTheTextIndentationBlanks}
          onClick={format}
        >
          {texts.editor.textPane.format}
        </button>
        <button
          type="button"
          class="text-wrap"
          aria-pressed={wraps.value}
          title={texts.editor.textPane.wrapLongLines}
          onClick={() => (wraps.value = !wraps.value)}
        >
          {texts.editor.textPane.wrap}
        </button>
      </div>
      <Problems />
    </div>
  );
}
