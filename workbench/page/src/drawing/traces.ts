/* traces.ts - paths of points: the whole one faintly, the part that lies behind strongly, of a very long one the last stretch of it. */
import { effect } from "@preact/signals";
import { row, time } from "../state/clock";
import { traces as names } from "../state/settings";
import { polyline } from "./geometry";
import type { Point } from "./camera";
import { colourClass, draw, group, path, type Instant } from "./part";
import { played } from "./player";
import type { PlaneView } from "./plane_view";
import { findPoint } from "./points";
import { partAt, tracePath, type TracePath } from "./trace_path";

const LONGEST = 25; // times the mechanism's size: more would cover everything

interface Trace {
  path: TracePath;
  whole: SVGPathElement;
  behind: SVGPathElement;
}

export class Traces {
  private list: Trace[] = [];
  private scale = 0;

  constructor(private view: PlaneView) {
    view.overlays.push({ draw: (now) => this.draw(now) });
  }

  watch(): () => void {
    return effect(() => {
      const now = played.value;
      this.list = names.value.flatMap((name): Trace[] => {
        const point = now && !now.scene.space ? findPoint(now.scene, name) : null;
        const found = now && point && tracePath(now.scene, now.motion, point);
        if (!found) return [];
        return [
          {
            path: found,
            whole: path(`trace ${colourClass(point.body)}`),
            behind: path(`trace behind ${colourClass(point.body)}`),
          },
        ];
      });
      for (const { behind } of this.list) behind.setAttribute("pathLength", "1");
      this.view.layers.of.traces.replaceChildren(
        ...this.list.map((one) => group("path-of-point", [one.whole, one.behind])),
      );
      this.scale = 0;
      this.view.redraw();
    });
  }

  private draw(now: Instant): void {
    const timed = played.peek()?.motion.timed ?? false;
    for (const { path: line, whole, behind } of this.list) {
      if (this.scale !== now.scale) {
        const d = polyline(line.at.map(([x, y]): Point => [now.scale * x, -now.scale * y]));
        draw(whole, d);
        draw(behind, d);
      }
      const part = partAt(line, timed ? time.peek() : row.peek());
      const from = Math.max(0, part - (LONGEST * now.scene.size) / line.along[line.along.length - 1]!);
      behind.setAttribute("stroke-dasharray", `0 ${from.toFixed(5)} ${(part - from).toFixed(5)} 2`);
      behind.setAttribute("visibility", part > 0 ? "inherit" : "hidden");
    }
    this.scale = now.scale;
  }
}
