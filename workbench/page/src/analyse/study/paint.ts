/* paint.ts - draws the picture of a study on a canvas: axes, points, the bar of colours. */
import { niceStep } from "../../drawing/geometry";
import { few } from "../../shell/number_text";
import type { Colours } from "../plot_colours";
import { mapColour, partOf } from "./colour_map";
import { gridOf, segmentsAt } from "./contour";
import {
  barOf,
  bestSoFar,
  type Box,
  cellOf,
  hasColours,
  laneAt,
  type Layout,
  lineOf,
  pixel,
  placeOf,
  type Scale,
} from "./layout";
import type { Point, Study } from "./state";

const FONT = '12px system-ui, "DejaVu Sans", sans-serif';
const FAILED = "#8b939c"; // grey on light and on dark
const CONTOURS = 8; // lines, or so

interface Pen {
  ctx: CanvasRenderingContext2D;
  colours: Colours;
  layout: Layout;
  of: Study;
}

/* Round in the unit that is shown. */
export function ticksOf({ from, to, shown }: Scale, most: number): number[] {
  const { factor } = shown;
  if (!(to > from)) return [];
  const step = niceStep(((to - from) / most) * factor) / factor;
  const first = Math.ceil(from / step - 1e-9);
  return Array.from({ length: Math.floor(to / step + 1e-9) - first + 1 }, (_, i) => (first + i) * step);
}

function tickText({ shown }: Scale, value: number): string {
  return few(Math.abs(value * shown.factor) < 1e-12 ? 0 : value * shown.factor, 4);
}

function titleOf({ name, shown }: Scale): string {
  return shown.unit ? `${name}, ${shown.unit}` : name;
}

function clipped(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  let end = text.length - 1;
  while (end > 1 && ctx.measureText(text.slice(0, end) + "…").width > width) end--;
  return text.slice(0, end) + "…";
}

function write({ ctx, colours }: Pen, text: string, x: number, y: number, align: CanvasTextAlign): void {
  ctx.fillStyle = colours.muted;
  ctx.textAlign = align;
  ctx.fillText(text, x, y);
}

function line({ ctx }: Pen, colour: string, from: [number, number], to: [number, number]): void {
  ctx.strokeStyle = colour;
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.stroke();
}

function isMap({ kind }: Layout): boolean {
  return kind === "map" || kind === "levels";
}

/* ---- axes ---- */

function drawAcross(pen: Pen, scale: Scale): void {
  const { ctx, colours, layout } = pen;
  const bottom = layout.box.top + layout.box.height;
  ctx.textBaseline = "top";
  for (const value of ticksOf(scale, layout.box.width / 70)) {
    const x = Math.round(pixel(scale, value)) + 0.5;
    if (!isMap(layout)) line(pen, colours.grid, [x, layout.box.top], [x, bottom]);
    line(pen, colours.muted, [x, bottom], [x, bottom + 4]);
    write(pen, tickText(scale, value), x, bottom + 6, "center");
  }
  write(pen, clipped(ctx, titleOf(scale), layout.box.width), layout.box.left + layout.box.width, bottom + 21, "right");
}

function drawUp(pen: Pen, scale: Scale): void {
  const { ctx, colours, layout } = pen;
  const { left, width, top } = layout.box;
  ctx.textBaseline = "middle";
  for (const value of ticksOf(scale, layout.box.height / 34)) {
    const y = Math.round(pixel(scale, value)) + 0.5;
    if (!isMap(layout)) line(pen, colours.grid, [left, y], [left + width, y]);
    line(pen, colours.muted, [left - 4, y], [left, y]);
    write(pen, tickText(scale, value), left - 7, y, "right");
  }
  write(pen, clipped(ctx, titleOf(scale), width), 4, top - 12, "left");
}

/* Over the lines of the points: a number has a ground of paper. */
function drawLanes(pen: Pen): void {
  const { ctx, colours, layout } = pen;
  const { top, height, width } = layout.box;
  const last = layout.scales.length - 1;
  layout.scales.forEach((scale, i) => {
    const x = Math.round(laneAt(layout, i)) + 0.5;
    line(pen, colours.muted, [x, top], [x, top + height]);
    ctx.textBaseline = "middle";
    for (const value of ticksOf(scale, height / 34)) {
      const y = pixel(scale, value);
      const text = tickText(scale, value);
      line(pen, colours.muted, [x - 4, y], [x, y]);
      ctx.strokeStyle = colours.paper;
      ctx.lineWidth = 4;
      ctx.textAlign = "right";
      ctx.strokeText(text, x - 7, y);
      ctx.lineWidth = 1;
      write(pen, text, x - 7, y, "right");
    }
    if (i === last) return write(pen, clipped(ctx, titleOf(scale), width / 2), x, top - 12, "right");
    ctx.textBaseline = "top";
    write(
      pen,
      clipped(ctx, titleOf(scale), width / last - 8),
      i === 0 ? 4 : x,
      top + height + 10,
      i ? "center" : "left",
    );
  });
}

