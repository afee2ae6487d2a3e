/* coil.ts - a wire wound round the y axis, from the origin upwards; spirals lie across it. */
import { Curve, TubeGeometry, Vector3, type Material, type Mesh } from "three";
import { mesh } from "./meshes";

class Wound extends Curve<Vector3> {
  constructor(private place: (part: number) => [number, number, number]) {
    super();
  }

  override getPoint(part: number, into = new Vector3()): Vector3 {
    return into.set(...this.place(part));
  }
}

function wire(
  place: (part: number) => [number, number, number],
  turns: number,
  thick: number,
  material: Material,
): Mesh {
  const pieces = Math.min(Math.max(Math.round(turns * 18), 12), 900);
  return mesh(new TubeGeometry(new Wound(place), pieces, thick, 7), material);
}

/* `lead`: part of the length at either end where the wire comes in to the axis. */
export function coil(size: number, radius: number, thick: number, turns: number, material: Material, lead = 0): Mesh {
  const place = (part: number): [number, number, number] => {
    const inner = lead > 0 ? Math.min(Math.max((part - lead) / (1 - 2 * lead), 0), 1) : part;
    const near = lead > 0 ? Math.min(part, 1 - part) / lead : 1;
    const r = radius * Math.min(Math.max(2 * near - 1, 0), 1);
    const angle = 2 * Math.PI * turns * inner;
    return [r * Math.cos(angle), size * part, r * Math.sin(angle)];
  };
  return wire(place, turns + (lead > 0 ? 2 : 0), thick, material);
}

export function spiral(from: number, to: number, turns: number, thick: number, material: Material): Mesh {
  const place = (part: number): [number, number, number] => {
    const r = from + (to - from) * part;
    const angle = 2 * Math.PI * turns * part;
    return [r * Math.cos(angle), 0, r * Math.sin(angle)];
  };
  return wire(place, 1.5 * turns, thick, material);
}

export function wave(size: number, height: number, waves: number, thick: number, material: Material): Mesh {
  return wire((part) => [height * Math.sin(2 * Math.PI * waves * part), size * part, 0], waves, thick, material);
}
