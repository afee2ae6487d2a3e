/* export.tsx - what can be taken away: tables, results, plots, the drawing, the motion. The menu shows every command named here. */
import { effect, signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { played, type Played } from "../drawing/player";
import { stage } from "../drawing/stage";
import { register } from "../shell/commands";
import { phase } from "../shell/work";
import { Dialog } from "../shell/dialog";
import { makeReport } from "./report_file";
import { toast } from "../shell/toast";
import { speed } from "../state/clock";
import { engine } from "../state/connection";
import { running, shown, table } from "../state/runs";
import { jsonOf } from "./csv";
import { download } from "../shell/download";
import { downloadBlob, fileName } from "./download";
import { plotPng, plotSvg } from "./export_plot";
import { drawingSize, type Film, instantsOf, paintDrawing, Stopped } from "./frames";
import { canEncode, gifOf, mp4Codec, mp4Of, type Mp4Codec, webmOf } from "./movies";
import { exporting } from "./export_dialog";
import { active, xWindow } from "./plots";
import { saveCsv, saveSiCsv } from "./panel/table";
import { duration } from "../shell/quantity";
import { texts } from "../texts/texts";
import { certificateOf } from "./panel/verify";

type Format = "gif" | "webm" | "mp4";

const MAKERS = { gif: gifOf, webm: webmOf, mp4: mp4Of };

/* Open while not null. */
const filming = signal<Format | null>(null);

async function saveJson(): Promise<void> {
  const run = shown.value;
  if (!run) return;
  const { version } = await engine.welcome();
  download(jsonOf(run.tables, run.scene.title, version), "application/json", fileName("results", "json"));
}

async function saveReport(): Promise<void> {
  const run = shown.value;
  if (!run) return;
  try {
    download(await makeReport(run, certificateOf(run)), "text/html", fileName("report", "html"));
  } catch (error) {
    toast(error instanceof Error ? error.message : texts.results.export.theReportCouldNotBeCreated, { kind: "error" });
  }
}

function saveDrawing(): void {
  const svg = stage.value?.exportSvg();
  if (svg) download(svg, "image/svg+xml", fileName("drawing", "svg"));
}

async function saveDrawingPng(): Promise<void> {
  const size = drawingSize();
  if (!size) return;
  try {
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(2 * size.width);
    canvas.height = Math.round(2 * size.height);
    await paintDrawing(canvas);
    const blob = await new Promise<Blob | null>((go) => canvas.toBlob(go, "image/png"));
    if (blob) downloadBlob(blob, fileName("drawing", "png"));
  } catch (error) {
    toast(error instanceof Error ? error.message : texts.results.export.thePictureCouldNotBeCreated, { kind: "error" });
  }
}

/* The motion that the drawing shows: after an edit it shows none, whatever was computed before. */
function motionOnShow(): Played | null {
  return played.value?.motion.timed ? played.value : null;
}

function moves(): boolean {
  return motionOnShow() !== null;
}

const group = texts.results.export.exportWord;
register(
  {
    id: "export",
    group,
    title: texts.exporting.command,
    run: () => (exporting.value = true),
    enabled: () => phase.value === "model",
  },
  {
    id: "export-csv",
    group,
    title: texts.results.export.tableAsCsv,
    run: () => table.value && saveCsv(table.value),
    enabled: () => table.value !== null,
  },
  {
    id: "export-csv-si",
    group,
    title: texts.units.tableInSi,
    run: () => table.value && saveSiCsv(table.value),
    enabled: () => table.value !== null,
  },
  {
    id: "export-json",
    group,
    title: texts.results.export.allResultsAsJson,
    run: () => void saveJson(),
    enabled: () => shown.value !== null,
  },
  {
    id: "export-report",
    group,
    title: texts.results.export.reportHtml,
    run: () => void saveReport(),
    enabled: () => shown.value !== null,
  },
  {
    id: "export-plot-svg",
    group,
    title: texts.results.export.selectedPlotAsSvg,
    run: () => active.value && plotSvg(active.value),
    enabled: () => table.value !== null && (active.value?.curves.length ?? 0) > 0,
  },
  {
    id: "export-plot-png",
    group,
    title: texts.results.export.selectedPlotAsPng,
    run: () => active.value && void plotPng(active.value),
    enabled: () => table.value !== null && (active.value?.curves.length ?? 0) > 0,
  },
  {
    id: "export-drawing-svg",
    group,
    title: texts.results.export.drawingAsSvg,
    run: saveDrawing,
    enabled: () => stage.value !== null,
  },
  {
    id: "export-drawing-png",
    group,
    title: texts.results.export.drawingAsPng,
    run: () => void saveDrawingPng(),
    enabled: () => drawingSize() !== null,
  },
  {
    id: "export-gif",
    group,
    title: texts.results.export.animationAsGif,
    run: () => (filming.value = "gif"),
    enabled: moves,
  },
  {
    id: "export-webm",
    group,
    title: texts.results.export.animationAsWebm,
    run: () => (filming.value = "webm"),
    enabled: () => moves() && canEncode(),
  },
  {
    id: "export-mp4",
    group,
    title: texts.films.command,
    run: () => (filming.value = "mp4"),
    enabled: () => moves() && canEncode(),
  },
);

/* ---- the dialog for films ---- */

const WIDTHS = [400, 640, 800, 1280];
const RATES = [10, 15, 20, 25, 30];
const LENGTHS = [0, 3, 5, 10, 20]; // s
const MOST_FRAMES = 900;

/* What an MP4 of this size would be encoded by; undefined: not known yet, or not asked. */
function useCodec(
  format: Format | null,
  { width, height }: Pick<Film, "width" | "height">,
): Mp4Codec | null | undefined {
  const found = useSignal<Mp4Codec | null | undefined>(undefined);
  useEffect(() => {
    let current = true;
    if (format === "mp4") void mp4Codec({ width, height }).then((codec) => current && (found.value = codec));
    return () => void (current = false);
  }, [format, width, height]);
  return found.value;
}

function FilmDialog({ format }: { format: Format }) {
  const width = useSignal(640);
  const rate = useSignal(format === "gif" ? 20 : 30);
  const part = useSignal<number | null>(null);
  const length = useSignal(0); // s; 0: as on the page
  const zoomed = useSignal(false);
  const control = useRef<AbortController | null>(null);
  const motion = motionOnShow();
  const size = drawingSize();
  const even = (value: number): number => 2 * Math.round(value / 2);
  const height = size ? even((width.value * size.height) / size.width) : 0;
  const codec = useCodec(height > 0 ? format : null, { width: width.value, height });
  const close = (): void => {
    control.current?.abort();
    filming.value = null;
  };
  if (!motion || !size)
    return (
      <Dialog title={texts.results.export.animation} onClose={close}>
        <p>{texts.results.export.runTheModelAndShowThe}</p>
      </Dialog>
    );
  const window = zoomed.value ? xWindow.value : null;
  const film: Film = {
    width: width.value,
    height,
    rate: rate.value,
    from: window?.[0] ?? motion.from,
    to: window?.[1] ?? motion.to,
  };
  const pace = length.value > 0 ? (film.to - film.from) / length.value : speed.value;
  film.pace = pace;
  const count = instantsOf(film, pace).length;
  const make = async (): Promise<void> => {
    const stop = (control.current = new AbortController());
    part.value = 0;
    let other = false; // a run that was under way has taken the place of what is filmed
    const unwatch = effect(() => {
      other = played.value !== motion;
      if (other) stop.abort();
    });
    try {
      const blob = await MAKERS[format](film, (now) => (part.value = now), stop.signal);
      downloadBlob(blob, fileName("motion", format));
      filming.value = null;
    } catch (error) {
      if (other) toast(texts.results.export.anotherMotionWasShownMeanwhileThe, { kind: "error" });
      else if (!(error instanceof Stopped))
        toast(error instanceof Error ? error.message : texts.results.export.theAnimationCouldNotBeCreated, {
          kind: "error",
        });
    } finally {
      unwatch();
      part.value = null;
    }
  };
  const choice = (id: string, label: string, values: number[], unit: string, value: { value: number }) => (
    <div class="option">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        value={value.value}
        disabled={part.value !== null}
        onChange={(event) => (value.value = Number(event.currentTarget.value))}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {one} {unit}
          </option>
        ))}
      </select>
    </div>
  );
  return (
    <Dialog
      title={texts.films.titles[format]}
      onClose={close}
      actions={
        part.value === null ? (
          <button
            type="button"
            class="button primary"
            disabled={count > MOST_FRAMES || running.value !== null || (format === "mp4" && !codec)}
            onClick={() => void make()}
          >
            {texts.results.export.createAndSave}
          </button>
        ) : (
          <button type="button" class="button" onClick={() => control.current?.abort()}>
            {texts.results.export.cancel}
          </button>
        )
      }
    >
      <div class="options">
        {choice("film-width", texts.results.export.width, WIDTHS, "px", width)}
        {choice("film-rate", texts.results.export.framesPerSecond, RATES, "", rate)}
        <div class="option">
          <label for="film-length">{texts.films.length}</label>
          <select
            id="film-length"
            class="input"
            value={length.value}
            disabled={part.value !== null}
            onChange={(event) => (length.value = Number(event.currentTarget.value))}
          >
            {LENGTHS.map((one) => (
              <option key={one} value={one}>
                {one === 0 ? texts.films.asOnPage : duration(one)}
              </option>
            ))}
          </select>
        </div>
      </div>
      {xWindow.value && (
        <label class="film-window">
          <input
            type="checkbox"
            checked={zoomed.value}
            disabled={part.value !== null}
            onChange={(event) => (zoomed.value = event.currentTarget.checked)}
          />{" "}
          {texts.results.export.onlyTheTimeSpanShownIn}
        </label>
      )}
      <p class="field-note">
        {film.width} × {film.height} {texts.results.export.px} {count} {texts.results.export.frames}{" "}
        {duration(count / film.rate)}
        {length.value === 0 && texts.results.export.atThePlaybackSpeed}.
        {count > MOST_FRAMES &&
          " That is too long: choose fewer frames per second or a faster playback speed, or zoom the plots to a shorter span."}
      </p>
      {format === "mp4" && codec === null && <p class="field-note">{texts.films.noCodec}</p>}
      {codec && codec.name !== "avc" && <p class="field-note">{texts.films.otherCodec(codec.name)}</p>}
      {part.value !== null && (
        <progress class="film-progress" max={1} value={part.value} aria-label={texts.results.export.animation} />
      )}
    </Dialog>
  );
}

export function FilmDialogs() {
  return filming.value ? <FilmDialog key={filming.value} format={filming.value} /> : null;
}
