/* plot_svg.ts - a plot as a picture for papers and reports: SVG with its own colours, axes, legend. */
import { niceStep } from "../drawing/geometry";
import { DOTS, linesOf } from "./curve_lines";
import type { Points } from "./decimate";
import { type Curve, equalScale, fitY, fullX, type PlotModel, type YAxis, dashOf } from "./plot_model";
import { markText } from "../shell/quantity";
import { texts } from "../texts/texts";

export interface SvgStyle {
  ink: string;
  muted: string;
  grid: string;
  paper: string;
  curves: string[];
}

export const PAPER: SvgStyle = {
  ink: "#16202b",
  muted: "#55616e",
  grid: "#e2e7ec",
  paper: "#ffffff",
  curves: ["#0b62c4", "#c2410c", "#1a7f4e", "#8b3fb0", "#a16207", "#0e7490", "#be185d", "#4b5563"],
};

/* The same on dark ground. */
export const NIGHT: SvgStyle = {
  ink: "#e6edf3",
  muted: "#a4b0bd",
  grid: "#2a333d",
  paper: "#10151b",
  curves: ["#6cb0ff", "#ff9d5c", "#56d29a", "#cf9bf0", "#e3c04f", "#5fcfe0", "#ff8fc0", "#aeb9c5"],
};

/* Round numbers from low to high, about `count` of them: 1, 2 or 5 times a power of ten apart. */
export function ticks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const step = niceStep((high - low) / Math.max(count, 1));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

function decades(low: number, high: number): number[] {
  const marks: number[] = [];
  const narrow = Math.log10(high / low) < 1.5;
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high * 1.0001; power++)
    for (const one of narrow ? [1, 2, 5] : [1]) {
      const value = Number((one * 10 ** power).toPrecision(12));
      if (value >= low * 0.9999 && value <= high * 1.0001) marks.push(value);
    }
  return marks;
}

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

interface Size {
  width: number;
  height: number;
}

interface Scale {
  of: (value: number) => number;
  min: number;
  max: number;
  marks: number[];
}

function scale(
  [min, max]: [number, number],
  from: number,
  to: number,
  log: boolean,
  count: number,
  whole = false,
): Scale {
  const part = (value: number): number =>
    log ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  return {
    of: (value) => from + part(value) * (to - from),
    min,
    max,
    marks: log ? decades(min, max) : ticks(min, max, count).filter((one) => !whole || Number.isInteger(one)),
  };
}

function pathOf(points: Points, model: PlotModel, axis: YAxis, x: Scale, y: Scale): string {
  let d = "";
  let pen = false;
  for (let i = 0; i < points.x.length; i++) {
    const value = points.y[i]! * axis.shown.factor;
    const px = x.of(points.x[i]! * model.xShown.factor);
    const py = y.of(model.logY ? Math.abs(value) : value);
    if (Number.isFinite(px) && Number.isFinite(py)) d += `${pen ? "L" : "M"}${px.toFixed(2)} ${py.toFixed(2)}`;
    pen = Number.isFinite(px) && Number.isFinite(py);
  }
  return d;
}

/* A ring about each point. */
function ringsOf(points: Points, model: PlotModel, axis: YAxis, x: Scale, y: Scale): string {
  return Array.from(points.x, (_, i) => {
    const one = { x: points.x.subarray(i, i + 1), y: points.y.subarray(i, i + 1) };
    const at = pathOf(one, model, axis, x, y);
    return at && `${at}m-${RING} 0a${RING} ${RING} 0 1 0 ${2 * RING} 0a${RING} ${RING} 0 1 0 -${2 * RING} 0`;
  }).join("");
}

const RING = 3.5; // px
const FINE = 4; // steps a pixel: pictures are looked at closely

function pathsOf(
  curve: Curve,
  model: PlotModel,
  axis: YAxis,
  x: Scale,
  y: Scale,
  size: Size,
  colour: string,
): string[] {
  const fx = model.xShown.factor;
  const step: [number, number] = [
    model.logX ? 0 : (x.max - x.min) / size.width / fx / FINE,
    model.logY ? 0 : (y.max - y.min) / size.height / axis.shown.factor / FINE,
  ];
  const seen = { from: x.min / fx, to: x.max / fx, pixels: 2 * size.width, step };
  return linesOf(curve, seen).map((line) => {
    if (curve.apart)
      return `<path d="${ringsOf(line, model, axis, x, y)}" fill="none" stroke="${colour}" stroke-width="1.8"/>`;
    const dash = line.stable ? dashOf(curve) : DOTS;
    const dashes = dash ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    return `<path d="${pathOf(line, model, axis, x, y)}" clip-path="url(#field)" fill="none" stroke="${colour}" stroke-width="${curve.compared ? 1.3 : 1.8}" stroke-linejoin="round"${dashes}/>`;
  });
}

const CHAR = 7; // px, about the width of a digit at 12 px

