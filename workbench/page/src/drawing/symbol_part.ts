/* symbol_part.ts - a joint or a force drawn by its symbol: each piece at its point, on its rail, or along its line. */
import type { Scene, SymbolPiece, Vec } from "../engine/engine";
import type { Point } from "./camera";
import { circle, fromSegment } from "./geometry";
import { LINE_MOTIFS, POINT_MOTIFS, type Drawn, type LineMotif, type PointMotif } from "./motifs";
import { colourClass, draw, far, group, heading, move, path, spot, type Instant, type Part, type Pen } from "./part";
import { outline, reachOf, remaining } from "./symbol";

export type Base = Pick<Part, "selected" | "label" | "element" | "anchor">;

const NEAR = 6; // px: two points that are in one place
const COVER = 14; // px: the most that a symbol without a line takes up for a pointer

/* Where the ends of an element are, px, and along which direction its rail lies. */
interface Ends {
  a: Point;
  b: Point;
  angle: number;
}

interface Sheet {
  element: SVGGElement;
  layout?(pen: Pen): void;
  pose(now: Instant, ends: Ends): void;
}

interface Making {
  scene: Scene;
  of: Drawn;
  axis: Vec | null; // in the frame of the first body
  turned: number | null; // from the second body to its symbol; null: it turns with the first
  travel: string; // the joint whose travel lengthens a rail
}

const paths = (pieces: SymbolPiece[]): SVGElement[] =>
  pieces.map((piece) => path(`look-${piece.look}`, outline(piece)));

/* ---- what carries a piece ---- */

function grounded({ of }: Making): number {
  return of.bodies.indexOf(0);
}

function atPoint(making: Making, pieces: SymbolPiece[], motifs: PointMotif[]): Sheet {
  const end = Math.max(grounded(making), 0);
  /* what is fixed to the ground stays there, also where the joint is compliant */
  const foot = group("foot", paths(pieces.filter(({ when }) => when === "ground")));
  const own = group("at", paths(pieces.filter(({ when }) => when !== "ground")));
  own.append(...motifs.flatMap((motif) => motif.elements));
  return {
    element: group("point", [foot, own]),
    pose(now, { a, b }) {
      move(foot, end === 0 ? a : b);
      move(own, b);
      for (const motif of motifs) motif.update(now);
    },
  };
}

function onSecond({ of }: Making, pieces: SymbolPiece[]): Sheet {
  const block = group(`block ${colourClass(of.bodies[of.bodies.length - 1] ?? 0)}`, paths(pieces));
  return { element: block, pose: (_, { b, angle }) => move(block, b, angle) };
}

function onRail({ of, travel }: Making, pieces: SymbolPiece[]): Sheet {
  const earth = of.bodies[0] === 0;
  const strokes = pieces.map((piece) => ({ piece, stroke: path(`look-${piece.look}`) }));
  const rail = group(
    `rail ${colourClass(of.bodies[0] ?? 0)}${earth ? " earth" : ""}`,
    strokes.map(({ stroke }) => stroke),
  );
  return {
    element: rail,
    layout(pen) {
      const [from, to] = pen.travel(travel) ?? [0, 0];
      const [left, right] = [Math.min(from * pen.scale, 0), Math.max(to * pen.scale, 0)];
      for (const { piece, stroke } of strokes)
        draw(
          stroke,
          outline(piece, (x) => (x < 0 ? x + left : x > 0 ? x + right : x)),
        );
    },
    pose(_, { a, angle }) {
      /* hatching lies below: a rail that points to the left is turned round */
      move(rail, a, angle, earth && Math.cos(angle) < -1e-9 ? " scale(1 -1)" : "");
    },
  };
}

function onEnds({ of }: Making, pieces: SymbolPiece[]): Sheet {
  const ends = of.bodies.map((body) =>
    group("eye", paths(pieces.filter(({ when }) => when === undefined || (body === 0) === (when === "ground")))),
  );
  return {
    element: group("ends", ends),
    pose: (_, { a, b }) => ends.forEach((end, i) => move(end, i === 0 ? a : b)),
  };
}

