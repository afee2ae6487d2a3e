/* gear_fixes.ts - what mends wheels that do not fit: other teeth or another module for the distance of their axes, or the distance for
 * their teeth. Each is a button beside the message.
 */
import { quantity } from "../shell/quantity";
import { jointKind } from "../state/description";
import { scene } from "../state/model";
import type { Message } from "../engine/engine";
import type { Fix } from "../editor/diagnostics";
import { readNumber } from "../editor/numbers";
import { remove, setValue, TextEditError } from "../editor/text_edits";
import type { TextChange } from "../state/document";
import { texts } from "../texts/texts";
import { changesFor, put } from "./edits";
import { beyond, distance, minus } from "./geometry";
import type { Place as Point } from "../drawing/camera";
import { tidy } from "./numbers";
import { reshaper } from "./reshape";
import { nodeOfEnd, plainPoint, readSketch, type Node, type Sketch, type SketchJoint } from "./sketch";
import { teethFor, teethOfRadius } from "./teeth";

const MISFIT = /^joint (\w+): these wheels cannot mesh: module \S+ m+ needs/;

function attempt(title: string, edit: () => TextChange[]): Fix[] {
  try {
    const changes = edit();
    return changes.length > 0 ? [{ title, changes }] : [];
  } catch (fault) {
    if (!(fault instanceof TextEditError)) throw fault;
    return [];
  }
}

function numberAt(joint: SketchJoint, key: string, otherwise: number | null = null): number | null {
  const given = joint.given[key];
  return given === undefined ? otherwise : typeof given === "string" ? (readNumber(given)?.value ?? null) : null;
}

/* A module (m) that can be written: as few digits as say it exactly; null: only the distance can give it. */
function neat(module: number): string | null {
  const short = tidy(1000 * module, 1e-4);
  return Math.abs(Number(short) / 1000 - module) <= 1e-7 * module ? `${short} mm` : null;
}

/* The module for what is there: written where it is neat, else left out. */
function moduleFix(text: string, { entry }: SketchJoint, key: string, module: number): Fix[] {
  const words = texts.gearFixes;
  const written = neat(module);
  const path = ["joints", entry, key];
  return written !== null
    ? attempt(words.setModule(quantity(module, "m")), () => setValue(text, path, written))
    : attempt(words.leaveModule(quantity(module, "m")), () => remove(text, path));
}

/* Brings a point so that it is as far from another place as it is to be. */
function moveFix(sketch: Sketch, node: Node, from: Point, to: number, title: string): Fix[] {
  const by = minus(node.at, from);
  const far = distance(node.at, from);
  const made = far > 0 ? reshaper(sketch, node) : null;
  if (!made || "why" in made) return [];
  return attempt(title, () => made.changes(beyond(from, by, to / far)));
}

/* Whether another gear has one of the two wheels: what changes their teeth or their places would break that one. */
function sharesWheel(sketch: Sketch, gear: SketchJoint): boolean {
  return sketch.joints.some(
    (one) => one.name !== gear.name && jointKind(one.type)?.mesh && one.joints.some((pin) => gear.joints.includes(pin)),
  );
}

