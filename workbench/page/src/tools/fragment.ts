/* fragment.ts - a part of a model as a model of its own: what is selected, and all that it cannot be without.
 *
 * Bodies take along the joints and forces among them and with the ground, the drivers and initial values of these, and the points,
 * parameters and tables that all of them mention. One body that is selected alone comes alone. Joints and forces with bodies that are not selected
 * are left out, and named.
 */
import { Draft } from "../editor/draft";
import { typeOf, mentions } from "../editor/roles";
import { homeOf, SECTION_OF } from "../editor/scope";
import { isOneOf, ownerOf, repeats } from "../editor/scope";
import { nodeAt, readTree, visit, type Node, type Path } from "../editor/tree";
import type { Value } from "../editor/write";
import { ownerOfChannel } from "../engine/owner";
import { jointKind, takesPoint } from "../state/description";
import type { Selected } from "../state/selection";
import { bodyNamed, GROUND, type Sketch } from "./sketch";
import { sketchEntries } from "./sketch_entries";
import { bodiesOf } from "./sketch_images";

export interface Fragment {
  text: string;
  count: number; // elements in it
  left: string[]; // what was selected and has no place in it
}

/* What a node says, with what it shares with others written out. */
export function spelledOut(root: Node | null, node: Node): Value {
  if (node.kind === "alias") {
    let found: Node | undefined;
    visit(root, (_, one) => void (one.anchor === node.name && (found ??= one)));
    return found ? spelledOut(root, found) : "";
  }
  if (node.kind === "list") return node.items.map((one) => spelledOut(root, one));
  if (node.kind === "map")
    return Object.fromEntries(node.entries.map(({ key, value }) => [key.text, spelledOut(root, value)]));
  return node.text;
}

function head(name: string): string {
  return name.split(".")[0]!;
}

class Collecting {
  readonly root: Node | null;
  readonly taken = new Map<string, Set<string>>(); // names by section
  readonly left: string[] = [];
  readonly alone: boolean;
  private readonly chosen: Selected[];

  constructor(
    readonly of: Sketch,
    selection: readonly Selected[],
    private readonly everything: boolean,
  ) {
    this.root = readTree(of.text).root;
    this.chosen = selection
      .map((one) => this.written(one))
      .filter(({ kind, name }) => kind !== "body" || name !== GROUND);
    const elements = this.chosen.filter(({ kind }) => kind !== "point");
    this.alone = elements.length === 1 && elements[0]!.kind === "body" && !everything;
  }

  /* What belongs to a use means the use, one of several the entry that makes it, a point of a drawn body that of the drawing. */
  private written(what: Selected): Selected {
    const home = homeOf(this.root, what);
    if (home?.use) return { kind: "use", name: String(home.path[1]) };
    if (home?.path[0] === "points") return { kind: "point", name: String(home.path[1]) };
    return home && what.kind !== "point" ? { kind: what.kind, name: String(home.path[1]) } : what;
  }

  names(section: string): string[] {
    const node = nodeAt(this.root, [section]);
    return node?.kind === "map" ? node.entries.map(({ key }) => key.text) : [];
  }

  has(section: string, name: string): boolean {
    return this.taken.get(section)?.has(name) ?? false;
  }

  add(section: string, name: string): boolean {
    if (this.has(section, name) || !nodeAt(this.root, [section, name])) return false;
    this.taken.set(section, (this.taken.get(section) ?? new Set()).add(name));
    return true;
  }

  /* Whether an element is in it: by its name, or as one of several that an entry makes. */
  private holds(section: string, name: string): boolean {
    if (this.has(section, name)) return true;
    return [...(this.taken.get(section) ?? [])].some((key) =>
      isOneOf(name, key, repeats(nodeAt(this.root, [section, key])) > 0),
    );
  }

  private isBody(name: string): boolean {
    return this.holds("bodies", name) || this.holds("use", name);
  }

  /* The elements that an entry joins, or acts on. */
  private places(section: "joints" | "forces", name: string): string[] {
    const node = nodeAt(this.root, [section, name]);
    const type = typeOf(section, node);
    const on = type === null ? undefined : nodeAt(node ?? null, [type]);
    const list = on?.kind === "list" ? on.items : on ? [on] : [];
    return list.flatMap((one) => (one.kind === "scalar" ? [one.text] : []));
  }

  /* Whether all that an entry joins is here or is the ground, and something of it is here. */
  private belongs(section: "joints" | "forces", name: string): boolean {
    const type = typeOf(section, nodeAt(this.root, [section, name])) ?? "";
    const connects = section === "joints" ? jointKind(type)?.connects : undefined;
    const here = (place: string): boolean =>
      this.isBody(head(place)) ||
      (this.holds("joints", head(place)) && (section === "forces" || connects !== "bodies"));
    if (connects === "expression") return this.expressionBelongs(name, type);
    const places = this.places(section, name);
    return places.some(here) && places.every((place) => here(place) || head(place) === GROUND);
  }

  private expressionBelongs(name: string, type: string): boolean {
    const said = nodeAt(this.root, ["joints", name, type]);
    const names = said?.kind === "scalar" ? (said.text.match(/[A-Za-z_]\w*(?=\.)/g) ?? []) : [];
    return names.length > 0 && names.every((one) => this.holds("joints", one) || this.isBody(one));
  }

