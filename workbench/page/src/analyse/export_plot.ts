/* export_plot.ts - a plot as it is on show, saved as a picture, or as the numbers of its curves. */
import { shown, table } from "../state/runs";
import { toast } from "../shell/toast";
import { download } from "../shell/download";
import { downloadBlob, fileName, pngOf } from "./download";
import { plotCsv } from "./plot_csv";
import { modelOf, type PlotModel } from "./plot_model";
import { NIGHT, PAPER, svgOf } from "./plot_svg";
import { type Plot, plots, xWindow } from "./plots";
import { comparedTable } from "./readout";
import { texts } from "../texts/texts";

export interface PlotPicture {
  width: number; // px
  height: number;
  scale: number;
  theme: "light" | "dark";
  transparent: boolean;
}

const USUAL: PlotPicture = { width: 720, height: 400, scale: 2, theme: "light", transparent: false };

function modelShown(plot: Plot): { model: PlotModel; window: [number, number] | null; title: string } | null {
  const of = table.value;
  const run = shown.value;
  if (!of || !run) return null;
  const model = modelOf(plot, of, comparedTable.value);
  if (model.curves.length === 0) return null;
  const window = model.timed ? xWindow.value : null;
  const { factor } = model.xShown;
  return { model, window: window && [window[0] * factor, window[1] * factor], title: run.scene.title };
}

function svgOfPlot(plot: Plot, { width, height, theme, transparent }: PlotPicture): string | null {
  const now = modelShown(plot);
  if (!now) return null;
  const style = { ...(theme === "dark" ? NIGHT : PAPER), ...(transparent ? { paper: "none" } : {}) };
  return svgOf(now.model, now.title, now.window, style, width, height);
}

function nameOf(plot: Plot): string {
  const at = plots.value.findIndex((one) => one.id === plot.id);
  return `plot-${at + 1}`;
}

export function savePlotCsv(plot: Plot): void {
  const now = modelShown(plot);
  if (now) download(plotCsv(now.model, now.window), "text/csv", fileName(nameOf(plot), "csv"));
}

export function plotSvg(plot: Plot, look = USUAL): void {
  const svg = svgOfPlot(plot, look);
  if (svg) download(svg, "image/svg+xml", fileName(nameOf(plot), "svg"));
}

export async function plotPicture(plot: Plot, look = USUAL): Promise<Blob | null> {
  const svg = svgOfPlot(plot, look);
  return svg === null ? null : pngOf(svg, look.scale * look.width, look.scale * look.height);
}

export async function plotPng(plot: Plot, look = USUAL): Promise<void> {
  try {
    const blob = await plotPicture(plot, look);
    if (blob) downloadBlob(blob, fileName(nameOf(plot), "png"));
  } catch {
    toast(texts.results.exportPlot.thePictureCouldNotBeCreated, { kind: "error" });
  }
}
