/* affine.ts - images of a mechanism: moved, rotated, mirrored, scaled. x' = m x + t in ground axes; in the plane z stays as it is. */

export type Place = readonly (number | undefined)[]; // two coordinates in the plane, three in space

export interface Affine {
  m: number[][]; // 3 x 3
  t: number[]; // m
}

const UNIT = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const at = (p: Place, i: number): number => p[i] ?? 0;

export function directionImage({ m }: Affine, v: Place): number[] {
  return v.map((_, i) => m[i]!.reduce((sum, factor, j) => sum + factor * at(v, j), 0));
}

export function image(of: Affine, p: Place): number[] {
  return directionImage(of, p).map((x, i) => x + of.t[i]!);
}

export function translation(by: Place): Affine {
  return { m: UNIT, t: [at(by, 0), at(by, 1), at(by, 2)] };
}

/* A linear map with a place that stays. */
function about(m: number[][], centre: Place): Affine {
  const c = [at(centre, 0), at(centre, 1), at(centre, 2)];
  const moved = directionImage({ m, t: [0, 0, 0] }, c);
  return { m, t: c.map((x, i) => x - moved[i]!) };
}

/* By an angle (rad) about a unit vector. */
export function rotation(angle: number, centre: Place, axis: Place = [0, 0, 1]): Affine {
  const [x, y, z] = [at(axis, 0), at(axis, 1), at(axis, 2)];
  const [c, s] = [exact(Math.cos(angle)), exact(Math.sin(angle))];
  const v = 1 - c;
  return about(
    [
      [c + v * x * x, v * x * y - s * z, v * x * z + s * y],
      [v * x * y + s * z, c + v * y * y, v * y * z - s * x],
      [v * x * z - s * y, v * y * z + s * x, c + v * z * z],
    ],
    centre,
  );
}

/* Quarter turns are exact. */
function exact(x: number): number {
  const near = Math.round(2 * x) / 2;
  return Math.abs(x - near) < 1e-15 ? near : x;
}

/* In the plane through a place that has this normal, of any length but zero: in the plane, a line. */
export function mirror(through: Place, normal: Place): Affine {
  const n = [at(normal, 0), at(normal, 1), at(normal, 2)];
  const square = n.reduce((sum, x) => sum + x * x, 0);
  return about(
    UNIT.map((row, i) => row.map((one, j) => exact(one - (2 * n[i]! * n[j]!) / square))),
    through,
  );
}

export function scaling(factor: number, centre: Place, space: boolean): Affine {
  return about(
    UNIT.map((row, i) => row.map((one) => (i < 2 || space ? factor * one : one))),
    centre,
  );
}

/* What a map does to directions: how much it scales, whether it mirrors, and in the plane by which angle it rotates what it has
 * mirrored in the x axis. */
export interface Turn {
  factor: number;
  mirrors: boolean;
  angle: number; // rad
}

export function turnOf({ m }: Affine): Turn {
  const [a, b, c] = m as [number[], number[], number[]];
  const det =
    a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) -
    a[1]! * (b[0]! * c[2]! - b[2]! * c[0]!) +
    a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
  return { factor: Math.hypot(a[0]!, b[0]!, c[0]!), mirrors: det < 0, angle: Math.atan2(b[0]!, a[0]!) };
}

export function isTranslation({ m }: Affine): boolean {
  return m.every((row, i) => row.every((x, j) => x === UNIT[i]![j]));
}
