/* dimension_tool.ts - dimensions, measurements and constraints by clicks on what they are of.
 *
 *   a link, then empty ground     its length, written there; of a disc its radius
 *   a link and another            the angle between them
 *   two points                    their distance
 */
import type { Place as Point } from "../drawing/camera";
import { stage } from "../drawing/stage";
import { texts } from "../texts/texts";
import { board } from "./board";
import { circleAt } from "./dimension_geometry";
import { measured, sheet } from "./measured";
import { put, type Edit } from "./edits";
import { sidesOf } from "./link_size";
import type { Made, Refused } from "./make";
import { fineness, tidy } from "./numbers";
import { bodyNamed, GROUND, type Node, type Sketch } from "./sketch";
import {
  freeName,
  sameEntry,
  sketchEntries,
  writtenEntry,
  type DimensionKind,
  type Line,
  type RelationKind,
  type SketchEntry,
} from "./sketch_entries";
import { spatial } from "./products";
import { satisfy } from "./sketch_rows";
import { NOTHING, type Outcome, type Spot, type Tool } from "./tool";

type Picked = { place: string; at: Point; node: Node };
type Pick = { line: [string]; at: Point } | Picked;

export interface PickState {
  picks: Pick[];
}

/* A point by a body that has it: it moves with that. */
function placeOf({ ends, drawing }: Node): string {
  const end = ends.find(({ body }) => body !== GROUND) ?? ends[0];
  return end ? `${end.body}.${end.point}` : `${GROUND}.${drawing}`;
}

/* From one point to another: by a body that has both, so that it is a length of that body. */
export function lineBetween(from: Node, to: Node): [string, string] {
  const body = from.ends.find(
    (one) => one.body !== GROUND && to.ends.some((other) => other.body === one.body && other.point !== one.point),
  )?.body;
  const named = ({ ends }: Node): string => `${body}.${ends.find((one) => one.body === body)!.point}`;
  return body ? [named(from), named(to)] : [placeOf(from), placeOf(to)];
}

function pickAt({ anchor, hits }: Spot): Pick | null {
  if (anchor.node) return { place: placeOf(anchor.node), at: anchor.node.at, node: anchor.node };
  const body = anchor.body ?? hits.find(({ kind, name }) => kind === "body" && name !== GROUND)?.name;
  return body ? { line: [body], at: anchor.at } : null;
}

const isPlace = (pick: Pick | null | undefined): pick is Picked => !!pick && "place" in pick;

/* ---- dimensions ---- */

function entry(kind: DimensionKind | RelationKind, of: Line[]): SketchEntry {
  return { name: "", kind, of, is: null, label: null };
}

/* What is dimensioned by the picks so far and a click; null: not enough yet. */
function meantBy(sketch: Sketch, picks: Pick[], spot: Spot, kind: DimensionKind): SketchEntry | "more" | "nothing" {
  const [first] = picks;
  const next = pickAt(spot);
  if (!first) return next ? "more" : "nothing";
  if (isPlace(first)) {
    if (!isPlace(next) || next.place === first.place) return "nothing";
    return entry(kind, [lineBetween(first.node, next.node)]);
  }
  if (next && "line" in next && next.line[0] !== first.line[0]) return entry("angle", [first.line, next.line]);
  const body = bodyNamed(sketch, first.line[0]);
  if (body && sidesOf(body).length > 0) return entry("length", [first.line]);
  const frame = stage.value?.frame();
  return frame && circleAt(frame, first.line[0]) ? entry("radius", [first.line]) : "nothing";
}

function withLabel(sketch: Sketch, made: SketchEntry, spot: Spot): { entry: SketchEntry; text?: string } {
  const client = board.value?.toClient(spot.anchor.at);
  if (!client || pickAt(spot) !== null) return { entry: made }; // it stands where it is best seen
  const label = sheet.value?.label(made, client);
  const step = fineness(sketch.size, 4);
  return label
    ? { entry: { ...made, label }, text: `[${tidy(label[0], step)}, ${tidy(label[1], step)}]` }
    : { entry: made };
}

