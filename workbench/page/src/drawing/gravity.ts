/* gravity.ts - the arrow in the corner that says which way is down, and how much. */
import type { Vec } from "../engine/engine";
import { quantity } from "../shell/quantity";
import type { Size } from "./camera";
import { arrow } from "./geometry";
import { element } from "./layers";
import { draw, group, path } from "./part";

export const NARROW = 420; // px of a drawing

export class Gravity {
  private shaft = path("gravity");
  private top = path("gravity-head");
  private text = element("text", { class: "gravity-text", "text-anchor": "end" });
  private all = group("gravity-arrow", [this.shaft, this.top, this.text]);

  constructor(screen: SVGGElement) {
    screen.append(this.all);
  }

  draw(gravity: Vec, size: Size): void {
    const g = Math.hypot(gravity[0], gravity[1]);
    this.all.setAttribute("visibility", g > 0 ? "inherit" : "hidden");
    if (!(g > 0)) return;
    const [ux, uy] = [gravity[0] / g, -gravity[1] / g];
    const [x, y] = [size.width - 28, 40];
    const drawn = arrow(x - 17 * ux, y - 17 * uy, 34 * ux, 34 * uy);
    draw(this.shaft, drawn.shaft);
    draw(this.top, drawn.head);
    const beside = size.width >= NARROW; // else below: the controls of the view reach across
    this.text.setAttribute("x", String(beside ? x - 14 : size.width - 8));
    this.text.setAttribute("y", String(beside ? y + 4 : y + 34));
    this.text.textContent = `g ${quantity(g, "m/s^2", 3)}`;
  }
}
