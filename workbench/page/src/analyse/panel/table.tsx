/* table.tsx - the numbers of a table: only the rows on show are in the page, however many there are. */
import { isModes } from "../../drawing/states";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Table } from "../../engine/engine";
import { Icon } from "../../shell/icons";
import { Menu } from "../../shell/widgets";
import { toast } from "../../shell/toast";
import { texts } from "../../texts/texts";
import { playing, row as rowSignal, time } from "../../state/clock";
import { table } from "../../state/runs";
import { columnOf, isMatrix, timeOf } from "../channels";
import { isUnique, nonUniqueChoice } from "../../engine/unique";
import { csvOf, tabbed } from "../csv";
import { download } from "../../shell/download";
import { fileName } from "../download";
import { active } from "../plots";
import { clockRow, goToRow } from "../readout";
import { cellsOf, headOf, linesShown, markedHead, shownFor } from "../table_text";
import { perDocument } from "../../state/loads";
import type { Panel } from "../panels";

const ROW = 26; // px, as in the style sheet
const AHEAD = 8;

/* Columns beside the first; null: those of the plots. */
const tableColumns = perDocument<string[] | null>(null);

export function columnsShown(of: Table): string[] {
  if (isMatrix(of)) return of.channels.map((channel) => channel.name);
  const first = of.channels[0]?.name ?? "t";
  const chosen = tableColumns.value?.filter((name) => columnOf(of, name) !== null);
  if (chosen && chosen.length > 0) return [first, ...chosen.filter((name) => name !== first)];
  if (isModes(of))
    return ["mode", "frequency", "damping", "natural", "time_constant", "eigenvalue.re", "eigenvalue.im"].filter(
      (name) => columnOf(of, name) !== null,
    );
  const plotted =
    active.value?.kind === "over" ? active.value.curves.filter((name) => columnOf(of, name) !== null) : [];
  const some = plotted.length > 0 ? plotted : of.channels.slice(1, 9).map((channel) => channel.name);
  return [first, ...some.filter((name) => name !== first)];
}

interface Order {
  column: string;
  down: boolean;
}

const order = perDocument<Order | null>(null);

function ordered(of: Table, by: Order | null): Uint32Array {
  const rows = Uint32Array.from({ length: of.rows }, (_, i) => i);
  const values = by && columnOf(of, by.column);
  if (!values) return rows;
  const sign = by.down ? -1 : 1;
  return rows.sort((a, b) => sign * (values[a]! - values[b]!) || a - b);
}

function inUnit(of: Table, name: string): Float64Array {
  const { factor } = shownFor(of, name);
  const column = columnOf(of, name)!;
  return factor === 1 ? column : column.map((one) => one * factor);
}

async function copy(of: Table, names: string[], rows: ArrayLike<number>): Promise<void> {
  try {
    await navigator.clipboard.writeText(
      tabbed(
        names.map((name) => markedHead(of, name)),
        names.map((name) => inUnit(of, name)),
        rows,
      ),
    );
    toast(texts.results.panelTable.copiedRowsOfColumns(rows.length, names.length));
  } catch {
    toast(texts.results.panelTable.theBrowserDoesNotAllowCopying, { kind: "error" });
  }
}

