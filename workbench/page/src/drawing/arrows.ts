/* arrows.ts - velocities, accelerations and forces drawn over the mechanism, with a legend that gives their scale. */
import { effect } from "@preact/signals";
import { selected } from "../state/selection";
import { speed, time } from "../state/clock";
import { arrows as settings } from "../state/settings";
import { ARROW_KINDS, ARROW_UNITS, arrowLength, arrowsAt, fullArrowOf, type Arrow, type ArrowKind } from "./arrow_set";
import { arrowScale, arrowsOf } from "./arrow_state";
import { displayUnits } from "../shell/display_units";
import { quantity } from "../shell/quantity";
import { arrow } from "./geometry";
import { roundValue } from "./grid";
import { FADES, impulsesAt, largestImpulse, opacityOf, stepOf } from "./impulses";
import { element } from "./layers";
import { draw, group, path, type Instant } from "./part";
import { played } from "./player";
import type { PlaneView } from "./plane_view";

const LONGEST = 90; // px, of what is large in this run

const NAMES: Record<ArrowKind, string> = { velocity: "velocity", acceleration: "acceleration", force: "force" };

interface Sheet {
  shafts: SVGPathElement;
  heads: SVGPathElement;
}

export class Arrows {
  private sheets: Record<ArrowKind, Sheet>;
  private shared: Sheet; // forces that are not unique
  private impulses: Sheet[]; // by how fresh they are
  private legend = group("legend");
  private said = "";

  constructor(private view: PlaneView) {
    const sheet = (kind: ArrowKind | "impulse" | "shared-force", opacity = 1) => {
      const parts = { shafts: path("arrow-shafts"), heads: path("arrow-heads") };
      const made = group(`arrows ${kind}`, [parts.shafts, parts.heads]);
      if (opacity < 1) made.style.opacity = opacity.toString();
      view.layers.of.arrows.append(made);
      return parts;
    };
    this.shared = sheet("shared-force");
    this.sheets = { velocity: sheet("velocity"), acceleration: sheet("acceleration"), force: sheet("force") };
    this.impulses = Array.from({ length: FADES }, (_, step) => sheet("impulse", opacityOf(step)));
    view.layers.screen.append(this.legend);
    view.overlays.push({ draw: (now) => this.draw(now) });
  }

  watch(): () => void {
    return effect(() => {
      void [settings.value, arrowScale.value, arrowsOf.value, selected.value, played.value];
      this.view.redraw();
    });
  }

  private draw(now: Instant): void {
    const shown = played.peek();
    const chosen = arrowsOf.peek() === "selected" ? selected.peek() : null;
    const only = arrowsOf.peek() === "all" ? null : now.scene.bodies.findIndex((body) => body.name === chosen?.name);
    const legend: [ArrowKind, number][] = [];
    for (const kind of ARROW_KINDS) {
      const on = settings.peek()[kind] && shown !== null && !shown.modes && shown.scene === now.scene;
      const largest = on ? fullArrowOf(now.scene, shown.table, kind) : 0;
      this.fill(kind, on && only !== -1 ? now : null, largest, only);
      if (largest > 0) legend.push([kind, (LONGEST * arrowScale.peek()) / largest]);
    }
    this.drawImpulses(now);
    this.drawLegend(legend);
  }

  /* Whatever arrows are chosen: an impact is seen. */
  private drawImpulses(now: Instant): void {
    const shown = played.peek();
    const largest = shown?.scene === now.scene && shown.motion.timed ? largestImpulse(shown.events) : 0;
    const list = largest > 0 ? impulsesAt(now, shown!.events, time.peek(), speed.peek()) : [];
    this.impulses.forEach((sheet, step) =>
      this.lay(
        sheet,
        list.filter((one) => stepOf(one) === step),
        now.scale,
        largest,
      ),
    );
  }

  private fill(kind: ArrowKind, now: Instant | null, largest: number, only: number | null): void {
    const list = now ? arrowsAt(now, kind, only) : [];
    const scale = now?.scale ?? 1;
    this.lay(this.sheets[kind], list.filter((one) => !one.shared), scale, largest); // prettier-ignore
    if (kind === "force") this.lay(this.shared, list.filter((one) => one.shared), scale, largest); // prettier-ignore
  }

  private lay({ shafts, heads }: Sheet, list: Arrow[], scale: number, largest: number): void {
    let [lines, tips] = ["", ""];
    for (const { at, by } of list) {
      const size = Math.hypot(by[0], by[1]);
      const length = arrowLength(size, largest, LONGEST * arrowScale.peek());
      if (length === 0) continue;
      const drawn = arrow(scale * at[0], -scale * at[1], (length * by[0]) / size, (-length * by[1]) / size);
      lines += drawn.shaft;
      tips += drawn.head;
    }
    draw(shafts, lines);
    draw(heads, tips);
  }

  /* One arrow of a round value for each kind. */
  private drawLegend(kinds: [ArrowKind, number][]): void {
    const height = this.view.height();
    const said = JSON.stringify([kinds, height, displayUnits.peek()]);
    if (said === this.said) return;
    this.said = said;
    const rows = kinds.map(([kind, perUnit], i) => {
      const value = roundValue(36 / perUnit, ARROW_UNITS[kind]);
      const y = height - 40 - 20 * (kinds.length - 1 - i);
      const drawn = arrow(52, y, value * perUnit, 0);
      const text = element("text", { x: 58 + value * perUnit, y: y + 4 });
      text.textContent = `${quantity(value, ARROW_UNITS[kind], 1)} ${NAMES[kind]}`;
      return group(`arrows ${kind}`, [path("arrow-shafts", drawn.shaft), path("arrow-heads", drawn.head), text]);
    });
    this.legend.replaceChildren(...rows);
  }
}
