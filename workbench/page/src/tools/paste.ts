/* paste.ts - a piece of a model put into another, or into the one that it is of: names made free, what it refers to within itself follows,
 * what it refers to outside stays where that is there, and is left out where not.
 */
import { Draft } from "../editor/draft";
import { rename, renameTable } from "../editor/rename";
import { mentions } from "../editor/roles";
import { SECTION_OF } from "../editor/scope";
import { applyChanges, get, keysOf, remove, renameKey, TextEditError } from "../editor/text_edits";
import { dataOf, nodeAt, readTree, type Path } from "../editor/tree";
import type { Kind, Selected } from "../state/selection";
import { texts } from "../texts/texts";
import type { Affine } from "./affine";
import { spelledOut } from "./fragment";
import { allOf } from "./moved";
import { distance } from "./geometry";
import { GROUND, readSketch, type DrawingPoint, type Sketch } from "./sketch";
import { transformed } from "./transform";

export interface Pasted {
  text: string;
  selection: Selected[];
  left: string[]; // elements whose partners are not there
}

const KINDS: Kind[] = ["part", "parameter", "body", "use", "joint", "force", "driver", "state", "output", "event"];
const SHARED: Kind[] = ["body", "joint", "force", "driver", "state", "output", "event", "use"]; // one set of names

/* Whether a text is a model, or a piece of one: YAML with sections that a model has. */
export function isModelText(text: string): boolean {
  const { root, faults } = readTree(text);
  if (faults.length > 0 || root?.kind !== "map") return false;
  return ["points", "bodies", "joints", "forces", "use"].some((key) => nodeAt(root, [key])?.kind === "map");
}