/* One motif takes the whole line; two lie side by side, between two yokes. */
function layMotifs(
  motifs: LineMotif[],
  sides: SVGGElement[],
  yokes: SVGPathElement,
  length: number,
  rest: number,
): void {
  const width = Math.min(6, Math.max(length / 8, 2));
  if (motifs.length === 1) return motifs[0]!.lay(length, rest, width);
  const [lead, side] = [Math.min(9, length / 6), width + 2.5];
  const [inner, innerRest] = [Math.max(length - 2 * lead, 1), Math.max(rest - 2 * lead, 1)];
  const off = (i: number): number => (2 * i - (motifs.length - 1)) * side;
  motifs.forEach((motif, i) => {
    motif.lay(inner, innerRest, width * 0.8);
    move(sides[i]!, [lead, off(i)]);
  });
  const [top, end] = [off(motifs.length - 1), length - lead];
  draw(yokes, `M0 0H${lead}M${lead} ${-top}V${top}M${end} ${-top}V${top}M${end} 0H${length}`);
}

function onLine({ of }: Making, pieces: SymbolPiece[], motifs: LineMotif[]): Sheet {
  const strokes = pieces.map((piece) => ({ piece, stroke: path(`look-${piece.look}`) }));
  const yokes = path("look-line");
  const sides = motifs.map((motif) => group("side", motif.elements));
  const line = group("along", [...strokes.map(({ stroke }) => stroke), ...sides, yokes]);
  return {
    element: line,
    pose(now, { a, b }) {
      const length = far(a, b);
      for (const { piece, stroke } of strokes)
        draw(stroke, length > NEAR ? outline(piece, (x) => (x / 100) * length) : "");
      if (motifs.length > 0) {
        /* cups and pistons are as long as the line was at the start */
        const start = { ...now, poses: now.scene.bodies.map((body) => body.pose) };
        const [p, q] = of.bodies.map((body, i) => spot(start, body, of.points[i]!)) as [Point, Point];
        layMotifs(motifs, sides, yokes, length, far(p, q));
      }
      move(line, a, Math.atan2(a[1] - b[1], b[0] - a[0]));
    },
  };
}

/* ---- the whole ---- */

function fits({ of }: Making): (piece: SymbolPiece) => boolean {
  const earth = of.bodies.includes(0);
  return ({ on, when }) => {
    if (on === "ends" || when === undefined) return true;
    const first = on === "rail" ? of.bodies[0] === 0 : earth;
    return when === "ground" ? first : of.bodies[0] !== 0;
  };
}

/* Pieces one after another that the same thing carries make one sheet. */
function sheetsOf(making: Making, symbol: SymbolPiece[], points: PointMotif[]): Sheet[] {
  const runs: SymbolPiece[][] = [];
  for (const piece of symbol) {
    const last = runs[runs.length - 1];
    if (last && (last[0]!.on ?? "point") === (piece.on ?? "point")) last.push(piece);
    else runs.push([piece]);
  }
  return runs.map((pieces) => {
    const drawn = pieces.filter((piece) => piece.path !== undefined);
    const motifs = pieces.flatMap(({ motif }) => (motif === undefined ? [] : [motif]));
    switch (pieces[0]!.on) {
      case "second":
        return onSecond(making, drawn);
      case "rail":
        return onRail(making, drawn);
      case "ends":
        return onEnds(making, drawn);
      case "line":
        return onLine(
          making,
          drawn,
          motifs.flatMap((name) => LINE_MOTIFS[name]?.() ?? []),
        );
      default: {
        const made = motifs.flatMap((name) => POINT_MOTIFS[name]?.(making.of, making.scene) ?? []);
        points.push(...made);
        return atPoint(making, drawn, made);
      }
    }
  });
}

