/* plot_canvas.ts - draws a plot: uPlot lays out the axes, the curves are drawn here, thinned to the pixels there are.
 *
 * What moves with the clock (its line, a dot on each curve) is on a canvas above, so that the curves need not be drawn anew.
 */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { withUnitText } from "../shell/number_text";
import { DOTS, linesOf } from "./curve_lines";
import type { Points } from "./decimate";
import { type Curve, equalScale, fitY, fullX, type PlotModel, valueAt, type YAxis, dashOf } from "./plot_model";
import { markText } from "../shell/quantity";
import type { Colours } from "./plot_colours";

const FONT = '12px system-ui, "DejaVu Sans", sans-serif';
const TOP = 20; // room for the units above the axes
const DIGIT = 8; // px, width of a letter
const POINT = 3.5; // px, radius of a point that stands apart
const DEGREES = [
  ...[-3, -2, -1].flatMap((power) => [1, 2, 5].map((one) => one * 10 ** power)),
  ...[1, 2, 5, 10, 15, 30, 45, 90, 180],
  ...[1, 2, 4, 10, 20, 40, 100, 1000, 1e4, 1e5].map((one) => 360 * one),
];

const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/* Of many marks on a logarithmic axis only the powers of ten, of few also 2 and 5 times those. */
function decadesOf(splits: (number | null)[], log: boolean): (number | null)[] {
  if (!log) return splits;
  const first = splits.find((one) => one !== null && one > 0) ?? 1;
  const wide = Math.log10((splits[splits.length - 1] ?? first) / first) > 1.5;
  return splits.map((one) => {
    if (one === null || !(one > 0)) return null;
    const digit = Math.round(one / 10 ** Math.floor(Math.log10(one) + 1e-9));
    return digit === 1 || (!wide && (digit === 2 || digit === 5)) ? one : null;
  });
}

interface Scale {
  min: number;
  max: number;
  log: boolean;
  from: number; // canvas pixels
  size: number;
}

/* How much of a value half a pixel is; 0 where that is not the same everywhere. */
function halfPixel(scale: Scale): number {
  return scale.log ? 0 : Math.abs((scale.max - scale.min) / scale.size) / 2;
}

function toPixel(scale: Scale, value: number): number {
  const part = scale.log
    ? Math.log(value / scale.min) / Math.log(scale.max / scale.min)
    : (value - scale.min) / (scale.max - scale.min);
  return scale.from + part * scale.size;
}

function toValue(scale: Scale, pixel: number): number {
  const part = (pixel - scale.from) / scale.size;
  return scale.log ? scale.min * (scale.max / scale.min) ** part : scale.min + part * (scale.max - scale.min);
}

export class PlotCanvas {
  readonly over: HTMLElement;
  private readonly u: uPlot;
  private readonly top: HTMLCanvasElement;
  private endLength = 0; // letters of the last label below, which reaches beyond the field
  private xRange: [number, number];
  private yRange: [number, number] | null = null; // of paths and the like, while zoomed
  onDraw: (() => void) | null = null; // uPlot draws a little after it is told to

  constructor(
    private readonly host: HTMLElement,
    private model: PlotModel,
    private readonly colours: Colours,
    window: [number, number] | null,
  ) {
    this.xRange = window ?? fullX(model);
    this.u = new uPlot(this.options(), [[0, 1]], host);
    this.over = this.u.over;
    this.top = document.createElement("canvas");
    this.top.className = "plot-top";
    this.over.append(this.top);
    this.u.batch(() => this.u.setScale("x", this.wholeX()));
    if (model.path) this.u.batch(() => this.u.setScale("x", this.wholeX())); // now that the size of the field is known
    this.sizeTop();
  }

  /* Other numbers in the same form (formOf): its axes stay. */
  take(model: PlotModel, window: [number, number] | null): void {
    this.model = model;
    this.u.batch(() => {
      this.u.redraw(true, true); // the same range does not mean the same curves
      this.look(window); // afterwards: redraw() asks for the range that there was
    });
  }

  destroy(): void {
    this.u.destroy();
  }

  /* ---- layout ---- */

  private wholeX(): { min: number; max: number } {
    if (!this.model.path || !this.model.axes[0]) return { min: this.xRange[0], max: this.xRange[1] };
    const y = this.yRange ?? fitY(this.model, this.model.axes[0], -Infinity, Infinity);
    const { width, height } = this.u.bbox;
    const [min, max] = equalScale(this.xRange, y, width, height)[0];
    return { min, max };
  }

