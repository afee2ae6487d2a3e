/* print.ts - on paper the drawing and the plots of all analyses stand as vector pictures, in light colours.
 *
 * They are made when the browser is about to print: what is on the screen has the size and the colours of the screen.
 */
import { isMatrix } from "../analyse/channels";
import { modelOf } from "../analyse/plot_model";
import { svgOf } from "../analyse/plot_svg";
import { firstPlots, plots } from "../analyse/plots";
import { paint, viewer } from "../drawing/viewer";
import { tableIndex } from "../state/runs";
import type { Report } from "../analyse/report_data";

const WIDTH = 720;
const HEIGHT = 280;
const SPACE_SIZE = [1600, 1100] as const; // px

let count = 0;

/* Ids in the pictures of one page must differ. */
function place(svg: string, into: Element): void {
  const own = `field-${++count}`;
  const named = svg.replaceAll('id="field"', `id="${own}"`).replaceAll("url(#field)", `url(#${own})`);
  const figure = document.createElement("figure");
  figure.append(document.importNode(new DOMParser().parseFromString(named, "image/svg+xml").documentElement, true));
  into.append(figure);
}

function placePlots(report: Report, into: Element): void {
  if (!report.scene) return;
  for (const [index, of] of report.run.tables.entries()) {
    if (isMatrix(of) || of.rows === 0) continue;
    const list = index === tableIndex.value ? plots.value : firstPlots(of, report.scene);
    for (const plot of list) {
      const model = modelOf(plot, of, null);
      if (model.curves.length > 0) place(svgOf(model, of.kind, null, undefined, WIDTH, HEIGHT), into);
    }
  }
}

/* The drawing in the plane is a vector picture, the one in space has its pixels. */
function placeDrawing(into: Element): void {
  const view = viewer.value;
  const svg = view?.snapshotSvg?.();
  if (svg) place(svg, into);
  else if (view) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = SPACE_SIZE;
    into.append(canvas);
    void paint(view, canvas); // what it does, it does at once
  }
}

function prepare(report: Report): void {
  document.documentElement.dataset.theme = "light";
  const drawing = document.getElementById("print-drawing");
  drawing?.replaceChildren();
  if (drawing) placeDrawing(drawing);
  const into = document.getElementById("print-plots");
  into?.replaceChildren();
  if (into) placePlots(report, into);
  into?.parentElement?.toggleAttribute("hidden", into.childElementCount === 0);
}

export function watchPrinting(report: Report): void {
  let theme: string | undefined;
  let opened: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    theme = document.documentElement.dataset.theme;
    opened = [...document.querySelectorAll<HTMLDetailsElement>(".report-details:not([open])")];
    for (const details of opened) details.open = true;
    prepare(report);
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    if (theme) document.documentElement.dataset.theme = theme;
  });
}
