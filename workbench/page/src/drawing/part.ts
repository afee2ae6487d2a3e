/* part.ts - one thing of the drawing: a body, a joint, a force, a driver. It is laid out when the zoom changes and posed in each frame. */
import type { Pose, Scene, SceneBody, Vec } from "../engine/engine";
import type { Selected } from "../state/selection";
import type { Point } from "./camera";
import type { Box } from "./label_places";
import { element } from "./layers";
import { placed, rotated } from "./poses";
import type { Sample } from "./sample";

export { draw, move } from "./writes";

/* What a layout depends on. */
export interface Pen {
  scale: number; // px per m
  half: number; // px: half the width of a link
  travel(joint: string): [number, number] | null; // smallest and largest displacement of a joint, m
}

/* What a pose depends on. */
export interface Instant {
  scene: Scene;
  poses: Pose[];
  value: Sample;
  scale: number;
  taken?: Box[]; // px of the world: labels that were placed before in this frame
}

export interface Part {
  selected: Selected;
  label: string; // for those who do not see it
  element: SVGGElement;
  layout(pen: Pen): void;
  pose(now: Instant): void;
  /* How far a place of the world (px) is from it; 0 inside. */
  distance(p: Point): number;
  anchor: Point; // px: where its name stands, as last posed
}

export function group(name: string, children: SVGElement[] = []): SVGGElement {
  return element("g", { class: name }, children);
}

export function path(name: string, d = ""): SVGPathElement {
  const made = element("path", { class: name, d });
  if (!d) made.setAttribute("display", "none");
  return made;
}

/* A point of a body on the world's pixels. */
export function spot(now: Instant, body: number, p: Vec): Point {
  const at = placed(now.scene.bodies[body]!, now.poses[body]!, p);
  return [now.scale * at[0], -now.scale * at[1]];
}

/* Angle of a body's direction on the ground. */
export function heading(now: Instant, body: number, axis: Vec): number {
  const on = rotated(now.poses[body]!, axis);
  return Math.atan2(on[1], on[0]);
}

/* A point of a body's frame as pixels from its centre of mass, the body not turned. */
export function local(body: SceneBody, p: Vec, scale: number): Point {
  return [scale * (p[0] - body.com[0]), -scale * (p[1] - body.com[1])];
}

export function colourClass(body: number): string {
  return body === 0 ? "c0" : `c${((body - 1) % 8) + 1}`;
}

export function nameOf(scene: Scene, body: number): string {
  return scene.bodies[body]?.name ?? "ground";
}

export const far = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
