/* instant_centres.tsx - the instant centres of all pairs of bodies, with the lines of Kennedy's theorem that lead to them.
 *
 * Numbers as in textbooks: 1 is the ground, the bodies follow in the order of the model. A full dot is a joint; a ring was found by
 * velocities. One at infinity is a double arrow in its direction, one outside of the window an arrow at its edge.
 */
import type { Scene } from "../../engine/engine";
import { texts } from "../../texts/texts";
import type { Camera, Point } from "../camera";
import { arrow, circle, polyline } from "../geometry";
import { placeLabels, placesAround, type Box } from "../label_places";
import { element, set } from "../layers";
import { Choice } from "../overlay_choice";
import type { DrawnOverlay, OverlayKind } from "../overlay_kind";
import { centresOf } from "../overlay_state";
import { draw, group, move, path, type Instant } from "../part";
import type { PlaneView } from "../plane_view";
import type { Played } from "../player";
import { placeOf, poleAt, polePairs, type Homogeneous, type PolePair } from "../poles";
import { subscript } from "../subscript";

const EDGE = 22; // px: how far from the edge of the window an arrow stands
const [LETTER, HIGH] = [7.5, 14]; // px: of a name
const LINE = 4; // sizes of the mechanism: how long the line towards a centre at infinity is

export function centreLabel({ bodies }: PolePair): string {
  const apart = bodies.some((body) => body > 8) ? "," : "";
  return `I${subscript(`${bodies[0] + 1}${apart}${bodies[1] + 1}`)}`;
}

/* Of a centre that no joint fixes: pairs of joints that it is on a line with. */
export function kennedyLines(pairs: PolePair[], of: PolePair): [PolePair, PolePair][] {
  const [i, j] = of.bodies;
  const joined = (a: number, b: number): PolePair | undefined =>
    pairs.find(({ primary, bodies }) => primary && bodies.includes(a) && bodies.includes(b));
  const others = [...new Set(pairs.flatMap(({ bodies }) => bodies))].filter((k) => k !== i && k !== j);
  return others.flatMap((k): [PolePair, PolePair][] => {
    const [one, two] = [joined(i, k), joined(k, j)];
    return one && two ? [[one, two]] : [];
  });
}

/* The ends of a line that has all these places on it. */
function farthest(places: Point[]): Point[] {
  let [ends, far]: [Point[], number] = [[], -1];
  for (const [i, a] of places.entries())
    for (const b of places.slice(i + 1)) {
      const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (apart > far) [ends, far] = [[a, b], apart];
    }
  return ends;
}

interface Mark {
  pair: PolePair;
  lines: [PolePair, PolePair][];
  dot: SVGPathElement;
  text: SVGTextElement;
}

function markOf(scene: Scene, pairs: PolePair[], pair: PolePair): Mark {
  const text = element("text", { class: "centre-name" });
  text.textContent = centreLabel(pair);
  const title = element("title");
  title.textContent = texts.teach.centreOf(...(pair.bodies.map((i) => scene.bodies[i]!.name) as [string, string]));
  const dot = path(pair.primary ? "centre primary" : "centre");
  dot.append(title);
  return { pair, lines: pair.primary ? [] : kennedyLines(pairs, pair), dot, text };
}

class InstantCentres implements DrawnOverlay {
  private marks: Mark[] = [];
  private pairs: PolePair[] = [];
  private readonly lines = path("kennedy");
  private wishes: { text: SVGTextElement; at: Point }[] = []; // of this frame
  private readonly before = new WeakMap<SVGTextElement, number>(); // where each stood

  constructor(
    private readonly sheet: SVGGElement,
    private readonly view: PlaneView,
  ) {}

  prepare(now: Played | null): void {
    const only = centresOf.value;
    const table = now?.table.diagram;
    this.pairs = now && table ? polePairs(now.scene, table) : [];
    this.marks = this.pairs
      .filter(({ bodies, primary }) => only === "all" || (bodies[0] === 0 && !primary))
      .map((pair) => markOf(now!.scene, this.pairs, pair));
    const marks = this.marks.map(({ dot, text }) => group("instant-centre", [dot, text]));
    this.sheet.replaceChildren(this.lines, ...marks);
  }

  draw(now: Instant): void {
    const sample = now.value.diagram;
    const camera = this.view.camera.peek();
    let lines = "";
    this.wishes = [];
    for (const mark of this.marks) {
      const pole = sample && poleAt(sample, mark.pair);
      mark.dot.parentElement!.setAttribute("visibility", pole ? "inherit" : "hidden");
      if (!pole) continue;
      this.place(mark, pole, now, camera);
      for (const pair of mark.lines) lines += this.line(pole, pair, now);
    }
    draw(this.lines, lines);
    this.placeNames(now);
  }