/* From the least of the answers to the greatest. */
function drawBar(pen: Pen): void {
  const { ctx, colours, layout } = pen;
  const { answer, answers } = layout;
  if (!answer || !answers) return;
  const bar = barOf(layout);
  for (let row = 0; row < bar.height; row++) {
    ctx.fillStyle = mapColour(1 - row / bar.height);
    ctx.fillRect(bar.left, bar.top + row, bar.width, 1.5);
  }
  ctx.textBaseline = "middle";
  const same = answers[0] === answers[1];
  const marks = same ? [answers[0]] : ticksOf(answer, bar.height / 34);
  for (const value of marks) {
    const y = same ? bar.top + bar.height / 2 : Math.round(pixel(answer, value)) + 0.5;
    line(pen, colours.muted, [bar.left + bar.width, y], [bar.left + bar.width + 4, y]);
    write(pen, tickText(answer, value), bar.left + bar.width + 7, y, "left");
  }
  const wide = bar.left + bar.width + 60;
  write(pen, clipped(ctx, titleOf(answer), wide - layout.box.left - layout.box.width / 2), wide, bar.top - 12, "right");
}

/* ---- points ---- */

function colourOf({ layout }: Pen, point: Point): string {
  return Number.isFinite(point.answer) && layout.answers ? mapColour(partOf(point.answer, layout.answers)) : FAILED;
}

function cross(pen: Pen, { left, top, width, height }: Box): void {
  pen.ctx.globalAlpha = 0.4;
  line(pen, pen.colours.paper, [left, top], [left + width, top + height]);
  line(pen, pen.colours.paper, [left + width, top], [left, top + height]);
  pen.ctx.globalAlpha = 1;
}

function drawCell(pen: Pen, point: Point): void {
  const { ctx, layout, of } = pen;
  const cell = cellOf(layout, of, point);
  ctx.fillStyle = colourOf(pen, point);
  ctx.fillRect(cell.left - 0.25, cell.top - 0.25, cell.width + 0.5, cell.height + 0.5);
  if (!Number.isFinite(point.answer)) cross(pen, cell);
}

function dot(ctx: CanvasRenderingContext2D, [x, y]: [number, number], radius: number, fill: string): void {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}

function failed(pen: Pen, [x, y]: [number, number]): void {
  const half = 3.5;
  pen.ctx.lineWidth = 1.6;
  line(pen, FAILED, [x - half, y - half], [x + half, y + half]);
  line(pen, FAILED, [x + half, y - half], [x - half, y + half]);
  pen.ctx.lineWidth = 1;
}

function drawDot(pen: Pen, point: Point, radius: number, fill: string): void {
  const place = placeOf(pen.layout, point);
  if (Number.isFinite(point.answer)) dot(pen.ctx, place, radius, fill);
  else failed(pen, place);
}

/* Neighbours of a grid are joined, unless one between them has no answer. */
function drawGraph(pen: Pen): void {
  const { ctx, layout, of, colours } = pen;
  const points = [...of.points].sort((a, b) => a.values[0]! - b.values[0]!);
  if (of.axes[0]!.levels !== null && of.axes.length === 1) {
    ctx.strokeStyle = colours.accent;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    points.forEach((point, i) => {
      const before = points[i - 1];
      const next = before?.number === point.number - 1 && Number.isFinite(before.answer);
      if (!Number.isFinite(point.answer)) return;
      const place = placeOf(layout, point);
      if (next) ctx.lineTo(...place);
      else ctx.moveTo(...place);
    });
    ctx.stroke();
    ctx.lineWidth = 1;
  }
  for (const point of points) drawDot(pen, point, points.length > 300 ? 1.6 : 2.6, colours.accent);
}

function drawLine(pen: Pen, point: Point, colour: string): void {
  const { ctx, layout } = pen;
  ctx.strokeStyle = colour;
  ctx.beginPath();
  for (const [i, place] of lineOf(layout, point).entries())
    if (i === 0) ctx.moveTo(...place);
    else ctx.lineTo(...place);
  ctx.stroke();
}

/* Lines at round answers, each with its number where it has room. */
function drawContours(pen: Pen): void {
  const { ctx, layout, of, colours } = pen;
  const { answer, scales } = layout;
  if (!answer) return;
  const grid = gridOf(of);
  const [across, up] = of.axes.map(({ levels }) => levels!);
  const along = (levels: number[], at: number): number => {
    const i = Math.min(Math.floor(at), levels.length - 2);
    return levels[i]! + (at - i) * (levels[i + 1]! - levels[i]!);
  };
  const labelled: [number, number][] = [];
  for (const level of ticksOf(answer, CONTOURS)) {
    const segments = segmentsAt(grid, level).map((one) =>
      one.map(([x, y]) => [pixel(scales[0]!, along(across!, x)), pixel(scales[1]!, along(up!, y))] as [number, number]),
    );
    for (const [width, colour] of [
      [3, colours.paper],
      [1.2, colours.ink],
    ] as const) {
      // prettier-ignore
      ctx.lineWidth = width;
      for (const [from, to] of segments) line(pen, colour, from!, to!);
    }
    ctx.lineWidth = 1;
    const at = segments[Math.floor(segments.length / 2)]?.[0];
    const free = at && labelled.every(([x, y]) => Math.abs(x - at[0]) > 52 || Math.abs(y - at[1]) > 15);
    if (segments.length > 3 && free) {
      label(pen, tickText(answer, level), at);
      labelled.push(at);
    }
  }
}

