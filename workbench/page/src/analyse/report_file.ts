/* report_file.ts - the report of the run on show, as a file: the template comes from the server, the data from the page. */
import { plots } from "./plots";
import { engine } from "../state/connection";
import { kindsIn } from "../state/description";
import { row, time } from "../state/clock";
import { name } from "../state/model";
import { tableIndex, type Run } from "../state/runs";
import { arrows, showGrid, showMasses, showNames, traces } from "../state/settings";
import { meshFile } from "../state/mesh_files";
import { meshesOf } from "../drawing/shape_pieces";
import type { RunOptions, Scene, VerifyAnswer } from "../engine/engine";
import { fill, toBase64, type Report, type View } from "./report_data";
import { texts } from "../texts/texts";

const MESHES_MOST = 8 << 20; // bytes of files, as in workbench/report

function viewNow(): View {
  return {
    table: tableIndex.value,
    time: time.value,
    row: row.value,
    plots: plots.value,
    traces: traces.value,
    arrows: arrows.value,
    names: showNames.value,
    masses: showMasses.value,
    grid: showGrid.value,
  };
}

/* Where it was made, and what was chosen there over what the text says. */
export function howMade(options: RunOptions): string {
  const chosen = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  return [texts.results.reportFile.theWorkbenchTrammelView, ...chosen].join(", ");
}

/* Files that bodies are drawn with, as long as they have room; the report says which are not in it. */
async function meshesIn(scene: Scene): Promise<Record<string, string>> {
  const held: Record<string, string> = {};
  let room = MESHES_MOST;
  for (const file of new Set(scene.bodies.flatMap(({ shape }) => meshesOf(shape).map((one) => one.file)))) {
    const bytes = await meshFile(file).catch(() => null);
    if (!bytes || bytes.byteLength > room) continue;
    room -= bytes.byteLength;
    held[file] = toBase64(new Uint8Array(bytes));
  }
  return held;
}

/* `verified`: what was found of just this model, or null. */
export async function makeReport(run: Run, verified: VerifyAnswer | null): Promise<string> {
  const file = `report/${run.scene.space ? "space" : "plane"}.html`;
  const [answer, welcome] = await Promise.all([fetch(file), engine.welcome()]);
  if (!answer.ok) throw new Error("The report template could not be fetched.");
  const { status, messages, tables, scenes, seconds } = run;
  const report: Report = {
    version: welcome.version,
    made: new Date(run.made).toISOString().replace(/\.\d+Z$/, "Z"),
    how: howMade(run.options),
    name: name.value,
    text: run.text,
    settings: run.settings,
    check: run.check,
    scene: run.scene,
    description: kindsIn(run.scene),
    run: { status, messages, tables, scenes, seconds },
    verified,
    meshes: await meshesIn(run.scene),
    view: viewNow(),
  };
  return fill(await answer.text(), report);
}