  private rangeOf(unit: string): [number, number] {
    const axis = this.model.axes.find((one) => one.unit === unit);
    if (!axis) return [0, 1];
    const own = this.yRange && this.model.axes.length === 1 ? this.yRange : fitY(this.model, axis, ...this.xRange);
    if (!this.model.path || !this.u) return own;
    return equalScale(this.xRange, own, this.u.bbox.width, this.u.bbox.height)[1];
  }

  private axisColour(index: number): string {
    const axis = this.model.axes[index]!;
    const own = axis.curves.filter((curve) => !curve.compared);
    return this.model.axes.length > 1 && own.length === 1 ? this.colours.curves[own[0]!.colour]! : this.colours.muted;
  }

  private options(): uPlot.Options {
    const { colours, model } = this; // of the model its form alone
    const scales: uPlot.Scales = { x: { time: false, distr: model.logX ? 3 : 1, range: (_, min, max) => [min, max] } };
    const line = (stroke: string, log: boolean): Partial<uPlot.Axis> => ({
      stroke,
      font: FONT,
      ticks: {
        stroke: colours.grid,
        width: 1,
        size: 4,
        filter: (_: uPlot, splits: number[]) => decadesOf(splits, log),
      },
      gap: 3,
      filter: (_: uPlot, splits: number[]) => splits, // of logarithmic axes: `labels` chooses
    });
    const axes: uPlot.Axis[] = [
      {
        ...line(colours.muted, model.logX),
        scale: "x",
        size: 24,
        incrs: model.xName === "mode" ? WHOLE : undefined,
        grid: { stroke: colours.grid, width: 1, filter: (_, splits) => decadesOf(splits, model.logX) },
        values: (_, splits) => {
          const texts = this.labels(splits, model.xShown.unit, model.logX);
          this.endLength = Math.max(0, ...texts.slice(-2).map((one) => one?.length ?? 0));
          return texts;
        },
      },
    ];
    model.axes.forEach((axis, i) => {
      scales[axis.unit || "1"] = { distr: model.logY ? 3 : 1, range: () => this.rangeOf(axis.unit) };
      axes.push({
        ...line(this.axisColour(i), model.logY),
        scale: axis.unit || "1",
        side: i === 0 ? 3 : 1,
        space: 22,
        incrs: axis.shown.unit === "°" ? DEGREES : undefined,
        grid: { show: i === 0, stroke: colours.grid, width: 1, filter: (_, splits) => decadesOf(splits, model.logY) },
        size: (_, values) => 14 + 7 * Math.max(3, ...(values ?? []).map((one) => one?.length ?? 0)),
        values: (_, splits) => this.labels(splits, "", model.logY),
      });
    });
    return {
      width: Math.max(this.host.clientWidth, 40),
      height: Math.max(this.host.clientHeight, 40),
      scales,
      axes,
      series: [{}],
      legend: { show: false },
      cursor: { show: false },
      padding: [
        TOP,
        () => (model.axes.length > 1 ? 4 : Math.max(16, DIGIT * 0.5 * this.endLength)),
        0,
        model.axes.length > 0 ? 0 : 16,
      ],
      hooks: { draw: [() => this.drawAll()] },
    };
  }

