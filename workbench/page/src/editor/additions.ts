/* additions.ts - new elements that make sense where they are put: joints where bodies meet, springs between points, motors on joints. */
import { pointsOf } from "./complete";
import { Draft, type Fields } from "./draft";
import type { Chosen } from "./outline";
import { freePlace, type FreePlace } from "./free_place";
import type { FieldInfo, ForceKind, ReadyPart } from "../engine/engine";
import { description, forceKind, formOf, jointKind } from "../state/description";
import { get, keysOf, type Value } from "./text_edits";
import { readyFields, readyPart, readyPorts } from "./ready_parts";
import { scene } from "../state/model";
import { analysisBegins, beginsWith } from "./templates";
import { nodeAt, readTree } from "./tree";

export interface Addition {
  draft: Draft;
  chosen: Chosen;
}

function bodies(text: string): string[] {
  return ["ground", ...keysOf(text, ["bodies"]).filter((name) => name !== "ground")];
}

function has(text: string, body: string): string[] {
  return pointsOf(readTree(text).root, body);
}

/* Two bodies and a point of both that no joint has yet, the ground only where no others meet; else the ground and the last body. */
function meeting(text: string): { ends: [string, string]; point: string | null } {
  const all = bodies(text);
  const jointed = new Set(keysOf(text, ["joints"]));
  const moving = all.slice(1);
  const pairs = moving.flatMap((second, i) => moving.slice(0, i).map((first): [string, string] => [first, second]));
  for (const ends of [...pairs, ...moving.map((second): [string, string] => ["ground", second])])
    for (const point of has(text, ends[0]))
      if (!jointed.has(point) && has(text, ends[1]).includes(point)) return { ends, point };
  const last = all[all.length - 1]!;
  const shared = has(text, "ground").find((point) => has(text, last).includes(point));
  return { ends: ["ground", last], point: shared ?? null };
}

/* "crank.A": the first or the last point of a body; the body alone where it has none. */
function place(text: string, body: string, which: "first" | "last"): string {
  const points = has(text, body);
  const point = which === "first" ? points[0] : points[points.length - 1];
  return point === undefined ? body : `${body}.${point}`;
}

function lastBody(text: string): string {
  const all = bodies(text);
  return all[all.length - 1]!;
}

const zero = (space: boolean): string[] => (space ? ["0", "0", "0"] : ["0", "0"]);

export function addPoint(text: string, space: boolean): Addition {
  const draft = new Draft(text);
  const name = draft.addPoint(zero(space));
  return { draft, chosen: { kind: "point", name } };
}

/* A point of the body; one of the drawing where its points are those. */
export function addPointTo(text: string, body: string, space: boolean): Addition {
  const draft = new Draft(text);
  if (Array.isArray(draft.get(["bodies", body, "points"]))) {
    const name = draft.addPoint(zero(space));
    draft.append(["bodies", body, "points"], name);
    return { draft, chosen: { kind: "point", name } };
  }
  const name = draft.addBodyPoint(body, zero(space));
  return { draft, chosen: { kind: "point", name: `${body}.${name}` } };
}

/* A rod at a free place, with points of its own: of the drawing where bodies have theirs there, else in a frame. */
export function addBody(text: string, space: boolean, { from, to }: FreePlace = freePlace(null, space)): Addition {
  const draft = new Draft(text);
  const given = keysOf(text, ["bodies"]).map((body) => get(text, ["bodies", body, "points"]));
  const framed = keysOf(text, ["points"]).length === 0 && given.some((points) => points && !Array.isArray(points));
  const numbers = (at: readonly number[]): string[] => at.map(String);
  if (!framed) {
    const points = [from, to].map((at) => draft.addPoint(numbers(at)));
    return { draft, chosen: { kind: "body", name: draft.addBody({ points, mass: "1", shape: "rod" }) } };
  }
  const length = to.map((x, i) => String(Number((x - from[i]!).toPrecision(12))));
  const points = { A: zero(space), B: length };
  const name = draft.addBody({ points, mass: "1", shape: "rod", position: numbers(from) });
  return { draft, chosen: { kind: "body", name } };
}

