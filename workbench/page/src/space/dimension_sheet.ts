/* dimension_sheet.ts - dimensions and constraints over the view of space: read, typed, dragged and held as in the plane; and on pictures of it. */
import type { Pixel, Point } from "../drawing/camera";
import { element } from "../drawing/layers";
import type { Frame } from "../drawing/stage";
import type { Vec } from "../engine/engine";
import { showDimensions } from "../state/settings";
import { clearPlace, type Figure } from "../tools/dimension_geometry";
import { LOCK, SIGNS, watchSheet } from "../tools/dimension_overlay";
import { entries } from "../tools/dimension_state";
import { isDimension, unitOf, type SketchEntry } from "../tools/sketch_entries";
import { sizeShown } from "../tools/size_text";
import { signPath } from "../tools/snap_signs";
import { figureInSpace, labelInSpace, type Sight } from "./dimension_figures";
import type { World } from "./world";

type Pen = CanvasRenderingContext2D;
type Colour = (name: string) => string; // of style.css

function box(pen: Pen, [x, y]: Point, half: number, high: number, rim: string, colour: Colour): void {
  pen.fillStyle = colour("paper");
  pen.strokeStyle = rim;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.roundRect(x - half, y - high, 2 * half, 2 * high, 4);
  pen.fill();
  pen.stroke();
}

function stroked(pen: Pen, path: string, at: Point, colour: string, width: number): void {
  const shape = new Path2D();
  shape.addPath(new Path2D(path), { e: at[0], f: at[1] });
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke(shape);
}

/* As the page has it, with a pen. */
function drawFigure(pen: Pen, figure: Figure, entry: SketchEntry, colour: Colour): void {
  for (const [width, ink] of [
    [3, "paper"],
    [1, "ink"],
  ] as const)
    for (const path of [figure.thin, figure.strong]) stroked(pen, path, [0, 0], colour(ink), width);
  if (figure.value === null) {
    for (const at of figure.marks) {
      box(pen, at, 9, 9, colour("line"), colour);
      stroked(pen, signPath(SIGNS[entry.kind]!), at, colour("accent"), 1.5);
    }
    return;
  }
  const said = sizeShown(figure.value, unitOf(entry.kind));
  const half = 3.6 * said.length + 5;
  const [x, y] = clearPlace(figure, [half, 10]);
  const locked = entry.is === null ? 0 : 14;
  box(pen, [x - locked / 2, y], half + locked / 2, 10, colour(locked ? "accent" : "paper"), colour);
  if (locked) stroked(pen, LOCK, [x - half - 3, y - 1], colour("accent"), 1.5);
  pen.fillStyle = colour("ink");
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(said, x, y);
}

function drawAll(pen: Pen, now: Frame, sight: Sight, colour: Colour): void {
  if (!showDimensions.peek()) return;
  for (const entry of entries.peek()) {
    const figure = figureInSpace(now, entry, sight);
    if (figure && (figure.value !== null || !isDimension(entry.kind))) drawFigure(pen, figure, entry, colour);
  }
}

export function watchDimensions(world: World, box: HTMLElement): () => void {
  const svg = element("svg", { class: "space-dimensions" });
  const group = element("g", { class: "dimensions" });
  svg.append(group);
  box.append(svg);
  const sight: Sight = { pixel: (at: Vec) => world.project(at), metre: (at: Vec) => world.scaleAt(at) };
  const inView = ([x, y]: Pixel): Point => {
    const { left, top } = world.canvas.getBoundingClientRect();
    return [x - left, y - top];
  };
  world.writeOver = drawAll;
  const stop = watchSheet(
    {
      element: world.canvas,
      figure: (entry, before) => (world.frame() ? figureInSpace(world.frame()!, entry, sight, before) : null),
      label: (entry, client) => (world.frame() ? labelInSpace(world.frame()!, entry, inView(client), sight) : null),
      size: () => world.frame()?.scene.size ?? 1,
      onFrame: (listener) => world.onFrame(listener),
    },
    group,
  );
  return () => {
    stop();
    svg.remove();
  };
}