export function svgOf(
  model: PlotModel,
  title: string,
  window: [number, number] | null,
  style: SvgStyle = PAPER,
  width = 720,
  height = 400,
): string {
  const legendRows = layLegend(model, width - 80);
  const top = 16 + (title ? 22 : 0) + 20 * legendRows.length + 16;
  const bottom = height - 44;
  const ranges = model.axes.map((axis) => fitY(model, axis, ...(window ?? fullX(model))));
  const widest = (range: [number, number]): number => {
    const marks = model.logY ? decades(...range) : ticks(...range, (bottom - top) / 40);
    return 12 + CHAR * Math.max(2, ...marks.map((one) => markText(one, model.logY).length));
  };
  const left = 14 + (ranges[0] ? widest(ranges[0]) : 20);
  const right = width - 14 - ranges.slice(1).reduce((sum, range) => sum + widest(range) + 8, 0);
  let xRange = window ?? fullX(model);
  if (model.path && ranges[0]) [xRange, ranges[0]] = equalScale(xRange, ranges[0], right - left, bottom - top);
  const x = scale(xRange, left, right, model.logX, (right - left) / 90, model.xName === "mode");
  const out: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, DejaVu Sans, sans-serif" font-size="12">`,
    `<title>${escape(title || "Plot")}</title>`,
    `<rect width="${width}" height="${height}" fill="${style.paper}"/>`,
    `<clipPath id="field"><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/></clipPath>`,
  ];
  if (title)
    out.push(`<text x="${left}" y="24" font-size="15" font-weight="600" fill="${style.ink}">${escape(title)}</text>`);
  for (const mark of x.marks) {
    const at = x.of(mark).toFixed(1);
    out.push(`<path d="M${at} ${top}V${bottom}" stroke="${style.grid}"/>`);
    out.push(
      `<text x="${at}" y="${bottom + 17}" text-anchor="middle" fill="${style.muted}">${markText(mark, model.logX)}</text>`,
    );
  }
  const xLabel = model.xShown.unit ? `${model.xName} [${model.xShown.unit}]` : model.xName;
  out.push(
    `<text x="${(left + right) / 2}" y="${height - 8}" text-anchor="middle" fill="${style.ink}">${escape(xLabel)}</text>`,
  );
  for (const { name, t } of model.events) {
    const at = x.of(t * model.xShown.factor);
    if (at < left || at > right) continue;
    out.push(
      `<path d="M${at.toFixed(1)} ${top}V${bottom}" stroke="${style.muted}" stroke-dasharray="2 3"><title>${escape(name)}</title></path>`,
    );
  }
  const field = { width: right - left, height: bottom - top };
  let side = right;
  model.axes.forEach((axis, i) => {
    const y = scale(ranges[i]!, bottom, top, model.logY, (bottom - top) / 40);
    const at = i === 0 ? left - 7 : side + 7;
    const anchor = i === 0 ? "end" : "start";
    for (const mark of y.marks) {
      const py = y.of(mark);
      if (i === 0) out.push(`<path d="M${left} ${py.toFixed(1)}H${right}" stroke="${style.grid}"/>`);
      out.push(
        `<text x="${at}" y="${(py + 4).toFixed(1)}" text-anchor="${anchor}" fill="${style.muted}">${markText(mark, model.logY)}</text>`,
      );
    }
    out.push(
      `<text x="${at}" y="${top - 8}" text-anchor="${anchor}" fill="${style.ink}">${escape(axis.shown.unit)}</text>`,
    );
    if (i > 0) side += widest(ranges[i]!) + 8;
    for (const curve of axis.curves) out.push(...pathsOf(curve, model, axis, x, y, field, style.curves[curve.colour]!));
  });
  out.push(
    `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="none" stroke="${style.muted}"/>`,
  );
  legendRows.forEach((row, i) => {
    for (const { curve, at } of row) {
      const y = 16 + (title ? 22 : 0) + 20 * i;
      const px = left + at;
      out.push(
        `<path d="M${px} ${y - 4}h22" stroke="${style.curves[curve.colour]}" stroke-width="2"${dashOf(curve).length > 0 ? ` stroke-dasharray="${dashOf(curve).join(" ")}"` : ""}/>`,
        `<text x="${px + 28}" y="${y}" fill="${style.ink}">${escape(legendText(curve))}</text>`,
      );
    }
  });
  out.push("</svg>");
  return out.join("\n") + "\n";
}

function legendText(curve: Curve): string {
  const name = curve.shared ? texts.results.plotSvg.notUnique(curve.name) : curve.name;
  return curve.compared ? `${name} (compared)` : name;
}

function layLegend(model: PlotModel, width: number): { curve: Curve; at: number }[][] {
  const rows: { curve: Curve; at: number }[][] = [];
  let at = Infinity;
  const ordered = [...model.curves].sort((a, b) => Number(a.compared) - Number(b.compared));
  for (const curve of ordered) {
    const size = 28 + CHAR * legendText(curve).length + 18;
    if (at + size > width) {
      rows.push([]);
      at = 0;
    }
    rows[rows.length - 1]!.push({ curve, at });
    at += size;
  }
  return rows;
}