/* On a ground of paper. */
function label({ ctx, colours }: Pen, text: string, [x, y]: [number, number]): void {
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.strokeStyle = colours.paper;
  ctx.lineWidth = 4;
  ctx.strokeText(text, x, y);
  ctx.lineWidth = 1;
  ctx.fillStyle = colours.ink;
  ctx.fillText(text, x, y);
}

/* What was tried, and over it the best so far. */
function drawConvergence(pen: Pen): void {
  const { ctx, layout, of, colours } = pen;
  ctx.globalAlpha = 0.55;
  for (const point of of.points) drawDot(pen, point, 2, colours.muted);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = colours.accent;
  ctx.lineWidth = 2;
  ctx.beginPath();
  let before: number | null = null;
  bestSoFar(of).forEach((best, i) => {
    if (!Number.isFinite(best)) return;
    const [x, y] = placeOf(layout, { ...of.points[i]!, answers: [best] });
    if (before === null) ctx.moveTo(x, y);
    else {
      ctx.lineTo(x, before);
      ctx.lineTo(x, y);
    }
    before = y;
  });
  ctx.stroke();
  ctx.lineWidth = 1;
  const found = of.points.find(({ number }) => number === of.found?.best);
  if (found) dot(ctx, placeOf(layout, found), 5, colours.accent);
}

/* What was tried, and over it the front: nothing is better in both goals. */
function drawFront(pen: Pen): void {
  const { ctx, layout, of, colours } = pen;
  ctx.globalAlpha = 0.4;
  for (const point of of.points) drawDot(pen, point, 2, colours.muted);
  ctx.globalAlpha = 1;
  const known = new Map(of.points.map((point) => [point.number, point]));
  const places = (of.found?.front ?? []).map((number) => placeOf(layout, known.get(number)!));
  places.slice(1).forEach((to, i) => line(pen, colours.accent, places[i]!, to));
  for (const place of places) dot(ctx, place, 4.5, colours.accent);
}

function drawPoints(pen: Pen): void {
  const { ctx, layout, of, colours } = pen;
  if (layout.kind === "graph") return drawGraph(pen);
  if (layout.kind === "descent") return drawConvergence(pen);
  if (layout.kind === "front") return drawFront(pen);
  if (isMap(layout)) {
    for (const point of of.points) drawCell(pen, point);
    if (layout.kind === "levels") drawContours(pen);
  } else if (layout.kind === "dots")
    for (const point of of.points) {
      if (Number.isFinite(point.answer)) dot(ctx, placeOf(layout, point), 5, colours.muted); // an edge, on any ground
      drawDot(pen, point, 4, colourOf(pen, point));
    }
  else {
    const some = of.points.length > 200 ? 0.5 : 0.85;
    for (const good of [false, true]) {
      ctx.globalAlpha = good ? some : some / 3;
      for (const point of of.points)
        if (Number.isFinite(point.answer) === good) drawLine(pen, point, colourOf(pen, point));
    }
    ctx.globalAlpha = 1;
  }
}

/* The point that is looked at: ink on paper, to be seen on any colour. */
function drawMarked(pen: Pen, point: Point): void {
  const { ctx, layout, colours, of } = pen;
  const stroke = (draw: () => void): void => {
    for (const [width, colour] of [
      [5, colours.paper],
      [2, colours.ink],
    ] as const) {
      ctx.lineWidth = width;
      ctx.strokeStyle = colour;
      draw();
    }
    ctx.lineWidth = 1;
  };
  if (isMap(layout)) {
    const { left, top, width, height } = cellOf(layout, of, point);
    stroke(() => ctx.strokeRect(left, top, width, height));
  } else if (layout.kind === "lines") stroke(() => drawLine(pen, point, ctx.strokeStyle as string));
  else
    stroke(() => {
      ctx.beginPath();
      ctx.arc(...placeOf(layout, point), 6, 0, 2 * Math.PI);
      ctx.stroke();
    });
}

export function paint(
  ctx: CanvasRenderingContext2D,
  layout: Layout,
  of: Study,
  colours: Colours,
  marked: (Point | null)[],
): void {
  const pen: Pen = { ctx, colours, layout, of };
  const { left, top, width, height } = layout.box;
  ctx.font = FONT;
  ctx.lineWidth = 1;
  if (layout.kind !== "lines") {
    drawAcross(pen, layout.scales[0]!);
    drawUp(pen, layout.scales[1]!);
  }
  drawPoints(pen);
  if (layout.kind === "lines") drawLanes(pen);
  else {
    ctx.strokeStyle = colours.muted;
    ctx.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
  }
  if (hasColours(layout.kind)) drawBar(pen);
  for (const point of marked) if (point) drawMarked(pen, point);
}
