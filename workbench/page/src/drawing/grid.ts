/* grid.ts - the paper: lines at round distances, their numbers at the edges, and a scale bar, in mm or m. */
import { few } from "../shell/number_text";
import type { Camera, Size } from "./camera";
import { niceStep } from "./geometry";
import { element } from "./layers";
import { draw, group, path } from "./part";

const APART = 70; // px, at least, between numbered lines

/* Lengths are read in the unit in which steps are whole numbers. */
export function lengthUnit(step: number): { unit: string; factor: number } {
  if (step >= 500) return { unit: "km", factor: 1e-3 };
  if (step >= 0.5) return { unit: "m", factor: 1 };
  if (step >= 5e-4) return { unit: "mm", factor: 1e3 };
  return { unit: "µm", factor: 1e6 };
}

/* A round length: "50 mm". */
export function lengthText(step: number): string {
  const { unit, factor } = lengthUnit(step);
  return `${few(step * factor, 1)} ${unit}`;
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
    const step = niceStep(APART / camera.scale);
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
    const parts = /^2/.test(step.toExponential()) ? 4 : 5;
    draw(this.fine, lines(step / parts));
    draw(this.coarse, lines(step));
    draw(this.axes, `M${-x0} 0.5h${size.width}M0.5 ${-y0}v${size.height}`);
    this.drawNumbers(step, camera, size, [left, right, bottom, top]);
  }

  private drawNumbers(step: number, { scale, x0, y0 }: Camera, size: Size, edges: number[]): void {
    const { unit, factor } = lengthUnit(step);
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
