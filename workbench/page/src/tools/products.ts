/* products.ts - what the palette can make: each template of each kind of joint and force, in the plane or in space as the model is, as the engine describes them.
 *
 * A product knows by which gesture it is made: from what its kind connects or acts on, and never by its name.
 */
import { computed } from "@preact/signals";
import type { Place as Point } from "../drawing/camera";
import type { ForceKind, JointKind, SymbolPiece, Template } from "../engine/engine";
import { description, formOf, holdsPoint } from "../state/description";
import { scene } from "../state/model";
import { rounded, tidy } from "./numbers";

/* place: where two bodies meet. line: a place, then a direction. pair: two places. wheels, rack: two centres, or one and a line.
 * joints: two joints. joint: one. arrow: a point, then where the arrow ends. point: a point. body: a body. */
export type Gesture = "place" | "line" | "pair" | "wheels" | "rack" | "joints" | "joint" | "arrow" | "point" | "body";

export interface Product {
  id: string;
  section: "joints" | "forces";
  kind: string;
  title: string;
  stem: string;
  gesture: Gesture;
  slot: "J" | "S" | "M" | "F"; // its place in the palette
  rank: number;
  symbol: SymbolPiece[];
  template: Template;
  fields: string; // of the template, in the plane or in space
}

/* Whether the model is one in space. */
export const spatial = computed(() => scene.value?.space ?? false);

function gestureOfJoint(kind: JointKind, space: boolean): Gesture {
  const motif = kind.symbol.find((piece) => piece.motif !== undefined)?.motif;
  if (kind.connects === "joints" && space) return "joints";
  if (kind.connects === "joints") return motif === "gears" ? "wheels" : motif === "rack" ? "rack" : "joints";
  if (kind.connects === "points") return "pair";
  const form = formOf(kind.name, space);
  if (!form?.needs_axis || holdsPoint(kind.name, space)) return "place";
  /* of a plane or of parallel bodies the axis is a normal, and not what is slid along */
  const ways = form.coordinates.filter(({ unit }) => unit === "m").length;
  return space && ways !== 1 ? "place" : "line";
}

function gestureOfForce(kind: ForceKind): Gesture {
  if (kind.acts_on === "points") return kind.along ? "pair" : "place";
  if (kind.acts_on === "joint" || kind.acts_on === "joint or bodies") return "joint";
  if (kind.acts_on === "bodies") return "body";
  return kind.fields.some(({ type, required }) => required && type === "varying_vector") ? "arrow" : "point";
}

function slotOfForce(kind: ForceKind): Product["slot"] {
  if (kind.acts_on === "points" || kind.elastic) return "S";
  return kind.acts_on === "joint" || kind.acts_on === "joint or bodies" ? "M" : "F";
}

function productsOf(
  section: Product["section"],
  kind: JointKind | ForceKind,
  gesture: Gesture,
  slot: Product["slot"],
  space: boolean,
): Product[] {
  return kind.templates.map((template, i) => {
    const { stem, rank } = template;
    const title = template.title === kind.name ? kind.name[0]!.toUpperCase() + kind.name.slice(1) : template.title;
    const id = i === 0 ? kind.name : stem;
    const fields = (space ? template.space : template.plane) ?? "";
    return { id, section, kind: kind.name, title, stem, gesture, slot, rank, symbol: kind.symbol, template, fields };
  });
}

/* In the order of lists. */
export const products = computed<Product[]>(() => {
  const { joints, forces } = description.value;
  const space = spatial.value;
  const all = [
    ...joints
      .filter(
        ({ name, connects }) =>
          formOf(name, space) !== null && connects !== "surfaces" && connects !== "expression" && connects !== "path",
      ) // these are not drawn, but written
      .flatMap((kind) => productsOf("joints", kind, gestureOfJoint(kind, space), "J", space)),
    ...forces
      .filter((kind) => (space ? kind.space : kind.plane) && kind.acts_on !== "surfaces") // surfaces are named, not pointed at
      .flatMap((kind) => productsOf("forces", kind, gestureOfForce(kind), slotOfForce(kind), space)),
  ];
  const place = ({ rank }: Product): number => rank || Infinity;
  return all.sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
});

export function productOf(id: string): Product {
  const found = products.value.find((one) => one.id === id);
  if (!found) throw new Error(`nothing is made by ${id}`);
  return found;
}

/* ", stiffness: 100, length: 0.5": what is written behind the kind and its places. `drawn` is the distance of its points, m. */
export function fieldsOf({ template, fields }: Product, drawn = "0", sliding = false): string {
  const text = sliding ? (template.sliding ?? "") : fields;
  return text === ""
    ? ""
    : ", " + text.replace(PART_OF_DRAWN, (_, part?: string) => (part ? times(part, drawn) : drawn));
}

const PART_OF_DRAWN = /(?:([\d.]+)\s*\*\s*)?\bdrawn\b/g;

/* "0.6" of "56.5 mm": "33.9 mm", a length as one would write it, and no product to be worked out. */
function times(part: string, drawn: string): string {
  const [number = "", unit = ""] = drawn.split(" ");
  return [rounded(Number(part) * Number(number), 3), unit].join(" ").trim();
}

const COORDINATE = /\b([xy]): ([^,]*\bu\b[^,]*)/g;

/* Whether it leads along a curve of its first body, whose coordinates its template gives as functions of u. */
export function leadsAlong({ kind, section, fields: preset }: Product): boolean {
  const fields = section === "joints" ? description.value.joints.find(({ name }) => name === kind)?.fields : undefined;
  const isText = (name: string): boolean => fields?.some((one) => one.name === name && one.type === "text") ?? false;
  return isText("x") && isText("y") && [...preset.matchAll(COORDINATE)].length === 2;
}

/* Its fields, with the curve shifted such that u = 0 is at a place of the first body. */
export function curveThrough(product: Product, [x, y, z]: Point, step: number): string {
  const height = z === undefined ? "0" : tidy(z, step);
  const over = height === "0" ? "" : `, z: ${height}`;
  const shifted = fieldsOf(product).replace(COORDINATE, (given: string, name: string, value: string) => {
    const off = tidy(name === "x" ? x : y, step);
    return off === "0" ? given : `${name}: ${off} + ${value}`;
  });
  return shifted + over;
}
