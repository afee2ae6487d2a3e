/* plots_panel.tsx - the plots side by side, and what adds to them. */
import { useSignal } from "@preact/signals";
import { Icon } from "../shell/icons";
import { Menu, type MenuEntry } from "../shell/widgets";
import { selected } from "../state/selection";
import { table } from "../state/runs";
import { isMatrix, timeOf } from "./channels";
import { addCurve, addPlot, changePlot, pathPoints, type Plot, plots, resetPlots } from "./plots";
import { PlotView } from "./plot_view";

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
function pathItems(): MenuEntry[] {
    const of = table.value;
    if (!of) return [];
    const points = pathPoints(of);
    const chosen = selected.value?.name.split(".")[0];
    const first = points.filter((point) => point === chosen || point.startsWith(chosen + "."));
    const items = [...first, ...points.filter((point) => !first.includes(point))].slice(0, 40);
    return [
        { title: "Curves over time", icon: "plus", run: () => void addPlot() },
        "line",
        { heading: "Path of a point" },
        ...items.map((point) => ({ title: point, run: () => void addPlot([point], { kind: "path" }) })),
        "line",
        { title: "Back to the plots proposed", icon: "undo", run: resetPlots },
    ];
}

export function PlotsPanel() {
    const over = useSignal(false);
    const of = table.value;
    if (!of) return <p class="panel-none">Run the model to plot its channels.</p>;
    if (isMatrix(of)) return <p class="panel-none">A matrix is shown as a table. Choose another analysis to plot.</p>;
    const none = plots.value.length === 0;
    return (
        <div class="plots">
            {plots.value.map((plot) => (
                <PlotView key={plot.id} plot={plot} onDrop={dropped} />
            ))}
            <div
                class={`plot-new ${over.value ? "target" : ""} ${none ? "alone" : ""}`}
                onDragOver={(event) => {
                    event.preventDefault();
                    over.value = true;
                }}
                onDragLeave={() => (over.value = false)}
                onDrop={(event) => {
                    event.preventDefault();
                    over.value = false;
                    const name = event.dataTransfer?.getData("text/plain");
                    if (name) addPlot([name]);
                }}
            >
                {timeOf(of) ? (
                    <Menu label="New plot" icon="plus" items={pathItems} />
                ) : (
                    <button
                        type="button"
                        class="icon-button"
                        title="New plot"
                        aria-label="New plot"
                        onClick={() => addPlot()}
                    >
                        <Icon name="plus" />
                    </button>
                )}
            </div>
        </div>
    );
}