function same(a: string, b: string, path: Path): boolean {
  const [one, other] = [get(a, path), get(b, path)];
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

/* stem1, stem2 …: free in both texts. */
function free(name: string, used: ReadonlySet<string>): string {
  const stem = name.replace(/\d+$/, "");
  for (let i = 1; ; i++) if (!used.has(stem + i)) return stem + i;
}

class Fitting {
  constructor(
    private readonly into: string,
    public text: string,
  ) {}

  private names(text: string, kinds: readonly Kind[]): string[] {
    return kinds.flatMap((kind) => keysOf(text, [SECTION_OF[kind]]));
  }

  private take(make: (text: string) => ReturnType<typeof rename>): void {
    this.text = applyChanges(this.text, make(this.text));
  }

  /* Points first: joints of their names follow them. */
  points(): void {
    const used = new Set(this.names(this.into, ["point", ...SHARED]));
    for (const name of keysOf(this.text, ["points"])) {
      if (!used.has(name)) continue;
      const all = new Set([...used, ...this.names(this.text, ["point", ...SHARED])]);
      this.take((now) => rename(now, "point", name, free(name, all)));
    }
    const there = new Set(keysOf(this.into, ["bodies", GROUND, "points"]));
    for (const name of keysOf(this.text, ["bodies", GROUND, "points"])) {
      if (!there.has(name)) continue;
      const all = new Set([...there, ...keysOf(this.text, ["bodies", GROUND, "points"])]);
      this.take((now) => rename(now, "point", `${GROUND}.${name}`, free(name, all)));
    }
  }

  /* Points of the drawing that lie where there is one already become that one, and are told: joints of both can then have it. */
  share(here: ReadonlyMap<string, DrawingPoint>, there: Sketch): Set<string> {
    const taken = new Set<string>();
    for (const [name, { at, literal }] of here) {
      const same = [...there.drawing].find(
        ([other, point]) => !taken.has(other) && point.literal && distance(point.at, at) <= 1e-6 * there.size,
      )?.[0];
      if (same === undefined || !literal) continue;
      taken.add(same);
      this.take((now) => rename(now, "point", name, same));
    }
    return taken;
  }

  /* Parameters, tables and parts that say the same are those that are there. */
  values(): void {
    for (const name of keysOf(this.text, ["tables"])) {
      if (!keysOf(this.into, ["tables"]).includes(name) || same(this.text, this.into, ["tables", name])) continue;
      const all = new Set([...keysOf(this.into, ["tables"]), ...keysOf(this.text, ["tables"])]);
      this.take((now) => renameTable(now, name, free(name, all)));
    }
    for (const kind of ["parameter", "part"] as const) {
      const section = SECTION_OF[kind];
      const others: Kind[] = kind === "parameter" ? ["parameter", "state", "output"] : ["part"];
      for (const name of keysOf(this.text, [section])) {
        if (!this.names(this.into, others).includes(name) || same(this.text, this.into, [section, name])) continue;
        const all = new Set([...this.names(this.into, others), ...this.names(this.text, others)]);
        this.take((now) => rename(now, kind, name, free(name, all)));
      }
    }
  }

  elements(): void {
    const used = new Set([...this.names(this.into, SHARED), GROUND]);
    for (const kind of SHARED)
      for (const name of keysOf(this.text, [SECTION_OF[kind]])) {
        if (name === GROUND || !used.has(name)) continue;
        const all = new Set([...used, ...this.names(this.text, SHARED), ...this.names(this.into, ["parameter"])]);
        this.take((now) => rename(now, kind, name, free(name, all)));
      }
  }

  /* Dimensions and constraints have names of their own. */
  sketched(): void {
    const used = new Set(keysOf(this.into, ["sketch"]));
    for (const name of keysOf(this.text, ["sketch"])) {
      if (!used.has(name)) continue;
      const all = new Set([...used, ...keysOf(this.text, ["sketch"])]);
      this.take((now) => renameKey(now, ["sketch", name], free(name, all)));
    }
  }

  /* Elements that name something which is neither here nor there. */
  dropLost(): string[] {
    const left: string[] = [];
    for (let lost = this.lost(); lost; lost = this.lost()) {
      left.push(lost[1]);
      this.take((now) => remove(now, lost as Path));
    }
    return left;
  }

  private lost(): [section: string, name: string] | null {
    const known = new Set([...this.names(this.text, SHARED), ...this.names(this.into, SHARED), GROUND]);
    const isKnown = (name: string): boolean =>
      known.has(name) || [...known].some((one) => name.startsWith(one) && /^\d+$/.test(name.slice(one.length)));
    for (const { role, name, path, scope } of mentions(this.text, readTree(this.text).root)) {
      if (
        scope.length > 0 ||
        path.length < 2 ||
        !["joints", "forces", "drivers", "outputs", "events", "initial"].includes(String(path[0]))
      )
        continue;
      const dotted = role === "channel" || role === "place" || role === "joint" || role === "joint or place";
      if (dotted && !isKnown(name.split(".")[0]!)) return [String(path[0]), String(path[1])];
    }
    return null;
  }
}

/* What is worth no second copy: said in the same words there. */
function isThere(into: string, section: string, name: string): boolean {
  return ["parameters", "tables", "parts"].includes(section) && keysOf(into, [section]).includes(name);
}

function insert(into: string, piece: string, shared: ReadonlySet<string>): { text: string; selection: Selected[] } {
  const draft = new Draft(into.trim() === "" ? "trammel: 1\n" : into);
  const { root } = readTree(piece);
  const selection: Selected[] = [];
  const empty = keysOf(into, ["bodies"]).length === 0 && keysOf(into, ["points"]).length === 0;
  const copy = (path: Path): void => {
    const node = nodeAt(root, path);
    if (node) draft.set(path, spelledOut(root, node));
  };
  if (empty) for (const key of ["space", "gravity"]) if (get(into, [key]) === undefined) copy([key]);
  for (const section of [
    "parameters",
    "tables",
    "points",
    "parts",
    "bodies",
    "use",
    "joints",
    "forces",
    "drivers",
    "states",
    "outputs",
    "events",
    "initial",
    "sketch",
  ])
    for (const name of keysOf(piece, [section])) {
      if (isThere(into, section, name) || (section === "points" && shared.has(name))) continue;
      if (section === "bodies" && name === GROUND)
        for (const point of keysOf(piece, ["bodies", GROUND, "points"])) copy(["bodies", GROUND, "points", point]);
      else copy([section, name]);
      const kind = KINDS.find((one) => SECTION_OF[one] === section);
      if (kind && ["body", "joint", "force", "driver", "use"].includes(kind) && name !== GROUND)
        selection.push({ kind, name });
    }
  if (selection.length === 0) for (const name of keysOf(piece, ["points"])) selection.push({ kind: "point", name });
  for (const section of ["analyses", "studies"]) if (get(into, [section]) === undefined) copy([section]);
  const bodiesLast = [
    ...selection.filter(({ kind }) => kind !== "body"),
    ...selection.filter(({ kind }) => kind === "body"),
  ];
  return { text: draft.text, selection: bodiesLast };
}

/* `by`: where the copy is, from what was copied; `joins`: points that lie on others are those. Throws a TextEditError where it does not fit. */
export function pasted(into: string, piece: string, by: Affine, joins = false): Pasted {
  if (!isModelText(piece)) throw new TextEditError(texts.selection.nothingToPaste);
  const [here, there] = [readSketch(piece, null), readSketch(into, null)];
  const root = readTree(piece).root!;
  if (here.space !== there.space && there.bodies.length + there.drawing.size > 0)
    throw new TextEditError(here.space ? texts.selection.ofSpace : texts.selection.ofPlane);
  if (root.kind === "map" && JSON.stringify(dataOf(root)) === "{}")
    throw new TextEditError(texts.selection.nothingToPaste);
  const untrue: string[] = [];
  const fitting = new Fitting(into, transformed(here, allOf(here), by, untrue));
  fitting.points();
  const shared =
    joins && !here.space ? fitting.share(readSketch(fitting.text, null).drawing, there) : new Set<string>();
  fitting.values();
  fitting.elements();
  fitting.sketched();
  const left = [...untrue, ...fitting.dropLost()];
  return { ...insert(into, fitting.text, shared), left };
}

/* Several images of one piece. */
export function pastedAll(into: string, piece: string, images: readonly Affine[], joins = false): Pasted {
  return images.reduce<Pasted>(
    (now, by) => {
      const next = pasted(now.text, piece, by, joins);
      return { text: next.text, selection: [...now.selection, ...next.selection], left: [...now.left, ...next.left] };
    },
    { text: into, selection: [], left: [] },
  );
}