function written(sketch: Sketch, made: SketchEntry, before: Edit[], labelText?: string): Made | Refused {
  const all = sketchEntries(sketch.text);
  if (all.some((one) => sameEntry(one, made))) return { why: texts.dimensions.exists };
  return {
    edits: [...before, put(["sketch", freeName(all, made.kind)], writtenEntry(made, labelText))],
    select: null,
  };
}

/* `kept`: written into the document; else only measured. */
export function dimensionTool(kind: DimensionKind, kept: boolean): Tool<PickState> {
  return {
    start: { picks: [] },
    drags: false,
    hint({ picks }) {
      const words = texts.dimensions;
      if (picks.length === 0 && spatial.value) return words.pickFirstInSpace;
      if (picks.length === 0) return kind === "length" ? words.pickFirst : words.distanceAbout + ".";
      return isPlace(picks[0]) ? words.pickPoint : words.pickLine;
    },
    click({ picks }, spot, sketch): Outcome<PickState> {
      const found = meantBy(sketch, picks, spot, kind);
      if (found === "nothing") return { state: { picks } };
      if (found === "more") {
        const pick = pickAt(spot)!;
        return { state: { picks: kind === "length" || isPlace(pick) ? [pick] : [] } };
      }
      if (!kept) {
        measured.value = found;
        return { state: { picks: [] } };
      }
      const { entry: made, text } = withLabel(sketch, found, spot);
      return { state: { picks: [] }, made: written(sketch, made, [], text) };
    },
    preview: ({ picks }, spot) => ({ ...NOTHING, marks: [...picks.map(({ at }) => at), spot.anchor.at] }),
    base: () => null,
  };
}

/* ---- constraints ---- */

const NEEDED: Record<RelationKind, number> = {
  horizontal: 1,
  vertical: 1,
  equal: 2,
  parallel: 2,
  perpendicular: 2,
  collinear: 3,
};

/* Two points after each other are a line. */
function linesOf(picks: Pick[]): { lines: Line[]; open: boolean } {
  const lines: Line[] = [];
  let from: string | null = null;
  for (const pick of picks) {
    if (!isPlace(pick)) lines.push(pick.line);
    else if (from === null) from = pick.place;
    else {
      lines.push([from, pick.place]);
      from = null;
    }
  }
  return { lines, open: from !== null };
}

function constrained(sketch: Sketch, made: SketchEntry): Made | Refused {
  const name = freeName(sketchEntries(sketch.text), made.kind);
  const solved = satisfy(sketch, { ...made, name }, 0);
  if ("why" in solved) return solved;
  return written(sketch, made, [{ do: "rewrite", changes: solved.changes }]);
}

export function relationTool(kind: RelationKind): Tool<PickState> {
  const needed = NEEDED[kind];
  return {
    start: { picks: [] },
    drags: false,
    hint({ picks }) {
      if (kind === "collinear") return texts.dimensions.pickPoints(needed - picks.length);
      const { lines, open } = linesOf(picks);
      return open ? texts.dimensions.pickPoint : texts.dimensions.pickLines(lines.length);
    },
    click({ picks }, spot, sketch): Outcome<PickState> {
      const pick = pickAt(spot);
      if (!pick || (kind === "collinear" && !isPlace(pick))) return { state: { picks } };
      const now = [...picks, pick];
      const places = now.flatMap((one): Line[] => (isPlace(one) ? [[one.place]] : []));
      const { lines, open } = linesOf(now);
      const of = kind === "collinear" ? places : lines;
      if (of.length < needed || (kind !== "collinear" && open)) return { state: { picks: now } };
      const made = constrained(sketch, entry(kind, of));
      return { state: { picks: [] }, made };
    },
    preview: ({ picks }, spot) => ({ ...NOTHING, marks: [...picks.map(({ at }) => at), spot.anchor.at] }),
    base: () => null,
  };
}
