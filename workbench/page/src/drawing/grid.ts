/* grid.ts - the paper: lines at round distances, their numbers at the edges, and a scale bar, in the unit of the document. */
import { shownUnit } from "../shell/display_units";
import { quantity } from "../shell/quantity";
import type { Camera, Size } from "./camera";
import { niceStep } from "./geometry";
import { element } from "./layers";
import { draw, group, path } from "./part";

export const APART = 70; // px, at least, between numbered lines

/* The first value (SI) not below `least` that is round in the unit of the document. */
export function roundValue(least: number, unit: string): number {
  const { factor } = shownUnit(unit);
  return niceStep(least * factor) / factor;
}

export function roundLength(least: number): number {
  return roundValue(least, "m");
}

/* A round length: "50 mm". */
export function lengthText(step: number): string {
  return quantity(step, "m", 1);
}

/* Between two numbered lines of a step that begins with 2 there are four parts, else five. */
export function gridParts(step: number): number {
  return /^2/.test((step * shownUnit("m").factor).toExponential(6)) ? 4 : 5;
}

function tick(value: number, step: number, factor: number): string {
  const digits = Math.max(0, -Math.floor(Math.log10(step * factor) + 1e-9));
  const text = (value * factor).toFixed(digits);
  return Number(text) === 0 ? "0" : text.replace("-", "\u2212");
}

function multiples(from: number, to: number, step: number): number[] {
  const list: number[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to; i++) list.push(i * step);
  return list;
}

export class Grid {
  private fine = path("grid-fine");
  private coarse = path("grid-coarse");
  private axes = path("grid-axes");
  private numbers = group("grid-numbers");
  private bar = path("scale-bar");
  private barText = element("text", { class: "scale-text", "text-anchor": "middle" });

  constructor(sheet: SVGGElement, screen: SVGGElement) {
    sheet.append(this.fine, this.coarse, this.axes, this.numbers);
    screen.append(group("scale", [this.bar, this.barText]));
  }

  draw(camera: Camera, size: Size, shown: boolean): void {
    const step = roundLength(APART / camera.scale);
    this.drawBar(step, camera, size);
    for (const one of [this.fine, this.coarse, this.axes, this.numbers])
      one.setAttribute("visibility", shown ? "inherit" : "hidden");
    if (!shown) return;
    const { scale, x0, y0 } = camera;
    const [left, right, bottom, top] = [-x0 / scale, (size.width - x0) / scale, (y0 - size.height) / scale, y0 / scale];
    const lines = (distance: number): string => {
      const upright = multiples(left, right, distance).map(
        (x) => `M${Math.round(x * scale + x0) + 0.5 - x0} ${-y0}v${size.height}`,
      );
      const level = multiples(bottom, top, distance).map(
        (y) => `M${-x0} ${Math.round(y0 - y * scale) + 0.5 - y0}h${size.width}`,
      );
      return upright.join("") + level.join("");
    };
    draw(this.fine, lines(step / gridParts(step)));
    draw(this.coarse, lines(step));
    draw(this.axes, `M${-x0} 0.5h${size.width}M0.5 ${-y0}v${size.height}`);
    this.drawNumbers(step, camera, size, [left, right, bottom, top]);
  }

  private drawNumbers(step: number, { scale, x0, y0 }: Camera, size: Size, edges: number[]): void {
    const { unit, factor } = shownUnit("m");
    const [left, right, bottom, top] = edges as [number, number, number, number];
    const text = (x: number, y: number, content: string, anchor: string): SVGTextElement => {
      const made = element("text", { x: Math.round(x), y: Math.round(y), "text-anchor": anchor });
      made.textContent = content;
      return made;
    };
    const level = multiples(left, right, step)
      .filter((x) => x0 + x * scale > 44 && x0 + x * scale < size.width - 24)
      .map((x) => text(x * scale, size.height - y0 - 6, tick(x, step, factor), "middle"));
    const upright = multiples(bottom, top, step)
      .filter((y) => y0 - y * scale > 14 && y0 - y * scale < size.height - 26)
      .map((y) => text(6 - x0, -y * scale + 4, tick(y, step, factor), "start"));
    this.numbers.replaceChildren(...level, ...upright, text(6 - x0, size.height - y0 - 6, unit, "start"));
  }

  private drawBar(step: number, camera: Camera, size: Size): void {
    const length = step * camera.scale;
    const [x, y] = [Math.round(size.width - 16 - length) + 0.5, Math.round(size.height - 26) + 0.5];
    draw(this.bar, `M${x} ${y - 5}v5h${Math.round(length)}v-5`);
    this.barText.setAttribute("x", String(x + length / 2));
    this.barText.setAttribute("y", String(y - 6));
    this.barText.textContent = lengthText(step);
  }
}