/* Two surfaces of different bodies. */
function touching(text: string): [string, string] {
  const all = keysOf(text, ["bodies"]).flatMap((body) =>
    keysOf(text, ["bodies", body, "surfaces"]).map((surface) => [body, `${body}.${surface}`] as const),
  );
  const first = all[0];
  const second = all.find(([body]) => body !== first?.[0]);
  return [first?.[1] ?? "ground.floor", second?.[1] ?? `${lastBody(text)}.rim`];
}

export function addJoint(text: string, type: string, space = false): Addition {
  const draft = new Draft(text);
  const kind = jointKind(type);
  const more = beginsWith(kind?.templates, space);
  if (kind?.connects === "joints") {
    const [first = "A", second = "B"] = keysOf(text, ["joints"]);
    return { draft, chosen: { kind: "joint", name: draft.addJoint(type, [first, second], more) } };
  }
  if (kind?.connects === "path") {
    const [first = "A", second = "B"] = keysOf(text, ["joints"]);
    return {
      draft,
      chosen: { kind: "joint", name: draft.addJoint(type, [first, second], { radii: [0.1, 0.1], ...more }) },
    };
  }
  if (kind?.connects === "expression") {
    const [first = "A", second = "B"] = keysOf(text, ["joints"]);
    return { draft, chosen: { kind: "joint", name: draft.addJoint(type, `${second}.angle = ${first}.angle`, more) } };
  }
  if (kind?.connects === "surfaces") {
    return { draft, chosen: { kind: "joint", name: draft.addJoint(type, touching(text), more) } };
  }
  const { ends, point } = meeting(text);
  if (kind?.connects === "points") {
    const pair: [string, string] = [place(text, ends[0], "first"), place(text, ends[1], "last")];
    return { draft, chosen: { kind: "joint", name: draft.addJoint(type, pair, more) } };
  }
  const axis: Fields = formOf(type, space)?.needs_axis ? { axis: "x" } : {};
  const axes: Fields = kind?.common_fields.some(({ name }) => name === "axes") ? { axes: ["x", "y"] } : {};
  const free =
    point !== null && !["bodies", "joints", "forces", "drivers"].some((s) => keysOf(text, [s]).includes(point));
  const at: Fields = point !== null && !free ? { at: point } : {};
  const name = draft.addJoint(type, ends, { ...at, ...axis, ...axes, ...more }, free ? point : undefined);
  return { draft, chosen: { kind: "joint", name } };
}

/* A surface of a body, or the body, which stands for all that it has. */
function surface(text: string, body: string): string {
  const first = keysOf(text, ["bodies", body, "surfaces"])[0];
  return first === undefined ? body : `${body}.${first}`;
}

export function addForce(text: string, type: string, space: boolean): Addition {
  const draft = new Draft(text);
  const kind = forceKind(type);
  const body = lastBody(text);
  const joint = keysOf(text, ["joints"])[0] ?? "A";
  const where: Record<ForceKind["acts_on"], string | string[]> = {
    points: [place(text, "ground", "first"), place(text, body, "last")],
    point: place(text, body, "last"),
    bodies: body,
    surfaces: [surface(text, body), surface(text, "ground")],
    joint,
    "joint or bodies": joint,
  };
  const name = draft.addForce(type, where[kind?.acts_on ?? "bodies"], beginsWith(kind?.templates, space));
  return { draft, chosen: { kind: "force", name } };
}

export function addDriver(text: string): Addition {
  const draft = new Draft(text);
  const joint = keysOf(text, ["joints"])[0] ?? "O";
  return { draft, chosen: { kind: "driver", name: draft.addDriver(`${joint}.angle`, "2*pi*t") } };
}

/* A state as its kind describes it: the fields of a plain one stand in the entry itself. */
export function addState(text: string, type: string, space: boolean): Addition {
  const draft = new Draft(text);
  const kind = description.value.states?.find(({ name }) => name === type);
  const fields = beginsWith(kind?.templates, space);
  const name = draft.addState(kind?.plain ? fields : { [type]: fields }, kind?.templates[0]?.stem ?? "x");
  return { draft, chosen: { kind: "state", name } };
}

