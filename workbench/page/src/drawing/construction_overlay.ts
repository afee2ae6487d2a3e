/* construction_overlay.ts - the lines that gears and cams are constructed by, over the drawing while they are wanted. */
import { effect } from "@preact/signals";
import type { Vec } from "../engine/engine";
import { showConstruction } from "../state/settings";
import { constructionsOf, type Construction } from "./construction";
import { circle } from "./geometry";
import { element, set } from "./layers";
import { group, path, type Instant } from "./part";
import type { PlaneView } from "./plane_view";

const ARC = 26; // px

const n = (x: number): string => x.toFixed(1);

/* One of them on the sheet, kept from frame to frame. */
class Lines {
  private readonly paths = {
    circle: path("construction-circle"),
    action: path("construction-action"),
    normal: path("construction-normal"),
    way: path("construction-way"),
    arc: path("construction-arc"),
  };
  private readonly text = element("text", { class: "construction-angle" });
  readonly element = group("construction", [...Object.values(this.paths), this.text]);

  draw({ circles, lines, angle }: Construction, scale: number): void {
    const px = ([x, y]: Vec): [number, number] => [scale * x, -scale * y];
    set(this.paths.circle, "d", circles.map(({ at, radius }) => circle(...px(at), scale * radius)).join(""));
    for (const kind of ["action", "normal", "way"] as const)
      set(
        this.paths[kind],
        "d",
        lines
          .filter((one) => one.kind === kind)
          .map(({ from, to }) => `M${px(from).map(n).join(" ")}L${px(to).map(n).join(" ")}`)
          .join(""),
      );
    this.text.classList.toggle("absent", angle === null);
    set(this.paths.arc, "d", "");
    if (!angle) return;
    const [x, y] = px(angle.at);
    const end = (way: Vec, r: number): string => `${n(x + r * way[0])} ${n(y - r * way[1])}`;
    const turn = angle.from[0] * angle.to[1] - angle.from[1] * angle.to[0];
    set(this.paths.arc, "d", `M${end(angle.from, ARC)}A${ARC} ${ARC} 0 0 ${turn > 0 ? 0 : 1} ${end(angle.to, ARC)}`);
    const [mx, my] = [angle.from[0] + angle.to[0], angle.from[1] + angle.to[1]];
    const far = (ARC + 18) / Math.max(Math.hypot(mx, my), 1e-9);
    set(this.text, "x", n(x + far * mx));
    set(this.text, "y", n(y - far * my + 4));
    const said = `${((angle.value * 180) / Math.PI).toFixed(1)}°`;
    if (this.text.textContent !== said) this.text.textContent = said;
  }
}

export class ConstructionOverlay {
  private readonly sheet = group("constructions");
  private readonly made = new Map<string, Lines>();

  constructor(private readonly view: PlaneView) {
    view.layers.of.marks.after(this.sheet);
    view.overlays.push({ draw: (now) => this.draw(now) });
  }

  private draw(now: Instant): void {
    const found = showConstruction.peek() ? constructionsOf(now) : new Map<string, Construction>();
    for (const [name, lines] of this.made)
      if (!found.has(name)) {
        lines.element.remove();
        this.made.delete(name);
      }
    for (const [name, one] of found) {
      let lines = this.made.get(name);
      if (!lines) {
        lines = new Lines();
        this.made.set(name, lines);
        this.sheet.append(lines.element);
      }
      lines.draw(one, now.scale);
    }
  }

  watch(): () => void {
    return effect(() => {
      void showConstruction.value;
      this.view.redraw();
    });
  }
}
