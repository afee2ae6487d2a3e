/* dxf_write.ts - the mechanism as a DXF drawing at scale, in millimetres: a layer for each body, with its outline and its holes.
 *
 * Release 12 of the format, which every program reads: LINE, ARC, CIRCLE and POLYLINE.
 */
import type { Point } from "../drawing/camera";
import { placed } from "../drawing/poses";
import type { Frame } from "../drawing/stage";
import type { SceneBody, SimpleShape, Vec } from "../engine/engine";

const MM = 1000;

type Pairs = (string | number)[];

const n = (x: number): string => (Math.abs(x) < 5e-7 ? "0" : x.toFixed(6).replace(/\.?0+$/, ""));

class Writer {
  readonly pairs: Pairs = [];
  add(...pairs: Pairs): void {
    this.pairs.push(...pairs);
  }

  line(layer: string, a: Point, b: Point): void {
    this.add(0, "LINE", 8, layer, 10, n(MM * a[0]), 20, n(MM * a[1]), 11, n(MM * b[0]), 21, n(MM * b[1]));
  }

  circle(layer: string, at: Point, radius: number): void {
    this.add(0, "CIRCLE", 8, layer, 10, n(MM * at[0]), 20, n(MM * at[1]), 40, n(MM * radius));
  }

  /* Anticlockwise, in degrees. */
  arc(layer: string, at: Point, radius: number, from: number, to: number): void {
    const turn = (angle: number): number => ((angle % 360) + 360) % 360;
    this.add(0, "ARC", 8, layer, 10, n(MM * at[0]), 20, n(MM * at[1]), 40, n(MM * radius));
    this.add(50, n(turn(from)), 51, n(turn(to)));
  }

  polyline(layer: string, points: Point[], closed: boolean): void {
    this.add(0, "POLYLINE", 8, layer, 66, 1, 70, closed ? 1 : 0, 10, 0, 20, 0, 30, 0);
    for (const [x, y] of points) this.add(0, "VERTEX", 8, layer, 10, n(MM * x), 20, n(MM * y));
    this.add(0, "SEQEND", 8, layer);
  }
}

/* A link as it is made: round about both ends. */
function rodOutline(to: Writer, layer: string, a: Point, b: Point, half: number): void {
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const side: Point = [-half * Math.sin(angle), half * Math.cos(angle)];
  const off = (p: Point, s: number): Point => [p[0] + s * side[0], p[1] + s * side[1]];
  const degrees = (angle * 180) / Math.PI;
  to.line(layer, off(a, 1), off(b, 1));
  to.line(layer, off(a, -1), off(b, -1));
  to.arc(layer, a, half, degrees + 90, degrees + 270);
  to.arc(layer, b, half, degrees - 90, degrees + 90);
}

function shapeOutline(to: Writer, layer: string, shape: SimpleShape, on: (p: Vec) => Point, half: number): void {
  if (shape.kind === "rod") rodOutline(to, layer, on(shape.from), on(shape.to), (shape.width ?? 2 * half) / 2);
  else if (shape.kind === "polygon") to.polyline(layer, shape.corners.map(on), true);
  else if (shape.kind === "box") {
    const [x, y] = shape.at;
    const [u, v] = [shape.size[0] / 2, shape.size[1] / 2];
    const corners: Vec[] = [
      [x - u, y - v, 0],
      [x + u, y - v, 0],
      [x + u, y + v, 0],
      [x - u, y + v, 0],
    ];
    to.polyline(layer, corners.map(on), true);
  } else if ((shape.kind === "disc" || shape.kind === "sphere") && shape.radius)
    to.circle(layer, on(shape.at), shape.radius);
}

function bodyOutline(to: Writer, layer: string, body: SceneBody, on: (p: Vec) => Point, half: number): void {
  const shapes = body.shape.kind === "several" ? body.shape.shapes : [body.shape];
  for (const shape of shapes) if (shape.kind !== "mesh") shapeOutline(to, layer, shape, on, half);
  for (const surface of body.surfaces ?? [])
    if (surface.kind === "profile" && surface.points.length > 1)
      to.polyline(layer, surface.points.map(on), surface.closed);
  for (const point of body.points) to.circle(layer, on(point.at), half / 2);
}

/* Layers are named as bodies are; the format has no dots in names. */
const layerOf = (name: string): string => name.replace(/\W/g, "_").toUpperCase();

/* What is shown at this instant. */
export function writeDxf({ scene, poses }: Frame): string {
  const to = new Writer();
  const half = 0.02 * (scene.size || 1); // of links without a width, and twice the radius of their holes
  const names = scene.bodies.map(({ name }) => layerOf(name));
  to.add(0, "SECTION", 2, "HEADER", 9, "$ACADVER", 1, "AC1009", 9, "$INSUNITS", 70, 4, 0, "ENDSEC");
  to.add(0, "SECTION", 2, "TABLES", 0, "TABLE", 2, "LAYER", 70, names.length);
  names.forEach((name, i) => to.add(0, "LAYER", 2, name, 70, 0, 62, (i % 7) + 1, 6, "CONTINUOUS"));
  to.add(0, "ENDTAB", 0, "ENDSEC", 0, "SECTION", 2, "ENTITIES");
  scene.bodies.forEach((body, i) => {
    const on = (p: Vec): Point => {
      const [x, y] = placed(body, poses[i]!, p);
      return [x, y];
    };
    bodyOutline(to, names[i]!, body, on, half);
  });
  to.add(0, "ENDSEC", 0, "EOF");
  const lines: string[] = [];
  for (let i = 0; i < to.pairs.length; i += 2) lines.push(String(to.pairs[i]).padStart(3), String(to.pairs[i + 1]));
  return lines.join("\r\n") + "\r\n";
}