function Head({ of, names }: { of: Table; names: string[] }) {
  const turn = (name: string): void => {
    const now = order.value;
    if (now?.column !== name) order.value = { column: name, down: false };
    else order.value = now.down ? null : { column: name, down: true };
  };
  return (
    <thead>
      <tr aria-rowindex={1}>
        {of.rowNames && <th scope="col" class="row-name" />}
        {names.map((name) => {
          const sorted = order.value?.column === name ? order.value : null;
          const { unit } = shownFor(of, name);
          return (
            <th key={name} scope="col" aria-sort={sorted ? (sorted.down ? "descending" : "ascending") : undefined}>
              <button type="button" onClick={() => turn(name)} title={texts.results.panelTable.sortByThisColumn}>
                <span>{name}</span>
                {!isUnique(of, name) && (
                  <small class="shared-column" title={texts.unique.why(nonUniqueChoice(of))}>
                    ≈ {texts.unique.mark([])}
                  </small>
                )}
                <small>{unit}</small>
                {sorted && <Icon name={sorted.down ? "down" : "up"} size={12} />}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function Rows({ of, names, rows, from, to, now }: RowsProps) {
  const columns = names.map((name) => cellsOf(of, name));
  const lines = [];
  for (let i = from; i < to; i++) {
    const row = rows[i]!;
    lines.push(
      <tr
        key={row}
        aria-rowindex={i + 2}
        aria-current={row === now ? "true" : undefined}
        class={row === now ? "now" : ""}
        onClick={() => goToRow(of, row)}
      >
        {of.rowNames && (
          <th scope="row" class="row-name">
            {of.rowNames[row]}
          </th>
        )}
        {columns.map((cell, k) => (
          <td key={names[k]}>{cell(row)}</td>
        ))}
      </tr>,
    );
  }
  return <>{lines}</>;
}

interface RowsProps {
  of: Table;
  names: string[];
  rows: Uint32Array;
  from: number;
  to: number;
  now: number;
}

function Grid({ of, names }: { of: Table; names: string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(240);
  const rows = useMemo(() => ordered(of, order.value), [of, order.value]);
  const timed = timeOf(of) !== null;
  const now = isMatrix(of) ? -1 : timed ? Math.round(clockRow(of, time.value)) : rowSignal.value;
  const from = Math.max(0, Math.floor(top.value / ROW) - AHEAD);
  const to = Math.min(of.rows, Math.ceil((top.value + height.value) / ROW) + AHEAD);
  useEffect(() => {
    const element = box.current!;
    const watch = new ResizeObserver(() => (height.value = element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (!element || order.value !== null || now < 0 || element.matches(":hover") || element.clientHeight === 0) return;
    const at = now * ROW;
    const seen = element.clientHeight - 2 * ROW;
    if (at < element.scrollTop || at > element.scrollTop + seen)
      element.scrollTop = playing.value ? at : Math.max(0, at - seen / 2);
  }, [now, height.value]); // it has none while another tab is shown
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (by === undefined || now < 0) return;
    event.preventDefault();
    const at = rows.indexOf(now);
    goToRow(of, rows[Math.max(0, Math.min(rows.length - 1, at + by))]!);
  };
  return (
    <div
      class="grid-box"
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={texts.results.panelTable.tableOfArrowKeysMoveThe(of.kind)}
      onScroll={(event) => (top.value = event.currentTarget.scrollTop)}
      onKeyDown={step}
    >
      <table class="grid" aria-rowcount={of.rows + 1}>
        <Head of={of} names={names} />
        <tbody>
          {from > 0 && <tr style={`height: ${from * ROW}px`} aria-hidden="true" />}
          <Rows of={of} names={names} rows={rows} from={from} to={to} now={now} />
          {to < of.rows && <tr style={`height: ${(of.rows - to) * ROW}px`} aria-hidden="true" />}
        </tbody>
      </table>
    </div>
  );
}

function TableMenu() {
  const of = table.value;
  if (!of) return null;
  return (
    <Menu
      label={texts.results.panelTable.tableOptions}
      icon="more"
      items={() => [
        {
          title: texts.results.panelTable.copyForASpreadsheet,
          icon: "copy",
          run: () => void copy(of, columnsShown(of), ordered(of, order.value)),
        },
        { title: texts.results.panelTable.saveAllChannelsAsCsv, icon: "export", run: () => saveCsv(of) },
        { title: texts.units.csvInSi, icon: "export", run: () => saveSiCsv(of) },
        "line",
        {
          title: texts.results.panelTable.columnsOfTheSelectedPlot,
          checked: tableColumns.value === null,
          run: () => (tableColumns.value = null),
        },
        {
          title: texts.results.panelTable.allChannels(of.channels.length),
          checked: tableColumns.value?.length === of.channels.length - 1,
          run: () => (tableColumns.value = of.channels.slice(1).map((channel) => channel.name)),
        },
      ]}
    />
  );
}

/* The lines of what is on show: columns, units, digits and order. */
export function tableShown(of: Table): string[][] {
  return linesShown(of, columnsShown(of), ordered(of, order.value));
}

/* In the units of the document, which stand in the head. */
export function saveCsv(of: Table): void {
  const channels = of.channels.map((one) => ({ ...one, name: headOf(of, one.name) }));
  const columns = of.channels.map(({ name }) => inUnit(of, name));
  download(csvOf({ ...of, channels, columns }), "text/csv", fileName(of.kind, "csv"));
}

/* As the program writes it to a file. */
export function saveSiCsv(of: Table): void {
  download(csvOf(of), "text/csv", fileName(of.kind, "csv"));
}

export function TablePanel() {
  const of = table.value;
  if (!of) return <p class="panel-none">{texts.results.panelTable.runTheModelToSeeIts}</p>;
  return <Grid key={of.kind} of={of} names={columnsShown(of)} />;
}

/* What the list of channels does while the table is on show. */
export function toggleColumn(name: string): void {
  const of = table.value;
  if (!of) return;
  const now = columnsShown(of).slice(1);
  tableColumns.value = now.includes(name) ? now.filter((one) => one !== name) : [...now, name];
}

export const panel: Panel = {
  id: "table",
  place: "main",
  order: 2,
  title: () => texts.results.panelTable.table,
  Body: TablePanel,
  Tools: TableMenu,
};
