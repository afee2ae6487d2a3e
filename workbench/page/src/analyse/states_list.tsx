/* states_list.tsx - positions of rest, steady states and modes as a list: the one that is chosen is drawn, and modes move. */
import { useId } from "preact/hooks";
import type { Table } from "../engine/engine";
import { capitalized, isModes, rowsInWords, stateAt } from "../drawing/states";
import { playing, row } from "../state/clock";
import type { Run } from "../state/runs";
import { Icon } from "../shell/icons";
import { type Entry, modeEntries, stateEntries } from "./state_entries";
import { texts } from "../texts/texts";

const MOST = 400; // of a long sweep; the table has all
const MOST_PRINTED = 12; // on paper, as in report.css

interface Props {
  run: Run;
  of: Table;
  on?: boolean; // this table is the one that is drawn
  onChoose?: () => void; // before one is
}

export function StatesList({ run, of, on = true, onChoose }: Props) {
  const heading = useId();
  const reached = on ? stateAt(of, row.value) : 0;
  const entries = isModes(of) ? modeEntries(of) : stateEntries(of, run.scene);
  const title = capitalized(rowsInWords(of, entries.length));
  const choose = (entry: Entry): void => {
    onChoose?.();
    row.value = entry.row;
    playing.value = isModes(of);
  };
  const key = (event: KeyboardEvent): void => {
    const last = Math.min(entries.length, MOST) - 1;
    const to = {
      ArrowDown: reached + 1,
      ArrowUp: reached - 1,
      PageDown: reached + 10,
      PageUp: reached - 10,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(last, to));
    choose(entries[next]!);
    const list = event.currentTarget as HTMLElement;
    list.querySelectorAll<HTMLElement>("[role=option]")[next]?.focus();
  };
  return (
    <section class="states">
      <h3 id={heading}>{title}</h3>
      <ul role="listbox" aria-labelledby={heading} onKeyDown={key}>
        {entries.slice(0, MOST).map((entry, i) => (
          <li
            key={entry.row}
            role="option"
            aria-selected={on && i === reached}
            tabIndex={i === reached ? 0 : -1}
            class="state"
            onClick={() => choose(entry)}
          >
            <span class="state-number">{i + 1}</span>
            <span class="state-text">
              <strong>{entry.title}</strong>
              <small>{entry.details.join("; ")}</small>
            </span>
            {entry.stable !== null && (
              <span class={entry.stable ? "stability stable" : "stability unstable"}>
                <Icon name={entry.stable ? "check" : "warning"} size={14} /> {entry.stable ? "stable" : "unstable"}
              </span>
            )}
          </li>
        ))}
      </ul>
      {entries.length > MOST_PRINTED && (
        <p class="on-paper">
          {texts.results.statesList.theFirst} {MOST_PRINTED} {texts.results.statesList.ofWord} {entries.length}.
        </p>
      )}
      {entries.length > MOST && (
        <p class="panel-none">
          {texts.results.statesList.theTableShowsTheOther} {entries.length - MOST}.
        </p>
      )}
    </section>
  );
}