  collect(): void {
    const of = (kind: Selected["kind"]): string[] =>
      this.chosen.filter((one) => one.kind === kind).map(({ name }) => name);
    for (const kind of ["body", "use", "point", "parameter", "state", "output", "event", "part"] as const)
      for (const name of of(kind)) if (!name.includes(".")) this.add(SECTION_OF[kind], name);
    const wanted = (section: string, kind: Selected["kind"]): string[] => (this.alone ? of(kind) : this.names(section));
    for (let before = -1, now = 0; before !== now; now = this.taken.get("joints")?.size ?? 0) {
      before = now;
      for (const joint of wanted("joints", "joint")) if (this.belongs("joints", joint)) this.add("joints", joint);
    }
    for (const force of wanted("forces", "force")) if (this.belongs("forces", force)) this.add("forces", force);
    const onlyForces = this.chosen.every(({ kind }) => kind === "force");
    if (onlyForces) for (const force of of("force")) this.add("forces", force);
    const elements = new Set([...(this.taken.get("joints") ?? []), ...(this.taken.get("bodies") ?? [])]);
    for (const { name, channel } of this.of.drivers) {
      const owner = ownerOfChannel(elements, channel) || head(channel);
      if (!this.alone && (this.holds("joints", owner) || this.isBody(owner))) this.add("drivers", name);
    }
    if (this.everything)
      for (const section of ["states", "outputs", "events"])
        for (const name of this.names(section)) this.add(section, name);
    for (const { kind, name } of this.chosen)
      if (["joint", "force", "driver"].includes(kind) && !this.has(SECTION_OF[kind], name)) this.left.push(name);
  }

  /* Values and maps of what is taken; of the ground only its points that are needed. */
  draft(): Draft {
    const draft = new Draft("trammel: 1\n");
    const copy = (path: Path): void => {
      const node = nodeAt(this.root, path);
      if (node) draft.set(path, spelledOut(this.root, node));
    };
    if (this.of.space) copy(["space"]);
    if (this.everything) copy(["gravity"]);
    for (const [section, names] of this.taken)
      for (const name of this.names(section)) if (names.has(name)) copy([section, name]);
    const initial = nodeAt(this.root, ["initial"]);
    for (const { key } of initial?.kind === "map" && !this.alone ? initial.entries : []) {
      const owner = ownerOf(key.text) || key.text;
      if (["joints", "states", "use"].some((section) => this.holds(section, head(owner))) || this.isBody(head(owner)))
        copy(["initial", key.text]);
    }
    for (const entry of this.of.space ? [] : sketchEntries(this.of.text))
      if (bodiesOf(entry).every((body) => this.holds("bodies", body))) copy(["sketch", entry.name]);
    if (this.everything) for (const section of ["analyses", "studies"]) copy([section]);
    return draft;
  }

  /* Adds what the text of the fragment mentions; true: something was new. */
  close(text: string): boolean {
    let grown = false;
    const take = (section: string, name: string): void => void (this.add(section, name) && (grown = true));
    for (const { role, name, path } of mentions(text, readTree(text).root)) {
      const [first, second] = name.split(".");
      if (role === "drawing point" || role === "own point") take("points", name);
      if (role === "part") take("parts", name);
      if (role === "place" && first === GROUND && second) this.groundPoint(second, take);
      if (role === "expression" || role === "parameter") {
        for (const section of ["parameters", "states", "outputs", "tables"]) take(section, first!);
        if (second === undefined || /^[xyz]$/.test(second)) take("points", first!);
        if (first === GROUND && second) this.groundPoint(second, take);
      }
      if (path[0] === "joints" && role === "place" && !second) this.sharedPoint(String(path[1]), take);
    }
    return grown;
  }

  private groundPoint(point: string, take: (section: string, name: string) => void): void {
    if (bodyNamed(this.of, GROUND)?.points.has(point) && !bodyNamed(this.of, GROUND)!.drawn) take("ground", point);
    else take("points", point);
  }

  /* The point of a joint that names only bodies. */
  private sharedPoint(joint: string, take: (section: string, name: string) => void): void {
    const found = this.of.joints.find(({ entry }) => entry === joint);
    if (!found?.ends || !takesPoint(found.type)) return;
    for (const { body, point } of found.ends) if (body === GROUND) this.groundPoint(point, take);
  }
}

/* `everything`: all of the model is selected, and what it has besides elements comes along. */
export function fragmentOf(of: Sketch, selection: readonly Selected[], everything = false): Fragment {
  const found = new Collecting(of, selection, everything);
  found.collect();
  const ground = new Set<string>();
  const add = found.add.bind(found);
  found.add = (section, name) => {
    if (section !== "ground") return add(section, name);
    if (ground.has(name)) return false;
    ground.add(name);
    return true;
  };
  let draft = found.draft();
  while (found.close(draft.text)) draft = found.draft();
  for (const point of ground) {
    const node = nodeAt(found.root, ["bodies", GROUND, "points", point]);
    if (node) draft.set(["bodies", GROUND, "points", point], spelledOut(found.root, node));
  }
  const count = [...found.taken].reduce((sum, [section, names]) => (section === "points" ? sum : sum + names.size), 0);
  const points = found.taken.get("points")?.size ?? 0;
  return { text: draft.text, count: count || points, left: found.left };
}
