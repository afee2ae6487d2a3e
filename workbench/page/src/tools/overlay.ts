/* overlay.ts - what a tool shows over the mechanism: the element under way, guides, places, and the ends of what is selected. */
import { effect } from "@preact/signals";
import type { Pixel, Place as Point } from "../drawing/camera";
import { element } from "../drawing/layers";
import type { Stage } from "../drawing/stage";
import { selected } from "../state/selection";
import { endsOf } from "./attach";
import { band, isTouching } from "./band";
import { isEmptyEntry } from "./entry";
import { drawSigns } from "./snap_signs";
import { aim, crosshair, dragging, entry, preview, sketch, toolId } from "./tool_state";
import { itemOf } from "./kit";
import type { Look } from "./tool";

function zigzag(from: Pixel, to: Pixel): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 24) return `M${from}L${to}`;
  const [ux, uy] = [dx / length, dy / length];
  const turns = Math.max(Math.round((length - 20) / 10), 2);
  const step = (length - 20) / turns;
  const at = (along: number, off: number): string =>
    `${from[0] + along * ux - off * uy},${from[1] + along * uy + off * ux}`;
  const teeth = Array.from({ length: turns }, (_, i) => `L${at(10 + (i + 0.5) * step, i % 2 ? -6 : 6)}`);
  return `M${from}L${at(10, 0)}${teeth.join("")}L${at(length - 10, 0)}L${to}`;
}

function arrow(from: Pixel, to: Pixel): string {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const barb = (turn: number): string =>
    `${to[0] - 11 * Math.cos(angle + turn)},${to[1] - 11 * Math.sin(angle + turn)}`;
  return `M${from}L${to}M${barb(0.4)}L${to}L${barb(-0.4)}`;
}

function line(look: Look, from: Pixel, to: Pixel): SVGElement {
  const d = look === "spring" ? zigzag(from, to) : look === "force" ? arrow(from, to) : `M${from}L${to}`;
  return element("path", { class: `tool-line tool-${look}`, d });
}

function cross([x, y]: Pixel): SVGElement {
  return element("path", { class: "tool-cross", d: `M${x - 14} ${y}h28M${x} ${y - 14}v28` });
}

/* All of it; `at`: where a place lies on the sheet, `scale`: px per m. */
export function overlayParts(at: (place: Point) => Pixel, scale: number): SVGElement[] {
  const parts: SVGElement[] = [];
  const now = preview.value;
  for (const { from, to } of aim.value?.guides ?? [])
    parts.push(element("path", { class: "tool-guide", d: `M${at(from)}L${at(to)}` }));
  if (aim.value && isEmptyEntry(entry.value)) parts.push(...drawSigns(aim.value.signs, at(aim.value.spot.anchor.at)));
  for (const one of now.lines) parts.push(line(one.look, at(one.from), at(one.to)));
  for (const { at: middle, radius } of now.circles ?? []) {
    const [cx, cy] = at(middle);
    parts.push(element("circle", { class: "tool-line tool-rod", cx, cy, r: scale * radius }));
  }
  for (const mark of now.marks) {
    const [cx, cy] = at(mark);
    parts.push(element("circle", { class: "tool-mark", cx, cy, r: 6 }));
  }
  if (dragging.value === "attach" && aim.value) {
    const [cx, cy] = at(aim.value.spot.anchor.at);
    parts.push(element("circle", { class: "tool-mark", cx, cy, r: 8 }));
  }
  if (crosshair.value && itemOf(toolId.value).tool) parts.push(cross(at(crosshair.value)));
  parts.push(...handles(at));
  return parts;
}

export function watchOverlay(stage: Stage): () => void {
  const sheet = stage.layers.of.overlay;
  const group = element("g", { class: "tools", "aria-hidden": "true" });
  sheet.append(group);
  const stop = effect(() => {
    const { scale } = stage.camera.value;
    const at = ([x, y]: Point): Pixel => [scale * x, -scale * y];
    group.replaceChildren(...overlayParts(at, scale), ...bandOn(stage));
  });
  return () => {
    stop();
    group.remove();
  };
}

function bandOn(stage: Stage): SVGElement[] {
  const box = band.value;
  if (!box) return [];
  const { left, top } = stage.svg.getBoundingClientRect();
  const { x0, y0 } = stage.camera.value;
  const [x, y] = [Math.min(box.from[0], box.to[0]) - left - x0, Math.min(box.from[1], box.to[1]) - top - y0];
  const [width, height] = [Math.abs(box.to[0] - box.from[0]), Math.abs(box.to[1] - box.from[1])];
  return [element("rect", { class: `tool-band ${isTouching(box) ? "touching" : ""}`, x, y, width, height })];
}

/* The ends of the selected spring, to be taken elsewhere. */
function handles(at: (place: Point) => Pixel): SVGElement[] {
  const what = selected.value;
  if (what?.kind !== "force" || itemOf(toolId.value).tool || dragging.value) return [];
  const force = sketch.value.forces.find((one) => one.name === what.name);
  return (force ? endsOf(sketch.value, force) : []).map((end) => {
    const [x, y] = at(end.at);
    return element("rect", { class: "tool-handle", x: x - 5, y: y - 5, width: 10, height: 10 });
  });
}