  /* The last number on the time axis carries its unit: no line is spent on it. */
  private labels(splits: number[], unit: string, log: boolean): (string | null)[] {
    const texts = decadesOf(splits, log).map((one) => (one === null ? null : markText(one, log)));
    const last = texts.length - 1 - [...texts].reverse().findIndex((one) => one !== null);
    if (texts[last]) texts[last] = withUnitText(texts[last], unit);
    return texts;
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth < 40 || clientHeight < 40) return;
    this.u.setSize({ width: clientWidth, height: clientHeight });
    if (this.model.path) this.u.setScale("x", this.wholeX());
  }

  private sizeTop(): void {
    const ratio = devicePixelRatio;
    const { width, height } = this.u.bbox;
    if (this.top.width === Math.round(width) && this.top.height === Math.round(height)) return;
    this.top.width = width;
    this.top.height = height;
    this.top.style.width = `${width / ratio}px`;
    this.top.style.height = `${height / ratio}px`;
  }

  /* ---- zoom: ranges are in the shown unit ---- */

  get window(): [number, number] {
    return this.xRange;
  }

  look(x: [number, number] | null, y: [number, number] | null = null): void {
    this.xRange = x ?? fullX(this.model);
    this.yRange = y;
    this.u.setScale("x", this.wholeX());
  }

  private scaleOf(key: string, vertical: boolean): Scale | null {
    const { min, max } = this.u.scales[key] ?? {};
    if (min === undefined || max === undefined || min === null || max === null) return null;
    const { left, top, width, height } = this.u.bbox;
    return vertical
      ? { min, max, log: this.model.logY, from: top + height, size: -height }
      : { min, max, log: this.model.logX, from: left, size: width };
  }

  /* Values under a place (CSS pixels of the plot's field). */
  valuesAt(left: number, top: number): { x: number; y: number } {
    const ratio = devicePixelRatio;
    const x = this.scaleOf("x", false);
    if (!x) return { x: 0, y: 0 };
    const first = this.model.axes[0];
    const y = first ? this.scaleOf(first.unit || "1", true) : null;
    return {
      x: toValue(x, x.from + left * ratio),
      y: y ? toValue(y, this.u.bbox.top + top * ratio) : 0,
    };
  }

  /* CSS pixels in the field for a value of x (shown unit). */
  leftOf(value: number): number {
    const x = this.scaleOf("x", false);
    return x ? (toPixel(x, value) - x.from) / devicePixelRatio : -100;
  }

  /* The place of row `row` of a curve, CSS pixels in the field. */
  placeOf(curve: Curve, row: number): [left: number, top: number] | null {
    const axis = this.model.axes.find((one) => one.unit === curve.unit);
    const x = this.scaleOf("x", false);
    const y = axis && this.scaleOf(axis.unit || "1", true);
    if (!axis || !x || !y) return null;
    const ratio = devicePixelRatio;
    const left = (toPixel(x, valueAt(curve.x, row) * this.model.xShown.factor) - x.from) / ratio;
    const value = valueAt(curve.y, row);
    const top = (toPixel(y, (this.model.logY ? Math.abs(value) : value) * axis.shown.factor) - this.u.bbox.top) / ratio;
    return Number.isFinite(left) && Number.isFinite(top) ? [left, top] : null;
  }

  /* ---- drawing ---- */

  private drawAll(): void {
    this.drawCurves();
    if (!this.top) return;
    this.sizeTop();
    this.onDraw?.();
  }

  private drawCurves(): void {
    const { ctx, bbox } = this.u;
    ctx.save();
    this.drawUnits(ctx);
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    this.drawEvents(ctx);
    for (const curve of this.model.curves) this.drawCurve(ctx, curve);
    ctx.restore();
  }

  /* A line where each event happened; its name where there is room for it. */
  private drawEvents(ctx: CanvasRenderingContext2D): void {
    const ratio = devicePixelRatio;
    const { top, height } = this.u.bbox;
    ctx.strokeStyle = ctx.fillStyle = this.colours.muted;
    ctx.setLineDash([2 * ratio, 3 * ratio]);
    ctx.font = `${11 * ratio}px system-ui, "DejaVu Sans", sans-serif`;
    [ctx.textAlign, ctx.textBaseline] = ["left", "top"];
    let free = -Infinity;
    for (const { name, t } of this.model.events) {
      const x = Math.round(this.u.valToPos(t * this.model.xShown.factor, "x", true)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(x, top);
      ctx.lineTo(x, top + height);
      ctx.stroke();
      if (x < free) continue; // no room
      ctx.fillText(name, x + 3 * ratio, top + 2 * ratio);
      free = x + ctx.measureText(name).width + 8 * ratio;
    }
    ctx.setLineDash([]);
  }

  private drawUnits(ctx: CanvasRenderingContext2D): void {
    const ratio = devicePixelRatio;
    const { left, top, width } = this.u.bbox;
    ctx.font = `${12 * ratio}px system-ui, "DejaVu Sans", sans-serif`;
    ctx.textBaseline = "middle";
    let right = left + width;
    this.model.axes.forEach((axis, i) => {
      const text = axis.shown.unit;
      ctx.fillStyle = this.axisColour(i);
      ctx.textAlign = i === 0 ? "right" : "left";
      const at = i === 0 ? Math.max(left - 6 * ratio, ctx.measureText(text).width + 4) : right + 6 * ratio;
      ctx.fillText(text, at, top - 11 * ratio);
      if (i > 0) right += ((this.u.axes[i + 1] as unknown as { _size?: number })._size ?? 40) * ratio;
    });
  }

  private drawCurve(ctx: CanvasRenderingContext2D, curve: Curve): void {
    const ratio = devicePixelRatio;
    ctx.strokeStyle = this.colours.curves[curve.colour]!;
    ctx.lineWidth = (curve.compared ? 1.4 : 1.8) * ratio;
    ctx.globalAlpha = curve.compared ? 0.85 : 1;
    ctx.lineJoin = "round";
    const axis = this.model.axes.find((one) => one.unit === curve.unit)!;
    const x = this.scaleOf("x", false);
    const y = this.scaleOf(axis.unit || "1", true);
    if (!x || !y) return;
    const { factor } = this.model.xShown;
    const step: [number, number] = [halfPixel(x) / factor, halfPixel(y) / axis.shown.factor];
    const seen = { from: x.min / factor, to: x.max / factor, pixels: Math.abs(x.size), step };
    for (const line of linesOf(curve, seen)) {
      if (!line.stable) ctx.setLineDash(DOTS.map((one) => one * ratio));
      else ctx.setLineDash(dashOf(curve).map((one) => one * ratio));
      if (curve.apart) this.markPoints(ctx, line, x, y, axis);
      else this.strokeLine(ctx, line, x, y, axis);
    }
    ctx.globalAlpha = 1;
    ctx.setLineDash([]);
  }

  private strokeLine(ctx: CanvasRenderingContext2D, points: Points, x: Scale, y: Scale, axis: YAxis): void {
    ctx.beginPath();
    let pen = false;
    for (let i = 0; i < points.x.length; i++) {
      const value = points.y[i]! * axis.shown.factor;
      const px = toPixel(x, points.x[i]! * this.model.xShown.factor);
      const py = toPixel(y, this.model.logY ? Math.abs(value) : value);
      if (!Number.isFinite(px) || !Number.isFinite(py)) {
        pen = false;
        continue;
      }
      if (pen) ctx.lineTo(px, py);
      else ctx.moveTo(px, py);
      pen = true;
    }
    ctx.stroke();
  }

  private markPoints(ctx: CanvasRenderingContext2D, points: Points, x: Scale, y: Scale, axis: YAxis): void {
    ctx.setLineDash([]);
    points.x.forEach((at, i) => {
      const value = points.y[i]! * axis.shown.factor;
      ctx.beginPath();
      ctx.arc(
        toPixel(x, at * this.model.xShown.factor),
        toPixel(y, this.model.logY ? Math.abs(value) : value),
        POINT * devicePixelRatio,
        0,
        2 * Math.PI,
      );
      ctx.stroke();
    });
  }

  /* The clock's line (timed) and a dot on each curve; another line where the pointer is; a box while zooming. */
  drawTop(now: Now): void {
    const ctx = this.top.getContext("2d");
    if (!ctx) return;
    const ratio = devicePixelRatio;
    const height = this.top.height;
    ctx.clearRect(0, 0, this.top.width, height);
    const line = (left: number, colour: string, width: number): void => {
      ctx.fillStyle = colour;
      ctx.fillRect(Math.round(left * ratio - (width * ratio) / 2), 0, Math.max(1, width * ratio), height);
    };
    if (now.pointed !== null) line(this.leftOf(now.pointed), this.colours.muted, 1);
    if (now.clock !== null) {
      line(this.leftOf(now.clock), this.colours.accent, 2);
      this.drawHandle(ctx, this.leftOf(now.clock) * ratio, ratio);
    }
    for (const curve of this.model.curves) {
      const row = curve.compared ? now.comparedRow : now.row;
      const at = row === null ? null : this.placeOf(curve, row);
      if (at) this.drawDot(ctx, at[0] * ratio, at[1] * ratio, curve, ratio);
    }
    if (now.box) {
      ctx.fillStyle = this.colours.accent;
      ctx.globalAlpha = 0.18;
      const [x0, y0, x1, y1] = now.box.map((one) => one * ratio) as [number, number, number, number];
      ctx.fillRect(Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0));
      ctx.globalAlpha = 1;
    }
  }

  private drawHandle(ctx: CanvasRenderingContext2D, x: number, ratio: number): void {
    ctx.fillStyle = this.colours.accent;
    ctx.beginPath();
    ctx.moveTo(x - 6 * ratio, 0);
    ctx.lineTo(x + 6 * ratio, 0);
    ctx.lineTo(x, 7 * ratio);
    ctx.fill();
  }

  private drawDot(ctx: CanvasRenderingContext2D, x: number, y: number, curve: Curve, ratio: number): void {
    ctx.beginPath();
    ctx.arc(x, y, (curve.compared ? 3 : 4) * ratio, 0, 2 * Math.PI);
    ctx.fillStyle = curve.compared ? this.colours.paper : this.colours.curves[curve.colour]!;
    ctx.strokeStyle = curve.compared ? this.colours.curves[curve.colour]! : this.colours.paper;
    ctx.lineWidth = 1.5 * ratio;
    ctx.fill();
    ctx.stroke();
  }
}

export interface Now {
  clock: number | null; // shown unit; null: x is not time
  pointed: number | null;
  row: number | null;
  comparedRow: number | null;
  box: [number, number, number, number] | null; // CSS pixels
}
