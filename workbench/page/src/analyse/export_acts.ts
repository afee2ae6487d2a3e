/* export_acts.ts - what saving and copying mean for each thing that can be exported, and why it cannot be where it cannot. */
import { stage } from "../drawing/stage";
import { viewer } from "../drawing/viewer";
import { find, isEnabled } from "../shell/commands";
import { download } from "../shell/download";
import { dark } from "../shell/theme";
import { table } from "../state/runs";
import { texts } from "../texts/texts";
import { downloadBlob, fileName } from "./download";
import { exportChoice, pixelsOf, type What } from "./export_choice";
import { drawingPng, drawingSvg } from "./export_drawing";
import { plotPicture, plotPng, plotSvg, savePlotCsv, type PlotPicture } from "./export_plot";
import { drawingSize } from "./frames";
import { saveCsv, saveSiCsv, tableShown } from "./panel/table";
import { active, type Plot } from "./plots";
import { asCsv, asTsv } from "./table_text";

export interface Act {
  ready: boolean;
  why: string; // it is not
  save(): void | Promise<void>;
  copy?: () => Promise<void>;
}

function byCommand(id: string, why: string): Act {
  const command = find(id);
  return { ready: command !== undefined && isEnabled(command), why, save: () => command?.run() };
}

function pngItem(blob: Promise<Blob | null>): ClipboardItem {
  return new ClipboardItem({ "image/png": blob.then((one) => one ?? new Blob()) });
}

function drawingAct(): Act {
  const { drawing } = exportChoice();
  const svg = drawing.format === "svg" && stage.value !== null;
  const page = drawingSize();
  const ready = page !== null && pixelsOf(drawing, page) !== null;
  return {
    ready,
    why: viewer.value ? texts.exporting.badSize : texts.exporting.nothingDrawn,
    save: async () => {
      if (svg) download(drawingSvg(drawing), "image/svg+xml", fileName("drawing", "svg"));
      else downloadBlob(await drawingPng(drawing), fileName("drawing", "png"));
    },
    copy: svg
      ? () => navigator.clipboard.writeText(drawingSvg(drawing))
      : () => navigator.clipboard.write([pngItem(drawingPng(drawing))]),
  };
}

function plotLook(): PlotPicture {
  const { width, height, scale, theme, transparent } = exportChoice().plot;
  const shownTheme = theme === "page" ? (dark.value ? "dark" : "light") : theme;
  return { width: width ?? 720, height: height ?? 400, scale, theme: shownTheme, transparent };
}

function plotAct(plot: Plot | null): Act {
  const { format } = exportChoice().plot;
  const good = pixelsOf(exportChoice().plot, { width: 720, height: 400 }) !== null;
  const some = plot !== null && plot.curves.length > 0 && table.value !== null;
  return {
    ready: some && (good || format === "csv"),
    why: some ? texts.exporting.badSize : texts.exporting.noPlot,
    save: async () => {
      if (format === "csv") savePlotCsv(plot!);
      else if (format === "svg") plotSvg(plot!, plotLook());
      else await plotPng(plot!, plotLook());
    },
    ...(format === "png" ? { copy: () => navigator.clipboard.write([pngItem(plotPicture(plot!, plotLook()))]) } : {}),
  };
}

function tableAct(): Act {
  const of = table.value;
  const how = exportChoice().table;
  return {
    ready: of !== null,
    why: texts.exporting.runFirst,
    save: () => {
      if (how === "shown") download(asCsv(tableShown(of!)), "text/csv", fileName(`${of!.kind}-shown`, "csv"));
      else if (how === "all") saveCsv(of!);
      else saveSiCsv(of!);
    },
    ...(how === "shown" ? { copy: () => navigator.clipboard.writeText(asTsv(tableShown(of!))) } : {}),
  };
}

export function actOf(what: What): Act {
  const { runFirst } = texts.exporting;
  switch (what) {
    case "drawing":
      return drawingAct();
    case "film":
      return byCommand(`export-${exportChoice().film}`, texts.exporting.noMotion);
    case "plot":
      return plotAct(active.value);
    case "table":
      return tableAct();
    case "results":
      return byCommand("export-json", runFirst);
    case "report":
      return byCommand("export-report", runFirst);
    case "outlines":
      return byCommand("export-dxf", texts.dxf.inPlaneOnly);
    case "model":
      return byCommand("export-model", "");
  }
}
