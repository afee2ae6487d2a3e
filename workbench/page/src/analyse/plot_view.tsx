/* plot_view.tsx - one plot: its legend with numbers, its curves, and what can be done with it. */
import { dropTarget } from "./drop_target";
import { effect, signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { fineOf, type Table } from "../engine/engine";
import { NotUnique } from "../shell/not_unique";
import { Icon } from "../shell/icons";
import { Menu, type MenuEntry } from "../shell/widgets";
import { largestOf, reading } from "../drawing/sample";
import { time } from "../state/clock";
import { shown, table } from "../state/runs";
import { meaningOf } from "./channel_meaning";
import { unitOf } from "./channels";
import { plotPng, plotSvg } from "./export_plot";
import { PlotCanvas } from "./plot_canvas";
import { coloursOf, themeCount } from "./plot_colours";
import { watchGestures } from "./plot_gestures";
import { type Curve, formOf, fullX, modelOf, type PlotModel, rowFor, valueAt } from "./plot_model";
import { activeId, addPlot, changePlot, type Plot, pointed, removeCurve, removePlot, xWindow } from "./plots";
import { clockRow, comparedTable, curveRow, goToRow, readRow } from "./readout";
import { displayUnits } from "../shell/display_units";
import { quantity, signed } from "../shell/quantity";
import { ChannelPicker } from "./channel_picker";
import { texts } from "../texts/texts";

function useModel(plot: Plot): PlotModel | null {
  const of = table.value;
  const other = comparedTable.value;
  const units = displayUnits.value;
  return useMemo(() => (of ? modelOf(plot, of, other) : null), [plot, of, other, units]);
}

/* ---- pointing, zooming and the clock ---- */

interface Held {
  canvas: PlotCanvas;
  model: PlotModel;
  of: Table;
}

function nearestRow({ canvas, model }: Held, left: number, top: number): number {
  let best = 0;
  let least = Infinity;
  for (const curve of model.curves) {
    if (curve.compared) continue;
    const stride = Math.max(1, Math.floor(curve.x.length / 20000));
    for (let row = 0; row < curve.x.length; row += stride) {
      const at = canvas.placeOf(curve, row);
      const away = at ? (at[0] - left) ** 2 + (at[1] - top) ** 2 : Infinity;
      if (away < least) [least, best] = [away, row];
    }
  }
  return best;
}

function pick(held: Held, left: number, top: number): void {
  const { canvas, model, of } = held;
  if (model.xName === "frequency") return;
  if (!model.timed) goToRow(fineOf(of), nearestRow(held, left, top));
  else {
    const [from, to] = model.xExtent;
    const x = Math.max(from, Math.min(canvas.valuesAt(left, top).x, to));
    goToRow(of, 0);
    time.value = x / model.xShown.factor;
  }
}

/* Looks at a box of pixels of the present view, larger or smaller than it; never beyond a motion's ends. */
function lookAt({ canvas, model }: Held, [l0, t0, l1, t1]: [number, number, number, number], both: boolean): void {
  const a = canvas.valuesAt(Math.min(l0, l1), Math.max(t0, t1));
  const b = canvas.valuesAt(Math.max(l0, l1), Math.min(t0, t1));
  if (!(b.x > a.x)) return;
  if (!model.timed) {
    canvas.look([a.x, b.x], both ? [a.y, b.y] : null);
    return;
  }
  const [from, to] = fullX(model);
  const size = Math.min(b.x - a.x, to - from);
  if (size < 1e-9 * (to - from)) return;
  const low = Math.max(from, Math.min(a.x, to - size));
  const { factor } = model.xShown;
  xWindow.value = size >= (to - from) * 0.9999 ? null : [low / factor, (low + size) / factor];
}

function gesturesOf(held: Held, hover: (x: number | null) => void, mark: (box: Box | null) => void): () => void {
  const { canvas, model } = held; // of the model its form alone
  const { over } = canvas;
  const both = !model.timed && model.axes.length === 1 && model.xName !== "frequency";
  const scaled = (left: number, top: number, factor: number, dx = 0, dy = 0): Box => [
    left - left * factor - dx * factor,
    top - top * factor - dy * factor,
    left + (over.clientWidth - left) * factor - dx * factor,
    top + (over.clientHeight - top) * factor - dy * factor,
  ];
  return watchGestures({
    element: over,
    both,
    clockLeft: () => (model.timed ? canvas.leftOf(time.peek() * model.xShown.factor) : null),
    hover: (left, top) => hover(left === null ? null : canvas.valuesAt(left, top).x),
    pick: (left, top) => pick(held, left, top),
    mark,
    zoomTo: (box) => lookAt(held, box, both),
    zoomAbout: (left, top, factor, dx, dy) => lookAt(held, scaled(left, top, factor, dx, dy), both),
    moveBy: (dx, dy) => lookAt(held, [-dx, -dy, over.clientWidth - dx, over.clientHeight - dy], both),
    reset: () => (model.timed ? (xWindow.value = null) : canvas.look(null)),
  });
}

type Box = [number, number, number, number];

function keysOf(held: Held | null, event: KeyboardEvent): void {
  if (!held || event.ctrlKey || event.metaKey || event.altKey) return;
  const { canvas, model, of } = held;
  const { clientWidth: width, clientHeight: height } = canvas.over;
  const row = Math.round(clockRow(of, time.value));
  const step = event.shiftKey ? 10 : 1;
  const zoom = (factor: number): void => {
    const left = model.timed ? canvas.leftOf(time.value * model.xShown.factor) : width / 2;
    const box: Box = [
      left - left * factor,
      (height / 2) * (1 - factor),
      left + (width - left) * factor,
      (height / 2) * (1 + factor),
    ];
    lookAt(held, box, !model.timed && model.axes.length === 1);
  };
  const actions: Record<string, () => void> = {
    ArrowLeft: () => goToRow(of, row - step),
    ArrowRight: () => goToRow(of, row + step),
    Home: () => goToRow(of, 0),
    End: () => goToRow(of, of.rows - 1),
    "+": () => zoom(0.7),
    "=": () => zoom(0.7),
    "-": () => zoom(1 / 0.7),
    "0": () => (model.timed ? (xWindow.value = null) : canvas.look(null)),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

/* ---- the field with curves ---- */

/* The part of a motion that is looked at, in the shown unit; null: all of it. */
function windowOf({ timed, xShown }: PlotModel): [number, number] | null {
  const window = timed ? xWindow.peek() : null;
  return window && [window[0] * xShown.factor, window[1] * xShown.factor];
}

function Field({ plot, model, of }: { plot: Plot; model: PlotModel; of: Table }) {
  const host = useRef<HTMLDivElement>(null);
  const held = useRef<Held | null>(null);
  const theme = themeCount.value;
  const form = formOf(model);
  const current = useRef({ model, of });
  current.current = { model, of };
  useEffect(() => {
    const box = host.current!;
    const mine: Held = { ...current.current, canvas: new PlotCanvas(box, model, coloursOf(box), windowOf(model)) };
    const { canvas } = mine;
    held.current = mine;
    const hovered = signal<number | null>(null);
    const marked = signal<Box | null>(null);
    const drawn = signal(0);
    const { factor } = model.xShown;
    const hover = (x: number | null): void => {
      if (model.timed) pointed.value = x === null ? null : x / factor;
      else hovered.value = x;
    };
    const deaf = gesturesOf(mine, hover, (box) => (marked.value = box));
    canvas.onDraw = () => (drawn.value = drawn.peek() + 1);
    const stopZoom = effect(() => {
      void xWindow.value;
      if (model.timed) canvas.look(windowOf(model));
    });
    const stopTop = effect(() => {
      void drawn.value;
      const now = time.value;
      const pointer = model.timed ? pointed.value : hovered.value;
      const response = model.xName === "frequency";
      const first = mine.model.curves.find((curve) => !curve.compared);
      const other = comparedTable.peek();
      const row = response
        ? pointer === null || !first
          ? null
          : rowFor(first.x, pointer / factor)
        : curveRow(mine.of, now);
      canvas.drawTop({
        clock: model.timed ? now * factor : null,
        pointed: pointer === null ? null : model.timed ? pointer * factor : response ? pointer : null,
        row,
        comparedRow: response || !other ? null : curveRow(other, now),
        box: marked.value,
      });
    });
    const watch = new ResizeObserver(() => {
      canvas.resize();
    });
    watch.observe(box);
    return () => {
      watch.disconnect();
      stopTop();
      stopZoom();
      deaf();
      pointed.value = null; // no leaving is heard of what is no longer there
      canvas.destroy();
      held.current = null;
    };
  }, [form, theme]);
  useEffect(() => {
    const mine = held.current;
    if (!mine || mine.model === model) return;
    Object.assign(mine, { model, of });
    mine.canvas.take(model, windowOf(model));
  }, [model, of, form, theme]);
  const names = plot.curves.join(", ");
  return (
    <div
      class="plot-field"
      ref={host}
      tabIndex={0}
      role="application"
      aria-roledescription={texts.results.plotView.plot}
      aria-label={texts.results.plotView.arrowKeysMoveTheClockPlus(
        names || "Empty plot",
        model.path ? "as paths" : `over ${model.xName}`,
      )}
      onKeyDown={(event) => keysOf(held.current, event)}
    />
  );
}

/* ---- legend ---- */

function Value({ curve, other }: { curve: Curve; other: Curve | undefined }) {
  const of = table.value;
  if (!of) return null;
  const value = valueAt(curve.y, readRow(of));
  const against = comparedTable.value;
  const { y, unit } = curve;
  const written = quantity(reading(value, y, unit), unit, 4, largestOf(y));
  if (!other || !against) return <span class="chip-value">{curve.shared ? `≈ ${written}` : written}</span>;
  const difference = reading(value - valueAt(other.y, readRow(against)), y, unit);
  return (
    <span class="chip-value">
      {written}
      <span class="chip-change">
        {" "}
        {texts.results.plotView.text} {signed(difference, unit, 3)})
      </span>
    </span>
  );
}

function Chip({ plot, name, model }: { plot: Plot; name: string; model: PlotModel }) {
  const curve = model.curves.find((one) => one.name === name && !one.compared);
  const other = model.curves.find((one) => one.name === name && one.compared);
  const of = table.value;
  return (
    <li
      class={curve ? "chip" : "chip missing"}
      title={
        curve
          ? meaningOf(shown.value?.scene ?? null, name, curve.unit)
          : texts.results.plotView.theseResultsHaveNoSuchChannel
      }
    >
      <span
        class={curve?.shared ? "swatch dashed" : "swatch"}
        style={curve ? `background: var(--curve-${curve.colour + 1})` : ""}
      />
      <span class="chip-name">{name}</span>
      {curve?.shared && <NotUnique of={of} />}
      {curve && !model.path && model.xName !== "frequency" && <Value curve={curve} other={other} />}
      <button
        type="button"
        class="chip-close"
        aria-label={texts.results.plotView.remove(name)}
        onClick={() => removeCurve(plot.id, name)}
      >
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}

/* ---- menu ---- */

function menuOf(plot: Plot, model: PlotModel, pickX: () => void): MenuEntry[] {
  const space = table.value ? unitOf(table.value, plot.curves[0] + ".z") !== null : false;
  const entries: MenuEntry[] = [];
  if (plot.kind === "over") {
    entries.push(
      { heading: texts.results.plotView.horizontalAxis },
      {
        title: model.xName === "frequency" ? texts.results.plotView.frequency : texts.results.plotView.time,
        checked: plot.x === null,
        run: () => changePlot(plot.id, { x: null }),
      },
      {
        title: plot.x ? texts.results.plotView.channel(plot.x) : texts.results.plotView.aChannel,
        checked: plot.x !== null,
        run: pickX,
      },
      "line",
      {
        title: texts.results.plotView.logarithmicHorizontalAxis,
        checked: plot.logX,
        run: () => changePlot(plot.id, { logX: !plot.logX }),
        disabled: !(model.xExtent[0] > 0),
      },
      {
        title: texts.results.plotView.logarithmicVerticalAxis,
        checked: plot.logY,
        run: () => changePlot(plot.id, { logY: !plot.logY }),
      },
    );
  } else if (space)
    for (const plane of ["xy", "xz", "yz"] as const)
      entries.push({
        title: texts.results.plotView.projectOntoThePlane(plane),
        checked: plot.plane === plane,
        run: () => changePlot(plot.id, { plane }),
      });
  if (entries.length > 0) entries.push("line");
  entries.push(
    {
      title: texts.results.plotView.showEverything,
      run: () => (xWindow.value = null),
      disabled: xWindow.value === null,
    },
    "line",
    {
      title: texts.results.plotView.saveAsSvg,
      icon: "export",
      run: () => plotSvg(plot),
      disabled: model.curves.length === 0,
    },
    {
      title: texts.results.plotView.saveAsPng,
      icon: "export",
      run: () => void plotPng(plot),
      disabled: model.curves.length === 0,
    },
    "line",
    { title: texts.results.plotView.copyThisPlot, icon: "copy", run: () => addPlot(plot.curves, plot) },
    ...(plot.curves.length > 1
      ? plot.curves.map((name) => ({
          title: texts.results.plotView.remove(name),
          run: () => removeCurve(plot.id, name),
        }))
      : []),
    { title: texts.results.plotView.removeThisPlot, icon: "trash" as const, run: () => removePlot(plot.id) },
  );
  return entries;
}

export function PlotView({ plot, onDrop }: { plot: Plot; onDrop: (plot: Plot, name: string) => void }) {
  const model = useModel(plot);
  const over = useSignal(false);
  const box = useRef<HTMLElement>(null);
  const picking = useSignal(false);
  const of = table.value;
  useEffect(() => {
    // In a frame that nobody has entered, as in a notebook, the page around it would scroll along.
    if (activeId.peek() === plot.id && document.hasFocus()) box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  if (!model || !of) return null;
  const chosen = activeId.value === plot.id;
  return (
    <figure
      ref={box}
      class={`plot ${chosen ? "active" : ""} ${over.value ? "target" : ""}`}
      aria-label={chosen ? texts.results.plotView.selectedPlotReceivesNewCurves : texts.results.plotView.plot2}
      onFocusCapture={() => (activeId.value = plot.id)}
      onPointerDown={() => (activeId.value = plot.id)}
      {...dropTarget(over, (channel) => onDrop(plot, channel))}
    >
      <figcaption class="plot-head">
        <ul class="legend">
          {plot.curves.map((name) => (
            <Chip key={name} plot={plot} name={name} model={model} />
          ))}
          {plot.curves.length === 0 && (
            <li class="legend-empty">{texts.results.plotView.chooseChannelsOrDragThemHere}</li>
          )}
          {!model.timed && plot.curves.length > 0 && !model.path && (
            <li class="legend-over">
              {texts.results.plotView.over} {model.xName}
            </li>
          )}
        </ul>
        <Menu
          label={texts.results.plotView.plotOptions}
          icon="more"
          items={() => menuOf(plot, model, () => (picking.value = true))}
        />
      </figcaption>
      <Field plot={plot} model={model} of={of} />
      {picking.value && (
        <ChannelPicker
          title={texts.results.plotView.horizontalAxis}
          onPick={(name) => changePlot(plot.id, { x: name })}
          onClose={() => (picking.value = false)}
        />
      )}
    </figure>
  );
}