/* Where the two ends are; of what acts on one body both are its point. */
function endsOf(now: Instant, { of, axis, turned }: Making): Ends {
  const last = of.bodies.length - 1;
  const at = (i: number): Point => spot(now, of.bodies[i]!, of.points[i] ?? now.scene.bodies[of.bodies[i]!]!.com);
  const first = of.bodies[0]!;
  const alone = turned === null ? now.poses[first]!.angle : now.poses[of.bodies[last]!]!.angle + turned;
  return { a: at(0), b: at(last), angle: axis ? heading(now, first, axis) : alone };
}

export interface SymbolOptions {
  axis?: Vec; // in the frame of the first body
  turned?: number; // its symbol turns with the second body, from that by this angle
  rubber?: boolean; // it gives way: a ring round it says so
}

export function symbolPart(
  scene: Scene,
  of: Drawn,
  described: SymbolPiece[],
  part: Base,
  options: SymbolOptions,
): Part {
  const making: Making = { scene, of, axis: options.axis ?? null, turned: options.turned ?? null, travel: of.name };
  const isGiven = (field: string): boolean => (of.numbers[field] ?? 0) !== 0;
  const symbol = remaining(described, isGiven).filter(fits(making));
  const points: PointMotif[] = [];
  const sheets = sheetsOf(making, symbol, points);
  const has = (on: SymbolPiece["on"]): boolean => symbol.some((piece) => piece.on === on);
  const isLine = has("line") && !has("second");
  const isPoint = symbol.every(({ on }) => on === "point"); // all of it moves with its point
  const ring =
    options.rubber && !has("rail") && !has("line") ? group("ring", [path("look-rubber", circle(0, 0, 9))]) : null;
  part.element.append(...(ring ? [ring] : []), ...sheets.map((sheet) => sheet.element));
  const own = symbol.filter(({ on, when, path: d }) => d && when === undefined && (on === "point" || on === "second"));
  const cover = Math.max(...points.map(({ reach }) => reach), Math.min(Math.max(...own.map(reachOf), 3) + 2, COVER));
  if (points.some(({ surrounds }) => surrounds)) part.element.classList.add("surrounds");
  let ends: Ends = { a: [0, 0], b: [0, 0], angle: 0 };
  let rail: [Point, Point] | null = null;
  let reach: [number, number] = [0, 0];
  return {
    ...part,
    layout(pen) {
      const [from, to] = pen.travel(of.name) ?? [0, 0];
      const spare = Math.max(...symbol.filter(({ on }) => on === "rail").map(reachOf), 0);
      reach = [Math.min(from * pen.scale, 0) - spare, Math.max(to * pen.scale, 0) + spare];
      for (const sheet of sheets) sheet.layout?.(pen);
    },
    pose(now) {
      ends = endsOf(now, making);
      const { a, b, angle } = ends;
      if (isPoint) move(part.element, b);
      const own = isPoint ? { a: [a[0] - b[0], a[1] - b[1]] as Point, b: [0, 0] as Point, angle } : ends;
      for (const sheet of sheets) sheet.pose(now, own);
      if (ring) move(ring, own.b);
      const [c, s] = [Math.cos(angle), -Math.sin(angle)];
      const along = (x: number): Point => [a[0] + x * c, a[1] + x * s];
      rail = has("rail") ? [along(reach[0]), along(reach[1])] : null;
      this.anchor = isLine ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : b;
    },
    distance(p) {
      if (isLine) return Math.max(fromSegment(p, ends.a, ends.b) - 4, 0);
      const away = points.flatMap((motif) => motif.distance?.([p[0] - ends.b[0], p[1] - ends.b[1]]) ?? []);
      const disc = away.length > 0 ? Math.min(...away) : Math.max(far(p, ends.b) - cover, 0);
      return rail ? Math.min(disc, fromSegment(p, rail[0], rail[1]) + 3) : disc;
    },
  };
}