function pairFixes(text: string, sketch: Sketch, gear: SketchJoint, nodes: [Node, Node]): Fix[] {
  const mesh = jointKind(gear.type)!.mesh!;
  const list = gear.given[mesh.teeth];
  const [z1, z2] = Array.isArray(list) ? list.map((one) => Number(one)) : [];
  const module = numberAt(gear, mesh.module ?? "");
  const helix = numberAt(gear, "helix", 0);
  if (!z1 || !z2 || !mesh.module || module === null || helix === null) return [];
  const apart = distance(nodes[0].at, nodes[1].at);
  const sum = Math.abs(z1 + z2);
  const fixes: Fix[] = [];
  const words = texts.gearFixes;
  const alone = !sharesWheel(sketch, gear);
  fixes.push(...moduleFix(text, gear, mesh.module, (2 * apart * Math.cos(helix)) / sum));
  const wanted = (module * sum) / (2 * Math.cos(helix));
  if (alone && wanted > 0) {
    const title = words.moveWheel(pinName(sketch, gear, 1), quantity(wanted, "m"));
    fixes.push(...moveFix(sketch, nodes[1], nodes[0].at, wanted, title));
  }
  const teeth = teethFor(apart, Math.abs(z1 / z2), z1 < 0);
  const same = Math.abs((teeth.counts[0] * z2) / (teeth.counts[1] * z1) - 1) < 1e-9;
  if (alone && helix === 0 && same && teeth.module !== null)
    fixes.push(
      ...attempt(words.otherTeeth(teeth.counts.map(Math.abs), quantity(teeth.module, "m")), () =>
        changesFor(text, [
          put(["joints", gear.entry, mesh.teeth], teeth.counts.map(String)),
          put(["joints", gear.entry, mesh.module!], `${tidy(1000 * teeth.module!)} mm`),
        ]),
      ),
    );
  return fixes;
}

function pinName(sketch: Sketch, gear: SketchJoint, i: number): string {
  const pin = sketch.joints.find(({ name }) => name === gear.joints[i]);
  return pin?.ends?.[1].body ?? gear.joints[i]!;
}

/* The foot on the line of a slider, from a centre. */
function footOf(slider: SketchJoint, at: Point, centre: Point): Point | null {
  const { axis } = slider.given;
  const along: Point | null = axis === "x" ? [1, 0] : axis === "y" ? [0, 1] : plainPoint(axis);
  if (!along || slider.ends![0].body !== "ground") return null;
  const by = minus(centre, at);
  const far = (by[0] * along[0] + by[1] * along[1]) / (along[0] ** 2 + along[1] ** 2);
  return beyond(at, along, far);
}

function rackFixes(text: string, sketch: Sketch, rack: SketchJoint, nodes: [Node, Node]): Fix[] {
  const mesh = jointKind(rack.type)!.mesh!;
  const slider = sketch.joints.find(({ name }) => name === rack.joints[1]);
  const [teeth, module] = [numberAt(rack, mesh.teeth), numberAt(rack, "module")];
  const foot = slider?.ends ? footOf(slider, nodes[1].at, nodes[0].at) : null;
  const helix = numberAt(rack, "helix", 0);
  if (!teeth || module === null || !foot || helix === null) return [];
  const radius = distance(foot, nodes[0].at);
  const words = texts.gearFixes;
  const fits = teethOfRadius(radius);
  const others =
    fits.module !== null && helix === 0 && !sharesWheel(sketch, rack)
      ? attempt(words.otherTeeth([fits.count], quantity(fits.module, "m")), () =>
          changesFor(text, [
            put(["joints", rack.entry, mesh.teeth], String(fits.count)),
            put(["joints", rack.entry, "module"], `${tidy(1000 * fits.module!)} mm`),
          ]),
        )
      : [];
  return [...moduleFix(text, rack, "module", (2 * radius * Math.cos(helix)) / teeth), ...others];
}

export function gearFixes(text: string, message: Message): Fix[] {
  const name = MISFIT.exec(message.text)?.[1];
  if (name === undefined) return [];
  const sketch = readSketch(text, scene.peek());
  const gear = sketch.joints.find((one) => one.name === name);
  const nodes = gear?.joints.map((pin) => {
    const ends = sketch.joints.find((one) => one.name === pin)?.ends;
    return ends && nodeOfEnd(sketch, ends[1]);
  });
  if (!gear || sketch.space || !nodes?.[0] || !nodes[1]) return [];
  const both: [Node, Node] = [nodes[0], nodes[1]];
  return Array.isArray(gear.given[jointKind(gear.type)?.mesh?.teeth ?? ""])
    ? pairFixes(text, sketch, gear, both)
    : rackFixes(text, sketch, gear, both);
}
