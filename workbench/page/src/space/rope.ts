/* rope.ts - a round rope along points in space, which may be laid anew in each frame. */
import { BufferAttribute, BufferGeometry } from "three";
import type { Vec } from "../engine/engine";
import { across, cross, dot, minus, plus, times, unit } from "./vectors";

const TURN = 2 * Math.PI;
const SIDES = 6;

/* A tube along points that may change in each frame; of as many as there is room for. */
export class Rope {
  readonly geometry = new BufferGeometry();
  private readonly places: BufferAttribute;
  private readonly normals: BufferAttribute;

  constructor(
    private readonly most: number,
    private readonly radius: number,
  ) {
    this.places = new BufferAttribute(new Float32Array(3 * most * SIDES), 3);
    this.normals = new BufferAttribute(new Float32Array(3 * most * SIDES), 3);
    const index: number[] = [];
    for (let i = 0; i + 1 < most; i++)
      for (let k = 0; k < SIDES; k++) {
        const [a, b] = [i * SIDES + k, i * SIDES + ((k + 1) % SIDES)];
        index.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
      }
    this.geometry.setIndex(index);
    this.geometry.setAttribute("position", this.places);
    this.geometry.setAttribute("normal", this.normals);
  }

  lay(all: Vec[]): void {
    const points = all.slice(0, this.most);
    let side: Vec | null = null;
    points.forEach((p, i) => {
      const d = unit(minus(points[Math.min(i + 1, points.length - 1)]!, points[Math.max(i - 1, 0)]!));
      const kept: Vec = side ? minus(side, times(d, dot(side, d))) : across(d);
      side = unit(kept, across(d));
      const other = cross(d, side);
      for (let k = 0; k < SIDES; k++) {
        const phi = (TURN * k) / SIDES;
        const n = plus(times(side, Math.cos(phi)), times(other, Math.sin(phi)));
        this.normals.setXYZ(i * SIDES + k, ...n);
        this.places.setXYZ(i * SIDES + k, ...plus(p, times(n, this.radius)));
      }
    });
    this.places.needsUpdate = true;
    this.normals.needsUpdate = true;
    this.geometry.setDrawRange(0, 6 * SIDES * Math.max(points.length - 1, 0));
    this.geometry.computeBoundingSphere();
  }
}
