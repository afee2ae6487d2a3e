/* export_plot.ts - a plot as it is on show, saved as a picture on white paper. */
import { shown, table } from "../state/runs";
import { toast } from "../shell/toast";
import { download } from "../shell/download";
import { downloadBlob, fileName, pngOf } from "./download";
import { modelOf } from "./plot_model";
import { svgOf } from "./plot_svg";
import { type Plot, plots, xWindow } from "./plots";
import { comparedTable } from "./readout";
import { texts } from "../texts/texts";

const WIDTH = 720;
const HEIGHT = 400;

function svgOfPlot(plot: Plot): string | null {
  const of = table.value;
  const run = shown.value;
  if (!of || !run) return null;
  const model = modelOf(plot, of, comparedTable.value);
  if (model.curves.length === 0) return null;
  const window = model.timed ? xWindow.value : null;
  const { factor } = model.xShown;
  return svgOf(model, run.scene.title, window && [window[0] * factor, window[1] * factor], undefined, WIDTH, HEIGHT);
}

function nameOf(plot: Plot): string {
  const at = plots.value.findIndex((one) => one.id === plot.id);
  return `plot-${at + 1}`;
}

export function plotSvg(plot: Plot): void {
  const svg = svgOfPlot(plot);
  if (svg) download(svg, "image/svg+xml", fileName(nameOf(plot), "svg"));
}

export async function plotPng(plot: Plot): Promise<void> {
  const svg = svgOfPlot(plot);
  if (!svg) return;
  try {
    downloadBlob(await pngOf(svg, 2 * WIDTH, 2 * HEIGHT), fileName(nameOf(plot), "png"));
  } catch {
    toast(texts.results.exportPlot.thePictureCouldNotBeCreated, { kind: "error" });
  }
}
