/* dxf_body.ts - the outline of a drawing as it is written into the model: the shape of a body, with its holes, or a new body. */
import type { Point } from "../drawing/camera";
import { texts } from "../texts/texts";
import type { Outline } from "./dxf_outline";
import type { DxfDrawing } from "./dxf_read";
import { put, remove, type Edit } from "./edits";
import type { Made, Refused } from "./make";
import { fineness, tidy, vector } from "./numbers";
import { Plan } from "./plan";
import { bodyNamed, type Sketch } from "./sketch";

function sizeOf(points: readonly Point[]): number {
  const span = (axis: 0 | 1): number =>
    Math.max(...points.map((one) => one[axis])) - Math.min(...points.map((one) => one[axis]));
  return Math.hypot(span(0), span(1));
}

/* Holes cut the plate; without them one polygon is enough. */
function shapeEdits(body: string, { outer, holes }: Outline, step: number): Edit[] {
  const corners = (points: Point[]): string => `[${points.map((one) => vector(one, step)).join(", ")}]`;
  if (holes.length === 0) return [put(["bodies", body, "shape"], `{polygon: ${corners(outer)}}`)];
  const cut = holes.map(({ points, circle }) =>
    circle
      ? `{disc: ${tidy(circle.radius, step)}, at: ${vector(circle.at, step)}, hole: true}`
      : `{polygon: ${corners(points)}, hole: true}`,
  );
  return [put(["bodies", body, "shapes"], `[{polygon: ${corners(outer)}}, ${cut.join(", ")}]`)];
}

/* The shape of a body, or a new body with a point in each round hole. */
export function outlineBody(now: Sketch, outline: Outline, onto: string | null): Made | Refused {
  const plan = new Plan(now);
  const step = fineness(sizeOf(outline.outer), 5);
  const holes = outline.holes.flatMap(({ circle }) => circle ?? []);
  if (onto !== null) {
    const given = bodyNamed(now, onto)?.given ?? {};
    const old = ["shape", "shapes"].filter((key) => key in given).map((key) => remove(["bodies", onto, key]));
    return { edits: [...old, ...shapeEdits(onto, outline, step)], select: { kind: "body", name: onto } };
  }
  const body = plan.newName("plate");
  const points = holes.map(({ at }) => `${plan.pointName("P")}: ${vector(at, step)}`).join(", ");
  const first = put(["bodies", body], `{points: {${points}}, mass: 1}`);
  return { edits: [first, ...shapeEdits(body, outline, step)], select: { kind: "body", name: body } };
}

/* What was left out, in words; "": nothing. */
export function leftOut({ unknown, unit }: DxfDrawing, { open }: Outline): string {
  const words = texts.dxf;
  const entities = [...unknown].map(([type, count]) => `${count} ${type}`);
  return [
    unit === "" ? words.noUnit : "",
    entities.length > 0 ? words.unknown(entities) : "",
    open > 0 ? words.open(open) : "",
  ]
    .filter(Boolean)
    .join(" ");
}
