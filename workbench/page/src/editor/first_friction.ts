/* first_friction.ts - what the friction of a joint begins with: where it needs the radius of the pin, with one that suits the size of the mechanism. */
import { formOf } from "../state/description";
import { typeOf } from "./roles";
import { scoped } from "./scope";
import { numberInUnit } from "./typed";
import { nodeAt, type Node, type Path } from "./tree";
import type { Value } from "./write";

const COEFFICIENT = "0.1"; // steel on steel, with oil
const OF_SIZE = 0.01; // radius of a pin over the size of the mechanism

/* `path`: of the joint; `size`: of the mechanism, m. Undefined for what is no joint. */
export function firstFriction(path: Path, root: Node | null, space: boolean, size: number): Value | undefined {
  const { path: own, root: inside } = scoped(path, root);
  if (own[0] !== "joints" || own.length !== 2) return undefined;
  const type = typeOf("joints", nodeAt(inside, own));
  if (!type || !formOf(type, space)?.friction_radius) return COEFFICIENT;
  const radius = Number((OF_SIZE * (size > 0 ? size : 1)).toPrecision(1));
  return { coefficient: COEFFICIENT, radius: numberInUnit(radius, "m") };
}
