/* states_list.tsx - positions of rest, steady states and modes as a list: the one that is chosen is drawn, and modes move. */
import { useId } from "preact/hooks";
import type { Table } from "../engine/engine";
import { playing, row } from "../state/clock";
import type { Run } from "../state/runs";
import { Icon } from "../shell/icons";
import { type Entry, isModes, modeEntries, stateEntries } from "./lists";
import { angleUnit } from "./plots";

const MOST = 400; // of a long sweep; the table has all
const MOST_PRINTED = 12; // on paper, as in report.css

function choose(of: Table, entry: Entry): void {
  row.value = entry.row;
  playing.value = isModes(of);
}

export function StatesList({ run, of, on = true }: { run: Run; of: Table; on?: boolean }) {
  const heading = useId();
  const chosen = on ? row.value : -1; // `on`: this table is the one that is drawn
  const reached = Math.max(chosen, 0);
  const entries = isModes(of) ? modeEntries(of) : stateEntries(of, run.scene, angleUnit.value);
  const title = isModes(of) ? "Modes" : of.kind === "steady" ? "Steady states" : "Positions";
  const key = (event: KeyboardEvent): void => {
    const now = entries.findIndex((entry) => entry.row === reached);
    const last = Math.min(entries.length, MOST) - 1;
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, PageDown: now + 10, PageUp: now - 10, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(last, to));
    choose(of, entries[next]!);
    const list = event.currentTarget as HTMLElement;
    list.querySelectorAll<HTMLElement>("[role=option]")[next]?.focus();
  };
  return (
    <section class="states">
      <h3 id={heading}>{title}</h3>
      <ul role="listbox" aria-labelledby={heading} onKeyDown={key}>
        {entries.slice(0, MOST).map((entry) => (
          <li
            key={entry.row}
            role="option"
            aria-selected={entry.row === chosen}
            tabIndex={entry.row === reached ? 0 : -1}
            class="state"
            onClick={() => choose(of, entry)}
          >
            <span class="state-number">{entry.row + 1}</span>
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
          The first {MOST_PRINTED} of {entries.length}.
        </p>
      )}
      {entries.length > MOST && <p class="panel-none">The table shows the other {entries.length - MOST}.</p>}
    </section>
  );
}
