/* load_report.ts - puts a report where the parts of the page look: its model, its run, and how it is shown. */
import { isModes } from "../drawing/states";
import { batch } from "@preact/signals";
import { bestTable } from "../analyse/best_table";
import { isMatrix, timeOf } from "../analyse/channels";
import { activeId, blank, plots, watchPlots } from "../analyse/plots";
import { watchReadout } from "../analyse/readout";
import { pointsOf } from "../drawing/points";
import type { Scene } from "../engine/engine";
import { playing, row, time } from "../state/clock";
import { description } from "../state/description";
import { checkedText, name, scene, settings } from "../state/model";
import { runs, shownId, table, tableIndex } from "../state/runs";
import { arrows, showGrid, showMasses, showNames, traces } from "../state/settings";
import { fromBase64, type Report, type View } from "../analyse/report_data";
import { useMeshFiles } from "../state/mesh_files";
import { texts } from "../texts/texts";

const ID = 1;
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

/* Points of bodies that are in no joint: what a mechanism is built to lead, such as the point of a coupler curve. */
function freePoints(of: Scene): string[] {
  const held = (body: number, at: readonly number[]): boolean =>
    of.joints.some((joint) =>
      joint.bodies.some((one, end) => one === body && joint.points[end]!.every((x, i) => Math.abs(x - at[i]!) < 1e-12)),
    );
  return pointsOf(of)
    .filter(({ body, at }) => body > 0 && !held(body, at))
    .map((point) => point.name)
    .slice(0, 4);
}

function restore(view: View): void {
  tableIndex.value = view.table;
  traces.value = view.traces;
  arrows.value = view.arrows;
  showNames.value = view.names;
  showMasses.value = view.masses;
  showGrid.value = view.grid;
}

function meshIn({ meshes }: Report, file: string): ArrayBuffer {
  const held = meshes?.[file];
  if (held === undefined) throw new Error(texts.spaceView.spaceView.notInThisReport);
  return fromBase64(held).buffer;
}

export function loadReport(report: Report): void {
  const { run, view } = report;
  useMeshFiles(async (file) => meshIn(report, file));
  batch(() => {
    if (report.description) description.value = report.description;
    name.value = report.name;
    settings.value = report.settings;
    scene.value = report.scene;
    checkedText.value = report.text;
    if (!report.scene) return;
    const { text, settings: set, scene: of, check } = report;
    const made = Date.parse(report.made);
    runs.value = [{ ...run, id: ID, label: "", text, settings: set, options: {}, scene: of, check, made }];
    shownId.value = ID;
    tableIndex.value = bestTable(run);
    if (view) restore(view);
    else traces.value = report.scene.display?.paths ?? freePoints(report.scene);
  });
  watchPlots();
  watchReadout();
  if (view) beginAt(view);
  const of = table.value;
  playing.value = !still && of !== null && !isMatrix(of) && (timeOf(of) !== null || isModes(of));
}

function beginAt(view: View): void {
  time.value = view.time;
  row.value = view.row;
  if (view.plots.length === 0) return;
  plots.value = view.plots.map((plot) => blank(plot.curves, plot));
  activeId.value = plots.value[0]!.id;
}
