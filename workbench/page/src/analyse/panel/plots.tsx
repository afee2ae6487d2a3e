/* plots.tsx - the plots side by side, and what adds to them. */
import { dropTarget } from "../drop_target";
import { useSignal } from "@preact/signals";
import { isStartOnly } from "../../drawing/states";
import { perform } from "../../shell/commands";
import { Menu, type MenuEntry } from "../../shell/widgets";
import { table } from "../../state/runs";
import { selected } from "../../state/selection";
import { dragging } from "../channel_picker";
import { ownerOf } from "../../editor/scope";
import { isMatrix, timeOf } from "../channels";
import { addCurve, addPlot, changePlot, pathPoints, type Plot, plots, resetPlots, xWindow } from "../plots";
import { PlotView } from "../plot_view";
import type { Panel } from "../panels";
import { texts } from "../../texts/texts";

const MOST_POINTS = 60;

function dropped(plot: Plot, name: string): void {
  const of = table.value;
  if (!of || name === "") return;
  if (plot.kind === "path") {
    const point = name.replace(/\.[xyz]$/, "");
    if (pathPoints(of).includes(point) && !plot.curves.includes(point))
      changePlot(plot.id, { curves: [...plot.curves, point] });
    return;
  }
  addCurve(plot.id, name);
}

/* Points to offer a path for: those of what is chosen first. */
function newItems(): MenuEntry[] {
  const of = table.value;
  if (!of) return [];
  const items: MenuEntry[] = [{ title: texts.results.panelPlots.curves, icon: "plus", run: () => void addPlot() }];
  const points = timeOf(of) ? pathPoints(of) : [];
  const now = selected.value;
  const chosen = now?.kind === "point" ? ownerOf(now.name) : now?.name;
  const first = points.filter((point) => point === chosen || point.startsWith(chosen + "."));
  const all = [...first, ...points.filter((point) => !first.includes(point))].slice(0, MOST_POINTS);
  items.push({ title: texts.results.panelPlots.defaultPlots, icon: "undo", run: resetPlots });
  if (all.length > 0) items.push("line", { heading: texts.results.panelPlots.pathOfAPoint });
  for (const point of all) items.push({ title: point, run: () => void addPlot([point], { kind: "path" }) });
  return items;
}

export function NewPlot() {
  if (!table.value || isMatrix(table.value)) return null;
  return (
    <>
      {xWindow.value && (
        <button type="button" class="button quiet show-all" onClick={() => (xWindow.value = null)}>
          {texts.results.panelPlots.showAll}
        </button>
      )}
      <Menu label={texts.results.panelPlots.newPlot} icon="plus" items={newItems} />
    </>
  );
}

/* There only while a channel is dragged. */
function DropHere() {
  const over = useSignal(false);
  return (
    <div class={over.value ? "plot-drop target" : "plot-drop"} {...dropTarget(over, (channel) => addPlot([channel]))}>
      {texts.results.panelPlots.newPlot}
    </div>
  );
}

function PlotsPanel() {
  const of = table.value;
  if (!of)
    return (
      <p class="panel-none">
        {texts.results.panelPlots.runTheModelToPlotIts}{" "}
        <button type="button" class="link" onClick={() => perform("run")}>
          {texts.results.panelPlots.run}
        </button>
      </p>
    );
  if (isMatrix(of)) return <p class="panel-none">{texts.results.panelPlots.aMatrixIsShownAsA}</p>;
  if (isStartOnly(of)) return <p class="panel-none">{texts.results.panelPlots.onlyTheInitialPositionWasComputed}</p>;
  return (
    <div class="plots-box">
      <div class="plots">
        {plots.value.map((plot) => (
          <PlotView key={plot.id} plot={plot} onDrop={dropped} />
        ))}
        {plots.value.length === 0 && (
          <p class="panel-none">
            {texts.results.panelPlots.chooseAChannelToPlotIt}{" "}
            <button type="button" class="link" onClick={resetPlots}>
              {texts.results.panelPlots.defaultPlots}
            </button>
          </p>
        )}
      </div>
      {dragging.value && <DropHere />}
    </div>
  );
}

export const panel: Panel = {
  id: "plots",
  place: "main",
  order: 1,
  title: () => texts.results.panelPlots.plots,
  Body: PlotsPanel,
  Tools: NewPlot,
};
