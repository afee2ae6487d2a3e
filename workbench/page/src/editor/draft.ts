/* draft.ts - a text under edit: several edits one after the other, handed over as one step of undo.
 *
 *   const draft = new Draft(text);
 *   const A = draft.addPoint([0, 0.1]);
 *   const link = draft.addBody({ points: ["O", A], mass: "1 kg", shape: "rod" });
 *   draft.addJoint("revolute", ["ground", link], {}, "O");
 *   change(draft.changes());
 */
import type { TextChange } from "../state/document";
import type { Kind } from "../state/selection";
import { checkName, pathOf } from "./rename";
import { SECTION_OF } from "./scope";
import {
  applyChanges,
  type Data,
  difference,
  get,
  insertItem,
  keysOf,
  type Path,
  setValue,
  type Value,
} from "./text_edits";

export type Fields = Readonly<Record<string, Value>>;

/* Names in use that a new element must not take: elements share one set, with them what is a plain name in expressions. */
function taken(text: string, kind: Kind): Set<string> {
  const ofKinds = (kinds: readonly Kind[]): string[] => kinds.flatMap((one) => keysOf(text, [SECTION_OF[one]]));
  if (kind === "part") return new Set(ofKinds(["part"]));
  if (kind === "parameter") return new Set(ofKinds(["parameter", "state", "output"]));
  const names = ofKinds(["body", "joint", "force", "driver", "state", "output", "event", "use"]);
  if (kind === "state" || kind === "output") names.push(...ofKinds(["parameter"]), "t", "pi");
  if (kind !== "point") return new Set([...names, "ground"]);
  return new Set([...keysOf(text, ["points"]), ...keysOf(text, ["joints"])]);
}

/* "link1", "link2" …; the base alone where it is free and `bare`. */
function numbered(base: string, used: ReadonlySet<string>, bare: boolean): string {
  if (bare && !used.has(base)) return base;
  for (let i = 1; ; i++) if (!used.has(base + i)) return base + i;
}

/* A free name: A, B, C … for points, as the base says for the rest. */
export function freeName(text: string, kind: Kind, base?: string): string {
  const used = taken(text, kind);
  if (kind === "point" && base === undefined) {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (let round = 0; ; round++)
      for (const letter of letters) {
        const name = letter + (round || "");
        if (!used.has(name)) return name;
      }
  }
  const bases: Record<Kind, string> = {
    body: "link",
    joint: "J",
    force: "force",
    driver: "drive",
    state: "x",
    output: "output",
    event: "event",
    use: "part",
    part: "part",
    point: "P",
    parameter: "p",
  };
  return numbered(base ?? bases[kind], used, base !== undefined);
}

export class Draft {
  readonly before: string;
  text: string;

  constructor(text: string) {
    this.before = text;
    this.text = text;
  }

  changes(): TextChange[] {
    return difference(this.before, this.text);
  }

  apply(changes: TextChange[]): this {
    this.text = applyChanges(this.text, changes);
    return this;
  }

  get(path: Path): Data | undefined {
    return get(this.text, path);
  }

  set(path: Path, value: Value): this {
    return this.apply(setValue(this.text, path, value));
  }

  insertItem(path: Path, index: number, value: Value): this {
    return this.apply(insertItem(this.text, path, index, value));
  }

  /* Behind the last. */
  append(path: Path, value: Value): this {
    return this.insertItem(path, Number.MAX_SAFE_INTEGER, value);
  }

  private add(kind: Kind, value: Value, name: string | undefined, base?: string): string {
    const chosen = name ?? freeName(this.text, kind, base?.replaceAll("-", "_")); // names have no hyphens
    if (name !== undefined) checkName(this.text, kind, "", name);
    this.set(pathOf(kind, chosen), value);
    return chosen;
  }

  /* A point of the drawing; coordinates as numbers or as text ("40 mm"). */
  addPoint(at: readonly Value[], name?: string): string {
    return this.add("point", at, name);
  }

  /* A point of a body, in its own frame. */
  addBodyPoint(body: string, at: readonly Value[], name?: string): string {
    const used = new Set(keysOf(this.text, ["bodies", body, "points"]));
    let chosen = name ?? freeName(this.text, "point");
    if (name === undefined && used.has(chosen)) chosen = numbered("P", used, true);
    this.set(["bodies", body, "points", chosen], at);
    return chosen;
  }

  addBody(fields: Fields, name?: string): string {
    return this.add("body", fields, name, undefined);
  }

  /* A joint that has the name of a point needs no `at`. */
  addJoint(type: string, ends: readonly [string, string] | string, fields: Fields = {}, name?: string): string {
    return this.add("joint", { [type]: ends, ...fields }, name);
  }

  addForce(type: string, where: string | readonly string[], fields: Fields = {}, name?: string): string {
    return this.add("force", { [type]: where, ...fields }, name, type);
  }

  addDriver(channel: string, value: Value, name?: string): string {
    return this.add("driver", { [channel]: value }, name, "drive");
  }

  addState(value: Value, base: string): string {
    return this.add("state", value, undefined, base);
  }

  addOutput(value: Value, base: string): string {
    return this.add("output", value, undefined, base);
  }

  addEvent(value: Value): string {
    return this.add("event", value, undefined);
  }

  addUse(value: Value, base: string): string {
    return this.add("use", value, undefined, base);
  }

  addParameter(value: Value, name?: string): string {
    return this.add("parameter", value, name);
  }

  addAnalysis(kind: string, options: Fields = {}): this {
    return this.append(["analyses"], { [kind]: options });
  }
}
