/* tool.ts - what a tool is: a machine that takes clicks on the mechanism and says what to write, what to show, and what comes next.
 *
 * A tool knows no screen: it is given spots in model coordinates, already snapped, and the model as a sketch. Its state is a plain
 * value; Escape takes it one step back.
 */
import type { Place as Point } from "../drawing/camera";
import type { Selected } from "../state/selection";
import type { Anchor } from "./plan";
import { distance } from "./geometry";
import type { Made, Refused } from "./make";
import type { ToolOption } from "./options";
import { nameOfNode, nodeNamed, type Sketch } from "./sketch";

export interface Spot {
  anchor: Anchor; // what the click takes hold of
  hits: Selected[]; // all that lies there, nearest first
  shift: boolean;
  grid: number; // m: one step of the grid
}

export type Look = "link" | "spring" | "rod" | "line" | "force" | "pin";

export interface Preview {
  lines: { from: Point; to: Point; look: Look }[];
  marks: Point[];
  circles?: { at: Point; radius: number }[]; // m
  label: string; // beside the pointer
}

export const NOTHING: Preview = { lines: [], marks: [], label: "" };

export interface Outcome<S> {
  state: S;
  made?: Made | Refused;
  trace?: string; // a point whose path is to be drawn, or no longer
  motor?: string; // a driver that is there: shown in the form, and reversed where it is already
}

export interface Tool<S = unknown> {
  start: S;
  /* What to do next. */
  hint(state: S, sketch: Sketch): string;
  click(state: S, spot: Spot, sketch: Sketch): Outcome<S>;
  preview(state: S, spot: Spot, sketch: Sketch): Preview;
  /* The place from which lengths and angles of the next one count. */
  base(state: S): Point | null;
  options?: ToolOption[]; // set before it is used
  form?: "motor"; // in place of options: a form of its own
  drags: boolean; // pressing here and letting go there are two clicks
  chains?: boolean; // one place leads to the next, until Escape or a place that ends the chain by itself
  /* What is typed is not a place but something per length from the base, of so much for a step of the grid: a force. */
  typed?: { signs: string[]; perStep: number };
}

/* The same place in a model that has changed since. */
export function renew(sketch: Sketch, anchor: Anchor): Anchor {
  const known = anchor.node ? nodeNamed(sketch, nameOfNode(anchor.node)) : undefined;
  const node = known ?? sketch.nodes.find((one) => distance(one.at, anchor.at) <= 1e-6 * sketch.size) ?? null;
  return node ? { ...anchor, at: node.at, node, body: null } : anchor;
}

export function samePlace(sketch: Sketch, a: Anchor, b: Anchor): boolean {
  return distance(a.at, b.at) <= 1e-6 * sketch.size;
}
