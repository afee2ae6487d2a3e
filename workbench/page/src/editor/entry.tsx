/* entry.tsx - one value in a field: typed, stepped by the arrow keys, committed as one step of undo.
 *
 * Enter and leaving the field commit, Escape goes back. Up and down step a number by a unit of its second digit; Shift by ten times
 * that, Alt by a tenth. Numbers keep their unit and may be any expression.
 */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { signal } from "@preact/signals";
import { formatNumber, readNumber } from "./numbers";

/* What the field with the focus means, for the strip below the form. */
export const help = signal<string>("");

const SETTLED_MS = 350; // a row of steps is one change

/* The number one step on; null where the text is another expression. */
export function stepped(source: string, way: 1 | -1, times: number): string | null {
  const number = readNumber(source);
  if (!number) return null;
  const shown = number.value / number.factor;
  const size = Math.abs(shown);
  const whole = /^(deg|rpm|mm|g|ms|%)$/.test(number.unit);
  const place = size > 0 ? Math.floor(Math.log10(size) + 1e-9) - 1 : whole ? 0 : -1;
  const unit = 10 ** place * Math.min(times, 1);
  const next = shown + way * 10 ** place * times;
  return formatNumber(next * number.factor, source, unit * number.factor);
}

interface EntryProps {
  label: string; // accessible name
  value: string;
  of?: string; // what the value is of, where the field outlives it: what was typed for another is dropped
  onCommit: (value: string) => string | undefined; // answers why not
  doc?: string;
  error?: string;
  steps?: boolean;
  options?: readonly string[];
  placeholder?: string;
  class?: string;
  id?: string;
}

export function Entry(props: EntryProps) {
  const own = useId();
  const id = props.id ?? own;
  const [draft, setDraft] = useState<string | null>(null); // null: nothing typed
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const entered = useRef(false); // by the press that goes on
  const latest = useRef(props);
  latest.current = props;

  const commit = (value: string | null): void => {
    clearTimeout(timer.current);
    if (value === null) return;
    const { value: before, onCommit } = latest.current;
    const why = value.trim() === before.trim() ? undefined : onCommit(value.trim());
    setRefused(why);
    if (why === undefined) setDraft(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => setRefused(undefined), [props.value]);
  useLayoutEffect(() => {
    clearTimeout(timer.current);
    setDraft(null);
    setRefused(undefined);
  }, [props.of]);

  const key = (event: KeyboardEvent): void => {
    if (event.key === "Enter") commit(draft);
    else if (event.key === "Escape" && (draft !== null || refused)) {
      clearTimeout(timer.current);
      setDraft(null);
      setRefused(undefined);
      event.stopPropagation();
      event.preventDefault();
    } else if (props.steps && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const times = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
      const next = stepped(draft ?? props.value, event.key === "ArrowUp" ? 1 : -1, times);
      if (next === null) return;
      event.preventDefault();
      setDraft(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => commit(next), SETTLED_MS);
    }
  };
  const error = refused ?? props.error;
  return (
    <span class={`entry ${props.class ?? ""}`}>
      <input
        id={id}
        class="input"
        type="text"
        aria-label={props.label}
        aria-description={props.doc || undefined}
        aria-invalid={error ? true : undefined}
        aria-errormessage={refused ? id + "-why" : undefined}
        title={error ?? props.doc}
        value={draft ?? props.value}
        placeholder={props.placeholder}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        list={props.options && props.options.length > 0 ? id + "-list" : undefined}
        onFocus={() => (help.value = props.doc ?? "")}
        onPointerDown={(event) => (entered.current = document.activeElement !== event.currentTarget)}
        onClick={({ currentTarget: field }) => {
          /* who clicks into a number wants another; a second click sets the cursor */
          if (entered.current && props.steps && field.selectionStart === field.selectionEnd) field.select();
          entered.current = false;
        }}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={key}
        onBlur={() => {
          help.value = "";
          commit(draft);
        }}
      />
      {props.options && props.options.length > 0 && (
        <datalist id={id + "-list"}>
          {props.options.slice(0, 200).map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      {refused && (
        <span class="entry-why" id={id + "-why"} role="alert">
          {refused}
        </span>
      )}
    </span>
  );
}

interface SelectProps {
  label: string;
  value: string;
  words: readonly string[];
  titleOf?: (word: string) => string; // as it is read, where that is another than it is written
  doc?: string;
  error?: string;
  onCommit: (value: string) => void;
}

export function Select({ label, value, words, titleOf, doc, error, onCommit }: SelectProps) {
  const all = words.includes(value) ? words : [value, ...words];
  return (
    <select
      class="input entry"
      aria-label={label}
      aria-description={doc || undefined}
      aria-invalid={error ? true : undefined}
      title={error ?? doc}
      value={value}
      onFocus={() => (help.value = doc ?? "")}
      onBlur={() => (help.value = "")}
      onChange={(event) => onCommit(event.currentTarget.value)}
    >
      {all.map((word) => (
        <option key={word} value={word}>
          {titleOf ? titleOf(word) : word}
        </option>
      ))}
    </select>
  );
}
