/* export_options.tsx - how each thing is exported: formats, sizes, colours, which numbers. */
import { useId } from "preact/hooks";
import { stage } from "../drawing/stage";
import { find, isEnabled } from "../shell/commands";
import { table } from "../state/runs";
import { texts } from "../texts/texts";
import {
  choose,
  exportChoice,
  LEAST_EDGE,
  MOST_EDGE,
  pixelsOf,
  SCALES,
  type PictureSize,
  type What,
} from "./export_choice";
import { drawingSize } from "./frames";
import { columnsShown } from "./panel/table";
import { active, activeId, plots } from "./plots";

interface PickProps<T extends string> {
  label: string;
  value: T;
  of: readonly (readonly [T, string])[];
  set(value: T): void;
  disabled?: readonly T[];
  lines?: boolean; // one below the other
}

function Pick<T extends string>({ label, value, of, set, disabled, lines }: PickProps<T>) {
  const name = useId();
  return (
    <fieldset class={lines ? "export-pick lines" : "export-pick"}>
      <legend>{label}</legend>
      {of.map(([id, words]) => (
        <label key={id}>
          <input
            type="radio"
            name={name}
            value={id}
            checked={value === id}
            disabled={disabled?.includes(id)}
            onChange={() => set(id)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

function Check({
  label,
  on,
  set,
  disabled,
}: {
  label: string;
  on: boolean;
  set(on: boolean): void;
  disabled?: boolean;
}) {
  return (
    <label class="export-check">
      <input type="checkbox" checked={on} disabled={disabled} onChange={(event) => set(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

interface SizeProps {
  size: PictureSize;
  page: { width: number; height: number };
  back: string; // words for the size that it has by itself
  vector: boolean; // of what has no pixels the scale says nothing
  set(size: Partial<PictureSize>): void;
}

function SizeRow({ size, page, back, vector, set }: SizeProps) {
  const words = texts.exporting;
  const found = pixelsOf({ ...size, scale: vector ? 1 : size.scale }, page);
  const number = (label: string, key: "width" | "height") => (
    <label class="export-number">
      <span>{label}</span>
      <input
        class="input"
        type="number"
        min={LEAST_EDGE}
        max={MOST_EDGE}
        aria-invalid={found ? undefined : true}
        value={size[key] ?? Math.round(page[key])}
        onInput={(event) => set({ [key]: event.currentTarget.valueAsNumber })}
      />
    </label>
  );
  return (
    <div class="export-size" role="group" aria-label={words.size}>
      {number(words.width, "width")}
      <span aria-hidden="true">×</span>
      {number(words.height, "height")}
      {!vector && (
        <label class="export-number">
          <span>{words.scale}</span>
          <select
            class="input"
            value={size.scale}
            onChange={(event) => set({ scale: Number(event.currentTarget.value) })}
          >
            {SCALES.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </select>
        </label>
      )}
      {(size.width !== null || size.height !== null) && (
        <button type="button" class="button quiet" onClick={() => set({ width: null, height: null })}>
          {back}
        </button>
      )}
      <p class="field-note" role="status">
        {found ? words.pixels(...found.pixels, vector) : words.badSize}
      </p>
    </div>
  );
}

const THEMES = (): (readonly ["page" | "light" | "dark", string])[] => [
  ["page", texts.exporting.themePage],
  ["light", texts.exporting.themeLight],
  ["dark", texts.exporting.themeDark],
];

function DrawingOptions() {
  const words = texts.exporting;
  const { drawing } = exportChoice();
  const set = (part: Partial<typeof drawing>): void => choose({ drawing: { ...drawing, ...part } });
  const plane = stage.value !== null;
  const format = plane ? drawing.format : "png";
  const traced = isReady("background-adjust");
  return (
    <>
      <Pick
        label={words.format}
        value={format}
        of={[
          ["png", words.png],
          ["svg", words.svg],
        ]}
        disabled={plane ? [] : ["svg"]}
        set={(to) => set({ format: to })}
      />
      {!plane && <p class="field-note">{words.spaceIsPixels}</p>}
      <SizeRow
        size={drawing}
        page={drawingSize() ?? { width: 800, height: 600 }}
        back={words.asOnPage}
        vector={format === "svg"}
        set={set}
      />
      <Pick label={words.theme} value={drawing.theme} of={THEMES()} set={(theme) => set({ theme })} />
      <Check label={words.transparent} on={drawing.transparent} set={(transparent) => set({ transparent })} />
      {traced && <Check label={words.traced} on={drawing.background} set={(background) => set({ background })} />}
      <p class="field-note">{words.drawingNote}</p>
    </>
  );
}

function isReady(id: string): boolean {
  const command = find(id);
  return command !== undefined && isEnabled(command);
}

function PlotOptions() {
  const words = texts.exporting;
  const { plot } = exportChoice();
  const set = (part: Partial<typeof plot>): void => choose({ plot: { ...plot, ...part } });
  const id = useId();
  return (
    <>
      <div class="export-which">
        <label for={id}>{words.which}</label>
        <select
          id={id}
          class="input"
          value={String(active.value?.id ?? "")}
          onChange={(event) => (activeId.value = Number(event.currentTarget.value))}
        >
          {plots.value.map((one, i) => (
            <option key={one.id} value={one.id}>
              {words.plotNamed(i + 1, one.curves)}
            </option>
          ))}
        </select>
      </div>
      <Pick
        label={words.format}
        value={plot.format}
        of={[
          ["svg", words.svg],
          ["png", words.png],
          ["csv", words.csv],
        ]}
        set={(format) => set({ format })}
      />
      {plot.format === "csv" ? (
        <p class="field-note">{words.plotCsvNote}</p>
      ) : (
        <>
          <SizeRow
            size={plot}
            page={{ width: 720, height: 400 }}
            back={words.usualSize}
            vector={plot.format === "svg"}
            set={set}
          />
          <Pick label={words.theme} value={plot.theme} of={THEMES()} set={(theme) => set({ theme })} />
          <Check label={words.transparent} on={plot.transparent} set={(transparent) => set({ transparent })} />
        </>
      )}
    </>
  );
}

function TableOptions() {
  const words = texts.exporting;
  const of = table.value;
  const how = exportChoice().table;
  const counts = of ? { rows: of.rows, shown: columnsShown(of).length, all: of.channels.length } : null;
  return (
    <>
      <Pick
        lines
        label={words.numbers}
        value={how}
        of={[
          ["shown", words.tableShown(counts?.shown ?? 0)],
          ["all", words.tableAll(counts?.all ?? 0)],
          ["si", words.tableSi(counts?.all ?? 0)],
        ]}
        set={(to) => choose({ table: to })}
      />
      {counts && (
        <p class="field-note">
          {how === "shown" ? words.tableShownNote(counts.rows) : words.tableAllNote(counts.rows)}
        </p>
      )}
    </>
  );
}

function FilmOptions() {
  const words = texts.exporting;
  return (
    <>
      <Pick
        label={words.format}
        value={exportChoice().film}
        of={[
          ["gif", words.gif],
          ["webm", words.webm],
          ["mp4", words.mp4],
        ]}
        set={(film) => choose({ film })}
      />
      <p class="field-note">{words.filmNote}</p>
    </>
  );
}

export function ExportOptions({ what }: { what: What }) {
  const words = texts.exporting;
  if (what === "drawing") return <DrawingOptions />;
  if (what === "plot") return <PlotOptions />;
  if (what === "table") return <TableOptions />;
  if (what === "film") return <FilmOptions />;
  const { resultsNote: results, reportNote: report, dxfNote: outlines, modelNote: model } = words;
  return <p>{{ results, report, outlines, model }[what]}</p>;
}
