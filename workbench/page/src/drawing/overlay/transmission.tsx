/* transmission.tsx - the transmission angle where a link drives the next: the way of the pin in the colour of the angle, its value beside the pin, and
 * where it is smallest.
 *
 * The engine finds it (analysis `kinematics`, and the table of diagrams). Textbooks ask for 40 or 50 degrees at least.
 */
import type { Scene, Table, Vec } from "../../engine/engine";
import { quantity } from "../../shell/quantity";
import { texts } from "../../texts/texts";
import type { Point } from "../camera";
import { circle } from "../geometry";
import { element } from "../layers";
import type { DrawnOverlay, OverlayKind } from "../overlay_kind";
import { draw, group, move, path, spot, type Instant } from "../part";
import type { Played } from "../player";
import { placed, posesAtRow } from "../poses";
import { channelColumn } from "../sample";

export type Quality = "good" | "fair" | "poor";
const QUALITIES: Quality[] = ["good", "fair", "poor"];
const DEGREE = Math.PI / 180;

export function qualityOf(angle: number): Quality {
  return angle >= 50 * DEGREE ? "good" : angle >= 40 * DEGREE ? "fair" : "poor";
}

export interface DrivenPin {
  joint: string;
  body: number;
  point: Vec; // of that body
  angle: Float64Array;
}

const TRANSMISSION = ".transmission";

/* The pins whose transmission angle the run tells. */
export function drivenPins(scene: Scene, table: Table): DrivenPin[] {
  return [table, table.diagram].flatMap((of) =>
    (of?.channels ?? []).flatMap(({ name }): DrivenPin[] => {
      const joint = name.endsWith(TRANSMISSION) ? name.slice(0, -TRANSMISSION.length) : null;
      const found = scene.joints.find((one) => one.name === joint);
      const angle = found && channelColumn(of!, name);
      return found && angle ? [{ joint: found.name, body: found.bodies[1], point: found.points[1], angle }] : [];
    }),
  );
}

/* Places in order with the quality of the way to the next, as one path for each quality. */
export function colouredPaths(places: Point[], angle: Float64Array): Record<Quality, string> {
  const found: Record<Quality, string> = { good: "", fair: "", poor: "" };
  let last: Quality | null = null;
  for (let i = 0; i + 1 < places.length; i++) {
    const quality = qualityOf(Math.min(angle[i]!, angle[i + 1]!));
    const [a, b] = [places[i]!, places[i + 1]!];
    if (quality !== last) found[quality] += `M${a[0].toFixed(1)} ${a[1].toFixed(1)}`;
    found[quality] += `L${b[0].toFixed(1)} ${b[1].toFixed(1)}`;
    last = quality;
  }
  return found;
}

interface Shown {
  pin: DrivenPin;
  places: Vec[];
  least: number; // row
  paths: Record<Quality, SVGPathElement>;
  worst: SVGPathElement;
  text: SVGTextElement;
  worstText: SVGTextElement;
}

const degrees = (angle: number): string => quantity(angle, "rad", 3);

class Transmission implements DrawnOverlay {
  private list: Shown[] = [];
  private scale = 0;

  constructor(private readonly sheet: SVGGElement) {}

  prepare(now: Played | null): void {
    this.list = now ? drivenPins(now.scene, now.table).map((pin) => this.shownOf(now, pin)) : [];
    this.sheet.replaceChildren(
      ...this.list.map(({ paths, worst, text, worstText }) =>
        group("transmission", [...QUALITIES.map((one) => paths[one]), worst, worstText, text]),
      ),
    );
    this.scale = 0;
  }

  private shownOf({ scene, motion }: Played, pin: DrivenPin): Shown {
    const places = Array.from(pin.angle, (_, row) =>
      placed(scene.bodies[pin.body]!, posesAtRow(scene, motion, row)[pin.body]!, pin.point),
    );
    let least = 0;
    pin.angle.forEach((one, row) => {
      if (one < pin.angle[least]!) least = row;
    });
    const worstText = element("text", { class: "transmission-text", dx: 8, dy: 16 });
    worstText.textContent = texts.teach.leastAngle(degrees(pin.angle[least]!));
    const paths = Object.fromEntries(QUALITIES.map((one) => [one, path(`transmission-path ${one}`)]));
    return {
      pin,
      places,
      least,
      paths: paths as Record<Quality, SVGPathElement>,
      worst: path("transmission-worst"),
      text: element("text", { class: "transmission-text", dx: 12, dy: 20 }),
      worstText,
    };
  }

  draw(now: Instant): void {
    for (const shown of this.list) {
      const { pin, text } = shown;
      if (this.scale !== now.scale) this.layOut(shown, now.scale);
      const sampled = now.value(pin.joint + TRANSMISSION) ?? now.value.diagram?.number(pin.joint + TRANSMISSION);
      if (sampled === null || sampled === undefined || !Number.isFinite(sampled)) continue;
      move(text, spot(now, pin.body, pin.point));
      text.setAttribute("class", `transmission-text ${qualityOf(sampled)}`);
      const said = `μ = ${degrees(sampled)}`;
      if (text.textContent !== said) text.textContent = said;
    }
    this.scale = now.scale;
  }

  private layOut({ pin, places, least, paths, worst, worstText }: Shown, scale: number): void {
    const px = places.map(([x, y]): Point => [scale * x, -scale * y]);
    const found = colouredPaths(px, pin.angle);
    for (const one of QUALITIES) draw(paths[one], found[one]);
    draw(worst, circle(...px[least]!, 6));
    move(worstText, px[least]!);
  }
}

export const overlay: OverlayKind = {
  id: "transmission",
  order: 5,
  title: () => texts.teach.transmission,
  about: () => texts.teach.transmissionAbout,
  make: (sheet) => new Transmission(sheet),
};