/* Outputs that ask for something between places, as the engine describes them: distance, angle … */
export function requests(): FieldInfo[] {
  return (description.value.output_fields ?? []).filter(({ type }) => type === "names" || type === "any");
}

/* An expression, or a request. */
export function addOutput(text: string, request: string): Addition {
  const draft = new Draft(text);
  const joint = keysOf(text, ["joints"])[0];
  if (request === "") {
    const name = draft.addOutput(joint === undefined ? "t" : `hypot(${joint}.fx, ${joint}.fy)`, "output");
    return { draft, chosen: { kind: "output", name } };
  }
  const ofPoints =
    requests()
      .find(({ name }) => name === request)
      ?.unit?.startsWith("m") ?? false;
  const second = lastBody(text);
  const ends = ofPoints ? [place(text, "ground", "first"), place(text, second, "last")] : ["ground", second];
  return { draft, chosen: { kind: "output", name: draft.addOutput({ [request]: ends }, request) } };
}

export function addEvent(text: string): Addition {
  const draft = new Draft(text);
  const joint = keysOf(text, ["joints"])[0];
  const when = joint === undefined ? "t - 1" : `${joint}.speed`;
  return { draft, chosen: { kind: "event", name: draft.addEvent({ when, do: { count: "true" } }) } };
}

/* A ready part, with the numbers that it begins with. */
function addReadyPart(draft: Draft, ready: ReadyPart, space: boolean): Addition {
  const given = get(readyFields(ready, space), ["with"]);
  const ports = Object.fromEntries(readyPorts(ready).map((one) => [one, "ground"]));
  const value: Record<string, Value> = { part: ready.name, at: zero(space), ports };
  if (given !== undefined) value.with = given;
  return { draft, chosen: { kind: "use", name: draft.addUse(value, ready.templates[0]?.stem ?? ready.name) } };
}

/* A use of a part: its ports on the ground, and a value for each parameter that has none. */
export function addUse(text: string, part: string, space: boolean): Addition {
  const draft = new Draft(text);
  const { root } = readTree(text);
  const ready = readyPart(root, part);
  if (ready) return addReadyPart(draft, ready, space);
  const ports = nodeAt(root, ["parts", part, "ports"]);
  const names = ports?.kind === "list" ? ports.items.flatMap((one) => (one.kind === "scalar" ? [one.text] : [])) : [];
  const open = keysOf(text, ["parts", part, "parameters"]).filter(
    (one) => get(text, ["parts", part, "parameters", one]) === "",
  );
  const value: Record<string, Value> = { part, at: zero(space) };
  if (names.length > 0) value.ports = Object.fromEntries(names.map((one) => [one, "ground"]));
  if (open.length > 0) value.with = Object.fromEntries(open.map((one) => [one, "1"]));
  return { draft, chosen: { kind: "use", name: draft.addUse(value, part) } };
}

export function addParameter(text: string): Addition {
  const draft = new Draft(text);
  return { draft, chosen: { kind: "parameter", name: draft.addParameter("1") } };
}

export function addTable(text: string): Addition {
  const used = keysOf(text, ["tables"]);
  const table = [...used, ""].map((_, i) => `curve${i + 1}`).find((name) => !used.includes(name))!;
  return { draft: new Draft(text).set(["tables", table], "[[0, 0], [1, 1]]"), chosen: { kind: "table", table } };
}

export function addInitial(text: string, channel: string): Addition {
  return { draft: new Draft(text).set(["initial", channel], "0"), chosen: { kind: "initial" } };
}

export function addAnalysis(text: string, kind: string): Addition {
  const before = new Draft(text).get(["analyses"]);
  const draft = new Draft(text).addAnalysis(kind, analysisBegins(kind, scene.peek()));
  return { draft, chosen: { kind: "analysis", index: Array.isArray(before) ? before.length : 0 } };
}