  /* Names of centres cover neither each other nor the marks; names of elements keep clear of them. */
  private placeNames(now: Instant): void {
    const dots = this.wishes.map(({ at: [x, y] }): Box => ({ x: x - 6, y: y - 6, width: 12, height: 12 }));
    const before = this.wishes.map(({ text }) => this.before.get(text) ?? -1);
    const wishes = this.wishes.map(({ at, text }) => {
      const width = LETTER * text.textContent!.length;
      return { anchor: at, width, height: HIGH, ...placesAround(width, HIGH, 8, 26) };
    });
    placeLabels(wishes, dots, before).forEach(({ place, box }, i) => {
      const { text } = this.wishes[i]!;
      this.before.set(text, place);
      move(text, [box.x, box.y + HIGH - 3]);
      now.taken?.push(box);
    });
  }

  private name(text: SVGTextElement, words: string, at: Point): void {
    if (text.textContent !== words) text.textContent = words;
    this.wishes.push({ text, at });
  }

  private place({ pair, dot, text }: Mark, pole: Homogeneous, now: Instant, camera: Camera): void {
    const { scene, scale, poses } = now;
    const at = placeOf(pole, scene.size);
    if (!at) {
      const body = poses[pair.bodies[1]]!.at;
      const [x, y] = [scale * body[0], -scale * body[1]];
      const length = 34 / Math.hypot(pole[0], pole[1]);
      const [dx, dy] = [pole[0] * length, -pole[1] * length];
      const ends = [arrow(x, y, dx, dy), arrow(x, y, -dx, -dy)];
      draw(dot, ends.map(({ shaft, head }) => shaft + head).join(""));
      set(dot, "class", "centre at-infinity");
      this.name(text, `${centreLabel(pair)} → ∞`, [x + dx, y + dy]);
      return;
    }
    const [x, y]: Point = [scale * at[0], -scale * at[1]];
    const edge = this.edgeTowards([x, y], camera);
    set(dot, "class", pair.primary ? "centre primary" : "centre");
    if (edge) {
      const { shaft, head } = arrow(...edge.at, ...edge.by);
      draw(dot, shaft + head);
      this.name(text, centreLabel(pair), [edge.at[0] - edge.by[0], edge.at[1] - edge.by[1]]);
    } else {
      draw(dot, circle(x, y, pair.primary ? 4 : 5));
      this.name(text, centreLabel(pair), [x, y]);
    }
  }

  /* For what lies outside of the window: where on its edge an arrow stands, and which way it points. */
  private edgeTowards([x, y]: Point, { x0, y0 }: Camera): { at: Point; by: Point } | null {
    const [width, height] = [this.view.width(), this.view.height()];
    const [sx, sy] = [x + x0, y + y0];
    if (sx >= 0 && sx <= width && sy >= 0 && sy <= height) return null;
    const [cx, cy] = [width / 2, height / 2];
    const part = Math.min(
      (cx - EDGE) / Math.max(Math.abs(sx - cx), 1e-9),
      (cy - EDGE) / Math.max(Math.abs(sy - cy), 1e-9),
    );
    const [ex, ey] = [cx + part * (sx - cx), cy + part * (sy - cy)];
    const far = Math.hypot(sx - cx, sy - cy);
    const by: Point = [(14 * (sx - cx)) / far, (14 * (sy - cy)) / far];
    return { at: [ex - x0 - by[0], ey - y0 - by[1]], by };
  }

  /* From the two joints to the centre, as far as it is drawn. */
  private line(pole: Homogeneous, pair: [PolePair, PolePair], now: Instant): string {
    const { scene, scale } = now;
    const ends = pair.map((one) => poleAt(now.value.diagram!, one));
    const places = ends.flatMap((one) => (one && placeOf(one, scene.size)) ?? []);
    const px = ([x, y]: Point): Point => [scale * x, -scale * y];
    const joints: Point[] = [];
    for (let i = 0; i + 1 < places.length; i += 2) joints.push([places[i]!, places[i + 1]!]);
    const towards = ends.find((one) => one && !placeOf(one, scene.size));
    const at = placeOf(pole, scene.size);
    if (at) return polyline(farthest([...joints, at]).map(px));
    const way = towards ?? pole;
    const length = (LINE * scene.size) / Math.hypot(way[0], way[1]);
    return joints
      .map(([x, y]) =>
        polyline([px([x - length * way[0], y - length * way[1]]), px([x + length * way[0], y + length * way[1]])]),
      )
      .join("");
  }
}

export const overlay: OverlayKind = {
  id: "instant-centres",
  order: 3,
  title: () => texts.teach.centres,
  about: () => texts.teach.centresAbout,
  make: (sheet, view) => new InstantCentres(sheet, view),
  Options: () => (
    <Choice
      label={texts.teach.pairs}
      value={centresOf}
      choices={[
        { id: "all", title: texts.teach.allPairs },
        { id: "ground", title: texts.teach.groundPairs },
      ]}
    />
  ),
};
