/* names.ts - what has a name at a place of the text: in the part that it is in, then outward in the file, and in uses of parts.
 *
 * Names come from the text itself, so that they are known before the engine has seen them; those of uses come from the scene.
 */
import type { FieldInfo, Scene } from "../engine/engine";
import type { Kind } from "../state/selection";
import { readyPart, readyParts, readyPorts } from "./ready_parts";
import { firstUse, isOneOf, mapAt, repeats, scalarAt, scoped, SECTION_OF } from "./scope";
import { type Node, nodeAt, type Path } from "./tree";

/* What the scene has that the text does not spell out: elements of uses and repetitions. */
export interface MadeNames {
  names: ReadonlyMap<Kind, readonly string[]>;
  places: readonly string[]; // points of bodies: "leg1.barrel.C"
  channels: readonly { name: string; unit: string }[];
}

export function madeNames(scene: Scene | null): MadeNames {
  const names = new Map<Kind, string[]>();
  const put = (kind: Kind, list: readonly { name: string }[] = []): void =>
    void names.set(
      kind,
      list.map(({ name }) => name),
    );
  put("body", scene?.bodies);
  put("joint", scene?.joints);
  put("force", scene?.forces);
  put("driver", scene?.drivers);
  put("state", scene?.states);
  put("output", scene?.outputs);
  put("parameter", scene?.parameters);
  put("point", scene?.drawing);
  const places = scene?.bodies.flatMap((body) => body.points.map((point) => `${body.name}.${point.name}`)) ?? [];
  return { names, places, channels: scene?.channels ?? [] };
}

function keys(root: Node | null, path: Path): string[] {
  return mapAt(root, path)?.entries.map(({ key }) => key.text) ?? [];
}

/* An entry that makes several is named by those that it makes. */
function entriesOf(root: Node | null, section: string): string[] {
  return (mapAt(root, [section])?.entries ?? []).flatMap(({ key, value }) => {
    const count = Math.min(repeats(value), 100);
    return count > 0 ? Array.from({ length: count }, (_, i) => `${key.text}${i + 1}`) : [key.text];
  });
}

export class Names {
  private readonly own: Node | null; // text of the part, or the file
  private readonly use: string; // by which the scene knows what is in this text; "" in the file
  readonly scope: Path;

  constructor(
    readonly root: Node | null,
    path: Path,
    private readonly made: MadeNames | undefined,
  ) {
    const at = scoped(path, root);
    this.scope = at.scope;
    this.own = at.root;
    this.use = at.scope.length > 0 ? (firstUse(root, String(at.scope[1])) ?? "") : "";
  }

  /* A name of the scene as it is written here; null: it is not known here. */
  private here(name: string): string | null {
    if (this.use === "") return this.scope.length > 0 ? null : name;
    return name.startsWith(this.use + ".") ? name.slice(this.use.length + 1) : null;
  }

  /* All of a kind, the nearest first. */
  of(kind: Kind): string[] {
    const section = SECTION_OF[kind];
    const made = (this.made?.names.get(kind) ?? []).flatMap((name) => this.here(name) ?? []);
    const outer = this.scope.length > 0 ? entriesOf(this.root, section) : [];
    return [...new Set([...entriesOf(this.own, section), ...made.filter((name) => name.includes(".")), ...outer])];
  }

  bodies(): string[] {
    return [...new Set(["ground", ...this.ports(), ...this.of("body")])];
  }

  /* Bodies that the part here is given. */
  ports(): string[] {
    return this.scope.length > 0 ? portsOf(this.root, String(this.scope[1])) : [];
  }

  /* Points of a body, by their own names. */
  pointsOf(body: string): string[] {
    const entry = mapAt(this.own, ["bodies"])?.entries.find(({ key, value }) =>
      isOneOf(body, key.text, repeats(value) > 0),
    );
    const points = entry && nodeAt(entry.value, ["points"]);
    const drawing = body === "ground" ? entriesOf(this.own, "points") : [];
    if (points?.kind === "list") return points.items.flatMap((item) => (item.kind === "scalar" ? [item.text] : []));
    return [...drawing, ...(entry ? keys(entry.value, ["points"]) : [])];
  }

  /* Points of bodies as places: "crank.A", "leg1.barrel.C". */
  places(): string[] {
    const own = ["ground", ...entriesOf(this.own, "bodies")].flatMap((body) =>
      this.pointsOf(body).map((point) => `${body}.${point}`),
    );
    const made = (this.made?.places ?? []).flatMap((name) => this.here(name) ?? []);
    return [...new Set([...own, ...made])];
  }

  /* Channels as they are called here. */
  channels(): { name: string; unit: string }[] {
    return (this.made?.channels ?? []).flatMap(({ name, unit }) => {
      const here = this.here(name);
      return here === null ? [] : [{ name: here, unit }];
    });
  }

  /* Names of the numbers of repetitions: `index: k` of the element or use at a path, and of the uses of the part here. */
  indices(path: Path): string[] {
    const at = scoped(path, this.root).path;
    const own = at.length > 1 ? scalarAt(this.own, [at[0]!, at[1]!, "index"]) : undefined;
    const part = this.scope[1];
    const uses = part === undefined ? [] : (mapAt(this.root, ["use"])?.entries ?? []);
    const ofUses = uses
      .filter(({ value }) => scalarAt(value, ["part"]) === part)
      .map(({ value }) => scalarAt(value, ["index"]));
    return [...new Set([own, ...ofUses])].filter((one) => one !== undefined && one !== "") as string[];
  }

  /* A value as it is written: of a parameter its number. */
  valueOf(kind: Kind, name: string): string | undefined {
    return scalarAt(this.own, [SECTION_OF[kind], name]) ?? scalarAt(this.root, [SECTION_OF[kind], name]);
  }

  /* The part that a use at a path uses. */
  partAt(path: Path): string {
    const { path: at } = scoped(path, this.root);
    return scalarAt(this.own, [at[0]!, at[1]!, "part"]) ?? "";
  }

  parts(): string[] {
    return [...keys(this.root, ["parts"]), ...readyParts(this.root).map(({ name }) => name)];
  }
}

export function portsOf(root: Node | null, part: string): string[] {
  const ready = readyPart(root, part);
  if (ready) return readyPorts(ready);
  const ports = nodeAt(root, ["parts", part, "ports"]);
  return ports?.kind === "list" ? ports.items.flatMap((one) => (one.kind === "scalar" ? [one.text] : [])) : [];
}

/* The parameter of a ready part that a path gives a value to: use, gear, with, sun. */
export function readyField(root: Node | null, path: Path): FieldInfo | undefined {
  const { path: own, root: text } = scoped(path, root);
  if (own[0] !== "use" || own[2] !== "with" || own.length !== 4) return undefined;
  const part = scalarAt(text, ["use", own[1]!, "part"]);
  return readyPart(root, part ?? "")?.fields.find(({ name }) => name === own[3]);
}
